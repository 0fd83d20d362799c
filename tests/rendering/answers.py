"""Answers that were checked, and what became of their sources."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from tesserix_rag import (
    Citation,
    CitedAnswer,
    Document,
    ErasureReason,
    GroundedAnswer,
    Resolved,
    SourceLocator,
    Span,
    Tombstone,
    check_grounding,
    tenant_scope,
)
from tesserix_rag.markers import parse_answer

WHEN: Final = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
TEXT: Final = "Before it. Twenty days a year are free. After it. Five of them may be carried over. The end."


def citation(number: int = 1, **changed: Any) -> Citation:
    """Give a citation of document ``d1``, ``d2``, …, of whose text it is the second sentence."""
    given = {
        "citation_id": f"c{number}",
        "document_id": f"d{number}",
        "document_version": "v1",
        "chunk_id": f"k{number}",
        "tenant": "acme",
        "span": Span(11, 39),
        "retrieved_at": WHEN,
        "locator": SourceLocator(section="Leave", page=3, page_label="iii"),
        "source_url": f"https://acme.example/d{number}.pdf",
        **changed,
    }
    return Citation(**given)


CITATIONS: Final = tuple(map(citation, range(1, 10)))


def document(number: int = 1, title: str = "Handbook", **changed: Any) -> Document:
    """Give the document of a citation."""
    given = {"document_id": f"d{number}", "version": "v1", "text": TEXT, "title": title, **changed}
    return Document(**given)


def resolved(number: int = 1, **changed: Any) -> Resolved:
    """Give what a citation resolves to."""
    cited = citation(number)
    given = {
        "citation_id": cited.citation_id,
        "text": TEXT[cited.span.start : cited.span.end],
        "document_id": cited.document_id,
        "document_version": cited.document_version,
        "chunk_id": cited.chunk_id,
        "span": cited.span,
        **changed,
    }
    return Resolved(**given)


def tombstone(number: int = 1) -> Tombstone:
    """Give what is left of an erased source."""
    cited = citation(number)
    return Tombstone(
        citation_id=cited.citation_id,
        document_id=cited.document_id,
        document_version=cited.document_version,
        chunk_id=cited.chunk_id,
        span=cited.span,
        erased_at=WHEN,
        reason=ErasureReason.RIGHT_TO_ERASURE,
    )


def checked(answer: CitedAnswer, citations: Sequence[Citation] = CITATIONS) -> GroundedAnswer:
    """Check an answer for acme."""
    with tenant_scope("acme"):
        return check_grounding(answer, citations)


def answered(text: str, citations: Sequence[Citation] = CITATIONS, **how: Any) -> GroundedAnswer:
    """Read a text whose markers are numbers, and check it for acme."""
    return checked(parse_answer(text, citations, **how), citations)
