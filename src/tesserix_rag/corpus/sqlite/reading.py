"""Reading versions and cited chunks back from a SQLite corpus."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tesserix_rag.corpus.protocol import ErasedChunk, Held, HeldChunk
from tesserix_rag.corpus.sqlite.rows import digest
from tesserix_rag.errors import ErasedVersionError, SourceNotFoundError
from tesserix_rag.places import Span
from tesserix_rag.records import ErasureReason
from tesserix_rag.retrieval import Document

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from tesserix_rag.records import Citation

_Row: TypeAlias = tuple[Any, ...]

_VERSION: Final = """
    SELECT name, version.text, uri, title, license, metadata, erased_at
    FROM version JOIN document USING (document_key)
    WHERE tenant = :tenant AND document_id = :document_id
        AND CASE WHEN :version IS NULL THEN version_key = newest_key ELSE name = :version END
"""

_HELD: Final = """
    SELECT document_id, version.name, chunk_id, span_start, span_end, chunk.text, digest_key,
        chunk.erased_at, chunk.reason,
        CASE WHEN newest_key != version.version_key THEN
            (SELECT newest.name FROM version AS newest WHERE newest.version_key = newest_key)
        END
    FROM json_each(?) AS asked
    JOIN chunk ON chunk.chunk_id = asked.value
    JOIN version ON version.version_key = chunk.version_key
    JOIN document ON document.document_key = version.document_key
    WHERE document.tenant = ?
"""


def document(connection: sqlite3.Connection, tenant: str, document_id: str, version: str | None) -> Document:
    """
    Give a version of a document; the one first put last, if none is named.

    Raises:
        SourceNotFoundError: If this tenant has no such version.
        ErasedVersionError: If it, or a chunk of it, was erased.
    """
    names = {"tenant": tenant, "document_id": document_id, "version": version}
    row = connection.execute(_VERSION, names).fetchone()
    if row is None:
        raise SourceNotFoundError(document_id=document_id)
    name, text, uri, title, license_, metadata, erased_at = row
    if erased_at is not None:
        raise ErasedVersionError(document_id=document_id, version=name)
    return Document(
        document_id=document_id,
        version=name,
        text=text,
        uri=uri,
        title=title,
        license=license_,
        metadata=json.loads(metadata),
    )


def held(connection: sqlite3.Connection, tenant: str, citations: Sequence[Citation]) -> tuple[Held, ...]:
    """Give what is stored of each cited chunk, in the order asked; one round trip for all."""
    asked = json.dumps(list({each.chunk_id for each in citations}))
    rows = connection.execute(_HELD, (asked, tenant))
    found: dict[object, _Row] = {row[:3]: row for row in rows}
    keys = ((each.document_id, each.document_version, each.chunk_id) for each in citations)
    return tuple(_held(each, found.get(key)) for each, key in zip(citations, keys, strict=True))


def _held(citation: Citation, row: _Row | None) -> Held:
    if row is None:
        return None
    _document_id, _version, _chunk_id, start, end, text, digest_key, erased_at, reason, newest = row
    pinned = citation.span
    span = pinned if start == pinned.start and end == pinned.end else Span(start, end)
    if erased_at is None:
        now = None if citation.digest is None else digest(digest_key, text)
        return HeldChunk(span=span, text=text, digest=now, superseded_by=newest)
    return ErasedChunk(
        document_id=citation.document_id,
        document_version=citation.document_version,
        chunk_id=citation.chunk_id,
        span=span,
        erased_at=datetime.fromisoformat(erased_at),
        reason=ErasureReason(reason),
    )


def erased_chunks(connection: sqlite3.Connection, version_keys: Iterable[int]) -> tuple[ErasedChunk, ...]:
    """Give the tombstones of versions, in order."""
    rows = connection.execute(
        """
        SELECT document_id, version.name, chunk_id, span_start, span_end, chunk.erased_at, reason
        FROM json_each(?) AS asked
        JOIN chunk ON chunk.version_key = asked.value
        JOIN version USING (version_key) JOIN document USING (document_key)
        WHERE chunk.erased_at IS NOT NULL
        ORDER BY version_key, ordinal
        """,
        (json.dumps(list(version_keys)),),
    )
    return tuple(
        ErasedChunk(
            document_id=document_id,
            document_version=version,
            chunk_id=chunk_id,
            span=Span(start, end),
            erased_at=datetime.fromisoformat(erased_at),
            reason=ErasureReason(reason),
        )
        for document_id, version, chunk_id, start, end, erased_at, reason in rows
    )
