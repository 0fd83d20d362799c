"""Faults of a file: each is a `StoreError` with its code and no text, and nothing is lost."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tesserix_rag import ConfigurationError, CorpusResolver, StoreError
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.errors import StoreCode
from tests.corpus.disks import content, elsewhere, is_sound, open_files
from tests.corpus.libraries import ask, citation_of, erased, found, handbook, note

SECRET = "Ms Whitfield owes 4,200 euros"
LONG = "".join(f"{SECRET} since day {each}. " for each in range(400))


async def fault(call: Awaitable[Any]) -> StoreCode:
    """Give the code of the fault that *call* ends with; it carries nothing else."""
    with pytest.raises(StoreError) as raised:
        await call
    error = raised.value
    assert error.__cause__ is error.__context__ is None
    assert not hasattr(error, "__notes__")
    assert error.store == "sqlite_corpus"
    assert (str(error), error.args) == (f"sqlite_corpus: {error.code}", (str(error),))
    return error.code


async def opening(path: Path | str, **how: Any) -> None:
    """Open a corpus, and close it again."""
    async with SqliteCorpus(path, **how):
        pass


async def filled(path: Path, **documents: str) -> None:
    """Make a corpus of *documents*, by id and text."""
    async with SqliteCorpus(path) as corpus:
        for name, text in (documents or {"handbook": SECRET}).items():
            await corpus.put(note(name, text))


@contextmanager
def locked(path: Path, how: str = "IMMEDIATE") -> Iterator[sqlite3.Connection]:
    """Hold the lock of a file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute(f"BEGIN {how}")
        yield raw


@pytest.mark.parametrize("foreign", [b"no database" * 500, b"\0" * 8192, SECRET.encode()])
async def test_a_file_that_is_no_database_is_corrupt(path: Path, foreign: bytes):
    """It is left as it was."""
    overwrite(path, 0, foreign)

    assert await fault(opening(path)) is StoreCode.CORRUPT
    assert content(path) == foreign


async def test_a_database_of_someone_else_is_left_alone(path: Path):
    """Not a byte of it changes, not even its journal mode."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE theirs (x)")
        raw.commit()
    before = content(path)

    assert await fault(opening(path)) is StoreCode.SCHEMA
    assert content(path) == before
    assert files_beside(path) == [path.name]


@pytest.mark.parametrize("pragma", ["user_version = 2", "user_version = -1", "application_id = 7"])
async def test_a_schema_from_the_future_is_refused_and_left_alone(path: Path, pragma: str):
    """An older program does not touch what a newer one wrote."""
    await filled(path)
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(f"PRAGMA {pragma}")
        raw.commit()
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = content(path)

    assert await fault(opening(path)) is StoreCode.SCHEMA
    assert content(path) == before


async def test_a_file_that_another_program_migrates_meanwhile_is_refused(path: Path):
    """A reader that connects later looks at the schema, too."""
    async with SqliteCorpus(path) as corpus:
        with closing(sqlite3.connect(path)) as raw:
            raw.execute("PRAGMA user_version = 2")
            raw.commit()

        assert await fault(ask(corpus, "x")) is StoreCode.SCHEMA


@pytest.mark.parametrize("where", [".", "nowhere/corpus.db"])
async def test_a_path_that_can_be_no_file_is_unreachable(tmp_path: Path, where: str):
    """A folder, or a file in a folder that is not there."""
    assert await fault(opening(tmp_path / where)) is StoreCode.UNREACHABLE


@pytest.mark.parametrize("where", ["", b"", "a\0b"], ids=["no", "no bytes", "NUL"])
def test_a_path_that_names_nothing_is_refused(where: Any):
    """SQLite would take an empty name for a file of its own that is thrown away."""
    with pytest.raises(ConfigurationError) as refused:
        SqliteCorpus(where)

    assert refused.value.__context__ is None


async def test_a_path_may_be_bytes_or_hold_any_character(tmp_path: Path):
    """Names that a file system allows are names of a database, and proofs look at the same file."""
    for name in ("with space?mode=ro#x.db", "file:x.db", "ünï𝔘.db", ".db"):
        wheres: list[Any] = [tmp_path / name, os.fsencode(tmp_path / f"b{name}")]
        for where in wheres:
            async with SqliteCorpus(where) as corpus:
                await corpus.put(handbook())
                assert (await erased(corpus)).complete
            assert content(Path(os.fsdecode(where)))


@pytest.mark.parametrize("work", ["put", "erase"])
async def test_a_file_that_is_locked_for_too_long_is_locked(path: Path, work: str):
    """A writer waits as long as it was told; readers do not wait at all; then all is as before."""
    await filled(path)
    async with SqliteCorpus(path, timeout=0.3) as corpus:
        await found(corpus, "euros")
        with locked(path):
            started = time.monotonic()
            code = await fault(corpus.put(note("b")) if work == "put" else erased(corpus))
            waited = time.monotonic() - started
            assert await found(corpus, "euros") == ["handbook"]

        assert code is StoreCode.LOCKED
        assert waited > 0.25
        await corpus.put(note("b"))
        assert (await corpus.document("handbook")).text == SECRET


async def test_a_file_that_someone_keeps_to_himself_is_locked(path: Path):
    """Opening waits, too, and later works."""
    await filled(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA locking_mode = exclusive")
        raw.execute("BEGIN EXCLUSIVE")
        raw.execute("COMMIT")

        assert await fault(opening(path, timeout=0.2)) is StoreCode.LOCKED

    async with SqliteCorpus(path) as corpus:
        assert await found(corpus, "euros") == ["handbook"]


async def test_a_lock_that_is_let_go_in_time_is_waited_for(path: Path):
    """A busy moment of another process is no fault."""
    await filled(path)
    async with SqliteCorpus(path, timeout=5) as corpus:
        with locked(path) as raw:
            putting = asyncio.create_task(corpus.put(note("b")))
            await asyncio.sleep(0.3)
            assert not putting.done()
            raw.execute("COMMIT")
            await putting


def overwrite(path: Path, place: int, damage: bytes) -> None:
    """Write bytes into a file as a failing disk would; make it, if it is not there."""
    path.touch()
    with path.open("r+b") as file:
        file.seek(place)
        file.write(damage)


def files_beside(path: Path) -> list[str]:
    """Give the names of all files in the folder of *path*."""
    return sorted(each.name for each in path.parent.iterdir())


def pages(path: Path, table: str) -> list[int]:
    """Give the first places in the file of the pages of a table."""
    with closing(sqlite3.connect(path)) as raw:
        (size,) = raw.execute("PRAGMA page_size").fetchone()
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return [(root - 1) * size]


async def faults_of(path: Path, *calls: Callable[[SqliteCorpus], Awaitable[object]]) -> set[StoreCode]:
    """Give the codes of the faults that opening a corpus, or else any of *calls*, ends with."""
    faults: list[StoreError] = []
    try:
        async with SqliteCorpus(path) as corpus:
            for call in calls:
                try:
                    await call(corpus)
                except StoreError as error:
                    faults.append(error)
    except StoreError as error:
        faults.append(error)
    assert all(each.__cause__ is each.__context__ is None for each in faults)
    return {each.code for each in faults}


@pytest.mark.parametrize("table", ["chunk", "version", "document", "words_1_data"])
async def test_a_damaged_page_is_corrupt(path: Path, table: str):
    """Whatever call meets it says so, and no call makes an empty text of it."""
    await filled(path, **{f"d{each}": LONG for each in range(5)})
    async with SqliteCorpus(path) as corpus:
        (hit, *_rest) = (await ask(corpus, "euros")).hits
    (place,) = pages(path, table)
    overwrite(path, place, b"\xff" * 512)

    codes = await faults_of(
        path,
        lambda corpus: ask(corpus, "euros"),
        lambda corpus: corpus.document(hit.document_id),
        lambda corpus: erased(corpus, hit.document_id),
    )

    assert codes == {StoreCode.CORRUPT}


@pytest.mark.parametrize(
    ("statement", "call"),
    [
        ("UPDATE version SET text = CAST(x'ff41' AS TEXT)", "document"),
        ("UPDATE version SET metadata = '{\"Whitfield\": 4,200'", "document"),
        ("UPDATE version SET metadata = '{\"Whitfield\": [4200]}'", "document"),
        ("UPDATE chunk SET span_end = -1", "resolve"),
        ("UPDATE chunk SET text = CAST(x'ff41' AS TEXT)", "resolve"),
        ("UPDATE chunk SET erased_at = 'Whitfield', reason = 'legal'", "resolve"),
        ("UPDATE chunk SET erased_at = '2026-01-01T00:00:00+00:00', reason = 'x'", "resolve"),
        ("UPDATE version SET metadata = '{\"Whitfield\": 4,200'", "retrieve"),
        ("UPDATE chunk SET text = CAST(x'ff41' AS TEXT)", "retrieve"),
    ],
)
async def test_a_row_that_was_never_written_by_us_is_corrupt(path: Path, statement: str, call: str):
    """Values that make no record are a fault of the file, and stay out of the message."""
    async with SqliteCorpus(path) as corpus:
        (chunk,) = await corpus.put(handbook(SECRET))
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(statement)
        raw.commit()
    calls: dict[str, Callable[[SqliteCorpus], Awaitable[object]]] = {
        "document": lambda corpus: corpus.document("handbook"),
        "resolve": lambda corpus: CorpusResolver(corpus).resolve(citation_of(chunk)),
        "retrieve": lambda corpus: ask(corpus, "euros"),
    }

    async with SqliteCorpus(path) as corpus:
        assert await fault(calls[call](corpus)) is StoreCode.CORRUPT


async def test_a_full_disk_stores_nothing_and_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch):
    """The put that does not fit is undone, smaller ones go on, and with room again all is well."""
    await filled(path)
    connect = sqlite3.connect

    def cramped(*args: Any, **how: Any) -> sqlite3.Connection:
        connection = connect(*args, **how)
        connection.execute("PRAGMA max_page_count = 40")
        return connection

    monkeypatch.setattr(sqlite3, "connect", cramped)
    async with SqliteCorpus(path) as corpus:
        assert await fault(corpus.put(note("long", LONG * 20))) is StoreCode.FULL
        assert await found(corpus, "day") == []
        await corpus.put(note("short", SECRET))
    monkeypatch.undo()

    async with SqliteCorpus(path) as corpus:
        await corpus.put(note("long", LONG))
        assert {*await found(corpus, "euros", k=100)} == {"handbook", "short", "long"}
    assert is_sound(path)


FILLING = """
    import resource, sentencex
    async def main():
        with tenant_scope("acme"):
            async with SqliteCorpus(path) as corpus:
                await corpus.put(Document(document_id="before", version="v1", text="Before."))
                resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
                for each in range(100):
                    try:
                        text = f"Number {each}. " * 1_000
                        await corpus.put(Document(document_id=f"d{each}", version="v1", text=text))
                    except StoreError as error:
                        assert error.__cause__ is error.__context__ is None
                        print(error.code.value, each)
                        break
                try:
                    print((await erase(corpus, document_id="before", reason=ErasureReason.LEGAL)).complete)
                except StoreError as error:
                    print(error.code.value)
    asyncio.run(main())
"""


async def test_a_write_that_the_system_refuses_loses_nothing(path: Path):
    """A real file that cannot grow: what was stored before is there, what failed is not."""
    code, stopped, *_erasure = elsewhere(path, FILLING).split()

    async with SqliteCorpus(path) as corpus:
        assert code in {"full", "unreachable"}
        for each in range(int(stopped)):
            assert (await corpus.document(f"d{each}")).text == f"Number {each}. " * 1_000
        await corpus.put(note(f"d{stopped}"))
        assert (await erased(corpus, "before")).complete
    assert is_sound(path)


READ_ONLY = """
    import sentencex
    def nobody(*modes):
        folder = os.path.dirname(path)
        if os.getuid() == 0:
            os.chown(folder, 65534, 65534)
            os.chown(path, 65534, 65534)
        os.chmod(path, modes[0])
        os.chmod(folder, modes[1])
        if os.getuid() == 0:
            os.setuid(65534)
    async def main():
        with tenant_scope("acme"):
            async with SqliteCorpus(path) as corpus:
                await corpus.put(Document(document_id="d", version="v1", text="Words."))
            nobody({modes})
            try:
                async with SqliteCorpus(path) as corpus:
                    print((await corpus.document("d")).text)
                    await corpus.put(Document(document_id="e", version="v1", text="Words."))
            except StoreError as error:
                assert error.__cause__ is error.__context__ is None
                print(error.code.value)
    asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("modes", "said"),
    [
        ("0o444, 0o755", "Words.\nread_only"),
        ("0o444, 0o555", "read_only"),
        ("0o644, 0o555", "read_only"),
        ("0o000, 0o755", "unreachable"),
    ],
)
def test_a_file_that_may_not_be_written_is_read_only(modes: str, said: str):
    """In a folder that may be written it can still be read; root steps down to see it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)

        assert elsewhere(Path(folder) / "x.db", READ_ONLY.format(modes=modes)) == said


async def test_a_connection_that_fails_leaves_nothing_open(path: Path):
    """However often a reader cannot connect, it keeps no file open."""
    async with SqliteCorpus(path, timeout=0.01) as corpus:
        with closing(sqlite3.connect(path)) as raw:
            raw.execute("PRAGMA user_version = 2")
            raw.commit()
        before = open_files()

        for _ in range(20):
            await fault(ask(corpus, "x"))

        assert open_files() < before + 10
