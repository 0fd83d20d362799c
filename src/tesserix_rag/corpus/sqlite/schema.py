"""The tables of a SQLite corpus, and the check that a file is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tesserix_rag._sqlite import transaction
from tesserix_rag.errors import StoreCode, StoreError

if TYPE_CHECKING:
    import sqlite3

STORE: Final = "sqlite_corpus"
APPLICATION: Final = 0x54524147
VERSION: Final = 1

_TABLES: Final = (
    """
    CREATE TABLE shelf (
        shelf_key INTEGER PRIMARY KEY,
        tenant TEXT NOT NULL,
        collection TEXT NOT NULL,
        UNIQUE (tenant, collection)
    )
    """,
    """
    CREATE TABLE document (
        document_key INTEGER PRIMARY KEY,
        tenant TEXT NOT NULL,
        document_id TEXT NOT NULL,
        newest_key INTEGER,
        closed INTEGER NOT NULL DEFAULT 0,
        UNIQUE (tenant, document_id)
    )
    """,
    """
    CREATE TABLE version (
        version_key INTEGER PRIMARY KEY AUTOINCREMENT,
        document_key INTEGER NOT NULL REFERENCES document,
        shelf_key INTEGER NOT NULL REFERENCES shelf,
        name TEXT NOT NULL,
        text TEXT,
        uri TEXT NOT NULL,
        title TEXT NOT NULL,
        license TEXT NOT NULL,
        metadata TEXT NOT NULL,
        given_chunks INTEGER NOT NULL,
        erased_at TEXT,
        UNIQUE (document_key, name)
    )
    """,
    """
    CREATE TABLE chunk (
        chunk_key INTEGER PRIMARY KEY,
        version_key INTEGER NOT NULL REFERENCES version,
        chunk_id TEXT NOT NULL UNIQUE,
        span_start INTEGER NOT NULL,
        span_end INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        text TEXT,
        page INTEGER,
        section TEXT NOT NULL,
        digest_key BLOB,
        erased_at TEXT,
        reason TEXT
    )
    """,
    "CREATE INDEX chunk_of_version ON chunk (version_key, ordinal)",
    """
    CREATE TABLE label (
        version_key INTEGER NOT NULL REFERENCES version,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (version_key, name)
    )
    """,
    """
    CREATE TABLE erasure (
        erasure_key INTEGER PRIMARY KEY,
        tenant TEXT NOT NULL,
        document_id TEXT NOT NULL,
        version TEXT,
        chunk_id TEXT,
        reason TEXT NOT NULL,
        erased_at TEXT NOT NULL,
        ticket TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE unclean (
        mark INTEGER PRIMARY KEY AUTOINCREMENT,
        shelf_key INTEGER NOT NULL REFERENCES shelf
    )
    """,
)


def prepare(connection: sqlite3.Connection) -> None:
    """
    Make the tables in an empty file, and refuse a file that is no corpus or from a later version.

    Raises:
        StoreError: If the file is not one of ours, with the code ``schema``.
    """
    if _stamp(connection) == (APPLICATION, VERSION):
        return
    if not transaction(connection, _made):
        raise StoreError(store=STORE, code=StoreCode.SCHEMA)


def _stamp(connection: sqlite3.Connection) -> tuple[int, int]:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application, version


def _made(connection: sqlite3.Connection) -> bool:
    """Make the tables, unless another process just has; leave any other file alone."""
    stamp = _stamp(connection)
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if stamp == (APPLICATION, VERSION):
        return True
    if tables or stamp != (0, 0):
        return False
    for statement in _TABLES:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    return True
