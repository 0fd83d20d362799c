"""From the record of a source to the citation of it, and from a model to nowhere."""

from __future__ import annotations

import copy
import math
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    Citation,
    CitedAnswer,
    GroundedAnswer,
    HybridPath,
    InvalidRecordError,
    MissingTenantContextError,
    RetrievalResult,
    Span,
    TenantCrossingError,
    check_grounding,
    cite,
    tenant_scope,
)
from tesserix_rag.enriching import enrich
from tests import strategies
from tests.examples import SECRET, citation, claim, hit, passing, result, retrieved, subject

SOURCE = {"source": "https://handbook.example/refunds", "license": "CC-BY-4.0"}
EMPTY = (None, None, None)
MADE_UP = {"source_url": "https://evil.example", "source_license": "MIT", "retrieved_score": 99.0}


def known(each: Citation) -> tuple[str | None, str | None, float | None]:
    """Give what enrichment sets."""
    return each.source_url, each.source_license, each.retrieved_score


def found(*hits: Any, path: HybridPath | None = HybridPath.FULL, **changed: Any) -> RetrievalResult:
    """Give a result that went the full way."""
    return result(*hits, path=path, **changed)


def enriched(citations: Any, found: RetrievalResult) -> Any:
    with tenant_scope("acme"):
        return enrich(citations, found)


def one(found: RetrievalResult, **changed: Any) -> tuple[str | None, str | None, float | None]:
    """Enrich one citation, which a model had enriched before."""
    (each,) = enriched((citation(**{**MADE_UP, **changed}),), found)
    return known(each)


# --- what is set -------------------------------------------------------------


def test_the_record_gives_url_licence_and_relevance():
    assert one(found(hit(SOURCE, rerank_score=2.0))) == (*SOURCE.values(), 88.0)


@pytest.mark.parametrize("path", [HybridPath.RRF_ONLY, HybridPath.DENSE_ONLY, None])
def test_without_the_full_way_there_is_no_relevance(path: HybridPath | None):
    """Scores of other ways are of other scales; URL and licence are known on each."""
    assert one(found(hit(SOURCE, rerank_score=2.0), path=path)) == (*SOURCE.values(), None)


@pytest.mark.parametrize("logit", [None, math.nan, "2", True])
def test_without_a_logit_there_is_no_relevance(logit: Any):
    """The store's own score is none."""
    assert one(found(hit(SOURCE, rerank_score=logit, score=0.9))) == (*SOURCE.values(), None)


@pytest.mark.parametrize(
    "source", ["", " ", "handbook.pdf", "javascript:alert(1)", "http://localhost/x", 7, True]
)
def test_a_source_that_is_no_safe_url_is_none(source: Any):
    """B109, B110: the rest is set all the same, and nothing stands in for it."""
    assert one(found(hit({**SOURCE, "source": source}, rerank_score=2.0))) == (None, "CC-BY-4.0", 88.0)


@pytest.mark.parametrize("terms", ["", "  ", "\u200b", 4, True, "\ud800"])
def test_a_licence_that_says_nothing_is_none(terms: Any):
    assert one(found(hit({**SOURCE, "license": terms}, rerank_score=2.0))) == (SOURCE["source"], None, 88.0)


def test_what_the_record_does_not_say_is_absent():
    """B109: other keys that sound alike are not read."""
    assert one(found(hit({"url": "https://k.example/a", "uri": "https://k.example/a"}))) == EMPTY


# --- whose it is -------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"chunk_id": "timing::00"},
        {"document_id": "handbook::00"},
        {"metadata": {**SOURCE, "version": "v2"}},
        {"metadata": {**SOURCE, "start": 37}},
        {"metadata": {**SOURCE, "end": 77}},
        {"metadata": {**SOURCE, "end": None}},
    ],
    ids=repr,
)
def test_only_the_very_passage_counts(changed: dict[str, Any]):
    """A part of it, another version and another span are another source."""
    assert one(found(hit(**{"metadata": SOURCE, "rerank_score": 2.0, **changed}))) == EMPTY


def test_a_part_of_it_does_not_stand_in_the_way():
    parts = [hit(SOURCE, chunk_id="timing::00"), hit({**SOURCE, "source": "https://b.example/x"})]

    assert one(found(*parts)) == ("https://b.example/x", "CC-BY-4.0", None)


def test_of_two_hits_of_one_passage_the_better_counts():
    """The first one, wholly: fields of two records are never mixed."""
    hits = [hit({"license": "MIT"}, rerank_score=0.0), hit(SOURCE, rerank_score=2.0)]

    assert one(found(*hits)) == (None, "MIT", 50.0)


def test_the_name_of_a_citation_means_nothing():
    assert one(found(hit(SOURCE)), citation_id="another", chunk_id="timing") == (*SOURCE.values(), None)


# --- what never survives -----------------------------------------------------


def test_what_a_model_wrote_is_gone():
    """Also where no hit is, and where nothing was found."""
    assert one(found(subject())) == EMPTY
    assert one(found()) == EMPTY


class Unwilling(str):
    """Text of a store that will not be read."""

    __slots__ = ()

    def __eq__(self, _other: object) -> bool:
        raise RuntimeError

    def __ne__(self, _other: object) -> bool:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError

    __hash__ = str.__hash__


@pytest.mark.parametrize("key", ["source", "license", "version", "start", "tenant"])
def test_one_that_cannot_be_read_spoils_no_other(key: str):
    """The first and the third are enriched, the second is cleared."""
    citations = [
        citation("first"),
        citation("second", **MADE_UP),
        citation("third"),
    ]
    hits = [
        hit(SOURCE, chunk_id="first"),
        hit({**SOURCE, key: Unwilling(SECRET)}, chunk_id="second"),
        hit(SOURCE, chunk_id="third"),
    ]

    first, second, third = enriched(citations, found(*hits))

    assert known(first) == known(third) == (*SOURCE.values(), None)
    assert second.citation_id == "second"
    assert second.source_url in {None, SOURCE["source"]}
    assert second.source_license in {None, SOURCE["license"]}
    assert second.retrieved_score is None


def test_what_is_no_citation_stays_where_it_is():
    """And spoils no other."""
    first, second, third = enriched((citation(), None, citation()), found(hit(SOURCE)))

    assert second is None
    assert known(first) == known(third) == (*SOURCE.values(), None)


@pytest.mark.parametrize("citations", [None, 7, (), []])
@pytest.mark.parametrize("given", [None, "x", result()])
def test_nothing_gives_nothing(citations: Any, given: Any):
    assert not enriched(citations, given)


def test_a_record_that_was_tampered_with_is_cleared():
    """It could not be built, and still carries nothing on."""
    broken = citation(**MADE_UP)
    object.__setattr__(broken, "score", "high")

    (each,) = enriched((broken,), found(hit(SOURCE)))

    assert known(each) == EMPTY


# --- what stays --------------------------------------------------------------

cited = st.lists(strategies.citations.map(lambda each: attrs.evolve(each, tenant="acme")), max_size=4)


@given(cited, strategies.results, st.data())
def test_nothing_else_changes(citations: list[Citation], found: RetrievalResult, data: st.DataObject):
    """Neither number, order and fields of what comes out, nor anything of what goes in."""
    drawn = [each for each in citations if data.draw(st.booleans())]
    hits = tuple(
        hit(
            {"version": each.document_version, "start": each.span.start, "end": each.span.end, **SOURCE},
            chunk_id=each.chunk_id,
            document_id=each.document_id,
            rerank_score=data.draw(st.floats(allow_nan=False)),
        )
        for each in drawn
    )
    found = attrs.evolve(found, hits=hits, tenant=None)
    before = copy.deepcopy((citations, found))

    given = enriched(tuple(citations), found)

    assert (citations, found) == before
    assert [attrs.evolve(each, **dict.fromkeys(MADE_UP)) for each in given] == [
        attrs.evolve(each, **dict.fromkeys(MADE_UP)) for each in citations
    ]
    assert enriched(given, found) == given
    pinned = {(each.chunk_id, each.document_id, each.document_version, each.span) for each in drawn}
    for each in given:
        is_found = (each.chunk_id, each.document_id, each.document_version, each.span) in pinned
        assert known(each)[:2] == (tuple(SOURCE.values()) if is_found else (None, None))
        assert each.retrieved_score is None or found.path is HybridPath.FULL


def test_a_list_stays_a_list_and_a_tuple_a_tuple():
    assert type(enriched([citation()], found())) is list
    assert type(enriched((citation(),), found())) is tuple


def test_a_checked_answer_stays_one():
    """With its text, its report and its time, and as sealed as before."""
    given = found(hit(SOURCE, rerank_score=2.0), subject())
    with tenant_scope("acme"):
        pinned = cite(given)
        answer = CitedAnswer(claims=[claim("timing"), claim("policy")], citations=pinned)
        checked = check_grounding(answer, [attrs.evolve(each, **MADE_UP) for each in pinned])
        shown = enrich(checked, given)

    assert type(shown) is GroundedAnswer
    assert [known(each) for each in shown.citations] == [(*SOURCE.values(), 88.0), EMPTY]
    assert (shown.text, shown.claims, shown.report) == (checked.text, checked.claims, checked.report)
    assert (shown.checked_at, shown.tenant) == (checked.checked_at, checked.tenant)
    assert checked.citations[0].source_url == MADE_UP["source_url"]
    with pytest.raises(InvalidRecordError):
        attrs.evolve(shown, tenant="globex")


def test_an_answer_in_prose_keeps_its_anchors_and_spans():
    with tenant_scope("acme"):
        checked = check_grounding(passing(), retrieved())
        shown = enrich(checked, found(hit(SOURCE)))

    assert attrs.evolve(shown.answer, citations=checked.citations) == checked.answer


# --- tenants -----------------------------------------------------------------


def test_it_needs_a_tenant():
    with pytest.raises(MissingTenantContextError):
        enrich((), found())


@pytest.mark.parametrize(
    ("citations", "given"),
    [
        ((citation(), citation("other", tenant="globex")), found()),
        ((citation(),), found(tenant="globex")),
        ((citation(),), found(hit({**SOURCE, "tenant": "globex"}))),
        ((), found(hit({"tenant": "globex"}))),
    ],
    ids=["citation", "result", "hit", "hit of nothing cited"],
)
def test_another_tenants_records_are_refused(citations: tuple[Citation, ...], given: RetrievalResult):
    with pytest.raises(TenantCrossingError) as refused:
        enriched(citations, given)

    assert refused.value.into == "globex"


def test_an_answer_that_another_tenant_checked_is_refused():
    """Although it cites nothing."""
    with tenant_scope("globex"):
        checked = check_grounding(CitedAnswer(), ())

    with pytest.raises(TenantCrossingError):
        enriched(checked, found())


@pytest.mark.parametrize("named", [" acme", 7, "\u200bacme"])
def test_a_hit_of_a_tenant_that_is_none_enriches_nothing(named: Any):
    """Whose it is cannot be known."""
    assert one(found(hit({**SOURCE, "tenant": named}))) == EMPTY


def test_a_hit_may_name_the_tenant():
    assert one(found(hit({**SOURCE, "tenant": "acme"}), tenant="acme"))[0] == SOURCE["source"]


def test_spans_tell_passages_of_one_chunk_apart():
    wide = hit({**SOURCE, "start": 0, "end": 76})

    assert one(found(wide), span=Span(0, 76))[0] == SOURCE["source"]
    assert one(found(wide)) == EMPTY
