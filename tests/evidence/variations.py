"""Other ways to write a text that say the same, and quotations to try them on."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from unicodedata import category, normalize

WRITTEN: dict[str, Callable[[str], str]] = {
    "upper case": str.upper,
    "lower case": str.lower,
    "blanks that do not break": lambda text: text.replace(" ", "\u00a0"),
    "more blanks": lambda text: text.replace(" ", "  "),
    "a line": lambda text: text.replace(" ", "\r\n", 1),
    "lines": lambda text: text.replace(" ", "\n"),
    "in parts": lambda text: normalize("NFD", text),
    "composed": lambda text: normalize("NFC", text),
    "typographic": lambda text: re.sub(r'["„“«»]([^"„“”«»]*)["“”«»]', r"“\1”", text).replace("'", "’"),
    "plain marks": lambda text: re.sub("[„“”«»「」]", '"', text).replace("’", "'").replace("‘", "'"),
    "dashes": lambda text: text.replace("-", "‑").replace("–", "—"),
    "plain dashes": lambda text: text.replace("–", "-").replace("—", "-"),
    "zero width": "\u200b".join,
    "soft hyphens": lambda text: re.sub(r"(?<=[^\W\d_])(?=[^\W\d_])", "\u00ad", text),
    "joiners": lambda text: text.replace(" ", " \u2060"),
    "entities": lambda text: text.replace("&", "&amp;").replace('"', "&quot;").replace("'", "&#39;"),
    "numbered entities": lambda text: "".join(each if each.isascii() else f"&#{ord(each)};" for each in text),
    "ligatures": lambda text: text.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ"),
    "full width": lambda text: "".join(map(_wide, text)),
    "bold": lambda text: re.sub(r"([^\W\d_]{4,})", r"**\1**", text, count=1),
    "slanted": lambda text: f"_{text}_",
    "hyphenated": lambda text: re.sub(r"([^\W\d_]{3})([^\W\d_]{3})", _broken, text, count=1),
}
"""What makes of a text the same text, written in another way."""


def _wide(character: str) -> str:
    """Give a letter, a digit or a sign in full width, save what Markdown or HTML reads."""
    return (
        chr(ord(character) + 0xFEE0) if "!" < character <= "~" and character not in "*_`~[]\\<>&" else character
    )


def _broken(found: re.Match[str]) -> str:
    """Break a word at a line's end, where its script does so."""
    return f"{found[1]}-\n{found[2]}" if found[2].islower() and found[0].casefold() == found[0] else found[0]


CHANGED: dict[str, Callable[[str], str]] = {
    "digit": lambda text: re.sub(r"\d", lambda each: str((int(each[0]) + 3) % 10), text, count=1),
    "negation": lambda text: text.replace(" ", " not ", 1),
    "name": lambda text: re.sub(r" [A-Z]\w+", " Zorblatt", text, count=1),
    "dropped word": lambda text: re.sub(r"(\w) \w+ (\w)", r"\1 \2", text, count=1),
    "tail": lambda text: f"{text} and then some more",
    "middle of a word": lambda text: text[1:] if text[:2].isalpha() else text[:-1],
    "stitched": lambda text: " ".join((*text.split(" ")[:3], *text.split(" ")[-3:])),
}
"""What makes of a text another one."""


def quotations(text: str, seed: int, count: int) -> Iterator[tuple[int, int]]:
    """Give where quotations of 6 to 14 words, or of 15 to 50 characters, stand in *text* and cut nothing."""
    chance = random.Random(seed)
    words = [each.span() for each in re.finditer(r"\S+", text)]
    is_spaced = len(words) > len(text) // 12
    while count:
        start, end = _words(words, chance) if is_spaced else _run(len(text), chance)
        is_whole = text[start:end] == text[start:end].strip()
        if is_whole and not _is_inside(text, start) and not _is_inside(text, end):
            count -= 1
            yield start, end


def _words(words: list[tuple[int, int]], chance: random.Random) -> tuple[int, int]:
    first = chance.randrange(len(words) - 14)
    return words[first][0], words[first + chance.randrange(6, 14)][1]


def _run(length: int, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(length - 60)
    return start, start + chance.randrange(15, 50)


_SIGNS = r"[\d.,:/%％ \u00a0\u2013\uff0d-]*"
_NUMBER = re.compile(rf"{_SIGNS}\d{_SIGNS}(?:milli|милли)?\w*|[〇零一二三四五六七八九十百千万億]+")
_WORD = re.compile(r"[A-Za-z]+")


def _is_inside(text: str, at: int) -> bool:
    """Whether a cut there goes through a number, a word in Latin letters or a blank, or before a mark."""
    near = range(max(0, at - 20), at)
    return any(
        found.end() > at for each in near for rule in (_NUMBER, _WORD) if (found := rule.match(text, each))
    ) or category(text[at]).startswith("M")
