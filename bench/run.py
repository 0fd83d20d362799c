"""Run every `bench_*.py` beside this file and print one table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import accuracy
from table import Row, table


def modules(wanted: list[str]) -> Iterator[str]:
    """Name the benchmarks that contain one of the *wanted* words, or all of them."""
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if not wanted or any(word in path.stem for word in wanted):
            yield path.stem


def main(wanted: list[str]) -> None:
    """Measure what is *wanted*."""
    rows: list[Row] = []
    for name in modules(wanted):
        print(f"running {name} ...", file=sys.stderr)
        rows += import_module(name).rows()
    print(table(rows) if rows else "No benchmark found.")
    if not wanted:
        accuracy.write()


if __name__ == "__main__":
    main(sys.argv[1:])
