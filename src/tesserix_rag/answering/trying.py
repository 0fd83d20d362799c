"""An answer that is checked before anyone has it, and tried again with what was wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tesserix_rag._discretion import discreet_async
from tesserix_rag.errors import ConfigurationError, GroundingError, TenantCrossingError
from tesserix_rag.grounding import check_grounding
from tesserix_rag.markers.parsing import expect_citations
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Callable

    from tesserix_rag.answering.protocol import Answerer
    from tesserix_rag.records import Citation, CitedAnswer, GroundedAnswer, GroundingReport
    from tesserix_rag.retrieval import RetrievalResult


@discreet_async
async def answer_checked(
    question: str,
    result: RetrievalResult,
    citations: tuple[Citation, ...],
    answerer: Answerer,
    *,
    retries: int = 2,
    refused: Callable[[GroundingReport], None] | None = None,
) -> GroundedAnswer:
    """
    Let *answerer* answer until its answer passes the check, and tell it each time what was wrong.

    Nothing is repaired, and what was refused is not given. Only a refusal is tried again; any other error ends
    it. What is another tenant's is refused before the answerer sees it.

    Args:
        question: The question.
        result: What was found for it.
        citations: What ``cite`` gave for the result.
        answerer: What answers.
        retries: How often it may try again.
        refused: Is told of each refusal, also of the last one.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If what was found, or what an answer carries, is another tenant's.
        UncitedClaimError: If the last answer has a claim, or prose outside every claim, that rests on nothing.
        UngroundedCitationError: If the last answer names or carries what was not retrieved.
        ConfigurationError: If it is given no citations, or no count of retries.
    """
    if type(retries) is not int or retries < 0:
        raise ConfigurationError("retries are a count")
    _refuse_foreign(result, citations)
    feedback = ""
    while True:
        answer = await answerer(question, result, citations, feedback)
        outcome = _checked(answer, citations)
        if not isinstance(outcome, GroundingError):
            return outcome
        if refused is not None:
            refused(outcome.report)
        if not retries:
            raise outcome
        retries -= 1
        feedback = outcome.report.feedback()


def _refuse_foreign(result: RetrievalResult, citations: tuple[Citation, ...]) -> None:
    """Refuse what is another tenant's, since an answerer may send it elsewhere."""
    tenant = current_tenant("answering")
    known = expect_citations(citations)
    foreign = {each.citation_id: each.tenant for each in known if each.tenant != tenant}
    if foreign:
        into = next(iter(foreign.values()))
        raise TenantCrossingError(tenant=tenant, into=into, citation_ids=sorted(foreign), available=foreign)
    if result.tenant is not None and result.tenant != tenant:
        raise TenantCrossingError(tenant=tenant, into=result.tenant)


def _checked(answer: CitedAnswer, citations: tuple[Citation, ...]) -> GroundedAnswer | GroundingError:
    try:
        return check_grounding(answer, citations)
    except GroundingError as error:
        return error
