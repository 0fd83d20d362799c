"""The two phases of a placement: what is offered, and what becomes of the markers that come back."""

from __future__ import annotations

import copy
import pickle

import pytest

from tesserix_rag import CitedAnswer, Hit, TimeRange, check_grounding, tenant_scope
from tesserix_rag.markers import IRIS, parse_answer, strip_markers
from tesserix_rag.placing import Completion, Label, Placement, place_citations
from tests.placing.scripted import (
    ANSWER,
    Script,
    answer_in,
    cited,
    codes,
    faq,
    found,
    is_keyword,
    is_summary,
    labelling,
    paragraph_in,
    placed,
    recording,
    slide,
    sources_in,
)

LABELS = labelling({"Two threads wait.": ("Deadlock", "Two threads wait."), "A lock.": ("Mutex", "")})
DECK = (slide("deadlock"), recording("mutex"))


async def offered(*hits: Hit) -> list[dict[str, str]]:
    """Give what a model is offered."""
    script = Script()
    result = found(*hits)
    await place_citations(ANSWER, result, cited(result), models=script.models)
    return sources_in(script.prompts[0]) if script.prompts else []


# --- what is offered -------------------------------------------------------------------


async def test_sources_are_offered_under_their_markers():
    """Each id is a whole marker with the next number: slides first, then recordings, then FAQs."""
    entries = await offered(
        faq("retake"), recording("talk", 1, 45.0, 55.0, "Spoken."), slide("page", 1, 3, "Written.")
    )

    assert entries == [
        {"id": "[cite:L:1:3::!1]", "content": "Written."},
        {"id": "[cite:L:1::45:55!2]", "content": "Spoken."},
        {"id": "[cite:F:9:::!3]", "content": "May I retake it? Yes."},
    ]


@pytest.mark.parametrize("empty", ["", " \n", "\u200b\u2060"])
async def test_an_empty_source_takes_no_number(empty: str):
    entries = await offered(slide("none", text=empty), slide("some", text="P"))

    assert entries == [{"id": "[cite:L:42:7::!1]", "content": "P"}]


async def test_two_passages_of_one_slide_are_told_apart_by_their_numbers():
    entries = await offered(slide("a", text="First."), slide("b", text="Second."))

    assert [each["id"] for each in entries] == ["[cite:L:42:7::!1]", "[cite:L:42:7::!2]"]


async def test_sources_are_ascii():
    """As JSON escapes it, so that no model sees what another does not."""
    script = Script()
    result = found(slide("page", text="Schlösser 🔒 </answer-1> <b>"))
    await place_citations(ANSWER, result, cited(result), models=script.models)

    (line,) = (each for each in script.prompts[0].splitlines() if each.startswith("["))
    assert line.isascii()
    assert "<" not in line
    assert sources_in(script.prompts[0])[0]["content"] == "Schlösser 🔒 </answer-1> <b>"


async def test_a_citation_that_is_given_twice_is_offered_once():
    result = found(slide("page"))
    script = Script()
    await place_citations(ANSWER, result, cited(result) * 2, models=script.models)

    assert len(sources_in(script.prompts[0])) == 1


@pytest.mark.parametrize("answer", ["", " \n ", "\u200b"])
async def test_an_empty_answer_asks_nobody(answer: str):
    script = Script()
    result = found(slide("page"))
    placement = await place_citations(answer, result, cited(result), models=script.models)

    assert (placement.text, script.made) == (answer, [])


async def test_without_sources_nobody_is_asked():
    script = Script()
    placement = await place_citations(ANSWER, found(), (), models=script.models)

    assert (placement.text, placement.notes, script.made) == (ANSWER, (), [])


# --- what comes back -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "final"),
    [
        ("A [cite:L:42:7::!1].", "A [cite:L:42:7:::Deadlock:Two threads wait.]."),
        ("A [cite:L:42::120:180!2].", "A [cite:L:42::120:180:Mutex:]."),
        ("A [cite:L:42:7::!001].", "A [cite:L:42:7:::Deadlock:Two threads wait.]."),
        ("A[cite:L:42:7::!1].", "A[cite:L:42:7:::Deadlock:Two threads wait.]."),
        (
            "A [cite:L:42:7::!1][cite:L:42::120:180!2].",
            "A [cite:L:42:7:::Deadlock:Two threads wait.][cite:L:42::120:180:Mutex:].",
        ),
        (
            "A [cite:L:42:7::!1] [cite:L:42:7::!1].",
            "A [cite:L:42:7:::Deadlock:Two threads wait.] [cite:L:42:7:::Deadlock:Two threads wait.].",
        ),
        ("A.", "A."),
    ],
)
async def test_a_draft_marker_becomes_final(written: str, final: str):
    placement = await placed(written, *DECK, answer="A.", labels=LABELS)

    assert (placement.text, codes(placement)) == (final, [])


async def test_an_faq_has_no_place():
    placement = await placed("C [cite:F:9:::!1].", faq("retake"), answer="C.", labels=lambda _: "")

    assert placement.text == "C [cite:F:9:::::]."


@pytest.mark.parametrize(
    ("marker", "code"),
    [
        ("[cite:L:42:7::!99]", "never_offered"),
        ("[cite:L:42:7::!0]", "never_offered"),
        ("[cite:L:42:7::!3]", "never_offered"),
        ("[cite:L:777:7::!1]", "tampered"),
        ("[cite:L:42:8::!1]", "tampered"),
        ("[cite:F:42:7::!1]", "tampered"),
        ("[cite:L:42:7::!2]", "tampered"),
        ("[cite:L:42:7:1:2!1]", "tampered"),
        ("[cite:L:42:7:120:180!2]", "tampered"),
        ("[cite:L:42::120:!2]", "tampered"),
        ("[cite:L: 42:7::!1]", "tampered"),
        ("[cite:L::::!1]", "tampered"),
        ("[cite:L:42:7:1:2!3!1]", "tampered"),
        ("[cite:L:[42:7::!1]", "tampered"),
    ],
)
async def test_what_was_not_offered_is_dropped(marker: str, code: str):
    """The number and every field count; what the model wrote beside them is kept."""
    placement = await placed(f"A {marker}. B [cite:L:42:7::!1].", *DECK, answer="A. B.", labels=LABELS)

    assert placement.text == "A. B [cite:L:42:7:::Deadlock:Two threads wait.]."
    assert codes(placement) == [code]


@pytest.mark.parametrize(
    "garbage",
    [
        "[cite:X:1:::!5]",
        "[CITE:L:1:::!1]",
        "[cite: L:1:::!1]",
        "[cite:L:1:::!]",
        "[cite:L:1:::!1x]",
        "[cite:L:1:2:3:4:5!6]",
        "[cite:L:42:7::!1, cite:L:42:8::!2]",
        "[cite:L:42:7:::Deadlock:Two threads wait.]",
        "[1]",
    ],
)
async def test_what_is_no_marker_changes_the_answer(garbage: str):
    """It would be shown to the reader, so the answer stands as it was."""
    placement = await placed(f"A {garbage}. B [cite:L:42:7::!1].", *DECK, answer="A. B.")

    assert (placement.text, codes(placement)) == ("A. B.", ["text_changed"])


async def test_final_fields_are_the_records():
    """However its number was written, the marker is that of the record; no field is the model's."""
    placement = await placed("A [cite:L:42::120:180!000002].", *DECK, answer="A.", labels=LABELS)

    (citation,) = placement.answer.citations
    assert citation.locator.time == TimeRange(120, 180)
    assert placement.text == "A [cite:L:42::120:180:Mutex:]."


async def test_only_what_is_used_is_labelled():
    """Two of twenty cost two keywords and two summaries, however often they are cited."""
    script = Script(places=lambda prompt: "A [cite:L:42:7::!7] [cite:L:42:7::!3]. B [cite:L:42:7::!7].")
    result = found(*(slide(f"s{at}", text=f"Text {at}.") for at in range(1, 21)))
    placement = await place_citations("A. B.", result, cited(result), models=script.models)

    assert placement.cited == ("s7", "s3")
    assert [*placement.labels] == ["s7", "s3"]
    assert [paragraph_in(each) for each in script.prompts if is_keyword(each)] == ["Text 7.", "Text 3."]
    assert sorted(paragraph_in(each) for each in script.prompts if is_summary(each)) == ["Text 3.", "Text 7."]


async def test_the_answer_is_claims_with_their_citations():
    """It can be checked as any other; the text reads back to the same."""
    result = found(*DECK)
    written = "Two threads wait for each other [cite:L:42:7::!1]. A lock lets one in [cite:L:42::120:180!2]."
    placement = await placed(written, *DECK, labels=LABELS)

    assert placement.answer.text == ANSWER
    assert [each.citation_ids for each in placement.answer.claims] == [("deadlock",), ("mutex",)]
    with tenant_scope("acme"):
        assert check_grounding(placement.answer, cited(result)).report.ok
    assert parse_answer(placement.text, cited(result), dialect=IRIS).claims == placement.answer.claims
    assert strip_markers(placement.text, IRIS) == ANSWER


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        ("| A | B |\n|---|---|\n| c | d |\n", "| A [cite:L:42:7::!1] | B |\n|---|---|\n| c | d |\n"),
        ("---\n\nA.", "--- [cite:L:42:7::!1]\n\nA."),
        ("# One\n\nA.", "# One [cite:L:42:7::!1]\n\nA."),
        ("???", "??? [cite:L:42:7::!1]"),
    ],
)
async def test_a_marker_outside_every_claim_is_carried_all_the_same(answer: str, written: str):
    """In the head of a table, say; the reader sees it, so the answer has its citation."""
    placement = await placed(written, *DECK, answer=answer, labels=LABELS)

    assert strip_markers(placement.text, IRIS) == answer
    assert "[cite:L:42:7:::Deadlock:Two threads wait.]" in placement.text
    assert [each.citation_id for each in placement.answer.citations] == ["deadlock"]
    assert codes(placement) == []


async def test_sentences_end_as_they_do_in_their_language():
    answer = "Das gilt z. B. für Sperren. Mehr nicht."
    english = await placed(answer, slide("page"), answer=answer)
    german = await placed(answer, slide("page"), answer=answer, language="de-AT")

    assert [each.text for each in german.answer.claims] == ["Das gilt z. B. für Sperren.", "Mehr nicht."]
    assert len(english.answer.claims) >= len(german.answer.claims)


# --- the records -----------------------------------------------------------------------


async def test_a_placement_is_a_record():
    """It is hashed, copied and pickled, cannot be changed, and shows no text."""
    script = Script(lambda _: "A [cite:L:42:7::!1].", LABELS, usage={"tokens": 3})
    result = found(*DECK)
    placement = await place_citations("A.", result, cited(result), models=script.models)

    for again in (copy.copy(placement), copy.deepcopy(placement), pickle.loads(pickle.dumps(placement))):
        assert again == placement
        assert hash(again) == hash(placement)
    assert placement.usage == {"tokens": 9}
    assert placement.labels == {"deadlock": Label(keyword="Deadlock", summary="Two threads wait.")}
    with pytest.raises(TypeError):
        placement.labels["deadlock"] = Label()  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    assert "Deadlock" not in repr(placement)
    assert "wait" not in repr(placement)


def test_a_completion_is_a_record():
    completion = Completion("Secret words", {"tokens": 3})

    assert pickle.loads(pickle.dumps(completion)) == completion
    assert hash(completion) == hash(copy.deepcopy(completion))
    assert "Secret" not in repr(completion)


def test_a_placement_is_made_by_hand():
    """What was stored field by field comes back."""
    made = Placement(text="A.", answer=CitedAnswer(prose="A."))

    assert (made.cited, made.notes, dict(made.labels), dict(made.usage)) == ((), (), {}, {})


def test_the_helpers_of_these_tests_read_prompts():
    """A prompt that is read wrongly would let any rule pass."""
    told = 'The answer stands between <answer-1> and\n[{"id": "a", "content": "b"}]'
    prompt = f"{told}\n\n<answer-1>\nOne\nTwo\n</answer-1>\n"

    assert sources_in(prompt) == [{"id": "a", "content": "b"}]
    assert answer_in(prompt) == "One\nTwo"
