"""What of an answer is no claim: what a connective names, and what a model only thought."""

from __future__ import annotations

from typing import Any

import pytest

from tesserix_rag import (
    Citation,
    CitedAnswer,
    ConfigurationError,
    GroundedAnswer,
    InvalidRecordError,
    TesserixRagError,
    check_grounding,
    tenant_scope,
)
from tesserix_rag.markers import (
    Reasoning,
    plain,
)
from tests.markers.prose import parsed, rows, sources


def exempt(answer: CitedAnswer) -> list[str]:
    """Give the prose that is no claim."""
    return [(answer.prose or "")[each.start : each.end] for each in answer.exempt]


def places(answer: CitedAnswer) -> list[tuple[int, tuple[str, ...]]]:
    """Give where markers stood, and what they named."""
    return [(each.at, each.citation_ids) for each in answer.anchors]


def checked(answer: CitedAnswer, retrieved: tuple[Citation, ...] | None = None) -> GroundedAnswer:
    """Check an answer for acme."""
    with tenant_scope("acme"):
        return check_grounding(answer, sources() if retrieved is None else retrieved)


# --- connectives --------------------------------------------------------------

PLAIN = [
    *(
        "# Title",
        "## Title ##",
        "**Title**",
        "**Title:**",
        "__Title__",
        "In short:",
        "Here is why：",
        "- Namely:",
    ),
    *(
        "Really?",
        "*Really?*",
        "真的吗？",
        "حقا؟",
        '"Really?"',
        "Hello!",
        "Hi there,",
        "Thank you.",
        "Of course!",
    ),
    *("Hallo!", "Bonjour,", "Sure!", "I hope this helps.", "1. Namely:", "> Really?"),
]
STATING = [
    *(
        "Refunds are slow.",
        "Hello is a word.",
        "It is 5:30",
        "**Title** is bold",
        "#1 is best",
        "Sure things fail.",
    ),
    *("- one", "A question? No.", "| a: |", "Hi-fi is loud.", "Title", "语", f"{'a' * 200}?", f"{'a' * 200}:"),
]


@pytest.mark.parametrize("sentence", PLAIN)
def test_headings_lead_ins_questions_and_greetings_are_plain(sentence: str):
    assert plain(sentence)
    assert plain(f"  {sentence}\n")


@pytest.mark.parametrize("sentence", STATING)
def test_what_states_something_is_not_plain(sentence: str):
    assert not plain(sentence)


def test_without_a_connective_every_sentence_is_a_claim():
    assert len(parsed("# Title\n\nHello! In short:\n\nSlow [1].").claims) == 4


def test_what_a_connective_names_is_exempt_with_its_markers():
    answer = parsed("# Title [3]\n\nHello! [4] In short:\n\nSlow [1]. Why? [2]", connective=plain)

    assert [(each.text, each.citation_ids) for each in answer.claims] == [("Slow.", ("c1",))]
    assert exempt(answer) == ["# Title", "Hello!", "In short:", "Why?"]
    assert [each[1] for each in places(answer)] == [("c1",)]
    assert checked(answer).answer == answer


def test_a_connective_is_asked_for_each_sentence_as_it_stands_in_the_prose():
    asked: list[str] = []

    def connective(sentence: str) -> bool:
        asked.append(sentence)
        return sentence.startswith("They")

    answer = parsed("Slow [1].\n\n- They come [2]. They stay [3].", connective=connective)

    assert asked == ["Slow.", "- They come.", "They stay."]
    assert exempt(answer) == ["They stay."]


# --- reasoning ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "prose"),
    rows({
        "<think>draft [1]</think>Final [2]": "Final",
        "<THINK>draft [1]</Think>Final [2]": "Final",
        "Well. <think>a</think>Final [2]": "Well. Final",
        "<think>a <think> b</think>Final [2]": "Final",
        "<think>`</think>Final [2]": "Final",
        "<think>```\n</think>Final [2]": "Final",
        "<think>a</think><think>b</think>Final [2]": "Final",
        "Final [2]<think>never closed [1]": "Final",
        "<think></think>Final [2]": "Final",
        "<think>a</think>\n\nFinal [2]": "\n\nFinal",
    }),
)  # fmt: skip
def test_what_a_model_thinks_aloud_is_no_part_of_the_answer(text: str, prose: str):
    """B007."""
    answer = parsed(text, reasoning=Reasoning())

    assert answer.prose == prose
    assert [each.citation_id for each in answer.citations] == ["c2"]


@pytest.mark.parametrize(
    "text", ["The tag `<think>` is literal [1]", "```\n<think>\n```\nDone [1]", "$<think>$ [1]"]
)
def test_a_tag_in_code_begins_no_reasoning(text: str):
    """B019."""
    assert (parsed(text, reasoning=Reasoning()).prose or "") + " [1]" == text


def test_reasoning_may_begin_in_the_prompt():
    """B008."""
    answer = parsed("plan [1] </think>Answer [2]", reasoning=Reasoning(opened=True))

    assert answer.prose == "Answer"
    assert places(answer) == [(6, ("c2",))]
    assert parsed("plan [1]", reasoning=Reasoning(opened=True)).prose == ""


def test_reasoning_may_have_other_names():
    named = Reasoning(names=("thought", "scratch"))

    assert parsed("<thought>a</thought><scratch>b</scratch><think>c [1]", reasoning=named).prose == "<think>c"
    assert parsed("<think>draft [1]</think>", reasoning=None).prose == "<think>draft</think>"


@pytest.mark.parametrize("names", [(), ("",), ("a b",), ("a>",), ("é",), ("1",), (".*",)])
def test_a_tag_has_a_name_of_letters(names: tuple[str, ...]):
    with pytest.raises(TesserixRagError):
        Reasoning(names=names)


@pytest.mark.parametrize("wrong", [{"names": 1}, {"names": (1,)}, {"opened": "yes"}])
def test_a_reasoning_that_is_none_is_refused(wrong: dict[str, Any]):
    with pytest.raises((InvalidRecordError, ConfigurationError)):
        Reasoning(**wrong)
