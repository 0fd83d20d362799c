"""Whether a number that is written in several words goes on where a text is cut."""

from __future__ import annotations

import re
from typing import Final

from tesserix_rag.evidence.numberwords import ADDENDS, FACTORS, JOINED_BY
from tesserix_rag.evidence.wording import MAGNITUDES

_GAP: Final = rf"[\s\u00ad\u2010\u2011-](?:(?:{'|'.join(sorted(set(JOINED_BY.values())))})[\s\u2010\u2011-])?|"
_LEFT: Final = re.compile(rf"(?:(?P<figure>\d)|(?P<word>[^\W\d_]+))(?P<gap>{_GAP})\Z")
_RIGHT: Final = re.compile(rf"(?P<gap>{_GAP})(?P<word>[^\W\d_]+)(?:[\s-](?P<next>[^\W\d_]+))?")
_WORDS: Final = frozenset[str]().union(*ADDENDS.values(), *FACTORS.values())
_TWENTY: Final = 20
_HUNDRED: Final = 100


def are_one_number(before: str, after: str) -> bool:
    """Whether parts of one number stand at the end of *before* and at the beginning of *after*."""
    right = _RIGHT.match(after.casefold())
    if right is None:
        return False
    word, folded = right["word"], before.casefold()
    if word not in _WORDS and MAGNITUDES.match(word) is None:
        return False
    left = _LEFT.search(folded)
    gap = (left["gap"] if left else "") + right["gap"]
    if left is None or not gap:
        return False
    if left["figure"]:
        return not _joint(gap) and MAGNITUDES.match(word) is not None
    return any(
        _joint(gap) in {"", JOINED_BY[language]} and _go_on(language, left["word"], gap, word, right["next"])
        for language in ADDENDS
    )


def _joint(gap: str) -> str:
    return "".join(filter(str.isalpha, gap))


def _go_on(language: str, first: str, gap: str, second: str, following: str | None) -> bool:
    """Whether two words of a language make one number, with what stands between them."""
    addends, factors = ADDENDS[language], FACTORS[language]
    if first not in addends and first not in factors:
        return False
    if second in factors:
        return not _joint(gap) and factors[second] > factors.get(first, 0)
    if second not in addends or following in factors:
        return False
    if language == "en" and _joint(gap):
        return first in factors and addends[second] < _HUNDRED
    if language == "fr" and not gap.isspace() and not _joint(gap):
        return True
    return addends[second] < (factors.get(first) or _room(addends[first]))


def _room(value: int) -> int:
    """Give what has to be less that is said behind a number word and adds to it."""
    if value >= _HUNDRED:
        return _HUNDRED
    return 10 if value >= _TWENTY else 0
