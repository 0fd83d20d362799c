"""Hypothesis strategies: any record that can be built."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from tesserix_rag.ids import is_id, is_reference, is_tenant
from tesserix_rag.places import SourceLocator, Span, TimeRange
from tesserix_rag.records import (
    Anchor,
    Citation,
    CitedAnswer,
    Claim,
    ErasureReason,
    Finding,
    FindingCode,
    GroundingReport,
    Quote,
    Resolved,
    Tombstone,
    Unresolved,
    UnresolvedCode,
)
from tesserix_rag.retrieval import (
    Branch,
    BranchScore,
    Chunk,
    Document,
    Hit,
    HybridPath,
    RetrievalResult,
    RetrievalScope,
)

LARGEST = 2**53 - 1

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
telling_texts = texts.map(lambda text: f"a{text}")
offsets = st.integers(0, LARGEST)
counts = st.integers(0, 10_000)
ordinals = st.integers(1, LARGEST)
finite = st.floats(allow_nan=False, allow_infinity=False)

_names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)
ids = st.one_of(st.from_regex(r"[a-z0-9:._-]{1,20}", fullmatch=True), _names.filter(is_id))
tenants = st.one_of(st.sampled_from(["acme", "globex"]), _names.filter(is_tenant))
references = st.one_of(ids, ids.map(lambda each: f"?{each}").filter(is_reference))

moments = st.datetimes(
    min_value=datetime(1, 1, 2),  # noqa: DTZ001
    max_value=datetime(9999, 12, 30),  # noqa: DTZ001
    timezones=st.one_of(st.just(UTC), st.integers(-1439, 1439).map(lambda n: timezone(timedelta(minutes=n)))),
)


def _maybe(strategy: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | strategy


def _tuples(strategy: st.SearchStrategy, most: int = 3) -> st.SearchStrategy:
    return st.lists(strategy, max_size=most).map(tuple)


def _range(kind: type) -> st.SearchStrategy:
    return st.lists(offsets, min_size=2, max_size=2).map(sorted).map(lambda ends: kind(*ends))


spans = _range(Span)
time_ranges = _range(TimeRange)


@st.composite
def locators(draw: st.DrawFn) -> SourceLocator:
    """Draw a locator with a page, a time, or neither."""
    place: dict[str, Any] = draw(
        st.one_of(
            st.just({}),
            ordinals.map(lambda page: {"page": page}),
            time_ranges.map(lambda time: {"time": time}),
        )
    )
    words: dict[str, Any] = {each: draw(texts) for each in ("uri", "page_label", "section", "kind", "entity")}
    return SourceLocator(**words, **place)


citations = st.builds(
    Citation,
    citation_id=ids,
    document_id=ids,
    document_version=ids,
    chunk_id=ids,
    tenant=tenants,
    span=spans,
    retrieved_at=moments,
    score=finite,
    branches=_tuples(st.sampled_from(Branch)),
    locator=locators(),
    digest=_maybe(ids),
    source_url=_maybe(texts),
    source_license=_maybe(texts),
    retrieved_score=_maybe(st.integers(0, 100).map(float)),
)

quotes = st.builds(Quote, citation_id=references, text=telling_texts, span=_maybe(spans))

claims = st.builds(
    Claim,
    text=telling_texts,
    citation_ids=_tuples(references),
    quotes=_tuples(quotes),
    span=_maybe(spans),
    inferred=st.booleans(),
)

anchors = st.builds(Anchor, at=offsets, citation_ids=_tuples(references))


@st.composite
def answers(draw: st.DrawFn, *, prose: bool | None = None) -> CitedAnswer:
    """Draw an answer, as claims alone or as prose with anchors and exempt spans."""
    carried = tuple(draw(st.lists(citations, max_size=3, unique_by=lambda each: each.citation_id)))
    named = references if not carried else st.sampled_from([each.citation_id for each in carried])
    listed = draw(st.lists(st.tuples(telling_texts, _tuples(named)), max_size=3))
    if not (draw(st.booleans()) if prose is None else prose):
        stated = tuple(Claim(text=text, citation_ids=cited) for text, cited in listed)
        return CitedAnswer(claims=stated, citations=carried)
    return _in_prose(draw(texts), listed, carried)


def _in_prose(
    heading: str, listed: list[tuple[str, tuple[str, ...]]], carried: tuple[Citation, ...]
) -> CitedAnswer:
    prose, stated, marked = heading, [], []
    for text, cited in listed:
        start = len(prose) + 1
        prose = f"{prose} {text}"
        stated.append(Claim(text=text, citation_ids=cited, span=Span(start, len(prose))))
        marked.append(Anchor(at=len(prose), citation_ids=cited))
    return CitedAnswer(
        claims=stated,
        citations=carried,
        prose=prose,
        anchors=marked,
        exempt=(Span(0, len(heading)),) if heading else (),
    )


findings = st.builds(
    Finding,
    code=st.sampled_from(FindingCode),
    claim_index=_maybe(counts),
    citation_id=_maybe(references),
    span=_maybe(spans),
)

reports = st.builds(GroundingReport, findings=_tuples(findings), claims=counts, citations=counts, exempt=counts)

_pinned = {
    "citation_id": ids,
    "document_id": ids,
    "document_version": ids,
    "chunk_id": ids,
    "span": spans,
}
resolved = st.builds(Resolved, text=texts, superseded_by=_maybe(ids), **_pinned)
tombstones = st.builds(Tombstone, erased_at=moments, reason=st.sampled_from(ErasureReason), **_pinned)
unresolved = st.builds(Unresolved, citation_id=ids, code=st.sampled_from(UnresolvedCode))

scalars = st.one_of(texts, st.integers(-LARGEST, LARGEST), finite, st.booleans())
metadata = st.dictionaries(texts, scalars, max_size=4)

documents = st.builds(
    Document,
    document_id=ids,
    version=ids,
    text=texts,
    uri=texts,
    title=texts,
    license=texts,
    metadata=metadata,
)

chunks = st.builds(
    Chunk,
    chunk_id=ids,
    document_id=ids,
    document_version=ids,
    span=spans,
    ordinal=offsets,
    text=texts,
    locator=locators(),
)

branch_scores = st.builds(BranchScore, branch=st.sampled_from(Branch), score=finite, rank=ordinals)

hits = st.builds(
    Hit,
    chunk_id=texts,
    document_id=texts,
    text=texts,
    score=finite,
    metadata=metadata,
    contributions=_tuples(branch_scores),
    rerank_score=_maybe(finite),
)

scopes = st.builds(RetrievalScope, collection=ids)

results = st.builds(
    RetrievalResult,
    query=texts,
    hits=_tuples(hits),
    branches=_tuples(st.sampled_from(Branch)),
    partial=st.booleans(),
    path=_maybe(st.sampled_from(HybridPath)),
    tenant=_maybe(tenants),
)

outcomes = st.one_of(resolved, tombstones, unresolved)

records = st.one_of(
    spans,
    time_ranges,
    locators(),
    citations,
    quotes,
    claims,
    anchors,
    findings,
    reports,
    answers(),
    outcomes,
    documents,
    chunks,
    branch_scores,
    hits,
    scopes,
    results,
)
"""Every record that stands on the wire, save the GroundedAnswer that only a check makes."""
