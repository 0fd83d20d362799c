"""Prose with markers becomes an answer of claims: at once, or while it comes in."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_text
from tesserix_rag.markers.connectives import Connective
from tesserix_rag.markers.dialects import NUMERIC
from tesserix_rag.markers.finding import fences
from tesserix_rag.markers.references import Marker, Retrieved
from tesserix_rag.places import Span
from tesserix_rag.records import Anchor, Citation, CitedAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tesserix_rag.markers.dialects import Dialect
    from tesserix_rag.markers.reasoning import Reasoning


@frozen
class TextDelta:
    """
    Prose that can be shown.

    Args:
        text: The prose. Never shown by repr.
    """

    text: str = field(repr=_fields.length_only)


@frozen
class MarkerFound:
    """
    A marker, once it is clear what it belongs to.

    Args:
        anchor: Where it stands in the prose, and what it names.
    """

    anchor: Anchor


_NO_PIECE: Final = "an open stream takes text without lone surrogates"

StreamEvent: TypeAlias = TextDelta | MarkerFound


@discreet
def parse_answer(
    text: str,
    retrieved: Iterable[Citation],
    *,
    dialect: Dialect = NUMERIC,
    language: str = "en",
    connective: Connective | None = None,
    reasoning: Reasoning | None = None,
) -> CitedAnswer:
    """
    Give the claims of an answer that a model wrote with markers.

    Each sentence is a claim, and so are a heading, a list item and the row of a table; a marker belongs to
    the sentence that it stands in or directly follows. What names nothing that was retrieved stays with its
    claim as ``?…``, for check_grounding to refuse.

    Args:
        text: What the model wrote.
        retrieved: What ``cite`` gave for this run, in the order that was shown to the model.
        dialect: What markers look like.
        language: An ISO 639-1 code, for where sentences end.
        connective: What names the sentences that are no claim; ``plain`` is ready-made.
        reasoning: The tags of what the model only thought, which is no part of the answer.

    Raises:
        ConfigurationError: If the text is none, or holds lone surrogates.
    """
    stream = MarkerStream(
        retrieved, dialect=dialect, language=language, connective=connective, reasoning=reasoning
    )
    return stream.whole(text)


def anchored_answer(
    prose: str, anchors: Iterable[Anchor], citations: Iterable[Citation], *, language: str = "en"
) -> CitedAnswer:
    """
    Give the claims of prose whose markers were taken out, or never stood in it.

    Args:
        prose: The prose.
        anchors: Where markers belong, in order, and what they name.
        citations: What can be named.
        language: An ISO 639-1 code, for where sentences end.

    Raises:
        ConfigurationError: If *citations* holds anything else.
    """
    from tesserix_rag.markers.claiming import Claims

    known = expect_citations(citations)
    claims = Claims(language, None)
    claims.add(prose, 0, fences(prose), tuple(anchors))
    return claims.answer(prose, known)


class MarkerStream:
    """
    An answer that comes in pieces.

    However the text is cut, the joined prose, the anchors and the answer are those of ``parse_answer``. What is
    given is not checked yet: it may be shown as a draft, not as an answer.

    Args:
        retrieved: What ``cite`` gave for this run, in the order that was shown to the model.
        dialect: What markers look like.
        language: An ISO 639-1 code, for where sentences end.
        connective: What names the sentences that are no claim; with one, a marker is given with its paragraph.
        reasoning: The tags of what the model only thought, which is no part of the answer.
    """

    def __init__(
        self,
        retrieved: Iterable[Citation],
        *,
        dialect: Dialect = NUMERIC,
        language: str = "en",
        connective: Connective | None = None,
        reasoning: Reasoning | None = None,
    ) -> None:
        from tesserix_rag.markers.claiming import Claims
        from tesserix_rag.markers.scanning import Scanner

        self._retrieved = Retrieved(expect_citations(retrieved))
        self._scanner = Scanner(dialect, reasoning)
        self._claims = Claims(language, connective)
        self._is_eager = connective is None
        self._taken: list[str] = []
        self._region = _Region(0)
        self._answer: CitedAnswer | None = None

    def feed(self, delta: str) -> tuple[StreamEvent, ...]:
        """
        Give the prose and the markers that *delta* decides.

        At most ``Limits.held`` code points are held back: what may be a marker, and the blanks before it.

        Raises:
            ConfigurationError: If the stream is closed, or the piece is no text.
        """
        if self._answer is not None or type(delta) is not str or not (delta.isascii() or is_text(delta)):
            del delta
            raise ConfigurationError(_NO_PIECE)
        text = self._scanner.plain(delta)
        if text is None:
            return tuple(self._events(self._scanner.feed(delta)))
        if not text:
            return ()
        if self._region.is_late:
            return tuple(self._events([text]))
        self._region.pieces.append(text)
        return (TextDelta(text),)

    @discreet
    def close(self) -> tuple[StreamEvent, ...]:
        """
        Give what was held back; then ``answer`` is there.

        Raises:
            ConfigurationError: If the stream is closed already.
        """
        self._expect("")
        return (*self._events(self._scanner.feed("", last=True)), *self._finish())

    @property
    def answer(self) -> CitedAnswer:
        """
        The answer.

        Raises:
            ConfigurationError: If the stream is not closed.
        """
        if self._answer is None:
            raise ConfigurationError("the answer of a stream is there when the stream is closed")
        return self._answer

    @discreet
    def whole(self, text: str) -> CitedAnswer:
        """
        Give the answer of a text that is all there.

        Raises:
            ConfigurationError: If the stream has begun, or the text is none.
        """
        self._expect(text)
        for each in self._scanner.feed(text, last=True):
            self._keep(each)
        self._finish()
        return self.answer

    def _expect(self, delta: object) -> None:
        if self._answer is not None or type(delta) is not str or not is_text(delta):
            raise ConfigurationError(_NO_PIECE)

    def _events(self, found: list[str | Marker]) -> Iterator[StreamEvent]:
        for each in found:
            is_settled = self._keep(each)
            if isinstance(each, str):
                yield TextDelta(each)
                if self._region.is_late and self._region.breaks(each):
                    yield from map(MarkerFound, self._settle())
            elif is_settled:
                yield MarkerFound(self._region.marked[-1])

    def _keep(self, found: str | Marker) -> bool:
        """Keep what was found; whether it is a marker whose sentence is known to be a claim."""
        if isinstance(found, str):
            self._region.pieces.append(found)
            return False
        is_early = self._is_eager and not self._claims.is_waiting
        return self._region.mark(self._retrieved.ids(found), is_early=is_early)

    def _settle(self) -> list[Anchor]:
        """Take the paragraphs that are whole, and give their markers that were not given yet."""
        if self._scanner.is_in_fence:
            return []
        from tesserix_rag.markers.structure import last_break

        text = "".join(self._region.pieces)
        fences = self._fences()
        end = last_break(text, fences)
        return self._take(text[:end], text[end:], fences) if end else []

    def _fences(self) -> list[Span]:
        """Give the fenced code of the region, counted from where it begins."""
        start = self._region.start
        spans = reversed(self._scanner.fences)
        found = [
            Span(each.start - start, each.end - start) for each in takewhile(lambda x: x.end > start, spans)
        ]
        return found[::-1]

    def _take(self, text: str, rest: str, fences: list[Span]) -> list[Anchor]:
        region = self._region
        end = region.start + len(text)
        marked = [each for each in region.marked if each.at < end or not rest]
        early = min(region.early, len(marked))
        settled = self._claims.add(text, region.start, fences, marked)
        self._taken.append(text)
        self._region = _Region(end)
        self._region.pieces.append(rest)
        self._region.marked.extend(region.marked[len(marked) :])
        self._region.early = region.early - early
        self._region.is_late = self._region.early < len(self._region.marked)
        return settled[early:]

    def _finish(self) -> list[MarkerFound]:
        text = "".join(self._region.pieces)
        settled = self._take(text, "", self._fences())
        if not self._claims.has_sentences:
            settled = self._claims.anchors
        self._answer = self._claims.answer("".join(self._taken), self._retrieved.citations)
        return [MarkerFound(each) for each in settled]


class _Region:
    """The prose of a stream that is not yet known to be whole paragraphs."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.pieces: list[str] = []
        self.marked: list[Anchor] = []
        self.early = 0
        self.is_late = False
        """Whether markers were kept that could not be given."""
        self._seen = 0
        self._recent = ""
        self._length = start
        self._first = ""
        self._has_word = False

    def breaks(self, text: str) -> bool:
        """Whether a blank line ends with *text*, behind a marker that waits."""
        from tesserix_rag.markers.structure import BREAK

        recent = self._recent + text
        line = recent[max(0, recent.rfind("\n")) :]
        self._recent = "" if line.strip() else line
        return BREAK.search(recent) is not None

    def mark(self, ids: tuple[str, ...], *, is_early: bool) -> bool:
        """Keep a marker at the end of the prose; whether it surely belongs to a claim."""
        self._look()
        is_early = is_early and not self.is_late and self._has_word and self._first != "|"
        self.marked.append(Anchor(at=self._length, citation_ids=ids))
        self.early += is_early
        self.is_late = not is_early
        return is_early

    def _look(self) -> None:
        """Learn what the line consists of that the prose ends with."""
        text = "".join(self.pieces[self._seen :])
        self._seen = len(self.pieces)
        self._length += len(text)
        newline = text.rfind("\n")
        if newline >= 0:
            self._first, self._has_word = "", False
        line = text[newline + 1 :]
        self._first = self._first or line.lstrip()[:1]
        self._has_word = self._has_word or any(map(str.isalnum, line))


def expect_citations(retrieved: Iterable[object]) -> tuple[Citation, ...]:
    """
    Give what was retrieved.

    Raises:
        ConfigurationError: If it is given anything but citations.
    """
    found = _fields.in_order(retrieved)
    if type(found) is not tuple or not all(isinstance(each, Citation) for each in found):
        raise ConfigurationError("what was retrieved is a sequence of citations")
    return cast("tuple[Citation, ...]", found)
