"""The corpus itself: its lifecycle, and its calls as work for a database thread."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Self

from tesserix_rag._discretion import discreet_async
from tesserix_rag._sqlite import Database, transaction
from tesserix_rag.corpus.protocol import Held, StoreErasure, StoreForesight
from tesserix_rag.corpus.sqlite import reading, removing, searching, storing
from tesserix_rag.corpus.sqlite.cleaning import clean, finish
from tesserix_rag.corpus.sqlite.schema import STORE, prepare
from tesserix_rag.errors import ConfigurationError, LimitExceededError
from tesserix_rag.ids import is_blank, is_id, is_text
from tesserix_rag.limits import DEFAULT, Limits
from tesserix_rag.metadata import finite_number
from tesserix_rag.retrieval import (
    Branch,
    Document,
    RetrievalResult,
    RetrievalScope,
    is_scalar,
)
from tesserix_rag.telemetry import log
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    import os
    import sqlite3
    from datetime import datetime
    from types import TracebackType

    from tesserix_rag.places import Span
    from tesserix_rag.records import Citation, ErasureReason
    from tesserix_rag.retrieval import Chunk, Scalar

_MOST_FILTERS: Final = 64


class SqliteCorpus:
    """
    A corpus in one SQLite file, for one machine: many tasks, threads and processes may use it at once.

    Use it in ``async with``. Its calls never block the event loop. Search is by keyword (BM25), one index a
    tenant and collection; only the newest version of a document is found.

    Args:
        path: The file, made if it is not there; ``:memory:`` for one that lives as long as the corpus.
        timeout: How many seconds to wait for another process's lock, or for readers when erasing.
        limits: The most that is taken.

    Raises:
        ConfigurationError: If *path* names no file, or *timeout* is no number of seconds.
        StoreError: On entering, if the file cannot be used or is no corpus of this version.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        timeout: float = 10.0,
        limits: Limits = DEFAULT,
    ) -> None:
        if finite_number(timeout) is None or timeout < 0:
            message = "'timeout' must be a number of seconds from 0"
            raise ConfigurationError(message)
        self._database = Database(path, store=STORE, timeout=timeout, prepare=prepare)
        self._limits = limits

    async def __aenter__(self) -> Self:
        await self._database.open()
        path = self._database.path
        await self._database.write_freely(lambda connection: finish(connection, path))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._database.close()

    @discreet_async
    async def put(
        self,
        document: Document,
        *,
        collection: str = "default",
        chunks: Sequence[Span] | None = None,
        readmit: bool = False,
    ) -> tuple[Chunk, ...]:
        """
        Store a version of a document, whole or not at all, and give its chunks.

        The same version again changes nothing. The newest version is the one first put last.

        Args:
            document: The version.
            collection: Where retrieval finds it.
            chunks: How to cut it; at sentences, paragraphs, headings and pages, if not given.
            readmit: Whether to open an erased document's id to new versions.

        Raises:
            MissingTenantContextError: Outside any tenant scope.
            ConfigurationError: If the version is stored with another content (it names the field), or the
                collection or the chunks are not usable.
            ErasedVersionError: If the version was erased, or its document was and is not readmitted.
            LimitExceededError: If the text is too long, or has too many chunks.
            StoreError: If the file cannot be written; nothing is stored then.
        """
        tenant = current_tenant("corpus")
        _a("document", document, Document)
        _a("chunks", () if chunks is None else chunks, Sequence)
        _a("readmit", readmit, bool)
        _named("collection", collection)
        new = await asyncio.to_thread(storing.deposit, document, tenant, collection, chunks, self._limits)
        stored = await self._database.write(lambda connection: storing.put(connection, new, readmit=readmit))
        log("put", document_id=document.document_id, version=document.version, chunks=len(stored))
        return stored

    @discreet_async
    async def retrieve(
        self,
        query: str,
        *,
        scope: RetrievalScope,
        filters: Mapping[str, Scalar] | None = None,
        k: int = 10,
    ) -> RetrievalResult:
        """
        Find at most *k* passages of newest versions, best first.

        Args:
            query: Words, never query syntax; a passage with any of them is found.
            scope: The collection.
            filters: What a document's metadata must be equal to.
            k: How many passages at most.

        Raises:
            MissingTenantContextError: Outside any tenant scope.
            ConfigurationError: If the query is blank, *k* is less than 1, or a filter is not usable.
            LimitExceededError: If the query or *k* is too large.
            StoreError: If the file cannot be read.
        """
        tenant = current_tenant("retrieval")
        _a("scope", scope, RetrievalScope)
        _a("filters", {} if filters is None else filters, Mapping)
        wanted = dict(filters) if filters is not None else {}
        _check_query(query, k, wanted, self._limits)
        hits = await self._database.read(
            lambda connection: searching.found_hits(connection, (tenant, scope.collection), query, wanted, k)
        )
        log("retrieved", collection=scope.collection, hits=len(hits))
        return RetrievalResult(query=query, hits=hits, branches=(Branch.KEYWORD,), tenant=tenant)

    async def document(self, document_id: str, version: str | None = None) -> Document:
        """
        Give a version of a document; the one first put last, if none is named.

        Raises:
            MissingTenantContextError: Outside any tenant scope.
            SourceNotFoundError: If this tenant has no such version.
            ErasedVersionError: If it, or a chunk of it, was erased.
            StoreError: If the file cannot be read.
        """
        tenant = current_tenant("corpus")
        _named("document_id", document_id)
        if version is not None:
            _named("version", version)
        return await self._database.read(
            lambda connection: reading.document(connection, tenant, document_id, version)
        )

    async def held(self, citations: Sequence[Citation]) -> tuple[Held, ...]:
        """
        Give what is stored of each cited chunk, in the order asked; nothing for what this tenant has not.

        Raises:
            MissingTenantContextError: Outside any tenant scope.
            StoreError: If the file cannot be read.
        """
        tenant = current_tenant("corpus")
        asked = tuple(citations)
        return await self._database.read(lambda connection: reading.held(connection, tenant, asked))

    async def foresee(
        self, document_id: str, version: str | None = None, chunk_id: str | None = None
    ) -> StoreForesight:
        """
        Give what an erasure would take, and change nothing; ``erasing.foresee`` is how to call it.

        Raises:
            MissingTenantContextError: Outside any tenant scope.
            SourceNotFoundError: If this tenant has no such document, version or chunk.
            StoreError: If the file cannot be read.
        """
        target = removing.Target(
            tenant=current_tenant("erasure"),
            document_id=document_id,
            version=version,
            chunk_id=chunk_id,
        )
        return await self._database.read(lambda connection: removing.foresee(connection, target))

    @discreet_async
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
        """
        Erase a document, one of its versions or one chunk for good; ``erasing.erase`` is how to call it.

        Raises:
            MissingTenantContextError: Outside any tenant scope.
            SourceNotFoundError: If this tenant has no such document, version or chunk.
            StoreError: If the file cannot be written, or is corrupt.
        """
        target = removing.Target(
            tenant=current_tenant("erasure"),
            document_id=document_id,
            version=version,
            chunk_id=chunk_id,
        )
        wanted = removing.Erasure(
            target=target,
            reason=reason,
            erased_at=erased_at,
            ticket=ticket,
        )
        path, patience = self._database.path, self._database.timeout

        def work(connection: sqlite3.Connection) -> tuple[removing.Removed, tuple[str, ...]]:
            removed = transaction(connection, lambda inside: removing.remove(inside, wanted))
            return removed, clean(connection, path, removed.texts, patience)

        removed, outstanding = await self._database.write_freely(work)
        log("erased", document_id=document_id, chunks=len(removed.chunks), reason=reason.value)
        log("cleaned", document_id=document_id, outstanding=outstanding)
        return StoreErasure(chunks=removed.chunks, also_in=removed.also_in, outstanding=outstanding)


def _a(what: str, given: object, kind: type) -> None:
    if not isinstance(given, kind):
        message = f"{what!r} must be a {kind.__name__}"
        raise ConfigurationError(message)


def _named(what: str, name: str) -> None:
    if not is_id(name):
        message = f"{what!r} cannot be used as a name"
        raise ConfigurationError(message)


def _check_query(query: str, k: int, filters: Mapping[str, Scalar], limits: Limits) -> None:
    if not is_text(query) or is_blank(query):
        message = "a query must hold some text"
        raise ConfigurationError(message)
    if len(query) > limits.query_chars:
        raise LimitExceededError(limit="query_chars", allowed=limits.query_chars)
    if type(k) is not int or k < 1:
        message = "k must be an integer of at least 1"
        raise ConfigurationError(message)
    if k > limits.hits:
        raise LimitExceededError(limit="hits", allowed=limits.hits)
    if len(filters) > _MOST_FILTERS:
        message = f"a query takes at most {_MOST_FILTERS} filters"
        raise ConfigurationError(message)
    for key, value in filters.items():
        if key == "tenant" or not is_text(key) or not is_scalar(value):
            message = "filters compare keys of metadata with strings, finite numbers and booleans"
            raise ConfigurationError(message)
