"""``ask --model``: drafts on standard error, and on standard output what was checked or nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from tesserix_rag.cli import main
from tests.endpoint import Ending, Reply, breaks_off, cut, endpoint, refuses, says, undirected
from tests.fresh import without

TENANT = ["--tenant", "acme"]
GRANT = "The grant pays 4,200 euros a year.\n"
QUESTION = "What does the grant pay?"

GOOD = "The grant pays 4,200 euros a year [1]."
INVENTED = "The grant pays 9,999 euros a year [7]."
UNCITED = "The grant pays 9,999 euros a year."


@pytest.fixture(autouse=True)
def _away(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TESSERIX_RAG_TENANT", raising=False)
    monkeypatch.delenv("TESSERIX_RAG_DB", raising=False)
    with undirected():
        yield


@pytest.fixture
def run():
    runner = CliRunner()

    def _run(*arguments, stdin=None, status=0, env=None):
        result = runner.invoke(main, [*map(str, arguments), *TENANT], input=stdin, env=env)
        assert result.exit_code == status, result.output
        return result

    return _run


@pytest.fixture
def shelf(run, tmp_path):
    (tmp_path / "grant.txt").write_text(GRANT, encoding="utf-8")
    run("ingest", "grant.txt")


@pytest.fixture
def ask(run, shelf):
    """Ask through a scripted model; gives what the command said, and what the model was asked."""

    def _ask(*script, options=(), **how):
        with endpoint(*script) as model:
            result = run("ask", QUESTION, "--model", "house", "--base-url", model.url, *options, **how)
        return result, model

    return _ask


def never(text: str) -> list[Reply]:
    """Give a script that says the same as often as it is asked."""
    return [says(text) for _ in range(5)]


# --- an answer that holds --------------------------------------------------------------


def test_a_checked_answer_is_shown_with_its_sources(ask):
    result, model = ask(says(GOOD))

    assert "The grant pays 4,200 euros a year. [1]" in result.stdout
    assert "[1] grant.txt@v1, characters 0–35" in result.stdout
    assert [each["model"] for each in model.requests] == ["house"]


@pytest.mark.parametrize("size", [1, 2, 7])
def test_a_draft_is_shown_while_it_comes_and_said_to_be_one(ask, size):
    """On standard error, with its markers, however the model's pieces cut them."""
    result, _ = ask(says(*cut(GOOD, size)))

    assert result.stderr == "Draft 1, not checked:\nThe grant pays 4,200 euros a year [1].\n\n"
    assert "not checked" not in result.stdout


def test_a_draft_numbers_its_sources_as_the_answer_does(ask, run, tmp_path):
    """In the order in which they come, whatever their numbers for the model are."""
    (tmp_path / "deadline.txt").write_text("What the grant does pay is paid in March.\n", encoding="utf-8")
    run("ingest", "deadline.txt")
    reply = "It is paid in March [2]. The grant pays 4,200 euros [1]. All in March [2]."

    result, _ = ask(says(reply))

    assert "in March [1]. The grant pays 4,200 euros [2]. All in March [1]." in result.stderr
    assert [line.strip() for line in result.stdout.splitlines() if line.endswith("]")] == [
        "It is paid in March. [1]",
        "The grant pays 4,200 euros. [2]",
        "All in March. [1]",
    ]


def test_a_draft_is_shown_before_the_model_has_ended(ask):
    """What comes first is there when the rest never comes."""
    result, _ = ask(breaks_off(f"{GOOD} And", ending=Ending.DROPPED), status=2)

    assert "The grant pays 4,200 euros a year [1]." in result.stderr


def test_the_model_is_told_what_was_retrieved(ask):
    _, model = ask(says(GOOD))

    assert GRANT.strip() in model.prompt(0)
    assert QUESTION in model.prompt(0)


def test_reasoning_is_neither_shown_nor_checked(ask):
    reply = f"<think>Is it 9,999 [7]? No.</think>{GOOD}"

    result, _ = ask(says(*cut(reply, 3)))

    assert "4,200" in result.stdout
    assert "9,999" not in result.output


def test_what_is_no_claim_is_not_shown_as_an_answer(ask):
    """A lead-in needs no source, and so nobody vouches for it."""
    result, _ = ask(says(f"In 1999 it was decided:\n\n{GOOD}"))

    assert "4,200" in result.stdout
    assert "1999" not in result.stdout


def test_a_model_that_declines_is_no_failure(ask):
    result, _ = ask(says("NO ANSWER"))

    assert result.stdout.startswith("No answer")


def test_if_nothing_was_found_no_model_is_asked(ask):
    result, model = ask(options=["--collection", "other"])

    assert result.stdout.startswith("No answer")
    assert model.requests == []


def test_as_json_it_has_the_promised_shape(ask, run, tmp_path):
    """With nothing of a draft beside it, and ``check`` and ``resolve`` take it."""
    result, _ = ask(says(GOOD), options=["--json"])

    output = json.loads(result.stdout)
    assert [*output] == ["answer", "retrieved", "grounded", "findings"]
    assert [each["text"] for each in output["answer"]["claims"]] == [GRANT.strip()]
    assert (output["grounded"], output["findings"], result.stderr) == (True, [], "")
    (tmp_path / "asked.json").write_text(result.stdout, encoding="utf-8")
    assert run("check", "asked.json").stdout == "grounded: 1 claim, 1 citation\n"
    assert GRANT.strip() in run("resolve", "asked.json").stdout


@pytest.mark.parametrize("seen", ["\x1b[31m", "\x1b]0;owned\x07", "\u202e", "\u2066", "\r", "\x9b2J"])
def test_a_model_cannot_command_a_terminal(ask, seen):
    """Neither in a draft nor in an answer."""
    result, _ = ask(says("The grant ", seen, "pays 4,200 euros [1]."))

    assert seen[0] not in result.stdout
    assert seen[0] not in result.stderr


# --- an answer that does not -----------------------------------------------------------


@pytest.mark.parametrize(("wrong", "code"), [(INVENTED, "dangling_id"), (UNCITED, "uncited_claim")])
def test_what_was_wrong_goes_back_to_the_model(ask, wrong, code):
    """Its next try is checked like the first, and standard output has nothing of what was refused."""
    result, model = ask(says(wrong), says(GOOD))

    assert code not in model.prompt(0)
    assert (
        f"claim 1 names {'no source' if wrong == UNCITED else 'a source that was not given'}" in model.prompt(1)
    )
    assert code in model.prompt(1)
    assert "4,200" in result.stdout
    assert "9,999" not in result.stdout
    assert f"Refused: {code}." in result.stderr
    assert "Draft 2, not checked:" in result.stderr


@pytest.mark.parametrize(
    ("wrong", "error"), [(INVENTED, "UngroundedCitationError"), (UNCITED, "UncitedClaimError")]
)
def test_after_three_tries_it_gives_up(ask, wrong, error):
    """With nothing on standard output."""
    result, model = ask(*never(wrong), status=1)

    assert (result.stdout, len(model.requests)) == ("", 3)
    assert result.stderr.count("Refused: ") == 3
    assert result.stderr.splitlines()[-1].startswith(f"{error}: ")


@pytest.mark.parametrize(("wrong", "code"), [(INVENTED, "dangling_id"), (UNCITED, "uncited_claim")])
def test_as_json_a_refusal_has_no_answer(ask, run, wrong, code, tmp_path):
    """It says what was found wrong, and nothing can be taken from it as an answer."""
    result, _ = ask(*never(wrong), options=["--json"], status=1)

    output = json.loads(result.stdout)
    assert (output["answer"], output["grounded"]) == (None, False)
    assert [each["code"] for each in output["findings"]] == [code]
    assert list(output["retrieved"]["passages"].values()) == [GRANT]
    assert "9,999" not in result.output
    (tmp_path / "asked.json").write_text(result.stdout, encoding="utf-8")
    for command in ("check", "resolve"):
        assert run(command, "asked.json", status=2).stderr == "WireError: wrong_type at /answer\n"


def test_an_invented_source_is_shown_as_unknown(ask):
    result, _ = ask(says(INVENTED), says(GOOD))

    assert "The grant pays 9,999 euros a year [?]." in result.stderr


# --- a model that cannot be asked ------------------------------------------------------

FAULTS = {
    "interrupted": [breaks_off("The grant pays 9,999 euros [", ending=Ending.DROPPED)],
    "closed": [breaks_off("The grant pays 9,999 euros [", ending=Ending.CLOSED)],
    "ended": [breaks_off("The grant pays 9,999 euros [1].", ending=Ending.DONE)],
    "cut_short": [says("The grant pays 9,999 euros [1].", finish="length")],
    "filtered": [says("The grant pays 9,999 euros [1].", finish="content_filter")],
    "malformed": [Reply(events=("9,999",))],
    "rate_limited": [refuses(429, "9,999")] * 2,
    "unauthorized": [refuses(401, "9,999")],
    "failed": [refuses(500, "9,999")] * 2,
    "timed_out": [breaks_off("The grant pays 9,999 euros [1].", ending=Ending.STALLED)],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_reply_that_is_not_whole_is_no_answer(ask, fault):
    """One line says why. It is no answer that was refused, so the status is that of what cannot be used."""
    # Where something comes, it is waited for: this machine may be busy.
    options = ["--timeout", "0.3"] if fault == "timed_out" else []

    result, model = ask(*FAULTS[fault], options=options, status=2)

    code = "interrupted" if fault in {"closed", "ended"} else fault
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith("ModelError: ")
    assert code in result.stderr.splitlines()[-1]
    assert "9,999" not in result.stderr.splitlines()[-1]
    assert len(model.requests) <= len(FAULTS[fault])
    assert "Refused" not in result.stderr


def test_no_part_of_a_marker_is_shown_of_a_reply_that_broke(ask):
    result, _ = ask(breaks_off("The grant pays 4,200 euros [", ending=Ending.DROPPED), status=2)

    assert result.stderr.startswith("Draft 1, not checked:\nThe grant pays 4,200 euros\n\nModelError: ")


def test_a_fault_on_a_second_try_ends_it(ask):
    """Nothing that was refused before is shown instead."""
    result, _ = ask(says(INVENTED), refuses(400), status=2)

    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith("ModelError: ")


def test_the_key_is_told_to_the_endpoint_alone(ask):
    result, model = ask(refuses(401, "sk-secret is wrong"), status=2, env={"OPENAI_API_KEY": "sk-secret"})

    assert model.keys == ["sk-secret"]
    assert "sk-secret" not in result.output


def test_without_a_key_a_server_of_ones_own_is_asked_all_the_same(ask):
    _, model = ask(says(GOOD))

    assert model.keys == ["none"]


@pytest.mark.parametrize(
    "options",
    [
        ["--base-url", "http://localhost/v1"],
        ["--model", "house"],
        ["--model", ""],
        ["--model", "house", "--base-url", ""],
        ["--model", "house", "--base-url", "localhost"],
        ["--model", "house", "--base-url", "http://localhost/v1", "--timeout", "0"],
    ],
)
def test_what_cannot_be_asked_is_unusable(run, shelf, options):
    """No endpoint is guessed: an empty one is a variable that is not set, and does not mean OpenAI."""
    result = run("ask", QUESTION, *options, status=2)

    assert result.stdout == ""


WITHOUT_OPENAI = f"""
{without("openai")}
import runpy
runpy.run_module("tesserix_rag", run_name="__main__")
"""


def test_without_the_client_it_says_how_to_install_it(shelf):
    """In one line, and before anything is asked."""
    options = ["--model", "house", "--base-url", "http://localhost/v1"]

    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_OPENAI, "ask", QUESTION, *TENANT, *options],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'tesserix-rag[openai]'" in done.stderr
