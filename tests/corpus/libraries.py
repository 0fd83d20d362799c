"""Small libraries to store, and short words for what the tests do with them."""

from __future__ import annotations

from typing import Any

from tesserix_rag import (
    Chunk,
    Citation,
    Document,
    ErasureReason,
    RetrievalResult,
    RetrievalScope,
    Span,
    cite,
)
from tesserix_rag.corpus.protocol import Corpus
from tesserix_rag.erasing import ErasureReceipt, erase
from tests.examples import NOON

TEXT = "Refunds are paid within a fortnight. Parcels travel by rail."
REFUNDS, PARCELS = Span(0, 36), Span(37, 60)
BOTH = (REFUNDS, PARCELS)
DEFAULT = RetrievalScope(collection="default")


def handbook(text: str = TEXT, version: str = "v1", **changed: Any) -> Document:
    """Give a version of the handbook."""
    return Document(**{"document_id": "handbook", "version": version, "text": text, **changed})


def note(document_id: str, text: str = TEXT, **changed: Any) -> Document:
    """Give a document of its own."""
    return handbook(text, document_id=document_id, **changed)


async def ask(corpus: Corpus, query: str, **how: Any) -> RetrievalResult:
    """Retrieve from the default collection."""
    return await corpus.retrieve(query, **{"scope": DEFAULT, **how})


async def found(corpus: Corpus, query: str, **how: Any) -> list[str]:
    """Give the ids of the documents that are found, best first."""
    return [each.document_id for each in (await ask(corpus, query, **how)).hits]


async def scores(corpus: Corpus, query: str, **how: Any) -> list[tuple[str, float]]:
    """Give the chunks that are found, and their scores."""
    return [(each.chunk_id, each.score) for each in (await ask(corpus, query, **how)).hits]


async def cited(corpus: Corpus, query: str, **how: Any) -> tuple[Citation, ...]:
    """Cite what is found, from a store that must say whose it is."""
    return cite(await ask(corpus, query, **how), require_tenant=True)


def citation_of(chunk: Chunk, **changed: Any) -> Citation:
    """Cite a stored chunk without a retrieval."""
    fields: dict[str, Any] = {
        "citation_id": chunk.chunk_id,
        "document_id": chunk.document_id,
        "document_version": chunk.document_version,
        "chunk_id": chunk.chunk_id,
        "tenant": "acme",
        "span": chunk.span,
        "retrieved_at": NOON,
    }
    return Citation(**{**fields, **changed})


async def erased(corpus: Corpus, document_id: str = "handbook", **what: Any) -> ErasureReceipt:
    """Erase for someone who asked for it."""
    return await erase(corpus, **{"document_id": document_id, "reason": ErasureReason.RIGHT_TO_ERASURE, **what})
