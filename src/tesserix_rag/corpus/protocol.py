"""What a corpus does, whatever it stores its documents in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import frozen

from tesserix_rag.places import Span
from tesserix_rag.retrieval import Retriever

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from tesserix_rag.records import Citation, ErasureReason
    from tesserix_rag.retrieval import Chunk, Document


@frozen(kw_only=True)
class HeldChunk:
    """
    A stored passage, as a citation asks for it.

    Args:
        span: Where it stands in its document.
        text: Its text.
        digest: The keyed digest of the text as it is stored now, where the citation has one to compare.
        superseded_by: The newest version of its document, where that is not its own.
    """

    span: Span
    text: str
    digest: str | None
    superseded_by: str | None

    def __repr__(self) -> str:
        return f"HeldChunk(span={self.span!r}, text=<{len(self.text)} chars>)"


@frozen(kw_only=True)
class ErasedChunk:
    """
    What is left of a passage that was erased.

    Args:
        document_id: Its document.
        document_version: Its version.
        chunk_id: What named it.
        span: Where it stood.
        erased_at: When it was erased.
        reason: Why.
    """

    document_id: str
    document_version: str
    chunk_id: str
    span: Span
    erased_at: datetime
    reason: ErasureReason


@frozen(kw_only=True)
class ErasableChunk:
    """
    A passage that an erasure would take.

    Args:
        document_id: Its document.
        document_version: Its version.
        chunk_id: What names it.
        span: Where it stands.
    """

    document_id: str
    document_version: str
    chunk_id: str
    span: Span


@frozen(kw_only=True)
class StoreForesight:
    """
    What an erasure would do inside one store.

    Args:
        chunks: What would become tombstones; what is erased already is not among them.
        also_in: Other versions of the document that hold a sentence of the text.
    """

    chunks: tuple[ErasableChunk, ...]
    also_in: tuple[str, ...]


@frozen(kw_only=True)
class StoreErasure:
    """
    What an erasure did inside one store.

    Args:
        chunks: What was erased, by this call or an earlier one.
        also_in: Other versions of the document that hold a sentence of the erased text.
        outstanding: What may still hold erased bytes; nothing, if it is proven that nothing does.
    """

    chunks: tuple[ErasedChunk, ...]
    also_in: tuple[str, ...]
    outstanding: tuple[str, ...]


Held: TypeAlias = HeldChunk | ErasedChunk | None


class Corpus(Retriever, Protocol):
    """
    A store of documents in immutable versions, separated by tenant.

    Every method reads the tenant from the scope, and raises ``MissingTenantContextError`` outside one and
    ``StoreError`` where the store cannot do its work.
    """

    async def put(
        self,
        document: Document,
        *,
        collection: str = "default",
        chunks: Sequence[Span] | None = None,
        readmit: bool = False,
    ) -> tuple[Chunk, ...]:
        """Store a version of a document, whole or not at all, and give its chunks."""
        ...

    async def document(self, document_id: str, version: str | None = None) -> Document:
        """Give a version of a document; the newest, if none is named."""
        ...

    async def held(self, citations: Sequence[Citation]) -> tuple[Held, ...]:
        """Give what the store has of each cited chunk, in the order asked."""
        ...

    async def foresee(
        self, document_id: str, version: str | None = None, chunk_id: str | None = None
    ) -> StoreForesight:
        """Give what an erasure would take, and change nothing."""
        ...

    async def erase(
        self,
        document_id: str,
        version: str | None = None,
        chunk_id: str | None = None,
        *,
        reason: ErasureReason,
        erased_at: datetime,
        ticket: str = "",
    ) -> StoreErasure:
        """Erase a document, one of its versions or one chunk, for good."""
        ...
