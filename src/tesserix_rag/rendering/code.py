"""Where the code of a text stands, which nobody writes into."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from tesserix_rag.markers.finding import fences
from tesserix_rag.markers.surroundings import PARAGRAPH_END
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_RUN: Final = re.compile(r"(?<!\\)(?P<escapes>\\*+)(?P<run>`+)")
_EDGE: Final = re.compile(
    r"(?:\A|(?<=[\n\r]))[ ]{0,3}(?:(?P<run>`{3,}|~{3,})(?P<info>[^\n\r]*)|(?P<tag><)[^\n\r]*)"
)


class Places:
    """
    Spans that one can ask for a place.

    Args:
        spans: The spans, in order, none of which overlap.
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = tuple(spans)
        self._starts = [each.start for each in self._spans]

    def hold(self, at: int) -> bool:
        """Whether *at* lies in one of them."""
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and at < self._spans[index].end


def code_of(text: str) -> Places:
    """Give where fenced code stands, and code between backticks that are closed within their paragraph."""
    return Places(_code(text))


def _code(text: str) -> Iterator[Span]:
    start = 0
    for fence in (*fences(text), Span(len(text), len(text))):
        yield from _inline(text, Span(start, fence.start))
        yield fence
        start = fence.end


def _inline(text: str, region: Span) -> Iterator[Span]:
    if text.find("`", region.start, region.end) < 0:
        return
    start = region.start
    for found in PARAGRAPH_END.finditer(text, region.start, region.end):
        yield from _of_paragraph(text, Span(start, found.start()))
        start = found.end()
    yield from _of_paragraph(text, Span(start, region.end))


def _of_paragraph(text: str, region: Span) -> Iterator[Span]:
    """Give each run of backticks with the next run that is as long; an escaped backtick opens nothing."""
    found = list(_RUN.finditer(text, region.start, region.end))
    as_long: dict[int, list[int]] = {}
    for index, each in enumerate(found):
        as_long.setdefault(len(each["run"]), []).append(index)
    at = 0
    while at < len(found):
        opening = found[at].start("run") + len(found[at]["escapes"]) % 2
        others = as_long.get(found[at].end() - opening, [])
        following = bisect_right(others, at)
        at += 1
        if following < len(others):
            at = others[following] + 1
            yield Span(opening, found[at - 1].end())


def sure_fences_of(text: str) -> Places:
    """
    Give where fenced code stands that is code to every reader of Markdown.

    It is not indented and in no list or quotation, and no line before it may begin HTML, within which a fence
    is none.
    """
    return Places(_sure_fences(text))


def sure_code_of(text: str) -> Places:
    """Give the same, and code that ends where it seems to: on one line, or a fence that keeps in its item."""
    lines = (each for each in _code(text) if _is_line(text, each) or _is_within_item(text, each))
    return Places(sorted({*_sure_fences(text), *lines}, key=_start))


def _start(span: Span) -> int:
    return span.start


def _is_line(text: str, code: Span) -> bool:
    return _BREAK.search(text, code.start, code.end) is None


_BREAK: Final = re.compile(r"[\n\r]")
_ITEM: Final = re.compile(r"[ ]{0,3}(?:[-*+]|[0-9]{1,9}[.)])[ ]{1,4}(?=`{3,}|~{3,})")


def _is_within_item(text: str, code: Span) -> bool:
    """Whether code is a fence in an item of a list, and each of its lines is indented like the item's text."""
    item = _ITEM.match(text, code.start)
    if item is None:
        return False
    _, *lines = text[code.start : code.end].splitlines()
    indent = " " * (item.end() - item.start())
    return all(each.startswith(indent) or not each.strip() for each in lines)


def _sure_fences(text: str) -> Iterator[Span]:
    opened: re.Match[str] | None = None
    for edge in _EDGE.finditer(text):
        if opened is None:
            if edge["tag"]:
                return
            if edge["run"][0] == "~" or "`" not in edge["info"]:
                opened = edge
        elif edge["run"] and _closes(edge, opened["run"]):
            yield Span(opened.start(), edge.end())
            opened = None
    if opened is not None:
        yield Span(opened.start(), len(text))


def _closes(edge: re.Match[str], run: str) -> bool:
    return edge["run"].startswith(run) and not edge["info"].strip(" \t")
