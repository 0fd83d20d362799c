"""Where sentences begin and end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.text.sentences import PIECE, paragraph_spans, sentence_spans, sentence_tiles
from tests.examples import PAGE

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=80),
    st.text("aB1. !?\n\f\t\u2003。图é\u0301\U0001f600\"')(-*#\x1c\x85\u2028", max_size=80),
)


def sentences(text: str, language: str = "en") -> list[str]:
    """Give the sentences as texts."""
    return [text[each.start : each.end] for each in sentence_spans(text, language)]


def test_a_page_has_its_sentences():
    """Without the white space between them."""
    assert sentences(PAGE) == [PAGE[:37], PAGE[38:]]


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("Dr. Smith paid 3.50 euros. He left.", "en", 2),
        ("See fig. 3 for details.", "en", 1),
        ("Das gilt z. B. für Dr. Meier. Er kam.", "de", 2),
        ("これは文です。次の文です。", "ja", 2),
        ("退款在十四天内支付。这是第二句。", "zh", 2),
        ("Really?! Yes.", "en", 2),
        ("A heading\n\nA sentence.", "en", 2),
        ("one\fnext page", "en", 2),
        ("", "en", 0),
        (" \n\t ", "en", 0),
        ("Refunds. Fast.", "xx", 2),
    ],
)
def test_sentences_end_where_a_reader_says_so(text: str, language: str, number: int):
    """Abbreviations end none; paragraphs and pages end one at the latest."""
    assert len(sentences(text, language)) == number


@given(TEXTS)
def test_every_visible_character_is_in_one_sentence(text: str):
    """What lies between sentences is white space, and so is nothing at their ends."""
    spans = sentence_spans(text)

    ends = [0, *(end for each in spans for end in (each.start, each.end)), len(text)]
    gaps = [text[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True)]
    assert not "".join(gaps).strip()
    assert all(start <= end for start, end in pairwise(ends))
    assert all(each == each.strip() != "" for each in sentences(text))


@given(TEXTS)
def test_sentences_laid_end_to_end_are_the_text(text: str):
    """With the white space behind each."""
    tiles = [*sentence_tiles(text)]

    assert "".join(text[each.start : each.end] for each in tiles) == text
    assert [each.end for each in tiles[:-1]] == [each.start for each in tiles[1:]]
    assert all(text[each.start : each.end].strip() for each in tiles) or not text.strip()


@given(TEXTS)
def test_paragraphs_laid_end_to_end_are_the_text(text: str):
    """Each ends with the blank lines behind it."""
    assert "".join(text[each.start : each.end] for each in paragraph_spans(text)) == text


@given(TEXTS)
def test_a_sentence_ends_with_its_paragraph(text: str):
    """No sentence has a blank line inside."""
    assert not any("\n\n" in each or "\f" in each for each in sentences(text))


@pytest.mark.parametrize(
    "text", ["a" * 9_999, "word " * 3_000, "e\u0301" * 3_000, "图" * 5_000, "a" * PIECE + " " * 9 + "b"]
)
def test_a_sentence_has_an_end(text: str):
    """Text without any stop is cut, between words where it has some, and inside no character."""
    spans = sentence_spans(text)

    assert all(each.length <= PIECE for each in spans)
    assert "".join(text[each.start : each.end] for each in spans).replace(" ", "") == text.replace(" ", "")
    assert not any(text[each.start] == "\u0301" for each in spans)
    assert {*text.split(" ")} >= {
        word for each in sentences(text) for word in each.split(" ")
    } or " " not in text


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u202f", "\u3000", "\t\u2003", "\x85"], ids=ascii)
@pytest.mark.parametrize("before", ["Plan B", "b", "9", "图", ")"])
@pytest.mark.parametrize("behind", [".", "!", "?", "。", "…"])
def test_any_blank_may_stand_before_a_stop(before: str, blank: str, behind: str):
    """French sets a no-break space there, and nothing breaks."""
    text = f"{before}{blank}{behind} And more."

    assert "".join(text[each.start : each.end] for each in sentence_tiles(text)) == text


@pytest.mark.parametrize("hostile", ["(", "[", ".", '"', "'", "?!", "a.", "1.", "“", "\u200b", "…"])
def test_hostile_text_is_cut_all_the_same(hostile: str):
    """Nothing is lost of a thousand signs in a row."""
    text = hostile * 3_000

    assert "".join(text[each.start : each.end] for each in sentence_tiles(text)) == text
