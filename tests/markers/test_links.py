"""Links, tags, comments and escapes: they hold no markers, and end where they end."""

from __future__ import annotations

import pytest

from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    FOOTNOTE,
    LENTICULAR,
    NUMERIC,
    Dialect,
    strip_markers,
)
from tests.markers.prose import found, parsed, rows

# Each table gives a text, and the markers in it.

LINKS = {
    "see [1](https://a.example/) ok": "",
    "[2](url) [1]": "1",
    "[2]()": "",
    "[2](<a b>)": "",
    '[2](u "a [1] b")': "",
    "[2](u 'a [1] b') [3]": "3",
    "[2](u (a)) [1]": "1",
    "[2](a_(b)_c) [1]": "1",
    "[2] (url)": "2",
    "[2](see below)": "2",
    "[2](": "2",
    "[2](a": "2",
    "[2](a\n\nb)": "2",
    "[1, 2](u)": "",
    "[a [1] b](u) [2]": "2",
    "[a](u[1]) [2]": "2",
    "[a\nb [1]](u) [2]": "2",
    "[a\n\nb [1]](u)": "1",
    "[`a]` [1]](u)": "1",
    "![1](i.png) [2]": "2",
    "![a [1]](i.png) [2]": "2",
    "[go ![](/i.png)](./x) [1]": "1",
    "[go ![[1]](/i.png)](./x) [2]": "2",
    "[![1](i.png)](u)[2]": "2",
    r"[a \] [1]](u) [2]": "2",
    r"\[a](u) [1]": "1",
    "[[1]](u) [2]": "2",
    "[[1]] [2]": "12",
    "[a] [1]": "1",
    "[a][1]": "1",
    "[Security Policy](https://evil.example) says ok [1]": "1",
    "[1](u)[2](v)[3]": "3",
    "[1][2](u)": "1",
    "<https://x.example/[1]> [2]": "2",
    "<mailto:a@b.example> [1]": "1",
    "[1]: https://a.example": "",
    "  [1]: <a> 'b'": "",
    "a [1].\n[2]: www.a.example\n\nb [3]": "13",
    "[1]: says so": "1",
    "a [1]: https://a.example": "1",
}

TAGS = {
    "<!-- [1] --> [2]": "2",
    "<!--[1]--> [2]": "2",
    "<!---->[1]": "1",
    "<!-->[1]": "1",
    "<!--->[1]": "1",
    "<!-- [1]\n[2] --> [3]": "3",
    "<!-- a -- [1] -> --> [2]": "2",
    "<!-- [1]\n\n[2]": "2",
    "<!-- [1]\n- [2]": "2",
    "<!- [1] -->": "1",
    "< !-- [1] -->": "1",
    '<a href="[1]">a [2]</a> [3]': "23",
    "<a href='x[1]' b=\"[2]\"/>": "",
    "<img alt=[1]> [2]": "2",
    "<br>[1]<br/>[2]": "12",
    "a < b [1] > c": "1",
    "1 <2 [1]": "1",
    "<b [1]": "1",
    "</b [1]>": "1",
    "<-- [1] -->": "1",
}

ESCAPES = {
    r"\[1]": "",
    r"\[1\] [2]": "2",
    r"[1\]": "",
    r"\\[1]": "1",
    r"\\\[1]": "",
    r"\\\\[1]": "1",
    r"\a[1].": "1",
    "\\\n[1]": "1",
    r"\*[1]\*": "1",
    r"a [1]\ ": "1",
    "[1]\\": "1",
}


@pytest.mark.parametrize(
    ("text", "markers"),
    rows({**LINKS, **TAGS, **ESCAPES}),
)
def test_links_tags_and_escapes_hold_no_markers(text: str, markers: str):
    """B020, B068, B118: what else stands in brackets is left as it is."""
    assert found(text) == [f"[{each}]" for each in markers]
    assert parsed(text).prose == strip_markers(text, NUMERIC)


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        (NUMERIC, r"\［1］"),
        (LENTICULAR, r"\【1】"),
        (CIT_TAG, r"\<CIT 1 />"),
        (CARD, r"\[cite:c1]"),
        (FOOTNOTE, r"\[^1]"),
    ],
)
def test_a_backslash_escapes_ascii_brackets(dialect: Dialect, text: str):
    """As in Markdown; before other signs it is a backslash."""
    assert found(text, dialect) == ([] if text[1].isascii() else [text[1:]])


def test_a_footnote_at_the_start_of_a_line_with_a_colon_is_its_text():
    """In the middle of a line it is a marker."""
    assert found("As said [^1].\n\n[^1]: Smith, 2020\n  [^2]: Jones", FOOTNOTE) == ["[^1]"]
    assert found("As Smith says[^1]: yes.", FOOTNOTE) == ["[^1]"]
