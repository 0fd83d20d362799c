"""The smallest pieces of a text that can be compared: words, numbers and signs, with what stands between."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Final
from unicodedata import category, combining, normalize

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterator


class Shape(Enum):
    """What a lexeme is made of."""

    WORD = auto()
    NUMBER = auto()
    HAN = auto()
    SIGN = auto()


@frozen
class Lexeme:
    """
    A word, a number, an ideograph or a sign.

    Args:
        shape: What it is made of.
        key: Its characters in compatibility form and without case.
        text: Its characters as they were written, in compatibility form.
        start: Where it begins in the text, in code points.
        end: Where it ends.
        gap: What stands between it and the one before, in compatibility form.
    """

    shape: Shape
    key: str = field(repr=False)
    text: str = field(repr=False)
    start: int
    end: int
    gap: str = field(repr=False)


_HIDDEN: Final = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_HAN: Final = (
    "\u3005\u3007\u3021-\u3029\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U000323af"
)
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u0900-\u0963\u0970-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece"
    "\u1056-\u109d\u17b4-\u17d3\u3099\u309a"
)
_QUOTES: Final = "\"'*_`\u00ab\u00bb\u2018-\u201f\u2039\u203a\u300c-\u300f"
_SPACES: Final = "\u00a0\u2009\u202f"

# Each alternative begins with a class of its own, so that no place is tried twice.
_PIECE: Final = re.compile(
    rf"(?P<han>[{_HAN}])"
    rf"|(?P<number>\d+(?:[.,:'’\u066b\u066c]\d+|[ {_SPACES}]\d\d\d(?!\d))*)"
    rf"|(?P<word>(?:(?![{_HAN}])[^\W\d_]|[{_MARKS}])(?:(?![{_HAN}])[^\W\d_]|[{_MARKS}{_HIDDEN}]|\d)*)"
)
_IGNORED: Final = frozenset("*_`\\")


def lexemes(text: str, base: int = 0) -> tuple[Lexeme, ...]:
    """
    Give the lexemes of *text* in order, in one pass; whatever is in none of them stands in a gap.

    Args:
        text: Any text.
        base: How many code points stand before it, for the places of its lexemes.
    """
    return tuple(_scanned(text, folded(text), base))


def folded(text: str) -> str:
    """Give *text* with each character in compatibility form, where that is one character, too."""
    if text.isascii():
        return text
    return "".join(form if len(form := normalize("NFKC", each)) == 1 else each for each in text)


def bare(text: str) -> str:
    """Give *text* in compatibility form, without case and without what shows nothing."""
    plain = text.translate(_NOTHING) if not text.isascii() else text
    return normalize("NFKC", normalize("NFKC", plain).casefold())


_NOTHING: Final = dict.fromkeys(map(ord, _HIDDEN))


def _scanned(text: str, form: str, base: int) -> Iterator[Lexeme]:
    at, gap = 0, 0
    while at < len(form):
        found = _PIECE.match(form, at)
        if found is None:
            if _is_sign(form[at]):
                yield Lexeme(Shape.SIGN, form[at], form[at], base + at, base + at + 1, form[gap:at])
                gap = at + 1
            at += 1
            continue
        end = _end(form, at, found.end())
        written = text[at:end]
        shape = _SHAPES[found.lastgroup or ""]
        yield Lexeme(shape, bare(written), normalize("NFKC", written), base + at, base + end, form[gap:at])
        at = gap = end


def _end(form: str, start: int, end: int) -> int:
    """Give the end of a lexeme; a blank parts thousands only behind one to three digits."""
    blank = next((at for at in range(start, min(end, start + _LONGEST_GROUP + 1)) if form[at] in _BLANKS), None)
    if blank is not None:
        return end
    beyond = next((at for at in range(start, end) if form[at] in _BLANKS), None)
    return end if beyond is None else beyond


_LONGEST_GROUP: Final = 3
_BLANKS: Final = frozenset(f" {_SPACES}")
_SHAPES: Final = {"han": Shape.HAN, "number": Shape.NUMBER, "word": Shape.WORD}


def _is_sign(character: str) -> bool:
    """Whether a character says something by itself: a currency, a percent sign, a slash, any symbol."""
    if character in "%/‰&#@":
        return True
    if character in _IGNORED:
        return False
    return category(character)[0] == "S" or (category(character) == "Mn" and combining(character) == 0)
