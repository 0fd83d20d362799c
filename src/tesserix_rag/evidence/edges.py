"""Where a quotation may begin and end: between words and numbers, never inside one."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category

from tesserix_rag.evidence.apostrophes import is_apostrophe, is_owner, joins
from tesserix_rag.evidence.wholenumbers import are_one_number
from tesserix_rag.evidence.wording import MAGNITUDES
from tesserix_rag.text.folding import fold

_AROUND: Final = 48
_FAR: Final = 300
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\ua9e0-\ua9ff\uaa60-\uaa7f"
    "\u3005-\u3007\u3021-\u3029\u3041-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00016fe0-\U00018cff\U0001aff0-\U0001b16f\U00020000-\U000323af]"
)
_PRIMES: Final = frozenset("\u2032\u2033")
_HAN_NUMERALS: Final = frozenset("〇零一二三四五六七八九十百千万亿萬億兆两兩")
_HAN_MAGNITUDES: Final = frozenset("十百千万亿萬億兆%")
# Between two figures these are a part of the number, the date, the time, the range or the sum.
_INSIDE: Final = frozenset(".,:/-'*\u00d7^\u00b7\u066b\u066c_~")
_SIGNS: Final = frozenset("-+\u00b1")
_RELATIONS: Final = frozenset("<>\u2264\u2265\u2260\u00b1")
_BEHIND: Final = frozenset("%\u2030\u00b0\u2032\u2033")
_GROUPED_BEFORE: Final = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})* \Z")
_GROUPED_AFTER: Final = re.compile(r"(?: \d{3})+(?![\d])")
_GROUP: Final = re.compile(r"\d{3}(?!\d)")
_LAST_GROUP: Final = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})*\Z")
_CUT_BEFORE: Final = re.compile(r"[^\W\d_]\s*[-\u2010\u2011\u00ad]\s*\n\s*\Z")
_CUT_AFTER: Final = re.compile(r"\s*[-\u2010\u2011\u00ad]\s*\n\s*[^\W\d_]")
_SIGNED: Final = re.compile(r"(?<!\w)[-+\u2010-\u2015\u2212\u00b1\ufe63\uff0d]\Z")
_PAUSE: Final = re.compile(r"[\uff0c\u3001](?![\uff10-\uff19])")
_EMPHASISED: Final = 2_000
_OPENS: Final = re.compile(r"(?<!\w)_{1,3}(?:(?=[^\s_])|\Z)")
_CLOSES: Final = re.compile(r"(?<=[^\s_])_{1,3}(?!\w)")
_YEAR_BEFORE: Final = re.compile(r"(?<![\d.,/:-])[12]\d{3}-\Z")
_YEAR_AFTER: Final = re.compile(r"-?[12]\d{3}(?![\d/:-]|[.,]\d)")
_LAST_YEAR: Final = re.compile(r"(?<![\d.,/:-])[12]\d{3}\Z")
_PLAIN_BEFORE: Final = re.compile(r"[A-Za-z,.;:)] \Z", re.ASCII)
_PLAIN_AFTER: Final = re.compile(r" [A-Za-z(]|[.,;:]? [A-Za-z(]|[.,;:!?)]\Z", re.ASCII)


def stands_apart(text: str, start: int, end: int) -> bool:
    """Whether the characters of *text* from *start* to *end* begin and end between words and numbers."""
    return _begins(text, start) and _ends(text, start, end)


def _begins(text: str, start: int) -> bool:
    before = _before(text, start)
    if not before:
        return True
    first, inside = text[start], text[start : start + _AROUND]
    if are_one_number(before, inside):
        return False
    if first.isascii() and first.isalpha() and _PLAIN_BEFORE.search(before):
        return True
    if _is_inside_word(before[-1], first) or _is_cut_before(before, first):
        return False
    if not is_unspaced(first) and joins(before, inside):
        return False
    return not _joins_left(context(before), fold(inside).text, inside)


def _before(text: str, start: int) -> str:
    """Give what stands before a place, without the underscores that emphasise what begins there."""
    before = text[max(0, start - _AROUND) : start]
    opened = _OPENS.search(before) if before.endswith("_") else None
    if opened is None or _CLOSES.search(text, start, start + _EMPHASISED) is None:
        return before
    return before[: opened.start()]


def _after(text: str, end: int) -> str:
    """Give what stands behind a place, without the underscores that emphasise what ends there."""
    closed = _CLOSES.match(text, end)
    if closed is None or _OPENS.search(text, max(0, end - _EMPHASISED), end) is None:
        return text[end : end + _AROUND]
    return text[closed.end() : closed.end() + _AROUND]


def _is_cut_before(before: str, first: str) -> bool:
    """Whether a sign or a hyphen at a line's end belongs to what begins with *first*."""
    if first.isnumeric() and _SIGNED.search(before):
        return True
    return first.islower() and _CUT_BEFORE.search(before) is not None


def _ends(text: str, start: int, end: int) -> bool:
    after = _after(text, end)
    if not after:
        return True
    last, inside = text[end - 1], text[max(start, end - _AROUND) : end]
    if are_one_number(inside, after):
        return False
    if last.isascii() and last.isalpha() and _PLAIN_AFTER.match(after):
        return True
    if _is_inside_word(last, after[0]) or _is_cut_after(last, after):
        return False
    if not is_unspaced(last) and (joins(inside, after) or is_owner(text[max(0, end - _FAR) : end], after)):
        return False
    return not _joins_right(context(inside), context(after), after)


def _is_cut_after(last: str, after: str) -> bool:
    """Whether a prime or a hyphen at a line's end belongs to what ends with *last*."""
    if after[0] in _PRIMES and last.isalnum():
        return True
    return last.isalpha() and _CUT_AFTER.match(after) is not None


def _is_inside_word(last: str, first: str) -> bool:
    """Whether it is plain, without folding anything, that two letters belong to one word."""
    if not last.isalpha() or not first.isalpha() or is_apostrophe(last) or is_apostrophe(first):
        return False
    return (last.isascii() and first.isascii()) or (
        _UNSPACED.match(last) is None and _UNSPACED.match(first) is None
    )


def _joins_left(before: str, inside: str, raw: str) -> bool:
    if not before or not inside:
        return False
    last, first = before[-1], inside[0]
    if category(raw[0])[0] == "M":
        return True
    if first.isnumeric() or (first in _INSIDE and inside[1:2].isdecimal()) or first in _BEHIND:
        return _is_number_before(before, inside)
    return _is_one_word(before, inside, last, first)


def _is_number_before(before: str, inside: str) -> bool:
    last, first = before[-1], inside[0]
    if last.isnumeric():
        return last not in _HAN_NUMERALS or first in _HAN_NUMERALS or first.isdecimal()
    if last in _INSIDE and before[-2:-1].isdecimal():
        return not (_YEAR_BEFORE.search(before) and _YEAR_AFTER.match(inside))
    if last == "." and first.isdecimal():
        return not before[-2:-1].isalnum()
    if before.rstrip()[-1:] in _RELATIONS and before.rstrip()[-1:]:
        return True
    if _GROUPED_BEFORE.search(before) and _GROUP.match(inside):
        return True
    return _is_one_word(before, inside, last, first)


def _joins_right(inside: str, after: str, raw: str) -> bool:
    if not inside or not after:
        return False
    last, first = inside[-1], after[0]
    if category(raw[0])[0] == "M":
        return True
    if last.isnumeric() or (last in _INSIDE | _SIGNS and inside[-2:-1].isdecimal() and first.isdecimal()):
        return _is_number_after(inside, after)
    return (last in _SIGNS | _RELATIONS and first.isdecimal()) or _is_one_word(inside, after, last, first)


def _is_number_after(inside: str, after: str) -> bool:
    last, first = inside[-1], after[0]
    if first.isnumeric() or (last.isdecimal() and first in _HAN_MAGNITUDES) or first in _BEHIND:
        return not (first in _HAN_NUMERALS and last.isdecimal() and first not in _HAN_MAGNITUDES)
    if first in _INSIDE and after[1:2].isdecimal():
        return not (_LAST_YEAR.search(inside) and _YEAR_AFTER.match(after))
    if _LAST_GROUP.search(inside) and _GROUPED_AFTER.match(after):
        return True
    if last.isdecimal() and MAGNITUDES.match(after):
        return True
    return _is_one_word(inside, after, last, first)


def _is_one_word(before: str, after: str, last: str, first: str) -> bool:
    """Whether the last character of one text and the first of the next belong to the same word."""
    if first == "'":
        return last.isalnum() and after[1:2].isalnum()
    if last == "'":
        return first.isalnum() and before[-2:-1].isalnum()
    if category(first)[0] == "M":
        return True
    if not _is_wordy(last) or not _is_wordy(first):
        return False
    return _UNSPACED.match(last) is None and _UNSPACED.match(first) is None


def context(text: str) -> str:
    """Fold what stands beside an edge; no list begins there, and a full-width comma is in no figure."""
    return fold(f"\0{_PAUSE.sub(';', text)}").text[1:]


def is_unspaced(character: str) -> bool:
    """Whether *character* is of a script that writes no blanks between words."""
    return _UNSPACED.match(character) is not None


def _is_wordy(character: str) -> bool:
    return character.isalnum() or character == "_" or category(character)[0] == "M"
