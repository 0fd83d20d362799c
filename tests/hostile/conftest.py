"""A tenant, a store and a command line, for values that mean no good."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tesserix_rag import tenant_scope
from tesserix_rag.cli import main
from tesserix_rag.corpus.sqlite import SqliteCorpus


@pytest.fixture
def acme() -> Iterator[None]:
    """Work for acme."""
    with tenant_scope("acme"):
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a database that is not there yet."""
    return tmp_path / "corpus.db"


@pytest.fixture
async def corpus() -> AsyncIterator[SqliteCorpus]:
    """Give an empty corpus."""
    async with SqliteCorpus(":memory:") as opened:
        yield opened


@pytest.fixture
async def filed(path: Path) -> AsyncIterator[SqliteCorpus]:
    """Give an empty corpus in a file."""
    async with SqliteCorpus(path) as opened:
        yield opened


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Give the command line, in an empty folder and environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TESSERIX_RAG_TENANT", raising=False)
    monkeypatch.delenv("TESSERIX_RAG_DB", raising=False)
    runner = CliRunner()
    return lambda *arguments, **how: runner.invoke(main, [*map(str, arguments)], **how)
