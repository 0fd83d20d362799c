"""Where a text comes closest to words that it does not have: a place to look at, never evidence."""

from __future__ import annotations

from typing import Final

from tesserix_rag.evidence.edges import is_unspaced

_LEAST: Final = 80.0
_SHORTEST: Final = 12
_SHORTEST_UNSPACED: Final = 6
_LONGEST: Final = 4_000
_AROUND: Final = 16
_MOST_SIGNS: Final = 255
_SNAP: Final = 3
_OTHER: Final = "\x00"


def anchored(quote: str, text: str) -> tuple[int, int] | None:
    """Give the part of the folded *text* that is most like the folded *quote*, if it is much like it."""
    if not _is_long_enough(quote) or not len(quote) <= min(_LONGEST, len(text)):
        return None
    from rapidfuzz.fuzz import partial_ratio_alignment

    found = partial_ratio_alignment(quote, text, score_cutoff=_LEAST)
    if found is None or found.dest_end <= found.dest_start:
        return None
    return _refined(quote, text, found.dest_start, found.dest_end)


def _is_long_enough(quote: str) -> bool:
    if len(quote) < _SHORTEST:
        return len(quote) >= _SHORTEST_UNSPACED and any(map(is_unspaced, quote))
    return True


def _refined(quote: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Find the exact ends near where rapidfuzz, which compares windows of one length, puts them."""
    from edlib import align

    first = max(0, start - _AROUND)
    window = text[first : end + _AROUND]
    known = set(quote)
    if len(known) > _MOST_SIGNS:
        return start, end
    if len(known.union(window)) > _MOST_SIGNS:
        window = "".join(each if each in known else _OTHER for each in window)
    locations = align(quote, window, mode="HW", task="locations")["locations"]
    places = [(first + begins, first + ends + 1) for begins, ends in locations if begins is not None]
    if not places:
        return start, end
    return min((_snapped(text, *each) for each in places), key=lambda each: each[2])[:2]


def _snapped(text: str, start: int, end: int) -> tuple[int, int, int]:
    """Move an end that is inside a word to an end of one, if that is near, and say how far that was."""
    begins, ends = _near(text, start), _near(text, end)
    if begins >= ends:
        return start, end, 2 * _SNAP
    return begins, ends, abs(begins - start) + abs(ends - end)


def _near(text: str, at: int) -> int:
    if not _is_inside(text, at):
        return at
    places = (each for step in range(1, _SNAP + 1) for each in (at - step, at + step))
    return next((each for each in places if 0 <= each <= len(text) and not _is_inside(text, each)), at)


def _is_inside(text: str, at: int) -> bool:
    return _is_word(text, at - 1) and _is_word(text, at)


def _is_word(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at].isalnum()
