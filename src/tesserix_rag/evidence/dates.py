"""Dates in a text, in whatever order and language they are written, and whether one says what another says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag.evidence.lexemes import Lexeme, Shape
from tesserix_rag.evidence.listing import listed
from tesserix_rag.evidence.numberwords import HAN_NUMERALS, ORDINALS, han_number

if TYPE_CHECKING:
    from collections.abc import Sequence

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar jänner janvier enero",
            "february feb februar février febrero",
            "march mar märz mars marzo",
            "april apr avril abril",
            "may mai mayo",
            "june jun juni juin junio",
            "july jul juli juillet julio",
            "august aug août agosto",
            "september sep sept septembre septiembre",
            "october oct oktober okt octobre octubre",
            "november nov novembre noviembre",
            "december dec dezember dez décembre diciembre",
        ),
        start=1,
    )
    for name in names.split()
}
_ALSO_WORDS: Final = frozenset(listed("may march mar mars jan dec august"))
_SUFFIXES: Final = frozenset(listed("st nd rd th er º ª"))
_BETWEEN: Final = frozenset(listed("of de del"))
_BEFORE_MONTH: Final = frozenset(listed("in im en since until by seit bis depuis desde late early mid"))
_BEFORE_YEAR: Final = _BEFORE_MONTH | frozenset(listed("year jahr année año from of"))
_MOST_DAYS: Final = 31
_MOST_MONTHS: Final = 12
_YEAR_DIGITS: Final = 4


@frozen
class Date:
    """
    A day, a month or a year.

    Args:
        year: The year, if it is said.
        month: The month, if it is said.
        day: The day, if it is said.
        written: How it is written, where day and month cannot be told apart.
    """

    year: int | None = field(default=None, repr=False)
    month: int | None = field(default=None, repr=False)
    day: int | None = field(default=None, repr=False)
    written: str = field(default="", repr=False)

    def says(self, other: Date) -> bool:
        """Whether *other* says all that it says, and perhaps more."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return self.written in {"", other.written} and all(one is None or one == two for one, two in pairs)

    def denies(self, other: Date) -> bool:
        """Whether both say the year, the month or the day, and not the same."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return any(None not in {one, two} and one != two for one, two in pairs)


def read_date(lexemes: Sequence[Lexeme], at: int) -> tuple[Date, int] | None:
    """
    Read the date that begins at *at*.

    Returns:
        The date and where it ends, in lexemes; nothing where none begins.
    """
    first = lexemes[at]
    if first.shape is Shape.HAN:
        return _han_date(lexemes, at)
    if first.shape is Shape.NUMBER:
        return _dotted(first, at) or _parted(lexemes, at) or _han_date(lexemes, at) or _day_first(lexemes, at)
    if first.key in ORDINALS:
        return _day_first(lexemes, at)
    return _month_first(lexemes, at)


def follows_preposition(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether a number of four digits at *at* is said to be a year by the word before it."""
    return at > 0 and lexemes[at - 1].key in _BEFORE_YEAR


def _number(lexemes: Sequence[Lexeme], at: int) -> int | None:
    """Give a number of at most four digits that stands alone."""
    if at >= len(lexemes) or lexemes[at].shape is not Shape.NUMBER:
        return None
    text = lexemes[at].text
    return int(text) if text.isdecimal() and len(text) <= _YEAR_DIGITS else None


def _year(lexemes: Sequence[Lexeme], at: int) -> int | None:
    value = _number(lexemes, at)
    return value if value is not None and len(lexemes[at].text) == _YEAR_DIGITS else None


def _key(lexemes: Sequence[Lexeme], at: int) -> str:
    return lexemes[at].key if 0 <= at < len(lexemes) else ""


def _month(lexemes: Sequence[Lexeme], at: int) -> int | None:
    """Give the month that a word names; some of these are other words without a capital letter."""
    key = _key(lexemes, at)
    if key in _ALSO_WORDS and not lexemes[at].text[:1].isupper():
        return None
    return MONTHS.get(key)


def _is_day(value: int | None) -> bool:
    return value is not None and 1 <= value <= _MOST_DAYS


def _dotted(lexeme: Lexeme, at: int) -> tuple[Date, int] | None:
    """Read 31.3.2024, or 2024.03.31."""
    groups = lexeme.text.split(".")
    if len(groups) != len(("day", "month", "year")) or not all(each.isdecimal() for each in groups):
        return None
    if len(groups[0]) == _YEAR_DIGITS:
        groups.reverse()
    if len(groups[2]) != _YEAR_DIGITS or max(len(groups[0]), len(groups[1])) > len("31"):
        return None
    day, month, year = map(int, groups)
    is_date = _is_day(day) and 1 <= month <= _MOST_MONTHS
    return (Date(year, month, day), at + 1) if is_date else None


def _parted(lexemes: Sequence[Lexeme], at: int) -> tuple[Date, int] | None:
    """Read 2024-03-31, 31-03-2024, or 31/3/2024."""
    slashes = 2 if _key(lexemes, at + 1) == "/" and _key(lexemes, at + 3) == "/" else 1
    second, third = at + slashes, at + 2 * slashes
    if third >= len(lexemes):
        return None
    if slashes == 1 and (lexemes[second].gap, lexemes[third].gap) != ("-", "-"):
        return None
    values = [_number(lexemes, each) for each in (at, second, third)]
    if None in values:
        return None
    one, two, three = (each or 0 for each in values)
    if _year(lexemes, at) is not None and 1 <= two <= _MOST_MONTHS and _is_day(three):
        return Date(one, two, three), third + 1
    if _year(lexemes, third) is None or not (_is_day(one) and _is_day(two)) or min(one, two) > _MOST_MONTHS:
        return None
    return _either(one, two, three), third + 1


def _either(one: int, two: int, year: int) -> Date:
    """Give the date of two numbers that may be day and month or month and day."""
    if one == two or one > _MOST_MONTHS:
        return Date(year, two, one)
    if two > _MOST_MONTHS:
        return Date(year, one, two)
    return Date(year, written=f"{one}/{two}")


def _day_first(lexemes: Sequence[Lexeme], at: int) -> tuple[Date, int] | None:
    """Read 31 March 2024, 31st of March, or 31 de marzo de 2024."""
    day = ORDINALS.get(_key(lexemes, at)) or _number(lexemes, at)
    if not _is_day(day):
        return None
    end = at + 1
    end += _key(lexemes, end) in _SUFFIXES
    end += _key(lexemes, end) in _BETWEEN
    month = _month(lexemes, end)
    if month is None or lexemes[end].gap.strip(" .\n\t\u00a0"):
        return None
    return _with_year(lexemes, end + 1, month, day)


def _with_year(lexemes: Sequence[Lexeme], at: int, month: int, day: int | None) -> tuple[Date, int]:
    end = at + (_key(lexemes, at) in _BETWEEN)
    year = _year(lexemes, end)
    if year is None or lexemes[end].gap.strip(" ,.\n\t\u00a0"):
        return Date(None, month, day), at
    return Date(year, month, day), end + 1


def _month_first(lexemes: Sequence[Lexeme], at: int) -> tuple[Date, int] | None:
    """Read March 31, 2024, March 31st, March 2024, or March behind a preposition."""
    month = _month(lexemes, at)
    if month is None:
        return None
    day = _number(lexemes, at + 1)
    if _is_day(day) and not lexemes[at + 1].gap.strip(" .\u00a0") and _year(lexemes, at + 1) is None:
        end = at + 2
        end += _key(lexemes, end) in _SUFFIXES and not lexemes[end].gap
        return _with_year(lexemes, end, month, day)
    date, end = _with_year(lexemes, at + 1, month, None)
    is_said = date.year is not None or _key(lexemes, at - 1) in _BEFORE_MONTH
    return (date, end) if is_said else None


def _han_date(lexemes: Sequence[Lexeme], at: int) -> tuple[Date, int] | None:
    """Read 2024年3月31日, or a part of it."""
    said: dict[str, int] = {}
    end = at
    for sign in "年月日":
        value, behind = _han_value(lexemes, end)
        if value is not None and _key(lexemes, behind) == sign and not lexemes[behind].gap:
            said[sign], end = value, behind + 1
    if not said or set(said) == {"日"}:
        return None
    return Date(said.get("年"), said.get("月"), said.get("日")), end


def _han_value(lexemes: Sequence[Lexeme], at: int) -> tuple[int | None, int]:
    value = _number(lexemes, at)
    if value is not None:
        return value, at + 1
    end = at
    while _key(lexemes, end) in HAN_NUMERALS and (end == at or not lexemes[end].gap):
        end += 1
    numerals = "".join(each.key for each in lexemes[at:end])
    return (han_number(numerals), end) if numerals else (None, at)
