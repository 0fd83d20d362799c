"""Every place where a text has the words that are looked for, as they stand or folded."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.evidence.edges import stands_apart
from tesserix_rag.evidence.wording import COMMON, words
from tesserix_rag.text.folding import Folding, fold

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_HYPHENS: Final = 4
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_UNIT: Final = re.compile(r"(?<=\d)\s?([^\W\d_]{1,4})(?![^\W_])")
_CASED_UNITS: Final = """
    mw mwh mv mj mpa mhz ma mg ms mn mb mbit mbar mm m kb gb tb gbit g k s t n pa pa b h
"""
# Where an upper-case letter makes another unit: milli and mega, bit and byte, second and siemens.
_CASED: Final = frozenset(_CASED_UNITS.split())
_TELLING: Final = 2
_LONG: Final = 8


@frozen(eq=False)
class Index:
    """
    A text in which quotations are looked for, and its folding, which is made when it is first needed.

    Args:
        text: The text. Never shown by repr.
    """

    text: str = field(repr=_fields.length_only)

    @cached_property
    def folding(self) -> Folding:
        """The folded text."""
        return fold(self.text)

    @cached_property
    def breaks(self) -> frozenset[int]:
        """Where in the folded text a hyphen at a line's end was left out."""
        return frozenset(self.folding.breaks)

    def exact(self, quote: str) -> Iterator[tuple[int, int]]:
        """Give the places in the text that have *quote* as it stands."""
        for start in _all(self.text, quote):
            if stands_apart(self.text, start, start + len(quote)):
                yield start, start + len(quote)

    def canonical(self, quote: str, folded: Folding) -> Iterator[tuple[int, int]]:
        """Give the places in the text that have *quote* once both are folded, in order."""
        found = (self.source(start, end) for start, end in self.folded(folded))
        yield from (each for each in found if not _recases_unit(quote, self.text[slice(*each)]))

    def folded(self, folded: Folding, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
        """Give the places in the folded text, from *start* up to *end*, that have what was *folded*."""
        seen: set[tuple[int, int]] = set()
        for text, omitted in self._spellings(folded):
            for at in _all(self.folding.text, text, start, end):
                if self.breaks.issuperset([at + each for each in omitted]) and self._holds(at, at + len(text)):
                    seen.add((at, at + len(text)))
                    if not omitted and len(text) == len(folded.text) and not self._is_varied(folded):
                        yield at, at + len(text)
        if self._is_varied(folded):
            yield from sorted(seen)

    def occurs(self, text: str) -> bool:
        """Whether the folded text has *text* anywhere, also inside words."""
        return bool(text) and text in self.folding.text

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Give where in the text the folded characters from *start* to *end* stand."""
        span = self.folding.span(start, end)
        found = self.text[span.start : span.end]
        return span.start + len(found) - len(found.lstrip()), span.end - len(found) + len(found.rstrip())

    def _holds(self, start: int, end: int) -> bool:
        return self.folding.is_whole(start, end) and stands_apart(self.text, *self.source(start, end))

    def _is_varied(self, folded: Folding) -> bool:
        return bool(folded.breaks) or (bool(self.breaks) and _HYPHEN.search(folded.text) is not None)

    def _spellings(self, folded: Folding) -> Iterator[tuple[str, list[int]]]:
        """Give the ways to write what was *folded*, where a line's end may have put a hyphen."""
        if not self._is_varied(folded):
            yield folded.text, []
            return
        hyphens = [each.start() for each in _HYPHEN.finditer(folded.text)] if self.breaks else []
        places = sorted([*((at, True) for at in hyphens), *((at, False) for at in folded.breaks)])
        choices = [(False, True)] * len(places)
        few = len(places) <= _MOST_HYPHENS
        for chosen in product(*choices) if few else ([False] * len(places), [True] * len(places)):
            yield _spelled(
                folded.text, [each for each, is_chosen in zip(places, chosen, strict=True) if is_chosen]
            )


def _spelled(text: str, changes: list[tuple[int, bool]]) -> tuple[str, list[int]]:
    """Leave hyphens out of *text* or put them in, and say where in the result some were left out."""
    pieces: list[str] = []
    omitted: list[int] = []
    done = size = 0
    for at, leaves_out in changes:
        pieces.append(text[done:at])
        size += at - done
        if leaves_out:
            omitted.append(size)
        else:
            pieces.append("-")
            size += 1
        done = at + 1 if leaves_out else at
    return "".join((*pieces, text[done:])), omitted


def _all(text: str, sought: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    at = text.find(sought, start, end)
    while at >= 0:
        yield at
        at = text.find(sought, at + 1, end)


def _recases_unit(quote: str, evidence: str) -> bool:
    """Whether nothing but the case of a unit tells the two apart, and makes it another one."""
    if quote == evidence or not any(each.isdecimal() for each in quote):
        return False
    ours, theirs = _UNIT.findall(quote), _UNIT.findall(evidence)
    if ours == theirs or len(ours) != len(theirs):
        return False
    if _letters(_UNIT.sub("", quote)) != _letters(_UNIT.sub("", evidence)):
        return False
    pairs = zip(ours, theirs, strict=True)
    return any(one != other and one.casefold() in _CASED for one, other in pairs)


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


def tells(folded: str) -> bool:
    """Whether the *folded* text has a word that does not stand everywhere."""
    least = 1 if len(folded) >= _LONG else _TELLING
    if not any(len(word) >= least and word not in COMMON for word in words(folded)):
        return False
    return len(folded) >= _LONG or sum(map(str.isalnum, folded)) >= _TELLING
