"""The same place in a text, counted in code points, in UTF-16 units or in UTF-8 bytes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from tesserix_rag._discretion import discreet
from tesserix_rag.errors import InvalidRecordError
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterable


class Unit(StrEnum):
    """What an offset counts."""

    CODE_POINTS = "code_points"
    UTF16 = "utf16"
    UTF8 = "utf8"


_ENCODING: Final = {Unit.UTF16: "utf-16-le", Unit.UTF8: "utf-8"}
_BYTES: Final = {Unit.UTF16: 2, Unit.UTF8: 1}


@discreet
def to_code_points(text: str, start: int, end: int, unit: Unit) -> Span:
    """
    Give the span of code points that *start* and *end* mean in *unit*.

    Raises:
        InvalidRecordError: If an offset is outside the text or cuts a character in two, naming ``Span`` and
            the end that does not hold; or if the text has a lone surrogate, naming ``text``.
    """
    first, last = code_point_offsets(text, (start, end), unit)
    if first is None or last is None:
        raise InvalidRecordError(record="Span", field="start" if first is None else "end")
    return Span(first, last)


@discreet
def from_code_points(text: str, span: Span, unit: Unit) -> tuple[int, int]:
    """
    Give start and end of *span*, counted in *unit*.

    Raises:
        InvalidRecordError: If the span ends after the text, or the text has a lone surrogate.
    """
    if span.end > len(text):
        raise InvalidRecordError(record="Span", field="end")
    if unit is Unit.CODE_POINTS:
        return span.start, span.end
    start = len(_encoded(text[: span.start], unit)) // _BYTES[unit]
    inside = len(_encoded(text[span.start : span.end], unit)) // _BYTES[unit]
    return start, start + inside


@discreet
def code_point_offsets(text: str, offsets: Iterable[int], unit: Unit) -> tuple[int | None, ...]:
    """
    Give the code point offset of each of *offsets*, in one pass over *text*.

    ``None`` stands for an offset outside the text or inside a character.

    Raises:
        InvalidRecordError: If the text has a lone surrogate.
    """
    wanted = tuple(offsets)
    if unit is Unit.CODE_POINTS:
        return tuple(each if 0 <= each <= len(text) else None for each in wanted)
    data = _encoded(text, unit)
    size = _BYTES[unit]
    found: dict[int, int] = {}
    seen_bytes = seen_points = 0
    for offset in sorted(set(wanted)):
        place = offset * size
        if not 0 <= place <= len(data) or _cuts(data, place, unit):
            continue
        seen_points += len(data[seen_bytes:place].decode(_ENCODING[unit]))
        seen_bytes = place
        found[offset] = seen_points
    return tuple(map(found.get, wanted))


def _encoded(text: str, unit: Unit) -> bytes:
    data = _bytes_or_none(text, _ENCODING[unit])
    if data is None:
        raise InvalidRecordError(record="text", field="text")
    return data


def _bytes_or_none(text: str, encoding: str) -> bytes | None:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return None


def _cuts(data: bytes, place: int, unit: Unit) -> bool:
    """Whether *place* is in the middle of a character: at a trailing byte, or a low surrogate."""
    if place == len(data):
        return False
    if unit is Unit.UTF8:
        return data[place] & 0xC0 == 0x80  # noqa: PLR2004 - the mark of a trailing byte, RFC 3629
    return data[place + 1] & 0xFC == 0xDC  # noqa: PLR2004 - the mark of a low surrogate, RFC 2781
