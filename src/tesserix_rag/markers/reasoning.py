"""What a model thinks aloud between tags, and how the tags are found."""

from __future__ import annotations

import re
from typing import Final

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.errors import ConfigurationError


@frozen(kw_only=True)
class Reasoning:
    """
    What a model thinks aloud between tags, which is no answer.

    Args:
        names: The names of the tags; upper and lower case are alike.
        opened: Whether the text begins inside, because the opening tag stood in the prompt.

    Raises:
        InvalidRecordError: If a field does not hold.
        ConfigurationError: If there is no name, or one is not made of ASCII letters.
    """

    names: tuple[str, ...] = field(default=("think",), converter=_fields.strings, validator=_fields.many(str))
    opened: bool = field(default=False, validator=_fields.truth)

    def __attrs_post_init__(self) -> None:
        if not self.names or not all(each.isascii() and each.isalpha() for each in self.names):
            raise ConfigurationError("a reasoning tag has a name of ASCII letters")


@frozen
class Tags:
    """
    What matches the tags around reasoning.

    Args:
        opening: An opening tag.
        opening_cut: The beginning of one at the end of the text, or a whole one.
        closing: A closing tag, as ``whole``, or the beginning of one at the end of the text.
    """

    opening: re.Pattern[str]
    opening_cut: re.Pattern[str]
    closing: re.Pattern[str]


def tags_of(reasoning: Reasoning | None) -> Tags:
    """Give what finds the tags of *reasoning*; nothing is found, if it is not given."""
    if reasoning is None:
        return _NO_TAGS
    names = "|".join(reasoning.names)
    cuts = "|".join(_cut(f"{each}>") for each in reasoning.names)
    return Tags(
        opening=re.compile(f"<(?:{names})>", re.IGNORECASE),
        opening_cut=re.compile(rf"<(?:{names})>|<(?:{cuts})\Z", re.IGNORECASE),
        closing=re.compile(rf"(?P<whole></(?:{names})>)|<(?:/(?:{cuts}))?\Z", re.IGNORECASE),
    )


def _cut(text: str) -> str:
    """Give what matches any beginning of *text*."""
    cut = ""
    for character in reversed(text):
        cut = f"(?:{re.escape(character)}{cut})?"
    return cut


_NEVER: Final = re.compile(r"(?!)")
_NO_TAGS: Final = Tags(opening=_NEVER, opening_cut=_NEVER, closing=_NEVER)
