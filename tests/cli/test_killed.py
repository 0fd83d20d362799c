"""What is left when ``ingest`` is killed at any moment."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tesserix_rag import SourceNotFoundError, tenant_scope
from tesserix_rag.corpus.sqlite import SqliteCorpus

KILLS = int(os.environ.get("TESSERIX_RAG_KILLS", "20"))
FILES = 40


def text_of(each: int) -> str:
    """Give a text of some passages that no other file has."""
    return f"Paragraph of file {each} about refunds.\n\n" * (each % 9 * 12 + 1)


def ingest(folder: Path, db: Path) -> subprocess.Popen[bytes]:
    """Start the command."""
    arguments = ("ingest", folder, "--db", db, "--tenant", "acme", "--json")
    return subprocess.Popen(
        [sys.executable, "-m", "tesserix_rag", *map(str, arguments)], stdout=subprocess.PIPE
    )


def kill_an_ingest(folder: Path, db: Path) -> None:
    """Start the command, and kill it some time after it has begun to write."""
    process = ingest(folder, db)
    deadline = time.monotonic() + 30
    while not db.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    time.sleep(random.uniform(0, 0.3))
    process.kill()
    process.communicate()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder of files."""
    made = tmp_path / "documents"
    made.mkdir()
    for each in range(FILES):
        (made / f"{each:03}.txt").write_text(text_of(each), encoding="utf-8")
    return made


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_an_ingest_killed_at_any_moment_leaves_whole_documents(folder: Path, tmp_path: Path):
    """Each file is a whole document or none; and the next run brings in what is missing."""
    for round_ in range(KILLS):
        db = tmp_path / f"{round_}.db"
        kill_an_ingest(folder, db)

        async with SqliteCorpus(db) as corpus:
            with tenant_scope("acme"):
                for each in range(FILES):
                    try:
                        stored = await corpus.document(f"{each:03}.txt")
                    except SourceNotFoundError:
                        continue
                    assert stored.text == text_of(each)

        output, _ = ingest(folder, db).communicate()
        counts = json.loads(output)

        assert counts["stored"] + counts["unchanged"] == FILES
