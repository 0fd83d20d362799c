"""What a stream holds back, when it gives markers, and how much work it is."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.limits import Limits
from tesserix_rag.markers import (
    EVERY,
    LENTICULAR,
    NUMERIC,
    Dialect,
    MarkerStream,
    any_of,
    plain,
    strip_markers,
    template,
)
from tests.markers.mixtures import BARS, DIALECTS, pieces
from tests.markers.prose import anchors, cut_every, joined, kept, parsed, shown, sources, streamed

# --- what is held back --------------------------------------------------------


def most_held(pieces: list[str], dialect: Dialect) -> int:
    """Give how much prose a stream had been given and not shown, at most."""
    at_prose = kept("".join(pieces), dialect)
    stream = MarkerStream(sources(), dialect=dialect)
    fed = given_back = most = 0
    for each in pieces:
        fed += len(each)
        given_back += len(joined(stream.feed(each)))
        most = max(most, bisect_left(at_prose, fed) - given_back)
    return most


@given(pieces(), st.sampled_from([*DIALECTS.values()]))
def test_at_most_the_limit_is_held_back(cuts: list[str], dialect: Dialect):
    assert most_held(cuts, dialect) <= Limits().held


@pytest.mark.parametrize(
    "endless",
    [
        *(
            "[",
            "[1, ",
            "[1",
            "`",
            "``",
            "$",
            "$a",
            "$$",
            "$$ a",
            "\\(a",
            "\\[a",
            "<!-- a",
            "<b c='d",
            "<b ",
            "[a](b",
            "[a ",
        ),
        *(
            " ",
            "\t",
            "\n",
            "\n ",
            "**",
            "~",
            "\n```",
            "> ",
            "- ",
            "【4:0†n",
            "［1,",
            "[cite:",
            "<CIT ",
            "\ue200",
            "\\ue2",
        ),
        *(
            "[cite:L:42:7:",
            "⟦",
            "<|file-",
            "[Source ",
            "[doc1,",
            "w[1]",
            "[1](",
            "[1]:",
            "\\",
            "|",
            "a.",
            "<think",
            "</",
        ),
    ],
    ids=ascii,
)
@pytest.mark.parametrize("size", [1, 4, 300])
def test_however_long_something_stays_open_the_text_goes_on(endless: str, size: int):
    """B131."""
    dialect = any_of(*EVERY.members, template("⟦{id}⟧"), BARS)

    assert most_held(cut_every(endless * (1_200 // len(endless)), size), dialect) <= Limits().held


@pytest.mark.parametrize(
    "begun",
    [
        f"[{'111, ' * 100}",
        f"[111{' , 111' * 99}]",
        f"[cite:{'card-x, ' * 60}",
        f"[cite:L:{'a' * 60}:{'b' * 60}:{'c' * 60}:{'d' * 60}!1]",
        f"[cite:L:{'a' * 60}:{'b' * 60}:::{'k' * 60}:{'s' * 190}]",
        f"[Source {'1, Source ' * 50}",
    ],
    ids=["numbers", "numbers and blanks", "cards", "draft", "final", "sources"],
)
def test_what_becomes_longer_than_a_marker_can_be_is_given_back(begun: str):
    """Even if each of its parts could stand in one."""
    assert most_held([*f"a {begun} b"], EVERY) <= Limits().held
    assert strip_markers(f"a {begun} b", EVERY) == f"a {begun} b"


@pytest.mark.parametrize(
    "text",
    [
        "Refunds take a fortnight",
        "a.",
        "(b)",
        "[x",
        "[1x",
        "【第",
        "[2024",
        "\\a",
        "5 < 6",
        "a $5",
        "-",
        "|",
        "# T",
        "\n",
        "语。",
    ],
)
def test_text_that_cannot_be_a_marker_is_given_at_once(text: str):
    dialect = any_of(NUMERIC, LENTICULAR)
    stream = MarkerStream(sources(), dialect=dialect)

    assert joined(stream.feed(text)) == text


@pytest.mark.parametrize(
    ("deltas", "expected"),
    [
        (["Slow ", "[", "1", "]", "."], ["Slow", "Slow", "Slow", "Slow", "Slow.", "Slow."]),
        (["Slow ", "[", "1", "x", "]"], ["Slow", "Slow", "Slow", "Slow [1x", "Slow [1x]", "Slow [1x]"]),
        (["Slow", " ", "\t", "[1] and"], ["Slow", "Slow", "Slow", "Slow and", "Slow and"]),
        (["arr[2", "]", " +"], ["arr", "arr", "arr[2] +", "arr[2] +"]),
    ],
)
def test_what_may_be_a_marker_waits_with_its_blanks(deltas: list[str], expected: list[str]):
    assert shown(deltas) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a [",
        "a [1",
        "a [1, ",
        "a 【4:0†n",
        "a <CIT 1",
        "a [cite:x",
        "a \ue200cite\ue202x",
        "a `",
        "a $x",
        "a  ",
        "a\\",
    ],
)
def test_a_stream_that_ends_inside_a_marker_gives_the_text_back(text: str):
    """B137."""
    for size in (1, 2, 100):
        stream = streamed(cut_every(text, size), dialect=EVERY)
        assert stream.answer.prose == text


def test_a_marker_never_shows_in_part():
    """B001: not even where the text seems to go on before it is whole."""
    text = "Wells are deep <|file-c1|>. They are old <|file-c2|>."

    for size in range(1, 12):
        for before in shown(cut_every(text, size), dialect=BARS):
            assert "<" not in before
            assert "Wells are deep. They are old.".startswith(before)


@given(pieces(), st.sampled_from([*DIALECTS.values()]))
def test_what_was_shown_is_never_taken_back(cuts: list[str], dialect: Dialect):
    whole = parsed("".join(cuts), dialect=dialect).prose or ""

    for before, after in pairwise(shown(cuts, dialect=dialect)):
        assert after.startswith(before)
        assert whole.startswith(after)


# --- markers while they come --------------------------------------------------


def test_a_marker_is_given_where_it_stands():
    """Between the prose before it and the prose behind it, once its sentence is sure to be a claim."""
    stream = MarkerStream(sources())

    events = [*stream.feed("Refunds are slow [1]. They"), *stream.feed(" come [2]."), *stream.close()]

    kinds = [type(each).__name__ for each in events]
    assert kinds == ["TextDelta", "MarkerFound", "TextDelta", "TextDelta", "MarkerFound", "TextDelta"]
    assert [each.citation_ids for each in anchors(events)] == [("c1",), ("c2",)]
    assert joined(events) == "Refunds are slow. They come."


def test_a_marker_that_may_stand_in_the_head_of_a_table_is_given_when_that_is_known():
    """In a head it makes no anchor."""
    stream = MarkerStream(sources())

    assert anchors(stream.feed("| a [1] | b |\n")) == ()
    assert [each.citation_ids for each in anchors(stream.feed("|---|---|\n| x [2] | y |\n\n"))] == [("c2",)]
    assert anchors(stream.close()) == ()


def test_with_a_connective_a_marker_is_given_with_its_paragraph():
    """Only then is it known whether the sentence states something."""
    stream = MarkerStream(sources(), connective=plain)

    assert anchors(stream.feed("Slow [1]. Why [2]")) == ()
    assert [each.citation_ids for each in anchors(stream.feed("?\n\nThey"))] == [("c1",)]
    assert anchors(stream.close()) == ()


def test_a_marker_before_any_sentence_waits_for_one():
    stream = MarkerStream(sources())

    assert anchors(stream.feed("[1]\n\n")) == ()
    assert [each.at for each in anchors((*stream.feed("Slow.\n\n"), *stream.close()))] == [0]


# --- work ---------------------------------------------------------------------


def _calls(work: Callable[[], object]) -> int:
    """Count the calls that *work* makes, of Python functions and of built-in ones."""
    count = 0

    def seen(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def _stream(text: str, **how: Any) -> MarkerStream:
    stream = MarkerStream(sources(), **how)
    for each in cut_every(text, 4):
        stream.feed(each)
    stream.close()
    return stream


LONG = {
    "prose": "Refunds take a fortnight [1]. They are paid [2].\n\n",
    "one line": "Refunds take a fortnight [1]. ",
    "table": "| x | y [1] |\n",
    "lines": "Slow [1]\n",
    "items": "- one [1]\n",
    "opening brackets": "[",
    "open code": "`a",
    "fences": "```\na[1]\n```\n",
    "blanks": " ",
    "open comment": "<!-- a\n",
}


@pytest.mark.parametrize("unit", [pytest.param(each, id=name) for name, each in LONG.items()])
@pytest.mark.parametrize(
    "how", [{}, {"connective": plain}, {"dialect": EVERY}], ids=["plain", "connective", "every"]
)
def test_twice_the_text_is_twice_the_work(unit: str, how: dict[str, Any]):
    short, long = (unit * (length // len(unit)) for length in (1_500, 3_000))
    _stream(short, **how)  # what is loaded where it is first used is no work of the text

    assert _calls(lambda: _stream(long, **how)) < 2.3 * _calls(lambda: _stream(short, **how)) + 500


def test_text_that_was_given_is_not_looked_at_again():
    """What the scanner keeps does not grow with the text."""
    stream = MarkerStream(sources(), dialect=EVERY)
    most = 0
    for each in cut_every("Refunds [1] are `a` slow [2](u).\n```\na\n```\n[" * 200, 4):
        stream.feed(each)
        most = max(most, len(stream._scanner._text))

    assert most <= 2 * Limits().held
