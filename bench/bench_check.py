"""Citing and checking, against the same work done by hand and without any promise."""

from __future__ import annotations

from functools import partial

from inputs import NOW, TENANT, answer, citation, result
from table import Row
from timing import best_of, row

from tesserix_rag import (
    Branch,
    Citation,
    CitedAnswer,
    RetrievalResult,
    SourceLocator,
    Span,
    check_grounding,
    cite,
    tenant_scope,
)

HITS = 1_000
CLAIMS = 20
CITATIONS = 50


def rows() -> list[Row]:
    """Measure."""
    with tenant_scope(TENANT):
        return [*_citing(), *_checking(), *_growing()]


def _citing() -> list[Row]:
    found = result(HITS)
    ours, by_hand = best_of(lambda: cite(found), lambda: _cited_by_hand(found))
    return [row(f"cite {HITS:,} hits / the same records built by hand", ours, by_hand, "<= 2x")]


def _cited_by_hand(found: RetrievalResult) -> tuple[Citation, ...]:
    return tuple(
        Citation(
            citation_id=hit.chunk_id,
            document_id=hit.document_id,
            document_version=str(hit.metadata["version"]),
            chunk_id=hit.chunk_id,
            tenant=TENANT,
            span=Span(int(hit.metadata["start"]), int(hit.metadata["end"])),
            retrieved_at=NOW,
            score=hit.score,
            branches=(Branch.KEYWORD,),
            locator=SourceLocator(
                uri=str(hit.metadata["uri"]),
                page=int(hit.metadata["page"]),
                section=str(hit.metadata["section"]),
            ),
            digest=str(hit.metadata["digest"]),
        )
        for hit in found.hits
    )


def _checking() -> list[Row]:
    given = answer(CLAIMS, CITATIONS)
    retrieved = tuple(map(citation, range(CITATIONS)))
    ours, bare = best_of(lambda: check_grounding(given, retrieved), lambda: _compared(given, retrieved))
    what = f"check_grounding, {CLAIMS} claims x {CITATIONS} citations / a bare loop"
    return [row(what, ours, bare, "<= 3x")]


def _compared(given: CitedAnswer, retrieved: tuple[Citation, ...]) -> bool:
    known = {each.citation_id: each for each in retrieved}
    carried = {each.citation_id for each in given.citations}
    for claim in given.claims:
        if not claim.citation_ids or not all(each in carried for each in claim.citation_ids):
            return False
    for each in given.citations:
        other = known.get(each.citation_id)
        if other is None or each.tenant != TENANT or other.tenant != TENANT:
            return False
        if (
            each.document_id != other.document_id
            or each.document_version != other.document_version
            or each.chunk_id != other.chunk_id
            or each.span != other.span
        ):
            return False
    return True


def _growing() -> list[Row]:
    """Measure what ten times the input costs, for the check and for the bare loop, whose data grow alike."""
    ours: list[float] = []
    bare: list[float] = []
    for size in (1_000, 10_000):
        given, retrieved = answer(size, size), tuple(map(citation, range(size)))
        check, compare = partial(check_grounding, given, retrieved), partial(_compared, given, retrieved)
        for times, seconds in zip((ours, bare), best_of(check, compare, tries=5), strict=True):
            times.append(seconds)
    what = "check_grounding, 10,000 x 10,000 / 1,000 x 1,000; the same of a bare loop"
    grown, bare_grown = ours[1] / ours[0], bare[1] / bare[0]
    return [Row(what, f"{grown:.1f}x", f"{bare_grown:.1f}x", f"{grown / bare_grown:.2f}x", "about 1x (linear)")]
