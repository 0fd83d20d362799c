"""How well answers cite, in numbers, and what is no number."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import CitedAnswer, Claim, Span
from tesserix_rag.errors import ConfigurationError, InvalidRecordError
from tesserix_rag.evidence import (
    Asked,
    CitationScore,
    Judge,
    Share,
    Tier,
    Verdict,
    abstention_score,
    citation_score,
    citation_scores,
    coverage,
    tier_shares,
    validity,
)
from tests.examples import citation

ONE, TWO, THREE = (citation(each) for each in ("one", "two", "three"))
PASSAGES = {"one": "1", "two": "2", "three": "3"}


def claim(*ids: str, text: str = "It is so.") -> Claim:
    return Claim(text=text, citation_ids=ids)


def answer(*claims: Claim) -> CitedAnswer:
    return CitedAnswer(claims=claims, citations=(ONE, TWO, THREE))


def needs(*enough: set[str]) -> Judge:
    """Give a judge who is content with each of these sets of citations."""

    async def judge(claims: Sequence[Claim], passages: Mapping[str, str]) -> list[Verdict]:
        assert all(each.citation_ids for each in claims)
        return [
            Verdict.SUPPORTED if any(each <= set(claim.citation_ids) for each in enough) else Verdict.UNVERIFIED
            for claim in claims
        ]

    return judge


def score(judge: Judge, *claims: Claim) -> CitationScore:
    return asyncio.run(citation_score(answer(*claims), PASSAGES, judge))


def test_a_share_of_nothing_is_none():
    """Neither nought nor one."""
    assert Share(count=0, total=0).value is None
    assert Share(count=0, total=4).value == 0.0
    assert Share(count=1, total=4).plus(Share(count=2, total=2)) == Share(count=3, total=6)


@pytest.mark.parametrize("count", [-1, 1.0, True])
def test_a_share_counts(count: object):
    """It is made of whole numbers."""
    with pytest.raises(InvalidRecordError):
        Share(count=count, total=4)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_coverage_counts_claims_that_rest_on_something():
    """A phantom is nothing."""
    cited = answer(claim("one"), claim("?7"), claim(), claim("?7", "two"))

    assert coverage(cited) == Share(count=2, total=4)
    assert coverage(CitedAnswer()).value is None


def test_validity_counts_phantoms():
    """They stay below the line; what was retrieved otherwise, or is said not to hold, too."""
    cited = answer(claim("one", "?7"), claim("two"), claim("three"))
    retrieved = [ONE, citation("two", span=Span(0, 5)), THREE]

    assert validity(cited, retrieved) == Share(count=2, total=4)
    assert validity(cited, retrieved, invalid={"three"}) == Share(count=1, total=4)
    assert validity(cited, []) == Share(count=0, total=4)
    assert validity(answer(claim()), retrieved).value is None


def test_two_that_are_enough_only_together_are_both_right():
    """Without either, the other does not do."""
    found = score(needs({"one", "two"}), claim("one", "two"))

    assert (found.recall, found.precision) == (Share(count=1, total=1), Share(count=2, total=2))
    assert found.f1 == 1.0


def test_one_that_adds_nothing_is_wrong():
    """It supports nothing alone, and is not missed."""
    found = score(needs({"one"}), claim("one", "two"))

    assert (found.recall, found.precision) == (Share(count=1, total=1), Share(count=1, total=2))
    assert found.f1 == pytest.approx(2 / 3)


def test_two_that_are_enough_alone_are_both_right():
    """Neither is needed, and each would do."""
    assert score(needs({"one"}, {"two"}), claim("one", "two")).precision == Share(count=2, total=2)


def test_a_phantom_is_nought_over_one():
    """It lowers precision, and does not hide the others."""
    found = score(needs({"one"}), claim("one", "?7"))

    assert (found.recall, found.precision) == (Share(count=1, total=1), Share(count=1, total=2))


def test_what_is_named_twice_counts_once():
    """A claim has a set of citations."""
    assert score(needs({"one"}), claim("one", "one")).precision == Share(count=1, total=1)


def test_a_claim_that_is_not_supported_has_no_right_citation():
    """Whatever else it names."""
    found = score(needs({"three"}), claim("one", "two"))

    assert (found.recall.value, found.precision.value, found.f1) == (0.0, 0.0, 0.0)


def test_without_claims_nothing_is_told():
    """A refusal is neither good nor bad at citing."""
    found = score(needs())

    assert (found.recall.value, found.precision.value, found.f1) == (None, None, None)


def test_claims_without_citations_score_nothing():
    """Precision has nothing to tell, and F1 is 0.0."""
    found = score(needs(), claim(), claim())

    assert (found.recall.value, found.precision.value, found.f1) == (0.0, None, 0.0)


def test_facts_are_compared_by_default():
    """A judge is needed only for what facts cannot tell."""
    cited = answer(claim("one", "two", text="The fee is 5 euros."))
    passages = {"one": "The fee is €5.", "two": "It is late."}

    assert asyncio.run(citation_score(cited, passages)).precision == Share(count=1, total=2)


def test_micro_counts_claims_and_macro_counts_answers():
    """A refusal is left out of the mean."""
    judge = needs({"one"})
    answers = [
        (answer(claim("one"), claim("one"), claim("one")), PASSAGES),
        (answer(claim("two")), PASSAGES),
        (CitedAnswer(), PASSAGES),
    ]

    scores = asyncio.run(citation_scores(answers, judge))

    assert scores.micro.f1 == 0.75
    assert scores.macro_f1 == 0.5
    assert len(scores.answers) == 3


def test_no_answers_have_no_mean():
    """Nor have refusals."""
    scores = asyncio.run(citation_scores([(CitedAnswer(), PASSAGES)], needs()))

    assert (scores.macro_f1, scores.micro.f1) == (None, None)
    assert asyncio.run(citation_scores([])).macro_f1 is None


def test_a_judge_of_too_few_words_is_refused():
    """A verdict must not slip to another claim."""

    async def judge(claims: Sequence[Claim], passages: Mapping[str, str]) -> list[Verdict]:
        return [Verdict.SUPPORTED]

    with pytest.raises(ConfigurationError):
        score(judge, claim("one", "two"))


def test_tiers_are_shares_of_all_quotations():
    """Absent ones included."""
    shares = tier_shares([Tier.EXACT, Tier.EXACT, Tier.CANONICAL, None])

    assert (shares.exact, shares.canonical) == (Share(count=2, total=4), Share(count=1, total=4))
    assert shares.elided == shares.fuzzy == Share(count=0, total=4)
    assert shares.absent == Share(count=1, total=4)
    assert tier_shares([]).exact.value is None


def test_abstention_tells_both_ways_of_being_wrong():
    """Accepting what has no answer, and refusing what has one."""
    asked = [(False, False), (False, False), (False, True), (True, True), (True, False)]

    found = abstention_score(Asked(answerable=one, answered=two) for one, two in asked)

    assert found.right_refusals == Share(count=2, total=3)
    assert found.false_acceptance == Share(count=1, total=3)
    assert found.false_rejection == Share(count=1, total=2)
    assert found.balanced_accuracy == pytest.approx((2 / 3 + 1 / 2) / 2)


@pytest.mark.parametrize("answerable", [True, False])
def test_balance_needs_both_kinds(*, answerable: bool):
    """Who never meets one kind cannot be told right about it."""
    found = abstention_score([Asked(answerable=answerable, answered=True)])

    assert found.balanced_accuracy is None


@given(
    st.lists(st.lists(st.sampled_from(["one", "two", "three", "?9"]), max_size=4), max_size=5),
    st.lists(st.sets(st.sampled_from(["one", "two", "three"]), min_size=1), max_size=3),
)
def test_numbers_are_shares_or_nothing(named: list[list[str]], enough: list[set[str]]):
    """Whatever is cited, and whatever the judge thinks."""
    found = score(needs(*enough), *(claim(*each) for each in named))

    assert found.recall.total == len(named)
    assert found.precision.total == sum(len(set(each)) for each in named)
    assert found.f1 is None or 0.0 <= found.f1 <= 1.0
    assert (found.f1 is None) is (not named)
