"""Answers that mean no good: they are read like any other, and nothing of them is lost or made up."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserix_rag.limits import Limits
from tesserix_rag.markers import (
    EVERY,
    NUMERIC,
    Dialect,
    Reasoning,
    any_of,
    parse_answer,
    plain,
    scan,
    strip_markers,
    template,
)
from tests.markers.prose import cut_every, found, parsed, refs, sources, streamed

ALL = any_of(*EVERY.members, template("⟦{id}⟧"), template("<|{id}|>"))
LENGTH = 2_000


UNITS = [
    *(
        "[",
        "]",
        "[[",
        "[1",
        "[1,",
        "[1, ",
        "[1-",
        "[a",
        "[](",
        "[a](",
        "[a][",
        "](",
        "`",
        "``",
        "`a",
        "`` ` ",
    ),
    *(
        "\\``",
        "```",
        "`a\n",
        "~",
        "$",
        "$$",
        "$a",
        "$1",
        "$a\n",
        "$$\n",
        "\\",
        "\\$",
        "\\(",
        "\\[",
        "\\(\\[",
        "<",
        "</",
    ),
    *(
        "<!",
        "<!--",
        "<!-- a\n",
        "-->",
        "<a ",
        "<a b='",
        '<a b="c" ',
        "<a:",
        "<th",
        "<think>",
        "</think>",
        "【",
        "【4:0†",
    ),
    *(
        "［",
        "[cite:",
        "[cite:L:",
        "[cite:L:1:::",
        "<CIT ",
        "<CIT 1",
        "[doc",
        "[Source ",
        "\ue200",
        "\ue202",
        "\ue202turn0",
    ),
    *(
        "\ue200cite\ue202",
        "\\ue202",
        "⟦",
        "<|",
        "*",
        "_",
        "#",
        "# ",
        "# a\n",
        ">",
        "> ",
        "> a\n",
        "- ",
        "- a\n",
        "1. ",
    ),
    *(
        "|",
        "|\n",
        "|-",
        "|-|\n",
        "a|b\n",
        "=\n",
        "---\n",
        "---\n\n",
        ".",
        "! ",
        "?",
        ":",
        '"',
        "(",
        "1",
        " ",
        "\t",
        "\n",
    ),
    *(
        "\r",
        " \n",
        "\r\n",
        "\f",
        "\v",
        "\x00",
        "\x1b",
        "\x85",
        "\u2028",
        "\u200b",
        "\u202e",
        "\ufeff",
        "\u0301",
        "a\u0301",
    ),
    *(
        "语",
        "语。",
        "\U000e0041",
        "\ufe0f",
        "\U0001f468\u200d",
        "\U0010ffff",
        "\ufffe",
        "[1111",
        "1.",
        "a",
        "Dr. ",
        "e.g. ",
    ),
]
MARKERS = ["［1］", "【4:0†name】", "<CIT 12 />", "[cite:L:1:2:::k:s]", "\ue202turn0file1"]
OPEN = {"~", "~~~\n"}


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_an_endless_beginning_is_prose(unit: str):
    """B130, B131, B133: no marker is made up, nothing is lost, and a paragraph later markers are read again."""
    text = unit * (LENGTH // len(unit))

    assert scan(text, ALL) == ()
    assert parse_answer(text, sources(), dialect=ALL).prose == text
    assert found(f"{text}\n\nDone [1].") == ([] if unit in OPEN else ["[1]"])


@pytest.mark.parametrize("fence", ["```\n", "~~~\n", "````\na\n", "> ```\na\n"])
def test_endless_fences_open_and_close(fence: str):
    """Of an even number none is left open."""
    text = fence * 200

    assert parse_answer(text, sources(), dialect=ALL).prose == text
    assert found(f"{text}Done [1].") == ["[1]"]
    assert found(f"{text}{fence}Done [1].") == []


@pytest.mark.parametrize(
    "unit",
    ["[1](", "[1](a(", "[1](<", "[1]\n", "[1]", "[1] ", "([1])", "*[1]*", "|[1]", "[1]\n\n", "[1]\u200b"],
)
def test_endless_markers_are_all_found(unit: str):
    """However little stands between them."""
    text = unit * 500

    assert found(text) == ["[1]"] * 500
    assert (parsed(text).prose or "").split() == (text.replace("[1]", "")).split()


def test_a_hundred_thousand_markers_are_found():
    text = "[1]" * 100_000

    assert len(scan(text, NUMERIC)) == 100_000


def test_a_claim_may_rest_on_thousands_of_markers():
    """It names each of them once, and every marker has its anchor."""
    answer = parsed(f"Slow {'[1][2]' * 1_000}.")

    assert [each.citation_ids for each in answer.claims] == [("c1", "c2")]
    assert len(answer.anchors) == 2_000


def test_a_marker_names_no_more_than_the_limit():
    """A short marker cannot make a long list: not as a range, nor as many ranges."""
    for text in (
        "a [1-999]",
        "a [1-100,1-100]",
        f"a [{','.join(['1-99'] * 40)}]",
        f"a [{','.join(['1'] * 100)}]",
    ):
        assert all(len(each) <= Limits().refs for each in refs(text))
        assert sum(len(each.citation_ids) for each in parsed(text, sources(100)).claims) <= Limits().refs


@pytest.mark.parametrize("length", [10, 4_301, 50_000])
def test_a_number_of_any_length_is_no_error(length: int):
    """B049, B130: Python refuses to read integers that are too long."""
    digits = "9" * length
    for text in (
        f"[{digits}]",
        f"【{digits}:{digits}†a】",
        f"[cite:L:1:::!{digits}]",
        f"<CIT {digits} />",
        f"[^{digits}]",
    ):
        assert strip_markers(f"a {text}", EVERY) in (f"a {text}", "a")
        assert streamed(cut_every(f"a {text} b", 999), dialect=EVERY)


# --- deep and long ------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "behind"), [("[", "]"), ("(", ")"), ("[a](", ")"), ("<b>", "</b>"), ("> ", ""), ("**", "**")]
)
def test_a_marker_may_stand_however_deep(before: str, behind: str):
    """Nothing is read by recursion."""
    depth = 2 * sys.getrecursionlimit()
    text = f"{before * depth}a [1] {behind * depth}"

    assert found(text) == ["[1]"]
    assert parsed(text).prose == text.replace(" [1]", "")


@pytest.mark.parametrize("number", [1, 7, 8, 9, 40])
def test_a_fence_may_stand_in_some_quotations(number: int):
    """In more of them it is prose or code; the text is kept."""
    text = f"{'> ' * number}```\n{'> ' * number}[1]\n{'> ' * number}```\n\n[2]"

    assert found(text)[-1:] == ["[2]"]
    assert number > 8 or found(text) == ["[2]"]


@pytest.mark.parametrize("length", [63, 64, 65, 66, 128, 129, 200, 1_000])
@pytest.mark.parametrize("sign", ["`", "~"])
def test_a_run_of_any_length_reads_the_same_in_pieces(sign: str, length: int):
    """At the border of what is a fence."""
    run = sign * length
    for text in (f"{run}\n[1]\n{run}\n[2]", f"a {run}[1]{run} [2]", f"{run}[1]\n\n[2]"):
        for size in (1, 3, 64, 65, 66):
            streamed(cut_every(text, size))


@pytest.mark.parametrize("length", [189, 190, *range(216, 226, 2), 223, 250, 256, 257])
@pytest.mark.parametrize(
    "text", ["[cite:L:1:2:::k:{}] a", "[{}](u) [1]", "$b{}$ [1]", "<b c='{}'>[1]", r"\({}\)[1]", "⟦{}⟧ [1]"]
)
def test_at_the_border_of_what_is_looked_at_pieces_read_the_same(text: str, length: int):
    whole = "x " + text.replace("{}", "a" * length)
    for size in (1, 223, 224, 256):
        streamed(cut_every(whole, size), dialect=ALL)


@pytest.mark.parametrize("blanks", [0, 1, 30, 31, 32, 33, 63, 64, 65, 223, 224, 256, 257])
@pytest.mark.parametrize(
    "text", ["a{}[1].", "w[1]{}\n", "[1]{}: x", "\n{}[1]: http://x", "\n{}```\n[1]\n{}```\n[2]", "`a\n{}\n[1]"]
)
def test_at_the_border_of_how_many_blanks_count_pieces_read_the_same(text: str, blanks: int):
    whole = text.replace("{}", " " * blanks)
    for size in (1, 5, 32, 33, 64):
        streamed(cut_every(whole, size))


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([*UNITS, "[1]", "a [2].", *MARKERS, "\n\n", "```\n"]).flatmap(
        lambda unit: st.integers(1, 70).map(lambda times: unit * times)
    ), max_size=6),
    st.sampled_from([1, 2, 7, 64, 255]),
    st.sampled_from([NUMERIC, ALL]),
    st.sampled_from([None, plain]),
    st.sampled_from([None, Reasoning(), Reasoning(opened=True)]),
)  # fmt: skip
def test_long_mixtures_read_the_same_in_pieces(
    runs: list[str], size: int, dialect: Dialect, connective: Any, reasoning: Reasoning | None
):
    streamed(cut_every("".join(runs), size), dialect=dialect, connective=connective, reasoning=reasoning)
