"""Placements: what they cost besides their models, and how long twenty labels take."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache, partial
from time import perf_counter
from typing import Final

from table import Row
from timing import best_of, shown

from tesserix_rag import Citation, Hit, RetrievalResult, cite, tenant_scope
from tesserix_rag.placing import Completion, PlacementModels, place_citations

SOURCES: Final = 20
SIZE: Final = 10_000
PAUSE: Final = 0.1
AT_ONCE: Final = 1_000

_SENTENCE: Final = "The refund is paid within fourteen days, and every customer may ask for a receipt"


def rows() -> list[Row]:
    """Measure."""
    return [*_overhead(), *_labels(), _many()]


def _found(sources: int = SOURCES) -> RetrievalResult:
    text = f"{_SENTENCE}. " * 6
    metadata: dict[str, str | int] = {"version": "v1", "start": 0, "end": len(text), "entity": "42"}
    hits = [
        Hit(chunk_id=f"c{at}", document_id="deck", text=text, metadata={**metadata, "page": at})
        for at in range(1, sources + 1)
    ]
    return RetrievalResult(query="refunds", hits=hits)


def _written(markers: int) -> tuple[str, str]:
    """Make an answer of SIZE characters, and the same with *markers* markers in its first sentences."""
    sentences = SIZE // (len(_SENTENCE) + 2)
    numbers = [at % SOURCES + 1 for at in range(markers)]
    marked = [f"{_SENTENCE} [cite:L:42:{number}::!{number}]." for number in numbers]
    plain = f"{_SENTENCE}."
    return " ".join([plain] * sentences), " ".join([*marked, *[plain] * (sentences - markers)])


def _answering(said: str, pause: float = 0.0) -> Callable[[], Callable[[str], Awaitable[Completion]]]:
    async def model(_prompt: str) -> Completion:
        if pause:
            await asyncio.sleep(pause)
        return Completion(said)

    return lambda: model


async def _placed(answer: str, models: PlacementModels, found: RetrievalResult) -> None:
    await place_citations(answer, found, _cited(found), models=models)


@cache
def _cited(found: RetrievalResult) -> tuple[Citation, ...]:
    with tenant_scope("acme"):
        return cite(found)


def _run(runner: asyncio.Runner, answer: str, models: PlacementModels, found: RetrievalResult) -> None:
    runner.run(_placed(answer, models, found))


def _overhead() -> list[Row]:
    """Measure placements whose models answer at once."""
    found = _found()
    rows: list[Row] = []
    with asyncio.Runner() as runner:
        for markers in (0, SOURCES, 2 * SOURCES):
            answer, written = _written(markers)
            models = PlacementModels(chat=_answering(written), labels=_answering("Refunds"))
            (ours,) = best_of(partial(_run, runner, answer, models, found))
            what = f"place {written.count('[cite')} markers of {SOURCES} sources in {len(answer):,} characters"
            rows.append(Row(what, shown(ours), "5 ms", f"{ours / 0.005:.2f}x", "5 ms-class"))
    return rows


def _labels() -> list[Row]:
    """Measure twenty labels by models that take a while: the keywords follow one another."""
    found = _found()
    answer, written = _written(SOURCES)
    models = PlacementModels(chat=_answering(written), labels=_answering("Refunds", PAUSE))
    began = perf_counter()
    asyncio.run(_placed(answer, models, found))
    taken, least = perf_counter() - began, SOURCES * PAUSE
    what = f"{SOURCES} labels by models of {shown(PAUSE)} / their keywords alone"
    return [Row(what, shown(taken), shown(least), f"{taken / least:.2f}x", "<= 1.1x")]


def _many() -> Row:
    """Measure placements at once, a tenth of a second each."""
    found = _found(1)
    models = PlacementModels(
        chat=_answering(f"{_SENTENCE} [cite:L:42:1::!1].", PAUSE), labels=_answering("Refunds", PAUSE)
    )

    async def all_of_them() -> None:
        await asyncio.gather(*(_placed(f"{_SENTENCE}.", models, found) for _ in range(AT_ONCE)))

    began = perf_counter()
    asyncio.run(all_of_them())
    taken = perf_counter() - began
    what = f"{AT_ONCE:,} placements at once by models of {shown(PAUSE)}"
    return Row(what, shown(taken), shown(2 * PAUSE), f"{taken / (2 * PAUSE):.1f}x", "reported")
