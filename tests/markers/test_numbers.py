"""Markers of numbers: their forms in each dialect, what is none, and what the numbers stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.limits import Limits
from tesserix_rag.markers import (
    DOC,
    EVERY,
    FOOTNOTE,
    LENTICULAR,
    NUMERIC,
    SOURCE,
    Dialect,
    any_of,
    parse_answer,
    scan,
    strip_markers,
)
from tests.markers.prose import claims, found, parsed, refs, rows, sources

OTHER_DIGITS = "²³¹①⑴¼٣۳३๓᠓１\U0001d7cf"


NUMBERS = {
    "[1]": ("1",),
    "[12]": ("12",),
    "[007]": ("7",),
    "[0]": ("0",),
    "[ 1 ]": ("1",),
    "[\u00a01\u3000]": ("1",),
    "[1,2]": ("1", "2"),
    "[1, 2]": ("1", "2"),
    "[1 ,\t2]": ("1", "2"),
    "[1; 2]": ("1", "2"),
    "[1，2]": ("1", "2"),
    "[1、2]": ("1", "2"),
    "[2, 2]": ("2", "2"),
    "[3, 1]": ("3", "1"),
    "[1-3]": ("1", "2", "3"),
    "[1–3]": ("1", "2", "3"),
    "[1—3]": ("1", "2", "3"),
    "[1‑3]": ("1", "2", "3"),
    "[1−3]": ("1", "2", "3"),
    "[1~3]": ("1", "2", "3"),
    "[1 - 3]": ("1", "2", "3"),
    "[1-3,5]": ("1", "2", "3", "5"),
    "[1-3, 5–6; 9]": ("1", "2", "3", "5", "6", "9"),
    "[2-2]": ("2",),
    "[0-1]": ("0", "1"),
    "[3-1]": ("3-1",),
    "[1-999]": ("1-999",),
    "[1, 9-7]": ("1", "9-7"),
    "［1］": ("1",),
    "［1，2］": ("1", "2"),
    "［ 1–2 ］": ("1", "2"),
}


@pytest.mark.parametrize(("marker", "expected"), rows(NUMBERS))
def test_a_numeric_marker_lists_numbers_and_ranges(marker: str, expected: tuple[str, ...]):
    """B026: ranges, blanks and dashes of any kind."""
    assert refs(f"Fact {marker}.") == [expected]
    assert found(f"Fact {marker}.") == [marker]


NO_NUMBERS = [
    *("[]", "[ ]", "[,]", "[1,]", "[,1]", "[1,,2]", "[-1]", "[1-]", "[1-2-3]", "[1.5]", "[1..3]", "[1…3]"),
    *("[+1]", "[#1]", "[1a]", "[a1]", "[1, a]", "[1 2]", "[1\n2]", "[1,\n2]", "[\n1]", "[1\u20282]", "[x]"),
    *("[0x1]", "[1e2]", "[1:2]", "[1/2]", "[1 and 2]", "[v1]", "[1%]", "[*]", "(1)", "{1}", "［1]", "[1］"),
    *("[0001]", "[1234]", "[2024]", "[1, 2024]", "[2023-2024]", "[1-2024]", "[     1]", "[1     ]"),
    *(
        "[\u200b1]",
        "[1\u200b]",
        "[1,\u200b2]",
        "[1\u0301]",
        "[1\ufe0f\u20e3]",
        "[\u202e1]",
        "[1\x00]",
        "[1\x0b]",
    ),
    *(f"[{each}]" for each in OTHER_DIGITS),
    *(f"[1-{each}]" for each in OTHER_DIGITS),
]


@pytest.mark.parametrize("text", NO_NUMBERS, ids=ascii)
def test_what_is_no_number_is_no_numeric_marker(text: str):
    """B032, B049: years, other digits, and what is hidden between signs; nothing of it is changed."""
    assert found(f"Fact {text}.") == []
    assert strip_markers(f"Fact {text}.", NUMERIC) == f"Fact {text}."


@pytest.mark.parametrize("length", [4, 5, 40, 4_300, 5_000, 100_000])
def test_a_long_run_of_digits_is_prose(length: int):
    """B130: however long it is."""
    for text in (
        f"a [{'1' * length}] b",
        f"a [{'1' * length}x",
        f"a [1-{'9' * length}]",
        f"a [1, {'0' * length}]",
    ):
        assert found(text) == []
        assert parsed(text).prose == text


def test_as_many_references_as_the_limit_are_named_and_more_are_one():
    """A range that is wider, or several that together are, stay one reference."""
    most = Limits().refs

    assert refs(f"a [1-{most}]") == [tuple(map(str, range(1, most + 1)))]
    assert refs(f"a [2-{most + 2}]") == [(f"2-{most + 2}",)]
    assert refs(f"a [5, 1-{most + 1}]") == [("5", f"1-{most + 1}")]
    assert len(refs("a [1-60, 101-160]")[0]) == 1
    assert refs("a [1-50, 101-150]") == [(*map(str, range(1, 51)), *map(str, range(101, 151)))]


@pytest.mark.parametrize(
    ("marker", "ids"),
    rows({
        "[7]": ["?7"],
        "[0]": ["?0"],
        "[00]": ["?0"],
        "[3-1]": ["?3-1"],
        "[1-999]": ["?1-999"],
        "[1, 9]": ["c1", "?9"],
        "[0-1]": ["?0", "c1"],
        "[2-4]": ["c2", "c3", "?4"],
        "[5,7]": ["?5", "?7"],
        "[3, 1, 3]": ["c3", "c1"],
    }),
)  # fmt: skip
def test_a_number_is_a_position_and_what_is_behind_the_last_dangles(marker: str, ids: list[str]):
    """B028, B031, B035: zero names nothing, and never the last."""
    assert claims(f"Fact {marker}.", sources(3)) == [("Fact.", ids)]


def test_references_keep_their_order():
    """B029: by first use, whatever they are."""
    answer = parsed("Three [3] then ten [10], then fifty [50]. One [1].", sources(60))

    assert [each.citation_id for each in answer.citations] == ["c3", "c10", "c50", "c1"]


# --- other forms with numbers -------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "expected"),
    rows({
        "【1】": ("1",),
        "【1, 2】": ("1", "2"),
        "【1–3】": ("1", "2", "3"),
        "【 1 】": ("1",),
        "【4:0†name】": ("1",),
        "【4:0†faq.txt】": ("1",),
        "【4:11†a b (c) [d]】": ("12",),
        "【12:3】": ("4",),
        "【0:0†】": ("1",),
        "【7†source】": ("7",),
        "【7†L10-L20】": ("7",),
        "【3-1】": ("3-1",),
        f"【4:0†{'n' * 128}】": ("1",),
    }),
)  # fmt: skip
def test_a_lenticular_marker_counts_from_one_or_behind_a_colon_from_zero(
    marker: str, expected: tuple[str, ...]
):
    assert refs(f"退款{marker}。", LENTICULAR) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "【】",
            "【a】",
            "【第1章】",
            "【4:†n】",
            "【:0†n】",
            "【4:0†a\nb】",
            "【4:1000†n】",
            "【2024】",
            "【1】"[:2],
        ),
        *(
            "[4:0†n]",
            "【4：0†n】",
            "【4:0‡n】",
            "【１】",
            "〖1〗",
            f"【4:0†{'n' * 129}】",
            "【4:0†n",
            "4:0†n】",
        ),
    ],
)
def test_other_lenticular_brackets_are_prose(text: str):
    """B034: they are quotation marks in Chinese and Japanese."""
    assert found(f"退款{text}。", LENTICULAR) == []
    assert found(f"退款{text}。", NUMERIC) == []


def test_a_lenticular_number_is_prose_where_numbers_are_in_other_brackets():
    """B034: a chapter is none of the numeric dialect's markers."""
    text = "第【3】章 says so【1†t】."

    assert strip_markers(text, NUMERIC) == text
    assert found(text, LENTICULAR) == ["【3】", "【1†t】"]


def test_an_opening_time_keeps_no_trace_of_its_marker():
    """B044: what is read aloud is the prose."""
    assert strip_markers("Open 9-5【4:0†faq.txt】", LENTICULAR) == "Open 9-5"


@pytest.mark.parametrize(
    ("dialect", "marker", "expected"),
    [
        (FOOTNOTE, "[^1]", ("1",)),
        (FOOTNOTE, "[^1, ^2]", ("1", "2")),
        (FOOTNOTE, "[^1-3]", ("1", "2", "3")),
        (SOURCE, "[Source 2]", ("2",)),
        (SOURCE, "[source 2]", ("2",)),
        (SOURCE, "[Source: 2]", ("2",)),
        (SOURCE, "[Sources 1, 2]", ("1", "2")),
        (SOURCE, "[Source 1, Source 2]", ("1", "2")),
        (SOURCE, "[Sources 1-3]", ("1", "2", "3")),
        (DOC, "[doc1]", ("1",)),
        (DOC, "[doc1, doc2]", ("1", "2")),
        (DOC, "[doc1-3]", ("1", "2", "3")),
    ],
)
def test_numbers_may_have_a_name(dialect: Dialect, marker: str, expected: tuple[str, ...]):
    """They are positions all the same, and may stand right behind a word."""
    assert refs(f"Fact {marker} and{marker} more.", dialect) == [expected, expected]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        *(
            (FOOTNOTE, each)
            for each in ("[^]", "[^a]", "[^a1]", "[^2024]", "[^-1]", "^1", "[1]", "(^1)", "[^a-z]+")
        ),
        *((SOURCE, each) for each in ("[Source]", "[Source A]", "[Src 2]", "[Source 2024]", "[Resource 2]")),
        *((SOURCE, each) for each in ("(Source 2)", "Source 2", "[Source 2 of 3]", "[1]", "[Open Source 2]")),
        *((DOC, each) for each in ("[doc]", "[doc 2024]", "[doc1.pdf]", "[docx1]", "[my doc1]", "doc1", "[1]")),
    ],
)
def test_a_name_alone_is_prose(dialect: Dialect, text: str):
    """B037, B050: nor is a word with a number that stands in no brackets."""
    assert found(f"Fact {text}.", dialect) == []


@pytest.mark.parametrize("text", ["run: git checkout ref1; set xref 2", "Sources of iron vary.\nSource: none."])
def test_words_that_sound_like_references_are_prose(text: str):
    """B037, B050: in no dialect."""
    assert strip_markers(text, EVERY) == text


# --- whatever the text is -----------------------------------------------------


@given(st.text("[]1234567890,;-–~ \t［］【】†:^docSurce", max_size=30))
def test_a_number_is_never_made_up(text: str):
    """Every reference of a position is of one to three ASCII digits, or a range of them, and was written so."""
    for marker in scan(f"x {text}", any_of(NUMERIC, LENTICULAR, FOOTNOTE, SOURCE, DOC)):
        assert all(
            0 <= int(part) <= 1_000 for each in marker.refs for part in each.replace(",", "-").split("-")
        )
        assert len(marker.refs) <= Limits().refs


@given(st.integers(1, 999), st.integers(0, 15))
def test_a_position_is_that_of_what_was_retrieved(position: int, number: int):
    (claim,) = parse_answer(f"Fact [{position}].", sources(number)).claims

    assert claim.citation_ids == ((f"c{position}",) if position <= number else (f"?{position}",))
