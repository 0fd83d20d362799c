"""Figures whose separator parts thousands in one language and decimals in another: none is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.evidence import Verdict, check_facts

SAID = {
    "en": ("The hotel is old and has {} rooms.", ".", ","),
    "de": ("Das Hotel ist alt und hat {} Zimmer.", ",", "."),
    "fr": ("L'hôtel est vieux et il a {} chambres.", ",", "."),
    "es": ("El hotel es viejo y tiene {} cuartos.", ",", "."),
}


def verdict(language: str, said: str, meant: str) -> Verdict:
    """Give what becomes of a claim with one figure from a passage with another."""
    sentence = SAID[language][0]
    return check_facts(sentence.format(said), [sentence.format(meant)]).verdict


@pytest.mark.parametrize(
    ("language", "open_figure", "readings"),
    [
        ("en", "1.000", ("1", "1000", "1,000", "1.0", "one")),
        ("en", "4.250", ("4.25", "4250", "4,250")),
        ("de", "1,000", ("1", "1000", "1.000", "1,0")),
        ("fr", "1,000", ("1", "1000", "1.000", "1 000")),
        ("es", "12,500", ("12,5", "12500", "12.500")),
    ],
)
def test_a_figure_with_two_readings_supports_and_contradicts_neither(
    language: str, open_figure: str, readings: tuple[str, ...]
):
    """Whether it stands in the passage or in the claim."""
    for reading in readings:
        assert verdict(language, reading, open_figure) is Verdict.UNVERIFIED
        assert verdict(language, open_figure, reading) is Verdict.UNVERIFIED


@given(st.sampled_from(sorted(SAID)), st.integers(1, 999), st.integers(0, 999), st.data())
def test_what_is_neither_reading_is_another_number(language: str, head: int, group: int, data: st.DataObject):
    """Written alike it is the same figure, and its two readings are left open."""
    _, decimal, thousand = SAID[language]
    written = f"{head}{decimal}{group:03}"
    readings = {f"{head}{thousand}{group:03}", f"{head}{group:03}"}
    other = data.draw(st.integers(1, 999_999).filter(lambda each: each not in {head, head * 1000 + group}))

    assert verdict(language, written, written) is Verdict.SUPPORTED
    for reading in readings:
        assert verdict(language, reading, written) is Verdict.UNVERIFIED
        assert verdict(language, written, reading) is Verdict.UNVERIFIED
    assert verdict(language, str(other), written) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("language", "said", "meant", "expected"),
    [
        ("en", "1.5", "1.50", Verdict.SUPPORTED),
        ("en", "1250.5", "1,250.5", Verdict.SUPPORTED),
        ("en", "3.14", "3.14", Verdict.SUPPORTED),
        ("en", "3.15", "3.14", Verdict.CONTRADICTED),
        ("en", "1000", "1,000", Verdict.SUPPORTED),
        ("en", "1", "1,000", Verdict.CONTRADICTED),
        ("en", "1000000", "1.000.000", Verdict.SUPPORTED),
        ("en", "0.5", "0.500", Verdict.SUPPORTED),
        ("en", "2.000", "1.000", Verdict.CONTRADICTED),
        ("de", "1000", "1.000", Verdict.SUPPORTED),
        ("de", "1", "1.000", Verdict.CONTRADICTED),
        ("fr", "1000", "1 000", Verdict.SUPPORTED),
    ],
)
def test_a_clear_reading_is_read(language: str, said: str, meant: str, expected: Verdict):
    """As is usual in the language."""
    assert verdict(language, said, meant) is expected


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("L'albergo ha 4200 camere.", "L'albergo ha 4,200 camere.", Verdict.UNVERIFIED),
        ("Hotel má 4200 pokojů.", "Hotel má 4,200 pokojů.", Verdict.UNVERIFIED),
        ("この図書館には4200冊の本がある。", "この図書館には4,200冊の本がある。", Verdict.SUPPORTED),
        ("도서관 장서는 4200권이다.", "도서관 장서는 4,200권이다.", Verdict.SUPPORTED),
        ("The pump weighs 4.200 kg.", "The pump weighs 4.200 g.", Verdict.UNVERIFIED),
        ("Pompa váží 4.200 kg.", "Pompa váží 4.200 g.", Verdict.UNVERIFIED),
    ],
)
def test_without_a_known_language_the_script_decides(claim: str, passage: str, expected: Verdict):
    """In Europe a comma may part either; beyond it, it parts thousands. A unit is never overlooked."""
    assert check_facts(claim, [passage]).verdict is expected
