"""What importing costs, in CPU seconds of a fresh interpreter."""

from __future__ import annotations

import resource
import subprocess
import sys

from table import Row
from timing import row

_TRIES = 15


def rows() -> list[Row]:
    """Measure."""
    ours, limit = _cpu("import tesserix_rag"), _cpu("import attrs, opentelemetry.trace")
    return [row("import tesserix_rag / attrs, opentelemetry.trace", ours, limit, "<= 2x")]


def _cpu(code: str) -> float:
    return min(_once(code) for _ in range(_TRIES))


def _once(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
