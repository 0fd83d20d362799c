"""Markers: one scan against a bare regular expression, a stream in deltas, and hostile text twice as long."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from time import process_time
from typing import Any, Final

from inputs import citation
from kinds import KINDS, readers, right
from table import Row
from timing import best_of, row, shown

from tesserix_rag.markers import EVERY, NUMERIC, MarkerStream, parse_answer, scan

SIZE: Final = 10_000
MARKERS: Final = 40
DELTA: Final = 4
HALF: Final = 40_000
PARAGRAPH: Final = "\n\n"
RETRIEVED: Final = tuple(map(citation, range(9)))

HOSTILE: Final[dict[str, str]] = {
    "[": "[",
    "`": "`",
    "``": "`` ` ",
    "$": "$",
    "$a": "$a ",
    "\\": "\\``",
    "[cite:": "[cite:",
    "[1": "[1, ",
    "[1]": "[1]",
    "word[1]": "word[1] ",
    "](": "[a](",
    "<": "<a ",
    "<!--": "<!--",
    "combining": "e\u0301\u0301",
    "lenticular": "\u3010",
    "rows": "| a [1] |\n",
    "fences": "```\n",
    "sentences": "So [1]. ",
}


def rows() -> list[Row]:
    """Measure."""
    return [*_scanning(), *_streaming(), *_doubling(), *_answers()]


def _answer() -> str:
    """Make an answer of SIZE characters with MARKERS markers."""
    words = random.Random(3)
    text = [
        "the",
        "refund",
        "is",
        "paid",
        "within",
        "fourteen",
        "days",
        "and",
        "every",
        "customer",
        "may",
        "ask",
        "for",
        "a",
        "receipt",
    ]
    pieces: list[str] = []
    for at in range(MARKERS):
        sentences = [" ".join(words.choices(text, k=13)).capitalize() for _ in range(3)]
        pieces.append(f"{'. '.join(sentences)} [{at % 9 + 1}].{' ' if (at + 1) % 5 else PARAGRAPH}")
    return "".join(pieces)[:SIZE]


def _scanning() -> list[Row]:
    text = _answer()
    bare = re.compile(r"\[(\d+)\]")
    ours, every, limit = best_of(
        lambda: scan(text, NUMERIC), lambda: scan(text, EVERY), lambda: list(bare.finditer(text))
    )
    found = [
        row(
            f"scan {len(text):,} characters, {len(scan(text, NUMERIC))} markers / a bare finditer",
            ours,
            limit,
            "<= 12x",
        ),
        row("the same with every dialect / a bare finditer", every, limit, "reported"),
    ]
    for name, parse in _peers().items():
        (theirs,) = best_of(partial(parse, text))
        found.append(row(f"{name} on the same / a bare finditer", theirs, limit, "a peer"))
    return found


def _peers() -> dict[str, Callable[[str], object]]:
    """Give the peers that are installed."""
    found: dict[str, Callable[[str], object]] = {}
    haystack = readers().get("haystack-ai")
    if haystack is not None:
        found["haystack-ai"] = haystack
    pattern = _imported("groundkit.providers.synthesis", "_MARKER_PATTERN")
    if pattern is not None:
        found["groundkit (its pattern)"] = lambda text: [int(each[1]) for each in pattern.finditer(text)]
    return found


def _imported(module: str, name: str) -> Any:  # noqa: ANN401 - whatever a peer offers
    try:
        return getattr(import_module(module), name, None)
    except ImportError:
        return None


def _streaming() -> list[Row]:
    text = _answer()
    deltas = _cut(text)
    scanner = _imported("manicule.generation.markers", "MarkerScanner")
    what = f"stream in deltas of {DELTA}, every dialect, a delta"
    if scanner is None:
        (ours,) = best_of(partial(_stream, deltas))
        return [Row(f"{what} / manicule", shown(ours / len(deltas)), "not installed", "", "<= 1x")]
    theirs = _cut(text.replace("[", "[[cite:").replace("]", "]]"))
    ours, peer = best_of(partial(_stream, deltas), partial(_stream_peer, scanner, theirs))
    return [row(f"{what} / manicule", ours / len(deltas), peer / len(theirs), "<= 1x")]


def _cut(text: str) -> list[str]:
    return [text[at : at + DELTA] for at in range(0, len(text), DELTA)]


def _stream(deltas: list[str]) -> None:
    stream = MarkerStream(RETRIEVED, dialect=EVERY)
    for each in deltas:
        stream.feed(each)


def _stream_peer(scanner: Callable[[], Any], deltas: list[str]) -> None:
    stream = scanner()
    for each in deltas:
        stream.feed(each)
    stream.finish()


def _doubling() -> list[Row]:
    """Measure how much longer twice the text takes, for the worst of the hostile ones."""
    worst = {"parse_answer": (0.0, ""), "MarkerStream": (0.0, "")}
    for name, piece in HOSTILE.items():
        for work, run in (("parse_answer", _parsed), ("MarkerStream", _streamed)):
            half, whole = (_seconds(run, _grown(piece, size)) for size in (HALF, 2 * HALF))
            worst[work] = max(worst[work], (whole / half, name))
    return [
        Row(f"{work}, {2 * HALF:,} / {HALF:,} hostile characters", name, "", f"{ratio:.2f}x", "<= 2.2x")
        for work, (ratio, name) in worst.items()
    ]


def _grown(piece: str, size: int) -> str:
    return (piece * (size // len(piece) + 1))[:size]


def _seconds(run: Callable[[str], object], text: str) -> float:
    best = float("inf")
    for _ in range(3):
        began = process_time()
        run(text)
        best = min(best, process_time() - began)
    return best


def _parsed(text: str) -> None:
    parse_answer(text, RETRIEVED, dialect=EVERY)


def _streamed(text: str) -> None:
    stream = MarkerStream(RETRIEVED, dialect=EVERY)
    for at in range(0, len(text), 64):
        stream.feed(text[at : at + 64])
    stream.close()


def _answers() -> list[Row]:
    """Count the kinds of answers that are read right, by us and by the peers that are installed."""
    found: list[Row] = []
    for name, read in right().items():
        wrong = [kind for kind, is_right in read.items() if not is_right]
        counted = f"{len(KINDS) - len(wrong)} of {len(KINDS)}"
        found.append(Row(f"kinds of answers read right: {name}", counted, "", "", "all"))
        if wrong:
            print(f"{name} goes wrong on: {', '.join(wrong)}")
    return found
