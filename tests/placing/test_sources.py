"""Sources: slides, recordings and questions, what the reader has open, and whose they are."""

from __future__ import annotations

import pytest

from tesserix_rag import ConfigurationError, TenantCrossingError, tenant_scope
from tesserix_rag.placing import Placement, in_view, place_citations
from tests.placing.scripted import (
    ANSWER,
    Script,
    cited,
    codes,
    faq,
    found,
    hit,
    placed,
    recording,
    slide,
    sources_in,
)


async def test_a_page_is_the_place_in_the_deck():
    """Not the number printed on it, which is told to the reader otherwise."""
    placement = await placed(
        "A [cite:L:42:9::!1].", slide("page", page=9, page_label="7"), answer="A.", labels=lambda _: ""
    )

    (citation,) = placement.answer.citations
    assert placement.text == "A [cite:L:42:9::::]."
    assert (citation.locator.page, citation.locator.page_label) == (9, "7")


@pytest.mark.parametrize(
    ("start", "end", "place"),
    [(45.0, 55.0, "45:55"), (45.9, 55.9, "45:55"), (0.4, 0.6, "0:0"), ("45.9", "55", "45:55")],
)
async def test_times_are_whole_seconds(start: object, end: object, place: str):
    script = Script()
    result = found(recording("talk", 1, start, end))
    await place_citations(ANSWER, result, cited(result), models=script.models)

    assert sources_in(script.prompts[0])[0]["id"] == f"[cite:L:1::{place}!1]"


async def test_a_recording_that_names_a_page_has_a_time_only():
    script = Script()
    result = found(hit("both", entity="1", page=3, time_start=45.0, time_end=55.0))
    await place_citations(ANSWER, result, cited(result), models=script.models)

    assert sources_in(script.prompts[0])[0]["id"] == "[cite:L:1::45:55!1]"


async def test_a_source_without_an_entity_is_its_document():
    script = Script()
    result = found(hit("page"))
    await place_citations(ANSWER, result, cited(result), models=script.models)

    assert sources_in(script.prompts[0])[0]["id"] == "[cite:L:doc-page:::!1]"


@pytest.mark.parametrize(
    "odd",
    [{"entity": "a:b"}, {"entity": "a]b"}, {"entity": "a[b"}, {"entity": "x" * 65}, {"kind": "slide"}],
)
async def test_a_source_that_no_marker_can_name_is_not_offered(odd: dict[str, str]):
    """It takes no number; a note says which."""
    script = Script()
    result = found(hit("odd", **odd), slide("page"))
    placement = await place_citations(ANSWER, result, cited(result), models=script.models)

    assert [each["id"] for each in sources_in(script.prompts[0])] == ["[cite:L:42:7::!1]"]
    assert [(each.code.value, each.citation_id) for each in placement.notes] == [("unwritable", "odd")]


async def test_a_citation_without_its_passage_is_not_offered():
    result = found(slide("page"))
    other = cited(found(slide("page"), slide("gone", page=8)))
    script = Script()
    await place_citations(ANSWER, result, other, models=script.models)

    assert len(sources_in(script.prompts[0])) == 1


# --- what the reader has open ----------------------------------------------------------

P3, P7 = slide("p3", page=3), slide("p7", page=7)


def test_what_is_open_comes_first_and_nothing_twice():
    assert in_view(found(P3), found(P3, P7)).hits == (P3, P7)
    assert in_view(found(P7), found(P3, P7)).hits == (P7, P3)


def test_one_of_the_two_may_be_missing():
    assert in_view(found(P3), None) == found(P3)
    assert in_view(None, found(P3)) == found(P3)
    assert in_view(None, None).hits == ()


def test_what_is_open_is_left_out_once_the_answer_is_about_something_else():
    assert in_view(found(P3), found(P7), is_switched=True).hits == (P7,)
    assert in_view(found(P3), None, is_switched=True).hits == ()


def test_what_is_open_is_of_the_same_tenant():
    with pytest.raises(ConfigurationError):
        in_view(found(P3, tenant="acme"), found(P7, tenant="globex"))


async def test_what_is_open_is_cited_without_a_search():
    result = in_view(found(P3), None)
    script = Script(places=lambda _: "A [cite:L:42:3::!1].")
    placement = await place_citations("A.", result, cited(result), models=script.models)

    assert placement.cited == ("p3",)


# --- tenants ---------------------------------------------------------------------------


async def test_no_scope_is_needed():
    placement = await placed("A [cite:L:42:3::!1].", P3, answer="A.")

    assert placement.cited == ("p3",)


async def refused(**how: object) -> TenantCrossingError:
    """Give the refusal of a placement, which asks nobody."""
    script = Script()
    given: dict[str, object] = {"result": found(P3), "citations": cited(found(P3)), **how}
    with pytest.raises(TenantCrossingError) as caught:
        await place_citations(ANSWER, models=script.models, **given)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert script.made == []
    return caught.value


async def test_citations_of_two_tenants_are_refused():
    both = (*cited(found(P3)), *cited(found(P7), "globex"))

    assert (await refused(result=found(P3, P7), citations=both)).into == "globex"


async def test_citations_of_another_tenant_than_the_scopes_are_refused():
    with tenant_scope("globex"):
        refusal = await refused()

    assert (refusal.tenant, refusal.into, refusal.citation_ids) == ("globex", "acme", ("p3",))


async def test_a_result_of_another_tenant_is_refused():
    assert (await refused(result=found(P3, tenant="globex"))).into == "globex"
    with tenant_scope("globex"):
        assert (await refused(result=found(P3, tenant="acme"), citations=())).into == "acme"


async def test_a_placement_of_another_tenant_is_not_gone_on_with():
    first = await placed("A [cite:L:42:3::!1].", P3, answer="A.")
    script = Script()
    with pytest.raises(TenantCrossingError):
        await place_citations("A.", found(P7), cited(found(P7), "globex"), models=script.models, after=first)
    assert script.made == []


async def test_a_passage_of_another_tenant_is_not_offered():
    """Its hit says whose it is."""
    result = found(slide("p3", tenant="globex"))
    script = Script()
    await place_citations(ANSWER, result, cited(found(slide("p3"))), models=script.models)

    assert script.made == []


# --- one after the other ---------------------------------------------------------------

FAQ = (faq("retake", 9), faq("room", 10, "Where? Here."))
FIRST = "One [cite:F:10:::!2]. Two."
LECTURE = (slide("deadlock"), recording("mutex"))


async def in_two(second: object, first: str = FIRST, **how: object) -> tuple[Placement, Placement, Script]:
    """Place FAQs, then the lecture."""
    begun = await placed(first, *FAQ, answer="One. Two.", **how)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    script = Script(places=second if callable(second) else lambda _: second)
    result = found(*LECTURE)
    ended = await place_citations(
        begun.text, result, cited(result), models=script.models, after=begun, dialect=begun.dialect
    )
    return begun, ended, script


async def test_the_second_leaves_the_markers_of_the_first():
    first, second, _ = await in_two("One [cite:L:42:7::!1]. Two [cite:L:42::120:180!2].")

    assert first.text == "One [cite:F:10::::Lock:One thread is let in.]. Two."
    assert second.text == (
        "One [cite:F:10::::Lock:One thread is let in.] [cite:L:42:7:::Lock 2:One thread is let in.]. "
        "Two [cite:L:42::120:180:Lock 3:One thread is let in.]."
    )
    assert second.cited == ("room", "deadlock", "mutex")
    assert second.answer.text == "One. Two."
    assert [each.citation_ids for each in second.answer.claims] == [("room", "deadlock"), ("mutex",)]


async def test_the_numbers_of_the_two_never_mix():
    """Each counts from 1; the second model sees no marker of the first, and cannot use its numbers."""
    _, second, script = await in_two("One [cite:F:10:::!2]. Two [cite:L:42:7::!1].")

    assert "cite:F" not in script.prompts[0]
    assert [each["id"] for each in sources_in(script.prompts[0])] == [
        "[cite:L:42:7::!1]",
        "[cite:L:42::120:180!2]",
    ]
    assert codes(second) == ["tampered"]
    assert second.cited == ("room", "deadlock")


@pytest.mark.parametrize("failing", [LookupError(), "Something else.", None])
async def test_if_the_second_fails_the_first_stands(failing: object):
    first, second, _ = await in_two(lambda _: failing)

    assert (second.text, second.answer, second.labels) == (first.text, first.answer, first.labels)
    assert codes(second) in (["placement_failed"], ["text_changed"])


async def test_notes_and_usage_of_both_are_kept():
    begun = await placed(lambda _: "One [cite:F:10:::!7]. Two.", *FAQ, answer="One. Two.")
    script = Script(places=lambda _: "One [cite:L:42:7::!9]. Two.", usage={"tokens": 3})
    result = found(*LECTURE)
    first = await place_citations("One. Two.", result, cited(result), models=script.models)
    both = await place_citations("One. Two.", result, cited(result), models=script.models, after=first)

    assert codes(begun) == ["never_offered"]
    assert codes(both) == ["never_offered"] * 2
    assert both.usage == {"tokens": 6}


async def test_what_both_cite_is_labelled_once():
    """And marked once, where both mark the same place."""
    result = found(*LECTURE)
    script = Script(places=lambda _: "One [cite:L:42:7::!1]. Two.")
    first = await place_citations("One. Two.", result, cited(result), models=script.models)
    again = Script(places=lambda _: "One [cite:L:42:7::!1]. Two [cite:L:42:7::!1].")
    second = await place_citations(first.text, result, cited(result), models=again.models, after=first)

    assert again.made == ["chat"]
    assert second.text.count("[cite:L:42:7:::Lock:One thread is let in.]") == 2
    assert second.labels == first.labels


async def test_keywords_of_the_first_are_taken():
    """Those that are missing are not."""
    begun = await placed(
        "One [cite:F:9:::!1] [cite:F:10:::!2]. Two.",
        *FAQ,
        answer="One. Two.",
        labels=lambda prompt: "" if "retake" in prompt else "Room",
    )
    script = Script(places=lambda _: "One. Two [cite:L:42:7::!1].", labels=lambda _: "ROOM")
    result = found(*LECTURE)
    second = await place_citations(begun.text, result, cited(result), models=script.models, after=begun)

    (asked,) = (each for each in script.prompts if "\nTaken: " in each)
    assert "\nTaken: Room\n" in asked
    assert second.labels["deadlock"].keyword == "ROOM 2"


@pytest.mark.parametrize("given", ["One. Two.", "One [cite:L:1:2::!3]. Two."])
async def test_the_second_takes_the_answer_with_or_without_markers(given: str):
    """As it was given to the first, too, with what was taken out of it."""
    first = await placed("One. Two.", *FAQ, answer="One [cite:L:1:2::!3]. Two.")
    result = found(*LECTURE)
    second = await place_citations(given, result, cited(result), models=Script().models, after=first)

    assert second.answer.text == "One. Two."
    assert codes(second) == ["forged"]


async def test_the_second_takes_no_other_answer():
    first = await placed("One. Two.", *FAQ, answer="One. Two.")
    result = found(*LECTURE)
    with pytest.raises(ConfigurationError, match="before"):
        await place_citations("One. Three.", result, cited(result), models=Script().models, after=first)
