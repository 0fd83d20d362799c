"""The one place where an answer is let through or refused."""

from __future__ import annotations

from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, Final, cast

from tesserix_rag._discretion import discreet
from tesserix_rag._fields import in_order
from tesserix_rag._seal import SEAL
from tesserix_rag.errors import (
    ConfigurationError,
    GroundingError,
    TenantCrossingError,
    UncitedClaimError,
    UngroundedCitationError,
)
from tesserix_rag.passages import is_same_passage
from tesserix_rag.places import Span
from tesserix_rag.records import (
    Citation,
    CitedAnswer,
    Finding,
    FindingCode,
    GroundedAnswer,
    GroundingReport,
)
from tesserix_rag.telemetry import count_check, log, observed
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from tesserix_rag.records import Claim, Quote

_CITATIONS: Final = frozenset({Citation})
_UNCITED: Final = frozenset({FindingCode.UNCITED_CLAIM, FindingCode.UNCLAIMED_PROSE})


@discreet
def check_grounding(answer: CitedAnswer, retrieved: Iterable[Citation]) -> GroundedAnswer:
    """
    Let an answer through only if every claim rests on what this run retrieved.

    It proves that the answer is consistent with what was retrieved, not that the sources are true. Nothing is
    repaired. An answer without claims and prose is a refusal, and passes.

    Args:
        answer: What is to be shown.
        retrieved: What ``cite`` gave for this run; the result holds these records, not the answer's copies.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If a citation, carried or retrieved, is another tenant's.
        UncitedClaimError: If a claim, or prose outside every claim, rests on nothing.
        ConfigurationError: If it is given anything but an answer and citations.
        UngroundedCitationError: If a claim names what the answer does not carry, a carried citation is not what
            was retrieved, or a quote is not inside its citation.
    """
    tenant = current_tenant("grounding")
    offered = _checked(answer, retrieved)
    began = perf_counter()
    with observed("adk.check_grounding") as observation:
        report = _report(answer, offered, tenant)
        codes = [each.code.value for each in report.findings]
        outcome = "ungrounded" if codes else "grounded"
        if observation.recording:
            observation.cites([each for each in offered if each.tenant == tenant])
            observation.attributes["adk.grounding.outcome"] = outcome
            observation.attributes["adk.grounding.findings"] = sorted(set(codes))
            observation.attributes["adk.grounding.exempt"] = report.exempt
        count_check(outcome, codes, perf_counter() - began)
        log("checked", outcome=outcome, claims=report.claims, findings=len(codes))
        if codes:
            raise _refusal(answer, offered, tenant, report)
    return GroundedAnswer(
        answer=_with_retrieved(answer, offered),
        tenant=tenant,
        checked_at=datetime.now(UTC),
        report=report,
        seal=SEAL,
    )


@discreet
def grounding_report(answer: CitedAnswer, retrieved: Iterable[Citation]) -> GroundingReport:
    """
    Find everything that is wrong with an answer, at once.

    Args:
        answer: What is to be shown.
        retrieved: What ``cite`` gave for this run.

    Raises:
        MissingTenantContextError: Outside any tenant scope; no finding is ever raised.
        ConfigurationError: If it is given anything but an answer and citations.
    """
    tenant = current_tenant("grounding")
    return _report(answer, _checked(answer, retrieved), tenant)


def _checked(answer: object, retrieved: Iterable[object]) -> tuple[Citation, ...]:
    """Give what was retrieved, once it is clear that the check was given what it takes."""
    if not isinstance(answer, CitedAnswer):
        message = "what is checked is a CitedAnswer; a GroundedAnswer is checked again by its .answer"
        raise ConfigurationError(message)
    offered = in_order(retrieved)
    if type(offered) is not tuple or not _CITATIONS.issuperset(map(type, offered)):
        message = "what was retrieved is a sequence of citations"
        raise ConfigurationError(message)
    return cast("tuple[Citation, ...]", offered)


def _report(answer: CitedAnswer, retrieved: tuple[Citation, ...], tenant: str) -> GroundingReport:
    return GroundingReport(
        findings=tuple(_findings(answer, retrieved, tenant)),
        claims=len(answer.claims),
        citations=len(answer.citations),
        exempt=len(answer.exempt),
    )


def _findings(answer: CitedAnswer, retrieved: tuple[Citation, ...], tenant: str) -> Iterator[Finding]:
    foreign = _foreign(answer, retrieved, tenant)
    yield from _named(answer, dict.fromkeys(foreign, FindingCode.TENANT_CROSSING))
    yield from _uncited(answer)
    if answer.prose is not None:
        yield from _unclaimed(answer, answer.prose)
    yield from _dangling(answer)
    offered = _by_id(retrieved)
    unlike = _unlike(answer, offered, foreign)
    yield from _named(answer, unlike)
    yield from _misplaced(answer, offered, {*foreign, *unlike})


def _foreign(answer: CitedAnswer, retrieved: tuple[Citation, ...], tenant: str) -> dict[str, str]:
    """Give the ids of other tenants' citations, and whose they are."""
    found: dict[str, str] = {}
    for citation in (*answer.citations, *retrieved):
        if citation.tenant != tenant:
            found.setdefault(citation.citation_id, citation.tenant)
    return found


def _uncited(answer: CitedAnswer) -> Iterator[Finding]:
    for index, claim in enumerate(answer.claims):
        if not claim.citation_ids:
            yield Finding(code=FindingCode.UNCITED_CLAIM, claim_index=index, span=claim.span)


def _unclaimed(answer: CitedAnswer, prose: str) -> Iterator[Finding]:
    """Find the prose that is in no claim and in no exempt span."""
    claimed = [each.span for each in answer.claims if each.span is not None]
    covered = sorted((*claimed, *answer.exempt), key=lambda span: (span.start, span.end))
    start = 0
    for span in (*covered, Span(len(prose), len(prose))):
        gap = prose[start : span.start]
        if gap.strip():
            begins = start + len(gap) - len(gap.lstrip())
            yield Finding(
                code=FindingCode.UNCLAIMED_PROSE,
                span=Span(begins, begins + len(gap.strip())),
            )
        start = span.end


def _dangling(answer: CitedAnswer) -> Iterator[Finding]:
    """Find the ids that claims, quotes and anchors name and the answer does not carry."""
    carried = {each.citation_id for each in answer.citations}
    for index, claim in enumerate(answer.claims):
        if not claim.quotes and carried.issuperset(claim.citation_ids):
            continue
        quoted = (each.citation_id for each in claim.quotes)
        for named in dict.fromkeys((*claim.citation_ids, *quoted)):
            if named not in carried:
                yield Finding(code=FindingCode.DANGLING_ID, claim_index=index, citation_id=named)
    if not answer.claims:
        anchored = dict.fromkeys(each for anchor in answer.anchors for each in anchor.citation_ids)
        for named in anchored:
            if named not in carried:
                yield Finding(code=FindingCode.DANGLING_ID, citation_id=named)


def _by_id(retrieved: tuple[Citation, ...]) -> dict[str, Citation | None]:
    """Give what was retrieved under each id; nothing where one id stands for two passages."""
    offered: dict[str, Citation | None] = {each.citation_id: each for each in retrieved}
    if len(offered) == len(retrieved):
        return offered
    offered.clear()
    for citation in retrieved:
        first = offered.setdefault(citation.citation_id, citation)
        if first is not None and not is_same_passage(first, citation):
            offered[citation.citation_id] = None
    return offered


def _unlike(
    answer: CitedAnswer, offered: Mapping[str, Citation | None], foreign: Collection[str]
) -> dict[str, FindingCode]:
    """Give the ids of carried citations that are not what was retrieved, and in what way."""
    found: dict[str, FindingCode] = {}
    for citation in answer.citations:
        retrieved = offered.get(citation.citation_id)
        if retrieved is not None and is_same_passage(citation, retrieved):
            continue
        if citation.citation_id not in foreign:
            is_offered = citation.citation_id in offered
            found[citation.citation_id] = (
                FindingCode.DIFFERS_FROM_RETRIEVED if is_offered else FindingCode.NOT_RETRIEVED
            )
    return found


def _named(answer: CitedAnswer, unlike: Mapping[str, FindingCode]) -> Iterator[Finding]:
    """Report each of *unlike* at the claims that name it; where none does, at no claim."""
    if not unlike:
        return
    unnamed = dict(unlike)
    for index, claim in enumerate(answer.claims):
        for named in dict.fromkeys(claim.citation_ids):
            if named in unlike:
                unnamed.pop(named, None)
                yield Finding(code=unlike[named], claim_index=index, citation_id=named)
    for citation_id, code in unnamed.items():
        yield Finding(code=code, citation_id=citation_id)


def _misplaced(
    answer: CitedAnswer, offered: Mapping[str, Citation | None], refused: Collection[str]
) -> Iterator[Finding]:
    """Find the quotes outside the passage that they name, or from one that their claim does not name."""
    if not any(each.quotes for each in answer.claims):
        return
    carried = {each.citation_id for each in answer.citations}.difference(refused)
    for index, claim in enumerate(answer.claims):
        for quote in claim.quotes:
            if quote.citation_id in carried and _is_outside(quote, claim, offered[quote.citation_id]):
                yield Finding(
                    code=FindingCode.QUOTE_OUTSIDE_CITATION,
                    claim_index=index,
                    citation_id=quote.citation_id,
                    span=quote.span,
                )


def _is_outside(quote: Quote, claim: Claim, retrieved: Citation | None) -> bool:
    if quote.citation_id not in claim.citation_ids:
        return True
    return quote.span is not None and retrieved is not None and not retrieved.span.holds(quote.span)


def _refusal(
    answer: CitedAnswer, retrieved: tuple[Citation, ...], tenant: str, report: GroundingReport
) -> TenantCrossingError | GroundingError:
    """Give the error of the first stage that does not hold: crossing, uncited, ungrounded."""
    available = {each.citation_id for each in retrieved if each.tenant == tenant}
    foreign = _foreign(answer, retrieved, tenant)
    if foreign:
        return TenantCrossingError(
            tenant=tenant,
            into=next(iter(foreign.values())),
            citation_ids=sorted(foreign),
            report=report,
            available={each.citation_id for each in retrieved},
        )
    if any(each.code in _UNCITED for each in report.findings):
        indexes = [index for index, claim in enumerate(answer.claims) if not claim.citation_ids]
        return UncitedClaimError(
            claims=[answer.claims[index] for index in indexes],
            indexes=indexes,
            report=report,
            available=available,
        )
    missing = (each.citation_id for each in report.findings)
    return UngroundedCitationError(
        missing=[each for each in missing if each is not None],
        available=available,
        report=report,
    )


def _with_retrieved(answer: CitedAnswer, retrieved: tuple[Citation, ...]) -> CitedAnswer:
    """Make the answer anew, with the retrieved records in place of its own; first wins, as in the check."""
    records = {each.citation_id: each for each in reversed(retrieved)}
    return CitedAnswer(
        claims=answer.claims,
        citations=tuple([records[each.citation_id] for each in answer.citations]),
        prose=answer.prose,
        anchors=answer.anchors,
        exempt=answer.exempt,
    )
