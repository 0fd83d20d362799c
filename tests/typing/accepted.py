"""What a careful program writes, and what the checkers then know."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import assert_type

from tesserix_rag import (
    Branch,
    Citation,
    CitedAnswer,
    Claim,
    Document,
    FindingCode,
    GroundedAnswer,
    GroundingReport,
    Hit,
    Resolved,
    ResolvedCitation,
    RetrievalResult,
    RetrievalScope,
    Retriever,
    Span,
    Tombstone,
    UncitedClaimError,
    UngroundedCitationError,
    by_passage,
    check_grounding,
    citation_attributes,
    cite,
    current_tenant,
    excerpt,
    grounding_report,
    merge_citations,
    merge_results,
    passages,
    tenant_scope,
)


class Library:
    """A retriever of one's own: no base class is needed."""

    async def retrieve(
        self,
        query: str,
        *,
        scope: RetrievalScope,
        filters: Mapping[str, str | int | float | bool] | None = None,
        k: int = 10,
    ) -> RetrievalResult:
        hit = Hit(chunk_id="c", document_id="d", text="t", metadata={"version": "v1", "start": 0})
        return RetrievalResult(query=query, hits=(hit,))


async def answered(retriever: Retriever, question: str) -> GroundedAnswer:
    found = await retriever.retrieve(question, scope=RetrievalScope(collection="default"))
    assert_type(found, RetrievalResult)
    assert_type(found.hits, tuple[Hit, ...])
    assert_type(found.branches, tuple[Branch, ...])
    assert_type(merge_results(found, found), RetrievalResult)

    pinned = cite(found, retrieved_at=datetime.now(UTC), ids=by_passage, require_tenant=True)
    assert_type(pinned, tuple[Citation, ...])
    assert_type(merge_citations(pinned, [pinned[0]]), tuple[Citation, ...])
    assert_type(passages(found, pinned), Mapping[str, str])
    assert_type(cite(found, ids=lambda hit, rank: f"{rank}:{hit.chunk_id}"), tuple[Citation, ...])

    answer = CitedAnswer(
        claims=[Claim(text="It is.", citation_ids=[each.citation_id for each in pinned])],
        citations=pinned,
    )
    assert_type(answer.claims, tuple[Claim, ...])
    assert_type(answer.claims[0].citation_ids, tuple[str, ...])
    assert_type(answer.sources(answer.claims[0]), tuple[Citation, ...])
    assert_type(answer.provenance(), tuple[str, ...])

    report = grounding_report(answer, pinned)
    assert_type(report, GroundingReport)
    assert_type(report.feedback(), str)
    assert_type(report.findings[0].code, FindingCode)
    try:
        grounded = check_grounding(answer, iter(pinned))
    except UncitedClaimError as error:
        assert_type(error.claims, tuple[Claim, ...])
        assert_type(error.indexes, tuple[int, ...])
        assert_type(error.report, GroundingReport)
        raise
    except UngroundedCitationError as error:
        assert_type(error.missing, tuple[str, ...])
        assert_type(error.available, tuple[str, ...])
        raise
    assert_type(grounded, GroundedAnswer)
    assert_type(grounded.answer, CitedAnswer)
    assert_type(grounded.citations, tuple[Citation, ...])
    return grounded


def scoped() -> None:
    assert_type(tenant_scope("acme"), AbstractContextManager[None])
    with tenant_scope("acme"):
        assert_type(current_tenant("reading"), str)


def shown(resolved: ResolvedCitation) -> str:
    if resolved.erased is True:
        assert_type(resolved, Tombstone)
        return ""
    assert_type(resolved, Resolved)
    return resolved.text


def told(citation: Citation, document: Document) -> None:
    assert_type(excerpt(citation, document), str)
    assert_type(citation.span, Span)
    assert_type(citation.span.length, int)
    assert_type(citation.retrieved_score, float | None)
    citation_attributes([citation], pseudonymise=b"sixteen bytes or")


async def run() -> GroundedAnswer:
    return await answered(Library(), "when is it paid?")
