"""What makes an erasure true on disk: index merged, file rewritten, log emptied, and then looked at."""

from __future__ import annotations

import mmap
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tesserix_rag._sqlite import IN_MEMORY, store_code, transaction
from tesserix_rag.corpus.sqlite.schema import STORE
from tesserix_rag.errors import StoreCode, StoreError

import sqlite3

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

INDEX: Final = "index"
FREE_PAGES: Final = "free_pages"
LOG: Final = "write_ahead_log"
FILE: Final = "database_file"

_RETRY_AFTER: Final = 0.05
_PROBE: Final = 24
_PROBES: Final = 64
_PASSING: Final = frozenset({StoreCode.LOCKED, StoreCode.FULL, StoreCode.UNREACHABLE})


def clean(
    connection: sqlite3.Connection, path: str, texts: Sequence[str], patience: float
) -> tuple[str, ...]:
    """
    Take the last bytes of erased text from the files, and give what may still hold some.

    A reader of an old snapshot keeps the log; it is waited for at most *patience* seconds, and what is
    outstanding then is finished by the next call.

    Args:
        connection: The writing connection, outside any transaction.
        path: The file.
        texts: What was erased, to be looked for.
        patience: How many seconds to wait for readers.

    Raises:
        StoreError: If the file is corrupt.
    """
    shelves = [key for (key,) in connection.execute("SELECT shelf_key FROM unclean")]
    if not shelves:
        return ()
    deadline = time.monotonic() + patience
    steps: tuple[tuple[str, Callable[[], bool]], ...] = (
        (INDEX, lambda: _merge(connection, shelves)),
        (FREE_PAGES, lambda: _rewrite(connection)),
        (LOG, lambda: _empty_log(connection, deadline)),
        (FILE, lambda: not any(_found(connection, path, texts))),
    )
    outstanding = tuple(name for name, step in steps if not _done(step))
    _refuse_corruption(connection)
    if not outstanding:
        connection.execute("DELETE FROM unclean")
    return outstanding


def _done(step: Callable[[], bool]) -> bool:
    """Whether a step was done; a lock or a full disk leaves it for the next call."""
    try:
        return step()
    except sqlite3.Error as error:
        if store_code(error) not in _PASSING:
            raise
        return False


def _merge(connection: sqlite3.Connection, shelves: Iterable[int]) -> bool:
    """Merge each index into one segment, which drops the postings of what was taken out."""

    def merged(inside: sqlite3.Connection) -> bool:
        for key in shelves:
            inside.execute(f"INSERT INTO words_{key} (words_{key}) VALUES ('optimize')")  # noqa: S608 - an integer of ours
        return True

    return transaction(connection, merged)


def _rewrite(connection: sqlite3.Connection) -> bool:
    """Write the whole file anew from what is live: secure_delete leaves copies in rebalanced pages."""
    connection.execute("VACUUM")
    return True


def _empty_log(connection: sqlite3.Connection, deadline: float) -> bool:
    while True:
        busy, _pages, _moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(_RETRY_AFTER)


def _refuse_corruption(connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreError(store=STORE, code=StoreCode.CORRUPT)


def _found(connection: sqlite3.Connection, path: str, texts: Sequence[str]) -> Iterator[str]:
    """Give the samples of erased text that a file holds although no live row does."""
    if path == IN_MEMORY:
        return
    samples = list(islice(_samples(texts), _PROBES))
    for file in (Path(path), Path(f"{path}-wal")):
        yield from (each for each in _in_file(file, samples) if not _is_live(connection, each))


def _samples(texts: Sequence[str]) -> Iterator[str]:
    """Give pieces of *texts* from all over them."""
    step = max(1, sum(map(len, texts)) // (_PROBES * _PROBE))
    for text in texts:
        for start in range(0, len(text), _PROBE * step):
            piece = text[start : start + _PROBE].strip()
            if piece:
                yield piece


def _in_file(file: Path, samples: Iterable[str]) -> Iterator[str]:
    if not file.exists() or not file.stat().st_size:
        return
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as seen:
        yield from (each for each in samples if seen.find(each.encode()) >= 0)


def _is_live(connection: sqlite3.Connection, sample: str) -> bool:
    (live,) = connection.execute(
        """
        SELECT EXISTS (SELECT 1 FROM chunk WHERE instr(text, :sample))
            OR EXISTS (
                SELECT 1 FROM version
                WHERE instr(text, :sample) OR instr(uri, :sample) OR instr(title, :sample)
                    OR instr(license, :sample) OR instr(metadata, :sample) OR instr(name, :sample)
            )
            OR EXISTS (SELECT 1 FROM document WHERE instr(document_id, :sample))
            OR EXISTS (SELECT 1 FROM chunk WHERE instr(section, :sample))
            OR EXISTS (SELECT 1 FROM erasure WHERE instr(ticket, :sample))
        """,
        {"sample": sample},
    ).fetchone()
    return bool(live)
