"""Numbers that are written as words, read from a text: *three hundred and twenty*, *two thirds*, *a dozen*."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from attrs import define, frozen

from tesserix_rag.evidence.numberwords import (
    ADDENDS,
    COLLIDING,
    DENOMINATORS,
    FACTORS,
    JOINED_BY,
    german_number,
)
from tesserix_rag.evidence.units import SCALES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tesserix_rag.evidence.lexemes import Lexeme

SHARE: Final = "/"
"""How the writing of a share begins, which says its unit."""


@frozen
class Numeral:
    """
    A number without its unit.

    Args:
        value: The number; nothing where it cannot be told.
        written: How it is written, for what cannot be told otherwise.
        end: Where it ends, in lexemes.
        otherwise: The number that it is in other languages, where its separator says something else there.
    """

    value: Fraction | None
    written: str
    end: int
    otherwise: Fraction | None = None


def read_spelled(lexemes: Sequence[Lexeme], at: int, language: str) -> Numeral | None:
    """Read the number that is spelled from *at* on; nothing where none is."""
    return _fraction(lexemes, at, language) or _spelled(lexemes, at, language)


_ONE: Final = frozenset({"a", "ein", "un", "une", "die", "la"})
_HALVES: Final = frozenset({"half", "hälfte", "moitié", "mitad"})


def _fraction(lexemes: Sequence[Lexeme], at: int, language: str) -> Numeral | None:
    """Read a share that is written as words, such as *two thirds*; its unit is a share, of one."""
    first, second, third = (*(each.key for each in lexemes[at : at + 3]), "", "")[:3]
    if first in _ONE and second in DENOMINATORS:
        return _share(1, second, at + 2)
    if first in _HALVES:
        scale, end = (third, at + 3) if second in {"a", "of"} else (second, at + 2)
        if scale in SCALES:
            return Numeral(SCALES[scale] / 2, first, end)
        return _share(1, first, at + 1)
    top = _lexicon(language).get(first)
    if top and second in DENOMINATORS and second != "second":
        return _share(top, second, at + 2)
    return None


def _share(top: int, denominator: str, end: int) -> Numeral:
    return Numeral(Fraction(top, DENOMINATORS[denominator]), f"{SHARE}{denominator}", end)


def _lexicon(language: str) -> dict[str, int]:
    return ADDENDS[language] if language else _ANY


_ANY: Final = {
    word: value for each in ADDENDS.values() for word, value in each.items() if word not in COLLIDING
}


def _spelled(lexemes: Sequence[Lexeme], at: int, language: str) -> Numeral | None:
    word = lexemes[at].key
    if word == "ein" or (not language and word in COLLIDING):
        return None
    if language in {"de", ""} and word not in ADDENDS["en"] and word not in ADDENDS["de"]:
        compound = german_number(word)
        if compound is not None:
            return Numeral(Fraction(compound), word, at + 1)
    for each in (language,) if language else tuple(ADDENDS):
        end, value = _Sum(each).read(lexemes, at)
        if value is not None:
            return Numeral(value, "spelled", end)
    return None


_BLANKS: Final = "- \n\t\u00a0\u00ad"
_MOST_WORDS: Final = 16
_LARGEST: Final = 10**18
_HUNDRED: Final = 100
_TWENTY: Final = 20
_TEN: Final = 10
_FOUR: Final = 4
_SCORE: Final = 76
"""What *vingt* adds behind the four that it is multiplied by."""


@define
class _Sum:
    """
    Number words of one language that are added and multiplied as they come.

    Args:
        language: Whose words.
        whole: What the thousands and millions so far come to.
        part: What has come behind them.
        last: What the last word added or multiplied by.
        found: How many words there were.
    """

    language: str
    whole: int = 0
    part: int = 0
    last: int = _LARGEST
    found: int = 0

    def read(self, lexemes: Sequence[Lexeme], at: int) -> tuple[int, Fraction | None]:
        """Take words from *at* on, as far as they make one number."""
        end = at
        if lexemes[at].key == "a" and self._is_counted(lexemes[at + 1 : at + 2]):
            end, self.part = at + 1, 1
        while end < min(len(lexemes), at + _MOST_WORDS) and (end == at or not lexemes[end].gap.strip(_BLANKS)):
            word = lexemes[end].key
            if self._joins(word, lexemes[end + 1 : end + 2]):
                end += 1
            elif self._takes(word):
                end, self.found = end + 1, self.found + 1
            else:
                break
        if not self.found:
            return at, None
        decimals, end = self._decimals(lexemes, end)
        return end, self.whole + self.part + decimals

    def _is_counted(self, following: Sequence[Lexeme]) -> bool:
        return bool(following) and (following[0].key in FACTORS[self.language] or following[0].key == _DOZEN)

    def _joins(self, word: str, following: Sequence[Lexeme]) -> bool:
        """Whether *and* stands inside a number here, and not between two."""
        if word != JOINED_BY[self.language] or not following or not self.found:
            return False
        adds = ADDENDS[self.language].get(following[0].key, 0)
        if self.language == "en":
            return bool(adds) and _HUNDRED <= self.last < _LARGEST and adds < _HUNDRED
        return bool(adds) and _TEN < self.last < _LARGEST and adds < self.last

    def _takes(self, word: str) -> bool:
        """Add or multiply by a word, if it may stand here."""
        if word in ADDENDS[self.language]:
            return self._adds(ADDENDS[self.language][word])
        if word == _DOZEN and self.language == "en" and not self.whole:
            self.part, self.last = (self.part or 1) * 12, 0
            return True
        factor = FACTORS[self.language].get(word)
        if factor is None or self.last == 0:
            return False
        if factor == _HUNDRED:
            self.part = (self.part or 1) * factor
        else:
            self.whole, self.part = self.whole + (self.part or 1) * factor, 0
        self.last = factor
        return True

    def _adds(self, value: int) -> bool:
        if self.language == "fr" and value == _TWENTY and self.part % _HUNDRED == _FOUR:
            self.part, self.last = self.part + _SCORE, _TWENTY
            return True
        if self.found and not (value < self.last and self.last >= _TEN):
            return False
        self.part, self.last = self.part + value, value or 1
        return True

    def _decimals(self, lexemes: Sequence[Lexeme], at: int) -> tuple[Fraction, int]:
        """Read what stands behind *point*, digit by digit."""
        digits, end = "", at + 1
        addends = ADDENDS[self.language]
        if self.language == "en" and at < len(lexemes) and lexemes[at].key == "point":
            while end < len(lexemes) and len(digits) < _TEN and addends.get(lexemes[end].key, _TEN) < _TEN:
                digits, end = f"{digits}{addends[lexemes[end].key]}", end + 1
        return (Fraction(int(digits), 10 ** len(digits)), end) if digits else (Fraction(0), at)


_DOZEN: Final = "dozen"
