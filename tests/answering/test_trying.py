"""Answers that are checked, and tried again with what was wrong with them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextvars import Context
from typing import Any, cast

import pytest

from tesserix_rag import (
    CitedAnswer,
    ConfigurationError,
    GroundingError,
    MissingTenantContextError,
    ModelCode,
    ModelError,
    Span,
    TenantCrossingError,
    UncitedClaimError,
    UngroundedCitationError,
    grounding_report,
    tenant_scope,
)
from tesserix_rag.answering import answer_checked
from tests.examples import answer, citation, claim, passing, result, retrieved

QUESTION = "When is a refund paid?"
HOLDS = passing()
UNCITED = answer(claim())
DANGLING = answer(claim("invented"))


@pytest.fixture(autouse=True)
def _acme() -> Iterator[None]:
    with tenant_scope("acme"):
        yield


class Scripted:
    """An answerer that writes down what it is told, and answers from a script."""

    def __init__(self, *answers: CitedAnswer | Exception) -> None:
        self.answers = [*answers]
        self.feedback: list[str] = []

    async def answer(self, question: str, found: object, citations: object, feedback: str) -> CitedAnswer:
        self.feedback.append(feedback)
        given = self.answers.pop(0)
        if isinstance(given, Exception):
            raise given
        return given


async def checked(scripted: Scripted, **how: Any):
    """Let it answer from what was retrieved."""
    return await answer_checked(QUESTION, result(), retrieved(), scripted.answer, **how)


async def test_an_answer_that_holds_is_asked_for_once():
    scripted = Scripted(HOLDS)

    grounded = await checked(scripted)

    assert (grounded.answer, scripted.feedback) == (HOLDS, [""])


async def test_what_was_wrong_is_told_on_the_next_try():
    scripted = Scripted(UNCITED, DANGLING, HOLDS)

    grounded = await checked(scripted)

    wrong = [grounding_report(each, retrieved()).feedback() for each in (UNCITED, DANGLING)]
    assert scripted.feedback == ["", *wrong]
    assert grounded.answer == HOLDS


async def test_the_last_refusal_is_raised():
    """After two retries, by default."""
    scripted = Scripted(UNCITED, UNCITED, DANGLING, HOLDS)

    with pytest.raises(UngroundedCitationError) as refused:
        await checked(scripted)

    assert refused.value.missing == ("invented",)
    assert len(scripted.feedback) == 3


@pytest.mark.parametrize("retries", [0, 1, 4])
async def test_the_number_of_retries_can_be_said(retries: int):
    scripted = Scripted(*[UNCITED] * 9)

    with pytest.raises(UncitedClaimError):
        await checked(scripted, retries=retries)

    assert len(scripted.feedback) == retries + 1


@pytest.mark.parametrize("retries", [-1, True, 1.0, "2"])
async def test_what_is_no_count_of_retries_is_refused(retries: Any):
    scripted = Scripted(HOLDS)

    with pytest.raises(ConfigurationError):
        await checked(scripted, retries=retries)

    assert scripted.feedback == []


async def test_each_refusal_is_told():
    """Also the last one."""
    told: list[object] = []

    with pytest.raises(UncitedClaimError) as refused:
        await checked(Scripted(DANGLING, UNCITED), retries=1, refused=told.append)

    assert told == [grounding_report(DANGLING, retrieved()), refused.value.report]


async def test_a_crossing_is_not_tried_again():
    """It is not what an answerer can mend."""
    foreign = CitedAnswer(claims=[claim("theirs")], citations=[citation("theirs", tenant="globex")])
    scripted = Scripted(foreign, HOLDS)

    with pytest.raises(TenantCrossingError):
        await checked(scripted)

    assert len(scripted.feedback) == 1


@pytest.mark.parametrize("raised", [ModelError(ModelCode.TIMED_OUT), LookupError()])
async def test_an_answerer_that_fails_is_not_tried_again(raised: Exception):
    scripted = Scripted(raised, HOLDS)

    with pytest.raises(type(raised)):
        await checked(scripted)

    assert len(scripted.feedback) == 1


@pytest.mark.parametrize(
    ("found", "citations"),
    [
        (result(), (*retrieved(), citation("theirs", tenant="globex"))),
        (result(tenant="globex"), retrieved()),
    ],
)
async def test_what_is_another_tenants_is_not_shown_to_an_answerer(found: Any, citations: Any):
    """A model is somewhere else: the check behind it would come too late."""
    scripted = Scripted(HOLDS)

    with pytest.raises(TenantCrossingError) as refused:
        await answer_checked(QUESTION, found, citations, scripted.answer)

    assert (refused.value.into, scripted.feedback) == ("globex", [])


async def test_outside_a_scope_no_answerer_is_asked():
    scripted = Scripted(HOLDS)

    with pytest.raises(MissingTenantContextError):
        await asyncio.create_task(checked(scripted), context=Context())

    assert scripted.feedback == []


async def test_what_are_no_citations_is_refused():
    scripted, citations = Scripted(HOLDS), cast("Any", "theirs")

    with pytest.raises(ConfigurationError):
        await answer_checked(QUESTION, result(), citations, scripted.answer)

    assert scripted.feedback == []


async def test_a_refusal_has_nothing_behind_it():
    """No other error, and no frame that holds the answer."""
    stated = answer(claim(text="Ms Whitfield owes 4,200 euros", span=None), prose=None)

    with pytest.raises(GroundingError) as refused:
        await checked(Scripted(*[stated] * 3))

    assert (refused.value.__cause__, refused.value.__context__) == (None, None)
    assert "Whitfield" not in f"{refused.value} {refused.value!r} {refused.value.args}"


def test_the_examples_differ():
    """What is refused here is, each for its own reason."""
    with tenant_scope("acme"):
        codes = [
            {each.code.value for each in grounding_report(every, retrieved()).findings}
            for every in (HOLDS, UNCITED, DANGLING)
        ]

    assert codes == [set(), {"uncited_claim"}, {"dangling_id"}]
    assert Span(0, 9) in HOLDS.exempt
