"""Neutral text: whatever it holds, it reads as before and holds no marker, not even in code."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tesserix_rag.markers import EVERY, NUMERIC, Dialect, any_of, template
from tesserix_rag.markers.neutralising import JOINER, joined, neutralised, openings
from tesserix_rag.markers.signs import signs_of
from tesserix_rag.places import Span
from tests.markers import mixtures
from tests.markers.prose import rows

FRAMES = [
    "<source>",
    "</source>",
    "</SOURCE",
    "< / source >",
    "<\u017fource",
    "Cite as: ",
    "CITE\u00a0AS\uff1a",
    "cite as",
]
TEXTS = st.one_of(
    mixtures.TEXTS, st.lists(st.sampled_from([*mixtures.ATOMS, *FRAMES, JOINER]), max_size=12).map("".join)
)


def look_alikes(text: str, dialect: Dialect) -> list[str]:
    """Give whatever in *text* has the look of a marker, as one who knows nothing of code would find it."""
    forms = {form for each in signs_of(any_of(dialect, EVERY)).forms.values() for form in each}
    return [found[0] for form in forms for found in form.whole.finditer(text)]


@given(TEXTS, st.sampled_from([*mixtures.DIALECTS.values()]))
@example("`[1]` and ```\n[2]\n``` and \\[3] and [4](u)", NUMERIC)
@example("【1†【1†【1】", NUMERIC)
@example("[cite:a, cite:b]", template("[cite:{id}]"))
@example("[[x]] [[1]]", template("[[{id}]]"))
def test_neutral_text_holds_no_marker_and_reads_as_before(text: str, dialect: Dialect):
    neutral = neutralised(text, dialect)

    assert look_alikes(neutral, dialect) == []
    assert neutral.replace(JOINER, "") == text.replace(JOINER, "")
    assert neutralised(neutral, dialect) == neutral


@given(TEXTS, st.sampled_from(FRAMES), TEXTS)
def test_neutral_text_holds_no_frame_of_a_source(before: str, frame: str, behind: str):
    """Neither its tags, in whatever spelling, nor the words before its marker."""
    plain = "".join(neutralised(f"{before}{frame}{behind}", NUMERIC).lower().replace("\u017f", "s").split())

    assert "<source" not in plain
    assert "</source" not in plain
    assert "citeas:" not in plain


@pytest.mark.parametrize(
    ("text", "neutral"),
    rows({
        "Slow [1].": "Slow [\u20601].",
        "Slow [1, 2] and `[3]`": "Slow [\u20601, 2] and `[\u20603]`",
        "［1］": "［\u20601］",
        "<CIT\n7 />": "<\u2060CIT\n7 />",
        "</source>": "<\u2060/source>",
        "< / Source>": "<\u2060 / Source>",
        "Cite as: [2]": "C\u2060ite as: [\u20602]",
        "cite\nas\uff1a x": "c\u2060ite\nas\uff1a x",
        "": "",
        "Slow.": "Slow.",
        "In [2024], arr[i] and [a](u) and [x]": "In [2024], arr[i] and [a](u) and [x]",
        "We cite as others do: so.": "We cite as others do: so.",
        "resources <b> < sour": "resources <b> < sour",
    }),
)  # fmt: skip
def test_only_what_looks_like_a_marker_gets_a_joiner(text: str, neutral: str):
    assert neutralised(text, NUMERIC) == neutral


def test_a_dialect_of_ones_own_is_neutralised_besides():
    own = template("⟦{id}⟧")

    assert neutralised("⟦x⟧ [1]", own) == f"⟦{JOINER}x⟧ [{JOINER}1]"
    assert neutralised("⟦x⟧ [1]", NUMERIC) == f"⟦x⟧ [{JOINER}1]"


def test_look_alikes_are_found_in_a_part():
    text = "[1] [2] [3]"

    assert [*openings(text, NUMERIC)] == [0, 4, 8]
    assert [*openings(text, NUMERIC, Span(1, 8))] == [4]
    assert [*openings(text, NUMERIC, Span(4, 4))] == []


@given(st.text("ab", max_size=9), st.data())
def test_joiners_stand_where_they_are_put(text: str, data: st.DataObject):
    places = sorted(data.draw(st.sets(st.integers(0, len(text)))))

    expected = "".join(JOINER * (at in places) + each for at, each in enumerate(text)) + JOINER * (
        len(text) in places
    )

    assert joined(text, places) == expected
