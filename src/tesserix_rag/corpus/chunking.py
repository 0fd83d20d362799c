"""Cutting a text into passages that end where sentences, paragraphs, sections and pages do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tesserix_rag._discretion import discreet
from tesserix_rag.corpus.outline import PAGE_TURN, headings
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.places import Span
from tesserix_rag.text.sentences import sentence_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE: Final = 1_000
"""How many code points a chunk should have at most, unless one sentence is longer."""


@discreet
def chunk_spans(text: str, *, size: int = SIZE, overlap: int = 0, language: str = "en") -> tuple[Span, ...]:
    """
    Cut *text* into passages of whole sentences.

    Without overlap the passages, laid end to end, are the text. A heading begins a passage, a page ends one,
    and a paragraph ends one that is at least half full.

    Args:
        text: The whole text.
        size: How many code points a passage should have at most; one long sentence may have more.
        overlap: How many code points of whole sentences before it a passage may repeat, on top of *size*, and
            less than it.
        language: An ISO 639-1 code, for what ends a sentence.

    Raises:
        ConfigurationError: If size or overlap make no passages.
    """
    if size < 1 or not 0 <= overlap < size:
        message = "size must be at least 1, and overlap from 0 to less than size"
        raise ConfigurationError(message)
    passages = _packed(text, size, language)
    return tuple(_overlapping(passages, overlap))


def _packed(text: str, size: int, language: str) -> Iterator[list[Span]]:
    """Give the sentences of each passage."""
    begins = {each.start for each in headings(text)}
    passage: list[Span] = []
    for tile in _tiles(text, sorted(begins), language):
        if passage and _ends(text, passage, tile, size, begins):
            yield passage
            passage = []
        passage.append(tile)
    if passage:
        yield passage


def _tiles(text: str, begins: list[int], language: str) -> Iterator[Span]:
    """Give the sentences of *text*, cut also where a heading begins."""
    upcoming = iter((*begins, len(text)))
    heading = next(upcoming)
    for tile in sentence_tiles(text, language):
        start = tile.start
        while heading < tile.end:
            if text[start:heading].strip():
                yield Span(start, heading)
                start = heading
            heading = next(upcoming)
        yield Span(start, tile.end)


def _ends(text: str, passage: list[Span], tile: Span, size: int, begins: set[int]) -> bool:
    """Whether *passage* ends before *tile*."""
    if tile.start in begins or tile.end - passage[0].start > size:
        return True
    last = text[passage[-1].start : passage[-1].end]
    tail = last[len(last.rstrip()) :]
    if PAGE_TURN in tail:
        return True
    return "\n\n" in tail and tile.start - passage[0].start >= size // 2


def _overlapping(passages: Iterator[list[Span]], overlap: int) -> Iterator[Span]:
    before: list[Span] = []
    for passage in passages:
        start = passage[0].start
        for tile in reversed(before):
            if passage[0].start - tile.start > overlap:
                break
            start = tile.start
        yield Span(start, passage[-1].end)
        before = passage
