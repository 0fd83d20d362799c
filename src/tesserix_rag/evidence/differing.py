"""Why a quotation is none: what differs between its words and those of the text that come closest."""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from tesserix_rag.evidence.eliding import parts_of
from tesserix_rag.evidence.languages import language_of
from tesserix_rag.evidence.numbering import are_renumbered, number_words
from tesserix_rag.evidence.searching import Index, tells
from tesserix_rag.evidence.wording import changes_meaning, negates, negations, words
from tesserix_rag.text.folding import fold

if TYPE_CHECKING:
    from tesserix_rag.evidence.quotes import FoldedText, Located


class QuoteCode(StrEnum):
    """Why a quotation is refused."""

    ABSENT = "absent"
    NUMBER_DIFFERS = "number_differs"
    NEGATION_DIFFERS = "negation_differs"
    UNIT_DIFFERS = "unit_differs"
    NAME_DIFFERS = "name_differs"
    NOT_AT_BOUNDARY = "not_at_boundary"
    STITCHED = "stitched"
    TOO_SHORT = "too_short"
    MISPLACED = "misplaced"
    AMBIGUOUS = "ambiguous"


_FIGURE: Final = re.compile(r"[-+]?\d+(?:[.,:/' ]\d+)*|[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079]")
_UNIT: Final = re.compile(r"\d[ -]?([^\W\d_]+|[%\u2030\u00b0$\u20ac\u00a3]+)|([$\u20ac\u00a3])\d")
_NAME: Final = re.compile(r"(?<![.!?] )(?<!\A)\b[^\W\d_a-z][\w'’-]*")
_MIN_PART: Final = 8
_LONG_PART: Final = 14
_FAR: Final = 40


def difference(quote: str, text: FoldedText, located: Located | None) -> QuoteCode:
    """Say why *quote* does not stand in *text*, which comes closest to it where *located* says."""
    index = Index(text.text)
    folded = fold(quote).text.strip()
    if index.occurs(folded):
        return QuoteCode.NOT_AT_BOUNDARY
    parts = [fold(each).text for each in parts_of(quote)]
    if len(parts) > 1 and all(map(index.occurs, parts)):
        return _elision(index, parts)
    language = language_of(text.text)
    missing = (each for each in parts or [folded] if not index.occurs(each))
    if are_renumbered(missing, index.folding.text, language):
        return QuoteCode.NUMBER_DIFFERS
    apart = _apart(index, folded)
    if apart > _FAR:
        return QuoteCode.STITCHED
    if located is not None:
        found = _differing(quote, text.text[located.span.start : located.span.end], language)
        if found is not None:
            return found
    return QuoteCode.STITCHED if apart else QuoteCode.ABSENT


def _elision(index: Index, parts: list[str]) -> QuoteCode:
    """Say what is wrong with leaving something out, where the text has all *parts*."""
    ends = 0
    for part in parts:
        at = index.folding.text.find(part, ends)
        if at < 0:
            return QuoteCode.STITCHED
        if (
            ends
            and changes_meaning(index.folding.text[ends:at])
            and any(map(negates, words(index.folding.text[ends:at])))
        ):
            return QuoteCode.NEGATION_DIFFERS
        ends = at + len(part)
    return QuoteCode.STITCHED


def _differing(quote: str, evidence: str, language: str) -> QuoteCode | None:
    ours, theirs = fold(quote).text, fold(evidence).text
    if Counter(_FIGURE.findall(ours)) != Counter(_FIGURE.findall(theirs)):
        return QuoteCode.NUMBER_DIFFERS
    if _replaces_a_number(ours, theirs, language):
        return QuoteCode.NUMBER_DIFFERS
    if negations(ours) != negations(theirs):
        return QuoteCode.NEGATION_DIFFERS
    if _units(ours) != _units(theirs):
        return QuoteCode.UNIT_DIFFERS
    if _names(quote) != _names(evidence):
        return QuoteCode.NAME_DIFFERS
    return None


def _replaces_a_number(ours: str, theirs: str, language: str) -> bool:
    """Whether a number word of one is another in the other; one that is only left out is not."""
    said, meant = number_words(ours, language), number_words(theirs, language)
    return bool(said - meant) and bool(meant - said)


def _units(folded: str) -> list[str]:
    return [each[0] or each[1] for each in _UNIT.findall(folded)]


def _names(text: str) -> set[str]:
    """Give the capitalised words of *text* but the first of a sentence, folded."""
    return {fold(each).text for each in _NAME.findall(text)}


def _apart(index: Index, folded: str) -> int:
    """Say how far apart two things stand in the text of which what was *folded* is made; 0 if it is not."""
    head, rest = _halves(index, folded)
    if min(len(head), len(rest)) < _MIN_PART or not tells(rest) or not index.occurs(rest):
        return 0
    ends = index.folding.text.index(head) + len(head)
    follows = index.folding.text.find(rest, ends)
    if min(len(head), len(rest)) < _LONG_PART:
        return 1
    return max(follows - ends, 1) if follows >= 0 else _FAR + 1


def _halves(index: Index, folded: str) -> tuple[str, str]:
    """Give the longest beginning of whole words that the text has, and the rest."""
    places = [each.start() for each in re.finditer(r"(?<=\S) (?=\S)", folded)] or list(range(1, len(folded)))
    low, high = 0, len(places)
    while low < high:
        middle = (low + high) // 2
        if index.occurs(folded[: places[middle]]):
            low = middle + 1
        else:
            high = middle
    at = places[low - 1] if low else 0
    return folded[:at], folded[at:].strip()
