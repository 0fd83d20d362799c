"""One SQLite file, off the event loop: one writer, several readers, and faults as codes."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

from tesserix_rag.errors import ConfigurationError, StoreCode, StoreError, TesserixRagError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_T = TypeVar("_T")

READERS: Final = 4
CACHE_KIB: Final = 32_768
"""How much memory a connection may keep pages in: with SQLite's own 2 MiB, each look-up reads its page anew."""

IN_MEMORY: Final = ":memory:"

_RETRY_AFTER: Final = 0.02
_PIECE: Final = 2**20

_CODES: Final = {
    sqlite3.SQLITE_BUSY: StoreCode.LOCKED,
    sqlite3.SQLITE_LOCKED: StoreCode.LOCKED,
    sqlite3.SQLITE_FULL: StoreCode.FULL,
    sqlite3.SQLITE_READONLY: StoreCode.READ_ONLY,
    sqlite3.SQLITE_PERM: StoreCode.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: StoreCode.CORRUPT,
    sqlite3.SQLITE_NOTADB: StoreCode.CORRUPT,
    sqlite3.SQLITE_ERROR: StoreCode.SCHEMA,
    sqlite3.SQLITE_SCHEMA: StoreCode.SCHEMA,
    sqlite3.SQLITE_MISMATCH: StoreCode.SCHEMA,
    sqlite3.SQLITE_CONSTRAINT: StoreCode.CORRUPT,
}


def store_code(error: sqlite3.Error) -> StoreCode:
    """Give the code of a fault; what SQLite has no closer word for is ``unreachable``."""
    primary = getattr(error, "sqlite_errorcode", None)
    if primary is None:
        undecodable = type(error) is sqlite3.OperationalError
        return StoreCode.CORRUPT if undecodable else StoreCode.UNREACHABLE
    return _CODES.get(primary & 0xFF, StoreCode.UNREACHABLE)


class Database:
    """
    A SQLite file in write-ahead mode, with threads of its own.

    Args:
        path: The file; ``:memory:`` for one that lives as long as this object.
        store: What errors call it.
        timeout: How many seconds to wait for another process's lock.
        prepare: Makes or checks the schema, on each connection before it changes anything else.

    Raises:
        ConfigurationError: If *path* names no file.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        store: str,
        timeout: float,
        prepare: Callable[[sqlite3.Connection], None],
    ) -> None:
        self.path = _whole_path(path)
        self.timeout = timeout
        self._store = store
        self._prepare = prepare
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._writing: ThreadPoolExecutor | None = None
        self._reading: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        """
        Start the threads, and make or check the schema.

        Raises:
            StoreError: If the file cannot be used.
        """
        if self._writing is not None:
            message = "this store is open already"
            raise ConfigurationError(message)
        _DESCRIPTORS.enter(self.path)
        self._writing = ThreadPoolExecutor(1, "tesserix-rag-write")
        self._reading = (
            self._writing if self.path == IN_MEMORY else ThreadPoolExecutor(READERS, "tesserix-rag-read")
        )
        try:
            await self.write_freely(lambda _connection: None)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Let running work finish, and close every connection."""
        writing, reading = self._writing, self._reading
        self._writing = self._reading = None
        if writing is None or reading is None:
            return
        await asyncio.shield(asyncio.to_thread(self._shut, writing, reading))

    def _shut(self, writing: ThreadPoolExecutor, reading: ThreadPoolExecutor) -> None:
        reading.shutdown()
        writing.shutdown()
        while self._connections:
            self._connections.pop().close()
        self._own = threading.local()
        _DESCRIPTORS.leave(self.path)

    async def read(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """
        Run *work* on one snapshot of the file.

        Raises:
            StoreError: If the file cannot be read.
        """
        return await self._run(self._reading, lambda connection: _snapshot(connection, work))

    async def write(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """
        Run *work* in one transaction: all of it is stored, or nothing.

        Raises:
            StoreError: If the file cannot be written.
        """
        return await self._run(self._writing, lambda connection: transaction(connection, work))

    async def write_freely(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """
        Run *work* on the writing connection, outside any transaction.

        Raises:
            StoreError: If the file cannot be written.
        """
        return await self._run(self._writing, work)

    async def _run(self, executor: ThreadPoolExecutor | None, work: Callable[[sqlite3.Connection], _T]) -> _T:
        if executor is None:
            message = "this store is not open: use it in `async with`"
            raise ConfigurationError(message)
        return await asyncio.get_running_loop().run_in_executor(executor, self._attempt, work)

    def _attempt(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        try:
            return work(self._connection())
        except sqlite3.Error as error:
            refusal: TesserixRagError = StoreError(store=self._store, code=store_code(error))
        except ValueError:  # a stored value that is none of ours, and may stand in the message
            refusal = StoreError(store=self._store, code=StoreCode.CORRUPT)
        except TesserixRagError as error:
            refusal = error
        # Without its frames: they hold the text that was stored.
        raise refusal.with_traceback(None)

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._connect()
        return connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=self.timeout, isolation_level=None, check_same_thread=False
        )
        try:
            for pragma in ("secure_delete = on", "foreign_keys = on", "trusted_schema = off"):
                connection.execute(f"PRAGMA {pragma}")
            self._prepare(connection)
            _enter_wal(connection, self.timeout)
            connection.execute("PRAGMA synchronous = full")
            connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        except BaseException:
            connection.close()
            raise
        self._connections.append(connection)
        return connection


def _whole_path(path: str | os.PathLike[str]) -> str:
    """Give the path that still names the file when the working directory is another."""
    name = os.fsdecode(path)
    if not name or "\0" in name:
        message = "'path' must name a file"
        raise ConfigurationError(message)
    return name if name == IN_MEMORY else os.path.realpath(name)


def _enter_wal(connection: sqlite3.Connection, timeout: float) -> None:
    """Enter write-ahead mode; SQLite does not wait by itself while others enter it too."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = wal")
        except sqlite3.OperationalError as error:
            if store_code(error) is not StoreCode.LOCKED or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_AFTER)
        else:
            return


def transaction(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], _T]) -> _T:
    """Run *work* between BEGIN IMMEDIATE and COMMIT, or undo it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def _snapshot(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], _T]) -> _T:
    connection.execute("BEGIN")
    try:
        return work(connection)
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


class _Descriptors:
    """
    Open files to look into, one a database, kept until no ``Database`` of this process has it open.

    Closing any descriptor of a file drops the locks that SQLite holds on it, for the whole process; another
    process would then take away the write-ahead log that is still in use here.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users: Counter[str] = Counter()
        self._open: dict[str, int] = {}

    def enter(self, path: str) -> None:
        """Count one more user of a file."""
        with self._lock:
            self._users[path] += 1

    def leave(self, path: str) -> None:
        """Count one user less, and close what was kept for the last."""
        with self._lock:
            self._users[path] -= 1
            if not self._users[path]:
                del self._users[path]
                if path in self._open:
                    os.close(self._open.pop(path))

    def of(self, path: str) -> int:
        """Give the descriptor of a file that is in use."""
        with self._lock:
            if path not in self._open:
                self._open[path] = os.open(path, os.O_RDONLY)
            return self._open[path]


_DESCRIPTORS: Final = _Descriptors()


def seen_in_database(path: str, wanted: Sequence[bytes]) -> Iterator[bytes]:
    """Give those of *wanted* that stand in the file of an open ``Database``, as they are met."""
    yield from _seen(_DESCRIPTORS.of(path), wanted)


def seen_in_log(path: str, wanted: Sequence[bytes]) -> Iterator[bytes]:
    """Give those of *wanted* that stand in its write-ahead log, as they are met."""
    try:
        log = os.open(f"{path}-wal", os.O_RDONLY)
    except FileNotFoundError:
        return
    try:
        yield from _seen(log, wanted)
    finally:
        os.close(log)


def _seen(descriptor: int, wanted: Sequence[bytes]) -> Iterator[bytes]:
    """Look through a file piece by piece: a mapped one kills the process if another truncates it."""
    overlap = max(map(len, wanted), default=1) - 1
    missing = dict.fromkeys(wanted)
    at = 0
    while missing and (piece := os.pread(descriptor, _PIECE + overlap, at)):
        met = [each for each in missing if each in piece]
        for each in met:
            del missing[each]
        yield from met
        at += _PIECE
