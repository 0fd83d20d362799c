"""Brackets right behind a word: where they are markers, and where subscripts."""

from __future__ import annotations

import pytest

from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    FOOTNOTE,
    LENTICULAR,
    PRIVATE_USE,
    Dialect,
)
from tests.markers.prose import found, rows

GLUED = {
    "arr[2] + 1": "",
    "arr[2] is": "",
    "arr[2][3] = x": "",
    "arr[2]-1": "",
    "arr[2].width": "",
    "arr[2].5": "",
    "arr[2]._a": "",
    "arr[2](x)": "",
    "arr_[2] x": "",
    "arr0[2] x": "",
    "f(arr[2] + 1)": "",
    "wavelengths[2].": "2",
    "wavelengths[2]. Next": "2",
    "wavelengths[2].\n": "2",
    "wavelengths[2], and": "2",
    "wavelengths[2]; and": "2",
    "wavelengths[2]: and": "2",
    "wavelengths[2]!": "2",
    "wavelengths[2]?": "2",
    "(wavelengths[2])": "2",
    '"wavelengths[2]"': "2",
    "“wavelengths[2]”": "2",
    "«wavelengths[2]»": "2",
    "wavelengths[2]…": "2",
    "wavelengths[2]—and": "2",
    "wavelengths[2]。": "2",
    "wavelengths[2]، x": "2",
    "wavelengths[2]": "2",
    "wavelengths[2] \t": "2",
    "wavelengths[2]\nNext": "2",
    "wavelengths[2] \nNext": "2",
    "wavelengths[2]\r\nNext": "2",
    "wavelengths[2]\n\nNext": "2",
    "wavelengths[2][3].": "23",
    "wavelengths[2][3] [4].": "234",
    "**wavelengths[2]** are": "2",
    "*wavelengths[2]*.": "2",
    "wavelengths [2] are": "2",
    "wavelengths.[2] They": "2",
    "wavelengths)[2] are": "2",
    "*wavelengths*[2] are": "2",
    "波长[2]是": "2",
    "длины[2] волн": "2",
    "é[2] x": "2",
    "3.5[2] x": "",
    "[2]x": "2",
    "| rose[2] | 5 |": "2",
}


@pytest.mark.parametrize(("text", "markers"), rows(GLUED))
def test_a_bracket_right_behind_a_word_is_a_marker_where_the_word_ends(text: str, markers: str):
    """B011, B014: elsewhere it is a subscript, and stays."""
    assert found(text) == [f"[{each}]" for each in markers]


@pytest.mark.parametrize(
    "text",
    [
        "Hiring is slow[4] [5].",
        "The **skills** you hire for[4] [5].\n- More",
        "It grew[4] [5] [6], and fell.",
        "It grew[4] [5]\nIt fell.",
        "Some sources[4] [5] ",
    ],
)
def test_markers_with_blanks_between_them_are_neighbours(text: str):
    """As products write them: punctuation, or an end, behind the last stands behind all of them."""
    assert found(text)[:2] == ["[4]", "[5]"]


@pytest.mark.parametrize("dialect", [LENTICULAR, FOOTNOTE, CIT_TAG, CARD, PRIVATE_USE])
def test_only_square_brackets_with_numbers_look_like_subscripts(dialect: Dialect):
    markers = {
        "lenticular": "【2】",
        "footnote": "[^2]",
        "cit_tag": "<CIT 2 />",
        "card": "[cite:c2]",
        "private_use": "\ue202turn0file2",
    }
    marker = markers[dialect.name]

    assert found(f"arr{marker} + 1", dialect) == [marker]
