"""What prose consists of: sentences, list items, headings and the rows of tables, in order."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from attrs import frozen

from tesserix_rag.places import Span
from tesserix_rag.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

BREAK: Final = re.compile(r"\n[^\S\n]*\n")
_BLANK_LINES: Final = re.compile(r"(?:[^\S\n]*+\n)*+")
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
WORD: Final = re.compile(r"[^\W_]")
_HEADING: Final = re.compile(r"[ \t]{0,3}#{1,6}(?:[ \t]|\Z)")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+\u2022\u2023\u25e6\u2043]|[0-9]{1,9}[.)]|[A-Za-z][.)])[ \t]+")
_ROW: Final = re.compile(r"[ \t]*\|")
_DELIMITERS: Final = re.compile(
    r"[ \t]*(?:\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?"
    r"|:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?)[ \t]*\Z"
)
_QUOTED: Final = re.compile(r"[ \t]*>")
_CLOSERS: Final = re.compile(r"[*_~]+(?=\s|\Z)\s*")


class Kind(StrEnum):
    """What a part of prose is."""

    SENTENCE = "sentence"
    SCAFFOLD = "scaffold"
    """The header of a table and the line below it."""

    WORDLESS = "wordless"
    """Rules, dots and other signs: no letter and no digit."""

    FENCE = "fence"


@frozen
class Part:
    """
    A part of prose.

    Args:
        span: Where it stands in the prose.
        kind: What it is.
    """

    span: Span
    kind: Kind


def parts(
    text: str, fences: Iterable[Span], language: str, is_marked: Callable[[Span], bool]
) -> Iterator[Part]:
    """
    Give the parts of *text*, in order.

    Args:
        text: Prose that begins and ends between paragraphs.
        fences: The fenced code in it, in order.
        language: The language, for where sentences end.
        is_marked: Whether a marker stands in a line; such a line is no header of a table without outer bars.
    """
    start = 0
    for fence in fences:
        yield from _paragraphs(text, Span(start, fence.start), language, is_marked)
        yield Part(_trimmed(text, fence), Kind.FENCE)
        start = fence.end
    yield from _paragraphs(text, Span(start, len(text)), language, is_marked)


def last_break(text: str, fences: Sequence[Span]) -> int:
    """Give where the last blank line of *text* ends that is in no fenced code; 0, if it has none."""
    start = fences[-1].end if fences else 0
    end = 0
    for found in BREAK.finditer(text, start):
        end = found.end()
    return end


def _paragraphs(prose: str, region: Span, language: str, is_marked: Callable[[Span], bool]) -> Iterator[Part]:
    start = _past_blanks(prose, region.start)
    while start < region.end:
        found = BREAK.search(prose, start, region.end)
        end = region.end if found is None else found.end()
        yield from _Paragraph(prose, language, is_marked).parts(Span(start, end))
        start = _past_blanks(prose, end)


def _past_blanks(prose: str, at: int) -> int:
    """Give where the line begins in which something follows."""
    found = _BLANK_LINES.match(prose, at)
    return at if found is None else found.end()


@frozen
class _Paragraph:
    """
    A run of lines without a blank one.

    Args:
        prose: The whole prose.
        language: The language.
        is_marked: Whether a marker stands in a line.
    """

    prose: str
    language: str
    is_marked: Callable[[Span], bool]

    def parts(self, region: Span) -> Iterator[Part]:
        """Give the parts of a region that is one paragraph."""
        lines = [Span(*each.span()) for each in _LINE.finditer(self.prose, region.start, region.end)]
        at = 0
        while at < len(lines):
            end = self._table_end(lines, at)
            if end > at:
                yield from self._table(lines[at:end])
            else:
                end = self._text_end(lines, at)
                yield from self._text(Span(lines[at].start, lines[end - 1].end))
            at = end

    def _table_end(self, lines: list[Span], at: int) -> int:
        """Give behind which line the table ends that begins at *at*; *at*, if none does."""
        is_row = self._is_row(lines[at])
        is_headed = at + 1 < len(lines) and self._heads(lines[at], lines[at + 1])
        if not is_row and not is_headed:
            return at
        end = at + (2 if is_headed else 1)
        while end < len(lines) and (
            self._is_row(lines[end]) or (is_headed and not is_row and "|" in self._line(lines[end]))
        ):
            end += 1
        return end

    def _table(self, lines: list[Span]) -> Iterator[Part]:
        is_headed = len(lines) > 1 and self._heads(lines[0], lines[1])
        for at, line in enumerate(lines):
            is_scaffold = (is_headed and at <= 1) or self._is_delimiters(line)
            yield from self._whole(line, Kind.SCAFFOLD if is_scaffold else Kind.SENTENCE)

    def _heads(self, line: Span, following: Span) -> bool:
        """Whether *line* is the header of a table; one that is marked has to begin with a bar."""
        if not self._is_delimiters(following) or self._is_delimiters(line):
            return False
        return self._is_row(line) or ("|" in self._line(line) and not self.is_marked(line))

    def _is_delimiters(self, line: Span) -> bool:
        return _DELIMITERS.match(self._line(line).rstrip()) is not None

    def _is_row(self, line: Span) -> bool:
        return _ROW.match(self.prose, line.start, line.end) is not None

    def _line(self, line: Span) -> str:
        return self.prose[line.start : line.end]

    def _text_end(self, lines: list[Span], at: int) -> int:
        """Give behind which line the text ends that begins at *at*: before a heading, an item or a table."""
        end = at + 1
        if _HEADING.match(self.prose, lines[at].start, lines[at].end):
            return end
        is_quoted = _QUOTED.match(self.prose, lines[at].start, lines[at].end) is not None
        while end < len(lines) and not self._begins(lines, end, is_quoted=is_quoted):
            end += 1
        return end

    def _begins(self, lines: list[Span], at: int, *, is_quoted: bool) -> bool:
        """Whether the line at *at* begins a part of its own."""
        start, end = lines[at].start, lines[at].end
        if _HEADING.match(self.prose, start, end) or _ITEM.match(self.prose, start, end):
            return True
        if not is_quoted and _QUOTED.match(self.prose, start, end):
            return True
        return self._table_end(lines, at) > at

    def _text(self, region: Span) -> Iterator[Part]:
        if _HEADING.match(self.prose, region.start, region.end):
            return self._whole(region, Kind.SENTENCE)
        return self._sentences(region)

    def _whole(self, region: Span, kind: Kind) -> Iterator[Part]:
        span = _trimmed(self.prose, region)
        if span.length:
            has_words = WORD.search(self.prose, span.start, span.end) is not None
            yield Part(span, kind if has_words or kind is Kind.SCAFFOLD else Kind.WORDLESS)

    def _sentences(self, region: Span) -> Iterator[Part]:
        """Give the sentences of a region, the first with its bullet; wordless ones join the one before."""
        bullet = _ITEM.match(self.prose, region.start, region.end)
        start = region.start if bullet is None else bullet.end()
        pending: Span | None = None
        for found in sentence_spans(self.prose[start : region.end], self.language):
            span = Span(start + found.start, start + found.end)
            if pending is None:
                pending = span if bullet is None else Span(_trimmed(self.prose, region).start, span.end)
                continue
            closed = _CLOSERS.match(self.prose, span.start, span.end) if pending.end == span.start else None
            if closed is not None:
                span = Span(closed.end(), span.end)
            if WORD.search(self.prose, span.start, span.end) is None:
                pending = Span(pending.start, span.end)
            else:
                if closed is not None:
                    pending = Span(pending.start, _trimmed(self.prose, Span(pending.start, closed.end())).end)
                yield from self._whole(pending, Kind.SENTENCE)
                pending = span
        if pending is None:
            yield from self._whole(region, Kind.SENTENCE)
        else:
            yield from self._whole(pending, Kind.SENTENCE)


def _trimmed(prose: str, span: Span) -> Span:
    """Give *span* without the white space at its ends."""
    piece = prose[span.start : span.end]
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, max(start, span.start + len(piece.rstrip())))
