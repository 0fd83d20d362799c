"""Whatever a model writes, the answer comes back to the character, and no draft marker with it."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import NoReturn

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tesserix_rag.errors import ConfigurationError
from tesserix_rag.markers import (
    CARD,
    FOOTNOTE,
    IRIS,
    IRIS_DRAFT,
    NUMERIC,
    Dialect,
    scan,
    strip_markers,
    template,
)
from tesserix_rag.placing import Completion, Placement, PlacementModels, place_citations
from tesserix_rag.placing.aligning import DRAFT as ANY_DRAFT
from tesserix_rag.placing.aligning import without_drafts
from tests.placing.scripted import ANSWER, cited, codes, faq, found, placed, recording, slide

SOURCES = (slide("deadlock"), slide("twin"), recording("mutex"), faq("retake"))
OFFERED = ("[cite:L:42:7::!1]", "[cite:L:42:7::!2]", "[cite:L:42::120:180!3]", "[cite:F:9:::!4]")
DRAFT = re.compile(r"\[cite:[LF]:[^:\]]*:[^:\]]*:[^:\]]*:[^:\]]*![0-9]+\]")
OWN = template("⟦{id}⟧")


def kept(placement: Placement, answer: str, dialect: Dialect = IRIS) -> bool:
    """Whether the text without its markers is the answer, and holds no draft marker."""
    is_same = strip_markers(placement.text, dialect) == strip_markers(answer, dialect)
    return is_same and placement.answer.text == answer and not DRAFT.search(placement.text)


# --- for every output ------------------------------------------------------------------

_PIECES = (
    *(
        "Two threads",
        "wait",
        ".",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        "- ",
        "| ",
        "|",
        "> ",
        "# ",
        "(see)",
        ":",
        "x",
    ),
    *(
        "`",
        "```",
        "```py\n",
        "~~~\n",
        "$",
        "$$",
        "\\",
        "\\(",
        "[",
        "]",
        "](u)",
        "<!--",
        "-->",
        "<b>",
        "é",
        "e\u0301",
    ),
    *(
        "🔒",
        "\xa0",
        "\u3000",
        "\r\n",
        "\u200b",
        "\ufeff",
        "[1]",
        "[2021]",
        "word[1]",
        "[^1]",
        "⟦deadlock⟧",
        "$5 ",
    ),
    *("[cite:", "L:1:2", "!1]", "[cite:deadlock]", "[cite:F:9:::Old:sum]", "\x1f", "海藻", "。"),
)
_JUNK = (
    *OFFERED,
    *("[cite:L:42:7::!99]", "[cite:L:777:7::!1]", "[cite:L:4`2:7::!1]", "[cite:L:$:7::!1]", "[cite:X:1:::!5]"),
    *(
        "[cite:L:42:7::!1, cite:L:42:8::!2]",
        "[cite:L:42:7:::K:s]",
        "[CITE:L:1:::!1]",
        "[cite:L:42:7::!1234567]",
    ),
    *(" ", "  ", "\t", "\n", " " * 40, "```", "`", "$", "\\", "x", "[", "](u)", "(u)", "]", "\r", "\u200b"),
)

answers = st.lists(st.sampled_from(_PIECES), min_size=1, max_size=14).map("".join)


@st.composite
def written(draw: st.DrawFn, answer: str) -> str:
    """Draw what a model makes of an answer: markers and more put in, blanks moved, a fence around it."""
    text = answer
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(text)))
        blank = draw(st.sampled_from(["", "", " ", " ", "  "]))
        inserted = draw(st.sampled_from(OFFERED) if draw(st.integers(0, 4)) else st.sampled_from(_JUNK))
        text = f"{text[:at]}{blank}{inserted}{text[at:]}"
    change = draw(st.integers(0, 9))
    if change == 1:
        return f"```\n{text}\n```"
    if change == 2:
        return f"{text}\n\n"
    if change == 3:
        return text.strip()
    if change == 4:
        return text.replace(" ", "", 1)
    if change == 5:
        at = draw(st.integers(0, len(text)))
        return text[:at] + text[at + 1 :]
    return text


@st.composite
def tries(draw: st.DrawFn) -> tuple[str, str]:
    answer = draw(answers)
    return answer, draw(written(answer))


@settings(max_examples=100)
@given(tries(), st.sampled_from([IRIS, IRIS, NUMERIC, CARD, FOOTNOTE, OWN]))
@example(("One. Two.", "One. [cite:L:42:7::!1][cite:L:42:7::!2]Two."), IRIS)
@example(("a  b", "a [cite:L:42:7::!1] [cite:L:42:7::!2]b"), IRIS)
@example(("\n```py\n\nx\n", "\n[cite:L:42:7::!99]```py\n\n[cite:L:42:7::!1] x\n"), IRIS)
@example(("waits.next", "waits[cite:L:42:7::!1].next"), NUMERIC)
@example(("One. Two.", f"One.{' ' * 40}[cite:L:42:7::!1] Two."), IRIS)
@example(("[a b](u)", "[a [cite:L:42:7::!1] b](u)"), NUMERIC)
@example((f"[{'a ' * 105}b](u)", f"[{'a ' * 105}[cite:L:42:7::!1] b](u)"), NUMERIC)
def test_the_answer_comes_back_to_the_character(tried: tuple[str, str], dialect: Dialect):
    """With markers or without, of each dialect; and a second placement changes nothing either."""
    answer, text = tried

    async def both() -> tuple[Placement, Placement]:
        first = await placed(text, *SOURCES, answer=answer, dialect=dialect)
        again = await placed(text, *SOURCES, answer=first.answer.text, dialect=dialect, after=first)
        return first, again

    given_ = answer if not DRAFT.search(answer) else None
    for placement in asyncio.run(both()):
        assert kept(placement, placement.answer.text if given_ is None else given_, dialect)


@settings(max_examples=60)
@given(tries())
def test_a_text_that_is_the_answer_with_markers_is_never_refused(tried: tuple[str, str]):
    """Wherever the markers of prose stand, and whether the blanks before them are its own or not."""
    answer, text = tried
    markers = scan(text, IRIS_DRAFT)
    bare = "".join(_without(text, [(each.span.start, each.span.end) for each in markers]))

    placement = asyncio.run(placed(text, *SOURCES, answer=answer))

    if bare == answer or strip_markers(text, IRIS_DRAFT) == answer:
        assert "text_changed" not in codes(placement)


def _without(text: str, spans: list[tuple[int, int]]) -> list[str]:
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]


# --- cases -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "text", "final"),
    [
        ("One. Two.", "One. {1} Two.", "One. {1} Two."),
        ("One. Two.", "One.{1} Two.", "One.{1} Two."),
        ("One. Two.", "One. {1}Two.", "One. {1} Two."),
        ("One. Two.", "One {1}. Two {1}.", "One {1}. Two {1}."),
        ("One. Two.", "One. {1} {3} Two.", "One. {1} {3} Two."),
        ("One. Two.", "One. {1}{3}Two.", "One. {1}{3} Two."),
        ("One. Two.", "One. {1} {3}Two.", "One. {1} {3} Two."),
        ("One.  Two.", "One. {1} Two.", "One. {1}  Two."),
        ("One.   Two.", "One. {1} Two.", None),
        ("One. Two.", "{1} One. Two.", None),
        ("One. Two.", "{1}One. Two.", "{1}One. Two."),
        ("One. Two.\n", "One. Two. {1}", "One. Two. {1}\n"),
        ("One. Two.\n", "One. Two.\n{1}", "One. Two.\n{1}"),
        (" One. Two.", "One. Two. {1}\n\n", " One. Two. {1}"),
        ("One.\xa0Two.", "One. {1}\xa0Two.", "One. {1}\xa0Two."),
        ("- One\n- Two\n", "- One {1}\n- Two {3}\n", "- One {1}\n- Two {3}\n"),
        ("One. Two.", "One. Two", None),
        ("One. Two.", "One.\n{1} Two.", None),
        ("One. Two.", "Here it is: One. Two. {1}", None),
        ("One. Two.", "```\nOne. {1} Two.\n```", None),
        ("Ça va.", "C\u0327a va {1}.", None),
        ("Run `x` now.", "Run `x {1}` now.", None),
        ("One. Two.", "", None),
    ],
)
async def test_where_the_markers_stand(answer: str, text: str, final: str | None):
    """Behind the blanks that the model put before them, and before those of the answer."""
    finals = {"1": "[cite:L:42:7:::K:S]", "3": "[cite:L:42::120:180:K 2:S]"}
    drafts = {"1": OFFERED[0], "3": OFFERED[2]}
    for number, draft in drafts.items():
        text = text.replace(f"{{{number}}}", draft)

    placement = await placed(
        text, *SOURCES, answer=answer, labels=lambda prompt: "K" if "keyword" in prompt[:80] else "S"
    )

    if final is None:
        assert (placement.text, codes(placement)) == (answer, ["text_changed"])
    else:
        for number, each in finals.items():
            final = final.replace(f"{{{number}}}", each)
        assert (placement.text, codes(placement)) == (final, [])


async def test_a_marker_that_would_not_be_read_is_dropped():
    """Without the one that was dropped it would stand in code, and be shown there."""
    placement = await placed(
        "\n[cite:L:42:7::!99]```py\n\n[cite:L:42:7::!1] x\n", *SOURCES, answer="\n```py\n\n x\n"
    )

    assert placement.text == "\n```py\n\n x\n"
    assert codes(placement) == ["never_offered", "unreadable"]
    assert placement.cited == ()


@pytest.mark.parametrize(
    ("answer", "left", "forged"),
    [
        ("One [cite:L:42:7::!1]. Two.", "One. Two.", 1),
        ("One [cite:L:1:2::!99] [cite:F:9:::!3].", "One.", 2),
        ("Run `[cite:L:42:7::!1]` now.", "Run `` now.", 1),
        ("One [cite:L:[cite:L:1:2::!1]42:7::!1].", "One.", 2),
        ("One [cite:L:42:7::![cite:L:1:2::!1]1].", "One.", 2),
        ("One [cite:L:[cite:7::!1].", "One.", 1),
        ("[cite:L:42:7::!1]", "", 1),
    ],
)
async def test_a_draft_marker_in_the_answer_is_taken_out(answer: str, left: str, forged: int):
    """It was not placed, so it cites nothing, and what is left is the answer; nested ones go, too."""
    placement = await placed(left, *SOURCES, answer=answer)

    assert (placement.text, codes(placement)) == (left, ["forged"] * forged)


async def test_a_final_marker_in_the_answer_stands_and_cites_nothing():
    """It is a part of what was given; a note says that nobody placed it."""
    answer = "One [cite:F:9::::Old:sum]. Two."
    placement = await placed("One [cite:F:9::::Old:sum]. Two [cite:L:42:7::!1].", *SOURCES, answer=answer)

    assert placement.text == "One [cite:F:9::::Old:sum]. Two [cite:L:42:7:::Lock:One thread is let in.]."
    assert placement.cited == ("deadlock",)
    assert codes(placement) == ["foreign"]


# --- a model that does not answer ------------------------------------------------------


class UntoldError(Exception):
    """What nobody foresaw."""


@pytest.mark.parametrize(
    "nonsense",
    [
        UntoldError(),
        TimeoutError(),
        asyncio.CancelledError(),
        Completion(None),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        Completion(b"A."),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        Completion("A\ud800."),
        None,
        3,
        ["A."],
    ],
)
async def test_nonsense_leaves_the_answer(nonsense: object):
    placement = await placed(lambda _: nonsense, *SOURCES)

    assert (placement.text, codes(placement)) == (ANSWER, ["placement_failed"])


async def test_a_model_that_raises_at_once_is_no_other():
    """One that is no coroutine function may fail before it is awaited."""

    def fails(_prompt: str) -> NoReturn:
        raise UntoldError

    models = PlacementModels(chat=lambda: fails, labels=lambda: fails)
    placement = await place_citations(ANSWER, found(*SOURCES), cited(found(*SOURCES)), models=models)

    assert (placement.text, codes(placement)) == (ANSWER, ["placement_failed"])


@pytest.mark.parametrize(
    "piece", ["x", "[", "]", "[cite:", OFFERED[0], " ", "[cite:L:", "`", "![cite:L:1:1::!1]", "!1]"]
)
async def test_a_huge_text_comes_through(piece: str):
    """Neither as the answer nor as what the model makes of it."""
    huge = piece * (30_000 // len(piece))

    first = await placed(huge, *SOURCES)
    second = await placed(huge, *SOURCES, answer=huge)
    third = await placed(f"{ANSWER}{huge * 100}", *SOURCES)

    assert first.text == third.text == ANSWER or piece in (OFFERED[0], " ")
    assert not DRAFT.search(second.text)


@pytest.mark.parametrize("answer", [None, 3, b"A.", "A\ud800."])
async def test_an_answer_is_text(answer: object):
    with pytest.raises(ConfigurationError):
        await placed("A.", *SOURCES, answer=answer)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_nested_drafts_are_all_taken_out():
    """Each that is taken out may leave another, as deep as they are nested."""
    deep = 10_000
    text = f"{'[cite:L:' * deep}[cite:L:1:2::!1]{'42:7::!1]' * deep}"

    assert without_drafts(f"A {text} B") == ("A B", deep + 1)


@given(st.randoms(use_true_random=False))
def test_no_draft_is_left_of_any_text(random: Random):
    pieces = ["[cite:", "L:", "F:", "1:", ":", "!1]", "!", "1", "]", "[", " ", "[cite:L:1:2::!1]"]
    text = "".join(random.choices(pieces, k=60))

    left, gone = without_drafts(text)

    assert not ANY_DRAFT.search(left)
    assert (left == text) == (gone == 0)
