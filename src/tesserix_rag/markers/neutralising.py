"""Text that holds no markers any more, and reads as before: a word joiner stands in each that it held."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tesserix_rag.markers.dialects import EVERY, any_of
from tesserix_rag.markers.signs import signs_of
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tesserix_rag.markers.dialects import Dialect

JOINER: Final = "\u2060"
"""The word joiner: it shows nothing, and folding leaves it out, so that a quote is still found."""

_FRAME: Final = re.compile(r"<\s{0,8}/?\s{0,8}source|cite\s{1,8}as\s{0,8}[:\uff1a]", re.IGNORECASE)


def neutralised(text: str, dialect: Dialect) -> str:
    """
    Give *text* with a word joiner behind the first character of whatever could be read as a marker.

    That is done also in code, since a model may copy a line out of it, and for every ready-made dialect besides
    the one that is asked for; and for what frames a source in a prompt: its tags, and the words before its
    marker.
    """
    places = {*openings(text, any_of(dialect, EVERY)), *(found.start() for found in _FRAME.finditer(text))}
    return joined(text, [at + 1 for at in sorted(places)])


def joined(text: str, places: list[int]) -> str:
    """Give *text* with a word joiner at each of *places*, which ascend."""
    pieces = [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]
    return JOINER.join(pieces)


def openings(text: str, dialect: Dialect, within: Span | None = None) -> Iterator[int]:
    """Give where in *text*, or in a part of it, something begins that looks like a marker, also in code."""
    signs = signs_of(dialect)
    start, end = (0, len(text)) if within is None else (within.start, within.end)
    for found in signs.opening.finditer(text, start, end):
        forms = signs.forms.get(found[0], ())
        if any(form.whole.match(text, found.start()) for form in forms):
            yield found.start()
