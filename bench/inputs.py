"""The records that the benchmarks share."""

from __future__ import annotations

from datetime import UTC, datetime

from tesserix_rag import (
    Branch,
    BranchScore,
    Citation,
    CitedAnswer,
    Claim,
    Hit,
    RetrievalResult,
    SourceLocator,
    Span,
)

TENANT = "acme"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def citation(at: int) -> Citation:
    """Make the citation number *at*, with the fields that a store fills."""
    return Citation(
        citation_id=f"{at:032x}",
        document_id=f"handbook/{at % 97}",
        document_version=f"v{at % 5}",
        chunk_id=f"{at:032x}",
        tenant=TENANT,
        span=Span(at * 10, at * 10 + 500),
        retrieved_at=NOW,
        score=0.25 + at % 7,
        branches=(Branch.KEYWORD,),
        locator=SourceLocator(uri=f"handbook/{at % 97}", page=at % 40 + 1, section="Refunds and returns"),
        digest=f"{at:064x}",
    )


def answer(claims: int, citations: int) -> CitedAnswer:
    """Make an answer whose claims name two of its citations each."""
    carried = tuple(map(citation, range(citations)))
    return CitedAnswer(
        claims=tuple(
            Claim(
                text=f"Statement number {at}.",
                citation_ids=(
                    carried[at % citations].citation_id,
                    carried[(at * 7 + 1) % citations].citation_id,
                ),
            )
            for at in range(claims)
        ),
        citations=carried,
    )


def result(hits: int) -> RetrievalResult:
    """Make what a store found, with the metadata that it gives."""
    return RetrievalResult(query="refunds", hits=tuple(map(_hit, range(hits))), tenant=TENANT)


def _hit(at: int) -> Hit:
    pinned = citation(at)
    return Hit(
        chunk_id=pinned.chunk_id,
        document_id=pinned.document_id,
        text="A refund is paid within fourteen days. " * 12,
        score=pinned.score,
        metadata={
            "version": pinned.document_version,
            "start": pinned.span.start,
            "end": pinned.span.end,
            "uri": pinned.locator.uri,
            "page": pinned.locator.page or 1,
            "section": pinned.locator.section,
            "tenant": TENANT,
            "digest": pinned.digest or "",
        },
        contributions=(BranchScore(branch=Branch.KEYWORD, score=pinned.score, rank=at + 1),),
    )
