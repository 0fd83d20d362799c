"""The stores that the rules of a corpus are tried on; a new store is one more line of ``STORES``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tesserix_rag import tenant_scope
from tesserix_rag.corpus.protocol import Corpus
from tesserix_rag.corpus.sqlite import SqliteCorpus

STORES: dict[str, Callable[[Path], AbstractAsyncContextManager[Corpus]]] = {
    "sqlite file": lambda folder: SqliteCorpus(folder / "corpus.db"),
    "sqlite memory": lambda _folder: SqliteCorpus(":memory:"),
}


@pytest.fixture(autouse=True)
def acme() -> Iterator[None]:
    """Work for acme, unless a test enters another scope."""
    with tenant_scope("acme"):
        yield


@pytest.fixture(params=STORES)
async def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Corpus]:
    """Give an empty corpus of each kind."""
    async with STORES[request.param](tmp_path) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a database that is not there yet."""
    return tmp_path / "corpus.db"
