"""A passage in its surroundings, with the words that are quoted from it."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.places import Span
from tesserix_rag.records import Resolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tesserix_rag.records import GroundedAnswer
    from tesserix_rag.rendering.sources import Source

AROUND: Final = 280
"""How many code points of a document are shown on each side of a passage, at most."""

_SLACK: Final = 40
"""How many of them may be left out, so that no word is cut."""


@frozen
class Run:
    """
    Some words of a passage.

    Args:
        text: The words. Never shown by repr.
        is_quoted: Whether a claim quotes them.
    """

    text: str = field(repr=_fields.length_only)
    is_quoted: bool


@frozen(kw_only=True)
class Excerpt:
    """
    A passage in its surroundings.

    Args:
        before: What stands before it in its document, as far as it is shown. Never shown by repr.
        passage: The passage, in runs.
        behind: What stands behind it. Never shown by repr.
        is_first: Whether nothing more stands before it.
        is_last: Whether nothing more stands behind it.
    """

    before: str = field(default="", repr=_fields.length_only)
    passage: tuple[Run, ...]
    behind: str = field(default="", repr=_fields.length_only)
    is_first: bool = True
    is_last: bool = True


def quoted_in(answer: GroundedAnswer) -> dict[str, list[Span]]:
    """Give where in their documents the words stand that claims quote, by citation id."""
    found: dict[str, list[Span]] = {}
    for claim in answer.claims:
        for quote in claim.quotes:
            if quote.span is not None:
                found.setdefault(quote.citation_id, []).append(quote.span)
    return found


def excerpt_of(source: Source, quoted: Iterable[Span]) -> Excerpt | None:
    """
    Give the passage of a source, in its surroundings if its document is at hand; nothing, if it is gone.

    Args:
        source: The source.
        quoted: Where in its document words stand that claims quote from it.
    """
    if not isinstance(source.found, Resolved):
        return None
    span = source.citation.span
    within = [Span(each.start - span.start, each.end - span.start) for each in quoted if span.holds(each)]
    passage = tuple(_runs(source.found.text, within))
    if source.document is None:
        return Excerpt(passage=passage)
    text = source.document.text
    start = _whole_words(text, max(0, span.start - AROUND), span.start)
    end = _whole_words(text, min(len(text), span.end + AROUND), span.end)
    return Excerpt(
        before=text[start : span.start],
        passage=passage,
        behind=text[span.end : end],
        is_first=start == 0,
        is_last=end == len(text),
    )


def _runs(text: str, quoted: Sequence[Span]) -> Iterator[Run]:
    """Cut a passage where a quotation begins or ends."""
    at = 0
    for span in _joined(quoted):
        if at < span.start:
            yield Run(text[at : span.start], is_quoted=False)
        yield Run(text[span.start : span.end], is_quoted=True)
        at = span.end
    if at < len(text):
        yield Run(text[at:], is_quoted=False)


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Give the same characters in spans that stand in order and apart."""
    found: list[Span] = []
    for each in sorted(spans, key=lambda span: (span.start, span.end)):
        if found and each.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, each.end))
        elif each.length:
            found.append(each)
    return found


def _whole_words(text: str, at: int, towards: int) -> int:
    """Move a cut towards the passage, to the next blank if that is near, or else off a combining mark."""
    if at in (0, len(text)):
        return at
    step = 1 if towards > at else -1
    for near in range(at, max(0, min(len(text), at + step * _SLACK)), step):
        if near == towards:
            return near
        if text[near - 1 if step > 0 else near].isspace():
            return near
    while at != towards and unicodedata.combining(text[at]):
        at += step
    return at
