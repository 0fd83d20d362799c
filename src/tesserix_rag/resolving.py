"""From a citation back to its characters: the text itself, a tombstone, or an error, never an empty text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from tesserix_rag.corpus.protocol import Corpus, ErasedChunk, Held
from tesserix_rag.errors import SourceChangedError, SourceNotFoundError, TenantCrossingError
from tesserix_rag.records import (
    Citation,
    Resolved,
    ResolvedCitation,
    Tombstone,
    Unresolved,
    UnresolvedCode,
)
from tesserix_rag.telemetry import log, observed
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BATCH: Final = 1_000
"""How many citations one round trip asks for."""


class CitationResolver(Protocol):
    """What gives a citation its characters back."""

    async def resolve(self, citation: Citation) -> ResolvedCitation:
        """Give the exact characters of *citation*, or the tombstone of what was erased."""
        ...


class CorpusResolver:
    """
    A resolver over a corpus.

    Args:
        corpus: Where the cited documents are.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    async def resolve(self, citation: Citation) -> ResolvedCitation:
        """
        Give the exact characters of *citation*, or the tombstone of what was erased.

        Raises:
            MissingTenantContextError: Outside any tenant scope.
            TenantCrossingError: If the citation is another tenant's.
            SourceNotFoundError: If this tenant's store has no such chunk, whoever else may have it.
            SourceChangedError: If the stored chunk has another span, or its text another digest.
            StoreError: If the store cannot be read.
        """
        (found,) = await self._resolved((citation,))
        if not isinstance(found, Unresolved):
            return found
        if found.code is UnresolvedCode.CHANGED:
            raise SourceChangedError(citation_id=citation.citation_id)
        raise SourceNotFoundError(citation_id=citation.citation_id, document_id=citation.document_id)

    async def resolve_many(
        self, citations: Iterable[Citation]
    ) -> tuple[Resolved | Tombstone | Unresolved, ...]:
        """
        Resolve many citations, in the order asked, with one round trip for each ``BATCH``.

        Raises:
            MissingTenantContextError: Outside any tenant scope.
            TenantCrossingError: If one of them is another tenant's.
            StoreError: If the store cannot be read.
        """
        return await self._resolved(tuple(citations))

    async def _resolved(self, citations: Sequence[Citation]) -> tuple[Resolved | Tombstone | Unresolved, ...]:
        tenant = current_tenant("resolving")
        with observed("adk.resolve") as observation:
            _refuse_foreign(citations, tenant)
            found: list[Resolved | Tombstone | Unresolved] = []
            for start in range(0, len(citations), BATCH):
                batch = citations[start : start + BATCH]
                held = await self._corpus.held(batch)
                found.extend(map(_outcome, batch, held))
            if observation.recording:
                stored = zip(citations, found, strict=True)
                observation.cites([each for each, one in stored if _is_stored(one)])
        log("resolved", citations=len(citations), erased=sum(map(_is_tombstone, found)))
        return tuple(found)


def _refuse_foreign(citations: Sequence[Citation], tenant: str) -> None:
    foreign = [each for each in citations if each.tenant != tenant]
    if foreign:
        raise TenantCrossingError(
            tenant=tenant,
            into=foreign[0].tenant,
            citation_ids=sorted({each.citation_id for each in foreign}),
        )


def _outcome(citation: Citation, held: Held) -> Resolved | Tombstone | Unresolved:
    if held is None:
        return Unresolved(citation_id=citation.citation_id, code=UnresolvedCode.MISSING)
    if isinstance(held, ErasedChunk):
        if not _is_of(held, citation):
            return Unresolved(citation_id=citation.citation_id, code=UnresolvedCode.CHANGED)
        return Tombstone(
            citation_id=citation.citation_id,
            document_id=held.document_id,
            document_version=held.document_version,
            chunk_id=held.chunk_id,
            span=held.span,
            erased_at=held.erased_at,
            reason=held.reason,
        )
    is_moved = held.span is not citation.span and held.span != citation.span
    if is_moved or citation.digest not in (None, held.digest):
        return Unresolved(citation_id=citation.citation_id, code=UnresolvedCode.CHANGED)
    return Resolved(
        citation_id=citation.citation_id,
        text=held.text,
        document_id=citation.document_id,
        document_version=citation.document_version,
        chunk_id=citation.chunk_id,
        span=citation.span,
        superseded_by=held.superseded_by,
    )


def _is_of(erased: ErasedChunk, citation: Citation) -> bool:
    """Whether a store gave the tombstone that it was asked for."""
    given = (erased.document_id, erased.document_version, erased.chunk_id)
    return given == (citation.document_id, citation.document_version, citation.chunk_id)


def _is_stored(found: Resolved | Tombstone | Unresolved) -> bool:
    return not isinstance(found, Unresolved)


def _is_tombstone(found: Resolved | Tombstone | Unresolved) -> bool:
    return isinstance(found, Tombstone)
