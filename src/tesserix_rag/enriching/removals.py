"""What a firewall gives: the text without its links, and where each of them stood."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.places import Span


class LinkForm(StrEnum):
    """What was removed from a text."""

    URL = "url"
    """Characters that a client may turn into a link."""

    AUTOLINK = "autolink"
    """A URL or an address for mail between angle brackets."""

    LINK = "link"
    """The target of an inline link, whose text stays."""

    REFERENCE = "reference"
    """The label of a reference-style link, whose text stays."""

    DEFINITION = "definition"
    """What a label stands for."""

    IMAGE = "image"

    HTML = "html"
    """A tag that links, loads or runs."""

    TANGLE = "tangle"
    """Signs of markup that is so interwoven that each removal makes another link."""


def _form(value: LinkForm) -> LinkForm:
    return _fields.member(LinkForm, value)


@frozen(kw_only=True)
class RemovedLink:
    """
    One thing that a firewall removed.

    Args:
        form: What it was.
        span: Where it stood in the text as it was given.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    form: LinkForm = field(converter=_form, validator=_fields.of(LinkForm))
    span: Span = field(validator=_fields.of(Span))


def _links(values: Iterable[RemovedLink]) -> tuple[RemovedLink, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class Firewalled:
    """
    A text with no link but those that were allowed.

    Args:
        text: The text. Never shown by repr.
        removed: What was removed from it, in order; nothing, if it is as it was.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    text: str = field(validator=_fields.text, repr=_fields.length_only)
    removed: tuple[RemovedLink, ...] = field(
        default=(), converter=_links, validator=_fields.many(RemovedLink), repr=_fields.count_only
    )
