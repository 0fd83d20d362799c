"""What an answer is made of: citations, the claims that rest on them, and where its markers stood."""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.errors import InvalidRecordError
from tesserix_rag.places import SourceLocator, Span
from tesserix_rag.retrieval import Branch, branches_in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@frozen(kw_only=True)
class Citation:
    """
    A retrieved passage, pinned to the exact characters of an exact version.

    Args:
        citation_id: What claims name it by.
        document_id: The document.
        document_version: The version that was retrieved.
        chunk_id: The chunk that was retrieved.
        tenant: Whose passage it is.
        span: Where it stands in the document's text.
        retrieved_at: When it was read, with a zone; kept in UTC.
        score: The reranker's score where one ran, else the retriever's.
        branches: The ways by which it was found.
        locator: The way for a reader to find it.
        digest: The store's keyed digest of its text.
        source_url: Where a reader may open it; set by enrichment from the store's record.
        source_license: Its licence; set by enrichment from the store's record.
        retrieved_score: Its relevance, 0.0 to 100.0 and whole; set by enrichment.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    citation_id: str = field(validator=_fields.identifier)
    document_id: str = field(validator=_fields.identifier)
    document_version: str = field(validator=_fields.identifier)
    chunk_id: str = field(validator=_fields.identifier)
    tenant: str = field(validator=_fields.tenant)
    span: Span = field(validator=_fields.of(Span))
    retrieved_at: datetime = field(converter=_fields.in_utc, validator=_fields.moment)
    score: float = field(default=0.0, converter=_fields.as_float, validator=_fields.finite)
    branches: tuple[Branch, ...] = field(
        default=(), converter=branches_in_order, validator=_fields.many(Branch)
    )
    locator: SourceLocator = field(factory=SourceLocator, validator=_fields.of(SourceLocator))
    digest: str | None = field(default=None, validator=_fields.identifier_or_none)
    source_url: str | None = field(default=None, validator=_fields.text_or_none, repr=_fields.length_or_none)
    source_license: str | None = field(
        default=None, validator=_fields.text_or_none, repr=_fields.length_or_none
    )
    retrieved_score: float | None = field(
        default=None, converter=_fields.as_float_or_none, validator=_fields.relevance
    )


@frozen(kw_only=True)
class Quote:
    """
    Words that a claim takes from a source.

    Args:
        citation_id: The citation that they are from.
        text: The words. Never shown by repr.
        span: Where they stand in the document, inside the citation's span.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    citation_id: str = field(validator=_fields.reference, repr=_fields.reference_only)
    text: str = field(validator=_fields.telling_text, repr=_fields.length_only)
    span: Span | None = field(default=None, validator=_fields.maybe(Span))


def _quotes(values: Iterable[Quote]) -> tuple[Quote, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class Claim:
    """
    One statement of an answer, and what it rests on.

    Args:
        text: The statement. Never shown by repr.
        citation_ids: The citations behind it; none is allowed here, and refused by check_grounding.
        quotes: The words that it takes from them.
        span: Where it stands in the answer's prose.
        inferred: Whether its extent was guessed from a marker.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    text: str = field(validator=_fields.telling_text, repr=_fields.length_only)
    citation_ids: tuple[str, ...] = field(
        default=(),
        converter=_fields.strings,
        validator=_fields.references,
        repr=_fields.references_only,
    )
    quotes: tuple[Quote, ...] = field(default=(), converter=_quotes, validator=_fields.many(Quote))
    span: Span | None = field(default=None, validator=_fields.maybe(Span))
    inferred: bool = field(default=False, validator=_fields.truth)


@frozen(kw_only=True)
class Anchor:
    """
    The place in the prose where a marker stood.

    Args:
        at: How many code points of prose stand before it.
        citation_ids: What the marker named.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    at: int = field(validator=_fields.offset)
    citation_ids: tuple[str, ...] = field(
        converter=_fields.strings,
        validator=_fields.references,
        repr=_fields.references_only,
    )


def _claims(values: Iterable[Claim]) -> tuple[Claim, ...]:
    return _fields.in_order(values)


def _citations(values: Iterable[Citation]) -> tuple[Citation, ...]:
    return _fields.in_order(values)


def _anchors(values: Iterable[Anchor]) -> tuple[Anchor, ...]:
    return _fields.in_order(values)


def _spans(values: Iterable[Span]) -> tuple[Span, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class CitedAnswer:
    """
    An answer as claims and citations; without claims and prose, a refusal.

    Args:
        claims: What it states.
        citations: What its claims rest on; no two share an id.
        prose: The whole answer without markers, where it was prose; each claim is then a span of it.
        anchors: Where in the prose the markers stood.
        exempt: Spans of the prose that are deliberately no claim.

    Raises:
        InvalidRecordError: If a field does not hold, or the fields do not agree.
    """

    claims: tuple[Claim, ...] = field(default=(), converter=_claims, validator=_fields.many(Claim))
    citations: tuple[Citation, ...] = field(
        default=(), converter=_citations, validator=_fields.many(Citation), repr=_fields.count_only
    )
    prose: str | None = field(default=None, validator=_fields.text_or_none, repr=_fields.length_or_none)
    anchors: tuple[Anchor, ...] = field(default=(), converter=_anchors, validator=_fields.many(Anchor))
    exempt: tuple[Span, ...] = field(default=(), converter=_spans, validator=_fields.many(Span))

    def __attrs_post_init__(self) -> None:
        if len({each.citation_id for each in self.citations}) != len(self.citations):
            raise InvalidRecordError(record="CitedAnswer", field="citations")
        if self.prose is not None and not _stand_in(self.prose, self.claims):
            raise InvalidRecordError(record="CitedAnswer", field="claims")
        if self.exempt and not _stand_apart(self):
            raise InvalidRecordError(record="CitedAnswer", field="exempt")
        if self.anchors and not _belong(self):
            raise InvalidRecordError(record="CitedAnswer", field="anchors")

    @property
    def text(self) -> str:
        """The prose, or the claims joined by one space."""
        return self.prose if self.prose is not None else " ".join(each.text for each in self.claims)

    @cached_property
    def _carried(self) -> dict[str, Citation]:
        return {each.citation_id: each for each in self.citations}

    def sources(self, claim: Claim) -> tuple[Citation, ...]:
        """Give the citations that *claim* names, in its order; ids that are not carried are skipped."""
        carried = self._carried
        return tuple(carried[each] for each in claim.citation_ids if each in carried)

    def provenance(self) -> tuple[str, ...]:
        """Give the ids that some claim rests on, sorted and unique."""
        return tuple(sorted({each for claim in self.claims for each in claim.citation_ids}))


def _stand_in(prose: str, claims: Sequence[Claim]) -> bool:
    """Whether each claim is a span of the prose, in order and apart."""
    end = 0
    for claim in claims:
        span = claim.span
        if span is None or span.start < end or span.end > len(prose):
            return False
        if prose[span.start : span.end] != claim.text:
            return False
        end = span.end
    return True


def _extents(answer: CitedAnswer) -> list[Span]:
    """Give where each claim stands in the answer's text."""
    if answer.prose is not None:
        return [each.span for each in answer.claims if each.span is not None]
    lengths = [len(each.text) for each in answer.claims]
    starts = accumulate((length + 1 for length in lengths), initial=0)
    return [Span(start, start + length) for start, length in zip(starts, lengths, strict=False)]


def _stand_apart(answer: CitedAnswer) -> bool:
    """Whether the exempt spans are in the text, in order, and outside every claim."""
    if any(b.start < a.end for a, b in pairwise(answer.exempt)):
        return False
    spans = sorted((*_extents(answer), *answer.exempt), key=lambda span: (span.start, span.end))
    apart = all(a.end <= b.start for a, b in pairwise(spans))
    return apart and answer.exempt[-1].end <= len(answer.text)


def _belong(answer: CitedAnswer) -> bool:
    """Whether each anchor stands in the text and names only what its claim names."""
    length = len(answer.text)
    extents = _extents(answer)
    starts = [each.start for each in extents]
    named = [frozenset(each.citation_ids) for each in answer.claims]
    return all(
        anchor.at <= length and _is_named(anchor, named, range(*_beside(anchor.at, starts, extents)))
        for anchor in answer.anchors
    )


def _beside(at: int, starts: list[int], extents: list[Span]) -> tuple[int, int]:
    """Give the claims that *at* may belong to: the one it stands in or follows, else the first."""
    following = bisect_right(starts, at)
    first = following - 1
    if first > 0 and extents[first].start == at:
        first -= 1
    return max(first, 0), max(following, 1)


def _is_named(anchor: Anchor, named: list[frozenset[str]], beside: Iterable[int]) -> bool:
    ids = frozenset(anchor.citation_ids)
    return not named or any(ids <= named[each] for each in beside)
