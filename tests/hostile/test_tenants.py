"""Names of tenants that are none, that look like another's, or that mean everything elsewhere."""

from __future__ import annotations

import asyncio
import json
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    Citation,
    CitedAnswer,
    ConfigurationError,
    CorpusResolver,
    ErasedVersionError,
    ErasureReason,
    InvalidRecordError,
    MissingTenantContextError,
    Resolved,
    RetrievalResult,
    SourceChangedError,
    SourceNotFoundError,
    Span,
    TenantCrossingError,
    Tombstone,
    check_grounding,
    cite,
    current_tenant,
    excerpt,
    grounding_report,
    merge_citations,
    merge_results,
    passages,
    tenant_scope,
)
from tesserix_rag.corpus.protocol import ErasedChunk, Held, HeldChunk
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.erasing import foresee
from tesserix_rag.errors import WireCode, WireError
from tesserix_rag.wire import from_json, to_json
from tests import strategies
from tests.corpus.libraries import ask, citation_of, cited, erased, found, handbook
from tests.examples import NOON, PAGE, TIMING, citation, claim, document, hit, result
from tests.hostile.values import alone, refusal, rows, selectors, tags, told

REFUSED: dict[str, Any] = {
    "empty": "",
    "blank": " ",
    "blanks of other widths": "\u2003\u3000",
    "tab": "acme\t",
    "newline": "acme\n",
    "next line": "acme\x85",
    "nul inside": "a\x00b",
    "nul behind": "acme\x00",
    "escape": "\x1b[2Kacme",
    "space before": " acme",
    "space behind": "acme ",
    "no-break space": "ac\u00a0me",
    "line separator": "ac\u2028me",
    "zero width space": "acme\u200b",
    "zero width joiner": "ac\u200dme",
    "word joiner": "ac\u2060me",
    "byte order mark": "\ufeffacme",
    "soft hyphen": "ac\u00adme",
    "grapheme joiner": "ac\u034fme",
    "mongolian separator": "ac\u180eme",
    "hangul filler": "acme\u3164",
    "choseong filler": "acme\u115f",
    "override": "\u202eemca",
    "isolate": "\u2066acme\u2069",
    "arabic mark": "acme\u061c",
    "variation selector": "acme\ufe0f",
    "bytes in selectors": f"acme{selectors(b'globex')}",
    "tag characters": f"acme{tags('globex')}",
    "lone surrogate": "acme\ud800",
    "decomposed": "cafe\u0301",
    "marks in another order": "a\u0301\u0323",
    "decomposed hangul": "\u1112\u1161\u11ab",
    "singleton": "\u212b",
    "unresolved": "?acme",
    "question mark": "?",
    "too long": "x" * 513,
    "bytes": b"acme",
    "number": 7,
    "truth": True,
    "list": ["acme"],
    "dictionary": {"tenant": "acme"},
}
NO_TEXT = {name: value for name, value in REFUSED.items() if not isinstance(value, str)} | {"none": None}

DIFFERENT: dict[str, str] = {
    "another": "globex",
    "capital": "Acme",
    "capitals": "ACME",
    "full width": "\uff41\uff43\uff4d\uff45",
    "cyrillic": "\u0430cme",
    "mathematical": "\U0001d44ecme",
    "ligature": "\ufb01rm",
    "ligature written out": "firm",
    "dotless": "acm\u0131",
    "sharp s": "\u00df",
    "sharp s folded": "ss",
    "star": "*",
    "any": "acme*",
    "percent": "%",
    "percent behind": "acm%",
    "underscore": "_cme",
    "underscores": "____",
    "class": "[a]cme",
    "null": "null",
    "none": "None",
    "zero": "0",
    "true": "true",
    "default": "default",
    "quote": "acme' OR '1'='1",
    "statement": "x'; DROP TABLE document; --",
    "quoted": '"acme"',
    "path": "../acme",
    "slash": "acme/",
    "dot": "acme.",
    "at": "acme@globex",
    "format": "{tenant}",
    "percent format": "%s",
    "encoded": "acm%65",
    "escaped": "acm\\u0065",
    "two words": "acme corp",
    "composed": "caf\u00e9",
    "longest": "x" * 512,
}


def from_wire(tenant: Any) -> Citation:
    """Read a citation whose JSON names *tenant*."""
    fields = json.loads(to_json(citation()))
    return from_json(Citation, json.dumps({**fields, "tenant": tenant}))


def from_hit(tenant: Any) -> tuple[Citation, ...]:
    """Cite, for acme, a hit whose metadata names *tenant*."""
    with tenant_scope("acme"):
        return cite(result(hit({"tenant": tenant})))


# --- rejected --------------------------------------------------------------------------

RECORDS: dict[str, tuple[Callable[[Any], object], str]] = {
    "scope": (tenant_scope, "tenant_scope"),
    "citation": (lambda tenant: citation(tenant=tenant), "Citation"),
    "evolved citation": (lambda tenant: attrs.evolve(citation(), tenant=tenant), "Citation"),
    "result": (lambda tenant: result(tenant=tenant), "RetrievalResult"),
}


@pytest.mark.parametrize(("door", "record"), rows(RECORDS))
@pytest.mark.parametrize("tenant", rows(REFUSED))
def test_what_names_no_tenant_is_refused_by_records(door: Callable[[Any], object], record: str, tenant: Any):
    """A scope, a citation and a result name the field, and say the same whatever was given."""
    refused = refusal(InvalidRecordError, lambda: door(tenant))

    assert (refused.record, refused.field) == (record, "tenant")
    assert told(refused) == told(refusal(InvalidRecordError, lambda: door("")))


def test_a_scope_is_not_opened_for_nothing():
    """No tenant is no tenant, and never all of them."""
    nobody: Any = None
    refused = refusal(InvalidRecordError, lambda: tenant_scope(nobody))

    assert refused.field == "tenant"


@pytest.mark.parametrize("tenant", rows(REFUSED))
def test_what_names_no_tenant_is_refused_in_a_hit(tenant: Any):
    """The hit's chunk and the key are named, the value is not."""
    refused = refusal(ConfigurationError, lambda: from_hit(tenant))

    assert told(refused) == told(refusal(ConfigurationError, lambda: from_hit("\ud800")))
    assert "'timing'" in str(refused)
    assert "'tenant'" in str(refused)


@pytest.mark.parametrize("tenant", rows({k: v for k, v in REFUSED.items() if isinstance(v, str)}))
def test_what_names_no_tenant_is_refused_in_json(tenant: str):
    """As an invalid record or as a lone surrogate, at the tenant."""
    refused = refusal(WireError, lambda: from_wire(tenant))

    assert refused.path == "/tenant"
    assert refused.code in {WireCode.INVALID_RECORD, WireCode.SURROGATE}


@pytest.mark.parametrize("tenant", rows({k: v for k, v in NO_TEXT.items() if v != b"acme"}))
def test_what_is_no_text_names_no_tenant_in_json(tenant: Any):
    """Null is not everybody, and a list is not several."""
    refused = refusal(WireError, lambda: from_wire(tenant))

    assert (refused.code, refused.path) == (WireCode.WRONG_TYPE, "/tenant")


ARGUMENTS = {k: v for k, v in REFUSED.items() if isinstance(v, str) and "\x00" not in v}


COMMANDS: dict[str, list[str]] = {
    "ask": ["ask", "Refund?"],
    "check": ["check", "answer.json", "citations.json"],
    "resolve": ["resolve", "citations.json"],
    "erase": ["erase", "--document", "handbook", "--reason", "legal"],
    "ingest": ["ingest", "papers"],
}


@pytest.mark.parametrize("tenant", rows(ARGUMENTS))
@pytest.mark.parametrize("command", rows(COMMANDS))
def test_what_names_no_tenant_is_refused_by_the_command_line(
    run: Any, tmp_path: Any, command: list[str], tenant: str
):
    """No command works for a name that is none: exit status 2, one line, and not a word of the name."""
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "a.txt").write_text("A word.")
    (tmp_path / "answer.json").write_bytes(to_json(CitedAnswer()))
    (tmp_path / "citations.json").write_bytes(to_json([citation()]))
    (tmp_path / "corpus.db").touch()
    database = [] if command[0] == "check" else ["--db", "corpus.db"]

    outcome = run(*command, "--tenant", tenant, *database)

    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert outcome.stderr == "InvalidRecordError: tenant_scope.tenant does not hold what it must\n"


@pytest.mark.parametrize("tenant", ["", " ", "acme\u200b", "cafe\u0301"], ids=ascii)
def test_what_names_no_tenant_is_refused_from_the_environment(run: Any, path: Any, tenant: str):
    """An unset variable that a shell makes empty is not every tenant."""
    path.touch()

    outcome = run("ask", "Refund?", "--db", path, env={"TESSERIX_RAG_TENANT": tenant})

    assert outcome.exit_code == 2
    assert outcome.stdout == ""


# --- different -------------------------------------------------------------------------


@pytest.mark.parametrize("tenant", rows(DIFFERENT))
def test_a_name_is_kept_to_the_character(tenant: str):
    """Nothing folds, trims or unescapes it, in memory or on the wire."""
    with tenant_scope(tenant):
        (pinned,) = cite(result(hit({"tenant": tenant}), tenant=tenant), require_tenant=True)
        inside = current_tenant()

    assert pinned.tenant == inside == tenant
    assert from_json(Citation, to_json(pinned)).tenant == tenant


@pytest.mark.parametrize("tenant", rows(DIFFERENT))
def test_a_result_of_a_similar_name_is_anothers(tenant: str):
    """Whether the result or one of its hits says so, in both directions."""
    for scope, owner in [("acme", tenant), (tenant, "acme")]:
        for foreign in (result(tenant=owner), result(hit(), hit({"tenant": owner}))):
            with tenant_scope(scope), pytest.raises(TenantCrossingError) as refused:
                cite(foreign)

            assert (refused.value.tenant, refused.value.into) == (scope, owner)
            assert alone(refused.value)


@pytest.mark.parametrize("tenant", rows(DIFFERENT))
@pytest.mark.parametrize("whose", ["answer", "retrieved", "both"])
def test_an_answer_of_a_similar_name_is_anothers(acme: None, tenant: str, whose: str):
    """Carried or retrieved, it crosses before anything else is looked at."""
    theirs, ours = citation(tenant=tenant), citation()
    carried = CitedAnswer(claims=[claim("timing")], citations=[ours if whose == "retrieved" else theirs])
    given_ = [ours if whose == "answer" else theirs]
    with pytest.raises(TenantCrossingError) as refused:
        check_grounding(carried, given_)

    report = grounding_report(carried, given_)

    assert (refused.value.tenant, refused.value.into) == ("acme", tenant)
    assert refused.value.citation_ids == ("timing",)
    assert [each.code for each in report.findings][:1] == ["tenant_crossing"]


@pytest.mark.parametrize("tenant", rows(DIFFERENT))
async def test_a_citation_of_a_similar_name_gives_no_text(corpus: SqliteCorpus, acme: None, tenant: str):
    """Neither from a store nor from a document at hand."""
    (chunk,) = await corpus.put(handbook())
    theirs = citation_of(chunk, tenant=tenant)
    resolver = CorpusResolver(corpus)
    refusals = []
    for call in (resolver.resolve(theirs), resolver.resolve_many([citation_of(chunk), theirs])):
        with pytest.raises(TenantCrossingError) as refused:
            await call
        refusals.append(refused.value)
    refusals.append(refusal(TenantCrossingError, lambda: excerpt(theirs, handbook())))

    assert {(each.tenant, each.into, each.citation_ids) for each in refusals} == {
        ("acme", tenant, (chunk.chunk_id,))
    }


@pytest.mark.parametrize("tenant", rows(DIFFERENT))
def test_similar_names_are_never_merged(tenant: str):
    """One id of two tenants is two passages, and two results of two tenants are no result."""
    for_one = refusal(ConfigurationError, lambda: merge_citations([citation()], [citation(tenant=tenant)]))
    refusal(ConfigurationError, lambda: merge_results(result(tenant="acme"), result(tenant=tenant)))
    refusal(ConfigurationError, lambda: merge_results(result(tenant="acme"), result(hit({"tenant": tenant}))))

    assert "'timing'" in str(for_one)


@pytest.mark.parametrize("tenant", rows(DIFFERENT))
def test_a_passage_is_not_given_to_a_similar_name(tenant: str):
    """The text behind a citation is only its tenant's."""
    stamped = hit({"tenant": tenant})
    theirs = [result(hit(), tenant=tenant), result(stamped), result(stamped, tenant="acme")]

    assert [dict(passages(each, [citation()])) for each in theirs] == [{}, {}, {}]


async def test_similar_names_share_nothing_in_a_store(corpus: SqliteCorpus):
    """Each puts the same document with words of its own, and finds, reads and resolves only those."""
    names = ["acme", *DIFFERENT.values()]
    for number, tenant in enumerate(names):
        with tenant_scope(tenant):
            await corpus.put(handbook(f"Refunds are paid. Room {number}."))
    seen = []
    for tenant in names:
        with tenant_scope(tenant):
            (pinned,) = await cited(corpus, "refunds")
            resolved = await CorpusResolver(corpus).resolve(pinned)
            seen.append((pinned.tenant, resolved.text, (await corpus.document("handbook")).text))

    assert seen == [(t, *[f"Refunds are paid. Room {n}."] * 2) for n, t in enumerate(names)]


@pytest.mark.parametrize("tenant", rows(DIFFERENT))
async def test_a_similar_name_erases_only_its_own(corpus: SqliteCorpus, tenant: str):
    """Also where its name is a pattern that fits the other."""
    with tenant_scope("acme"):
        await corpus.put(handbook())
    with tenant_scope(tenant):
        await corpus.put(handbook())
        receipt = await erased(corpus)
        gone = await found(corpus, "fortnight")
    with tenant_scope("acme"):
        kept = (await corpus.document("handbook"), await found(corpus, "fortnight"))

    assert (receipt.complete, gone) == (True, [])
    assert kept == (handbook(), ["handbook"])


# --- the same ids in two tenants -------------------------------------------------------


class Shelf:
    """A store of another make: it names chunks as it likes, so two tenants have the same names."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    async def held(self, citations: Sequence[Citation]) -> tuple[Held, ...]:
        """Give the chunk of the tenant whose scope it is."""
        await asyncio.sleep(0)
        text = self._texts[current_tenant()]
        return tuple(
            HeldChunk(span=each.span, text=text, digest=None, superseded_by=None) for each in citations
        )


def shelf(texts: dict[str, str]) -> Any:
    """Give a store of another make; a resolver asks it for no more than this."""
    return Shelf(texts)


async def test_the_same_chunk_ids_resolve_to_each_tenants_text():
    """One resolver serves both, in turns and at once; nothing is kept from one for the other."""
    resolver = CorpusResolver(shelf({"acme": "ours", "globex": "theirs"}))

    async def text(tenant: str) -> str:
        with tenant_scope(tenant):
            return (await resolver.resolve(citation(tenant=tenant))).text

    order = ["acme", "globex", "globex", "acme"] * 5

    assert [await text(each) for each in order] == list(await asyncio.gather(*map(text, order)))
    assert [await text(each) for each in order[:2]] == ["ours", "theirs"]


async def test_the_same_ids_in_two_tenants_are_cited_apart(corpus: SqliteCorpus):
    """A citation that one tenant made of its chunk does not name the other's."""
    pinned = {}
    for tenant in ("acme", "globex"):
        with tenant_scope(tenant):
            await corpus.put(handbook())
            (pinned[tenant],) = await cited(corpus, "fortnight")
    stolen = attrs.evolve(pinned["globex"], tenant="acme")
    with tenant_scope("acme"), pytest.raises(SourceNotFoundError) as refused:
        await CorpusResolver(corpus).resolve(stolen)

    assert pinned["acme"].document_id == pinned["globex"].document_id
    assert refused.value.citation_id == stolen.citation_id
    assert alone(refused.value)


# --- a store that gives another tenant's record ----------------------------------------


class Liar:
    """A store that gives whatever it has, to whoever asks."""

    def __init__(self, held: Held) -> None:
        self._held = held

    async def held(self, citations: Sequence[Citation]) -> tuple[Held, ...]:
        """Give it for each."""
        return tuple(self._held for _ in citations)


def liar(held: Held) -> Any:
    """Give such a store; a resolver asks it for no more than this."""
    return Liar(held)


async def test_another_tenants_passage_does_not_fit_the_digest(corpus: SqliteCorpus):
    """What a store gives is compared with what was pinned, also where words and place are equal."""
    held: dict[str, Held] = {}
    pinned: dict[str, Citation] = {}
    for tenant in ("acme", "globex"):
        with tenant_scope(tenant):
            await corpus.put(handbook())
            (pinned[tenant],) = await cited(corpus, "fortnight")
            (held[tenant],) = await corpus.held([pinned[tenant]])
    ours = pinned["acme"]
    with tenant_scope("acme"), pytest.raises(SourceChangedError) as refused:
        await CorpusResolver(liar(held["globex"])).resolve(ours)
    with tenant_scope("acme"):
        own = await CorpusResolver(liar(held["acme"])).resolve(ours)

    assert vars(refused.value) == {"citation_id": ours.citation_id}
    assert "fortnight" not in told(refused.value)
    assert isinstance(own, Resolved)


@pytest.mark.parametrize("field", ["document_id", "document_version", "chunk_id"])
async def test_the_tombstone_of_something_else_is_none(acme: None, field: str):
    """What was erased for another is not told as this citation's, and its names do not come along."""
    fields = {"document_id": "handbook", "document_version": "v3", "chunk_id": "timing", field: "canary"}
    foreign = ErasedChunk(**fields, span=TIMING, erased_at=NOON, reason=ErasureReason.LEGAL)
    with pytest.raises((SourceChangedError, SourceNotFoundError)) as refused:
        await CorpusResolver(liar(foreign)).resolve(citation())

    assert "canary" not in told(refused.value)


def test_a_retriever_that_gives_anothers_hits_is_not_cited(acme: None):
    """One foreign hit among its own refuses the whole result, wherever it stands."""
    mixed = result(hit({"tenant": "acme"}), hit({"tenant": "globex"}, chunk_id="theirs"))
    refused = refusal(TenantCrossingError, lambda: cite(mixed))

    assert (refused.tenant, refused.into, refused.citation_ids) == ("acme", "globex", ())


def test_a_hit_that_names_nobody_is_refused_where_a_name_is_asked_for(acme: None):
    """No metadata of one hit vouches for its neighbour."""
    mixed = result(hit({"tenant": "acme"}), hit({"start": 0}, chunk_id="nameless"))
    refused = refusal(ConfigurationError, lambda: cite(mixed, require_tenant=True))

    assert "'nameless'" in str(refused)


# --- elsewhere is nowhere --------------------------------------------------------------

Call = Callable[[SqliteCorpus, Citation], Awaitable[object]]

LOOKING: dict[str, Call] = {
    "document": lambda corpus, _cited: corpus.document("handbook"),
    "version": lambda corpus, _cited: corpus.document("handbook", "v1"),
    "resolve": lambda corpus, cited: CorpusResolver(corpus).resolve(cited),
    "erase document": lambda corpus, _cited: erased(corpus),
    "erase version": lambda corpus, _cited: erased(corpus, version="v1"),
    "erase chunk": lambda corpus, cited: erased(corpus, chunk_id=cited.chunk_id),
    "foresee document": lambda corpus, _cited: foresee(corpus, document_id="handbook"),
    "foresee version": lambda corpus, _cited: foresee(corpus, document_id="handbook", version="v1"),
    "foresee chunk": lambda corpus, cited: foresee(corpus, document_id="handbook", chunk_id=cited.chunk_id),
}
STATES = ["stored", "erased", "erased chunk", "superseded"]


async def elsewhere(corpus: SqliteCorpus, state: str) -> Citation:
    """Let globex have a handbook in some state, and give acme's guess at its passage."""
    with tenant_scope("globex"):
        (chunk,) = await corpus.put(handbook())
        if state == "erased":
            await erased(corpus)
        if state == "erased chunk":
            await erased(corpus, chunk_id=chunk.chunk_id)
        if state == "superseded":
            await corpus.put(handbook("Other words.", "v2"))
    return citation_of(chunk)


@pytest.mark.parametrize("call", rows(LOOKING))
@pytest.mark.parametrize("state", STATES)
async def test_what_exists_elsewhere_is_not_there(corpus: SqliteCorpus, call: Call, state: str):
    """Type, message, args and attributes are those of what nobody has, whatever the other did with it."""
    theirs = await elsewhere(corpus, state)
    refusals = []
    async with SqliteCorpus(":memory:") as empty:
        for store in (corpus, empty):
            with tenant_scope("acme"), pytest.raises(SourceNotFoundError) as refused:
                await call(store, theirs)
            refusals.append(refused.value)

    assert told(refusals[0]) == told(refusals[1])
    assert vars(refusals[0]) == vars(refusals[1])
    assert all(map(alone, refusals))


@pytest.mark.parametrize("state", STATES)
async def test_what_exists_elsewhere_is_unresolved_like_what_does_not(corpus: SqliteCorpus, state: str):
    """Among many, both are missing, and neither is a tombstone."""
    theirs = await elsewhere(corpus, state)
    nowhere = attrs.evolve(theirs, chunk_id="0" * 32, document_id="nowhere")
    with tenant_scope("acme"):
        one, other = await CorpusResolver(corpus).resolve_many([theirs, nowhere])

    assert one == other
    assert not isinstance(one, Tombstone)


@pytest.mark.parametrize("state", STATES)
async def test_what_exists_elsewhere_keeps_nobody_from_putting(corpus: SqliteCorpus, state: str):
    """Another's stored or erased version neither closes an id nor is compared with."""
    await elsewhere(corpus, state)
    with tenant_scope("acme"):
        await corpus.put(handbook("Our own words."))
        text = (await corpus.document("handbook")).text

    assert text == "Our own words."


@pytest.mark.parametrize("state", STATES)
async def test_what_exists_elsewhere_is_not_found(corpus: SqliteCorpus, state: str):
    """A search gives the very result that an empty store gives."""
    await elsewhere(corpus, state)
    async with SqliteCorpus(":memory:") as empty:
        with tenant_scope("acme"):
            one, other = await ask(corpus, "fortnight"), await ask(empty, "fortnight")

    assert one == other == RetrievalResult(query="fortnight", branches=one.branches, tenant="acme")


async def test_a_closed_document_is_closed_for_its_tenant_only(corpus: SqliteCorpus):
    """Whoever erased it is told so, and nobody else."""
    await elsewhere(corpus, "erased")
    with tenant_scope("globex"), pytest.raises(ErasedVersionError):
        await corpus.put(handbook("New words.", "v2"))
    with tenant_scope("acme"):
        chunks = await corpus.put(handbook("New words.", "v2"))

    assert len(chunks) == 1


@pytest.mark.parametrize(
    "command",
    [["erase", "--document", "grant.txt", "--reason", "legal"], ["resolve", "c.json"]],
    ids=["erase", "resolve"],
)
def test_the_command_line_does_not_tell_what_exists_elsewhere(run: Any, tmp_path: Any, command: Any):
    """Exit status and both streams are those for what nobody has."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "grant.txt").write_text("The grant pays 4,200 euros a year.\n")
    (tmp_path / "c.json").write_bytes(to_json([citation(document_id="grant.txt", document_version="v1")]))
    run("ingest", folder, "--tenant", "globex", "--db", "full.db")
    run("ingest", folder, "--tenant", "initech", "--db", "other.db")
    run("erase", "--document", "grant.txt", "--reason", "legal", "--tenant", "initech", "--db", "other.db")

    outcomes = [run(*command, "--tenant", "acme", "--db", each) for each in ("full.db", "other.db")]

    assert {each.exit_code for each in outcomes} == {1}
    assert outcomes[0].output == outcomes[1].output


# --- every door alike ------------------------------------------------------------------


def opens(call: Callable[[], object]) -> bool:
    """Whether a door lets a name in."""
    try:
        call()
    except (InvalidRecordError, ConfigurationError, WireError):
        return False
    except TenantCrossingError:
        return True
    return True


ODD = st.text("acme\u200b\u0301 \u00e9e?%*\x00\ud800", max_size=6)


@given(st.one_of(strategies.tenants, st.text(max_size=8), ODD))
def test_all_doors_take_the_same_names(tenant: str):
    """A name is one everywhere or nowhere: none is refused at the scope and taken from a hit."""
    taken = {
        opens(lambda: tenant_scope(tenant)),
        opens(lambda: citation(tenant=tenant)),
        opens(lambda: result(tenant=tenant)),
        opens(lambda: from_hit(tenant)),
        opens(lambda: from_wire(tenant)),
    }

    assert len(taken) == 1


@given(strategies.tenants, strategies.tenants)
def test_only_the_very_same_name_is_the_same_tenant(one: str, other: str):
    """Whatever the two names are."""
    with tenant_scope(one):
        crosses = opens_into(other)

    assert crosses == (one != other)


def opens_into(owner: str) -> bool:
    """Whether citing what *owner* has is refused as a crossing."""
    try:
        cite(result(hit({"tenant": owner}), tenant=owner))
    except TenantCrossingError:
        return True
    return False


@given(strategies.tenants)
def test_a_name_is_what_a_reader_sees(tenant: str):
    """It is composed and has no outer spaces, so that no second name is composed or trimmed to it."""
    assert unicodedata.normalize("NFC", tenant) == tenant == tenant.strip()


def test_no_scope_is_no_tenant():
    """Outside a scope nothing is cited, checked or sliced, not even what names its tenant."""
    refused = [
        refusal(MissingTenantContextError, lambda: cite(result(tenant="acme"))),
        refusal(MissingTenantContextError, lambda: check_grounding(CitedAnswer(), [])),
        refusal(MissingTenantContextError, lambda: excerpt(citation(), document())),
    ]

    assert all(each.where for each in refused)


def test_the_text_of_an_excerpt_is_its_tenants(acme: None):
    """The scope's own citation gives its characters."""
    assert excerpt(citation(span=Span(0, 7)), document()) == PAGE[:7]
