"""Signs that nobody sees, in markers and beside them, and what an id of a model's own can do."""

from __future__ import annotations

import re
import unicodedata
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import ConfigurationError
from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    EVERY,
    IRIS,
    LENTICULAR,
    NUMERIC,
    PRIVATE_USE,
    Dialect,
    any_of,
    parse_answer,
    scan,
    strip_markers,
    template,
)
from tests.examples import SECRET
from tests.hostile.values import tags
from tests.markers.prose import claims, found, kept, parsed, sources

ALL = any_of(*EVERY.members, template("⟦{id}⟧"), template("<|{id}|>"))


# --- signs that nobody sees ---------------------------------------------------

HIDDEN = (
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u061c\u202a\u202e\u2066\u2069\ufe0f\u0301\U000e0031\U000e0100"
    "\x00\x1b\x7f\x9f"
)
MARKERS: dict[str, Dialect] = {
    "[1]": NUMERIC,
    "［1］": NUMERIC,
    "【4:0†name】": LENTICULAR,
    "<CIT 12 />": CIT_TAG,
    "[cite:L:1:2:::k:s]": IRIS,
    "\ue202turn0file1": PRIVATE_USE,
}


@pytest.mark.parametrize(
    ("sign", "marker"), [*product(HIDDEN, ["[1]", "［1］", "<CIT 12 />", "\ue202turn0file1"])], ids=ascii
)
def test_a_hidden_sign_in_a_marker_makes_it_prose(sign: str, marker: str):
    """It is no other marker either; the prose is kept as it is."""
    for at in range(1, len(marker) - 1):
        hidden = marker[:at] + sign + marker[at:]
        assert found(f"a {hidden} b", MARKERS[marker]) == []
        assert strip_markers(f"a {hidden} b", MARKERS[marker]) == f"a {hidden} b"


@pytest.mark.parametrize(("sign", "marker"), [*product(HIDDEN, MARKERS)], ids=ascii)
def test_a_hidden_sign_beside_a_marker_stays_in_the_prose(sign: str, marker: str):
    assert strip_markers(f"a{sign}{marker}{sign}b", MARKERS[marker]) == f"a{sign}{sign}b"


@pytest.mark.parametrize(
    "hidden",
    [tags("[1]"), "[" + tags("1") + "]", "\u202e]1[", "[\u2067" + "1]", "⁅1⁆", "[𝟏]", "[１]"],
    ids=ascii,
)
def test_what_only_looks_like_a_marker_is_none(hidden: str):
    assert strip_markers(f"a {hidden}.", ALL) == f"a {hidden}."


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_text_is_read_in_the_form_it_is_written_in(form: Any):
    """To normalise it is the host's decision."""
    written = unicodedata.normalize(form, "Ä ﬁ ① ½ é 한 [①] [½] ㏘")

    assert claims(f"{written} [1].") == [(f"{written}.", ["c1"])]


@pytest.mark.parametrize("text", ["\ud83d", "a [1]\udc00.", "[\ud8001]", "\udcff" * 100], ids=ascii)
def test_lone_surrogates_are_refused(text: str):
    with pytest.raises(ConfigurationError) as raised:
        parse_answer(text, sources())

    assert raised.value.__cause__ is raised.value.__context__ is None


@pytest.mark.parametrize(
    "text",
    ["\ud83d [1]", "[\ud8001]", "[cite:\ud800]", "⟦\ud800⟧", "【4:0†\ud800】", "\ue202\ud800"],
    ids=ascii,
)
def test_scanning_takes_any_string_and_no_id_has_a_surrogate(text: str):
    assert all(each.isprintable() for each in "".join(ref for marker in scan(text, ALL) for ref in marker.refs))


@given(st.text("⟦⟧[]cite:,\x00\x1f\x7f\x85\u2028\ud800\n ab", max_size=30))
def test_an_id_has_no_control_character(text: str):
    """So it can stand in a claim."""
    for marker in scan(text, ALL):
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\ud800-\udfff]", "".join(marker.refs))


# --- what an id can do --------------------------------------------------------

IDS = [
    "?",
    "??",
    "?c1",
    " ",
    "\u200b",
    "\u3000",
    "a" * 128,
    "../x",
    "'; drop",
    "<b>",
    "${x}",
    "{0}",
    "%s",
    "c1\u200b",
    "C1",
    "c1 ",
]


@pytest.mark.parametrize("written", IDS, ids=ascii)
def test_an_id_that_was_not_retrieved_dangles_whatever_it_is(written: str):
    """It is compared as it is written, and never read as anything else."""
    answer = parsed(f"Slow ⟦{written}⟧.", dialect=template("⟦{id}⟧"))

    assert all(ref == "c1" or ref.startswith("?") for claim in answer.claims for ref in claim.citation_ids)
    assert [each.citation_id for each in answer.citations] == (["c1"] if written.strip(" ") == "c1" else [])


def test_what_a_model_wrote_as_an_id_is_in_no_repr():
    answer = parsed(f"Slow ⟦{SECRET}⟧.", dialect=template("⟦{id}⟧"))

    assert answer.claims[0].citation_ids == (f"?{SECRET}",)
    assert SECRET not in repr(answer)
    assert SECRET not in repr(scan(f"Slow ⟦{SECRET}⟧.", template("⟦{id}⟧")))


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=140))
def test_whatever_stands_in_a_marker_an_answer_can_be_made(written: str):
    """It is an id that can stand in a claim, or prose."""
    for dialect, text in (
        (CARD, f"a [cite:{written}]."),
        (template("⟦{id}⟧"), f"a ⟦{written}⟧."),
        (IRIS, f"[cite:L:{written}]"),
    ):
        answer = parsed(text, dialect=dialect)
        assert answer.prose == "".join(text[at] for at in kept(text, dialect))
