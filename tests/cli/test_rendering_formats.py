"""The formats of the command ``render``, with or without a database, and the page of ``report``."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import _NamedTextIOWrapper

from tests.rendering.test_annotations import RULES as ANNOTATIONS
from tests.rendering.test_provenance import RULES as PROVENANCE

TENANT = ["--tenant", "acme"]
GRANT = "The grant pays 4,200 euros a year.\n"
WORDS = "4,200 euros"


@pytest.fixture
def asked(run, tmp_path):
    """The output of ``ask --json``, in a file, and a database with the document that it cites."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "grant.txt").write_text(GRANT, encoding="utf-8")
    run("ingest", folder, *TENANT, "--db", "acme.db")
    path = tmp_path / "asked.json"
    asking = ["ask", "What does the grant pay?", *TENANT, "--db", "acme.db", "--json"]
    path.write_text(run(*asking).stdout, encoding="utf-8")
    return path


def rendered(run, asked, form, *how, **options):
    return json.loads(run("render", asked, *TENANT, "--format", form, *how, **options).stdout)


def target(collection):
    (annotation,) = collection["first"]["items"]
    return annotation["target"]


def erase(run):
    arguments = ["--document", "grant.txt", "--reason", "legal", "--db", "acme.db"]
    run("erase", *arguments, *TENANT)


def test_markers_are_what_is_printed_if_nothing_is_said(run, asked):
    said = run("render", asked, *TENANT).stdout

    assert said == run("render", asked, *TENANT, "--format", "markers").stdout
    assert said == "The grant pays 4,200 euros a year. [1]\n"


@pytest.mark.parametrize(("form", "rules"), [("annotations", ANNOTATIONS), ("prov", PROVENANCE)])
@pytest.mark.parametrize("how", [[], ["--db", "acme.db"]])
def test_what_is_printed_is_as_the_standard_has_it(run, asked, form, rules, how):
    printed = rendered(run, asked, form, *how)

    rules.validate(printed)
    assert WORDS not in json.dumps(printed)


def test_quotations_are_there_if_asked_for(run, asked):
    printed = rendered(run, asked, "annotations", "--quotes", "--db", "acme.db")

    ANNOTATIONS.validate(printed)
    (quoted,) = (each for each in target(printed)["selector"] if each["type"] == "TextQuoteSelector")
    assert GRANT[: len(quoted["exact"])] == quoted["exact"]
    assert WORDS in quoted["exact"]


def test_what_was_erased_is_seen_in_the_database_only(run, asked):
    erase(run)

    assert target(rendered(run, asked, "annotations"))["type"] == "SpecificResource"
    assert target(rendered(run, asked, "annotations", "--db", "acme.db"))["type"] == "Tombstone"
    assert "wasInvalidatedBy" not in rendered(run, asked, "prov")
    assert "wasInvalidatedBy" in rendered(run, asked, "prov", "--db", "acme.db")


def test_a_version_of_which_a_part_is_gone_is_still_quoted_from(run, asked, tmp_path):
    """Its document is not to be had any more, but the passage is."""
    (tmp_path / "documents" / "grant.txt").write_text(f"# Pay\n\n{GRANT}\n# Contact\n\nAsk Ms Whitfield.\n")
    run("ingest", tmp_path / "documents", *TENANT, "--db", "acme.db")
    asking = [*TENANT, "--db", "acme.db", "--json"]
    asked.write_text(run("ask", "What does the grant pay?", *asking).stdout, encoding="utf-8")
    (other,) = json.loads(run("ask", "Whom do I ask, Whitfield?", *asking).stdout)["answer"]["citations"]
    gone = ["--document", "grant.txt", "--chunk", other["chunk_id"], "--reason", "legal"]
    run("erase", *gone, *TENANT, "--db", "acme.db")

    printed = rendered(run, asked, "annotations", "--quotes", "--db", "acme.db")

    assert "TextQuoteSelector" in {each["type"] for each in target(printed)["selector"]}


def test_the_database_may_be_named_by_the_environment(run, asked):
    erase(run)
    env = {"TESSERIX_RAG_DB": "acme.db"}

    assert target(rendered(run, asked, "annotations", env=env))["type"] == "Tombstone"


def test_markers_need_no_database(run, asked):
    """Also where the environment names one that is not there."""
    run("render", asked, *TENANT, env={"TESSERIX_RAG_DB": "nowhere.db"})


def test_a_database_that_is_not_there_is_unusable_and_not_made(run, asked, tmp_path):
    run("render", asked, *TENANT, "--format", "prov", "--db", "nowhere.db", status=2)

    assert not (tmp_path / "nowhere.db").exists()


def test_another_tenants_database_has_nothing_of_it(run, asked, tmp_path):
    run("ingest", tmp_path / "documents", "--tenant", "globex", "--db", "globex.db")

    assert set(target(rendered(run, asked, "annotations", "--db", "globex.db"))) == {"id"}


@pytest.mark.parametrize("form", ["annotations", "prov"])
def test_an_answer_is_called_as_it_is_said(run, asked, form):
    printed = rendered(run, asked, form, "--answer-id", "chat 7")

    assert "urn:tesserix-rag:" in json.dumps(printed)
    assert "/acme/chat%207" in json.dumps(printed)


def test_the_same_is_called_the_same_each_time(run, asked):
    first, second = (rendered(run, asked, "annotations") for _ in range(2))

    assert first["id"] == second["id"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--format", "rdf"],
        ["--format", "prov", "--quotes"],
        ["--format", "annotations", "--quotes"],
        ["--format", "prov", "--dialect", "card"],
        ["--format", "annotations", "--dialect", "card"],
        ["--quotes"],
        ["--answer-id", "7"],
        ["--format", "prov", "--answer-id", "?7"],
    ],
)
def test_an_option_that_says_nothing_is_unusable(run, asked, arguments):
    run("render", asked, *TENANT, *arguments, status=2)


@pytest.mark.parametrize("form", ["annotations", "prov"])
def test_what_does_not_hold_is_not_exported(run, asked, form):
    document = json.loads(asked.read_text(encoding="utf-8"))
    document["retrieved"]["citations"] = []
    asked.write_text(json.dumps(document), encoding="utf-8")

    assert WORDS not in run("render", asked, *TENANT, "--format", form, status=1).output


@pytest.mark.parametrize("form", ["annotations", "prov"])
def test_another_tenants_answer_is_not_exported(run, asked, form):
    run("render", asked, "--tenant", "globex", "--format", form, status=1)


# --- for readers ---------------------------------------------------------------

READ = ["markdown", "html", "plain"]


@pytest.mark.parametrize("form", READ)
def test_a_reader_gets_the_answer_and_its_sources(run, asked, form: str):
    shown = run("render", asked, *TENANT, "--format", form, "--db", "acme.db").stdout

    assert GRANT.strip()[:-1] in shown
    assert "grant.txt, version v1, retrieved" in shown


@pytest.mark.parametrize("form", READ)
def test_a_reader_sees_a_tombstone(run, asked, form: str):
    erase(run)

    shown = run("render", asked, *TENANT, "--format", form, "--db", "acme.db").stdout

    assert "erased 2" in shown
    assert ": legal" in shown


def test_a_page_is_written(run, asked, tmp_path):
    told = run("report", asked, *TENANT, "--db", "acme.db", "--title", "The grant")

    page = (tmp_path / "evidence.html").read_text(encoding="utf-8")
    assert told.stdout == ""
    assert "wrote evidence.html" in told.stderr
    assert page.startswith("<!DOCTYPE html>\n")
    assert "<title>The grant</title>" in page
    assert GRANT.strip() in re.sub("<[^>]*>", "", page)
    assert "<mark>" in page


def test_a_page_goes_where_it_is_told(run, asked, tmp_path):
    run("report", asked, *TENANT, "--db", "acme.db", "-o", tmp_path / "a.html")
    shown = run("report", asked, *TENANT, "--db", "acme.db", "-o", "-").stdout

    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith(shown[:100])
    assert shown.rstrip().endswith("</html>")


def test_a_page_shows_a_tombstone(run, asked):
    erase(run)

    shown = run("report", asked, *TENANT, "--db", "acme.db", "-o", "-").stdout

    assert "Its words are gone." in shown
    assert "<blockquote" not in shown


def test_nothing_is_written_for_another_tenant(run, asked, tmp_path):
    run("report", asked, "--tenant", "globex", "--db", "acme.db", status=1)

    assert not (tmp_path / "evidence.html").exists()


@pytest.mark.parametrize(
    "wrong", [["--language", '"'], ["--db", "nowhere.db"], ["-o", "no/such/folder/x.html"]]
)
def test_what_cannot_be_used_is_refused(run, asked, wrong):
    run("report", asked, *TENANT, "--db", "acme.db", *wrong, status=2)


def test_a_page_on_a_terminal_commands_nothing(run, asked, tmp_path, monkeypatch):
    """What a document has of escape sequences goes into a file, and not to a terminal."""
    folder = tmp_path / "documents"
    (folder / "grant.txt").write_text(f"\x1b]0;x\x07{GRANT}", encoding="utf-8")
    run("ingest", folder, *TENANT, "--db", "acme.db")
    asking = ["ask", "What does the grant pay?", *TENANT, "--db", "acme.db", "--json"]
    asked.write_text(run(*asking).stdout, encoding="utf-8")
    writing = ["report", asked, *TENANT, "--db", "acme.db", "-o", "-"]
    assert "\x1b" in run(*writing).stdout

    monkeypatch.setattr(_NamedTextIOWrapper, "isatty", lambda _self: True)

    assert not re.search("[\x1b\x07]", run(*writing).stdout)
