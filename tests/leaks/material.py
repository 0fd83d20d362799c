"""Records with a canary in every place that a text, or a model, can reach."""

from __future__ import annotations

from typing import Any

from tesserix_rag import (
    Anchor,
    Branch,
    BranchScore,
    Citation,
    CitedAnswer,
    Claim,
    Document,
    Finding,
    FindingCode,
    GroundingReport,
    Hit,
    Quote,
    RetrievalResult,
    SourceLocator,
    Span,
)
from tests.examples import NOON
from tests.leaks.canaries import Canary

PINNED: dict[str, Any] = {
    "citation_id": "owing",
    "document_id": "ledger",
    "document_version": "v1",
    "chunk_id": "owing",
}
"""The ids of what was retrieved; these may be told."""

MANY = 100
"""How many passages are more than a span may name."""


def told(canary: Canary, *names: str) -> dict[str, str]:
    """Give each of *names* the canary's text."""
    return dict.fromkeys(names, canary.text)


def whole(canary: Canary) -> Span:
    """Give the span of the canary's text."""
    return Span(0, len(canary.text))


def locator(canary: Canary, **changed: Any) -> SourceLocator:
    """Give a locator that says it everywhere."""
    names = told(canary, "uri", "page_label", "section", "kind", "entity")
    return SourceLocator(**{**names, **changed})


def citation(canary: Canary, **changed: Any) -> Citation:
    """Give a retrieved citation, with the canary in every text of it."""
    fields = {
        **PINNED,
        "tenant": "acme",
        "span": whole(canary),
        "retrieved_at": NOON,
        "locator": locator(canary),
        **told(canary, "source_url", "source_license"),
    }
    return Citation(**{**fields, **changed})


def invented(canary: Canary, **changed: Any) -> Citation:
    """Give a citation that a model made up, ids and all."""
    ids = dict.fromkeys(PINNED, canary.id)
    return citation(canary, **{**ids, **changed})


def hit(canary: Canary, *, without: str = "", metadata: dict[str, Any] | None = None, **changed: Any) -> Hit:
    """Give a hit of the ledger; *metadata* is added, and *without* taken away."""
    kept: dict[str, Any] = {
        **told(canary, "uri", "page_label", "section", "kind", "entity", "source", "license", canary.text),
        "version": "v1",
        "start": 0,
        "end": len(canary.text),
        **(metadata or {}),
    }
    kept.pop(without, None)
    fields: dict[str, Any] = {
        "chunk_id": "owing",
        "document_id": "ledger",
        "text": canary.text,
        "metadata": kept,
        "contributions": [BranchScore(branch=Branch.KEYWORD, score=1.0, rank=1)],
    }
    return Hit(**{**fields, **changed})


def result(canary: Canary, *hits: Hit, **changed: Any) -> RetrievalResult:
    """Give what was found for a question with the canary in it."""
    return RetrievalResult(**{"query": canary.text, "hits": hits or (hit(canary),), **changed})


def document(canary: Canary, **changed: Any) -> Document:
    """Give a document that is all canary, save its ids."""
    fields = {
        "document_id": "ledger",
        "version": "v1",
        "metadata": {canary.text: canary.text},
        **told(canary, "text", "uri", "title", "license"),
    }
    return Document(**{**fields, **changed})


def claim(canary: Canary, *citation_ids: str, **changed: Any) -> Claim:
    """Give a claim with the canary in its words."""
    return Claim(**{"text": canary.text, "citation_ids": citation_ids, **changed})


def quote(canary: Canary, citation_id: str = "owing", **changed: Any) -> Quote:
    """Give a quote of the canary."""
    return Quote(**{"citation_id": citation_id, "text": canary.text, **changed})


def answer(canary: Canary, *claims: Claim, **changed: Any) -> CitedAnswer:
    """Give an answer that carries what was retrieved."""
    return CitedAnswer(**{"claims": claims, "citations": (citation(canary),), **changed})


def grounded(canary: Canary) -> CitedAnswer:
    """Give an answer that holds, as prose with a marker and an exempt lead-in."""
    prose = f"{canary.text} {canary.text}"
    start = len(canary.text) + 1
    stated = claim(
        canary,
        "owing",
        span=Span(start, len(prose)),
        quotes=(quote(canary, span=whole(canary)),),
    )
    return answer(
        canary,
        stated,
        prose=prose,
        anchors=(Anchor(at=len(prose), citation_ids=("owing",)),),
        exempt=(whole(canary),),
    )


def dangling(canary: Canary) -> CitedAnswer:
    """Give an answer whose ids are all made up: in claims, quotes, anchors and carried citations."""
    made_up = (canary.id, f"?{canary.id}")
    claims = (
        claim(canary, *made_up, quotes=[quote(canary, each) for each in made_up]),
        claim(canary, canary.id, span=whole(canary)),
    )
    return CitedAnswer(
        claims=claims,
        citations=(invented(canary),),
        anchors=(Anchor(at=0, citation_ids=made_up),),
    )


def report(canary: Canary) -> GroundingReport:
    """Give a report on ids that were made up."""
    named = (canary.id, f"?{canary.id}")
    found = [Finding(code=code, claim_index=0, citation_id=each) for code in FindingCode for each in named]
    return GroundingReport(findings=found, claims=2, citations=1)
