"""Placements among others: many at once, one that is left, how long labels take, and what is observed."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any

import pytest

from tesserix_rag import TenantCrossingError, tenant_scope
from tesserix_rag.placing import Completion, Placement, PlacementModels, place_citations
from tests.observing import recorded_spans
from tests.placing.scripted import (
    ANSWER,
    Script,
    cited,
    codes,
    found,
    is_keyword,
    paragraph_in,
    placed,
    slide,
)

MANY = tuple(slide(f"s{at:02}", page=at, text=f"Text {at}.") for at in range(1, 21))
ALL = "A " + " ".join(f"[cite:L:42:{at}::!{at}]" for at in range(1, 21)) + "."


async def test_a_thousand_placements_share_nothing():
    """Each has its own sources, numbers, labels, notes and counts, in whatever order their models answer."""

    async def one(number: int) -> Placement:
        def made():
            async def model(prompt: str) -> Completion:
                await asyncio.sleep(number % 7 / 1000)
                usage = {"tokens": number}
                if "Return the whole answer" in prompt:
                    marker = f"[cite:L:{number}:1::!1]"
                    return Completion(f"Answer {number} {marker} [cite:L:0:1::!{number}].", usage)
                assert paragraph_in(prompt) == f"Text {number}."
                return Completion(f"Key {number}" if is_keyword(prompt) else f"Sum {number}", usage)

            return model

        result = found(slide(f"s{number}", number, 1, f"Text {number}."))
        models = PlacementModels(chat=made, labels=made)
        return await place_citations(f"Answer {number}.", result, cited(result, f"t{number}"), models=models)

    numbers = range(2, 1_002)
    placements = await asyncio.gather(*map(one, numbers))

    for number, placement in zip(numbers, placements, strict=True):
        assert placement.text == f"Answer {number} [cite:L:{number}:1:::Key {number}:Sum {number}]."
        assert placement.usage == {"tokens": 3 * number}
        assert codes(placement) == ["never_offered"]


class Jumping(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to what is waited for: waiting takes no time, and is counted exactly."""

    def __init__(self) -> None:
        super().__init__(selector := JumpingSelector())
        self._jumping = selector

    def time(self) -> float:
        return self._jumping.now


class JumpingSelector(selectors.SelectSelector):
    """What a loop waits with."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.now += timeout or 0.0
        return super().select(0)


def test_labels_take_as_long_as_their_keywords():
    """Twenty that take a second each, one after another; the summaries are written meanwhile."""

    def made():
        async def model(prompt: str) -> Completion:
            await asyncio.sleep(1)
            return Completion(f"Key {paragraph_in(prompt)}" if is_keyword(prompt) else "So.")

        return model

    async def taken() -> tuple[Placement, float]:
        began = asyncio.get_running_loop().time()
        placement = await place_citations("A.", result, retrieved, models=models)
        return placement, asyncio.get_running_loop().time() - began

    script = Script(places=lambda _: ALL)
    models = PlacementModels(chat=script.models.chat, labels=made)
    result = found(*MANY)
    retrieved = cited(result)

    with asyncio.Runner(loop_factory=Jumping) as runner:
        placement, seconds = runner.run(taken())

    assert len(placement.labels) == 20
    assert 20 <= seconds < 22


# --- leaving ---------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["chat", "labels"])
async def test_a_placement_that_is_cancelled_ends(stage: str):
    """With all of its models, and nothing is made of it."""
    begun, ended = asyncio.Event(), []

    def waiting():
        async def model(_prompt: str) -> Completion:
            begun.set()
            try:
                await asyncio.sleep(30)
            finally:
                ended.append(1)
            raise AssertionError

        return model

    script = Script(places=lambda _: ALL)
    models = {"chat": script.models.chat, "labels": script.models.labels, stage: waiting}
    result = found(*MANY)
    working = asyncio.create_task(
        place_citations("A.", result, cited(result), models=PlacementModels(**models))
    )
    await begun.wait()
    await asyncio.sleep(0)
    working.cancel()

    with pytest.raises(asyncio.CancelledError):
        await working
    assert len(ended) == (1 if stage == "chat" else 9)


async def test_a_model_that_cancels_itself_only_fails():
    """Nobody has cancelled the placement."""
    script = Script(
        places=lambda _: "A [cite:L:42:1::!1].",
        labels=lambda prompt: asyncio.CancelledError() if is_keyword(prompt) else "So.",
    )
    result = found(*MANY)
    placement = await place_citations("A.", result, cited(result), models=script.models)

    assert placement.text == "A [cite:L:42:1::::So.]."
    assert codes(placement) == ["keyword_failed"]


async def test_what_bounds_a_placement_from_outside_bounds_it():
    def waiting():
        async def model(_prompt: str) -> Completion:
            await asyncio.sleep(30)
            raise AssertionError

        return model

    models = PlacementModels(chat=waiting, labels=waiting)
    result = found(*MANY)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await place_citations("A.", result, cited(result), models=models)


# --- what is observed ------------------------------------------------------------------


async def test_a_span_tells_counts_ids_and_times():
    """And not a word of the answer, of a passage, or of what the models wrote."""
    with recorded_spans() as spans:
        await placed(
            "A [cite:L:42:1::!1] [cite:L:42:1::!99] [cite:L:7:1::!2].",
            *MANY[:2],
            answer="A.",
            labels=lambda prompt: LookupError() if is_keyword(prompt) else "Secret summary",
        )

    (span,) = (each for each in spans if each.name == "adk.place")
    told = dict(span.attributes or {})
    seconds = {name: told.pop(name) for name in ("adk.place.seconds", "adk.place.label_seconds")}
    assert all(isinstance(each, float) and each >= 0 for each in seconds.values())
    assert told == {
        "adk.citation.count": 1,
        "adk.citation.documents": ("doc-s01",),
        "adk.citation.versions": ("doc-s01@v1",),
        "adk.citation.ids": ("s01",),
        "adk.citation.truncated": False,
        "adk.place.offered": 2,
        "adk.place.placed": 1,
        "adk.place.dropped": 2,
        "adk.place.notes": ("keyword_failed", "never_offered", "tampered"),
    }
    assert len(told) + len(seconds) <= 14
    assert "Secret" not in span.to_json()


async def test_a_placement_that_is_refused_has_no_span():
    """What is of two tenants is refused before anything begins."""
    result = found(*MANY)
    with recorded_spans() as spans, tenant_scope("globex"), pytest.raises(TenantCrossingError):
        await place_citations(ANSWER, result, cited(result), models=Script().models)

    assert [each for each in spans if each.name == "adk.place"] == []
