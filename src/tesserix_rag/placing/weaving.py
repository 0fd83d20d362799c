"""Markers woven into a finished answer, which is read back before anyone sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from tesserix_rag.markers.finding import strip_markers
from tesserix_rag.markers.parsing import anchored_answer
from tesserix_rag.markers.references import Marker
from tesserix_rag.markers.scanning import Scanner
from tesserix_rag.markers.surroundings import WINDOW
from tesserix_rag.markers.writing import Writer
from tesserix_rag.places import Span
from tesserix_rag.placing.aligning import DRAFT
from tesserix_rag.placing.labels import Label, label_text
from tesserix_rag.placing.sources import marker_of
from tesserix_rag.records import Anchor, Citation, CitedAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tesserix_rag.markers.dialects import Dialect

_TRIES: Final = 4


@frozen
class Insertion:
    """
    A marker and its place in the answer.

    Args:
        at: How many code points of the answer stand before it.
        is_spaced: Whether a blank stands before it that is not the answer's.
        citation_id: What it names.
    """

    at: int
    is_spaced: bool
    citation_id: str


@frozen(kw_only=True)
class Woven:
    """
    An answer with its markers.

    Args:
        text: The text.
        answer: The same as claims.
        insertions: Where the markers stand.
        labels: The labels of what is cited, as far as there is room for them.
        unread: Which of the markers are not read as what they are, by position.
    """

    text: str = field(repr=False)
    answer: CitedAnswer
    insertions: tuple[Insertion, ...]
    labels: Mapping[str, Label]
    unread: frozenset[int] = frozenset()


@frozen(kw_only=True)
class Loom:
    """
    What weaves markers into one answer.

    Args:
        original: The answer.
        dialect: What the markers look like.
        known: What can be cited; what is cited already comes first.
        labels: The labels, by citation id.
        language: An ISO 639-1 code, for where sentences end.
        before: The markers that stand in the answer already.
    """

    original: str = field(repr=False)
    dialect: Dialect
    known: tuple[Citation, ...]
    labels: Mapping[str, Label]
    language: str
    before: tuple[Insertion, ...] = ()

    def woven(self, new: Iterable[Insertion]) -> Woven:
        """Put markers into the answer, save those that would not be read as what they are."""
        before = frozenset(self.before)
        added = [each for each in new if each not in before]
        for _ in range(_TRIES):
            woven = self._written(tuple(sorted((*self.before, *added), key=_place)))
            if not woven.unread:
                return woven
            unread = {woven.insertions[each] for each in woven.unread}
            if unread & before:
                break
            added = [each for each in added if each not in unread]
        return self._written(self.before)

    def _written(self, insertions: tuple[Insertion, ...]) -> Woven:
        answer = self._claimed(insertions)
        labels, markers = self._labelled(answer.citations)
        text, spans = self._text(insertions, markers)
        return Woven(
            text=text,
            answer=answer,
            insertions=insertions,
            labels=labels,
            unread=self._unread(text, spans, insertions),
        )

    def _claimed(self, insertions: Iterable[Insertion]) -> CitedAnswer:
        """Give the answer as claims, with all that is marked; what was cited before keeps its number."""
        anchors = [Anchor(at=each.at, citation_ids=(each.citation_id,)) for each in insertions]
        answer = anchored_answer(self.original, anchors, self.known, language=self.language)
        known = {each.citation_id: each for each in self.known}
        before = {each.citation_id for each in self.before}
        first = (each for each in known if each in before)
        used = dict.fromkeys((*first, *(each.citation_id for each in insertions)))
        return evolve(answer, citations=tuple(known[each] for each in used))

    def _labelled(self, citations: tuple[Citation, ...]) -> tuple[dict[str, Label], dict[str, str]]:
        """Give the labels and the markers of what is cited; a summary gives way, if its marker is too long."""
        labels = {each.citation_id: self.labels.get(each.citation_id, Label()) for each in citations}
        writer = Writer(citations, self.dialect, labels)
        markers: dict[str, str] = {}
        for each in labels:
            markers[each] = marker_of(each, writer)
            if not markers[each]:
                labels[each] = self._shortened(each, writer)
                markers[each] = marker_of(each, writer)
        return labels, markers

    def _shortened(self, citation_id: str, writer: Writer) -> Label:
        """Give a label that leaves its marker short enough to be read."""
        label = self.labels.get(citation_id, Label())
        bare = evolve(label, summary="")
        room = WINDOW - len(marker_of(citation_id, evolve(writer, labels={citation_id: bare})))
        return evolve(bare, summary=label_text(label.summary, max(room, 0)))

    def _text(self, insertions: Iterable[Insertion], markers: Mapping[str, str]) -> tuple[str, list[Span]]:
        """Give the text, and where the markers stand in it."""
        pieces: list[str] = []
        spans: list[Span] = []
        start = length = 0
        for each in insertions:
            before = self.original[start : each.at]
            blank = " " if each.is_spaced or self._needs_blank(before) else ""
            pieces += (before, blank, markers.get(each.citation_id, ""))
            begun = length + len(before) + len(blank)
            length = begun + len(pieces[-1])
            spans.append(Span(begun, length))
            start = each.at
        return "".join((*pieces, self.original[start:])), spans

    def _needs_blank(self, before: str) -> bool:
        """Whether a marker of this dialect would look like a subscript."""
        is_word = before[-1:].isascii() and (before[-1:].isalnum() or before[-1:] == "_")
        return is_word and any(each.is_subscript for each in self.dialect.forms)

    def _unread(self, text: str, spans: Sequence[Span], insertions: Sequence[Insertion]) -> frozenset[int]:
        """Give the markers that are not read; all new ones, if the text is otherwise not as it was."""
        found = Scanner(self.dialect).feed(text, last=True)
        read = {each.span for each in found if isinstance(each, Marker)}
        unread = frozenset(at for at, each in enumerate(spans) if each not in read)
        if unread:
            return unread
        prose = "".join(each for each in found if isinstance(each, str))
        if prose == strip_markers(self.original, self.dialect) and not DRAFT.search(text):
            return frozenset()
        before = frozenset(self.before)
        return frozenset(at for at, each in enumerate(insertions) if each not in before)


def _place(insertion: Insertion) -> int:
    return insertion.at
