"""Full-text search in a SQLite corpus: one index a tenant and collection, so that no score moves another's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from tesserix_rag.corpus.sqlite.rows import digest
from tesserix_rag.metadata import label_text
from tesserix_rag.retrieval import Branch, BranchScore, Hit
from tesserix_rag.text.words import spaced, terms

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from tesserix_rag.retrieval import Scalar

_MOST_TERMS: Final = 256
_TOKENIZER: Final = "porter unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"
_PINNED: Final = frozenset(
    {
        *("version", "start", "end", "uri", "page", "page_label", "section", "tenant", "digest"),
        *("source", "license", "time_start", "time_end"),
    }
)


_NAMES: Final = frozenset({"kind", "entity"})


def make_index(connection: sqlite3.Connection, shelf_key: int) -> None:
    """Make the index of a shelf; it holds words and their places, and no text."""
    connection.execute(
        f"CREATE VIRTUAL TABLE words_{shelf_key} USING fts5(words, content = '', tokenize = '{_TOKENIZER}')"
    )


def index_chunks(connection: sqlite3.Connection, shelf_key: int, chunks: Iterable[tuple[int, str]]) -> None:
    """Make chunks, given as key and text, findable."""
    connection.executemany(
        f"INSERT INTO words_{shelf_key} (rowid, words) VALUES (?, ?)",  # noqa: S608 - an integer of ours
        ((key, spaced(text)) for key, text in chunks),
    )


def unindex_chunks(connection: sqlite3.Connection, shelf_key: int, chunks: Iterable[tuple[int, str]]) -> None:
    """Make chunks, given as key and the text that was indexed, unfindable."""
    connection.executemany(
        f"INSERT INTO words_{shelf_key} (words_{shelf_key}, rowid, words) "  # noqa: S608 - an integer of ours
        "VALUES ('delete', ?, ?)",
        ((key, spaced(text)) for key, text in chunks),
    )


def found_hits(
    connection: sqlite3.Connection,
    shelf: tuple[str, str],
    query: str,
    filters: Mapping[str, Scalar],
    k: int,
) -> tuple[Hit, ...]:
    """Give at most *k* hits of a tenant and collection for the words of *query*, best first (BM25)."""
    tenant, _collection = shelf
    words = terms(query)[:_MOST_TERMS]
    found = connection.execute(
        "SELECT shelf_key FROM shelf WHERE tenant = ? AND collection = ?", shelf
    ).fetchone()
    if not words or found is None:
        return ()
    parameters = {
        "words": " OR ".join(f'"{word}"' for word in words),
        "tenant": tenant,
        "k": k,
        **{f"name{at}": name for at, name in enumerate(filters)},
        **{f"value{at}": label_value(value) for at, value in enumerate(filters.values())},
    }
    rows = connection.execute(_query(found[0], len(filters)), parameters)
    return tuple(_hit(_Row(*row), rank) for rank, row in enumerate(rows, start=1))


class _Row(NamedTuple):
    bm25: float
    tenant: str
    document_id: str
    version: str
    uri: str
    license: str
    metadata: str
    chunk_id: str
    start: int
    end: int
    text: str
    page: int | None
    section: str
    digest_key: bytes


def _query(shelf_key: int, filters: int) -> str:
    """Give the statement; without filters the index itself stops at the first *k*."""
    index = f"words_{shelf_key}"
    labelled = "".join(_LABELLED.format(at=at) for at in range(filters))
    return f"""
        SELECT found.rank, document.tenant, document.document_id, version.name, version.uri, version.license,
            version.metadata, chunk.chunk_id, chunk.span_start, chunk.span_end, chunk.text,
            chunk.page, chunk.section, chunk.digest_key
        FROM (
            SELECT rowid, rank FROM {index} WHERE {index} MATCH :words
            ORDER BY rank, rowid {"" if filters else "LIMIT :k"}
        ) AS found
        JOIN chunk ON chunk.chunk_key = found.rowid
        JOIN version ON version.version_key = chunk.version_key
        JOIN document ON document.document_key = version.document_key
        WHERE document.tenant = :tenant AND chunk.erased_at IS NULL {labelled}
        ORDER BY found.rank, chunk.chunk_key LIMIT :k
    """  # noqa: S608 - the only parts put in are an integer and constants of ours


_LABELLED: Final = """
    AND EXISTS (
        SELECT 1 FROM label WHERE label.version_key = version.version_key
        AND label.name = :name{at} AND label.value = :value{at}
    )
"""


def label_value(value: Scalar) -> str:
    """Give the form in which a value of metadata is compared: 1 and 1.0 are equal, 1 and true are not."""
    if isinstance(value, float) and value.is_integer():
        return json.dumps(int(value))
    return json.dumps(value)


def _hit(row: _Row, rank: int) -> Hit:
    return Hit(
        chunk_id=row.chunk_id,
        document_id=row.document_id,
        text=row.text,
        score=-row.bm25,
        metadata=_metadata(row),
        contributions=(BranchScore(branch=Branch.KEYWORD, score=-row.bm25, rank=rank),),
    )


def _metadata(row: _Row) -> dict[str, Scalar]:
    """Give what ``cite`` reads, and what else the document's own metadata says."""
    labels: dict[str, Scalar] = json.loads(row.metadata)
    optional = {"uri": row.uri, "source": row.uri, "license": row.license, "section": row.section}
    return {
        **{key: value for key, value in labels.items() if _is_own(key, value)},
        **{key: value for key, value in optional.items() if value},
        **({} if row.page is None else {"page": row.page}),
        "version": row.version,
        "start": row.start,
        "end": row.end,
        "tenant": row.tenant,
        "digest": digest(row.digest_key, row.text),
    }


def _is_own(key: str, value: Scalar) -> bool:
    """Whether metadata says something that is not the store's to say, and that ``cite`` can read."""
    return key not in _PINNED and (key not in _NAMES or label_text(value) is not None)
