"""Which words of a text are numbers, and whether two wordings differ in nothing else."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from tesserix_rag.evidence.edges import is_unspaced
from tesserix_rag.evidence.numberwords import (
    ADDENDS,
    COLLIDING,
    DENOMINATORS,
    FACTORS,
    HAN_NUMERALS,
    ORDINALS,
    german_number,
)
from tesserix_rag.evidence.searching import tells
from tesserix_rag.evidence.units import SCALES

if TYPE_CHECKING:
    from collections.abc import Iterable

_OF_LANGUAGES: Final = {name: ADDENDS[name].keys() | FACTORS[name].keys() for name in ADDENDS}
_SCALING: Final = frozenset(word for word in SCALES if word.isascii() and len(word) > len("tn"))
_ANY: Final = (
    frozenset[str]().union(*_OF_LANGUAGES.values(), _SCALING, ORDINALS, DENOMINATORS) - COLLIDING - {"a"}
)
_HAN: Final = f"[{''.join(sorted(HAN_NUMERALS))}]"
_FIGURE: Final = r"[-+]?\d+(?:[.,:/' ]\d+)*(?:st|nd|rd|th)?|[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079]+"
_NUMBER_OR_WORD: Final = re.compile(rf"(?P<number>{_FIGURE}|{_HAN}+)|(?:(?!{_HAN})[^\W\d_])+")
_MARK: Final = "\x00"
_JOINED: Final = re.compile(
    rf"{_MARK}(?:(?:[ -](?:(?:and|und|et|y)[ -])?)?{_MARK}|[ -]et[ -]une?\b|[ -]y[ -]un[oa]?\b)*"
)


def is_number_word(word: str, language: str) -> bool:
    """Whether the folded *word* says a number, or a place in an order, in a text in *language*."""
    if word in _ANY or word in _OF_LANGUAGES.get(language, ()):
        return True
    return word not in COLLIDING and german_number(word) is not None


def number_words(folded: str, language: str) -> Counter[str]:
    """Count the number words of the *folded* text."""
    words = (each[0] for each in _NUMBER_OR_WORD.finditer(folded) if each["number"] is None)
    return Counter(each for each in words if is_number_word(each, language))


def are_renumbered(quotes: Iterable[str], text: str, language: str) -> bool:
    """Whether the folded *text* has each of the folded *quotes* but for its numbers."""
    sought = [_unnumbered(each, language) for each in quotes]
    if not sought or not all(_MARK in each and tells(each.replace(_MARK, " ")) for each in sought):
        return False
    whole = _unnumbered(text, language)
    return all(re.search(_apart(each), whole) for each in sought)


def _unnumbered(folded: str, language: str) -> str:
    """Give what is *folded* with one mark for each number."""
    meant: dict[str, str] = {}

    def marked(found: re.Match[str]) -> str:
        word = found[0]
        if word not in meant:
            is_number = found["number"] is not None or is_number_word(word, language)
            meant[word] = _MARK if is_number else word
        return meant[word]

    return _JOINED.sub(_MARK, _NUMBER_OR_WORD.sub(marked, folded))


def _apart(sought: str) -> str:
    """Give a pattern for what is *sought* where it begins and ends between words."""
    before = r"(?<!\w)" if sought[0].isalnum() and not is_unspaced(sought[0]) else ""
    after = r"(?!\w)" if sought[-1].isalnum() and not is_unspaced(sought[-1]) else ""
    return f"{before}{re.escape(sought)}{after}"
