"""What tests of quotations share: a checked answer that quotes, and what became of a quotation."""

from __future__ import annotations

from typing import Any

from tesserix_rag import (
    Citation,
    CitedAnswer,
    Claim,
    GroundedAnswer,
    Quote,
    Span,
    check_grounding,
    tenant_scope,
)
from tesserix_rag.evidence import Located, Tier, locate
from tests.examples import NOON

TENANT = "acme"
BEGINS = 100
"""Where in its document the passage begins."""


def quoted(text: str, *quotes: str | Quote) -> GroundedAnswer:
    """Give a checked answer whose one claim quotes *quotes* from the passage *text*."""
    made = tuple(each if isinstance(each, Quote) else Quote(citation_id="p1", text=each) for each in quotes)
    citation = Citation(
        citation_id="p1",
        document_id="handbook",
        document_version="v1",
        chunk_id="p1",
        tenant=TENANT,
        span=Span(BEGINS, BEGINS + len(text)),
        retrieved_at=NOON,
    )
    claim = Claim(text="The source says so.", citation_ids=("p1",), quotes=made)
    with tenant_scope(TENANT):
        return check_grounding(CitedAnswer(claims=(claim,), citations=(citation,)), [citation])


def evidence(quote: str, text: str) -> str | None:
    """Give what passes for *quote* in *text*, or nothing."""
    found = locate(quote, text)
    if found is None or found.tier is Tier.FUZZY:
        return None
    return text[found.span.start : found.span.end]


def located(quote: Any, text: Any, **how: Any) -> Located:
    """Give where *text* has *quote*, which it must have."""
    found = locate(quote, text, **how)
    assert found is not None
    return found
