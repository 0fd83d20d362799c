"""What makes an erasure true on disk: index merged, file rewritten, log emptied, and then looked at."""

from __future__ import annotations

import sqlite3
import time
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from tesserix_rag._sqlite import (
    IN_MEMORY,
    seen_in_database,
    seen_in_log,
    store_code,
    transaction,
)
from tesserix_rag.corpus.sqlite.schema import STORE
from tesserix_rag.errors import StoreCode, StoreError
from tesserix_rag.text.words import spaced

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


def clean(connection: sqlite3.Connection, path: str, texts: Sequence[str], patience: float) -> tuple[str, ...]:
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
    marks = connection.execute("SELECT mark, shelf_key FROM unclean").fetchall()
    if not marks:
        return ()
    shelves = {shelf_key for _mark, shelf_key in marks}
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
        _done(lambda: _forget(connection, max(marks)[0]))
    return outstanding


def finish(connection: sqlite3.Connection, path: str) -> None:
    """Take up what an erasure left behind when its process died, without waiting for anyone."""
    if not connection.execute("SELECT EXISTS (SELECT 1 FROM unclean)").fetchone()[0]:
        return
    (timeout,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        clean(connection, path, (), 0)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {timeout}")


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


def _forget(connection: sqlite3.Connection, last_mark: int) -> bool:
    """Forget what was unclean at the start; what another process erased meanwhile is its own to clean."""
    connection.execute("DELETE FROM unclean WHERE mark <= ?", (last_mark,))
    return True


def _refuse_corruption(connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreError(store=STORE, code=StoreCode.CORRUPT)


def _found(connection: sqlite3.Connection, path: str, texts: Sequence[str]) -> Iterator[str]:
    """Give the samples of erased text that a file holds although no live row does."""
    if path == IN_MEMORY:
        return
    samples = [each.encode() for each in islice(_samples(texts), _PROBES)]
    seen = chain(seen_in_database(path, samples), seen_in_log(path, samples))
    yield from (text for each in seen if not _is_live(connection, text := each.decode()))


def _samples(texts: Sequence[str]) -> Iterator[str]:
    """Give pieces of *texts* from all over them; none is a single word, which an index may rightly hold."""
    every = max(1, len(texts) // _PROBES)
    chosen = texts[::every]
    step = max(1, sum(map(len, chosen)) // (_PROBES * _PROBE))
    for text in chosen:
        for start in range(0, len(text), _PROBE * step):
            piece = text[start : start + _PROBE].strip()
            if len(spaced(piece).split()) > 1:
                yield piece


def _is_live(connection: sqlite3.Connection, sample: str) -> bool:
    (live,) = connection.execute(
        """
        SELECT EXISTS (SELECT 1 FROM chunk WHERE instr(text, :sample))
            OR EXISTS (
                SELECT 1 FROM version
                WHERE instr(text, :sample) OR instr(uri, :sample) OR instr(title, :sample)
                    OR instr(license, :sample) OR instr(metadata, :sample) OR instr(name, :sample)
            )
            OR EXISTS (
                SELECT 1 FROM document WHERE instr(document_id, :sample) OR instr(tenant, :sample)
            )
            OR EXISTS (SELECT 1 FROM chunk WHERE instr(section, :sample))
            OR EXISTS (SELECT 1 FROM erasure WHERE instr(ticket, :sample))
            OR EXISTS (SELECT 1 FROM shelf WHERE instr(collection, :sample))
            OR EXISTS (SELECT 1 FROM sqlite_master WHERE instr(sql, :sample))
        """,
        {"sample": sample},
    ).fetchone()
    return bool(live)
