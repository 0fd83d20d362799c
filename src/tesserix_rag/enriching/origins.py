"""What is left of a text that was cut, and where in the whole text it stood."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Sequence


class Origin:
    """
    Where in the text as it was given each character of what is left of it stood.

    Args:
        length: How many characters are left.
        here: Where each run of characters begins in what is left.
        there: Where it began.
    """

    def __init__(self, length: int, here: Sequence[int] = (0,), there: Sequence[int] = (0,)) -> None:
        self._length = length
        self._here, self._there = here or (0,), there or (0,)

    def _of(self, at: int) -> int:
        run = bisect_right(self._here, at) - 1
        return self._there[run] + at - self._here[run]

    def span(self, start: int, end: int) -> Span:
        """Give where the characters from *start* to *end* stood."""
        return Span(self._of(start), self._of(end - 1) + 1)

    def left(self, at: int) -> int:
        """Give how many of the first *at* characters of the text as it was given are left."""
        run = bisect_right(self._there, at) - 1
        if run < 0:
            return 0
        end = self._here[run + 1] if run + 1 < len(self._here) else self._length
        return min(self._here[run] + at - self._there[run], end)

    def without(self, cuts: Sequence[tuple[int, int]]) -> Origin:
        """Give the same for what is left without *cuts*, in order and apart."""
        here: list[int] = []
        there: list[int] = []
        at = gone = 0
        for start, end in (*cuts, (self._length, self._length)):
            if at < start:
                first, last = bisect_right(self._here, at), bisect_right(self._here, start - 1)
                pieces = (at, *self._here[first:last])
                here += (piece - gone for piece in pieces)
                there += map(self._of, pieces)
            gone += end - start
            at = end
        return Origin(self._length - gone, here, there)


def without(text: str, cuts: Sequence[tuple[int, int]]) -> str:
    """Give what is left of *text* without *cuts*, in order and apart."""
    kept: list[str] = []
    at = 0
    for start, end in cuts:
        kept.append(text[at:start])
        at = end
    kept.append(text[at:])
    return "".join(kept)
