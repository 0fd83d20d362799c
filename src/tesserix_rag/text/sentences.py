"""Where sentences begin and end, in any language, in linear time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from unicodedata import category

from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE: Final = 2_000
"""How many code points are segmented at once: sentencex is quadratic on some hostile text."""

_SLACK: Final = 200
_JOINING: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
# sentencex 1.0 panics where a blank of more than one byte stands before a stop.
_PLAIN_BLANKS: Final = dict.fromkeys(
    map(
        ord,
        "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
    ),
    " ",
)
_PARAGRAPH_END: Final = re.compile(r"\n[^\S\n]*\n\s*|\f\s*")


def sentence_spans(text: str, language: str = "en") -> tuple[Span, ...]:
    """
    Give the sentences of *text*, without the white space around them, in order.

    Every character that is no white space is in one of them. A sentence ends at the latest with its paragraph,
    or after ``PIECE`` code points.

    Args:
        text: Any text.
        language: An ISO 639-1 code; abbreviations differ by language, and unknown ones are read as English.
    """
    tiles = sentence_tiles(text, language)
    return tuple(span for tile in tiles if (span := _trimmed(text, tile)).length)


def sentence_tiles(text: str, language: str = "en") -> Iterator[Span]:
    """
    Give the sentences of *text*, each with the white space behind it; laid end to end they are the text.

    Each has something that is no white space, unless the whole text has none.
    """
    start = end = 0
    shows = False
    for paragraph in paragraph_spans(text):
        for tile in _sentences(text, paragraph, language):
            tile_shows = not text[tile.start : tile.end].isspace()
            if shows and tile_shows:
                yield Span(start, end)
                start = tile.start
            end = tile.end
            shows = shows or tile_shows
    if end:
        yield Span(start, end)


def paragraph_spans(text: str) -> Iterator[Span]:
    """Give the paragraphs of *text*, each with the blank lines behind it; together they are the text."""
    start = 0
    for end in _PARAGRAPH_END.finditer(text):
        if end.end() > start:
            yield Span(start, end.end())
            start = end.end()
    if start < len(text):
        yield Span(start, len(text))


def _sentences(text: str, paragraph: Span, language: str) -> Iterator[Span]:
    from sentencex import get_sentence_boundaries

    known = language if language.isascii() else "en"
    start = paragraph.start
    if text[start : paragraph.end].isspace():
        yield paragraph
        return
    while start < paragraph.end:
        end = min(start + PIECE, paragraph.end)
        found = get_sentence_boundaries(known, text[start:end].translate(_PLAIN_BLANKS))
        spans = [Span(start + each["start_index"], start + each["end_index"]) for each in found]
        if end < paragraph.end and len(spans) > 1:
            spans.pop()
        elif end < paragraph.end:
            spans = [Span(start, _cut(text, start, end))]
        yield from spans
        start = spans[-1].end


def _cut(text: str, start: int, end: int) -> int:
    """Give the last place up to *end* to cut too long a sentence: behind a blank, or between characters."""
    limit = end - _SLACK
    blank = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
    if blank >= limit and blank > start:
        return blank + 1
    while end > start + 1 and end > limit and category(text[end]) in _JOINING:
        end -= 1
    return end


def _trimmed(text: str, span: Span) -> Span:
    piece = text[span.start : span.end]
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, max(start, span.start + len(piece.rstrip())))
