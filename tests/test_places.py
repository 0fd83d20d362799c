"""Spans of text, spans of time, and the way to a passage."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tesserix_rag import InvalidRecordError, SourceLocator, Span, TimeRange
from tests import strategies

NO_OFFSETS: list[Any] = [-1, 1.0, "1", True, None, 2**53]


def test_a_span_is_half_open():
    """Its length is the number of code points between its ends."""
    span = Span(38, 76)

    assert span.length == 38


def test_a_span_may_be_empty():
    """A place between two characters is a span, too."""
    span = Span(5, 5)

    assert span.length == 0


@pytest.mark.parametrize("kind", [Span, TimeRange])
def test_a_range_runs_forwards(kind: Any):
    """What ends before it starts is refused, by its end."""
    with pytest.raises(InvalidRecordError) as refused:
        kind(10, 4)

    assert (refused.value.record, refused.value.field) == (kind.__name__, "end")


@pytest.mark.parametrize("kind", [Span, TimeRange])
@pytest.mark.parametrize("start", NO_OFFSETS)
def test_a_range_starts_at_a_whole_number_from_0(kind: Any, start: Any):
    """No sign, no fraction, no text, no truth value, and nothing that JSON readers disagree on."""
    with pytest.raises(InvalidRecordError) as refused:
        kind(start, 2**60)

    assert (refused.value.record, refused.value.field) == (kind.__name__, "start")


@pytest.mark.parametrize("kind", [Span, TimeRange])
@pytest.mark.parametrize("end", NO_OFFSETS)
def test_a_range_ends_at_a_whole_number_from_0(kind: Any, end: Any):
    """The same holds for its end."""
    with pytest.raises(InvalidRecordError) as refused:
        kind(0, end)

    assert (refused.value.record, refused.value.field) == (kind.__name__, "end")


@given(strategies.spans, strategies.spans)
def test_a_span_holds_what_has_both_ends_inside(outer: Span, inner: Span):
    """Touching an end is still inside."""
    both_inside = outer.start <= inner.start and inner.end <= outer.end

    assert outer.holds(inner) == both_inside
    assert outer.holds(outer)


def test_a_locator_without_anything_is_one():
    """A source that nobody can describe can still be cited."""
    locator = SourceLocator()

    assert (locator.uri, locator.page, locator.page_label, locator.section) == ("", None, "", "")
    assert (locator.time, locator.kind, locator.entity) == (None, "", "")


@pytest.mark.parametrize("page", [0, -1, "7", 7.0, True])
def test_a_page_is_a_whole_number_from_1(page: Any):
    """There is no page 0, and no page in words."""
    with pytest.raises(InvalidRecordError) as refused:
        SourceLocator(page=page)

    assert (refused.value.record, refused.value.field) == ("SourceLocator", "page")


def test_a_place_is_on_a_page_or_in_a_recording():
    """Page and time exclude each other."""
    with pytest.raises(InvalidRecordError) as refused:
        SourceLocator(page=1, time=TimeRange(45, 55))

    assert (refused.value.record, refused.value.field) == ("SourceLocator", "time")


@pytest.mark.parametrize("name", ["uri", "page_label", "section", "kind", "entity"])
@pytest.mark.parametrize("value", [None, 7, b"x", "\ud800"])
def test_the_words_of_a_locator_can_be_written(name: str, value: Any):
    """A lone surrogate, or what is no text, is refused by name."""
    with pytest.raises(InvalidRecordError) as refused:
        SourceLocator(**{name: value})

    assert (refused.value.record, refused.value.field) == ("SourceLocator", name)
