"""What a reranker's logit says to a reader."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.enriching import relevance

KNOWN = {
    0: 50,
    1: 73,
    -1: 27,
    0.5: 62,
    -0.5: 38,
    2: 88,
    -2: 12,
    3: 95,
    -3: 5,
    4: 98,
    -4: 2,
    5: 99,
    -5: 1,
    6: 100,
    8.2: 100,
    10: 100,
    -10: 0,
    -11.3: 0,
    1000: 100,
    -1000: 0,
    math.inf: 100,
    -math.inf: 0,
    10**400: 100,
    -(10**400): 0,
    Fraction(1, 2): 62,
}


@pytest.mark.parametrize(("logit", "percent"), KNOWN.items(), ids=lambda each: f"{each!r:.9}")
def test_a_logit_becomes_a_whole_number_of_percent(logit: float, percent: int):
    assert relevance(logit) == percent
    assert type(relevance(logit)) is float


class Unwilling(float):
    """A number that will not be one."""

    def __float__(self) -> float:
        raise RuntimeError


@pytest.mark.parametrize(
    "logit", [math.nan, "abc", "2", b"2", None, True, False, 1j, Decimal(2), [2], Unwilling()], ids=repr
)
def test_what_is_no_number_has_no_relevance(logit: object):
    """Nor is a truth a number, although Python has it so."""
    assert relevance(logit) is None


@given(st.floats(allow_nan=False))
def test_it_is_a_percentage(logit: float):
    percent = relevance(logit)

    assert percent is not None
    assert percent.is_integer()
    assert 0 <= percent <= 100


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_more_is_never_less(one: float, other: float):
    """Also where its two branches meet."""
    less, more = map(relevance, sorted((one, other)))

    assert less is not None
    assert more is not None
    assert less <= more
