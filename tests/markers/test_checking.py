"""What the check says of answers with markers, and what is no answer at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    Citation,
    CitedAnswer,
    ConfigurationError,
    FindingCode,
    GroundedAnswer,
    UncitedClaimError,
    UngroundedCitationError,
    check_grounding,
    grounding_report,
    tenant_scope,
)
from tesserix_rag.markers import (
    CARD,
    parse_answer,
)
from tests.examples import SECRET, citation
from tests.markers.prose import claims, parsed, rows, sources


def checked(answer: CitedAnswer, retrieved: tuple[Citation, ...] | None = None) -> GroundedAnswer:
    """Check an answer for acme."""
    with tenant_scope("acme"):
        return check_grounding(answer, sources() if retrieved is None else retrieved)


def findings(answer: CitedAnswer) -> list[tuple[FindingCode, int | None]]:
    """Give what is wrong with an answer."""
    with tenant_scope("acme"):
        report = grounding_report(answer, sources())
    return [(each.code, each.claim_index) for each in report.findings]


# --- the check ----------------------------------------------------------------


def test_an_answer_with_a_source_for_every_sentence_is_grounded():
    answer = parsed("Refunds are slow [1]. They come [2].\n\n| a |\n|---|\n| x [3] |")

    assert checked(answer).answer == answer


@pytest.mark.parametrize(
    ("text", "indexes"),
    rows({
        "Refunds are slow.": (0,),
        "Refunds are slow [1]. They come.": (1,),
        "# Title\n\nSlow [1].": (0,),
        "Dazu steht nichts in den Quellen.": (0,),
        "Use `xs[1]` here.": (0,),
        "arr[2] + 1 is three.": (0,),
        "In [2024] it rose.": (0,),
    }),
)  # fmt: skip
def test_a_sentence_without_a_marker_is_refused(text: str, indexes: tuple[int, ...]):
    """B032, B127: a number in code, an index or a year is no source."""
    with pytest.raises(UncitedClaimError) as raised:
        checked(parsed(text))

    assert raised.value.indexes == indexes


@pytest.mark.parametrize("marker", ["[0]", "[13]", "[999]", "[3-1]", "[1-999]", "[0-1]", "[1, 13]", "[12-13]"])
def test_a_marker_that_names_nothing_is_refused(marker: str):
    """B028, B031, B035."""
    with pytest.raises(UngroundedCitationError):
        checked(parsed(f"Refunds are slow {marker}."))


@pytest.mark.parametrize("text", ["Detailed report [1][2].", "Detailed report [1]. More [0]."])
def test_over_nothing_every_marker_dangles(text: str):
    """B125: a confident report without sources is refused."""
    with pytest.raises(UngroundedCitationError):
        checked(parsed(text, ()), ())


def test_a_model_cannot_write_a_dangling_mark_away():
    """An id that begins with a question mark never resolves, even if it is written as one that dangles."""
    answer = parsed("Slow [cite:?c1].", dialect=CARD)

    assert answer.claims[0].citation_ids == ("??c1",)
    assert findings(answer) == [(FindingCode.DANGLING_ID, 0)]


def test_a_citation_of_another_tenant_is_never_reached():
    """B119: a position of this run is the only thing that a number names."""
    foreign = citation("theirs", tenant="globex")

    answer = parse_answer("Slow [cite:theirs].", sources(), dialect=CARD)

    assert answer.citations == ()
    assert findings(answer) == [(FindingCode.DANGLING_ID, 0)]
    assert parse_answer("Slow [cite:theirs].", [foreign], dialect=CARD).citations == (foreign,)


# --- what is refused ----------------------------------------------------------


@pytest.mark.parametrize("text", [None, 1, b"Slow [1].", ["Slow"], "Slow \ud83d [1]."], ids=ascii)
def test_what_is_no_text_is_refused(text: Any):
    with pytest.raises(ConfigurationError):
        parse_answer(text, sources())


@pytest.mark.parametrize("retrieved", [None, 1, "c1", ["c1"], [None], {1: 2}], ids=ascii)
def test_what_are_no_citations_is_refused(retrieved: Any):
    with pytest.raises(ConfigurationError):
        parse_answer("Slow [1].", retrieved)


def test_an_error_holds_nothing_of_the_answer():
    with pytest.raises(ConfigurationError) as raised:
        parse_answer(f"{SECRET} \ud83d", sources())

    error = raised.value
    assert SECRET not in f"{error!r} {error.args} {getattr(error, '__notes__', '')}"
    assert error.__cause__ is error.__context__ is None


def test_any_iterable_of_citations_is_taken():
    assert claims("Slow [2].", iter(sources())) == claims("Slow [2].", [*sources()]) == [("Slow.", ["c2"])]


ATOMS = ["Slow", " [1]", "[99]", ". ", "\n\n", "# ", "- ", "| a |\n|-|\n", "```\n", "...", "语。", "`"]


@given(st.lists(st.sampled_from(ATOMS), max_size=20))
def test_the_check_finds_nothing_but_uncited_and_dangling_claims(atoms: list[str]):
    """Never prose that no claim covers."""
    codes = {code for code, _ in findings(parsed("".join(atoms)))}

    assert codes <= {FindingCode.UNCITED_CLAIM, FindingCode.DANGLING_ID}
