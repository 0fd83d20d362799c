"""Text that holds no markers any more, and reads as before: a word joiner stands in each that it held."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tesserix_rag.markers.dialects import EVERY, any_of
from tesserix_rag.markers.signs import signs_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tesserix_rag.markers.dialects import Dialect

JOINER: Final = "\u2060"
"""The word joiner: it shows nothing, and folding leaves it out, so that a quote is still found."""

_DELIMITER: Final = re.compile("</?source", re.IGNORECASE)


def neutralised(text: str, dialect: Dialect) -> str:
    """
    Give *text* with a word joiner behind the first character of whatever could be read as a marker.

    That is done also in code, since a model may copy a line out of it, and for every ready-made dialect besides
    the one that is asked for; and for the tags that bound a source in a prompt.
    """
    return joined(text, [at + 1 for at in sorted(set(_openings(text, any_of(dialect, EVERY))))])


def joined(text: str, places: list[int]) -> str:
    """Give *text* with a word joiner at each of *places*, which ascend."""
    pieces = [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]
    return JOINER.join(pieces)


def _openings(text: str, dialect: Dialect) -> Iterator[int]:
    signs = signs_of(dialect)
    for found in signs.opening.finditer(text):
        forms = signs.forms.get(found[0], ())
        if any(form.whole.match(text, found.start()) for form in forms):
            yield found.start()
    for found in _DELIMITER.finditer(text):
        yield found.start()
