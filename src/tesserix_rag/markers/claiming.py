"""From prose and the places of its markers to claims, sentence by sentence."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING

from attrs import define, field

from tesserix_rag.markers.references import first_used
from tesserix_rag.markers.structure import Kind, Part, parts
from tesserix_rag.places import Span
from tesserix_rag.records import Anchor, CitedAnswer, Claim

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tesserix_rag.markers.connectives import Connective
    from tesserix_rag.records import Citation


@define
class _Sentence:
    """A sentence, as far as it is known."""

    start: int
    end: int
    is_exempt: bool
    is_wordless: bool = False
    named: dict[str, None] = field(factory=dict[str, None])


class Claims:
    """
    What an answer states, taken paragraph by paragraph.

    Args:
        language: The language, for where sentences end.
        connective: What names the sentences that are no claim; every sentence is one, if not given.
    """

    def __init__(self, language: str, connective: Connective | None) -> None:
        self._language = language
        self._connective = connective
        self._sentences: list[_Sentence] = []
        self._speaking: list[_Sentence] = []
        self._at = 0
        self._waiting: list[Anchor] = []
        self._anchors: list[Anchor] = []

    def add(self, text: str, start: int, fences: Sequence[Span], marked: Sequence[Anchor]) -> list[Anchor]:
        """
        Take a piece of prose, and give the anchors that are settled with it.

        Args:
            text: The piece; it begins and ends between paragraphs.
            start: Where it begins in the prose.
            fences: Where in the piece fenced code stands, in order.
            marked: The markers in it, in order, by their places in the prose.
        """
        places = [each.at - start for each in marked]

        def is_marked(line: Span) -> bool:
            at = bisect_left(places, line.start)
            return at < len(places) and places[at] <= line.end

        for part in parts(text, fences, self._language, is_marked):
            self._take(text, start, part)
        return self._settle(marked)

    @property
    def has_sentences(self) -> bool:
        """Whether there is any sentence that a marker can belong to."""
        return bool(self._speaking)

    @property
    def is_waiting(self) -> bool:
        """Whether a marker stands before any sentence."""
        return bool(self._waiting)

    def answer(self, prose: str, citations: Sequence[Citation]) -> CitedAnswer:
        """Give the answer, once all of its prose was taken; its citations come in order of first use."""
        claims = tuple(
            Claim(
                text=prose[each.start : each.end],
                citation_ids=tuple(each.named),
                span=Span(each.start, each.end),
            )
            for each in self._sentences
            if not each.is_exempt
        )
        named = (*(each.citation_ids for each in claims), *(each.citation_ids for each in self.anchors))
        return CitedAnswer(
            claims=claims,
            citations=first_used(chain.from_iterable(named), citations),
            prose=prose,
            anchors=tuple(self.anchors),
            exempt=tuple(Span(each.start, each.end) for each in self._sentences if each.is_exempt),
        )

    @property
    def anchors(self) -> list[Anchor]:
        """The places of the markers that count, in order; those without any sentence are among them."""
        return self._anchors if self._speaking else self._waiting

    def _take(self, text: str, offset: int, part: Part) -> None:
        start, end = offset + part.span.start, offset + part.span.end
        if part.kind is Kind.FENCE and self._sentences and not self._sentences[-1].is_wordless:
            self._sentences[-1].end = end
            return
        is_exempt = part.kind in (Kind.SCAFFOLD, Kind.WORDLESS) or (
            self._connective is not None and self._connective(text[part.span.start : part.span.end])
        )
        sentence = _Sentence(start, end, is_exempt, part.kind is Kind.WORDLESS)
        self._sentences.append(sentence)
        if not sentence.is_wordless:
            self._speaking.append(sentence)

    def _settle(self, marked: Sequence[Anchor]) -> list[Anchor]:
        self._waiting.extend(marked)
        if not self._speaking:
            return []
        settled = [anchor for anchor, sentence in self._placed() if not sentence.is_exempt]
        self._waiting.clear()
        self._anchors.extend(settled)
        return settled

    def _placed(self) -> Iterator[tuple[Anchor, _Sentence]]:
        """Give each waiting marker with its sentence: the last that begins before it, else the first of all."""
        speaking = self._speaking
        for anchor in self._waiting:
            while self._at + 1 < len(speaking) and speaking[self._at + 1].start < anchor.at:
                self._at += 1
            sentence = speaking[self._at]
            sentence.named.update(dict.fromkeys(anchor.citation_ids))
            yield anchor, sentence
