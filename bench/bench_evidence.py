"""Quotations: folding a megabyte, finding what was edited, and the kinds that checkers get wrong."""

from __future__ import annotations

import random
from functools import partial
from itertools import accumulate
from typing import Final

from quotations import FALSE, PEERS, PROSE, TRUE, right, written_otherwise
from rapidfuzz.fuzz import partial_ratio_alignment
from table import Row
from timing import best_of, row, shown

from tesserix_rag.evidence import FoldedText
from tesserix_rag.text.folding import fold

SIZES: Final = {"20k": (20_000, "<= 3x"), "1M": (1_000_000, "<= 1.5x")}
LENGTH: Final = 120
EDITS: Final = 3
TRIED: Final = 300
QUOTATIONS: Final = 60
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def rows() -> list[Row]:
    """Measure."""
    return [*_folding(), *_finding(), *_ends(), *_kinds(), *_languages()]


def _text(size: int) -> str:
    """Make a text of words that seldom repeat, with lines and typographic signs."""
    chance = random.Random(5)
    words = ["".join(chance.choices(LETTERS, k=chance.randrange(2, 10))) for _ in range(5_000)]
    signs = [" ", " ", " ", " ", " ", " ", ", ", ".  ", "\n", " – ", "’s "]
    pieces = (each for _ in range(size // 5) for each in (chance.choice(words), chance.choice(signs)))
    return "".join(pieces)[:size]


def _folding() -> list[Row]:
    text = _text(1_000_000)
    plain = " ".join(text.encode("ascii", "ignore").decode().split())
    ours, of_plain = best_of(lambda: fold(text), lambda: fold(plain), tries=5)
    size = fold(text).nbytes / len(text)
    return [
        Row("fold 1M characters, cold", shown(ours), "350 ms", f"{ours / 0.35:.2f}x", "<= 1x"),
        Row(
            "fold 1M characters without anything to fold",
            shown(of_plain),
            "350 ms",
            f"{of_plain / 0.35:.2f}x",
            "<= 1x",
        ),
        Row("the map back, bytes a character", f"{size:.2f}", "8", f"{size / 8:.2f}x", "<= 1x"),
    ]


def _edited(text: str, chance: random.Random) -> tuple[str, int, int]:
    """Give a passage of whole words with EDITS edits, and where it stands."""
    starts = list(accumulate((len(each) + 1 for each in text.split(" ")), initial=0))
    first = chance.randrange(len(starts) - 60)
    last = next(at for at in range(first, len(starts)) if starts[at] - starts[first] > LENGTH)
    start, end = starts[first], starts[last] - 1
    letters = list(text[start:end])
    for _ in range(EDITS):
        at = chance.randrange(1, len(letters) - 1)
        letters[at : at + chance.randrange(2)] = chance.choice(["", *LETTERS])
    return "".join(letters), start, end


def _finding() -> list[Row]:
    found: list[Row] = []
    for name, (size, aim) in SIZES.items():
        text = _text(size)
        quote, _, _ = _edited(text, random.Random(7))
        index, folded, sought = FoldedText(text), fold(text).text, fold(quote).text
        ours, peer = best_of(
            partial(index.locate, quote),
            partial(partial_ratio_alignment, sought, folded, score_cutoff=80),
        )
        what = f"locate a quote with {EDITS} edits in {name}, warm / rapidfuzz alone"
        found.append(row(what, ours, peer, aim))
    return found


def _ends() -> list[Row]:
    text, chance = _text(20_000), random.Random(11)
    index, exact = FoldedText(text), 0
    for _ in range(TRIED):
        quote, start, end = _edited(text, chance)
        located = index.locate(quote)
        exact += (
            located is not None
            and text[start:end].strip() == text[located.span.start : located.span.end].strip()
        )
    share = exact / TRIED
    return [
        Row(f"both ends exact, {TRIED} such quotes", f"{share:.1%}", "97.0%", f"{share / 0.97:.2f}x", ">= 1x")
    ]


def _kinds() -> list[Row]:
    counted = {name: (_count(judged, TRUE), _count(judged, FALSE)) for name, judged in right().items()}
    ours = counted.pop("tesserix_rag")
    return [_beside(name, ours, counted.get(name)) for name in ("plain in", *PEERS)]


def _beside(name: str, ours: tuple[int, int], theirs: tuple[int, int] | None) -> Row:
    """Report how many kinds we and a peer judge right, or that the peer is not there."""
    what = f"kinds of quotations right, {len(TRUE)} true + {len(FALSE)} false / {name}"
    if theirs is None:
        return Row(what, f"{ours[0]} + {ours[1]}", "not installed", "", "all")
    ratio = f"{sum(ours) / sum(theirs):.2f}x"
    return Row(what, f"{ours[0]} + {ours[1]}", f"{theirs[0]} + {theirs[1]}", ratio, "all")


def _count(judged: dict[str, bool], kinds: dict[str, tuple[str, str]]) -> int:
    return sum(judged[name] for name in kinds)


def _languages() -> list[Row]:
    shares = {language: written_otherwise([text.strip()], QUOTATIONS) for language, text in PROSE.items()}
    return [
        Row(
            f"quotations written another way found exactly, {asked}, {language}",
            f"{found / asked:.2%}",
            "99.00%",
            f"{found / asked / 0.99:.2f}x",
            ">= 1x",
        )
        for language, (found, asked) in shares.items()
    ]
