"""Putting versions into a SQLite corpus: immutable, whole, and never one that was erased."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Final

from attrs import frozen

from tesserix_rag.corpus.chunking import chunk_spans
from tesserix_rag.corpus.outline import locators
from tesserix_rag.corpus.sqlite.rows import VersionKey, chunk_id, stored_chunks
from tesserix_rag.corpus.sqlite.searching import (
    index_chunks,
    label_value,
    make_index,
    unindex_chunks,
)
from tesserix_rag.errors import ConfigurationError, ErasedVersionError, LimitExceededError
from tesserix_rag.places import Span
from tesserix_rag.retrieval import Chunk

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from tesserix_rag.limits import Limits
    from tesserix_rag.retrieval import Document

_KEY_BYTES: Final = 32


@frozen(kw_only=True)
class Deposit:
    """
    A version, cut and ready to be stored.

    Args:
        key: What names it.
        document: The version.
        collection: Where retrieval finds it.
        chunks: Its passages.
        given_chunks: Whether the caller cut it.
    """

    key: VersionKey
    document: Document
    collection: str
    chunks: tuple[Chunk, ...]
    given_chunks: bool


def deposit(
    document: Document,
    tenant: str,
    collection: str,
    spans: Sequence[Span] | None,
    limits: Limits,
) -> Deposit:
    """
    Cut a version into chunks.

    Raises:
        LimitExceededError: If the text is too long, or has too many chunks.
        ConfigurationError: If a given span is empty, outside the text, or there twice.
    """
    if len(document.text) > limits.document_chars:
        raise LimitExceededError(limit="document_chars", allowed=limits.document_chars)
    cut = chunk_spans(document.text) if spans is None else _checked(spans, document)
    if len(cut) > limits.chunks:
        raise LimitExceededError(limit="chunks", allowed=limits.chunks)
    key = VersionKey(tenant=tenant, document_id=document.document_id, version=document.version)
    chunks = tuple(
        Chunk(
            chunk_id=chunk_id(key, span),
            document_id=document.document_id,
            document_version=document.version,
            span=span,
            ordinal=ordinal,
            text=document.text[span.start : span.end],
            locator=locator,
        )
        for ordinal, (span, locator) in enumerate(
            zip(cut, locators(document.text, cut, uri=document.uri), strict=True)
        )
    )
    return Deposit(
        key=key,
        document=document,
        collection=collection,
        chunks=chunks,
        given_chunks=spans is not None,
    )


def _checked(spans: Sequence[object], document: Document) -> tuple[Span, ...]:
    given = tuple(each for each in spans if isinstance(each, Span))
    if len(set(given)) < len(spans) or not all(
        span.length > 0 and span.end <= len(document.text) for span in given
    ):
        message = "chunks must be distinct spans inside the document, none of them empty"
        raise ConfigurationError(message)
    return given


def put(connection: sqlite3.Connection, new: Deposit, *, readmit: bool) -> tuple[Chunk, ...]:
    """
    Store a version, and let its chunks be found instead of those of the version before.

    Raises:
        ErasedVersionError: If the version was erased, or its document is closed and not readmitted.
        ConfigurationError: If the version is stored with another content. It names the field.
    """
    document_key, newest_key = _document(connection, new.key, readmit=readmit)
    stored = connection.execute(
        "SELECT version_key FROM version WHERE document_key = ? AND name = ?",
        (document_key, new.key.version),
    ).fetchone()
    if stored is not None:
        return _the_same(connection, stored[0], new)
    shelf_key = _shelf(connection, new.key.tenant, new.collection)
    if newest_key is not None:
        withdraw(connection, newest_key)
    version_key = _store_version(connection, document_key, shelf_key, new)
    indexed = _store_chunks(connection, version_key, new.chunks)
    index_chunks(connection, shelf_key, indexed)
    connection.execute("UPDATE document SET newest_key = ? WHERE document_key = ?", (version_key, document_key))
    return new.chunks


def _document(connection: sqlite3.Connection, key: VersionKey, *, readmit: bool) -> tuple[int, int | None]:
    """Give the keys of a document and of its newest version; make the document if it is new."""
    names = (key.tenant, key.document_id)
    connection.execute("INSERT INTO document (tenant, document_id) VALUES (?, ?) ON CONFLICT DO NOTHING", names)
    document_key, newest_key, closed = connection.execute(
        "SELECT document_key, newest_key, closed FROM document WHERE tenant = ? AND document_id = ?",
        names,
    ).fetchone()
    if closed and not readmit:
        raise ErasedVersionError(document_id=key.document_id, version=key.version)
    if closed:
        connection.execute("UPDATE document SET closed = 0 WHERE document_key = ?", (document_key,))
    return document_key, newest_key


def _shelf(connection: sqlite3.Connection, tenant: str, collection: str) -> int:
    names = (tenant, collection)
    row = connection.execute(
        "SELECT shelf_key FROM shelf WHERE tenant = ? AND collection = ?", names
    ).fetchone()
    if row is not None:
        return int(row[0])
    made = connection.execute("INSERT INTO shelf (tenant, collection) VALUES (?, ?)", names)
    shelf_key = int(made.lastrowid or 0)
    make_index(connection, shelf_key)
    return shelf_key


def _the_same(connection: sqlite3.Connection, version_key: int, new: Deposit) -> tuple[Chunk, ...]:
    """Give the chunks of a version that is stored already, if it is the same in every field."""
    text, uri, title, license_, metadata, given, erased_at, collection = connection.execute(
        """
        SELECT text, uri, title, license, metadata, given_chunks, erased_at, collection
        FROM version JOIN shelf USING (shelf_key) WHERE version_key = ?
        """,
        (version_key,),
    ).fetchone()
    if erased_at is not None:
        raise ErasedVersionError(document_id=new.key.document_id, version=new.key.version)
    stored = stored_chunks(connection, version_key, new.key, uri)
    spans = [each.span for each in stored]
    pairs = {
        "text": (text, new.document.text),
        "uri": (uri, new.document.uri),
        "title": (title, new.document.title),
        "license": (license_, new.document.license),
        "metadata": (metadata, _metadata(new.document)),
        "collection": (collection, new.collection),
        "chunks": (
            spans if given else None,
            [each.span for each in new.chunks] if new.given_chunks else None,
        ),
    }
    for field, (before, now) in pairs.items():
        if before != now:
            name = f"{new.key.document_id}@{new.key.version}"
            message = f"{name} is stored already, with another {field}: put a new version"
            raise ConfigurationError(message)
    return stored


def withdraw(connection: sqlite3.Connection, version_key: int) -> None:
    """Take the chunks of a version out of the index; they stay readable."""
    rows = connection.execute(
        """
        SELECT chunk_key, chunk.text, shelf_key FROM chunk JOIN version USING (version_key)
        WHERE version_key = ? AND chunk.erased_at IS NULL
        """,
        (version_key,),
    ).fetchall()
    if rows:
        unindex_chunks(connection, rows[0][2], (row[:2] for row in rows))


def _metadata(document: Document) -> str:
    return json.dumps(dict(document.metadata), sort_keys=True)


def _store_version(connection: sqlite3.Connection, document_key: int, shelf_key: int, new: Deposit) -> int:
    document = new.document
    made = connection.execute(
        """
        INSERT INTO version (
            document_key, shelf_key, name, text, uri, title, license, metadata, given_chunks
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            *(document_key, shelf_key, document.version, document.text, document.uri),
            *(document.title, document.license, _metadata(document), new.given_chunks),
        ),
    )
    version_key = int(made.lastrowid or 0)
    connection.executemany(
        "INSERT INTO label (version_key, name, value) VALUES (?, ?, ?)",
        ((version_key, key, label_value(each)) for key, each in document.metadata.items()),
    )
    return version_key


def _store_chunks(
    connection: sqlite3.Connection, version_key: int, chunks: Sequence[Chunk]
) -> list[tuple[int, str]]:
    """Store the chunks of a version, and give the key and text of each."""
    (last,) = connection.execute("SELECT coalesce(max(chunk_key), 0) FROM chunk").fetchone()
    keyed = list(enumerate(chunks, start=last + 1))
    connection.executemany(
        """
        INSERT INTO chunk (
            chunk_key, version_key, chunk_id, span_start, span_end, ordinal, text, page, section,
            digest_key
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            (
                *(chunk_key, version_key, chunk.chunk_id, chunk.span.start, chunk.span.end),
                *(chunk.ordinal, chunk.text, chunk.locator.page, chunk.locator.section),
                secrets.token_bytes(_KEY_BYTES),
            )
            for chunk_key, chunk in keyed
        ),
    )
    return [(chunk_key, chunk.text) for chunk_key, chunk in keyed]
