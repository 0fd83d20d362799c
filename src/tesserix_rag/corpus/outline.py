"""Where the pages of a text turn, and which heading stands over what."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet
from tesserix_rag.places import SourceLocator, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PAGE_TURN: Final = "\f"

_LONGEST_TITLE: Final = 200
_SHORTEST_RULE: Final = 3
_LINE: Final = re.compile(r"[^\n\f]*[\n\f]?")
_HASHES: Final = re.compile(r" {0,3}#{1,6}[ \t]+(?P<title>\S.*?)[ \t#]*$")
_RULE: Final = re.compile(r"([=\-~^\"'`*+#:.<>_])\1*$")
_FENCE: Final = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})")


@frozen
class Heading:
    """
    A heading of a text.

    Args:
        start: Where its line begins, in code points.
        title: What it says.
    """

    start: int
    title: str = field(repr=_fields.length_only)


def headings(text: str) -> tuple[Heading, ...]:
    """
    Find the headings of Markdown (``#`` before) and of both Markdown and reStructuredText (a rule below).

    A rule is as long as the title, or at least three characters of ``=`` or ``-``; three of what opens a fence
    are a fence. Fenced code holds no headings.
    """
    return tuple(_headings(text))


def _headings(text: str) -> Iterator[Heading]:
    fence = rule = ""
    for (start, line), (_, below) in pairwise((*_lines(text), (len(text), ""))):
        mark = None if line is rule else _FENCE.match(line)
        rule = ""
        if mark and (not fence or _closes(fence, mark, line)):
            fence = "" if fence else mark["fence"]
        elif not fence and (title := _title(line, below)):
            rule = below
            yield Heading(start, title)


def _closes(fence: str, mark: re.Match[str], line: str) -> bool:
    return mark["fence"].startswith(fence) and not line[mark.end() :].strip()


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for line in _LINE.finditer(text):
        if line[0]:
            yield line.start(), line[0].rstrip()


def _title(line: str, below: str) -> str:
    if not line.strip() or len(line) > _LONGEST_TITLE:
        return ""
    if hashes := _HASHES.match(line):
        return hashes["title"]
    title = line.strip()
    if _RULE.match(title) or not _RULE.match(below):
        return ""
    if below[0] in "=-" and len(below) >= _SHORTEST_RULE and not line[0].isspace():
        return title
    shortest = _SHORTEST_RULE + 1 if below[0] in "`~" else _SHORTEST_RULE
    return title if len(below) >= max(len(title), shortest) else ""


@discreet
def locators(text: str, spans: Iterable[Span], *, uri: str = "") -> tuple[SourceLocator, ...]:
    """
    Give the way to each of *spans*: its page where the text has form feeds, and the nearest heading before it.

    A span is where its first visible character is. Spans may come in any order.
    """
    titles = headings(text)
    starts = [each.start for each in titles]
    turns = [each.start() for each in re.finditer(PAGE_TURN, text)]
    return tuple(
        SourceLocator(
            uri=uri,
            page=bisect_right(turns, place) + 1 if turns else None,
            section=titles[at - 1].title if (at := bisect_right(starts, place)) else "",
        )
        for place in (_first_visible(text, span) for span in spans)
    )


def _first_visible(text: str, span: Span) -> int:
    piece = text[span.start : span.end]
    return span.start + len(piece) - len(piece.lstrip())
