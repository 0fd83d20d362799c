"""Figures in a text: what number they say, of what, and whether two of them say the same."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag.evidence.lexemes import Lexeme, Shape
from tesserix_rag.evidence.numberwords import ORDINALS
from tesserix_rag.evidence.numerals import read_numeral
from tesserix_rag.evidence.spelling import SHARE, Numeral
from tesserix_rag.evidence.units import (
    CASED_UNITS,
    CURRENCIES,
    LONG_SCALES,
    LONGEST_SPELLED,
    MILLION_SIGNS,
    SCALES,
    SPELLED_UNITS,
    UNITS,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_YEARS: Final = range(1000, 2200)


@frozen
class Figure:
    """
    A number, and of what.

    Args:
        value: The number in the basic unit; nothing where it cannot be told.
        unit: What is measured, a currency, ``ordinal``, or nothing.
        written: Its digits, for what cannot be told otherwise.
        otherwise: The number that its digits say in other languages, if they say another one there.
    """

    value: Fraction | None = field(repr=False)
    unit: str = ""
    written: str = field(default="", repr=False)
    otherwise: Fraction | None = field(default=None, repr=False)

    @property
    def is_year(self) -> bool:
        """Whether it may name a year."""
        return (
            not self.unit
            and self.written.isascii()
            and self.written.isdecimal()
            and len(self.written) == _YEAR_DIGITS
            and int(self.written) in _YEARS
        )

    def says(self, other: Figure) -> bool:
        """Whether it says the same as *other*."""
        if self.unit != other.unit or self.value != other.value:
            return False
        is_plain = self.value is not None and self.otherwise is None and other.otherwise is None
        return is_plain or self.written == other.written

    def may_say(self, other: Figure) -> bool:
        """Whether it says the same as *other* in one of the ways to read the two."""
        return self.unit == other.unit and not self._readings.isdisjoint(other._readings)

    @property
    def _readings(self) -> frozenset[Fraction]:
        return frozenset(each for each in (self.value, self.otherwise) if each is not None)


_YEAR_DIGITS: Final = 4
_NOTHING: Final = Lexeme(Shape.SIGN, "", "", 0, 0, "")


def read_figure(lexemes: Sequence[Lexeme], at: int, language: str) -> tuple[Figure, int] | None:
    """
    Read the figure that begins at *at*.

    Returns:
        The figure and where it ends, in lexemes; nothing where none begins.
    """
    first = lexemes[at]
    currency = _currency_before(lexemes, at)
    begin = at + 1 if currency else at
    numeral = read_numeral(lexemes, begin, language)
    if numeral is None:
        return None if currency else _ordinal(first, at)
    times, end = _scale(lexemes, numeral.end, language, is_money=bool(currency))
    unit, size, end = (currency, Fraction(1), end) if currency else _unit(lexemes, end)
    if unit == "length" and lexemes[end - 1].text == "M":
        unit, size, times = "", Fraction(1), times * 10**6
    if not unit and numeral.written.startswith(SHARE):
        unit = "share"
    is_negative = _is_negative(lexemes, begin) or _is_negative(lexemes, at)
    return _figure(numeral, -times if is_negative else times, size, unit), end


def _figure(numeral: Numeral, times: Fraction, size: Fraction, unit: str) -> Figure:
    value, otherwise = (
        None if each is None else each * times * size for each in (numeral.value, numeral.otherwise)
    )
    factor = times if value is not None else times * size
    return Figure(value, unit, numeral.written if factor == 1 else f"{numeral.written}*{factor}", otherwise)


def _ordinal(lexeme: Lexeme, at: int) -> tuple[Figure, int] | None:
    place = ORDINALS.get(lexeme.key)
    return (Figure(Fraction(place), "ordinal", lexeme.key), at + 1) if place is not None else None


def _currency_before(lexemes: Sequence[Lexeme], at: int) -> str:
    """Give the currency of an amount that begins with it."""
    first = lexemes[at]
    is_code = first.shape is Shape.SIGN or (first.text.isupper() and len(first.text) == _CODE)
    following = lexemes[at + 1] if at + 1 < len(lexemes) else _NOTHING
    if not is_code or following.shape is not Shape.NUMBER or following.gap.strip():
        return ""
    return CURRENCIES.get(first.key, "")


_CODE: Final = 3


def _is_negative(lexemes: Sequence[Lexeme], at: int) -> bool:
    gap = lexemes[at].gap
    if gap.endswith("-"):
        return at == 0 or gap[-2:-1].isspace() or gap[-2:-1] in {"(", "["}
    before = lexemes[at - 1] if at else _NOTHING
    return not gap and before.key == "−"


def _scale(lexemes: Sequence[Lexeme], at: int, language: str, *, is_money: bool) -> tuple[Fraction, int]:
    """Read what the number is multiplied by, such as *million*."""
    if at >= len(lexemes) or lexemes[at].gap.strip():
        return Fraction(1), at
    word = lexemes[at]
    if word.text in MILLION_SIGNS and (
        is_money or word.text in {"mn", "Mn"} or _money_follows(lexemes, at + 1)
    ):
        return Fraction(10**6), at + 1
    if word.key in {"k", "b"} and word.gap:
        return Fraction(1), at
    if language in {"de", "fr"} and word.key in LONG_SCALES:
        return LONG_SCALES[word.key], at + 1
    if word.key in SCALES:
        again, end = (
            _scale(lexemes, at + 1, language, is_money=False)
            if word.key in {"hundred", "thousand"}
            else (Fraction(1), at + 1)
        )
        return SCALES[word.key] * again, end
    return Fraction(1), at


def _money_follows(lexemes: Sequence[Lexeme], at: int) -> bool:
    return at < len(lexemes) and not lexemes[at].gap.strip() and lexemes[at].key in CURRENCIES


def _unit(lexemes: Sequence[Lexeme], at: int) -> tuple[str, Fraction, int]:
    """Read the unit behind a number, and what it is measured per."""
    name, end = _unit_name(lexemes, at)
    if not name:
        return "", Fraction(1), at
    if name in CURRENCIES:
        return CURRENCIES[name], Fraction(1), end
    dimension, factor = UNITS.get(name, (name, Fraction(1)))
    if end + 1 < len(lexemes) and lexemes[end].key == "/" and lexemes[end + 1].shape is Shape.WORD:
        return f"{dimension}/{lexemes[end + 1].key}", factor, end + 2
    return dimension, factor, end


def _stop_behind(lexeme: Lexeme) -> set[str]:
    """Give the stop that an abbreviated scale may have between itself and the unit."""
    return {"."} if lexeme.key in {"mio", "mrd", "tsd", "mill", "bn", "mn"} else set()


def _unit_name(lexemes: Sequence[Lexeme], at: int) -> tuple[str, int]:
    if at >= len(lexemes) or lexemes[at].gap.strip() not in {"", "-", *_stop_behind(lexemes[at - 1])}:
        return "", at
    for length in range(LONGEST_SPELLED, 1, -1):
        spelled = tuple([each.key for each in lexemes[at : at + length]])
        if len(spelled) == length and spelled in SPELLED_UNITS:
            return SPELLED_UNITS[spelled], at + length
    word = lexemes[at]
    if word.text in CASED_UNITS:
        return CASED_UNITS[word.text], at + 1
    if word.key in UNITS or word.key in CURRENCIES:
        return word.key, at + 1
    return "", at
