"""The grammar of what links in Markdown and HTML, read so that hostile text costs no more than other text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_LABEL: Final = 999
_DEEPEST: Final = 8

_ESCAPED: Final = r"\\[!-/:-@\[-`{-~]"
_BLANKS: Final = re.compile(r"[ \t\r\n]*+")
_POINTED: Final = re.compile(rf"<(?:[^<>\\\n\r]|{_ESCAPED}|\\)*+>")
_PLAIN: Final = re.compile(rf"(?:[^\x00-\x20\x7f()\\]|{_ESCAPED}|\\)*+")
_TITLE: Final = (
    rf"(?:\"(?:[^\"\\]|{_ESCAPED}|\\)*+\"|'(?:[^'\\]|{_ESCAPED}|\\)*+'|\((?:[^()\\]|{_ESCAPED}|\\)*+\))"
)
_TARGET_END: Final = re.compile(rf"(?:[ \t\r\n]++{_TITLE})?+[ \t\r\n]*+\)")

_LABEL: Final = rf"(?:[^\[\]\\]|{_ESCAPED}|\\(?![\[\]])){{0,{LONGEST_LABEL}}}+"
LABEL: Final = re.compile(rf"\[(?P<label>{_LABEL})\]")
_LEAD: Final = r"\ufeff?[ \t]*+(?:(?:>|[-*+]|[0-9]{1,9}[.)])[ \t]*+)*+"
_DEFINITION: Final = re.compile(
    rf"(?:\A|(?<=[\n\r])){_LEAD}(?P<all>\[(?!\^)(?P<label>{_LABEL})\]:[ \t]*+(?:\r?\n|\r)?[ \t]*+"
    rf"(?P<target><(?:[^<>\\\n\r]|{_ESCAPED}|\\)*+>|[^\s<][^\x00-\x20\x7f]*+)"
    rf"(?:(?:[ \t]++|[ \t]*+(?:\r?\n|\r)[ \t]*+){_TITLE}(?=[ \t]*+(?:[\n\r]|\Z)))?+)[ \t]*+(?=[\n\r]|\Z)"
)
_WORD: Final = re.compile(r"[\w-]++[.,;]?")
_PROSE_LINE: Final = re.compile(r"[ \t]{0,3}[^\W_][^\n\r]*(?:\r\n|\n|\r)\Z")
_LONGEST_LINE: Final = 2_000

AUTOLINK: Final = re.compile(r"<(?P<target>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\x00-\x20<>]*+)>")
MAIL: Final = re.compile(r"<[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]++@[A-Za-z0-9.-]++>")

_TAG: Final = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z][A-Za-z0-9:_-]*+)(?=[\s/>]|\Z)")
_ANCHOR: Final = re.compile(
    r"<a\s++href\s*+=\s*+(?:\"(?P<double>[^\"<>]*+)\"|'(?P<single>[^'<>]*+)')\s*+>", re.IGNORECASE
)
_LONGEST_TAG: Final = 4_096
_ALONE: Final = frozenset({"img", "script", "style"})
_LOADING: Final = frozenset(
    {"a", "applet", "area", "audio", "base", "embed", "form", "frame", "iframe", "image", "img", "link", "meta"}
    | {"object", "picture", "portal", "script", "source", "style", "svg", "track", "use", "video"}
)

MARKER: Final = re.compile(
    r"\^?[0-9]{1,9}(?:[ \t]{0,2}[-,;\u2010-\u2015][ \t]{0,2}\^?[0-9]{1,9}){0,100}|cite:[^\s\[\]]{1,512}"
)
"""What stands between the brackets of a marker."""


def label_key(label: str) -> str:
    """Give what two labels have in common that name the same definition."""
    return " ".join(label.split()).casefold()


@frozen
class Target:
    """
    Where the target of an inline link stands.

    Args:
        start: Where its URL begins.
        end: Where its URL ends.
        behind: Where the link ends.
    """

    start: int
    end: int
    behind: int


def target_at(text: str, at: int) -> Target | None:
    """Read the round brackets at *at*, with a URL and perhaps a title."""
    if not text.startswith("(", at):
        return None
    start = _end_of(_BLANKS, text, at + 1)
    if text.startswith("<", start):
        pointed = _POINTED.match(text, start)
        if pointed is None:
            return None
        start, end, behind = start + 1, pointed.end() - 1, pointed.end()
    else:
        end = behind = _plain_end(text, start)
    closing = _TARGET_END.match(text, behind)
    return None if closing is None else Target(start, end, closing.end())


def _plain_end(text: str, at: int) -> int:
    """Give where a URL without angle brackets ends: before a blank, or a bracket that closes none of its."""
    depth = 0
    while True:
        at = _end_of(_PLAIN, text, at)
        character = text[at : at + 1]
        if character == "(" and depth < _DEEPEST:
            depth += 1
        elif character == ")" and depth:
            depth -= 1
        else:
            return at
        at += 1


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return at if found is None else found.end()


@frozen
class Definition:
    """
    A link definition.

    Args:
        key: What its label is found by.
        start: Where it begins.
        end: Where it ends.
        target: Where its URL stands.
    """

    key: str
    start: int
    end: int
    target: tuple[int, int]


def definitions(text: str) -> Iterator[Definition]:
    """Give the link definitions of *text*, in order, also where a strict reader would see none."""
    if "]:" not in text:
        return
    prose_end = definition_end = -1
    for found in _DEFINITION.finditer(text):
        start, end = found.span("target")
        at = found.start()
        if _WORD.fullmatch(text, start, end) and (
            at == prose_end or (at != definition_end and _follows_prose(text, at))
        ):
            prose_end = _next_line(text, found.end())
            continue
        definition_end = _next_line(text, found.end())
        if text[start] == "<":
            start, end = start + 1, end - 1
        if found["label"].strip():
            yield Definition(label_key(found["label"]), found.start("all"), found.end("all"), (start, end))


def _next_line(text: str, at: int) -> int:
    return at + 1 + text.startswith("\r\n", at)


def _follows_prose(text: str, at: int) -> bool:
    """Whether the line before goes on at *at*, so that a single word there is no URL but prose."""
    before = max(text.rfind("\n", 0, at - 1), text.rfind("\r", 0, at - 1)) + 1 if at else 0
    return at - before <= _LONGEST_LINE and _PROSE_LINE.match(text, before, at) is not None


class Tags:
    """The HTML tags of a text, asked for in order, and which of them were taken out."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[str, int] = {}
        self._is_kept: dict[str, list[bool]] = {}

    def at(self, at: int) -> Tag | None:
        """Read the tag at *at*; nothing, if it is none or cannot link."""
        found = _TAG.match(self._text, at)
        if found is None:
            return None
        name = found["name"].lower()
        closing = self._find(">", found.end())
        end = closing + 1 if 0 <= closing < at + _LONGEST_TAG else None
        has_value = self._find("=", found.end())
        if end is None:
            other = self._find("<", found.end())
            is_begun = name in _LOADING and has_value >= 0 and (other < 0 or has_value < other)
            return Tag(name, at, at + 1, None) if is_begun else None
        if found["closes"] and self._is_kept.get(name):
            is_kept = self._is_kept[name].pop()
            return None if is_kept and not 0 <= has_value < end else Tag(name, at, end, None)
        if not 0 <= has_value < end and name not in _ALONE:
            if not found["closes"]:
                self.opened(name, is_kept=True)
            return None
        anchor = _ANCHOR.fullmatch(self._text, at, end)
        return Tag(name, at, end, None if anchor is None else anchor.span(anchor.lastgroup or 0))

    def opened(self, name: str, *, is_kept: bool) -> None:
        """Remember whether a tag was kept, for the one that closes it."""
        self._is_kept.setdefault(name, []).append(is_kept)

    def _find(self, character: str, at: int) -> int:
        """Give where *character* comes next; -1, if nowhere."""
        known = self._next.get(character, 0)
        if known >= 0 and known < at:
            known = self._next[character] = self._text.find(character, at)
        return known


@frozen
class Tag:
    """
    An HTML tag that may link, load or run.

    Args:
        name: Its name, in lower case.
        start: Where it begins.
        end: Where it ends; behind its first sign, where it never ends.
        target: Where its URL stands, where it is a plain link.
    """

    name: str
    start: int
    end: int
    target: tuple[int, int] | None
