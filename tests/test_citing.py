"""From hits to citations, and from a citation to its characters."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    Branch,
    BranchScore,
    Citation,
    ConfigurationError,
    Hit,
    InvalidRecordError,
    MissingTenantContextError,
    SourceLocator,
    Span,
    TenantCrossingError,
    TimeRange,
    UngroundedCitationError,
    by_chunk,
    by_passage,
    cite,
    excerpt,
    merge_citations,
    tenant_scope,
)
from tests import strategies
from tests.examples import (
    NOON,
    PAGE,
    SECRET,
    TIMING,
    citation,
    document,
    hit,
    hit_without,
    result,
    retrieved,
    subject,
)


def cited(*hits: Hit, **how: Any) -> tuple[Citation, ...]:
    """Cite *hits* for acme, at noon."""
    with tenant_scope("acme"):
        return cite(result(*hits), retrieved_at=NOON, **how)


def refusal(*hits: Hit, **how: Any) -> str:
    """Give what `cite` says when it refuses *hits*."""
    with pytest.raises(ConfigurationError) as refused:
        cited(*hits, **how)
    assert refused.value.__cause__ is refused.value.__context__ is None
    return str(refused.value)


def test_a_citation_pins_the_characters_of_a_version():
    """Everything that an audit needs is read from the hit, and the tenant from the scope."""
    pinned = cited(hit({"uri": "s3://docs/handbook.md"}))

    assert pinned == (
        citation(
            score=0.8,
            branches=[Branch.KEYWORD],
            locator=SourceLocator(uri="s3://docs/handbook.md"),
        ),
    )


def test_citations_are_in_ranked_order():
    """One for each hit, the best first."""
    pinned = cited(subject(), hit())

    assert [each.citation_id for each in pinned] == ["policy", "timing"]


def test_nothing_found_is_nothing_cited():
    """Inside a scope, an empty result is no fault."""
    assert cited() == ()


def test_citing_needs_a_tenant():
    """Also where there is nothing to cite."""
    with pytest.raises(MissingTenantContextError) as refused:
        cite(result())

    assert refused.value.where == "citation"


def test_all_citations_of_a_run_have_one_time():
    """It is now, in UTC, if nothing else is said."""
    before = datetime.now(UTC)

    with tenant_scope("acme"):
        first, second = cite(result(hit(), subject()))

    assert first.retrieved_at is second.retrieved_at
    assert before <= first.retrieved_at <= datetime.now(UTC)
    assert first.retrieved_at.tzinfo is UTC


def test_a_given_time_is_kept_in_utc():
    """Whatever zone it came in."""
    there = NOON.astimezone(timezone(timedelta(hours=-7)))

    with tenant_scope("acme"):
        (pinned,) = cite(result(hit()), retrieved_at=there)

    assert (pinned.retrieved_at, pinned.retrieved_at.tzinfo) == (NOON, UTC)


@pytest.mark.parametrize("hits", [(), (hit(),)], ids=["no hits", "a hit"])
def test_a_time_without_a_zone_is_refused(hits: tuple[Hit, ...]):
    """Also where there is nothing to cite: whether it fails must not hang on what was found."""
    with tenant_scope("acme"), pytest.raises(InvalidRecordError) as refused:
        cite(result(*hits), retrieved_at=datetime(2026, 7, 1, 12, 0))  # noqa: DTZ001

    assert (refused.value.record, refused.value.field) == ("Citation", "retrieved_at")


@pytest.mark.parametrize(("rerank_score", "expected"), [(None, 0.8), (0.42, 0.42), (0.0, 0.0), (-3, -3.0)])
def test_the_reranker_has_the_last_word(rerank_score: Any, expected: float):
    """Its score counts where it gave one, and 0.0 is one."""
    (pinned,) = cited(hit(rerank_score=rerank_score))

    assert (pinned.score, type(pinned.score)) == (expected, float)


def test_branches_are_in_the_order_of_the_contributions():
    """Each is named once."""
    scores = [
        BranchScore(branch=each, score=1.0, rank=1)
        for each in (Branch.SEMANTIC, Branch.KEYWORD, Branch.SEMANTIC)
    ]

    (pinned,) = cited(hit(contributions=scores))

    assert pinned.branches == (Branch.SEMANTIC, Branch.KEYWORD)


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"page": "7", "section": "Refunds"}, SourceLocator(page=7, section="Refunds")),
        ({"page": 7, "page_label": 12}, SourceLocator(page=7, page_label="12")),
        ({"page": ""}, SourceLocator()),
        ({"page": "007"}, SourceLocator(page=7)),
        ({"time_start": "45.9", "time_end": 55.99}, SourceLocator(time=TimeRange(45, 55))),
        ({"time_start": 0, "time_end": "0.0"}, SourceLocator(time=TimeRange(0, 0))),
        ({"page": 3, "time_start": 45, "time_end": 55}, SourceLocator(time=TimeRange(45, 55))),
        ({"kind": "L", "entity": 42}, SourceLocator(kind="L", entity="42")),
        ({"source": "https://x.y", "license": "CC0", "anything": ["else"]}, SourceLocator()),
    ],
    ids=str,
)
def test_the_way_to_a_passage_is_read_from_its_metadata(metadata: dict[str, Any], expected: SourceLocator):
    """Numbers come as stores write them, and where a hit has a page and a time, the time decides."""
    (pinned,) = cited(hit(metadata))

    assert pinned.locator == expected


def test_enrichment_is_not_done_in_passing():
    """What is shown of a source is set where it can be checked."""
    (pinned,) = cited(hit({"source": "https://x.y", "license": "CC0"}))

    assert (pinned.source_url, pinned.source_license, pinned.retrieved_score) == (None, None, None)


def test_the_digest_of_the_store_is_kept():
    """A resolver compares it later."""
    (pinned,) = cited(hit({"digest": "k1:9f86d0"}))

    assert pinned.digest == "k1:9f86d0"


@pytest.mark.parametrize("number", [38, "38", "0038"], ids=ascii)
def test_offsets_come_as_integers_or_as_digits(number: Any):
    """Stores of strings and stores of numbers pin the same characters."""
    (pinned,) = cited(hit({"start": number}))

    assert pinned.span == TIMING


def test_a_version_may_be_a_number():
    """It is named by its digits."""
    (pinned,) = cited(hit({"version": 3}))

    assert pinned.document_version == "3"


NO_COUNTS: list[Any] = [
    "",
    None,
    "²",
    "٣",
    "+5",
    " 5",
    "5 ",
    "3.0",
    "-1",
    "1e3",
    "0x1f",
    "1_0",
    "seven",
    -1,
    3.0,
    True,
    float("nan"),
    2**53,
    "9" * 5000,
    b"5",
    [5],
]
NO_SECONDS: list[Any] = ["-0.5", -0.5, "1e3", "٣", "45s", "00:45", float("nan"), float("inf"), "9" * 5000, True]
BAD: list[tuple[str, Any]] = [
    *(("start", each) for each in NO_COUNTS),
    *(("end", each) for each in NO_COUNTS),
    ("end", 37),
    *(("page", each) for each in ["0", 0, *NO_COUNTS[2:]]),
    *(("version", each) for each in ["", " ", None, "v\n3", "?3", 3.0, True, "\ud800", "x" * 513, ["v3"]]),
    *(("time_start", each) for each in NO_SECONDS),
    *(("tenant", each) for each in ["", " ", "acme\u200b", 7, True, "?acme"]),
    *(("digest", each) for each in [" ", "a\x00b", 7]),
    *(("uri", each) for each in ["\ud800", b"x", 3.5, True]),
    *((key, "\ud800") for key in ("page_label", "section", "kind", "entity")),
]


@pytest.mark.parametrize(
    ("key", "value"),
    [pytest.param(*each, id=f"{each[0]}={ascii(each[1])[:12]}-{n}") for n, each in enumerate(BAD)],
)
def test_a_hit_that_cannot_be_pinned_is_refused(key: str, value: Any):
    """The error names the chunk and the key, so that the ingest can be put right."""
    said = refusal(hit({key: value}))

    assert "'timing'" in said
    assert f"'{key}'" in said


@pytest.mark.parametrize("key", ["version", "start", "end"])
def test_a_hit_without_what_pins_it_is_refused(key: str):
    """A version and a span are never guessed."""
    said = refusal(hit_without(key))

    assert "'timing'" in said
    assert f"'{key}'" in said


@pytest.mark.parametrize(
    ("metadata", "key"),
    [({"time_start": 45, "time_end": 44}, "time_end"), ({"time_end": 44}, "time_start")],
    ids=["backwards", "no start"],
)
def test_a_time_runs_forwards(metadata: dict[str, Any], key: str):
    """What ends before it starts, or never starts, is no time."""
    said = refusal(hit(metadata))

    assert "'timing'" in said
    assert f"'{key}'" in said


@pytest.mark.parametrize(
    "score", [float("nan"), float("inf"), True, "0.8", 10**400], ids=lambda each: str(each)[:6]
)
@pytest.mark.parametrize("key", ["score", "rerank_score"])
def test_a_score_that_is_no_number_is_refused(key: str, score: Any):
    """It names which of the two."""
    said = refusal(hit(**{key: score}))

    assert f"'{key}'" in said


@pytest.mark.parametrize("document_id", ["", " ", "a\x00b", "?x", None, 7])
def test_a_hit_of_no_document_is_refused(document_id: Any):
    """Its chunk is named all the same."""
    said = refusal(hit(document_id=document_id))

    assert "'timing'" in said
    assert "'document_id'" in said


@pytest.mark.parametrize("chunk_id", ["", " ", f"{SECRET}\n", "?x", None, 7, "\ud800"], ids=ascii)
def test_a_hit_without_a_usable_id_is_named_by_its_rank(chunk_id: Any):
    """What is no id is not repeated."""
    said = refusal(subject(), hit(chunk_id=chunk_id))

    assert "2" in said
    assert "'chunk_id'" in said
    assert "Whitfield" not in said


@pytest.mark.parametrize(
    "bad", [hit({"version": f"{SECRET}\n"}), hit({"page": SECRET}), hit({"tenant": f" {SECRET}"})]
)
def test_a_refusal_does_not_repeat_metadata(bad: Hit):
    """The key is named, its value is not."""
    assert "Whitfield" not in refusal(bad)


def test_the_same_passage_is_cited_once():
    """At its best rank, with what that hit says."""
    pinned = cited(hit(score=0.9), subject(), hit(score=0.1, text="other words"))

    assert [(each.citation_id, each.score) for each in pinned] == [("timing", 0.9), ("policy", 0.8)]


@pytest.mark.parametrize(
    "other",
    [hit({"version": "v4"}), hit({"start": 37}), hit(document_id="policies")],
    ids=["version", "span", "document"],
)
def test_one_id_for_two_passages_is_refused(other: Hit):
    """An audit could not tell them apart."""
    said = refusal(hit(), other)

    assert "'timing'" in said


def test_two_passages_of_one_chunk_id_can_be_told_apart():
    """`by_passage` names them by document, version and chunk."""
    pinned = cited(hit(), hit({"version": "v4"}), ids=by_passage)

    assert len({each.citation_id for each in pinned}) == 2
    assert {each.chunk_id for each in pinned} == {"timing"}


@given(strategies.ids, strategies.ids, strategies.ids)
def test_by_passage_is_a_hash_that_anyone_can_compute(document_id: str, version: str, chunk_id: str):
    """The first 32 hex digits of the SHA-256 of the RFC 8785 array of the three names."""
    found = hit({"version": version}, chunk_id=chunk_id, document_id=document_id)

    (pinned,) = cited(found, ids=by_passage)

    canonical = rfc8785.dumps([document_id, version, chunk_id])
    assert pinned.citation_id == sha256(canonical).hexdigest()[:32]
    assert by_passage(found, 1) == pinned.citation_id


def test_citations_are_named_after_their_chunks_by_default():
    """`by_chunk` says so."""
    assert cited(hit(), subject()) == cited(hit(), subject(), ids=by_chunk)


def test_a_program_may_name_citations_itself():
    """It is given each hit and its rank, from 1."""
    pinned = cited(hit(), subject(), ids=lambda found, rank: f"{rank}-{found.chunk_id}")

    assert [each.citation_id for each in pinned] == ["1-timing", "2-policy"]


@pytest.mark.parametrize("name", ["", "?1", "a\n", None, 7])
def test_a_name_that_is_no_id_is_refused(name: Any):
    """Whoever made it."""
    said = refusal(hit(), ids=lambda _hit, _rank: name)

    assert "'timing'" in said
    assert "'citation_id'" in said


@pytest.mark.parametrize(
    ("hits", "of_result"),
    [
        ([hit({"tenant": "globex"})], None),
        ([hit()], "globex"),
        ([], "globex"),
        ([hit({"tenant": "globex"})], "acme"),
        ([hit({"tenant": "acme"})], "globex"),
        ([hit({"tenant": "Acme"})], None),
    ],
)
def test_what_another_tenant_has_is_never_cited(hits: list[Hit], of_result: str | None):
    """Whether the result says whose it is, or a hit."""
    with tenant_scope("acme"), pytest.raises(TenantCrossingError) as refused:
        cite(result(*hits, tenant=of_result))

    assert refused.value.tenant == "acme"
    assert refused.value.into.lower() in {"globex", "acme"}
    assert refused.value.into != "acme"


def test_a_tenant_may_be_left_unsaid():
    """A store with one tenant need not name it."""
    assert [each.tenant for each in cited(hit(), hit({"tenant": "acme", "start": 0}, chunk_id="b"))] == [
        "acme"
    ] * 2


def test_a_tenant_can_be_required():
    """Then a result whose store does not say whose it is, is refused."""
    said = refusal(hit({"tenant": "acme"}), subject(), require_tenant=True)

    assert "'policy'" in said
    assert "'tenant'" in said


@pytest.mark.parametrize(("metadata", "of_result"), [({"tenant": "acme"}, None), ({}, "acme")])
def test_the_tenant_may_be_named_once(metadata: dict[str, Any], of_result: str | None):
    """By the result for all hits, or by each hit."""
    with tenant_scope("acme"):
        pinned = cite(result(hit(metadata), tenant=of_result), require_tenant=True)

    assert len(pinned) == 1


def test_an_excerpt_is_the_cited_characters():
    """Not one more, not one less."""
    with tenant_scope("acme"):
        shown = excerpt(citation(), document())

    assert shown == "A refund is paid within fourteen days."


@given(st.data())
def test_an_excerpt_counts_code_points(data: st.DataObject):
    """Whatever scripts and emoji stand before it."""
    text = data.draw(strategies.texts)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))

    with tenant_scope("acme"):
        shown = excerpt(citation(span=Span(start, end)), document(text=text))

    assert shown == text[start:end]


@pytest.mark.parametrize(
    "other",
    [document(version="v4"), document(document_id="policies"), document(text=PAGE[:75])],
    ids=["version", "document", "too short"],
)
def test_an_excerpt_is_from_what_was_cited(other: Any):
    """The same words in another version or document are not what was cited."""
    with tenant_scope("acme"), pytest.raises(UngroundedCitationError) as refused:
        excerpt(citation(), other)

    assert (refused.value.missing, refused.value.available) == (("timing",), ())
    assert refused.value.report.findings


def test_an_excerpt_is_for_the_tenant_of_the_citation():
    """In another's scope nothing is shown."""
    with tenant_scope("globex"), pytest.raises(TenantCrossingError) as refused:
        excerpt(citation(), document())

    assert (refused.value.tenant, refused.value.into) == ("globex", "acme")
    assert refused.value.citation_ids == ("timing",)


def test_an_excerpt_needs_a_tenant():
    """Outside a scope nothing is shown either."""
    with pytest.raises(MissingTenantContextError):
        excerpt(citation(), document())


LIBRARY = [citation(each, span=Span(n, n + 9)) for n, each in enumerate("abcdef")]
GROUPS = st.lists(st.lists(st.sampled_from(LIBRARY), max_size=6), max_size=4)


@given(GROUPS, st.lists(st.sampled_from(LIBRARY), max_size=6))
def test_merging_citations_only_appends(groups: list[list[Citation]], later: list[Citation]):
    """A number that was shown stays with its source, whatever is found later."""
    before = merge_citations(*groups)

    after = merge_citations(*groups, later)

    assert after[: len(before)] == before
    assert merge_citations(before, later) == after
    assert len({each.citation_id for each in after}) == len(after)
    assert {*after} == {each for group in (*groups, later) for each in group}


def test_the_first_of_two_records_of_a_passage_stands():
    """A later one may differ in time and score."""
    later = citation(score=0.9, retrieved_at=NOON + timedelta(days=1))

    assert merge_citations(retrieved(), [later]) == retrieved()


@pytest.mark.parametrize(
    "changed",
    [
        {"document_id": "policies"},
        {"document_version": "v4"},
        {"chunk_id": "other"},
        {"span": Span(37, 76)},
        {"tenant": "globex"},
    ],
    ids=lambda each: next(iter(each)),
)
def test_merging_refuses_one_id_for_two_passages(changed: dict[str, Any]):
    """A claim that names it would be ambiguous."""
    with pytest.raises(ConfigurationError) as refused:
        merge_citations(retrieved(), [citation(**changed)])

    assert "'timing'" in str(refused.value)


def test_merging_nothing_is_nothing():
    """No groups, and empty ones."""
    assert merge_citations() == merge_citations((), ()) == ()
