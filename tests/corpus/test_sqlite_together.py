"""Many at once: tasks, threads and processes on one file, some of them cut off in the middle."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import sqlite3
import sys
import threading
import warnings
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import closing
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from tesserix_rag import (
    ConfigurationError,
    CorpusResolver,
    ErasedVersionError,
    MissingTenantContextError,
    Resolved,
    SourceNotFoundError,
    StoreError,
    Tombstone,
    tenant_scope,
)
from tesserix_rag.corpus.sqlite import SqliteCorpus, store
from tesserix_rag.erasing import ErasureReceipt
from tests.corpus.disks import is_sound, on_disk, open_files, program
from tests.corpus.libraries import ask, citation_of, cited, erased, found, handbook, note

KILLS = int(os.environ.get("TESSERIX_RAG_KILLS", "20"))
"""How often a process is killed; the long run takes 200."""


# --- tasks and threads -------------------------------------------------------------


async def test_tasks_of_several_tenants_do_not_cross(path: Path):
    """Identical ids and texts, interleaved: each tenant reads back what it put."""

    async def life(tenant: str) -> None:
        with tenant_scope(tenant):
            for each in range(8):
                await corpus.put(note(f"d{each}", f"The refunds of {tenant}, part {each}."))
                (citation, *_rest) = await cited(corpus, f"refunds {tenant} part", k=50)
                resolved = await CorpusResolver(corpus).resolve(citation)
                assert isinstance(resolved, Resolved)
                assert f"of {tenant}," in resolved.text
                assert len(await found(corpus, "refunds", k=50)) == each + 1
            await erased(corpus, "d0")
            assert len(await found(corpus, "refunds", k=50)) == 7

    async with SqliteCorpus(path) as corpus:
        await asyncio.gather(*(life(f"tenant-{each}") for each in range(5)))

    assert is_sound(path)


async def test_several_corpora_on_one_file_in_one_process(path: Path):
    """Each sees what the others put, at once."""
    async with SqliteCorpus(path) as one, SqliteCorpus(path) as two, SqliteCorpus(path) as three:
        await asyncio.gather(
            *(corpus.put(note(f"d{each}")) for each, corpus in enumerate((one, two, three) * 5))
        )

        for corpus in (one, two, three):
            assert len(await found(corpus, "fortnight", k=50)) == 15


async def test_corpora_that_make_the_same_file_at_once(path: Path):
    """Who comes first makes the tables; nobody fails."""

    async def begin(each: int) -> None:
        async with SqliteCorpus(path) as corpus:
            await corpus.put(note(f"d{each}"))

    await asyncio.gather(*(begin(each) for each in range(12)))

    async with SqliteCorpus(path) as corpus:
        assert len(await found(corpus, "fortnight", k=50)) == 12


def in_threads(work: Callable[[int], Coroutine[Any, Any, None]], count: int = 6) -> list[BaseException]:
    """Run *work* in threads with event loops and copied contexts of their own; give what failed."""
    failed: list[BaseException] = []

    def run(each: int) -> None:
        try:
            asyncio.run(work(each))
        except BaseException as error:  # noqa: BLE001 - reported by the caller
            failed.append(error)

    threads = [threading.Thread(target=copy_context().run, args=(run, each)) for each in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return failed


async def test_threads_with_loops_of_their_own_share_a_corpus(path: Path):
    """One corpus serves several loops: the same version once, others each."""

    async def work(each: int) -> None:
        await corpus.put(handbook())
        await corpus.put(note(f"d{each}"))
        assert await found(corpus, "fortnight", k=50)

    async with SqliteCorpus(path) as corpus:
        failed = await asyncio.to_thread(in_threads, work)

        assert failed == []
        assert len(await found(corpus, "fortnight", k=50)) == 7


def test_threads_with_corpora_of_their_own_share_a_file(path: Path):
    """Opening, putting and closing in each thread, all at the same time."""

    async def work(each: int) -> None:
        for version in range(3):
            async with SqliteCorpus(path) as corpus:
                await corpus.put(handbook())
                await corpus.put(note(f"d{each}", version=f"v{version}"))
                assert "handbook" in await found(corpus, "fortnight", k=50)

    assert in_threads(work) == []
    assert is_sound(path)


async def test_a_thread_without_the_context_has_no_tenant(path: Path):
    """A tenant is never taken from whoever ran before."""
    async with SqliteCorpus(path) as corpus:
        await corpus.put(handbook())

        def run() -> None:
            with pytest.raises(MissingTenantContextError):
                asyncio.run(corpus.document("handbook"))

        thread = threading.Thread(target=run)
        thread.start()
        await asyncio.to_thread(thread.join, 60)


async def test_the_loop_runs_on_while_the_file_is_locked(path: Path):
    """Waiting for a lock blocks one thread of the store, and no other task."""
    async with SqliteCorpus(path, timeout=0.5) as corpus:
        await corpus.put(handbook())
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.execute("BEGIN IMMEDIATE")
            putting = asyncio.create_task(corpus.put(note("b")))
            for _ in range(20):
                assert await asyncio.wait_for(found(corpus, "fortnight"), 0.4) == ["handbook"]
                await asyncio.sleep(0.005)
            with pytest.raises(StoreError):
                await putting


# --- cut off ------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["put", "retrieve", "erase"])
async def test_a_cancelled_call_leaves_no_lock(path: Path, call: str):
    """Cut off at any moment, the next call works, from here and from another connection."""
    text = "Refunds are paid within a fortnight. " * 300
    async with SqliteCorpus(path, timeout=2) as corpus:
        await corpus.put(handbook(text))
        for each in range(12):
            await corpus.put(note(f"e{each}", "Short."))
            calls: dict[str, Callable[[], Awaitable[Any]]] = {
                "put": lambda each=each: corpus.put(note(f"d{each}", text)),
                "retrieve": lambda: ask(corpus, "refunds fortnight", k=500),
                "erase": lambda each=each: erased(corpus, f"e{each}"),
            }
            task = asyncio.ensure_future(calls[call]())
            await asyncio.sleep(each * 0.002)
            task.cancel()
            await asyncio.wait([task])

            await corpus.put(note(f"after{each}"))
            assert await found(corpus, "rail", k=50)
            async with SqliteCorpus(path, timeout=2) as other:
                await other.put(note(f"other{each}"))

    assert is_sound(path)


async def test_a_cancelled_put_is_whole_or_nothing(path: Path):
    """A version that was being put is there with all its chunks, or not at all."""
    text = "Refunds are paid within a fortnight. " * 300
    async with SqliteCorpus(path) as corpus:
        for each in range(10):
            task = asyncio.create_task(corpus.put(note(f"d{each}", text)))
            await asyncio.sleep(each * 0.002)
            task.cancel()
            await asyncio.wait([task])
    async with SqliteCorpus(path) as corpus:
        hits = (await ask(corpus, "refunds", k=1_000)).hits
        whole = {each.document_id for each in hits}
        for each in range(10):
            try:
                assert (await corpus.document(f"d{each}")).text == text
            except SourceNotFoundError:
                assert f"d{each}" not in whole
            else:
                pieces = [hit for hit in hits if hit.document_id == f"d{each}"]
                assert sum(len(hit.text) for hit in pieces) == len(text)


@pytest.mark.parametrize("after", [0, 0.001, 0.005, 0.02])
async def test_an_erasure_is_cancelled_whole_or_finished(path: Path, after: float):
    """Once it has begun it goes on to the proof, whether or not anyone waits for it."""
    async with SqliteCorpus(path) as corpus:
        await corpus.put(handbook("Quixotic zephyr. " * 50))
        task = asyncio.create_task(erased(corpus))
        await asyncio.sleep(after)
        task.cancel()
        await asyncio.wait([task])
        await corpus.put(note("after"))

        is_found = bool(await found(corpus, "zephyr"))
        assert (b"zephyr" in on_disk(path)) is is_found
        assert not (is_found and task.done() and not task.cancelled())


async def test_closing_lets_running_calls_finish(path: Path):
    """What was begun before the close is done; what comes after is refused."""
    corpus = SqliteCorpus(path)
    await corpus.__aenter__()
    await corpus.put(note("gone", "Words to go."))
    begun = [
        asyncio.create_task(corpus.put(handbook("Refunds. " * 2_000))),
        asyncio.create_task(erased(corpus, "gone")),
        *(asyncio.create_task(ask(corpus, "words")) for _ in range(10)),
    ]
    await asyncio.sleep(0)

    await corpus.__aexit__(None, None, None)
    outcomes = await asyncio.gather(*begun, return_exceptions=True)

    assert isinstance(outcomes[0], tuple | ConfigurationError)
    assert isinstance(outcomes[1], ErasureReceipt)
    assert outcomes[1].complete
    assert not any(isinstance(each, BaseException) for each in outcomes[2:])
    async with SqliteCorpus(path) as later:
        with pytest.raises(ErasedVersionError):
            await later.document("gone")


async def fails_inside(corpus: SqliteCorpus, version: str) -> None:
    """Work with a corpus, and leave it by an error."""
    async with corpus:
        await corpus.put(handbook(version=version))
        await asyncio.gather(*(ask(corpus, "refunds") for _ in range(20)))
        await erased(corpus, version=version)
        raise ZeroDivisionError


async def test_leaving_by_an_error_closes_everything(path: Path):
    """No thread of the store, no file and no warning is left behind."""
    before = open_files()
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        for each in range(3):
            with pytest.raises(ZeroDivisionError):
                await fails_inside(SqliteCorpus(path), f"v{each}")
        gc.collect()

    assert open_files() <= before + 1  # the loop's own thread pool
    assert not [each for each in threading.enumerate() if each.name.startswith("tesserix")]


async def test_a_corpus_can_be_opened_again(path: Path):
    """After leaving it is as before entering."""
    corpus = SqliteCorpus(path)
    async with corpus:
        await corpus.put(handbook())
    async with corpus:
        assert await found(corpus, "fortnight") == ["handbook"]


# --- processes -----------------------------------------------------------------------

WORKING = """
    number = int(sys.argv[2])
    async def main():
        for tenant in ("acme", "globex"):
            with tenant_scope(tenant):
                async with SqliteCorpus(path, timeout=30) as corpus:
                    shared = Document(document_id="shared", version="v1", text="Refunds of all.")
                    for each in range(8):
                        await corpus.put(shared)
                        text = f"Refunds of {tenant}, part {each}. " * 20
                        name = f"p{number}-{each}"
                        await corpus.put(Document(document_id=name, version="v1", text=text))
                        result = await corpus.retrieve(
                            "refunds acme globex", scope=RetrievalScope(collection="default"), k=999
                        )
                        other = "globex" if tenant == "acme" else "acme"
                        assert not any(other in hit.text for hit in result.hits)
                    receipt = await erase(
                        corpus, document_id=f"p{number}-0", reason=ErasureReason.LEGAL
                    )
                    assert receipt.tombstones
    asyncio.run(main())
"""


async def test_processes_that_share_a_file_lose_nothing(path: Path):
    """Three write, read and erase at the same time; all that they put is there, of each tenant."""
    workers = [
        await asyncio.create_subprocess_exec(*program(WORKING), str(path), str(each)) for each in range(3)
    ]

    assert [await each.wait() for each in workers] == [0, 0, 0]

    async with SqliteCorpus(path) as corpus:
        for tenant in ("acme", "globex"):
            with tenant_scope(tenant):
                for worker in range(3):
                    with pytest.raises(ErasedVersionError):
                        await corpus.document(f"p{worker}-0")
                    for each in range(1, 8):
                        text = (await corpus.document(f"p{worker}-{each}")).text
                        assert text == f"Refunds of {tenant}, part {each}. " * 20
                assert len({*await found(corpus, "refunds", k=999)}) == 22
                assert (await erased(corpus, "shared")).complete
    assert is_sound(path)


# --- kill -9 --------------------------------------------------------------------------

MORTAL = """
    first = int(sys.argv[2])
    def text_of(each):
        return f"canary{each:06}x was paid. " + f"Sentence of document {each}. " * (each % 7 * 60)
    async def main():
        with tenant_scope("acme"):
            async with SqliteCorpus(path) as corpus:
                print("ready", flush=True)
                for each in range(first, first + 10_000):
                    name = f"d{each}"
                    await corpus.put(Document(document_id=name, version="v1", text=text_of(each)))
                    print("put", each, flush=True)
                    if each % 3 == 0:
                        print("erasing", each, flush=True)
                        receipt = await erase(corpus, document_id=name, reason=ErasureReason.LEGAL)
                        print("erased" if receipt.complete else "outstanding", each, flush=True)
    asyncio.run(main())
"""


def text_of(each: int) -> str:
    """Give the text that the mortal process puts."""
    return f"canary{each:06}x was paid. " + f"Sentence of document {each}. " * (each % 7 * 60)


async def killed(path: Path, first: int, after: float) -> list[tuple[str, int]]:
    """Let a process put and erase, kill it *after* some seconds of work, and give what it said."""
    process = await asyncio.create_subprocess_exec(
        *(*program(MORTAL), str(path), str(first)), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    await asyncio.sleep(after)
    process.kill()
    said = (await process.stdout.read()).decode().split("\n")[:-1]
    await process.wait()
    return [(word, int(each)) for word, each in (line.split() for line in said)]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_process_killed_at_any_moment_leaves_whole_documents(path: Path):
    """What it said is so; the rest is whole or not there; and the next start works and cleans up."""
    first = 0
    for _ in range(KILLS):
        said = await killed(path, first, random.uniform(0, 0.35))
        put = {each for word, each in said if word == "put"}
        gone = {each for word, each in said if word in {"erased", "outstanding"}}
        perhaps = {each for word, each in said if word == "erasing"} - gone
        latest = max(put, default=first - 1) + 1

        async with SqliteCorpus(path) as corpus:
            for each in range(first, latest + 1):
                hits = [
                    hit
                    for hit in (await ask(corpus, f"canary{each:06}x", k=500)).hits
                    if hit.document_id == f"d{each}"
                ]
                try:
                    whole = await corpus.document(f"d{each}")
                except ErasedVersionError:
                    assert each in gone | perhaps
                    assert hits == []
                except SourceNotFoundError:
                    assert each == latest
                    assert hits == []
                else:
                    assert each not in gone
                    assert whole.text == text_of(each)
                    assert hits
            await corpus.put(note(f"clean{first}", "To go."))
            assert (await erased(corpus, f"clean{first}")).complete
            files = on_disk(path)
            assert not [each for each in gone if f"canary{each:06}x".encode() in files]
        assert is_sound(path)
        first = latest + 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_an_erasure_that_was_cut_off_is_finished_by_the_next(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Cut off between forgetting and cleaning, the text is unreadable, and then it is gone."""
    async with SqliteCorpus(path) as corpus:
        (chunk,) = await corpus.put(handbook("Quixotic zephyr."))
        await corpus.put(note("other"))
        with monkeypatch.context() as patched:
            patched.setattr(store, "clean", lambda *_args: ("write_ahead_log",))
            assert not (await erased(corpus)).complete
    async with SqliteCorpus(path) as corpus:
        resolved = await CorpusResolver(corpus).resolve(citation_of(chunk))
        assert isinstance(resolved, Tombstone)

        assert (await erased(corpus, "other")).complete
        assert b"zephyr" not in on_disk(path)
