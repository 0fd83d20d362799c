"""Quotations that leave something out: their parts, in order, with nothing of weight between them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tesserix_rag.evidence.edges import is_unspaced
from tesserix_rag.evidence.wording import changes_meaning, words
from tesserix_rag.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tesserix_rag.evidence.searching import Index
    from tesserix_rag.text.folding import Folding

FARTHEST: Final = 300
"""How many folded characters two parts may stand apart."""

_AROUND: Final = 120
_MOST_PARTS: Final = 20
_LONG_WORD: Final = 8
_WIDE_PART: Final = 4
_DOTS: Final = r"(?:\u2026|\.{3,}|\. \. \.|\u22ef|&hellip;)+"
_DOTTED: Final = re.compile(_DOTS)
_ELISION: Final = re.compile(rf"\s*(?:\[\s*{_DOTS}\s*\]|\(\s*{_DOTS}\s*\)|{_DOTS})\s*")
_SENTENCE_END: Final = re.compile(r"[.!?;](?=[\s\"'\])]|\Z)|[。！？؟।]")
_ENDS_SENTENCE: Final = re.compile(r"[.!?;。！？؟।][\"'\])]*\s*\Z")
_OTHER_SUBJECT: Final = re.compile(
    r"\b(?:and|or|und|oder|et|ou|y|o|e|en|of|og|och|och|ed|i|и|или|و)\s+"
    r"(?:(?:the|a|an|his|her|its|their|der|die|das|ein|eine|le|la|les|un|une|el|los|las|il|lo|gli|de|het|een|den|det)\b|"
    r"(?-i:[^\W\d_a-z]))",
    re.IGNORECASE,
)
_SET_APART: Final = re.compile(r"\s*(?:,.*,|\(.*\)|-.*-)\s*\Z", re.DOTALL)


def parts_of(quote: str) -> tuple[str, ...]:
    """Give the parts between the elisions of *quote*; nothing if it has none."""
    if _DOTTED.search(quote) is None:
        return ()
    return tuple(part for each in _ELISION.split(quote) if (part := each.strip()))


def elided(index: Index, parts: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Give the places in the folded text of *index* that have all *parts* in order and close together."""
    foldings = [fold(part) for part in parts]
    if len(parts) > _MOST_PARTS or not parts or any(_is_tiny(each.text) for each in foldings):
        return
    done = 0
    for start, end in index.folded(foldings[0]):
        if start < done:
            continue
        last = _followed(index, foldings, end)
        if last is not None:
            yield start, last
            done = last


def _followed(index: Index, foldings: list[Folding], end: int) -> int | None:
    """Give where the last part ends that follows what ends at *end*, or nothing if one does not follow."""
    for folding in foldings[1:]:
        within = end + FARTHEST + len(folding.text)
        found = next(index.folded(folding, end, within), None)
        if found is None or not _may_leave_out(index, (end, found[0]), folding.text):
            return None
        end = found[1]
    return end


def _may_leave_out(index: Index, gap: tuple[int, int], following: str) -> bool:
    """Whether nothing is said in the *gap* that changes what is said around it."""
    start, end = gap
    folded = index.folding.text[start:end]
    if not folded.strip():
        return True
    raw = index.text[slice(*index.source(start, end))]
    around = index.folding.text[max(0, start - _AROUND) : end + _AROUND]
    if changes_meaning(folded, around) or re.search(r"\n\s*\n", raw):
        return False
    if _has_figure(folded) and _has_figure(following):
        return False
    before = f"{index.folding.text[max(0, start - 2) : start]}{folded}"
    if _SENTENCE_END.search(before):
        return _ENDS_SENTENCE.search(before) is not None
    return _SET_APART.match(folded) is not None or _OTHER_SUBJECT.search(raw) is None


def _has_figure(text: str) -> bool:
    return any(map(str.isnumeric, text))


def _is_tiny(folded: str) -> bool:
    """Whether a part is too little to say where it is from."""
    found = words(folded)
    if any(is_unspaced(each) for each in folded):
        return sum(map(str.isalnum, folded)) < _WIDE_PART
    return not found or (len(found) == 1 and len(found[0]) < _LONG_WORD)
