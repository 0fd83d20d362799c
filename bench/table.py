"""The row that every benchmark reports, and the table they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields


@dataclass(frozen=True, slots=True)
class Row:
    """
    One thing measured.

    Args:
        what: What was measured, with the size of the input.
        ours: Our figure, with its unit.
        peer: The figure of the peer or of the limit it is held against, in the same unit.
        ratio: Ours through the peer's.
        aim: What the ratio or the figure should be.
    """

    what: str
    ours: str
    peer: str
    ratio: str
    aim: str


def table(rows: Sequence[Row]) -> str:
    """Lay *rows* out under their headings."""
    heads = ("what", "ours", "peer/limit", "ratio", "aim")
    lines = [heads, *(astuple(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(fields(Row)))]
    ruled = [lines[0], tuple("-" * width for width in widths), *lines[1:]]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in ruled
    )
