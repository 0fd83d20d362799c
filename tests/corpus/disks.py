"""What stands in the files of a database, and what other processes do to it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent

OPENING = """
import asyncio, os, sys
from tesserix_rag import Document, ErasureReason, RetrievalScope, StoreError, tenant_scope
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.erasing import erase

path = sys.argv[1]
"""


def program(body: str) -> list[str]:
    """Give the command of another process that works on a database; its path is ``path``."""
    return [sys.executable, "-c", OPENING + dedent(body)]


def elsewhere(path: Path, body: str) -> str:
    """Run *body* in another process, and give what it printed."""
    finished = subprocess.run(
        [*program(body), str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.strip()


def on_disk(path: Path) -> bytes:
    """
    Give all bytes of all files of a database.

    Another process reads them: closing a database file that is in use here would drop SQLite's locks on it.
    """
    files = [f"{path}{each}" for each in ("", "-wal", "-shm", "-journal")]
    return subprocess.run(["cat", *files], capture_output=True, check=False).stdout


def open_files() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def content(path: Path) -> bytes:
    """Give the bytes of a file that nobody in this process has open."""
    return path.read_bytes()


def is_sound(path: Path) -> bool:
    """Whether SQLite finds nothing wrong with a file, its full-text indexes included."""
    with closing(sqlite3.connect(path)) as raw:
        indexes = raw.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%USING fts5%'")
        for (name,) in indexes.fetchall():
            raw.execute(f"INSERT INTO {name} ({name}) VALUES ('integrity-check')")
        return raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
