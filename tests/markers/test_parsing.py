"""From prose with markers to claims: which sentence a marker belongs to, and what is a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    CitedAnswer,
    Span,
)
from tesserix_rag.markers import (
    EVERY,
    LENTICULAR,
    NUMERIC,
    Dialect,
    Reasoning,
    any_of,
    plain,
)
from tests.examples import citation
from tests.markers.prose import claims, found, parsed, rows


def exempt(answer: CitedAnswer) -> list[str]:
    """Give the prose that is no claim."""
    return [(answer.prose or "")[each.start : each.end] for each in answer.exempt]


def places(answer: CitedAnswer) -> list[tuple[int, tuple[str, ...]]]:
    """Give where markers stood, and what they named."""
    return [(each.at, each.citation_ids) for each in answer.anchors]


# --- which sentence a marker belongs to ---------------------------------------

SENTENCES = {
    "Refunds are slow [1]. They come [2].": [("Refunds are slow.", "1"), ("They come.", "2")],
    "Refunds are slow. [1] They come. [2]": [("Refunds are slow.", "1"), ("They come.", "2")],
    "Refunds are slow.[1] They come.[2]": [("Refunds are slow.", "1"), ("They come.", "2")],
    "Refunds are slow [1][2]. They come.": [("Refunds are slow.", "12"), ("They come.", "")],
    "Refunds are slow. They come [1].": [("Refunds are slow.", ""), ("They come.", "1")],
    "Refunds [1] are slow [2].": [("Refunds are slow.", "12")],
    "Refunds are slow [2, 1] [2].": [("Refunds are slow.", "21")],
    "[1] Refunds are slow. They come.": [("Refunds are slow.", "1"), ("They come.", "")],
    "According to [1], they come.": [("According to, they come.", "1")],
    "Slow? [1] Yes! [2]": [("Slow?", "1"), ("Yes!", "2")],
    'He said "no." [1] She left [2].': [('He said "no."', "1"), ("She left.", "2")],
    "He came (late). [1] She left [2].": [("He came (late).", "1"), ("She left.", "2")],
    "**Refunds are slow.** [1] They come [2].": [("**Refunds are slow.**", "1"), ("They come.", "2")],
    "Slow ... [1] more.": [("Slow ... more.", "1")],
    "Refunds are slow [1]": [("Refunds are slow", "1")],
    "Dr. Smith paid 3.50 euros [1]. He left [2].": [("Dr. Smith paid 3.50 euros.", "1"), ("He left.", "2")],
    "See fig. 3 for details [1].": [("See fig. 3 for details.", "1")],
    "Refunds are slow.\n[1]": [("Refunds are slow.", "1")],
    "Refunds are slow.\n\n[1]\n": [("Refunds are slow.", "1")],
    "\n\n[1]\n\nRefunds are slow.": [("Refunds are slow.", "1")],
    "Slow [1].\r\n\r\nThey come [2].\r\n": [("Slow.", "1"), ("They come.", "2")],
    "Slow [1]\n\nThey come [2]": [("Slow", "1"), ("They come", "2")],
    "Slow [1].\fThey come [2].": [("Slow.", "1"), ("They come.", "2")],
    "退款在十四天内支付[1]。这是第二句[2]。": [("退款在十四天内支付。", "1"), ("这是第二句。", "2")],
    "退款在十四天内支付。[1]这是第二句。[2]": [("退款在十四天内支付。", "1"), ("这是第二句。", "2")],
    "これは文です。[1]次の文です。[2]": [("これは文です。", "1"), ("次の文です。", "2")],
    "السعر مرتفع؟ [1] ثم انخفض۔ [2]": [("السعر مرتفع؟", "1"), ("ثم انخفض۔", "2")],
    "המחיר גבוה. [1] אחר כך ירד. [2]": [("המחיר גבוה.", "1"), ("אחר כך ירד.", "2")],
    "यह सच है। [1] वह आया। [2]": [("यह सच है।", "1"), ("वह आया।", "2")],
}


@pytest.mark.parametrize(("text", "expected"), rows(SENTENCES))
def test_a_marker_belongs_to_the_sentence_it_stands_in_or_follows(text: str, expected: list[tuple[str, str]]):
    """B047: in every script; before any sentence it belongs to the first."""
    assert claims(text) == [(sentence, [f"c{each}" for each in ids]) for sentence, ids in expected]


def test_brackets_of_east_asia_work_like_others():
    text = "退款在十四天内支付。【4:0†政策】这是第二句【4:1†政策】。"

    assert claims(text, dialect=LENTICULAR) == [("退款在十四天内支付。", ["c1"]), ("这是第二句。", ["c2"])]


@pytest.mark.parametrize("text", ["[1]", "[1] [2]\n\n[3]", "[1] ...", " [1]\n---\n"])
def test_markers_without_any_sentence_belong_to_nothing(text: str):
    """The anchors stay; there is no claim."""
    answer = parsed(text)

    assert answer.claims == ()
    assert len(answer.anchors) == len(found(text))


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u3000\t"])
def test_prose_without_a_word_is_an_answer_without_claims(text: str):
    answer = parsed(text)

    assert (answer.prose, answer.claims, answer.anchors, answer.citations) == (text, (), (), ())


def test_anchors_say_where_markers_stood_in_the_prose():
    """Each marker makes one, whatever it names."""
    answer = parsed("Refunds are slow [1][2]. They come [1, 99].")

    assert answer.prose == "Refunds are slow. They come."
    assert places(answer) == [(16, ("c1",)), (16, ("c2",)), (27, ("c1", "?99"))]


def test_what_an_answer_carries_is_what_it_names():
    """B053: each once, by first use."""
    answer = parsed("Slow [3]. They come [1]. Always [3].")

    assert [each.citation_id for each in answer.citations] == ["c3", "c1"]


def test_two_numbers_of_one_document_are_two_citations():
    """B052, B056: they are two passages."""
    retrieved = [citation("p", document_id="d"), citation("q", document_id="d", span=Span(0, 37))]

    assert claims("Slow [1]. They come [2].", retrieved) == [("Slow.", ["p"]), ("They come.", ["q"])]


def test_the_same_words_twice_are_two_claims():
    """B079, B080, B082: each with its own span."""
    answer = parsed("No. [1] No. [2] Yes.")

    assert [(each.text, each.span) for each in answer.claims] == [
        ("No.", Span(0, 3)),
        ("No.", Span(4, 7)),
        ("Yes.", Span(8, 12)),
    ]


def test_spans_count_code_points():
    """B070, B074: whatever they are made of elsewhere."""
    answer = parsed("Go \U0001f680\U0001f680 now [1]. A &amp; B [2].")

    assert [(each.text, each.span) for each in answer.claims] == [
        ("Go \U0001f680\U0001f680 now.", Span(0, 10)),
        ("A &amp; B.", Span(11, 21)),
    ]
    assert [each.at for each in answer.anchors] == [9, 20]


# --- lists, headings, tables, code --------------------------------------------

BLOCKS = {
    "# Title\n\nSlow [1].": [("# Title", ""), ("Slow.", "1")],
    "# Title [1]\nSlow [2].": [("# Title", "1"), ("Slow.", "2")],
    "Slow [1].\n## Title\nThey come [2].": [("Slow.", "1"), ("## Title", ""), ("They come.", "2")],
    "- one [1]\n- two [2]\n- three": [("- one", "1"), ("- two", "2"), ("- three", "")],
    "* one. [1]\n* two. [2]": [("* one.", "1"), ("* two.", "2")],
    "1. one [1]\n2. two [2]": [("1. one", "1"), ("2. two", "2")],
    "1) one [1]\n2) two [2]": [("1) one", "1"), ("2) two", "2")],
    "a) one [1]\nb) two [2]": [("a) one", "1"), ("b) two", "2")],
    "• one [1]\n• two [2]": [("• one", "1"), ("• two", "2")],
    "- one\n  more [1]\n- two": [("- one\n  more", "1"), ("- two", "")],
    "- one. More [1].\n- two": [("- one.", ""), ("More.", "1"), ("- two", "")],
    "- one\n  - inner [1]\n- two [2]": [("- one", ""), ("- inner", "1"), ("- two", "2")],
    "- [1] one\n- [2] two": [("- one", "1"), ("- two", "2")],
    "Three:\n- one [1]\n\nDone [2].": [("Three:", ""), ("- one", "1"), ("Done.", "2")],
    "Line one [1]\nline two [2]": [("Line one\nline two", "12")],
    "> Quoted [1].\n> More [2].\n\nSlow.": [("> Quoted.", "1"), ("> More.", "2"), ("Slow.", "")],
    "| x | y [1] |\n| z | w [2] |": [("| x | y |", "1"), ("| z | w |", "2")],
    "| a | b |\n|---|---|\n| x | y [1] |\n| z | w |": [("| x | y |", "1"), ("| z | w |", "")],
    "a | b\n--|--\nx | y [1]\nz | w [2]": [("x | y", "1"), ("z | w", "2")],
    "| a |\n| :-: |\n| x. Y. [1] |\n\nDone [2].": [("| x. Y. |", "1"), ("Done.", "2")],
    "As follows [1].\n| a |\n|---|\n| x [2] |\nDone [3].": [
        ("As follows.", "1"),
        ("| x |", "2"),
        ("Done.", "3"),
    ],
    "Run [1]:\n```\ncode\n```\nDone [2].": [("Run:\n```\ncode\n```", "1"), ("Done.", "2")],
    "Run.\n\n~~~\na. B. c\n\nd\n~~~\n\nDone [2].": [("Run.\n\n~~~\na. B. c\n\nd\n~~~", ""), ("Done.", "2")],
    "Run.\n```\na\n``` [1]": [("Run.\n```\na\n```", "1")],
    "Run.\n```\na\n```\n[1] Done.": [("Run.\n```\na\n```", "1"), ("Done.", "")],
    "Run.\n```\na\n```\n```\nb\n```\n[1]": [("Run.\n```\na\n```\n```\nb\n```", "1")],
    "```\na\n```\n[1]": [("```\na\n```", "1")],
    "Run [1].\n```\na": [("Run.\n```\na", "1")],
}


@pytest.mark.parametrize(("text", "expected"), rows(BLOCKS))
def test_items_headings_and_rows_are_sentences_and_code_belongs_to_the_one_before(
    text: str, expected: list[tuple[str, str]]
):
    """B103: what stands in code is found there only."""
    assert claims(text) == [(sentence, [f"c{each}" for each in ids]) for sentence, ids in expected]


@pytest.mark.parametrize(
    ("text", "left"),
    rows({
        "| a | b |\n|---|---|\n| x | y [1] |": ["| a | b |", "|---|---|"],
        "| a [1] | b |\n| --- | :-: |\n| x | y |": ["| a | b |", "| --- | :-: |"],
        "a | b\n--|--\nx | y [1]": ["a | b", "--|--"],
        "Slow [1].\n\n---\n\nThey come [2].": ["---"],
        "Slow [1].\n\n* * *": ["* * *"],
        "...\n\nSlow [1].": ["..."],
    }),
)  # fmt: skip
def test_the_head_of_a_table_and_what_has_no_word_are_exempt(text: str, left: list[str]):
    assert exempt(parsed(text)) == left


def test_a_marker_in_an_exempt_sentence_makes_no_anchor():
    """Nor does what it names count as used."""
    answer = parsed("| a [1] |\n|---|\n| x [2] |")

    assert [each[1] for each in places(answer)] == [("c2",)]
    assert [each.citation_id for each in answer.citations] == ["c2"]


# --- languages ----------------------------------------------------------------


def test_the_language_says_where_sentences_end():
    text = "Das gilt z. B. für Dr. Meier [1]. Er kam [2]."

    assert claims(text, language="de") == [
        ("Das gilt z. B. für Dr. Meier.", ["c1"]),
        ("Er kam.", ["c2"]),
    ]


@pytest.mark.parametrize("language", ["en", "de", "ar", "zh", "ja", "xx", ""])
def test_in_any_language_markers_are_found(language: str):
    assert claims("Slow [1].", language=language) == [("Slow.", ["c1"])]


# --- whatever the text is -----------------------------------------------------

ATOMS = [
    "Refunds",
    " are",
    " slow",
    ". ",
    "? ",
    "! ",
    ".",
    "。",
    "؟",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "- ",
    "1. ",
    "# ",
    "> ",
]
ATOMS += [
    "| a | b |",
    "\n|--|--|\n",
    "|",
    "```\n",
    "\n```",
    "`",
    "[1]",
    " [2]",
    "[3, 1]",
    "[99]",
    "\f",
    "\u2028",
    "**",
]
ATOMS += [
    '"',
    "Dr. ",
    "...",
    "---",
    "语",
    "é\u0301",
    "\U0001f600",
    "【1】",
    "[cite:c2]",
    "$",
    "<think>",
    "</think>",
    ":",
]
TEXTS = st.one_of(
    st.lists(st.sampled_from(ATOMS), max_size=25).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
)
DIALECTS = st.sampled_from([NUMERIC, EVERY, any_of(NUMERIC, LENTICULAR)])


@given(TEXTS, DIALECTS, st.sampled_from([None, plain]), st.sampled_from([None, Reasoning()]))
def test_every_visible_character_is_in_one_claim_or_one_exempt_span(
    text: str, dialect: Dialect, connective: Any, reasoning: Reasoning | None
):
    """In order, without overlap, and each claim is what stands at its span."""
    answer = parsed(text, dialect=dialect, connective=connective, reasoning=reasoning)

    prose = answer.prose or ""
    spans = sorted([*answer.exempt, *(each.span for each in answer.claims if each.span)], key=lambda x: x.start)
    assert len(spans) == len(answer.claims) + len(answer.exempt)
    ends = [0, *(end for each in spans for end in (each.start, each.end)), len(prose)]
    assert ends == sorted(ends)
    assert not "".join(prose[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True)).strip()
    for each in answer.claims:
        assert each.span is not None
        assert prose[each.span.start : each.span.end] == each.text == each.text.strip() != ""


@given(TEXTS, DIALECTS)
def test_what_claims_and_anchors_name_is_the_same(text: str, dialect: Dialect):
    """And an answer carries all of it that was retrieved, and nothing else."""
    answer = parsed(text, dialect=dialect)

    named = {each for claim in answer.claims for each in claim.citation_ids}
    anchored = {each for anchor in answer.anchors for each in anchor.citation_ids}
    assert named <= anchored if answer.claims else not named
    assert {each.citation_id for each in answer.citations} == {each for each in anchored if each[0] != "?"}
    assert all(anchor.at <= len(answer.prose or "") for anchor in answer.anchors)
