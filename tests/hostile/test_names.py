"""Names that command, match, format or break something elsewhere: here they name one thing, or nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    Chunk,
    Citation,
    CitedAnswer,
    ConfigurationError,
    CorpusResolver,
    Document,
    ErasedVersionError,
    ErasureReason,
    InvalidRecordError,
    Resolved,
    RetrievalScope,
    SourceNotFoundError,
    Span,
    Tombstone,
    Unresolved,
    check_grounding,
    citation_attributes,
    cite,
    passages,
    tenant_scope,
)
from tesserix_rag.cli import main
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.erasing import erase, foresee
from tesserix_rag.errors import WireError
from tesserix_rag.wire import canonical_json, from_json, to_json
from tests.corpus.libraries import ask, cited, erased, found, note
from tests.examples import NOON, TIMING, citation, claim, document, hit, result
from tests.hostile.values import Foreign, alone, refusal, rows, told

pytestmark = pytest.mark.usefixtures("acme")

NAMES: dict[str, str] = {
    "one letter": "a",
    "capital": "A",
    "blank behind": "a ",
    "blank before": " a",
    "blanks inside": "a  b",
    "zero": "0",
    "zeros": "000",
    "seven": "7",
    "leading zero": "07",
    "float": "7.0",
    "number": "NaN",
    "null": "null",
    "none": "None",
    "true": "true",
    "minus": "-",
    "option": "--help",
    "short option": "-k",
    "end of options": "--",
    "percent": "%",
    "percents": "%%",
    "pattern": "a%",
    "underscore": "_",
    "underscores": "a_b",
    "star": "*",
    "glob": "a*[b-c]?",
    "question behind": "a?",
    "caret": "^a",
    "quote": "'",
    "double quote": '"',
    "backtick": "`a`",
    "always true": "' OR '1'='1",
    "statement": "x'; DROP TABLE chunk; --",
    "comment": "a/*b*/",
    "union": "a' UNION SELECT text FROM version --",
    "parameter": ":tenant",
    "question parameter": "a ?1",
    "full text": '"a" OR b*',
    "near": "NEAR(a b, 5)",
    "column": "words : a",
    "and": "a AND NOT b",
    "table": "sqlite_master",
    "shelf": "words_1",
    "path": "../../etc/passwd",
    "root": "/",
    "dot": ".",
    "dots": "..",
    "windows": "C:\\con\\nul",
    "home": "~/a",
    "address": "file:///etc/passwd?x#y",
    "script address": "javascript:alert(1)",
    "format": "%s%n%d",
    "named format": "%(message)s",
    "braces": "{}",
    "attribute": "{0.__class__.__mro__}",
    "template": "{{7*7}}${HOME}#{1}",
    "shell": "$(id); `id` | id && id > x",
    "escape": "\\n\\x00\\u0000\\",
    "encoded": "%00%0a%2e%2e",
    "entity": "&lt;&#0;",
    "markup": "<script>alert(1)</script>",
    "formula": "=1+1",
    "json": '{"tenant":"globex"}',
    "array": '["a","b"]',
    "at": "a@b",
    "encoded at": "a%40b",
    "marker": "[1](https://evil) [cite:a] \u30101:0\u2020b\u3011",
    "longest": "x" * 512,
    "longest astral": "\U0001f600" * 512,
    "composed": "\u00e9",
    "decomposed": "e\u0301",
    "right to left": "\u05d0\u202eb",
    "zero width": "a\u200bb",
    "other digits": "\u0663",
    "noncharacter": "a\uffff",
}
NOTHING: dict[str, Any] = {
    "empty": "",
    "blank": " ",
    "blanks": " \u00a0\u2003\u3000",
    "unseen": "\u200b\u2060\ufeff",
    "fillers": "\u3164\u115f\uffa0\u2800",
    "tags": "\U000e0061\U000e0062",
    "selectors": "\ufe00\U000e0100",
    "nul": "\x00",
    "nul inside": "canary\x00",
    "newline": "canary\n",
    "newline first": "\ncanary",
    "return": "can\rary",
    "tab": "can\tary",
    "form feed": "canary\x0c",
    "separator": "canary\x1f",
    "escape": "\x1b[31mcanary",
    "delete": "canary\x7f",
    "next line": "canary\x85",
    "last control": "canary\x9f",
    "surrogate": "canary\ud800",
    "undecodable": "canary\udcff",
    "unresolved": "?canary",
    "question": "?",
    "too long": "c" * 513,
    "too long astral": "\U0001f600" * 513,
    "much too long": "canary" * 100_000,
    "number": 7,
    "truth": True,
    "bytes": b"canary",
    "list": ["canary"],
    "foreign": Foreign(),
}
WORDS = {name: value for name, value in NOTHING.items() if isinstance(value, str)}

PINNED: dict[str, Any] = {
    "citation_id": "c",
    "document_id": "d",
    "document_version": "v",
    "chunk_id": "k",
    "span": TIMING,
}
FIELDS: dict[str, tuple[Any, str]] = {
    f"{type(record).__name__}.{field}": (record, field)
    for record, fields in [
        (document(), "document_id version"),
        (
            Chunk(chunk_id="k", document_id="d", document_version="v", span=TIMING, ordinal=0, text=""),
            "chunk_id document_id document_version",
        ),
        (citation(), "citation_id document_id document_version chunk_id digest"),
        (RetrievalScope(collection="c"), "collection"),
        (Resolved(**PINNED, text="t"), "citation_id document_id document_version chunk_id superseded_by"),
        (
            Tombstone(**PINNED, erased_at=NOON, reason=ErasureReason.LEGAL),
            "citation_id document_id document_version chunk_id",
        ),
        (Unresolved(citation_id="c", code="missing"), "citation_id"),
    ]
    for field in fields.split()
}


# --- records ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", rows(NOTHING))
def test_what_names_nothing_is_refused(name: Any):
    """Record and field are named, and the refusal is the same whatever was given."""
    for record, field in FIELDS.values():
        refused, other = (
            refusal(InvalidRecordError, lambda r=record, f=field, v=value: attrs.evolve(r, **{f: v}))
            for value in (name, "")
        )

        assert (refused.record, refused.field) == (type(record).__name__, field)
        assert told(refused) == told(other)


@pytest.mark.parametrize("name", rows(NAMES))
def test_a_name_is_kept_in_a_record_and_in_its_json(name: str):
    """To the character, canonical or not."""
    for record, field in FIELDS.values():
        named = attrs.evolve(record, **{field: name})
        read = [from_json(type(record), write(named)) for write in (to_json, canonical_json)]

        assert [getattr(each, field) for each in (named, *read)] == [name] * 3


@given(st.one_of(st.text(max_size=5), st.text("a? \t\n\x00\x85\u200b\u3164\ud800\u00a0", max_size=4)))
def test_all_records_take_the_same_names(name: str):
    """A name of one is a name of all, in memory and in JSON."""
    taken = {accepted(lambda e=each, f=field: attrs.evolve(e, **{f: name})) for each, field in FIELDS.values()}
    fields = json.loads(to_json(citation()))
    taken.add(accepted(lambda: from_json(Citation, json.dumps({**fields, "document_id": name}))))
    with tenant_scope("acme"):
        taken.add(accepted(lambda: cite(result(hit(document_id=name)))))

    assert len(taken) == 1


def accepted(call: Callable[[], object]) -> bool:
    """Whether a call is not refused."""
    try:
        call()
    except (InvalidRecordError, ConfigurationError, WireError):
        return False
    return True


# --- hits ------------------------------------------------------------------------------


def given_hit(field: str, name: Any) -> Any:
    """Give a hit that a store named so."""
    return attrs.evolve(hit(), **{field: name})


@pytest.mark.parametrize("field", ["document_id", "chunk_id"])
@pytest.mark.parametrize("name", rows(NOTHING | {"none": None}))
def test_a_hit_of_nothing_is_not_cited(field: str, name: Any):
    """The key is named, the value is not."""
    refused = refusal(ConfigurationError, lambda: cite(result(given_hit(field, name))))

    assert f"'{field}'" in str(refused)
    assert told(refused) == told(refusal(ConfigurationError, lambda: cite(result(given_hit(field, "")))))


@pytest.mark.parametrize("name", rows({k: v for k, v in NOTHING.items() if k not in {"number", "foreign"}}))
def test_a_hit_of_no_version_is_not_cited(name: Any):
    """The chunk and the key are named, the value is not."""
    refused = refusal(ConfigurationError, lambda: cite(result(hit({"version": name}))))

    assert told(refused) == told(refusal(ConfigurationError, lambda: cite(result(hit({"version": ""})))))


@pytest.mark.parametrize("name", rows(NOTHING | {"none": None}))
def test_a_function_that_names_nothing_names_no_citation(name: Any):
    """What a caller's function gives is held to the same rule."""
    refused = refusal(ConfigurationError, lambda: cite(result(hit()), ids=lambda _hit, _rank: name))

    assert "'citation_id'" in str(refused)
    assert "canary" not in told(refused)


@pytest.mark.parametrize("name", rows(NAMES))
def test_a_hit_is_cited_under_its_names(name: str):
    """A claim that names it is grounded on it, and finds its passage."""
    found_ = result(hit({"version": name, "digest": name}, document_id=name, chunk_id=name))
    (pinned,) = cite(found_)
    grounded = check_grounding(CitedAnswer(claims=[claim(name)], citations=[pinned]), [pinned])

    assert (pinned.citation_id, pinned.document_id, pinned.document_version, pinned.digest) == (name,) * 4
    assert grounded.provenance() == (name,)
    assert dict(passages(found_, [pinned])) == {name: hit().text}


@pytest.mark.parametrize("name", rows(NAMES))
def test_an_error_says_a_name_as_it_is(name: str):
    """Nothing in it is filled in, and the error is one line."""
    refused = refusal(ConfigurationError, lambda: cite(result(hit({"version": None}, chunk_id=name))))

    assert repr(name) in str(refused)
    assert len(str(refused).splitlines()) == 1


def test_what_a_span_knows_of_documents_tells_them_apart():
    """As many documents as there are names, whatever stands in them."""
    named = [citation(f"c{at}", document_id=name) for at, name in enumerate([*NAMES.values()][:60])]
    attributes: dict[str, Any] = {**citation_attributes(named)}

    assert attributes["adk.citation.documents"] == sorted([*NAMES.values()][:60])
    assert all(each.count("@") == 1 for each in attributes["adk.citation.versions"])


# --- the store -------------------------------------------------------------------------


@pytest.mark.parametrize("name", rows(NAMES))
async def test_a_name_lives_end_to_end(filed: SqliteCorpus, name: str):
    """As document, version and collection at once: put, found, read, cited, resolved, foreseen and erased."""
    put = note(name, f"Room {name} is blue.", version=name, uri=name, title=name)
    (chunk,) = await filed.put(put, collection=name)
    (pinned,) = await cited(filed, "blue", scope=RetrievalScope(collection=name))
    resolved = await CorpusResolver(filed).resolve(pinned)
    seen = await foresee(filed, document_id=name, version=name, chunk_id=chunk.chunk_id)
    kept = (await filed.document(name), await filed.document(name, name))
    receipt = await erased(filed, name, version=name, chunk_id=chunk.chunk_id)

    assert kept == (put, put)
    assert resolved.text == put.text
    assert [(each.document_id, each.document_version) for each in seen.chunks] == [(name, name)]
    assert [(each.document_id, each.document_version) for each in receipt.tombstones] == [(name, name)]
    assert receipt.complete
    assert await found(filed, "blue", scope=RetrievalScope(collection=name)) == []


@pytest.mark.parametrize("kind", ["document", "version"])
async def test_all_names_stand_side_by_side(corpus: SqliteCorpus, kind: str):
    """No name matches, folds or overwrites another; each gives its own text back."""
    documents = [
        note(name, f"Room {at} is blue.")
        if kind == "document"
        else note("n", f"Room {at} is blue.", version=name)
        for at, name in enumerate(NAMES.values())
    ]
    for each in documents:
        await corpus.put(each)

    assert [await corpus.document(each.document_id, each.version) for each in documents] == documents


@pytest.mark.parametrize("name", rows(NAMES))
async def test_erasing_a_name_erases_no_other(corpus: SqliteCorpus, name: str):
    """Not the one it is a pattern, a prefix or a capital of, in documents, versions and collections."""
    others = [
        each
        for each in ("a", "A", "ab", "a b", "%", "_", "*", "7", "e\u0301", "\u00e9", "x" * 511)
        if each != name
    ]
    for each in (name, *others):
        await corpus.put(note(each, f"Room {len(each)} is blue.", version="v1"), collection=each)
        await corpus.put(note("shared", f"Hall {each} is red.", version=each))
    await erased(corpus, name)
    await erased(corpus, "shared", version=name)
    kept = [(await corpus.document(each)).document_id for each in others]
    halls = [(await corpus.document("shared", each)).version for each in others]
    rooms = [await found(corpus, "blue", scope=RetrievalScope(collection=each)) for each in (name, *others)]

    assert kept == halls == others
    assert rooms == [[], *([each] for each in others)]


@pytest.mark.parametrize("name", rows(NAMES))
async def test_a_name_that_nobody_has_matches_nothing(corpus: SqliteCorpus, name: str):
    """A wildcard is not everybody, and a condition that is always true is a name."""
    await corpus.put(note("handbook", "Room 1 is blue."))
    refused = []
    for call in (
        lambda: corpus.document(name),
        lambda: corpus.document("handbook", name),
        lambda: erased(corpus, name),
        lambda: erased(corpus, "handbook", version=name),
        lambda: erased(corpus, "handbook", chunk_id=name),
        lambda: foresee(corpus, document_id=name),
    ):
        with pytest.raises(SourceNotFoundError) as caught:
            await call()
        refused.append(caught.value)

    assert all(map(alone, refused))
    assert await found(corpus, "blue", scope=RetrievalScope(collection=name)) == []
    assert await found(corpus, "blue") == ["handbook"]


@pytest.mark.parametrize("name", rows(NAMES))
async def test_a_name_that_was_erased_is_told_as_it_is(corpus: SqliteCorpus, name: str):
    """The error carries document and version to the character, and so does its message."""
    await corpus.put(note(name, "Room 1 is blue.", version=name))
    await erased(corpus, name)
    with pytest.raises(ErasedVersionError) as refused:
        await corpus.document(name)

    assert (refused.value.document_id, refused.value.version) == (name, name)
    assert f"{name}@{name}" in str(refused.value)


@pytest.mark.parametrize("name", rows(NAMES))
async def test_a_citation_of_a_name_finds_that_and_no_other(corpus: SqliteCorpus, name: str):
    """Document, version and chunk of a citation are compared, not matched."""
    (chunk,) = await corpus.put(note("a", "Room 1 is blue.", version="a"))
    (true,) = await cited(corpus, "blue")
    wrong = [attrs.evolve(true, **{field: name}) for field in ("document_id", "document_version", "chunk_id")]
    resolved = await CorpusResolver(corpus).resolve_many([true, *wrong])

    assert [type(each) for each in resolved[3:]] == [Unresolved]
    assert [type(each) for each in resolved[1:3]] == [Resolved if name == "a" else Unresolved] * 2
    assert isinstance(resolved[0], Resolved)
    assert resolved[0].text == chunk.text


@pytest.mark.parametrize("name", rows(NOTHING))
async def test_a_store_is_asked_for_nothing(corpus: SqliteCorpus, name: Any):
    """As an argument of any call it is refused before the store, and told the same for each."""
    await corpus.put(note("handbook", "Room 1 is blue."))
    reason = ErasureReason.LEGAL
    calls: list[Callable[[Any], Any]] = [
        corpus.document,
        lambda bad: corpus.document("handbook", bad),
        lambda bad: corpus.put(note("other"), collection=bad),
        lambda bad: erase(corpus, document_id=bad, reason=reason),
        lambda bad: erase(corpus, document_id="handbook", version=bad, reason=reason),
        lambda bad: erase(corpus, document_id="handbook", chunk_id=bad, reason=reason),
        lambda bad: foresee(corpus, document_id=bad),
        lambda bad: foresee(corpus, document_id="handbook", version=bad),
        lambda bad: foresee(corpus, document_id="handbook", chunk_id=bad),
    ]
    for call in calls:
        refused = []
        for bad in (name, ""):
            with pytest.raises(ConfigurationError) as caught:
                await call(bad)
            refused.append(caught.value)

        assert told(refused[0]) == told(refused[1])
        assert all(map(alone, refused))
    assert await found(corpus, "blue") == ["handbook"]


@pytest.mark.parametrize("ticket", rows(NAMES | {"lines": "a\nb\x00c", "empty": ""}))
async def test_a_ticket_is_what_the_host_calls_it(filed: SqliteCorpus, path: Path, ticket: str):
    """Any text of its own is kept with the erasure, and does nothing else."""
    import sqlite3

    await filed.put(note("handbook", "Room 1 is blue."))
    receipt = await erased(filed, ticket=ticket)
    connection = sqlite3.connect(path)
    kept = connection.execute("SELECT ticket FROM erasure").fetchall()
    connection.close()

    assert receipt.complete
    assert kept == [(ticket,)]


@pytest.mark.parametrize("name", rows(NAMES))
async def test_a_name_is_no_query(corpus: SqliteCorpus, name: str):
    """Asked for, it finds the passages that hold one of its words, and is given back as it is."""
    await corpus.put(note("plain", "Room 1 is blue."))
    retrieved = await ask(corpus, f"blue {name}")

    assert retrieved.query == f"blue {name}"
    assert [each.document_id for each in retrieved.hits] == ["plain"]


# --- the command line ------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a database with one document."""
    folder = tmp_path_factory.mktemp("names")
    (folder / "grant.txt").write_text("The grant pays 4,200 euros a year.\n")
    CliRunner().invoke(main, ["ingest", str(folder), "--tenant", "acme", "--db", str(folder / "corpus.db")])
    return folder / "corpus.db"


@pytest.fixture
def shelf(stored: Path, run: Any, tmp_path: Path) -> Callable[[], bool]:
    """Give a copy of it, and whether its document is still there."""
    shutil.copy(stored, tmp_path / "tesserix-rag.db")

    def is_whole() -> bool:
        asked = run("ask", "What does the grant pay?", "--tenant", "acme", "--json")
        return bool(json.loads(asked.stdout_bytes)["answer"]["claims"])

    return is_whole


ARGUMENTS = {name: value for name, value in WORDS.items() if "\x00" not in value}
COMMANDS: list[list[str]] = [
    ["erase", "--reason=legal", "--document={}"],
    ["erase", "--reason=legal", "--document=grant.txt", "--version={}"],
    ["erase", "--reason=legal", "--document=grant.txt", "--chunk={}"],
    ["erase", "--reason=legal", "--dry-run", "--document={}"],
]
ASKING = ["ask", "Grant?", "--collection={}"]


@pytest.mark.parametrize("name", rows(ARGUMENTS))
def test_the_command_line_works_for_nothing(run: Any, shelf: Callable[[], bool], name: str):
    """Exit status 2, one line without the name, and nothing was done; an empty name is not every name."""
    outcomes = [
        run(*(each.replace("{}", name) for each in command), "--tenant", "acme", "--json")
        for command in (*COMMANDS, ASKING)
    ]

    assert {(each.exit_code, each.stdout, each.stderr.count("\n")) for each in outcomes} == {(2, "", 1)}
    assert not any("canary" in each.stderr for each in outcomes)
    assert shelf()


@pytest.mark.parametrize("name", rows(NAMES))
def test_the_command_line_erases_what_is_named_and_nothing_else(run: Any, shelf: Callable[[], bool], name: str):
    """A name that nobody has is not there: exit status 1, and the document stays."""
    outcomes = [
        run(*(each.replace("{}", name) for each in command), "--tenant", "acme") for command in COMMANDS
    ]

    assert {(each.exit_code, each.stdout) for each in outcomes} == {(1, "")}
    assert {each.stderr for each in outcomes} == {"SourceNotFoundError: the source is not in the store\n"}
    assert shelf()


IN_FILES = {
    name: value
    for name, value in NAMES.items()
    if "/" not in value and len(value) < 60 and value not in {".", ".."}
}


@pytest.mark.parametrize("name", rows(IN_FILES))
def test_a_file_of_any_name_lives_on_the_command_line(run: Any, tmp_path: Path, name: str):
    """Ingested, asked, resolved and erased under it, in a collection that is called so, too."""
    (tmp_path / "papers").mkdir()
    file = f"{name}.txt"
    (tmp_path / "papers" / file).write_text("The grant pays 4,200 euros a year.\n")
    scope = ["--tenant", "acme", "--json"]
    stored = json.loads(run("ingest", "papers", f"--collection={name}", *scope).stdout_bytes)
    if file.startswith("."):
        pytest.skip("a hidden file is left alone")
    asked = run("ask", "What does the grant pay?", f"--collection={name}", *scope)
    (tmp_path / "asked.json").write_bytes(asked.stdout_bytes)
    resolved = run("resolve", "asked.json", *scope)
    gone = run("erase", f"--document={file}", "--reason=legal", *scope)

    assert [each["document_id"] for each in stored["documents"]] == [file]
    assert [each["document_id"] for each in json.loads(resolved.stdout_bytes)] == [file]
    assert [each["document_id"] for each in json.loads(gone.stdout_bytes)["tombstones"]] == [file]
    assert (resolved.exit_code, gone.exit_code) == (0, 0)


def test_a_document_has_a_name_and_a_version_apart():
    """No name runs into the other: the pairs are two documents."""
    one, other = (
        Document(document_id="a@b", version="c", text=""),
        Document(document_id="a", version="b@c", text=""),
    )

    assert one != other


async def test_names_that_run_together_are_two_chunks(corpus: SqliteCorpus):
    """Chunk ids come from the names one by one, not from their sum."""
    pairs = [
        ("a@b", "c"),
        ("a", "b@c"),
        ("a,b", "c"),
        ("a", "b,c"),
        ('a","b', "c"),
        ("a", 'b","c'),
        ("ab", "c"),
        ("a", "bc"),
    ]
    chunks = [
        chunk
        for document_id, version in pairs
        for chunk in await corpus.put(
            note(document_id, "Room 1 is blue.", version=version), chunks=[Span(0, 4)]
        )
    ]

    assert len({each.chunk_id for each in chunks}) == len(pairs)
