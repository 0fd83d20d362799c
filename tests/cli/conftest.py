"""Commands in a folder of their own, told nothing by the environment."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tesserix_rag.cli import main


@pytest.fixture(autouse=True)
def _away(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TESSERIX_RAG_TENANT", raising=False)
    monkeypatch.delenv("TESSERIX_RAG_DB", raising=False)


@pytest.fixture
def run():
    """Run a command; gives what it printed."""
    runner = CliRunner()

    def _run(*arguments, stdin=None, status=0, env=None):
        result = runner.invoke(main, [*map(str, arguments)], input=stdin, env=env)
        assert result.exit_code == status, result.output
        return result

    return _run
