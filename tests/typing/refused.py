"""What a careless program writes; every marked line must be an error."""

from tesserix_rag import (
    Branch,
    Citation,
    CitedAnswer,
    Claim,
    Finding,
    GroundedAnswer,
    GroundingReport,
    Hit,
    Quote,
    RetrievalResult,
    SourceLocator,
    Span,
    Tombstone,
    Unresolved,
    check_grounding,
    cite,
    current_tenant,
    excerpt,
    tenant_scope,
)


def unchecked(answer: CitedAnswer) -> GroundedAnswer:
    return answer  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def shows(answer: GroundedAnswer) -> None: ...


def passes_on(answer: CitedAnswer, found: tuple[Citation, ...]) -> None:
    shows(answer)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    shows(check_grounding(answer, found))


def forged(answer: CitedAnswer, report: GroundingReport) -> None:
    GroundedAnswer(answer)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def checked_again(grounded: GroundedAnswer, found: tuple[Citation, ...]) -> None:
    check_grounding(grounded, found)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def changed(claim: Claim, citation: Citation, grounded: GroundedAnswer, hit: Hit) -> None:
    claim.text = "another"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    citation.span = Span(0, 1)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    citation.span.end = 9  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    grounded.tenant = "x"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    grounded.text = "x"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    hit.metadata["a"] = 1  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    claim.citation_ids.append("x")  # type: ignore[attr-defined]  # pyright: ignore


def positions(span: Span) -> None:
    Claim("It is.")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Quote("timing", "words")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    SourceLocator("uri")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    CitedAnswer(())  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def kinds(found: RetrievalResult, citation: Citation, numbers: list[int]) -> None:
    Claim(text="It is.", citation_ids=numbers)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Claim(text=b"It is.")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Claim(text="It is.", quotes=("words",))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    CitedAnswer(citations=("timing",))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Span("0", 1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Finding(code=7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Hit(chunk_id="c", document_id="d")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    RetrievalResult(query="q", hits=("c",))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    cite(found.hits)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    cite(found, ids="by_chunk")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    cite(found, tenant="acme")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    check_grounding(CitedAnswer(), citation)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    excerpt(citation, "text")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tenant_scope(None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def wrong_results(found: RetrievalResult, tombstone: Tombstone, unresolved: Unresolved) -> None:
    names: list[Citation] = cite(found)  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    tenant: None = current_tenant()  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    branch: Branch = "semantic"  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    str(unresolved.text)  # type: ignore[attr-defined]  # pyright: ignore
    del names, tenant, branch


# Stands last: what follows a subclass of it is never reached.
class Forged(GroundedAnswer):  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
    pass
