"""Placements for readers of other dialects."""

from __future__ import annotations

import pytest

from tesserix_rag import ConfigurationError
from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    FOOTNOTE,
    IRIS,
    IRIS_DRAFT,
    IRIS_STORED,
    LENTICULAR,
    NUMERIC,
    PRIVATE_USE,
    Dialect,
    any_of,
    parse_answer,
    strip_markers,
    template,
)
from tesserix_rag.placing import place_citations
from tests.placing.scripted import Script, cited, codes, faq, found, hit, placed, recording, slide

SOURCES = (slide("deadlock"), recording("mutex"))
ANSWER = "One. Two."
WRITTEN = "One [cite:L:42::120:180!2]. Two [cite:L:42:7::!1][cite:L:42::120:180!2]."


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        (NUMERIC, "One [1]. Two [2][1]."),
        (FOOTNOTE, "One [^1]. Two [^2][^1]."),
        (LENTICULAR, "One 【1】. Two 【2】【1】."),
        (CARD, "One [cite:mutex]. Two [cite:deadlock][cite:mutex]."),
        (template("⟦{id}⟧"), "One ⟦mutex⟧. Two ⟦deadlock⟧⟦mutex⟧."),
        (PRIVATE_USE, None),
        (IRIS_STORED, None),
    ],
)
async def test_a_placement_in_another_dialect(dialect: Dialect, text: str | None):
    """Numbers are positions in the answer's citations, and ids those of the citations."""
    placement = await placed(WRITTEN, *SOURCES, answer=ANSWER, dialect=dialect)

    assert text in (None, placement.text)
    assert strip_markers(placement.text, dialect) == ANSWER
    assert codes(placement) == []
    read = parse_answer(placement.text, placement.answer.citations, dialect=dialect)
    assert read.claims == placement.answer.claims


async def test_a_document_that_a_tag_can_name():
    """Its id is a number; one that is none is not offered."""
    result = found(
        hit("a").__class__(
            chunk_id="a", document_id="123", text="T", metadata={"version": "v1", "start": 0, "end": 1}
        ),
        slide("deadlock"),
    )
    script = Script(places=lambda _: "One [cite:L:123:::!1]. Two.")
    placement = await place_citations(ANSWER, result, cited(result), models=script.models, dialect=CIT_TAG)

    assert placement.text == "One <CIT 123 />. Two."
    assert [(each.code.value, each.citation_id) for each in placement.notes] == [("unwritable", "deadlock")]


async def test_a_number_behind_a_word_is_a_marker():
    """It gets a blank, since without one it is a subscript."""
    placement = await placed("rows[cite:L:42:7::!1].width", *SOURCES, answer="rows.width", dialect=NUMERIC)

    assert placement.text == "rows [1].width"
    assert strip_markers(placement.text, NUMERIC) == "rows.width"


async def test_a_second_placement_leaves_the_numbers_of_the_first():
    """Also where it marks an earlier sentence."""
    first = await placed("One. Two [cite:F:9:::!1].", faq("retake"), answer=ANSWER, dialect=NUMERIC)
    script = Script(places=lambda _: WRITTEN)
    result = found(*SOURCES)
    second = await place_citations(
        first.text, result, cited(result), models=script.models, dialect=NUMERIC, after=first
    )

    assert first.text == "One. Two [1]."
    assert second.text == "One [2]. Two [1] [3][2]."
    assert [each.citation_id for each in second.answer.citations] == ["retake", "mutex", "deadlock"]


@pytest.mark.parametrize("dialect", [IRIS_DRAFT, any_of(IRIS, NUMERIC), any_of(IRIS)])
async def test_a_dialect_that_is_none_for_readers_is_refused(dialect: Dialect):
    with pytest.raises(ConfigurationError, match="dialect"):
        await placed(WRITTEN, *SOURCES, answer=ANSWER, dialect=dialect)


async def test_two_placements_in_one_answer_have_one_dialect():
    first = await placed(WRITTEN, *SOURCES, answer=ANSWER, dialect=NUMERIC)
    with pytest.raises(ConfigurationError, match="dialect"):
        await placed(WRITTEN, *SOURCES, answer=ANSWER, after=first)


async def test_more_sources_than_a_dialect_can_number():
    """The thousandth number would be a year; its marker is dropped, and the others stand."""
    many = [slide(f"s{at}", page=at) for at in range(1, 1003)]
    written = "One " + "".join(f"[cite:L:42:{at}::!{at}]" for at in range(1, 1003)) + "."
    placement = await placed(written, *many, answer="One.", dialect=NUMERIC, labels=lambda _: "")

    assert placement.text.endswith("[998][999].")
    assert codes(placement) == ["unreadable"] * 3


async def test_what_stands_in_the_answer_makes_no_draft_with_a_marker():
    """A card whose id ends like a draft would complete what the answer begins."""
    odd = slide("x!1")
    placement = await placed("[cite:L:a:b:[cite:L:42:7::!1]", odd, answer="[cite:L:a:b:", dialect=CARD)

    assert placement.text == "[cite:L:a:b:"
    assert set(codes(placement)) <= {"unreadable", "text_changed", "tampered"}
