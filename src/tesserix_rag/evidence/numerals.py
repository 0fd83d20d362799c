"""Numbers that are written with digits or ideographs, read from a text."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from tesserix_rag.evidence.lexemes import Lexeme, Shape
from tesserix_rag.evidence.numberwords import HAN_NUMERALS, han_number
from tesserix_rag.evidence.spelling import SHARE, Numeral, read_spelled
from tesserix_rag.evidence.units import SCALES

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_DIGITS: Final = 40
_GROUP: Final = 3


def read_numeral(lexemes: Sequence[Lexeme], at: int, language: str) -> Numeral | None:
    """Read the number that begins at *at*, without its unit; nothing where none begins."""
    first = lexemes[at]
    if first.shape is Shape.NUMBER:
        return _digits(lexemes, at, language)
    if first.shape is Shape.HAN:
        return _han(lexemes, at)
    if first.shape is Shape.WORD:
        return read_spelled(lexemes, at, language)
    return _vulgar(first, at)


def _vulgar(lexeme: Lexeme, at: int) -> Numeral | None:
    top, slash, bottom = lexeme.text.partition("\u2044")
    if not slash or not (top.isdecimal() and bottom.isdecimal()) or not int(bottom):
        return None
    return Numeral(Fraction(int(top), int(bottom)), lexeme.text, at + 1)


def _digits(lexemes: Sequence[Lexeme], at: int, language: str) -> Numeral:
    first = lexemes[at]
    written = "".join(str(int(each)) if each.isdecimal() else each for each in first.text)
    value = plain_value(written, language)
    end = at + 1
    part = _vulgar(lexemes[end], end) if end < len(lexemes) and not lexemes[end].gap else None
    if value is not None and part is not None and part.value is not None:
        return Numeral(value + part.value, f"{written}{part.written}", end + 1)
    bottom = _denominator(lexemes, end)
    if value is not None and bottom is not None and value < bottom:
        return Numeral(value / bottom, f"{SHARE}{written}", end + 2)
    if value is not None and _continues_in_han(lexemes, end):
        return _mixed(lexemes, at, value, written)
    return Numeral(value, written, end, _otherwise(lexemes, at, written, language))


def _denominator(lexemes: Sequence[Lexeme], at: int) -> int | None:
    """Give the number behind a slash, as in 2/3."""
    if at + 1 >= len(lexemes) or lexemes[at].key != "/" or lexemes[at].gap or lexemes[at + 1].gap:
        return None
    text = lexemes[at + 1].text
    return int(text) if text.isdecimal() and len(text) <= _DENOMINATOR_DIGITS else None


_DENOMINATOR_DIGITS: Final = 2


def _continues_in_han(lexemes: Sequence[Lexeme], at: int) -> bool:
    return at < len(lexemes) and lexemes[at].key in "万萬億亿兆千" and not lexemes[at].gap


def _mixed(lexemes: Sequence[Lexeme], at: int, value: Fraction, written: str) -> Numeral:
    """Read what mixes digits and ideographs, such as 4億2000万."""
    whole, end = Fraction(0), at + 1
    while _continues_in_han(lexemes, end):
        whole += value * SCALES[lexemes[end].key]
        written, end, value = written + lexemes[end].key, end + 1, Fraction(0)
        if end < len(lexemes) and lexemes[end].shape is Shape.NUMBER and not lexemes[end].gap:
            further = lexemes[end].text
            value = plain_value(further, "") or Fraction(0)
            written, end = written + further, end + 1
    return Numeral(whole + value, written, end)


def plain_value(written: str, language: str) -> Fraction | None:
    """
    Give the number that digits and their separators say; nothing where that cannot be told.

    A single separator before three digits parts thousands or decimals: a comma parts thousands, save in
    languages that write decimals with it; a stop is left open, save where the language is known.
    """
    text = "".join(each for each in written if not each.isspace() and each not in "'’\u066c")
    text = text.replace("\u066b", ".")
    if sum(each.isdecimal() for each in text) > _MOST_DIGITS or ":" in text:
        return None
    separators = [each for each in text if each in ".,"]
    if not separators:
        return Fraction(int(text))
    head, *groups = text.replace(",", ".").split(".")
    if len(set(separators)) > 1:
        return _parted(text, separators)
    if len(groups) > 1:
        return Fraction(int("".join((head, *groups)))) if _are_thousands(head, groups) else None
    if not _are_thousands(head, groups):
        return _decimal(head, groups[0])
    return _one_group(head, groups[0], separators[0], language)


def _one_group(head: str, group: str, separator: str, language: str) -> Fraction | None:
    if not language:
        return Fraction(int(head + group)) if separator == "," else None
    thousands = "," if language == "en" else "."
    return Fraction(int(head + group)) if separator == thousands else _decimal(head, group)


def _otherwise(lexemes: Sequence[Lexeme], at: int, written: str, language: str) -> Fraction | None:
    """Give what digits say in other languages, unless they are written as is usual in this one."""
    head, separator, group = written.replace(",", ".").partition(".")
    if not separator or not group.isdecimal() or not _are_thousands(head, [group]):
        return None
    thousands = Fraction(int(head + group))
    if language:
        return None if plain_value(written, language) == thousands else thousands
    return _decimal(head, group) if "," in written and _is_among_letters_of_europe(lexemes, at) else None


def _is_among_letters_of_europe(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether no word of a script stands around that parts thousands with commas only."""
    around = lexemes[max(0, at - _NEAR) : at + _NEAR + 1]
    return not any(each.key[:1].isalpha() and each.key[:1] >= _BEYOND_EUROPE for each in around)


_NEAR: Final = 6
_BEYOND_EUROPE: Final = "\u0530"


def _parted(text: str, separators: Sequence[str]) -> Fraction | None:
    """Give the number of digits with both separators: the last one parts decimals, and stands once."""
    last = separators[-1]
    whole, _, decimals = text.rpartition(last)
    head, *groups = whole.replace(",", ".").split(".")
    if last in separators[:-1] or not _are_thousands(head, groups):
        return None
    return _decimal("".join((head, *groups)), decimals)


def _are_thousands(head: str, groups: Sequence[str]) -> bool:
    return 1 <= len(head) <= _GROUP and not head.startswith("0") and all(len(each) == _GROUP for each in groups)


def _decimal(whole: str, decimals: str) -> Fraction:
    return Fraction(int(whole + decimals), 10 ** len(decimals))


def _han(lexemes: Sequence[Lexeme], at: int) -> Numeral | None:
    """Read a number of ideographs; one alone is more often a part of a word."""
    end = at
    while end < len(lexemes) and lexemes[end].key in HAN_NUMERALS and (end == at or not lexemes[end].gap):
        end += 1
    numerals = "".join(each.key for each in lexemes[at:end])
    if not numerals or (len(numerals) == 1 and not _is_counted(lexemes, end)):
        return None
    value = han_number(numerals)
    return Numeral((Fraction(value) if value is not None else None), numerals, end)


def _is_counted(lexemes: Sequence[Lexeme], at: int) -> bool:
    return at < len(lexemes) and lexemes[at].key in "年月日人名円元歳岁个個本回件台倍%％"
