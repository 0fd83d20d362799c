"""What folds into what: a table for single characters, and a rule for each thing that is more than one."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final
from unicodedata import category, decimal, normalize

if TYPE_CHECKING:
    from collections.abc import Callable

BREAKS: Final = "\x00break"
"""What a rule gives for a hyphen that a line's end may have put there."""

UNSEEN: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
"""Characters that show nothing."""

DASHES: Final = "\\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_HYPHENS: Final = frozenset("-\u2010\u2011\ufe63\uff0d")
_WIDE: Final = "\u3001-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_WIDENED: Final = "\uff01-\uff0f\uff1a-\uff20"
_QUOTING: Final = "\"'\u2018-\u201f\u00ab\u00bb"
_GROWING: Final = (
    "\u00c6\u00df\u00e6\u0130\u0132\u0133\u0149\u0152\u0153\u01c4-\u01cc\u01f0-\u01f3\u0390\u03b0\u0587"
    "\u1e96-\u1e9e\u1f50-\u1fff\u2100-\u2106\u2109\u2116\u3371-\u3376\ufb00-\ufb17\ufb50-\ufdfb\ufe80-\ufefc"
    "\U0001d400-\U0001d7ff"
)
_SPELLED: Final = {"\u00e6": "ae", "\u0153": "oe"}
_ADDRESS: Final = r"\((?![0-9]+\))[^()\s]*+(?:\([^()\s]*\)[^()\s]*+)*+(?:[ \t]+\"[^\"\n]{0,300}\")?\)"
_BULLET: Final = r"(?:[*+\u2022\u2023\u25e6\u25aa\u00b7>-]|\#{1,6})"

_LISTED: Final = rf"\A\s*+(?:{_BULLET}[^\S\n]++)++(?![0-9])"
_EDITS: Final = rf"""
    (?P<dash>     \s*+[{DASHES}](?:\s*+[{DASHES}])*+\s*+)
  | (?P<wide>     (?:(?<=[{_WIDE}])|(?<=[{_WIDE}][{_QUOTING}*])|(?<=[{_WIDE}]\*\*))\s++
                    (?=\*{{0,2}}[{_QUOTING}]?[{_WIDE}])
                  | (?<=[{_WIDE}])\s++(?=[{_WIDENED}]) | (?<=[{_WIDENED}])\s++(?=[{_WIDE}]))
  | (?P<blank>    \s(?:\s|<br\s?/?>)*+(?:(?:[*+\u2022\u2023\u25e6\u25aa\u00b7>]|\#{{1,6}})[^\S\n]++)*+)
  | (?P<dots>     [.\uff0e]{{3}} | \.[ ]\.[ ]\.)
  | (?P<relation> [<>!]= | \+/[-\u2212])
  | (?P<doubled>  '' | ``(?!`) | \u2018\u2018 | \u2019\u2019)
  | (?P<tick>     `++)
  | (?P<emphasis> \*++ | _++ | ~~++)
  | (?P<opened>   !?\[(?=[^\[\]\n]{{1,500}}\]{_ADDRESS}))
  | (?P<address>  \]{_ADDRESS})
  | (?P<escaped>  \\[!-/:-@\[-`{{-~])
  | (?P<growing>  [{_GROWING}] | i\u0307)
  | (?P<narrow>   [\uff66-\uff9f]++)
"""
# Nearly all of a text is looked at by these two alone, so they begin with sets of characters only.
_SIGNS: Final = (
    r"-(?=[-\s\u2010-\u2212])|\.(?=\.| \.)|[<>](?==)|!(?=[=\[])|\+(?=/)|'(?=')|\](?=\()|[*_`\[\\]|~(?=~)"
)
_ASCII_SIGNS: Final = rf"\s(?![^\W_])|{_SIGNS}"
_OTHER_SIGNS: Final = (
    rf"\s(?:(?![^\W_])|(?=[{_WIDE}]))|{_SIGNS}|\uff0e(?=\uff0e)|[{_GROWING}\uff66-\uff9f]|i(?=\u0307)"
    rf"|[\u2010-\u2015\u2212\ufe58\ufe63\uff0d](?=[\s{DASHES}])|\u2018(?=\u2018)|\u2019(?=\u2019)"
)


@cache
def signs(*, is_ascii: bool) -> re.Pattern[str]:
    """Give what finds each place where a rule may have something to fold."""
    return re.compile(_ASCII_SIGNS if is_ascii else _OTHER_SIGNS)


@cache
def edits() -> re.Pattern[str]:
    """Give what tells at such a place which rule it is; its groups are named after the rules."""
    return re.compile(_EDITS, re.VERBOSE)


@cache
def listed() -> re.Pattern[str]:
    """Give what finds the bullets and heading signs with which a text begins."""
    return re.compile(_LISTED)


def _single() -> dict[int, str]:
    """Give what each single character becomes, besides its case."""
    groups = {
        "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63",
        "'": "\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02bc\u00b4\u02b9\ua78c",
        '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f\u300c\u300d\u300e\u300f",
        " ": "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
        + "".join(map(chr, range(0x2000, 0x200B))),
        "\u2264": "\u2266\u2a7d",
        "\u2265": "\u2267\u2a7e",
        "/": "\u2044\u2215",
        "~": "\u223c\u301c",
        "i": "\u0131",
    }
    table = {ord(each): folded for folded, members in groups.items() for each in members}
    table |= {at: chr(at - 0xFEE0) for at in range(0xFF01, 0xFF5F)}
    table[0xFF02], table[0xFF07] = '"', "'"
    table |= {at: str(decimal(chr(at))) for at in _digits()}
    return table | {at: normalize("NFKC", chr(at)) for at in range(0xFF61, 0xFF66)}


def _digits() -> list[int]:
    """Give the decimal digits of other scripts, which all stand in tens."""
    ranges = (range(0x660, 0x1A9A), range(0xA620, 0xAC00), range(0x10D30, 0x11DB0))
    return [at for each in ranges for at in each if category(chr(at)) == "Nd"]


PLAIN: Final = _single()
"""What each single character becomes, besides its case."""

PLAIN_ASCII: Final = {at: folded for at, folded in PLAIN.items() if at < 128}  # noqa: PLR2004


def _beside(text: str, start: int, end: int) -> tuple[str, str]:
    return text[start - 1 : start], text[end : end + 1]


def _blank(text: str, start: int, end: int) -> str | None:
    if end - start == 1:
        return None
    found = re.sub(r"<br\s?/?>", " ", text[start:end])
    marks = found.split()
    gap = found[: len(found) - len(found.lstrip())]
    if not marks or ("\n" in gap and not text[end : end + 1].isdecimal()):
        return " "
    return f" {' '.join(marks)} "


def _dash(text: str, start: int, end: int) -> str | None:
    """Fold a dash with the blanks around it; before a figure they stay, since it may be a sign there."""
    found = text[start:end]
    if end - start == 1:
        return None
    dashes = found.strip()
    blank_before = found[: len(found) - len(found.lstrip())]
    blank_after = found[len(found.rstrip()) :]
    before, after = _beside(text, start, end)
    if after.isdecimal() and len(found.split()) > 1:
        return f"{' ' if blank_before else ''}{' '.join(found.split())}{' ' if blank_after else ''}"
    if after.isdecimal():
        return _before_figure(before, blank_before, blank_after)
    if "\n" in blank_before and blank_after and "\n" not in blank_after:
        return " "
    if "\n" in blank_after and dashes in _HYPHENS and _is_one_word(before, after):
        return BREAKS
    return "-"


def _before_figure(before: str, blank_before: str, blank_after: str) -> str:
    lines = "\n" in blank_before + blank_after
    if before.isdecimal() and not blank_before and (lines or not blank_after):
        return "-"
    if before.isdecimal() and blank_before and blank_after and not lines:
        return "-"
    return f"{' ' if blank_before else ''}-{' ' if blank_after else ''}"


def _is_one_word(before: str, after: str) -> bool:
    """Whether a line's end may have cut a word there: both are letters, and of one case."""
    return (
        before.isalpha()
        and after.isalpha()
        and (after.islower() or before.isupper() == after.isupper() is True)
    )


def _tick(text: str, start: int, end: int) -> str | None:
    before, after = _beside(text, start, end)
    return "'" if before.isalpha() and after.isalpha() and end - start == 1 else ""


def _emphasis(text: str, start: int, end: int) -> str | None:
    before, after = _beside(text, start, end)
    if not before.strip() and not after.strip():
        return None
    if _is_wordy(before) and _is_wordy(after) and not _emphasises(text, start, end, before, after):
        return None
    return ""


def _is_wordy(character: str) -> bool:
    return character.isalnum() or character == "_"


def _emphasises(text: str, start: int, end: int, before: str, after: str) -> bool:
    """Whether marks inside a word emphasise a part of it, as two stars do, or stand beside a wide character."""
    if text[start] == "_":
        return False
    is_counted = before.isdecimal() or after.isdecimal()
    return (end - start > 1 and not is_counted) or _is_wide(before) or _is_wide(after)


def _is_wide(character: str) -> bool:
    return (
        character >= "\u0e00"
        and re.match(f"[{_WIDE}\uac00-\ud7a3\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]", character) is not None
    )


def _growing(text: str, start: int, end: int) -> str | None:
    return _grown(text[start:end])


@cache
def _grown(found: str) -> str:
    folded = normalize("NFKC", found).casefold()
    return _SPELLED.get(folded, folded.replace("i\u0307", "i"))


_RELATIONS: Final[dict[str, str]] = {"<=": "\u2264", ">=": "\u2265", "!=": "\u2260", "+/-": "\u00b1"}

RULES: Final[dict[str, Callable[[str, int, int], str | None]]] = {
    "dash": _dash,
    "blank": _blank,
    "dots": lambda _text, _start, _end: "\u2026",
    "relation": lambda text, start, end: _RELATIONS[text[start:end].replace("\u2212", "-")],
    "doubled": lambda _text, _start, _end: '"',
    "tick": _tick,
    "emphasis": _emphasis,
    "opened": lambda _text, _start, _end: "",
    "address": lambda _text, _start, _end: "",
    "escaped": lambda text, _start, end: text[end - 1].casefold(),
    "growing": _growing,
    "narrow": lambda text, start, end: normalize("NFKC", text[start:end]),
    "wide": lambda _text, _start, _end: "",
}
"""What each rule makes of what was found; nothing, if it is left to the table."""
