"""A Python interpreter that has seen nothing yet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import tesserix_rag

SOURCES = Path(tesserix_rag.__file__).parent.parent


def without(package: str) -> str:
    """Give the beginning of a program that runs where *package* is not installed."""
    return f"""
import importlib.abc, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {package!r}:
            raise ModuleNotFoundError(name=name)

sys.meta_path.insert(0, Missing())
"""


def printed_by(program: str) -> str:
    """Run *program* with all warnings on, and give what it printed, to either stream."""
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", dedent(program)],
        env={**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout
    return finished.stdout
