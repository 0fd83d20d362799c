"""Erasing from a SQLite corpus: first nobody can read it any more, then nothing on disk holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag.corpus.protocol import ErasableChunk, StoreForesight
from tesserix_rag.corpus.sqlite.reading import erased_chunks
from tesserix_rag.corpus.sqlite.searching import unindex_chunks
from tesserix_rag.errors import SourceNotFoundError
from tesserix_rag.places import Span
from tesserix_rag.text.sentences import sentence_spans

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from tesserix_rag.corpus.protocol import ErasedChunk
    from tesserix_rag.records import ErasureReason


_TELLING: Final = 20
"""How many characters a sentence has that tells something wherever it stands."""


@frozen(kw_only=True)
class Target:
    """
    What is to be erased.

    Args:
        tenant: Whose document it is.
        document_id: The document.
        version: One version of it; all, if none is named.
        chunk_id: One chunk of it; everything, if none is named.
    """

    tenant: str
    document_id: str
    version: str | None
    chunk_id: str | None


@frozen(kw_only=True)
class Erasure:
    """
    What is to be erased, and why.

    Args:
        target: What.
        reason: Why.
        erased_at: When.
        ticket: What the host calls the request.
    """

    target: Target
    reason: ErasureReason
    erased_at: datetime
    ticket: str


@frozen(kw_only=True)
class Removed:
    """
    What was made unreadable.

    Args:
        chunks: The tombstones, also of earlier erasures of the same target.
        also_in: Other versions of the document that hold some of the text.
        texts: What was erased just now; to be looked for on disk, and then forgotten.
    """

    chunks: tuple[ErasedChunk, ...]
    also_in: tuple[str, ...]
    texts: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Removed(chunks=<{len(self.chunks)}>, texts=<{len(self.texts)}>)"


@frozen
class _Version:
    key: int
    name: str
    shelf_key: int
    is_newest: bool


@frozen
class _Chunk:
    key: int
    chunk_id: str
    span: Span
    text: str = field(repr=False)


def foresee(connection: sqlite3.Connection, target: Target) -> StoreForesight:
    """
    Give what an erasure would take.

    Raises:
        SourceNotFoundError: If this tenant has no such document, version or chunk.
    """
    everything = _versions(connection, target)
    versions, span = _targets(connection, target, everything)
    live = [(version, row) for version in versions for row in _live_chunks(connection, version, span)]
    return StoreForesight(
        chunks=tuple(
            ErasableChunk(
                document_id=target.document_id,
                document_version=version.name,
                chunk_id=row.chunk_id,
                span=row.span,
            )
            for version, row in live
        ),
        also_in=_holding(connection, _others(everything, versions), [row.text for _, row in live]),
    )


def remove(connection: sqlite3.Connection, wanted: Erasure) -> Removed:
    """
    Make text unreadable and unfindable, and leave tombstones.

    Raises:
        SourceNotFoundError: If this tenant has no such document, version or chunk.
    """
    target = wanted.target
    everything = _versions(connection, target)
    versions, span = _targets(connection, target, everything)
    texts = tuple(row.text for each in versions for row in _live_chunks(connection, each, span))
    also_in = _holding(connection, _others(everything, versions), texts)
    for version in versions:
        _bury(connection, version, span, wanted)
    if target.version is None and target.chunk_id is None:
        connection.execute(
            "UPDATE document SET closed = 1 WHERE tenant = ? AND document_id = ?",
            (target.tenant, target.document_id),
        )
    _record(connection, wanted, versions)
    tombstones = erased_chunks(connection, [each.key for each in versions])
    return Removed(
        chunks=tuple(each for each in tombstones if span is None or _overlap(each.span, span)),
        also_in=also_in,
        texts=texts,
    )


def _others(everything: Sequence[_Version], versions: Sequence[_Version]) -> list[_Version]:
    return [each for each in everything if each not in versions]


def _versions(connection: sqlite3.Connection, target: Target) -> list[_Version]:
    rows = connection.execute(
        """
        SELECT version_key, name, shelf_key, version_key = newest_key
        FROM version JOIN document USING (document_key)
        WHERE tenant = ? AND document_id = ? ORDER BY version_key
        """,
        (target.tenant, target.document_id),
    )
    versions = [_Version(key, name, shelf, bool(newest)) for key, name, shelf, newest in rows]
    if not versions:
        raise SourceNotFoundError(document_id=target.document_id)
    return versions


def _targets(
    connection: sqlite3.Connection, target: Target, versions: Sequence[_Version]
) -> tuple[list[_Version], Span | None]:
    """Give the versions that are touched, and in them the span, if not all."""
    named = [each for each in versions if target.version in {None, each.name}]
    if not named:
        raise SourceNotFoundError(document_id=target.document_id)
    if target.chunk_id is None:
        return named, None
    for version in named:
        row = connection.execute(
            "SELECT span_start, span_end FROM chunk WHERE version_key = ? AND chunk_id = ?",
            (version.key, target.chunk_id),
        ).fetchone()
        if row is not None:
            return [version], Span(*row)
    raise SourceNotFoundError(document_id=target.document_id)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _live_chunks(connection: sqlite3.Connection, version: _Version, span: Span | None) -> list[_Chunk]:
    """Give the chunks of a version that can still be read and overlap *span*."""
    start, end = (span.start, span.end) if span else (-1, None)
    rows = connection.execute(
        """
        SELECT chunk_key, chunk_id, span_start, span_end, text FROM chunk
        WHERE version_key = :version AND erased_at IS NULL
            AND span_end > :start AND (:end IS NULL OR span_start < :end)
        ORDER BY ordinal
        """,
        {"version": version.key, "start": start, "end": end},
    )
    return [_Chunk(key, name, Span(first, last), text) for key, name, first, last, text in rows]


def _holding(
    connection: sqlite3.Connection, versions: Iterable[_Version], texts: Iterable[str]
) -> tuple[str, ...]:
    """Give the versions that still hold one of *texts*."""
    wanted = {piece for text in texts for piece in _telling(text)}
    return tuple(version.name for version in versions if wanted and _holds(connection, version, wanted))


def _telling(text: str) -> Iterator[str]:
    """Give what of *text* would be told again elsewhere: its sentences, or all of it where they are short."""
    sentences = (text[each.start : each.end] for each in sentence_spans(text))
    long_enough = [each for each in sentences if len(each) >= _TELLING]
    whole = text.strip()
    return iter(long_enough or ([whole] if whole else []))


def _holds(connection: sqlite3.Connection, version: _Version, wanted: set[str]) -> bool:
    (whole,) = connection.execute("SELECT text FROM version WHERE version_key = ?", (version.key,)).fetchone()
    held = [whole] if whole is not None else [each.text for each in _live_chunks(connection, version, None)]
    return any(text in each for each in held for text in wanted)


def _bury(connection: sqlite3.Connection, version: _Version, span: Span | None, wanted: Erasure) -> None:
    """Turn the chunks of a version that overlap *span* into tombstones."""
    rows = _live_chunks(connection, version, span)
    if version.is_newest and rows:
        unindex_chunks(connection, version.shelf_key, ((row.key, row.text) for row in rows))
    erased_at = wanted.erased_at.isoformat()
    connection.executemany(
        """
        UPDATE chunk SET text = NULL, digest_key = NULL, section = '', erased_at = ?, reason = ?
        WHERE chunk_key = ?
        """,
        ((erased_at, wanted.reason.value, row.key) for row in rows),
    )
    _empty(connection, version, erased_at, whole=span is None)
    if span is not None:
        _unname(connection, version, [row.text for row in rows])
    connection.execute("INSERT INTO unclean (shelf_key) VALUES (?)", (version.shelf_key,))


def _empty(connection: sqlite3.Connection, version: _Version, erased_at: str, *, whole: bool) -> None:
    """Take the whole text from a version; and what describes it, unless other chunks stay."""
    connection.execute(
        "UPDATE version SET text = NULL, erased_at = coalesce(erased_at, ?) WHERE version_key = ?",
        (erased_at, version.key),
    )
    if whole:
        connection.execute(
            """
            UPDATE version SET uri = '', title = '', license = '', metadata = '{}'
            WHERE version_key = ?
            """,
            (version.key,),
        )
        connection.execute("DELETE FROM label WHERE version_key = ?", (version.key,))


def _unname(connection: sqlite3.Connection, version: _Version, texts: Sequence[str]) -> None:
    """Take a title and headings that stood in erased text from what stays of its version."""
    (title,) = connection.execute("SELECT title FROM version WHERE version_key = ?", (version.key,)).fetchone()
    sections = connection.execute(
        "SELECT DISTINCT section FROM chunk WHERE version_key = ? AND section != ''",
        (version.key,),
    ).fetchall()
    if any(title in text for text in texts):
        connection.execute("UPDATE version SET title = '' WHERE version_key = ?", (version.key,))
    connection.executemany(
        "UPDATE chunk SET section = '' WHERE version_key = ? AND section = ?",
        ((version.key, name) for (name,) in sections if any(name in text for text in texts)),
    )


def _record(connection: sqlite3.Connection, wanted: Erasure, targets: Sequence[_Version]) -> None:
    version = targets[0].name if wanted.target.chunk_id is not None else wanted.target.version
    connection.execute(
        """
        INSERT INTO erasure (tenant, document_id, version, chunk_id, reason, erased_at, ticket)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        (
            *(wanted.target.tenant, wanted.target.document_id, version, wanted.target.chunk_id),
            *(wanted.reason.value, wanted.erased_at.isoformat(), wanted.ticket),
        ),
    )
