"""What a reader may know of a cited source: what its record says, and nothing that a model wrote."""

from __future__ import annotations

import math
from copy import copy
from numbers import Real
from typing import TYPE_CHECKING, TypeVar, cast, overload

import attrs

from tesserix_rag._discretion import discreet
from tesserix_rag._seal import SEAL
from tesserix_rag.errors import TenantCrossingError
from tesserix_rag.ids import is_blank, is_text
from tesserix_rag.metadata import is_absent, tenant_or_none
from tesserix_rag.passages import cited_passage, passage_of
from tesserix_rag.records import Citation, GroundedAnswer
from tesserix_rag.retrieval import HybridPath
from tesserix_rag.telemetry import log
from tesserix_rag.tenancy import current_tenant
from tesserix_rag.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tesserix_rag.passages import Passage
    from tesserix_rag.retrieval import Hit, RetrievalResult

_T = TypeVar("_T")


def relevance(logit: object) -> float | None:
    """
    Give the relevance that a reranker's logit stands for: a whole number from 0.0 to 100.0.

    Args:
        logit: Any number, infinite ones too. What is none, or not one, has no relevance.
    """
    if isinstance(logit, bool) or not isinstance(logit, Real):
        return None
    try:
        number = float(logit)
    except OverflowError:
        return 100.0 if cast("int", logit) > 0 else 0.0
    except Exception:  # noqa: BLE001 - the number may be of anyone's type
        return None
    if math.isnan(number):
        return None
    # Of the two equal forms, each exponential is one that cannot overflow.
    if number >= 0:
        return float(round(100 / (1 + math.exp(-number))))
    power = math.exp(number)
    return float(round(100 * power / (1 + power)))


@overload
def enrich(citations: GroundedAnswer, result: RetrievalResult) -> GroundedAnswer: ...
@overload
def enrich(citations: list[Citation], result: RetrievalResult) -> list[Citation]: ...
@overload
def enrich(citations: tuple[Citation, ...], result: RetrievalResult) -> tuple[Citation, ...]: ...
@discreet
def enrich(
    citations: GroundedAnswer | list[Citation] | tuple[Citation, ...], result: RetrievalResult
) -> GroundedAnswer | list[Citation] | tuple[Citation, ...]:
    """
    Give each citation the URL, the licence and the relevance of its source, as far as they are known.

    ``source_url``, ``source_license`` and ``retrieved_score`` are cleared first, whoever set them. URL and
    licence are ``source`` and ``license`` in the metadata of the hit of the very passage that is cited, the
    first one where there are several; a URL that ``safe_url`` refuses is none. The relevance is that of the
    hit's ``rerank_score``, and only where the retrieval went the full way. Nothing else changes, neither order
    nor number; what cannot be enriched is only cleared.

    Args:
        citations: What is to be shown: citations, or a checked answer, which stays one.
        result: What was retrieved for it.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer, a citation, the result or a hit is another tenant's.
    """
    tenant = current_tenant("enrichment")
    given = citations.citations if isinstance(citations, GroundedAnswer) else _all_of(citations)
    _refuse_foreign(citations, given, result, tenant)
    hits = _by_passage(result)
    is_ranked = getattr(result, "path", None) is HybridPath.FULL
    enriched = tuple(_enriched(each, hits, is_ranked=is_ranked) for each in given)
    log(
        "enriched",
        citations=len(enriched),
        urls=sum(getattr(each, "source_url", None) is not None for each in enriched),
        scores=sum(getattr(each, "retrieved_score", None) is not None for each in enriched),
    )
    if isinstance(citations, GroundedAnswer):
        return GroundedAnswer(
            answer=attrs.evolve(citations.answer, citations=enriched),
            tenant=citations.tenant,
            checked_at=citations.checked_at,
            report=citations.report,
            seal=SEAL,
        )
    return list(enriched) if isinstance(citations, list) else enriched


def _all_of(citations: Iterable[_T]) -> tuple[_T, ...]:
    try:
        return tuple(citations)
    except TypeError:
        return ()


def _refuse_foreign(answer: object, citations: Iterable[object], result: object, tenant: str) -> None:
    """Refuse another tenant's records; what is no record belongs to nobody."""
    if isinstance(answer, GroundedAnswer) and answer.tenant != tenant:
        raise TenantCrossingError(tenant=tenant, into=answer.tenant)
    for citation in citations:
        if isinstance(citation, Citation) and citation.tenant != tenant:
            raise TenantCrossingError(tenant=tenant, into=citation.tenant, citation_ids=(citation.citation_id,))
    named = (getattr(result, "tenant", None), *(_tenant_of(each) for each in _hits(result)))
    for each in named:
        if each is not None and each != tenant:
            raise TenantCrossingError(tenant=tenant, into=each)


def _hits(result: object) -> tuple[Hit, ...]:
    return cast("tuple[Hit, ...]", getattr(result, "hits", ()))


def _tenant_of(hit: Hit) -> str | None:
    try:
        named = hit.metadata.get("tenant")
        return None if is_absent(named) else tenant_or_none(named)
    except Exception:  # noqa: BLE001 - a store's own types may raise anything
        return None


def _by_passage(result: object) -> dict[Passage, Hit]:
    """Give the best hit of each passage."""
    found: dict[Passage, Hit] = {}
    for hit in _hits(result):
        passage = _passage(hit)
        if passage is not None:
            found.setdefault(passage, hit)
    return found


def _passage(hit: Hit) -> Passage | None:
    """Give what *hit* pins; one whose tenant cannot be read is nobody's, and pins nothing."""
    try:
        is_owned = is_absent(hit.metadata.get("tenant")) or _tenant_of(hit) is not None
        return passage_of(hit) if is_owned else None
    except Exception:  # noqa: BLE001 - a store's own types may raise anything
        return None


def _enriched(citation: Citation, hits: Mapping[Passage, Hit], *, is_ranked: bool) -> Citation:
    """Give one citation enriched, or cleared where there is no hit or it cannot be read."""
    if type(citation) is not Citation:
        return citation
    cleared = _cleared(citation)
    try:
        hit = hits[cited_passage(citation)]
        return attrs.evolve(
            cleared,
            source_url=safe_url(hit.metadata.get("source")),
            source_license=_license(hit.metadata.get("license")),
            retrieved_score=relevance(hit.rerank_score) if is_ranked else None,
        )
    except Exception:  # noqa: BLE001 - likewise, and one source is not worth an answer
        return cleared


def _cleared(citation: Citation) -> Citation:
    """Give a copy without URL, licence and relevance, also of a record that was tampered with."""
    cleared = copy(citation)
    for name in ("source_url", "source_license", "retrieved_score"):
        object.__setattr__(cleared, name, None)
    return cleared


def _license(value: object) -> str | None:
    return value if isinstance(value, str) and is_text(value) and not is_blank(value) else None
