"""What a model writes as structured output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from tesserix_rag import _fields

if TYPE_CHECKING:
    from attrs import Attribute


def _positions(instance: object, attribute: Attribute[Any], value: tuple[object, ...]) -> None:
    for each in value:
        _fields.offset(instance, attribute, each)


@frozen(kw_only=True)
class DraftQuote:
    """What a model quotes: the position of a source, and words of it."""

    ref: int = field(validator=_fields.offset)
    text: str = field(validator=_fields.telling_text, repr=_fields.length_only)


@frozen(kw_only=True)
class DraftClaim:
    """What a model states: one statement, the positions of its sources, and its quotes."""

    text: str = field(validator=_fields.telling_text, repr=_fields.length_only)
    refs: tuple[int, ...] = field(validator=_positions)
    quotes: tuple[DraftQuote, ...] = field(validator=_fields.many(DraftQuote))


@frozen(kw_only=True)
class Draft:
    """What a model answers."""

    claims: tuple[DraftClaim, ...] = field(validator=_fields.many(DraftClaim))
