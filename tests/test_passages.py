"""Results put together, and the text behind each citation."""

from __future__ import annotations

from typing import Any

import pytest

from tesserix_rag import (
    Branch,
    ConfigurationError,
    HybridPath,
    RetrievalResult,
    Span,
    TenantCrossingError,
    cite,
    merge_results,
    passages,
    tenant_scope,
)
from tests.examples import PAGE, citation, hit, result, retrieved, subject


def test_results_are_merged_passage_by_passage():
    """The first result's hits come first, and where two have the same passage, the first stands."""
    merged = merge_results(result(hit(score=0.2)), result(subject(), hit(score=0.9)))

    assert [(each.chunk_id, each.score) for each in merged.hits] == [("timing", 0.2), ("policy", 0.8)]


def test_a_passage_is_the_same_however_its_numbers_are_written():
    """One store keeps strings, the other integers."""
    merged = merge_results(result(hit()), result(hit({"start": 38, "end": 76})))

    assert merged.hits == (hit(),)


@pytest.mark.parametrize(
    "other",
    [hit({"version": "v4"}), hit({"start": 37}), hit(chunk_id="b"), hit(document_id="b")],
    ids=["version", "span", "chunk", "document"],
)
def test_two_passages_both_stay(other: Any):
    """What differs in one name is another passage."""
    merged = merge_results(result(hit()), result(other))

    assert merged.hits == (hit(), other)


def test_hits_that_cannot_be_pinned_are_not_lost():
    """Merging takes what stores give; it is `cite` that refuses."""
    bad, other = hit({"start": ""}), hit({"start": "", "version": "v4"})

    merged = merge_results(result(bad), result(other, bad))

    assert merged.hits == (bad, other)


def test_the_query_of_the_first_result_stands():
    """The others were asked on its behalf."""
    assert merge_results(result(query="a"), result(query="b")).query == "a"


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["full", "full"], HybridPath.FULL),
        (["full", "rrf_only"], None),
        (["full", None], None),
        ([None, "full"], None),
        ([None, None], None),
    ],
)
def test_a_path_is_kept_if_all_agree(paths: list[Any], expected: HybridPath | None):
    """Otherwise nobody can say how far the retrieval came."""
    assert merge_results(*(result(path=each) for each in paths)).path is expected


@pytest.mark.parametrize("partial", [(True, False), (False, True), (False, False)])
def test_what_is_partial_in_part_is_partial(partial: tuple[bool, bool]):
    """One branch that failed is enough."""
    merged = merge_results(*(result(partial=each) for each in partial))

    assert merged.partial is any(partial)


def test_branches_are_put_together():
    """Each once, in the order in which they were searched."""
    merged = merge_results(result(branches=["semantic"]), result(branches=["keyword", "semantic"]))

    assert merged.branches == (Branch.SEMANTIC, Branch.KEYWORD)


def test_one_result_is_its_own_merger():
    """Nothing is changed where there is nothing to merge."""
    one = result(hit(), subject(), tenant="acme", path="full", partial=True)

    assert merge_results(one) == one


@pytest.mark.parametrize(
    "other",
    [
        result(tenant="globex"),
        result(hit({"tenant": "globex"})),
        result(hit({"tenant": "globex"}), tenant="acme"),
    ],
    ids=["result", "hit", "hit against its result"],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_two_tenants_are_never_merged(other: RetrievalResult, swapped: bool):  # noqa: FBT001
    """Whether the result says whose it is, or a hit."""
    results = [result(subject(), tenant="acme"), other]

    with pytest.raises(ConfigurationError):
        merge_results(*(reversed(results) if swapped else results))


def test_the_same_tenant_stays_named():
    """A merged result still says whose it is."""
    assert merge_results(result(tenant="acme"), result(tenant="acme")).tenant == "acme"


def test_merging_with_an_unnamed_result_forgets_no_tenant():
    """What globex has cannot be cited for acme by merging it with what nobody claims."""
    merged = merge_results(result(subject()), result(hit(), tenant="globex"))

    with tenant_scope("acme"), pytest.raises(TenantCrossingError):
        cite(merged)


def test_merging_with_an_unnamed_result_claims_nothing():
    """What nobody claims does not become a tenant's by merging."""
    merged = merge_results(result(hit(), tenant="acme"), result(subject()))

    with tenant_scope("acme"), pytest.raises(ConfigurationError) as refused:
        cite(merged, require_tenant=True)

    assert "'policy'" in str(refused.value)


def test_each_citation_has_the_text_of_its_hit():
    """By citation id, in the order of the citations."""
    texts = passages(result(subject(), hit()), retrieved())

    assert dict(texts) == {"timing": PAGE[38:76], "policy": PAGE[:37]}
    assert [*texts] == ["timing", "policy"]


@pytest.mark.parametrize(
    "changed",
    [
        {"document_id": "policies"},
        {"document_version": "v4"},
        {"chunk_id": "other"},
        {"span": Span(37, 76)},
    ],
    ids=lambda each: next(iter(each)),
)
def test_a_citation_without_its_hit_has_no_text(changed: dict[str, Any]):
    """It is left out, and never given another's text."""
    assert passages(result(hit()), [citation(**changed)]) == {}


@pytest.mark.parametrize("found", [result(hit(), tenant="globex"), result(hit({"tenant": "globex"}))])
def test_another_tenants_text_stands_behind_no_citation(found: RetrievalResult):
    """However alike the two passages are."""
    assert passages(found, [citation()]) == {}


def test_a_passage_found_twice_has_the_text_of_the_first():
    """As in `cite`, the best rank stands."""
    assert passages(result(hit(), hit(text="other")), [citation()]) == {"timing": PAGE[38:76]}


def test_a_hit_that_cannot_be_pinned_is_nobodys_text():
    """Nothing is raised for it here."""
    assert passages(result(hit({"version": ""})), retrieved()) == {}


@pytest.mark.parametrize("tenant", ["", " acme", 7, ["acme"]], ids=ascii)
def test_a_hit_of_no_tenant_that_there_is_has_no_text(tenant: Any):
    """What names a tenant badly is not taken for a hit that names none."""
    assert passages(result(hit({"tenant": tenant})), [citation()]) == {}


def test_passages_are_read_only():
    """They are what was retrieved, and stay so."""
    texts = passages(result(hit()), retrieved())

    with pytest.raises(TypeError):
        texts["timing"] = "other"  # pyright: ignore[reportIndexIssue]
