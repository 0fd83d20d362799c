"""One small library of refunds, and the records that a run over it makes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tesserix_rag import (
    Branch,
    BranchScore,
    Citation,
    CitedAnswer,
    Claim,
    Document,
    Hit,
    RetrievalResult,
    Span,
)

PAGE = "Refunds are the subject of this page. A refund is paid within fourteen days."
TIMING = Span(38, 76)
NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
SECRET = "Ms Whitfield owes 4,200 euros"
"""Words of a person, for rules on where text must not go."""


def document(**changed: Any) -> Document:
    """Give the handbook in its third version."""
    return Document(**{"document_id": "handbook", "version": "v3", "text": PAGE, **changed})


def hit(metadata: dict[str, Any] | None = None, **changed: Any) -> Hit:
    """Give the hit on when a refund is paid; *metadata* is added to what pins it."""
    pinned: dict[str, Any] = {"version": "v3", "start": "38", "end": "76"}
    fields: dict[str, Any] = {
        "chunk_id": "timing",
        "document_id": "handbook",
        "text": PAGE[38:76],
        "score": 0.8,
        "metadata": {**pinned, **(metadata or {})},
        "contributions": [BranchScore(branch=Branch.KEYWORD, score=3.5, rank=1)],
    }
    return Hit(**{**fields, **changed})


def hit_without(key: str) -> Hit:
    """Give the hit on when a refund is paid, from a store that does not keep *key*."""
    kept = {name: value for name, value in hit().metadata.items() if name != key}
    return hit().__class__(chunk_id="timing", document_id="handbook", text=PAGE[38:76], metadata=kept)


def subject() -> Hit:
    """Give the hit on what the page is about."""
    return hit({"start": 0, "end": 37}, chunk_id="policy", text=PAGE[:37])


def result(*hits: Hit, **changed: Any) -> RetrievalResult:
    """Give what was found for one question."""
    return RetrievalResult(**{"query": "when is it paid?", "hits": hits, **changed})


def citation(citation_id: str = "timing", **changed: Any) -> Citation:
    """Give the citation of when a refund is paid."""
    fields: dict[str, Any] = {
        "citation_id": citation_id,
        "document_id": "handbook",
        "document_version": "v3",
        "chunk_id": citation_id,
        "tenant": "acme",
        "span": TIMING,
        "retrieved_at": NOON,
    }
    return Citation(**{**fields, **changed})


def retrieved() -> tuple[Citation, ...]:
    """Give the citations of one run: when a refund is paid, and what the page is about."""
    return citation(), citation("policy", span=Span(0, 37))


def claim(*citation_ids: str, text: str = "Refunds take fourteen days.", **changed: Any) -> Claim:
    """Give a claim that rests on *citation_ids*."""
    return Claim(**{"text": text, "citation_ids": citation_ids, **changed})


def answer(*claims: Claim, **changed: Any) -> CitedAnswer:
    """Give an answer of *claims* that carries all that was retrieved."""
    return CitedAnswer(**{"claims": claims, "citations": retrieved(), **changed})


def passing() -> CitedAnswer:
    """Give an answer that holds, as prose of a lead-in and two sentences."""
    prose = "In short: Refunds take a fortnight. The page says so."
    return CitedAnswer(
        prose=prose,
        claims=[
            claim("timing", text=prose[10:35], span=Span(10, 35)),
            claim("policy", text=prose[36:], span=Span(36, len(prose))),
        ],
        citations=retrieved(),
        exempt=[Span(0, 9)],
    )
