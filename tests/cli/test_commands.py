"""The commands: what they print, and what their exit status says."""

from __future__ import annotations

import json
import os

import pytest

TENANT = ["--tenant", "acme"]
GRANT = "The grant pays 4,200 euros a year.\n"
QUESTION = "What does the grant pay?"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "grant.txt").write_text(GRANT, encoding="utf-8")
    return folder


@pytest.fixture
def shelf(run, folder):
    run("ingest", folder, *TENANT)
    return folder


@pytest.fixture
def asked(run, shelf, tmp_path):
    """The output of ``ask --json``, in a file."""
    path = tmp_path / "asked.json"
    path.write_text(run("ask", QUESTION, *TENANT, "--json").stdout, encoding="utf-8")
    return path


def changed(path, change):
    """Write a changed copy of a JSON document, and give its path."""
    document = json.loads(path.read_text(encoding="utf-8"))
    outcome = change(document)
    copy = path.with_name("changed.json")
    copy.write_text(json.dumps(document if outcome is None else outcome), encoding="utf-8")
    return copy


def statuses(result):
    documents = json.loads(result.stdout)["documents"]
    return {each["document_id"]: each.get("reason", each["status"]) for each in documents}


# --- ingest ----------------------------------------------------------------------------


def test_a_document_is_named_by_its_path_in_the_folder(run, folder):
    (folder / "b" / "c").mkdir(parents=True)
    (folder / "b" / "c" / "x.md").write_text("# X\n\nA word of it.\n")
    (folder / "b" / "y.RST").write_text("Another word of it.\n")

    result = run("ingest", folder, *TENANT, "--json")

    assert json.loads(result.stdout) == {
        "stored": 3,
        "unchanged": 0,
        "skipped": 0,
        "erased": 0,
        "documents": [
            {"document_id": "b/c/x.md", "status": "stored", "version": "v1"},
            {"document_id": "b/y.RST", "status": "stored", "version": "v1"},
            {"document_id": "grant.txt", "status": "stored", "version": "v1"},
        ],
    }


def test_a_file_given_directly_is_named_by_its_name(run, folder):
    result = run("ingest", folder / "grant.txt", *TENANT, "--json")

    assert statuses(result) == {"grant.txt": "stored"}


def test_the_same_text_again_stores_nothing(run, shelf):
    result = run("ingest", shelf, *TENANT, "--json")

    assert statuses(result) == {"grant.txt": "unchanged"}


def test_each_change_of_text_is_a_version(run, shelf):
    """Also a change back to what an older version said."""
    versions = []
    for text in ("The grant pays 4,300 euros a year.\n", GRANT):
        (shelf / "grant.txt").write_text(text)
        result = run("ingest", shelf, *TENANT, "--json")
        versions.append(json.loads(result.stdout)["documents"][0]["version"])

    assert versions == ["v2", "v3"]


def test_a_byte_order_mark_is_dropped_and_line_ends_stay(run, folder, tmp_path):
    (folder / "grant.txt").write_bytes(b"\xef\xbb\xbfThe grant pays\r\n4,200 euros.\r\n")
    run("ingest", folder, *TENANT)

    asked = tmp_path / "asked.json"
    asked.write_text(run("ask", QUESTION, *TENANT, "--json").stdout)
    (resolved,) = json.loads(run("resolve", asked, *TENANT, "--json").stdout)

    assert resolved["text"] == "The grant pays\r\n4,200 euros.\r\n"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("x.txt", b"a\0b", "binary"),
        ("x.txt", b"caf\xe9", "undecodable"),
        ("x.txt", b" \n\t", "empty"),
        ("?x.txt", b"A word.", "unnameable"),
        ("a\nb.txt", b"A word.", "unnameable"),
        ("a\x1b[31mb.txt", b"A word.", "unnameable"),
        (b"caf\xe9.txt", b"A word.", "unnameable"),
    ],
)
def test_what_cannot_be_a_document_is_reported_and_skipped(run, folder, name, content, reason):
    """The others are stored, and the exit status says that something could be read."""
    (folder / os.fsdecode(name)).write_bytes(content)

    outcomes = statuses(run("ingest", folder, *TENANT, "--json"))

    assert outcomes.pop("grant.txt") == "stored"
    assert list(outcomes.values()) == [reason]


def test_a_report_cannot_command_a_terminal(run, folder):
    (folder / "a\x1b[31mb.txt").write_text("A word.")

    result = run("ingest", folder, *TENANT)

    assert "\x1b" not in result.output
    assert "skipped (unnameable)" in result.stderr


def test_a_file_that_is_too_large_is_skipped(run, folder, monkeypatch):
    from tesserix_rag.cli import files
    from tesserix_rag.limits import Limits

    monkeypatch.setattr(files, "DEFAULT", Limits(document_chars=3))

    result = run("ingest", folder, *TENANT, "--json", status=2)

    assert statuses(result) == {"grant.txt": "too_large"}


def test_hidden_folders_and_other_kinds_of_files_are_passed_over(run, folder):
    for name in (".git/x.txt", ".x.txt", "x.py", "txt"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("A word.")

    result = run("ingest", folder, *TENANT, "--json")

    assert statuses(result) == {"grant.txt": "stored"}


def test_a_loop_of_links_ends(run, folder):
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "broken.txt").symlink_to(folder / "nothing")

    result = run("ingest", folder, *TENANT, "--json")

    assert statuses(result) == {"grant.txt": "stored", "broken.txt": "unreadable"}


def test_a_pipe_is_not_waited_for(run, folder):
    os.mkfifo(folder / "pipe.txt")

    result = run("ingest", folder, *TENANT, "--json")

    assert statuses(result)["pipe.txt"] == "unreadable"


@pytest.mark.parametrize("name", ["nothing.txt", "x.py", "documents/empty"])
def test_if_nothing_can_be_read_the_status_says_so(run, folder, name):
    (folder / "empty").mkdir()

    run("ingest", name, *TENANT, status=2)


def test_two_files_of_one_name_are_not_versions_of_each_other(run, folder):
    (folder / "b").mkdir()
    (folder / "b" / "grant.txt").write_text("Another text.")

    result = run("ingest", folder / "grant.txt", folder / "b" / "grant.txt", *TENANT, "--json")

    assert [each["status"] for each in json.loads(result.stdout)["documents"]] == [
        "stored",
        "skipped",
    ]


def test_an_erased_document_is_not_brought_back(run, shelf):
    """Not with its old text, and not with a new one."""
    run("erase", "--document", "grant.txt", "--reason", "legal", *TENANT)
    again = statuses(run("ingest", shelf, *TENANT, "--json"))
    (shelf / "grant.txt").write_text("Quite another text.")

    changed_text = statuses(run("ingest", shelf, *TENANT, "--json"))

    assert again == changed_text == {"grant.txt": "erased"}


def test_an_erased_document_is_readmitted_when_asked(run, shelf):
    """As a new version: the erased one never comes back."""
    run("erase", "--document", "grant.txt", "--reason", "mistake", *TENANT)

    result = run("ingest", "--readmit", shelf, *TENANT, "--json")

    assert json.loads(result.stdout)["documents"][0] == {
        "document_id": "grant.txt",
        "status": "stored",
        "version": "v2",
    }


def test_an_erased_version_number_is_not_used_again(run, shelf):
    (shelf / "grant.txt").write_text("The grant pays 4,300 euros a year.\n")
    run("ingest", shelf, *TENANT)
    run("erase", "--document", "grant.txt", "--version", "v1", "--reason", "legal", *TENANT)
    (shelf / "grant.txt").write_text("The grant pays 4,400 euros a year.\n")

    result = run("ingest", shelf, *TENANT, "--json")

    assert json.loads(result.stdout)["documents"][0]["version"] == "v3"


# --- ask -------------------------------------------------------------------------------


def test_an_answer_shows_its_sources(run, shelf):
    result = run("ask", QUESTION, *TENANT)

    assert "The grant pays 4,200 euros a year. [1]" in result.stdout
    assert "[1] grant.txt@v1, characters 0–35" in result.stdout


def test_an_answer_as_json_has_the_promised_shape(run, shelf):
    output = json.loads(run("ask", QUESTION, *TENANT, "--json").stdout)

    (citation,) = output["retrieved"]["citations"]
    citation_id = citation["citation_id"]
    assert output == {
        "answer": {
            "format": "tesserix-rag/1.0",
            "claims": [
                {
                    "text": GRANT.strip(),
                    "citation_ids": [citation_id],
                    "quotes": [
                        {
                            "citation_id": citation_id,
                            "text": GRANT.strip(),
                            "span": {"start": 0, "end": 34},
                        }
                    ],
                }
            ],
            "citations": [citation],
        },
        "retrieved": {"citations": [citation], "passages": {citation_id: GRANT}},
        "grounded": True,
        "findings": [],
    }


def test_a_refusal_is_plain_and_holds(run, shelf):
    result = run("ask", "Who is the king of France?", *TENANT)

    assert result.stdout.startswith("No answer")


def test_another_tenant_is_answered_nothing(run, shelf):
    result = run("ask", QUESTION, "--tenant", "other")

    assert result.stdout.startswith("No answer")


def test_a_collection_is_asked_alone(run, shelf):
    result = run("ask", QUESTION, *TENANT, "--collection", "other")

    assert result.stdout.startswith("No answer")


@pytest.mark.parametrize(
    "arguments",
    [("ask", " "), ("ask", "x" * 10_001), ("ask", "q", "-k", "0"), ("ask", "q", "-k", "1001")],
)
def test_a_question_that_cannot_be_asked_is_unusable(run, shelf, arguments):
    run(*arguments, *TENANT, status=2)


def test_asking_makes_no_database(run, tmp_path):
    run("ask", QUESTION, *TENANT, "--db", "new.db", status=2)

    assert not (tmp_path / "new.db").exists()


# --- tenants and databases ---------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("ingest", "documents"),
        ("ask", QUESTION),
        ("check", "asked.json"),
        ("resolve", "asked.json"),
        ("erase", "--document", "grant.txt", "--reason", "legal"),
    ],
)
def test_what_touches_documents_needs_a_tenant(run, asked, arguments):
    result = run(*arguments, status=2)

    assert "--tenant" in result.stderr


def test_a_name_that_is_no_tenant_is_one_line(run, shelf):
    result = run("ask", QUESTION, "--tenant", "ac\u200bme", status=2)

    assert result.stderr.startswith("InvalidRecordError: ")
    assert result.stderr.count("\n") == 1


def test_the_environment_names_tenant_and_database(run, folder, tmp_path):
    env = {"TESSERIX_RAG_TENANT": "acme", "TESSERIX_RAG_DB": str(tmp_path / "other.db")}

    run("ingest", folder, env=env)

    assert (tmp_path / "other.db").exists()
    assert "[1]" in run("ask", QUESTION, env=env).stdout


def test_options_may_stand_before_the_command(run, shelf):
    result = run(*TENANT, "--json", "ask", QUESTION)

    assert json.loads(result.stdout)["grounded"]


def test_the_nearer_option_wins_over_the_farther_and_over_the_environment(run, shelf):
    """A tenant that is named is the one that is used."""
    env = {"TESSERIX_RAG_TENANT": "other"}

    before = run(*TENANT, "ask", QUESTION, env=env)
    behind = run("--tenant", "other", "ask", QUESTION, *TENANT, env=env)

    assert "[1]" in before.stdout
    assert "[1]" in behind.stdout


def test_a_file_that_is_no_database_is_one_line(run, tmp_path):
    (tmp_path / "x.db").write_text("no database " * 1000)

    result = run("ask", QUESTION, *TENANT, "--db", "x.db", status=2)

    assert result.stderr.startswith("StoreError: ")
    assert result.stderr.count("\n") == 1


# --- check -----------------------------------------------------------------------------


def test_the_output_of_ask_holds(run, asked):
    result = run("check", asked, *TENANT)

    assert result.stdout == "grounded: 1 claim, 1 citation\n"


def test_an_answer_and_what_was_retrieved_may_come_as_two(run, asked):
    answer = changed(asked, lambda output: output["answer"])
    for part in ("array", "object", "output"):
        retrieved = asked.with_name(f"{part}.json")
        output = json.loads(asked.read_text(encoding="utf-8"))
        parts = {"array": output["retrieved"]["citations"], "object": output["retrieved"]}
        retrieved.write_text(json.dumps(parts.get(part, output)))

        run("check", answer, retrieved, *TENANT)


def test_the_standard_input_can_be_one_of_them(run, asked):
    run("check", "-", *TENANT, stdin=asked.read_bytes())
    run("check", "-", asked, *TENANT, stdin=asked.read_bytes())
    result = run("check", "-", "-", *TENANT, stdin=asked.read_bytes(), status=2)

    assert "standard input" in result.stderr


def test_what_is_wrong_is_said_by_claim_and_code(run, asked):
    def forge(output):
        output["answer"]["claims"].append({"text": "SECRET", "citation_ids": ["invented"]})
        output["answer"]["claims"].append({"text": "SECRET"})

    result = run("check", changed(asked, forge), *TENANT, status=1)

    assert sorted(result.stdout.splitlines()) == [
        "claim 2: dangling_id",
        "claim 3: uncited_claim",
    ]
    assert "SECRET" not in result.output


def test_a_check_as_json_says_the_same(run, asked):
    def forge(output):
        output["answer"]["claims"][0]["citation_ids"] = []
        output["answer"]["claims"][0]["quotes"] = []

    result = run("check", changed(asked, forge), *TENANT, "--json", status=1)

    assert json.loads(result.stdout) == {
        "grounded": False,
        "findings": [{"code": "uncited_claim", "claim_index": 0}],
        "claims": 1,
        "citations": 1,
        "exempt": 0,
    }


def test_feedback_is_what_a_model_can_be_told(run, asked):
    def forge(output):
        output["answer"]["claims"][0] = {"text": "SECRET"}

    result = run("check", changed(asked, forge), *TENANT, "--feedback", status=1)

    assert "claim 1 names no source" in result.stdout


def test_another_tenants_citation_does_not_hold(run, asked):
    result = run("check", asked, "--tenant", "other", status=1)

    assert "tenant_crossing" in result.stdout


def test_what_the_file_says_of_itself_is_not_believed(run, asked):
    """``grounded`` and ``findings`` are an earlier run's word."""

    def forge(output):
        output["retrieved"]["citations"] = []

    run("check", changed(asked, forge), *TENANT, status=1)


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"no json",
        b"{}",
        b"[]",
        b'{"answer": {"claims": []}}',
        b'{"claims": [], "citations": []}',
        b'{"answer": {}, "answer": {}, "retrieved": {"citations": []}}',
        b'{"answer": {"claims": [{"text": "a", "text": "b"}]}, "retrieved": {"citations": []}}',
        b'{"answer": {"format": "tesserix-rag/2.0"}, "retrieved": {"citations": []}}',
        b'{"answer": {}, "retrieved": []}',
        b'{"answer": {}, "retrieved": {"citations": 5}}',
        b'{"answer": {}, "retrieved": {"citations": []}, "x": NaN}',
        b'{"answer": {}, "retrieved": {"citations": []}, "x": "\\ud800"}',
        b"[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_what_is_not_an_answer_with_its_sources_is_unusable(run, document):
    """Nothing that cannot be checked is said to hold."""
    result = run("check", "-", *TENANT, stdin=document, status=2)

    assert result.stderr.startswith("WireError: ")
    assert result.stdout == ""


def test_an_object_of_something_else_is_no_answer(run, asked):
    """A pipeline that hands over the wrong file must not hear that it holds."""
    result = run("check", "-", asked, *TENANT, stdin=b'{"name": "x"}', status=2)

    assert result.stderr == "WireError: missing_field at /claims\n"


def test_where_a_document_breaks_a_rule_is_said_from_its_top(run, asked):
    def forge(output):
        output["answer"]["claims"][0]["text"] = 5

    result = run("check", changed(asked, forge), *TENANT, status=2)

    assert result.stderr == "WireError: wrong_type at /answer/claims/0/text\n"


# --- resolve and erase -------------------------------------------------------------------


def test_a_citation_gives_its_characters_back(run, asked):
    result = run("resolve", asked, *TENANT)

    assert GRANT.strip() in result.stdout


def test_answers_and_arrays_resolve_too(run, asked):
    for part in (lambda output: output["answer"], lambda output: output["answer"]["citations"]):
        result = run("resolve", changed(asked, part), *TENANT, "--json")

        assert [each["text"] for each in json.loads(result.stdout)] == [GRANT]


def test_a_newer_version_is_named(run, asked, shelf):
    (shelf / "grant.txt").write_text("The grant pays 4,300 euros a year.\n")
    run("ingest", shelf, *TENANT)

    result = run("resolve", asked, *TENANT)

    assert "superseded by v2" in result.stdout
    assert GRANT.strip() in result.stdout


def test_what_was_erased_is_a_tombstone(run, asked):
    run("erase", "--document", "grant.txt", "--reason", "security", *TENANT)

    result = run("resolve", asked, *TENANT, "--json", status=1)

    (tombstone,) = json.loads(result.stdout)
    assert (tombstone["type"], tombstone["reason"]) == ("tombstone", "security")


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [("chunk_id", "other", "missing"), ("digest", "0" * 64, "changed")],
)
def test_what_is_missing_or_changed_has_no_text(run, asked, name, value, code):
    def forge(output):
        output["answer"]["citations"][0][name] = value

    result = run("resolve", changed(asked, forge), *TENANT, status=1)

    assert f"{code}: " in result.stdout


def test_another_tenants_citation_is_not_resolved(run, asked):
    result = run("resolve", asked, "--tenant", "other", status=1)

    assert result.stderr.startswith("TenantCrossingError: ")


def test_an_erasure_gives_a_receipt(run, shelf):
    result = run("erase", "--document", "grant.txt", "--reason", "legal", "--ticket", "T1", *TENANT, "--json")

    receipt = json.loads(result.stdout)
    assert receipt.keys() == {
        "tombstones",
        "answers",
        "also_in",
        "erased_at",
        "complete",
        "outstanding",
    }
    assert (len(receipt["tombstones"]), receipt["complete"]) == (1, True)


def test_an_erasure_that_is_not_proven_says_what_is_outstanding(run, shelf, monkeypatch):
    from tesserix_rag.corpus.sqlite import store

    monkeypatch.setattr(store, "clean", lambda *_: ("write_ahead_log",))

    result = run("erase", "--document", "grant.txt", "--reason", "legal", *TENANT, status=1)

    assert "outstanding: write_ahead_log" in result.stdout
    assert "complete" not in result.stdout


def test_what_is_not_there_cannot_be_erased(run, shelf):
    result = run("erase", "--document", "nothing", "--reason", "legal", *TENANT, status=1)

    assert result.stderr.startswith("SourceNotFoundError: ")


def test_an_erasure_needs_a_known_reason(run, shelf):
    run("erase", "--document", "grant.txt", "--reason", "boredom", *TENANT, status=2)


# --- schema and demo ---------------------------------------------------------------------


def test_the_schema_is_an_answers_unless_another_is_named(run):
    answer = json.loads(run("schema").stdout)

    assert answer == json.loads(run("schema", "cited-answer").stdout)
    assert answer != json.loads(run("schema", "citation", "--json").stdout)
    run("schema", "nothing", status=2)


def test_the_demonstration_holds(run):
    summary = json.loads(run("demo", "--json").stdout)

    assert summary["held"]
    assert [each["chapter"] for each in summary["chapters"]] == [
        "shelved",
        *["answered"] * 5,
        "unanswered",
        *["refused"] * 3,
        "updated",
        "erased",
        "traced",
    ]


def test_a_demonstration_that_does_not_hold_says_so(run, monkeypatch):
    from tesserix_rag.cli import story

    monkeypatch.setattr(story, "UNANSWERABLE", story.QUESTIONS[0])

    result = run("demo", status=1)

    assert "This did not hold." in result.stdout
    assert "Something did not hold." in result.stdout


# --- what must not pass for something else ---------------------------------------------


def test_an_answer_does_not_vouch_for_itself(run, asked, tmp_path):
    """What an answer carries is not what was retrieved."""
    answer = json.loads(asked.read_text())["answer"]
    alone = tmp_path / "alone.json"
    alone.write_text(json.dumps(answer))

    result = run("check", alone, alone, *TENANT, status=2)

    assert "/retrieved" in result.stderr


@pytest.mark.parametrize("answer", [{}, {"Claims": [{"text": "lies"}]}])
def test_an_object_that_is_no_answer_does_not_hold(run, asked, answer):
    """A record of defaults could be read out of anything."""
    copy = changed(asked, lambda whole: whole.update(answer=answer))

    result = run("check", copy, *TENANT, status=2)

    assert "/answer/claims" in result.stderr


def test_what_is_exempt_is_told(run, asked):
    """A pipeline sees that prose was let through without a source."""
    greeting = {"prose": "Hello.", "exempt": [{"start": 0, "end": 6}]}
    copy = changed(asked, lambda whole: whole.update(answer=greeting))

    result = run("check", copy, *TENANT)

    assert "1 span of prose exempt" in result.stdout


@pytest.mark.parametrize("arguments", [("",), ("folder", "--db", ":memory:")])
def test_what_would_store_nothing_is_refused(run, folder, arguments):
    """An unset variable is not this folder, and a database in memory is no database."""
    run("ingest", *(folder if each == "folder" else each for each in arguments), *TENANT, status=2)


def test_a_path_that_is_not_there_is_missing(run, folder):
    """And not of an unsupported kind."""
    result = run("ingest", folder, folder / "nowhere.md", *TENANT)

    assert "skipped (missing): nowhere.md" in result.stderr


def test_citations_alone_are_no_answer(run, asked, tmp_path):
    """A file handed over twice, or swapped, does not hold."""
    retrieved = tmp_path / "retrieved.json"
    retrieved.write_text(json.dumps(json.loads(asked.read_text())["retrieved"]))

    result = run("check", retrieved, retrieved, *TENANT, status=2)

    assert "/claims" in result.stderr


def test_a_dry_run_tells_and_erases_nothing(run, shelf):
    """The document is still there to be asked, and to be erased."""
    dry = ("erase", "--document", "grant.txt", "--reason", "legal", "--dry-run", *TENANT)

    told = json.loads(run(*dry, "--json").stdout)

    assert [each["document_version"] for each in told["would_erase"]] == ["v1"]
    assert "would erase: 1 passage" in run(*dry).stdout
    assert "grant.txt@v1" in run("ask", QUESTION, *TENANT).stdout
