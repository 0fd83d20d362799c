"""Folding: what readers take for the same becomes the same, figures stay, and the way back is exact."""

from __future__ import annotations

import sys
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import Span
from tesserix_rag.text.folding import fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("İstanbul", "istanbul"),
        ("i\u0307stanbul", "istanbul"),
        ("Straße", "strasse"),
        ("ﬁne oﬃce", "fine office"),
        ("a \t\r\n\u00a0b", "a b"),
        ("struc -\ntural", "structural"),
        ("Meier-\nSchmidt", "meier-schmidt"),
        ("STRUC-\nTURAL", "structural"),
        ("10-\n15", "10-15"),
        ("pre-\n1990", "pre- 1990"),
        ("a — b – c -- d", "a-b-c-d"),
        ("it’s “so”", 'it\'s "so"'),
        ("5′ and 5″", "5' and 5\""),
        ("wait... what…", "wait… what…"),
        ("x >= 2, y <= 3, z != 4", "x ≥ 2, y ≤ 3, z ≠ 4"),
        ("&lt;b&gt; &amp;amp; &#8217;s", '<b> & "s'),
        ("&notanentity; &#xD800;", "&notanentity; \ufffd"),
        ("**bold** _it_ ~~old~~ `code`", "bold it old code"),
        ("2*3 2 * 3 snake_case 2**8", "2*3 2 * 3 snake_case 2**8"),
        (r"\*star\*", "*star*"),
        ("see [the rules](https://a.example/x) now", "see the rules now"),
        ("f[x](2)", "f[x](2)"),
        ("# Head\n- one\n* two\n> three", "head one two three"),
        ("中国 人民\n大会", "中国人民大会"),
        ("ＡＢＣ１２", "abc12"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("٣ و ४", "3 و 4"),
        ("word\u2060joiner so\u00adft", "wordjoiner soft"),
        ("كتـاب ـــ", "كتاب ـــ"),
    ],
)
def test_what_is_folded(text: str, folded: str):
    """Each family, as a reader sees it (B076, B085, B088, B089)."""
    assert fold(text).text == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,000.5", "1.0005"),
        ("1 2", "12"),
        ("10-5", "105"),
        ("10²", "102"),
        ("½", "1/2"),
        ("10 - -5", "10 - 5"),
        ("10--5", "105"),
        ("-5", "5"),
        ("≥ 5", "5"),
        ("x₂", "x2"),
        ("2*3", "23"),
        ("1\n2", "12"),
        ("10-\n5", "105"),
        ("5'", '5"'),
        ("α", "a"),
        ("é", "e"),
        ("re-sign", "resign"),
    ],
)
def test_what_is_not_folded(one: str, other: str):
    """A figure never becomes another, and letters stay apart."""
    assert fold(one).text != fold(other).text


def test_every_character_keeps_its_place():
    """Each alone folds to something that maps back to it, in whatever version of Unicode this is."""
    every = map(chr, range(sys.maxunicode + 1))
    for at, character in enumerate(every):
        if at % 101 and len(character.casefold()) == 1 and unicodedata.is_normalized("NFKC", character):
            continue
        folding = fold(f"a {character} b")
        if folding.text.startswith("a ") and folding.text.endswith(" b"):
            assert folding.span(len(folding.text) - 1, len(folding.text)) == Span(4, 5), hex(at)


@given(st.text(max_size=120))
def test_the_map_goes_forwards_and_covers_only_the_text(text: str):
    """Spans of single characters are in order and inside."""
    folding = fold(text)

    spans = [folding.span(at, at + 1) for at in range(len(folding.text))]

    assert all(0 <= each.start < each.end <= len(text) for each in spans)
    assert all(a.start <= b.start and a.end <= b.end for a, b in pairwise(spans))


PIECES = st.lists(
    st.sampled_from(
        [
            "Salt",
            "ﬁne",
            "İz",
            "ß",
            "e\u0301",
            "1,000",
            "²",
            "中国",
            "กิน",
            "كتاب",
            " ",
            "  ",
            "\n",
            ", ",
            "—",
            " – ",
            "“x”",
            "’s",
            "…",
            "\u200b",
            "\u00ad",
        ]
    ),
    max_size=40,
).map("".join)


@given(PIECES)
def test_folding_twice_changes_nothing(text: str):
    """What is folded is its own folding."""
    once = fold(text).text

    assert fold(once).text == once


@given(PIECES, st.data())
def test_a_slice_folds_to_its_part_of_the_folding(text: str, data: st.DataObject):
    """Between blanks, where no rule looks over the cut; a dash may bring its own blanks."""
    folding = fold(text)
    blanks = [0, *(at for at, each in enumerate(folding.text) if each == " "), len(folding.text)]
    first = data.draw(st.integers(0, len(blanks) - 2))
    start = blanks[first] + (folding.text[blanks[first] : blanks[first] + 1] == " ")
    end = blanks[first + 1]

    if start < end:
        span = folding.span(start, end)
        assert fold(text[span.start : span.end]).text.strip() == folding.text[start:end]


@given(st.text(max_size=80))
def test_composition_makes_no_difference(text: str):
    """Written in parts or whole."""
    whole = unicodedata.normalize("NFC", text)

    assert fold(unicodedata.normalize("NFD", whole)).text == fold(whole).text


@pytest.mark.parametrize("unit", ["ß*", "&amp;", "a\u200b", "e\u0301", "ﬁ ", "a  ", "-\n"])
def test_the_map_is_compact(unit: str):
    """At most eight bytes a character, whatever the text."""
    text = unit * 2_000

    assert fold(text).nbytes <= 8 * len(text) + 16


def test_nothing_is_shown():
    """A folding is text."""
    assert "salt" not in repr(fold("Salt is dry"))
