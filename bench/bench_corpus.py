"""The SQLite corpus: resolving against bare SQL, ingesting, and erasing one document of many."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from unittest.mock import patch

from table import Row
from timing import row, shown

from tesserix_rag import (
    Citation,
    CorpusResolver,
    Document,
    ErasureReason,
    Resolved,
    Span,
    tenant_scope,
)
from tesserix_rag.corpus.sqlite import SqliteCorpus, cleaning
from tesserix_rag.erasing import erase

CHUNKS = 100_000
PER_DOCUMENT = 100
ASKED = 10_000
DOCUMENTS = 10_000
_TRIES = 5
_WORDS = [f"word{at}" for at in range(5_000)]


def rows() -> list[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder, tenant_scope("acme"):
        return asyncio.run(_rows(Path(folder)))


async def _rows(folder: Path) -> list[Row]:
    return [
        *await _resolving(folder / "resolving.db"),
        *await _ingesting(folder / "ingesting.db"),
        *await _erasing(folder / "erasing.db"),
    ]


def _text(seed: int, size: int) -> str:
    """Make *size* characters or a little more of sentences that no other seed makes."""
    words = random.Random(seed)
    parts: list[str] = []
    length = 0
    while length < size:
        sentence = " ".join(words.choices(_WORDS, k=12)).capitalize() + "."
        parts.append(sentence)
        length += len(sentence) + 1
    return " ".join(parts)


async def _resolving(path: Path) -> list[Row]:
    citations = await _filled(path)
    async with SqliteCorpus(path) as corpus:
        resolver = CorpusResolver(corpus)
        ours = bare = float("inf")
        for _ in range(_TRIES):
            began = process_time()
            found = await resolver.resolve_many(citations)
            ours = min(ours, process_time() - began)
            assert all(isinstance(each, Resolved) for each in found)
            bare = min(bare, _bare_sql(path, citations))
    what = f"resolve_many, {ASKED:,} of {CHUNKS:,} chunks / bare batched SQL"
    return [row(what, ours, bare, "<= 2x (rate >= 0.5x)")]


async def _filled(path: Path) -> list[Citation]:
    from inputs import NOW

    text = _text(0, PER_DOCUMENT * 1_000)
    size = len(text) // PER_DOCUMENT
    spans = [Span(at * size, (at + 1) * size) for at in range(PER_DOCUMENT)]
    citations: list[Citation] = []
    async with SqliteCorpus(path) as corpus:
        for at in range(CHUNKS // PER_DOCUMENT):
            document = Document(document_id=f"document/{at}", version="v1", text=text)
            citations.extend(
                Citation(
                    citation_id=chunk.chunk_id,
                    document_id=chunk.document_id,
                    document_version=chunk.document_version,
                    chunk_id=chunk.chunk_id,
                    tenant="acme",
                    span=chunk.span,
                    retrieved_at=NOW,
                )
                for chunk in await corpus.put(document, chunks=spans)
            )
    return random.Random(1).sample(citations, ASKED)


def _bare_sql(path: Path, citations: list[Citation]) -> float:
    connection = sqlite3.connect(path)
    try:
        began = process_time()
        for start in range(0, len(citations), 1_000):
            asked = json.dumps([each.chunk_id for each in citations[start : start + 1_000]])
            connection.execute(
                "SELECT chunk_id, span_start, span_end, text FROM json_each(?) AS asked "
                "JOIN chunk ON chunk.chunk_id = asked.value",
                (asked,),
            ).fetchall()
        return process_time() - began
    finally:
        connection.close()


def _documents(count: int, size: int, first: int = 0) -> Iterator[Document]:
    for at in range(first, first + count):
        yield Document(document_id=f"document/{at}", version="v1", text=_text(at, size))


async def _ingesting(path: Path) -> list[Row]:
    """Measure the CPU of all threads while documents are stored, and what memory grows by."""
    async with SqliteCorpus(path) as corpus:
        spent, characters, peaks = 0.0, 0, []
        for first in (0, 250, 500, 750):
            for document in _documents(250, 10_000, first):
                began = process_time()
                await corpus.put(document)
                spent += process_time() - began
                characters += len(document.text)
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    rate = characters / 1e6 / spent * 60
    return [
        Row("ingest, MB of text a CPU minute", f"{rate:.0f} MB", "5 MB", f"{rate / 5:.0f}x", ">= 1x"),
        Row(
            "ingest, peak memory after 10 MB / after 2.5 MB",
            f"{peaks[-1]:.0f} MiB",
            f"{peaks[0]:.0f} MiB",
            f"{peaks[-1] / peaks[0]:.2f}x",
            "about 1x (flat)",
        ),
    ]


async def _erasing(path: Path) -> list[Row]:
    async with SqliteCorpus(path) as corpus:
        for document in _documents(DOCUMENTS, 1_000):
            await corpus.put(document)
        whole = min([await _erasure(corpus, at) for at in (17, 4_711, 9_000)])
        with patch.object(cleaning, "_found", lambda *_: iter(())):
            unproven = min([await _erasure(corpus, at) for at in (18, 4_712, 9_001)])
    what = f"erase one document of {DOCUMENTS:,}"
    return [
        Row(f"{what}, besides the look at the files", shown(unproven), "1 s", f"{unproven:.2f}x", "<= 1 s"),
        Row(f"{what}, all of it", shown(whole), "", "", "reported"),
    ]


async def _erasure(corpus: SqliteCorpus, at: int) -> float:
    began = perf_counter()
    receipt = await erase(corpus, document_id=f"document/{at}", reason=ErasureReason.RETENTION)
    assert receipt.complete
    return perf_counter() - began
