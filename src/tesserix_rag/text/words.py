"""The words of a text as search sees them, also in scripts that write no blanks between them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final
from unicodedata import normalize

_UNSPACED: Final = (
    "\u3005\u3007\u3021-\u3029\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00016fe0-\U00018cff\U0001aff0-\U0001b16f"
    "\U00020000-\U000323af\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6"
    "\u0edc-\u0edf\u1000-\u102a\u103f\u1050-\u1055\u105a-\u105d\u1061\u1065\u1066\u106e-\u1070\u1075-\u1081"
    "\u108e\u1780-\u17b3\u17d7\u17dc"
)
_MARKS: Final = (
    "\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc"
    "\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d"
    "\u108f\u109a-\u109d\u17b4-\u17d3\u17dd"
)
# Whole blocks, because the marks inside Indic words are no letters to ``re``.
_INSIDE: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0963\u0966-\u0dff\u0f18-\u0fbc\u200c\u200d"
)

_UNIT: Final = re.compile(f"[{_UNSPACED}][{_MARKS}]*")
_WORD: Final = re.compile(
    f"(?P<unspaced>(?:[{_UNSPACED}][{_MARKS}]*)+)|(?:(?![{_UNSPACED}])[^\\W_]|[{_INSIDE}])+"
)


def spaced(text: str) -> str:
    """
    Give *text* folded, with blanks around each character of a script that writes none.

    Indexes hold what this gave, and forget by it: changing it means making every index anew.
    """
    return _UNIT.sub(r" \g<0> ", _folded(text))


def _folded(text: str) -> str:
    """Give *text* in compatibility form and without case; folding case may take it out of the form again."""
    return normalize("NFKC", normalize("NFKC", text).casefold())


def terms(text: str) -> tuple[str, ...]:
    """
    Give what to look for to find *text*: its words in lower case, each once, in order.

    A run of a script without blanks gives each pair of neighbouring characters, with a blank between them.
    """
    found: dict[str, None] = {}
    for word in _WORD.finditer(_folded(text)):
        run = word["unspaced"]
        found.update(dict.fromkeys(_pairs(run) if run else (word[0],)))
    return tuple(found)


def _pairs(run: str) -> list[str]:
    units = _UNIT.findall(run)
    if len(units) == 1:
        return units
    return [f"{first} {second}" for first, second in pairwise(units)]
