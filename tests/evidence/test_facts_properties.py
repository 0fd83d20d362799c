"""What holds of every comparison of facts, whatever the texts."""

from __future__ import annotations

import re

from hypothesis import assume, given
from hypothesis import strategies as st

from tesserix_rag.evidence import FactReport, Verdict, check_facts

SUBJECTS = st.sampled_from(
    ["The tower", "Acme", "Der Fonds", "La empresa", "Le musée", "Our plan B", "Mr. Berg"]
)
VERBS = st.sampled_from(
    ["has", "covers", "hat", "tiene", "compte", "was sold for", "does not exceed", "may use"]
)
THINGS = st.sampled_from(
    ["rooms", "m", "kg of sand", "euros", "percent", "employees in Rome", "%", "million people"]
)
FIGURES = st.one_of(
    st.integers(0, 10**9).map(str),
    st.integers(0, 10**9).map("{:,}".format),
    st.decimals(0, 999, places=2).map(str),
    st.integers(1, 999).map(lambda number: f"{number}.000"),
)
STATEMENTS = st.builds("{} {} {} {}.".format, SUBJECTS, VERBS, FIGURES, THINGS)
LETTERS = st.text(
    st.sampled_from("aB 1９٣,.:-/%€三百億不。()\n'’\u0301\u00ad½²𝔄ﬁ" + "not and in by 5 km May"), max_size=60
)
TEXTS = st.text(max_size=60) | LETTERS


def slices(report: FactReport, claim: str, passages: list[str]) -> bool:
    """Whether every span of a report lies in the text that it is of."""
    found = [(each.claim, each.passage, each.span) for each in (*report.findings, *report.evidence)]
    return all(
        one.end <= len(claim) and (passage is None or span is None or span.end <= len(passages[passage]))
        for one, passage, span in found
    )


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_any_text_can_be_compared(claim: str, passages: list[str]):
    """It gives a report whose spans slice, and findings wherever it does not support."""
    report = check_facts(claim, passages)

    assert slices(report, claim, passages)
    assert bool(report.findings) is (report.verdict is not Verdict.SUPPORTED)


@given(STATEMENTS, st.lists(STATEMENTS, max_size=3), st.lists(STATEMENTS, max_size=3))
def test_a_sentence_of_the_passage_is_supported(claim: str, before: list[str], behind: list[str]):
    """Word for word, wherever it stands."""
    passage = " ".join((*before, claim, *behind))

    report = check_facts(claim, [passage])

    assert report.verdict is Verdict.SUPPORTED
    assert passage[report.evidence[0].span.start : report.evidence[0].span.end].startswith(claim[:-1])


@given(STATEMENTS, st.data())
def test_another_digit_is_never_supported(statement: str, data: st.DataObject):
    """Whichever digit of the figure it is."""
    at = data.draw(st.sampled_from([at for at, each in enumerate(statement) if each.isdecimal()]))
    digit = data.draw(st.sampled_from([each for each in "0123456789" if each != statement[at]]))
    claim = f"{statement[:at]}{digit}{statement[at + 1 :]}"

    assert check_facts(claim, [statement]).verdict is not Verdict.SUPPORTED


@given(STATEMENTS, STATEMENTS)
def test_no_other_statement_is_supported(one: str, other: str):
    """Not even one that differs in a word."""
    assume(one != other)

    if check_facts(one, [other]).verdict is Verdict.SUPPORTED:
        assert _is_same(one, other)


def _is_same(one: str, other: str) -> bool:
    """Whether two statements differ only in how they write a figure."""
    figures = [float(re.findall(r"[\d.,]+\d|\d", each)[0].replace(",", "")) for each in (one, other)]
    return max(figures) in {min(figures), min(figures) * 1000}


@given(
    STATEMENTS,
    st.sampled_from(["not", "never", "only", "almost", "fully", "all", "at least", "reportedly"]),
    st.data(),
)
def test_another_word_is_never_supported(statement: str, word: str, data: st.DataObject):
    """Nor is the statement without it supported by the one with it."""
    words = statement.split()
    at = data.draw(st.integers(1, len(words) - 1))
    longer = " ".join((*words[:at], word, *words[at:]))
    assume("not exceed" not in statement)

    assert check_facts(longer, [statement]).verdict is not Verdict.SUPPORTED
    assert check_facts(statement, [longer]).verdict is not Verdict.SUPPORTED
