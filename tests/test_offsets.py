"""One place in a text, counted in three units."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import InvalidRecordError, Span
from tesserix_rag.text.offsets import (
    Unit,
    code_point_offsets,
    from_code_points,
    to_code_points,
)

WIDE = st.text(
    st.one_of(
        st.sampled_from("aé図\U0001f600\u0301\u200d\U000e0061\n"), st.characters(exclude_categories=["Cs"])
    ),
    max_size=30,
)
ENCODED = {
    Unit.UTF8: lambda text: len(text.encode()),
    Unit.UTF16: lambda text: len(text.encode("utf-16-le")) // 2,
    Unit.CODE_POINTS: len,
}
FAMILY = "👨‍👩‍👧"


@st.composite
def cut_texts(draw: st.DrawFn) -> tuple[str, Span]:
    """Draw a text and a span of it."""
    text = draw(WIDE)
    start = draw(st.integers(0, len(text)))
    return text, Span(start, draw(st.integers(start, len(text))))


@pytest.mark.parametrize("unit", Unit)
@given(cut=cut_texts())
def test_offsets_are_those_of_the_encoding(unit: Unit, cut: tuple[str, Span]):
    """What stands before a place, encoded, is as long as its offset."""
    text, span = cut

    ends = from_code_points(text, span, unit)

    assert ends == (ENCODED[unit](text[: span.start]), ENCODED[unit](text[: span.end]))


@pytest.mark.parametrize("unit", Unit)
@given(cut=cut_texts())
def test_offsets_come_back(unit: Unit, cut: tuple[str, Span]):
    """There and back again is the same span."""
    text, span = cut

    assert to_code_points(text, *from_code_points(text, span, unit), unit) == span


@pytest.mark.parametrize("unit", Unit)
@given(text=WIDE, offsets=st.lists(st.integers(-3, 150), max_size=20))
def test_only_the_ends_of_characters_have_a_place(unit: Unit, text: str, offsets: list[int]):
    """An offset inside a character, or outside the text, has none; in any order, with repeats."""
    places = {ENCODED[unit](text[:n]): n for n in range(len(text) + 1)}

    assert code_point_offsets(text, offsets, unit) == tuple(map(places.get, offsets))


@pytest.mark.parametrize(
    ("unit", "start", "end", "field"),
    [
        (Unit.UTF8, 1, 4, "start"),
        (Unit.UTF8, 0, 3, "end"),
        (Unit.UTF16, 1, 2, "start"),
        (Unit.UTF16, 0, 1, "end"),
        (Unit.UTF16, 0, 3, "end"),
        (Unit.CODE_POINTS, 0, 2, "end"),
        (Unit.CODE_POINTS, -1, 1, "start"),
        (Unit.UTF8, -4, 4, "start"),
        (Unit.UTF8, 4, 0, "end"),
    ],
)
def test_a_cut_through_a_character_is_refused(unit: Unit, start: int, end: int, field: str):
    """A provider that counts otherwise than it says must not move a quotation unseen."""
    with pytest.raises(InvalidRecordError) as refused:
        to_code_points("\U0001f600", start, end, unit)

    assert (refused.value.record, refused.value.field) == ("Span", field)


def test_a_family_is_many_characters():
    """What a reader sees as one sign has five code points, eight units and eighteen bytes."""
    whole = Span(0, len(FAMILY))

    lengths = [from_code_points(FAMILY, whole, unit)[1] for unit in Unit]

    assert lengths == [5, 8, 18]


@pytest.mark.parametrize("unit", [Unit.UTF8, Unit.UTF16])
@pytest.mark.parametrize(
    "convert",
    [
        lambda unit: to_code_points("a\ud800b", 0, 1, unit),
        lambda unit: from_code_points("a\ud800b", Span(0, 2), unit),
    ],
    ids=["to", "from"],
)
def test_a_text_that_cannot_be_encoded_is_refused(convert: Any, unit: Unit):
    """The error does not carry the text, as Python's own would."""
    with pytest.raises(InvalidRecordError) as refused:
        convert(unit)

    assert refused.value.field == "text"
    assert refused.value.__cause__ is refused.value.__context__ is None


@pytest.mark.parametrize("unit", Unit)
def test_a_span_past_the_end_has_no_offsets(unit: Unit):
    """It is no span of this text."""
    with pytest.raises(InvalidRecordError) as refused:
        from_code_points("abc", Span(0, 4), unit)

    assert (refused.value.record, refused.value.field) == ("Span", "end")
