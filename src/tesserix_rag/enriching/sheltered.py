"""Where code stands in Markdown, as far as nobody can doubt it: brackets and tags in it are no links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAB: Final = 4
_SHORTEST_FENCE: Final = 3

_OPENING: Final = re.compile(
    r"(?:\A|(?<=[\n\r]))\ufeff?(?P<indent>[ \t]*+)(?P<container>(?:(?:>|[-*+]|[0-9]{1,9}[.)])[ \t]*+)*+)"
    r"(?:(?P<run>`{3,}+|~{3,}+)(?P<info>[^\n\r]*+)"
    r"|<(?P<tag>/?[A-Za-z][A-Za-z0-9-]*+|[!?]))"
)
_RAW: Final = frozenset({"pre", "script", "style", "textarea", "!", "?"})
_LINE: Final = re.compile(r"([ \t]*+)([^\n\r]*+)(?:\r\n|\n|\r|\Z)")
_BLANK_LINE: Final = re.compile(r"(?:\r\n|\r(?!\n)|\n)[ \t]*+(?=[\r\n])")
_RUN: Final = re.compile(r"(\\*+)(`++)|[\n\r]")


def sheltered(text: str) -> list[tuple[int, int]]:
    """
    Give the fenced and the inline code of *text*, in order.

    Where readers of Markdown differ, there is none: behind raw HTML, in a fence that begins inside a quote or
    an item, in a span over several lines or over the cells of a table.
    """
    if "`" not in text and "~~~" not in text:
        return []
    found: list[tuple[int, int]] = []
    at = 0
    for start, end, is_code in _blocks(text):
        found.extend(_spans(text, at, start))
        if is_code:
            found.append((start, end))
        at = end
    found.extend(_spans(text, at, len(text)))
    return found


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Give the fenced code, and what holds no code whatever it looks like."""
    at = 0
    while opening := _OPENING.search(text, at):
        start = opening.start()
        if opening["tag"] is not None:
            is_raw = opening["tag"].lower() in _RAW
            blank = None if is_raw else _BLANK_LINE.search(text, opening.end())
            at = len(text) if blank is None else blank.end()
            yield start, at, False
        elif "`" in opening["run"] and "`" in opening["info"]:
            at = opening.end()
        elif opening["container"]:
            yield start, len(text), False
            return
        else:
            at = _fence_end(text, opening)
            yield start, at, True


def _fence_end(text: str, opening: re.Match[str]) -> int:
    """Give where the code ends: behind a run as long, or before a line that stands further out."""
    run, indent = opening["run"], _width(opening["indent"])
    at = opening.end()
    at += text.startswith("\r\n", at) + 1
    for line in _LINE.finditer(text, at):
        content = line[2].rstrip()
        if content and _width(line[1]) < indent:
            return line.start()
        if len(content) >= len(run) and not content.strip(run[0]):
            return line.end()
    return len(text)


def _width(indent: str) -> int:
    return len(indent.expandtabs(_TAB))


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Give the inline code between two places: from each run of backticks to the next as long in its line."""
    line: list[re.Match[str]] = []
    for found in _RUN.finditer(text, start, end):
        if found[2] is not None:
            line.append(found)
        elif line:
            yield from _in_line(text, line)
            line = []
    yield from _in_line(text, line)


def _in_line(text: str, runs: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    closers: dict[int, int] = {}
    last: dict[str, int] = {}
    for at, run in enumerate(runs):
        if run[2] in last:
            closers[last[run[2]]] = at
        last[run[2]] = at
    at = 0
    while at < len(runs):
        opening, closing = runs[at], closers.get(at)
        is_escaped = len(opening[1]) % 2 == 1
        if is_escaped and len(opening[2]) > 1:
            return  # what is left of the run may open code, too
        if is_escaped or closing is None:
            at += 1
            continue
        span = opening.start(2), runs[closing].end()
        if text.find("|", *span) < 0:
            yield span
        at = closing + 1
