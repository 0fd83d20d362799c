"""What a model made of an answer, held against it: where its markers stand, and that nothing else changed."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Final

from attrs import frozen

from tesserix_rag.limits import DEFAULT
from tesserix_rag.markers.dialects import BLANKS, IRIS_DRAFT
from tesserix_rag.markers.finding import scan
from tesserix_rag.markers.surroundings import MOST_BLANKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tesserix_rag.markers.references import Marker

DRAFT: Final = re.compile(IRIS_DRAFT.forms[0].grammar.whole)
"""What finds a draft marker, also where none is read."""

_AT_END: Final = re.compile(rf"{DRAFT.pattern}\Z")
_PIECE: Final = re.compile(r"[^\]]*\]|[^\]]+")
_RUN: Final = re.compile(f"[{BLANKS}]*")
_LONGEST_DRAFT: Final = 512


def without_drafts(text: str) -> tuple[str, int]:
    """Give *text* without any draft marker, in code or nested or wherever, and how many there were."""
    kept = StringIO()
    gone = length = 0
    for piece in _PIECE.findall(text):
        kept.write(piece)
        length += len(piece)
        kept.seek(max(0, length - _LONGEST_DRAFT))
        tail = kept.read()
        draft = _AT_END.search(tail)
        if draft is not None:
            gone += 1
            length -= len(tail) - len(_without_blanks(tail[: draft.start()]))
            kept.seek(length)
            kept.truncate()
    return kept.getvalue(), gone


def _without_blanks(text: str) -> str:
    """Give *text* without the blanks at its end that go with a marker."""
    end = max(len(text.rstrip(BLANKS)), len(text) - MOST_BLANKS)
    return text[:end]


@frozen
class Spot:
    """
    A marker and its place in the answer.

    Args:
        at: How many code points of the answer stand before it.
        is_spaced: Whether a blank was put before it.
        marker: The marker.
    """

    at: int
    is_spaced: bool
    marker: Marker


def aligned(original: str, written: str) -> tuple[Spot, ...] | None:
    """
    Give where the draft markers of what a model *wrote* stand in the *original*; nothing, if the text differs.

    The text is the same if it is so without the markers, and without the blanks before those that got some. Of
    the white space around the whole, which models drop, the original's counts.
    """
    if len(written) > DEFAULT.answer_chars + len(original):
        return None
    readings = dict.fromkeys((written, _with_ends_of(original, written)))
    found = (_spots(original, each, scan(each, IRIS_DRAFT)) for each in readings)
    return next((spots for spots in found if spots is not None), None)


def _with_ends_of(original: str, written: str) -> str:
    start = len(original) - len(original.lstrip())
    return f"{original[:start]}{written.strip()}{original[len(original.rstrip()) :]}"


def _spots(original: str, written: str, markers: Sequence[Marker]) -> tuple[Spot, ...] | None:
    found: list[Spot] = []
    at = start = 0
    for group in _groups(written, markers):
        core = written[start : group[0].span.start].rstrip(BLANKS)
        start += len(core)
        if not original.startswith(core, at):
            return None
        at += len(core)
        end = _behind_blanks(written, group[-1].span.end)
        before = tuple(_blanks_before(written, start, group))
        behind = written[group[-1].span.end : end]
        own = original[at : _behind_blanks(original, at)]
        if not _is_kept(own, before, behind):
            return None
        found += (Spot(at, bool(blanks), each) for blanks, each in zip(before, group, strict=True))
        at += len(own)
        start = end
    return tuple(found) if original[at:] == written[start:] else None


def _groups(written: str, markers: Iterable[Marker]) -> Iterator[list[Marker]]:
    """Give the markers that stand side by side, with at most blanks between them."""
    group: list[Marker] = []
    for each in markers:
        if group and _behind_blanks(written, group[-1].span.end) != each.span.start:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _blanks_before(written: str, start: int, group: Iterable[Marker]) -> Iterator[str]:
    """Give the blanks before each marker of a group, the first of which begin at *start*."""
    for each in group:
        yield written[start : each.span.start]
        start = each.span.end


def _is_kept(own: str, before: Sequence[str], behind: str) -> bool:
    """Whether an answer's *own* blanks are still there: behind the markers, or before one or all of them."""
    if not own.endswith(behind):
        return False
    rest = own[: len(own) - len(behind)]
    return not rest or rest in before or rest == "".join(before)


def _behind_blanks(text: str, at: int) -> int:
    found = _RUN.match(text, at)
    return at if found is None else found.end()
