"""An answer that comes in pieces is the same answer, whatever the pieces are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tesserix_rag import ConfigurationError
from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    IRIS,
    IRIS_DRAFT,
    LENTICULAR,
    NUMERIC,
    PRIVATE_USE,
    Dialect,
    MarkerFound,
    MarkerStream,
    Reasoning,
    TextDelta,
)
from tests.examples import SECRET
from tests.markers.mixtures import BARS, DIALECTS, OPTIONS, pieces
from tests.markers.prose import cut, cut_every, joined, parsed, sources, streamed

# --- the same answer ----------------------------------------------------------


@pytest.mark.parametrize("dialect", [pytest.param(each, id=name) for name, each in DIALECTS.items()])
def test_the_prose_the_anchors_and_the_answer_are_those_of_the_whole_text(dialect: Dialect):
    """In every dialect, however the text is cut."""

    @settings(max_examples=30)
    @given(pieces(), OPTIONS)
    def holds(cuts: list[str], options: dict[str, Any]):
        streamed(cuts, dialect=dialect, **options)

    holds()


FAULTS = {
    "B001": (["Wells are deep", " <", "|", "file", "-", "c1", "|", ">."], BARS),
    "B007": (["<thi", "nk>draft [1]</thi", "nk>Final [2]"], NUMERIC),
    "B008": (["plan [1] </think>Answer [2]"], NUMERIC),
    "B010": (["```\nx[1]\n``` then [2]"], NUMERIC),
    "B011": (["arr[1]"], NUMERIC),
    "B014": (["`take(xs[0], xs[12])` then claim [1]"], NUMERIC),
    "B017": (["```js\na\n```\n```\nb\n```"], NUMERIC),
    "B019": (["The tag `<think>` is literal [1]"], NUMERIC),
    "B020": (["see [1](https://a.example/) ok [2]."], NUMERIC),
    "B026": (["Fact [1-3,5]"], NUMERIC),
    "B034": (["第【3】章 says so【1†t】"], LENTICULAR),
    "B041": (["x \\ue202turn0file1, y \ue202turn0file1."], PRIVATE_USE),
    "B044": (["Open 9-5【4:0†faq.txt】"], LENTICULAR),
    "B118": (["[go ![](/i.png)](./x) [1]"], NUMERIC),
    "B131": (["[" * 9, "[" + "1, " * 9, "[" * 3], NUMERIC),
    "B133": (["\\``" * 9], NUMERIC),
    "B137": (["abc [1]", "E", "<end>"], NUMERIC),
    "drafts": (["A [cite:L:42:7::!1]. B [cite:F:9:::!2]"], IRIS_DRAFT),
    "final": (["A [cite:L:42:7:::Key:A summary: 3:1.]. B"], IRIS),
    "tags": (["A <CIT\n1 />. B <CIT 2 / >."], CIT_TAG),
    "ids": (["A [cite:c1, cite:c2]. B [cite:c 1]."], CARD),
    "table": (["| a [1] |\n|---|\n| b [2] |\n\nc [3]"], NUMERIC),
    "bare table": (["a | b\n--|--\nx | y [1]\n\n[2]"], NUMERIC),
    "crlf": (["A [1].\r\n```\r\n[2]\r\n```\r\nB[3]\r\n"], NUMERIC),
    "words": (["a[1][2] [3] b[4]. c[5]**, d[6] \n e[7].f"], NUMERIC),
}


@pytest.mark.parametrize(
    ("given_pieces", "dialect"), [pytest.param(*each, id=name) for name, each in FAULTS.items()]
)
@pytest.mark.parametrize(
    "reasoning", [None, Reasoning(), Reasoning(opened=True)], ids=["none", "tags", "opened"]
)
def test_every_cut_in_two_and_every_size_of_pieces_gives_the_same(
    given_pieces: list[str], dialect: Dialect, reasoning: Reasoning | None
):
    """What went wrong elsewhere, at every place."""
    text = "".join(given_pieces)

    streamed(given_pieces, dialect=dialect, reasoning=reasoning)
    for size in (1, 2, 3, 5, 7):
        streamed(cut_every(text, size), dialect=dialect, reasoning=reasoning)
    for at in range(len(text) + 1):
        streamed(cut(text, at), dialect=dialect, reasoning=reasoning)


@given(pieces(), st.sampled_from([*DIALECTS.values()]))
@example(["", "", "a [1]", "", ""], NUMERIC)
def test_empty_pieces_change_nothing(cuts: list[str], dialect: Dialect):
    stream = MarkerStream(sources(), dialect=dialect)
    events = [event for each in cuts for piece in ("", each, "") for event in stream.feed(piece)]

    assert joined([*events, *stream.close()]) == parsed("".join(cuts), dialect=dialect).prose


@given(pieces())
def test_no_event_is_empty(cuts: list[str]):
    stream = MarkerStream(sources())
    events = [event for each in cuts for event in stream.feed(each)] + [*stream.close()]

    assert all(each.text for each in events if isinstance(each, TextDelta))
    assert all(isinstance(each, TextDelta | MarkerFound) for each in events)


# --- the end of a stream ------------------------------------------------------


def test_the_answer_is_there_when_the_stream_is_closed():
    stream = MarkerStream(sources())
    stream.feed("Slow [1].")
    with pytest.raises(ConfigurationError):
        _ = stream.answer

    stream.close()

    assert stream.answer == parsed("Slow [1].")
    assert stream.answer is stream.answer


@pytest.mark.parametrize(
    "call",
    [lambda stream: stream.feed("a"), lambda stream: stream.feed(""), MarkerStream.close],
    ids=["feed", "feed nothing", "close"],
)
def test_a_closed_stream_takes_nothing_more(call: Callable[[MarkerStream], object]):
    stream = MarkerStream(sources())
    stream.feed("Slow [1].")
    stream.close()

    with pytest.raises(ConfigurationError):
        call(stream)
    assert stream.answer == parsed("Slow [1].")


def test_a_stream_without_text_is_an_answer_without_claims():
    assert streamed([]).answer == streamed([""]).answer == parsed("")


@pytest.mark.parametrize("delta", [None, 1, b"a", ["a"], "\ud83d", f"{SECRET}\udc00"], ids=ascii)
def test_a_piece_that_is_no_text_is_refused_and_the_stream_goes_on(delta: Any):
    stream = MarkerStream(sources())
    stream.feed("Slow [")

    with pytest.raises(ConfigurationError) as raised:
        stream.feed(delta)

    assert SECRET not in f"{raised.value!r}"
    stream.feed("1].")
    stream.close()
    assert stream.answer == parsed("Slow [1].")


def test_an_event_never_shows_text_by_repr():
    assert SECRET not in repr(TextDelta(SECRET))
