"""What number a text says, of what, and on what day, however it is written."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.evidence.dates import Date, read_date
from tesserix_rag.evidence.figures import Figure, read_figure
from tesserix_rag.evidence.lexemes import lexemes
from tesserix_rag.evidence.numberwords import german_number, han_number
from tesserix_rag.evidence.numerals import plain_value

FIGURES = [
    ("4.2 million euros", "en", 4_200_000, "EUR"),
    ("€4.2M", "en", 4_200_000, "EUR"),
    ("4,2 Mio. Euro", "de", 4_200_000, "EUR"),
    ("EUR 4.200.000", "de", 4_200_000, "EUR"),
    ("$5m", "en", 5_000_000, "USD"),
    ("5 m", "en", 5, "length"),
    ("5k", "en", 5_000, ""),
    ("3 Billionen Euro", "de", 3 * 10**12, "EUR"),
    ("3 billion euros", "en", 3 * 10**9, "EUR"),
    ("3 milliards d'euros", "fr", 3 * 10**9, ""),
    ("12 kg", "en", 12_000, "mass"),
    ("12,5 kg", "de", 12_500, "mass"),
    ("5 %", "en", Fraction(1, 20), "share"),
    ("5 per cent", "en", Fraction(1, 20), "share"),
    ("half", "en", Fraction(1, 2), "share"),
    ("two thirds", "en", Fraction(2, 3), "share"),
    ("2/3", "en", Fraction(2, 3), "share"),
    ("half a million", "en", 500_000, ""),
    ("5 percentage points", "en", 5, "point"),
    ("25 basis points", "en", Fraction(1, 4), "point"),
    ("twelve", "en", 12, ""),
    ("a dozen", "en", 12, ""),
    ("two dozen", "en", 24, ""),
    ("three hundred and twenty", "en", 320, ""),
    ("two thousand and five", "en", 2_005, ""),
    ("twenty-one", "en", 21, ""),
    ("four point two million", "en", 4_200_000, ""),
    ("dreihundertzwanzig", "de", 320, ""),
    ("einundzwanzig", "de", 21, ""),
    ("quatre-vingt-dix", "fr", 90, ""),
    ("quatre-vingts", "fr", 80, ""),
    ("soixante-dix", "fr", 70, ""),
    ("treinta y dos", "es", 32, ""),
    ("trescientos veinte", "es", 320, ""),
    ("三百二十", "", 320, ""),
    ("4億", "", 400_000_000, ""),
    ("4億2000万円", "", 420_000_000, "JPY"),
    ("３２０", "", 320, ""),
    ("٣٢٠", "", 320, ""),
    ("2½ kg", "en", 2_500, "mass"),
    ("-5 °C", "en", -5, "celsius"),
    ("−5 °C", "en", -5, "celsius"),
    ("100 km/h", "en", 100_000, "length/h"),
    ("third", "en", 3, "ordinal"),
    ("5 MW", "en", 1_000_000 * 5, "power"),
]

DATES = [
    ("31 March 2024", Date(2024, 3, 31)),
    ("31st of March, 2024", Date(2024, 3, 31)),
    ("March 31st, 2024", Date(2024, 3, 31)),
    ("2024-03-31", Date(2024, 3, 31)),
    ("31.3.2024", Date(2024, 3, 31)),
    ("31/03/2024", Date(2024, 3, 31)),
    ("03/31/2024", Date(2024, 3, 31)),
    ("31. März 2024", Date(2024, 3, 31)),
    ("31 de marzo de 2024", Date(2024, 3, 31)),
    ("31 mars 2024", None),
    ("31 Mars 2024", Date(2024, 3, 31)),
    ("1er avril 2024", Date(2024, 4, 1)),
    ("2024年3月31日", Date(2024, 3, 31)),
    ("二〇二四年三月三十一日", Date(2024, 3, 31)),
    ("March 2024", Date(2024, 3)),
    ("5 May", Date(None, 5, 5)),
    ("5 may", None),
    ("31.31.2024", None),
    ("1.2.3", None),
]


def figure(text: str, language: str) -> Figure | None:
    """Read the figure that a text begins with."""
    pieces = lexemes(text)
    at = 1 if pieces[0].key == "−" else 0
    read = read_figure(pieces, at, language)
    return read[0] if read else None


@pytest.mark.parametrize(("text", "language", "value", "unit"), FIGURES)
def test_a_figure_is_read(text: str, language: str, value: int | Fraction, unit: str):
    """Its value is in the basic unit of what it measures."""
    read = figure(text, language)

    assert read is not None
    assert (read.value, read.unit) == (value, unit)


@pytest.mark.parametrize(("text", "date"), DATES)
def test_a_date_is_read(text: str, date: Date | None):
    """In whatever order; a small word is no month."""
    read = read_date(lexemes(text), 0)

    assert (read[0] if read else None) == date


@pytest.mark.parametrize(
    ("written", "language", "value"),
    [
        ("4,200", "en", 4_200),
        ("4,200", "de", Fraction("4.2")),
        ("4,200", "", 4_200),
        ("4.200", "en", Fraction("4.2")),
        ("4.200", "de", 4_200),
        ("4.200", "", None),
        ("1,234.5", "", Fraction("1234.5")),
        ("1.234,5", "", Fraction("1234.5")),
        ("1,234,567", "", 1_234_567),
        ("1,23,4", "", None),
        ("1.2.3", "", None),
        ("14:30", "", None),
        ("0,123", "en", Fraction("0.123")),
        ("9" * 41, "", None),
    ],
)
def test_separators_are_read_by_language(written: str, language: str, value: int | Fraction | None):
    """What they part is not guessed where it cannot be told."""
    assert plain_value(written, language) == value


def test_what_cannot_be_told_is_the_same_only_as_written():
    """Digits that may say two numbers say neither."""
    one, two = Figure(None, "", "4.200"), Figure(None, "", "4.201")

    assert one.says(one)
    assert not one.says(two)
    assert not one.says(Figure(Fraction(4_200), "", "4200"))


def test_a_date_says_less_and_not_more():
    """A month is in a day of it, and a day is not in its month."""
    assert Date(2024, 3).says(Date(2024, 3, 31))
    assert not Date(2024, 3, 31).says(Date(2024, 3))
    assert Date(2024, 3).denies(Date(2024, 4, 3))
    assert not Date(2024).denies(Date(None, 3, 31))


@given(st.integers(0, 9_999))
def test_numbers_in_ideographs_are_read_back(number: int):
    """Each numeral says its place."""
    digits = [int(each) for each in f"{number:04}"]
    written = "".join(
        f"{'〇一二三四五六七八九'[digit]}{place}"
        for digit, place in zip(digits, "千百十", strict=False)
        if digit
    )
    written += "〇一二三四五六七八九"[digits[3]] if digits[3] or not number else ""

    assert han_number(written) == number


@given(st.text(max_size=30))
def test_any_word_may_be_no_number(word: str):
    """Nothing is raised for it."""
    assert german_number(word) is None or german_number(word) is not None
    assert lexemes(word) is not None


@given(st.text(max_size=60))
def test_lexemes_stand_where_they_say(text: str):
    """They ascend, and what is between them is their gap."""
    end = 0
    for each in lexemes(text):
        assert end <= each.start < each.end <= len(text)
        assert each.start - end == len(each.gap)
        end = each.end
