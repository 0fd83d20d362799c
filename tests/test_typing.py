"""What the type checkers tell a user of the package, who has neither its settings nor its stubs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fresh import SOURCES

for checker in ("mypy", "pyright"):
    pytest.importorskip(checker, reason="the type checkers are installed for one Python only")

EXAMPLES = Path(__file__).parent / "typing"
FILES = ["accepted.py", "refused.py"]
STRICT = {
    "typeCheckingMode": "strict",
    "enableTypeIgnoreComments": False,
    "reportUnnecessaryTypeIgnoreComment": "error",
    "reportUnusedExpression": "none",
    "pythonVersion": "3.11",
    "extraPaths": [str(SOURCES)],
}


def said_by(command: list[str], folder: Path, **environment: str) -> str:
    """Run a checker in *folder*, and give what it said if it was not content."""
    finished = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return "" if finished.returncode == 0 else finished.stdout + finished.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a user's two modules in it."""
    for each in FILES:
        shutil.copy(EXAMPLES / each, tmp_path)
    return tmp_path


@pytest.mark.parametrize("file", FILES)
def test_mypy_agrees(folder: Path, file: str):
    """In strict mode all that is accepted is, and each line that is refused is for its reason."""
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]

    said = said_by([*command, "--cache-dir=.cache", "--config-file=", file], folder, MYPYPATH=str(SOURCES))

    assert said == ""


@pytest.mark.parametrize("file", FILES)
def test_pyright_agrees(folder: Path, file: str):
    """The same, where pyright is installed."""
    pyright = shutil.which("pyright", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if pyright is None:
        pytest.skip("pyright is not installed")
    (folder / "pyrightconfig.json").write_text(json.dumps({**STRICT, "include": [file]}))

    said = said_by([pyright, "--pythonpath", sys.executable], folder)

    assert said == ""
