"""Passages that end where sentences, paragraphs, sections and pages do."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import ConfigurationError, Span
from tesserix_rag.corpus.chunking import SIZE, chunk_spans
from tesserix_rag.corpus.outline import headings, locators
from tesserix_rag.text.sentences import sentence_tiles

PIECES = st.sampled_from(
    [
        "One sentence. ",
        "Another one! ",
        "x",
        "\n",
        "\n\n",
        "\f",
        "# Title\n",
        "Under\n=====\n",
        "图书。",
        " ",
        "```\n",
        "🙂 ",
    ]
)
TEXTS = st.one_of(
    st.lists(PIECES, max_size=30).map("".join), st.text(st.characters(exclude_categories=["Cs"]), max_size=120)
)


def chunks(text: str, size: int = SIZE, overlap: int = 0) -> list[str]:
    """Give the passages as texts."""
    return [text[each.start : each.end] for each in chunk_spans(text, size=size, overlap=overlap)]


@given(TEXTS, st.integers(1, 60))
def test_passages_laid_end_to_end_are_the_text(text: str, size: int):
    """Nothing is lost and nothing is there twice."""
    assert "".join(chunks(text, size)) == text


@given(TEXTS, st.integers(1, 60))
def test_a_passage_is_whole_sentences(text: str, size: int):
    """It ends where one does, or where a heading begins."""
    ends = {each.end for each in sentence_tiles(text)} | {each.start for each in headings(text)}

    assert {each.end for each in chunk_spans(text, size=size)} <= ends


@given(TEXTS, st.integers(1, 60))
def test_a_passage_is_too_long_only_for_one_sentence(text: str, size: int):
    """Two sentences that do not fit are two passages."""
    tiles = [*sentence_tiles(text)]

    for each in chunk_spans(text, size=size):
        inside = [tile for tile in tiles if each.holds(tile)]
        assert each.length <= size or len(inside) <= 1


@given(TEXTS, st.integers(2, 60), st.data())
def test_passages_may_overlap_in_whole_sentences(text: str, size: int, data: st.DataObject):
    """Each ends where it did, and begins at most so much earlier, at a sentence."""
    overlap = data.draw(st.integers(0, size - 1))

    plain, overlapping = chunk_spans(text, size=size), chunk_spans(text, size=size, overlap=overlap)

    starts = {each.start for each in sentence_tiles(text)} | {each.start for each in headings(text)}
    assert [each.end for each in overlapping] == [each.end for each in plain]
    for before, after in zip(plain, overlapping, strict=True):
        assert 0 <= before.start - after.start <= overlap
        assert after.start in starts
    assert all(one.start <= two.start for one, two in pairwise(overlapping))


def test_an_overlap_repeats_the_sentence_before():
    """If it fits."""
    assert chunks("One. Two. Six.", size=6, overlap=5) == ["One. ", "One. Two. ", "Two. Six."]


def test_a_heading_begins_a_passage():
    """However short the one before it is."""
    assert chunks("Lead.\n# One\nText.\n\nTwo\n===\nMore.") == [
        "Lead.\n",
        "# One\nText.\n\n",
        "Two\n===\nMore.",
    ]


def test_a_page_ends_a_passage():
    """A passage is on one page."""
    assert chunks("One.\fTwo. Three.\fFour.") == ["One.\f", "Two. Three.\f", "Four."]


def test_a_paragraph_ends_a_passage_that_is_half_full():
    """A short one goes on."""
    text = "One sentence.\n\nTwo sentences.\n\nThree."

    assert chunks(text, size=30) == ["One sentence.\n\n", "Two sentences.\n\n", "Three."]
    assert chunks(text, size=100) == [text]


def test_an_empty_text_has_no_passages():
    """There is nothing to cite."""
    assert chunk_spans("") == ()


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (-1, 0), (10, 10), (10, 11), (10, -1)])
def test_sizes_that_make_no_passages_are_refused(size: int, overlap: int):
    """An overlap is less than a passage."""
    with pytest.raises(ConfigurationError):
        chunk_spans("One. Two.", size=size, overlap=overlap)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One\n\n## Two ##\n### Three", ["One", "Two", "Three"]),
        ("Title\n=====\n\nSub\n---\n", ["Title", "Sub"]),
        ("Title\n~~~~~\n", ["Title"]),
        ("Longer title\n~~~~\n", []),
        ("#No blank\n####### seven\n#\n", []),
        ("```\n# code\n```\n# Title\n", ["Title"]),
        ("~~~\n# code\n```\n# code\n~~~\n# Title", ["Title"]),
        ("    # indented code\n", []),
        ("One sentence.\n\n---\n\nMore.", []),
        ("# Title\r\nText", ["Title"]),
        ("", []),
    ],
)
def test_headings_are_found(text: str, expected: list[str]):
    """Of Markdown and of reStructuredText, and not inside code."""
    assert [each.title for each in headings(text)] == expected


@given(TEXTS)
def test_a_heading_begins_its_line(text: str):
    """Its start is where a reader would jump to."""
    starts = [each.start for each in headings(text)]

    assert starts == sorted({*starts})
    assert all(start == 0 or text[start - 1] in "\n\f" for start in starts)


def test_a_passage_knows_its_page_and_its_section():
    """The page counts from 1, and the section is the nearest heading before it, or its own."""
    text = "Lead.\f# One\nText.\f\nMore."
    places = [Span(0, 5), Span(6, 17), Span(18, 24)]

    found = locators(text, places, uri="handbook.md")

    assert [(each.page, each.section) for each in found] == [(1, ""), (2, "One"), (3, "One")]
    assert {each.uri for each in found} == {"handbook.md"}


def test_a_text_without_page_turns_has_no_pages():
    """Then a page number would be made up."""
    assert [each.page for each in locators("One. Two.", [Span(0, 4)])] == [None]


def test_a_passage_is_where_its_first_visible_character_is():
    """White space before it may still belong to the page before."""
    (found,) = locators("One.\n\f\n# Two\nText.", [Span(4, 18)])

    assert (found.page, found.section) == (2, "Two")


def test_passages_may_be_located_in_any_order():
    """Each is looked up for itself."""
    text = "# One\nText.\n# Two\nText."

    found = locators(text, [Span(18, 23), Span(0, 11)])

    assert [each.section for each in found] == ["Two", "One"]
