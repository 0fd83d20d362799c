"""Models: two roles, one object for each task, and what they count."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from tesserix_rag import ConfigurationError
from tesserix_rag.answering import Message, openai_completions
from tesserix_rag.placing import Completion, PlacementModels, maker_of, models_of, place_citations
from tests.endpoint import Ending, breaks_off, endpoint, refuses, says
from tests.placing.scripted import ANSWER, Script, cited, codes, found, is_keyword, is_summary, placed, slide

MANY = tuple(slide(f"s{at:02}", page=at, text=f"Text {at}.") for at in range(1, 6))
ALL = "A " + " ".join(f"[cite:L:42:{at}::!{at}]" for at in range(1, 6)) + "."
MARKED = "Two threads wait for each other [cite:L:42:7::!1]. A lock lets one in."


async def test_each_task_has_a_model_of_its_own():
    """One places, one writes all keywords, and each summary has one."""
    script = Script(places=lambda _: ALL)
    result = found(*MANY)
    await place_citations("A.", result, cited(result), models=script.models)

    assert sorted(script.made) == ["chat", *["labels"] * 6]
    assert len({number for number, prompt in script.asked if is_keyword(prompt)}) == 1
    assert len({number for number, prompt in script.asked if is_summary(prompt)}) == 5


async def test_what_all_count_is_summed():
    """By name, over both phases; also what is zero is told."""
    script = Script(places=lambda _: ALL, usage={"tokens": 3, "cached": 0})
    result = found(*MANY)
    placement = await place_citations("A.", result, cited(result), models=script.models)

    assert placement.usage == {"tokens": 3 * 11, "cached": 0}


async def test_what_failed_has_counted_too():
    """Tokens were paid, though the text was none."""
    placement = await placed(lambda _: Completion("A\ud800", {"tokens": 3}), *MANY)

    assert (codes(placement), placement.usage) == (["placement_failed"], {"tokens": 3})


def test_only_whole_numbers_are_counted():
    """What a provider reports has more in it: nothing, shares, and reports in the report."""
    reported = {"tokens": 3, "details": {"cached": 1}, "cost": 0.5, "audio": None, "is_new": True, "name": "x"}

    assert Completion("A.", reported).usage == {"tokens": 3}
    assert Completion("A.").usage == Completion("A.", None).usage == {}


@pytest.mark.parametrize("role", ["chat", "labels"])
async def test_a_model_that_cannot_be_made_fails_as_any_other(role: str):
    def none() -> object:
        raise LookupError

    script = Script(places=lambda _: "A [cite:L:42:1::!1].")
    makers = {"chat": script.models.chat, "labels": script.models.labels, role: none}
    result = found(*MANY)
    placement = await place_citations("A.", result, cited(result), models=PlacementModels(**makers))

    assert placement.answer.text == "A."
    assert codes(placement) == (
        ["placement_failed"] if role == "chat" else ["keyword_failed", "summary_failed"]
    )


# --- variants --------------------------------------------------------------------------


def makers(name: str) -> PlacementModels:
    return PlacementModels(chat=Script().models.chat, labels=Script().models.labels)


def test_a_variant_has_its_own_chat_and_the_labels_of_the_default():
    default, advanced = makers("default"), makers("advanced")
    variants = {"default": default, "advanced": advanced}

    assert models_of(variants, "advanced") == PlacementModels(chat=advanced.chat, labels=default.labels)
    assert models_of(variants, "default") == models_of(variants, "unheard") == default


def test_there_is_a_default():
    with pytest.raises(ConfigurationError, match="default"):
        models_of({"advanced": makers("advanced")}, "advanced")


# --- time ------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["chat", "labels"])
async def test_a_model_that_takes_too_long_fails(role: str):
    """The others are not held up by it."""

    def slow():
        async def model(_prompt: str) -> Completion:
            await asyncio.sleep(30)
            raise AssertionError

        return model

    script = Script(places=lambda _: "A [cite:L:42:1::!1].")
    given = {"chat": script.models.chat, "labels": script.models.labels, role: slow}
    result = found(*MANY)
    async with asyncio.timeout(5):
        placement = await place_citations(
            "A.", result, cited(result), models=PlacementModels(**given), patience=0.02
        )

    assert codes(placement) == (
        ["placement_failed"] if role == "chat" else ["keyword_failed", "summary_failed"]
    )


@pytest.mark.parametrize("patience", [0, -1, float("nan"), float("inf"), "3", True])
async def test_patience_is_a_number_of_seconds(patience: object):
    with pytest.raises(ConfigurationError, match="seconds"):
        await placed(ALL, *MANY, patience=patience)


# --- an endpoint -----------------------------------------------------------------------


async def test_an_endpoint_places_and_labels():
    """Over HTTP, through the official client: four requests, each with one prompt."""
    replies = [says(MARKED[:20], MARKED[20:]), says("Dead", "lock"), says("Two threads wait.")]
    with endpoint(*replies) as running:
        asks = maker_of(openai_completions("house-model", base_url=running.url))
        result = found(slide("page"))
        placement = await place_citations(
            ANSWER, result, cited(result), models=PlacementModels(chat=asks, labels=asks), language="de"
        )

    keyword, summary = sorted((running.prompt(1), running.prompt(2)), key=is_summary)
    assert [len(each["messages"]) for each in running.requests] == [1, 1, 1]
    assert all(each.startswith("Write in German.\n") for each in (running.prompt(0), keyword, summary))
    assert is_keyword(keyword)
    assert {*placement.labels} == {"page"}
    assert placement.text.startswith("Two threads wait for each other [cite:L:42:7:::")
    assert (codes(placement), placement.usage) == ([], {})


@pytest.mark.parametrize(
    "reply",
    [
        refuses(401, "no"),
        breaks_off("Two threads", ending=Ending.DROPPED),
        says("Two", finish="length"),
        says("Two" * 70_000),
    ],
)
async def test_an_endpoint_that_fails_leaves_the_answer(reply: object):
    with endpoint(reply) as running:  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        asks = maker_of(openai_completions("house-model", base_url=running.url))
        result = found(slide("page"))
        placement = await place_citations(
            ANSWER, result, cited(result), models=PlacementModels(chat=asks, labels=asks)
        )

    assert (placement.text, codes(placement)) == (ANSWER, ["placement_failed"])


async def test_an_endpoint_that_stalls_is_left():
    """The connection is closed, too."""
    with endpoint(breaks_off("Two threads", ending=Ending.STALLED)) as running:
        asks = maker_of(openai_completions("house-model", base_url=running.url))
        result = found(slide("page"))
        models = PlacementModels(chat=asks, labels=asks)
        placement = await place_citations(ANSWER, result, cited(result), models=models, patience=0.5)
        has_left = await asyncio.to_thread(running.left.wait, 5)

    assert (placement.text, codes(placement), has_left) == (ANSWER, ["placement_failed"], True)


async def test_a_stand_in_for_an_endpoint_is_a_function():
    """It yields a reply in pieces; one that cannot be closed is not."""

    class Pieces:
        def __init__(self) -> None:
            self.left = ["A ", "lock."]

        def __aiter__(self) -> Pieces:
            return self

        async def __anext__(self) -> str:
            if not self.left:
                raise StopAsyncIteration
            return self.left.pop(0)

    def complete(_messages: Sequence[Message]) -> AsyncIterator[str]:
        return Pieces()

    assert await maker_of(complete)()("What?") == Completion("A lock.")
