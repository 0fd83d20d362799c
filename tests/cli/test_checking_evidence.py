"""What ``check`` says of quotations and facts, where it has the passages."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tesserix_rag import CitedAnswer, Claim, Quote
from tesserix_rag.cli import main
from tesserix_rag.cli.shown import jsonable
from tests.examples import citation

PASSAGE = "Refunds take fourteen days. They cost 4 euros."


@pytest.fixture
def run():
    runner = CliRunner()

    def _run(*arguments, status=0):
        result = runner.invoke(main, ["check", *map(str, arguments), "--tenant", "acme"])
        assert result.exit_code == status, result.output
        return result.output

    return _run


@pytest.fixture
def asked(tmp_path):
    """Give the path of what ``ask --json`` prints, for a claim and its quotation."""

    def _asked(text="Refunds take fourteen days.", quote="Refunds take fourteen days", passages=None):
        retrieved = citation("timing")
        stated = Claim(text=text, citation_ids=["timing"], quotes=[Quote(citation_id="timing", text=quote)])
        document = {
            "answer": jsonable(CitedAnswer(claims=[stated], citations=[retrieved])),
            "retrieved": {
                "citations": [jsonable(retrieved)],
                "passages": {"timing": PASSAGE} if passages is None else passages,
            },
        }
        path = tmp_path / "asked.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return _asked


def test_a_quotation_that_its_passage_has_holds(run, asked):
    assert json.loads(run(asked(), "--json"))["quotes"] == []


@pytest.mark.parametrize("quote", ["Refunds take forty days", "They cost 5 euros", "efunds take four"])
def test_a_misquotation_does_not_hold(run, asked, quote):
    told = run(asked(quote=quote), status=1)

    assert "claim 1, quote 1: " in told
    assert quote not in told


def test_a_quotation_without_its_passage_does_not_hold(run, asked):
    assert json.loads(run(asked(passages={}), "--json", status=1))["quotes"][0]["code"] == "absent"


def test_facts_are_compared_when_asked_for(run, asked):
    assert json.loads(run(asked(), "--facts", "--json"))["facts"] == ["supported"]


@pytest.mark.parametrize("text", ["Refunds take 40 days.", "Refunds take no time on Mars."])
def test_a_claim_that_its_passage_does_not_support_does_not_hold(run, asked, text):
    run(asked(text))
    run(asked(text), "--facts", status=1)


def test_facts_need_passages(run, asked, tmp_path):
    document = json.loads(asked().read_text())
    answer, retrieved = tmp_path / "answer.json", tmp_path / "retrieved.json"
    answer.write_text(json.dumps(document["answer"]))
    retrieved.write_text(json.dumps(document["retrieved"]["citations"]))

    run(answer, retrieved)
    run(answer, retrieved, "--facts", status=2)


def test_passages_may_come_with_what_was_retrieved(run, asked, tmp_path):
    document = json.loads(asked().read_text())
    answer, retrieved = tmp_path / "answer.json", tmp_path / "retrieved.json"
    answer.write_text(json.dumps(document["answer"]))
    retrieved.write_text(json.dumps(document["retrieved"]))

    run(answer, retrieved, "--facts")


@pytest.mark.parametrize("passages", [[], "x", {"timing": 1}])
def test_passages_that_are_none_are_unusable(run, asked, passages):
    run(asked(passages=passages), status=2)
