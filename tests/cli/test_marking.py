"""The commands ``parse`` and ``render``: from text with markers to an answer, and back."""

from __future__ import annotations

import json

import pytest

from tesserix_rag import CitedAnswer, Claim
from tesserix_rag.wire import to_json
from tests.examples import citation

RETRIEVED = (citation("leave"), citation("travel"))
TEXT = "There are 28 days of leave [1]. Hotels are refunded [2]."


@pytest.fixture
def retrieved(tmp_path):
    path = tmp_path / "retrieved.json"
    path.write_bytes(to_json(RETRIEVED))
    return path


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "answer.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def parsed(run, *arguments, **how):
    return json.loads(run("parse", *arguments, "--json", **how).stdout)


def test_a_text_becomes_claims(run, text, retrieved):
    answer = parsed(run, text, retrieved)

    assert [each["citation_ids"] for each in answer["claims"]] == [["leave"], ["travel"]]
    assert answer["prose"] == "There are 28 days of leave. Hotels are refunded."


def test_what_was_parsed_can_be_checked(run, text, retrieved):
    answer = run("parse", text, retrieved, "--json").stdout

    run("check", "-", retrieved, "--tenant", "acme", stdin=answer)


def test_a_marker_of_nothing_is_told_and_refused(run, retrieved):
    shown = run("parse", "-", retrieved, stdin="One day [7].").stdout
    answer = run("parse", "-", retrieved, "--json", stdin="One day [7].").stdout

    assert "1 claim, 0 without a source, 1 markers of nothing" in shown
    run("check", "-", retrieved, "--tenant", "acme", stdin=answer, status=1)


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        (["--dialect", "lenticular"], "One day【1】."),
        (["--dialect", "⟦{id}⟧"], "One day ⟦leave⟧."),
        (["--dialect", "numeric", "--dialect", "card"], "One day [cite:leave]."),
        (["--think"], "<think>Or [2]?</think>One day [1]."),
        (["--plain"], "# Leave\n\nOne day [1]."),
    ],
)
def test_options_say_what_markers_and_claims_are(run, retrieved, arguments, written):
    answer = parsed(run, "-", retrieved, *arguments, stdin=written)

    assert [each["citation_ids"] for each in answer["claims"]] == [["leave"]]


@pytest.mark.parametrize(
    "arguments",
    [
        ["parse", "-", "-"],
        ["parse", "-", "{retrieved}", "--dialect", "klingon"],
        ["parse", "-", "{retrieved}", "--dialect", "x{{id}}"],
        ["parse", "nowhere.txt", "{retrieved}"],
        ["render", "-", "-", "--tenant", "acme"],
        ["render", "{retrieved}", "--tenant", "acme"],
    ],
)
def test_what_cannot_be_used_is_said(run, retrieved, arguments):
    run(*(each.format(retrieved=retrieved) for each in arguments), stdin="x", status=2)


def test_text_that_is_no_utf8_is_unusable(run, retrieved, tmp_path):
    (tmp_path / "latin").write_bytes(b"caf\xe9 [1].")

    run("parse", tmp_path / "latin", retrieved, status=2)


def test_an_answer_is_written_in_another_dialect(run, text, retrieved):
    answer = run("parse", text, retrieved, "--json").stdout
    arguments = ["render", "-", retrieved, "--tenant", "acme", "--dialect", "card"]

    written = run(*arguments, stdin=answer).stdout

    assert written == "There are 28 days of leave [cite:leave]. Hotels are refunded [cite:travel].\n"


def test_what_does_not_hold_is_not_written(run, retrieved):
    answer = to_json(CitedAnswer(claims=[Claim(text="Leave is endless.")]))

    refused = run("render", "-", retrieved, "--tenant", "acme", stdin=answer, status=1)

    assert "endless" not in refused.output


def test_a_byte_order_mark_is_no_text(run, retrieved, tmp_path):
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbfOne day [1].")

    assert parsed(run, tmp_path / "marked", retrieved)["claims"][0]["text"] == "One day."


def test_positions_shown_are_those_of_what_was_retrieved(run, retrieved):
    assert "One day. [2]" in run("parse", "-", retrieved, stdin="One day [2].").stdout


def test_a_language_that_is_no_text_is_unusable(run, retrieved):
    run("parse", "-", retrieved, "--language", "\udcff", stdin="One day [1].", status=2)
