"""Where an apostrophe parts two words, and where it stands inside one, so that cutting there cuts a no."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from tesserix_rag.evidence.listing import listed
from tesserix_rag.text._folds import UNSEEN
from tesserix_rag.text.folding import fold

# French, Italian and Catalan words that lose their vowel; not n', which says no.
_ELIDED: Final = frozenset(
    listed("l d j m t s c qu jusqu lorsqu puisqu quoiqu un gl all dall dell nell sull coll quell quest bell")
)
# Before a capital these are more often the beginning of a name, such as D'Angelo, than a word.
_NAMING: Final = _ELIDED - {"l"}
_BEHIND: Final = re.compile(r"(?:\A|[^\w'])(?P<whole>\w+)'\w{1,3}\Z|\w'\w{1,3}\Z")
_BEFORE: Final = re.compile(r"\A\w{1,3}'(?P<clitic>\w+)")
_LETTERS: Final = frozenset("\u02bc\u02b9")
_APOSTROPHES: Final = "'\u2019\u02bc\u2018\u00b4\uff07"
_WRITTEN: Final = re.compile(
    rf"[{UNSEEN}*_]*(?:[{_APOSTROPHES}]|&(?:apos|[rl]squo|#0*39|#[xX]0*27|#821[67]|#[xX]201[89]);)[{UNSEEN}*_]*"
)
# What folds to an apostrophe, or may be one once it is read.
_SIGNS: Final = f"{_APOSTROPHES}`\u201a\u201b\u2032\u2039\u203a\u02b9\ua78c"
_MARKED_AFTER: Final = re.compile(rf"[{UNSEEN}*_~]*[{_SIGNS}&]")
_MARKED_BEFORE: Final = re.compile(rf"[{_SIGNS};][{UNSEEN}*_~]*\Z")
_AROUND: Final = 24
_OPENED: Final = re.compile(r"(?:(?<!\w)'|\u2018)(?=\S)")
_CLOSED: Final = re.compile(r"(?<=\S)['\u2019](?!\w)")


def joins(before: str, after: str) -> bool:
    """Whether an apostrophe at the end of *before* or the beginning of *after* makes one word of the two."""
    last, first = before[-1], after[0]
    if _is_letter(last) is _is_letter(first) or last.isspace() or first.isspace():
        return False
    if _is_letter(last):
        found = _BEFORE.match(fold(f"{last}{after[:_AROUND]}").text) if _MARKED_AFTER.match(after) else None
        return found is not None and (found["clitic"] != "s" or last.isnumeric())
    before = before[-_AROUND:]
    found = _BEHIND.search(fold(f"\0{before}{first}").text) if _MARKED_BEFORE.search(before) else None
    return found is not None and not _is_elided(found["whole"], before, first)


def is_apostrophe(character: str) -> bool:
    """Whether *character* is an apostrophe that Unicode counts among the letters."""
    return character in _LETTERS


def _is_letter(character: str) -> bool:
    return character.isalnum() and character not in _LETTERS


def _is_elided(word: str | None, before: str, first: str) -> bool:
    """Whether a word before an apostrophe has only lost its vowel there."""
    if word not in _ELIDED:
        return False
    last = next(filter(_is_letter, reversed(unescape(before))), "")
    return not (word in _NAMING and last.isupper() and first.isupper())


def is_owner(before: str, after: str) -> bool:
    """Whether *before* ends with an owner, whose apostrophe *after* begins with, and not with a quotation."""
    written = _WRITTEN.match(after)
    if written is None or not _is_letter(before[-1]) or after[written.end() :][:1].isalnum():
        return False
    opened = [each.end() for each in _OPENED.finditer(before)]
    return not opened or _CLOSED.search(before, opened[-1]) is not None
