"""From rows to records: chunks, their ids, and the digests that an erasure makes unreadable."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from attrs import frozen

from tesserix_rag.places import SourceLocator, Span
from tesserix_rag.retrieval import Chunk

if TYPE_CHECKING:
    import sqlite3

_ID_DIGITS: Final = 32


@frozen(kw_only=True)
class VersionKey:
    """
    What names a version of a document, for one tenant.

    Args:
        tenant: Whose document it is.
        document_id: What names the document.
        version: What names the version.
    """

    tenant: str
    document_id: str
    version: str


def chunk_id(key: VersionKey, span: Span) -> str:
    """
    Name a chunk after ids and a span, never after text.

    The first 32 hex digits of the SHA-256 of the JSON array of tenant, document, version, start and end.
    """
    names = [key.tenant, key.document_id, key.version, span.start, span.end]
    canonical = json.dumps(names, ensure_ascii=False, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()[:_ID_DIGITS]


def digest(digest_key: bytes, text: str) -> str:
    """Give the HMAC-SHA-256 of *text*, in hex; without its key it can be compared with nothing."""
    return hmac.digest(digest_key, text.encode(), "sha256").hex()


def stored_chunks(
    connection: sqlite3.Connection, version_key: int, key: VersionKey, uri: str
) -> tuple[Chunk, ...]:
    """Give the chunks of a version that is stored whole, in order."""
    rows = connection.execute(
        """
        SELECT chunk_id, span_start, span_end, ordinal, text, page, section
        FROM chunk WHERE version_key = ? ORDER BY ordinal
        """,
        (version_key,),
    )
    return tuple(
        Chunk(
            chunk_id=name,
            document_id=key.document_id,
            document_version=key.version,
            span=Span(start, end),
            ordinal=ordinal,
            text=text,
            locator=SourceLocator(uri=uri, page=page, section=section),
        )
        for name, start, end, ordinal, text, page, section in rows
    )
