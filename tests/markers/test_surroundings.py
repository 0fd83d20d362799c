"""What stands around markers, in every dialect and at every border: it is left as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    EVERY,
    FOOTNOTE,
    LENTICULAR,
    NUMERIC,
    PRIVATE_USE,
    Dialect,
    any_of,
    scan,
    strip_markers,
)
from tests.markers.prose import found, kept


@pytest.mark.parametrize(
    ("dialect", "marker"),
    [
        (NUMERIC, "[1]"),
        (NUMERIC, "［1］"),
        (LENTICULAR, "【4:0†name】"),
        (FOOTNOTE, "[^1]"),
        (CIT_TAG, "<CIT 1 />"),
        (CARD, "[cite:c1]"),
        (PRIVATE_USE, "\ue200cite\ue202c1\ue201"),
        (PRIVATE_USE, "\\ue202turn0file1"),
    ],
)
@pytest.mark.parametrize(
    "around",
    [
        "`{}`",
        "``{}``",
        "```\n{}\n```",
        "~~~\n{}\n~~~",
        "$a {}$",
        "$$\n{}\n$$",
        r"\(a {}\)",
        "<!-- {} -->",
        "[a {} b](u)",
    ],
)
def test_no_marker_of_any_dialect_stands_in_code_mathematics_links_and_comments(
    dialect: Dialect, marker: str, around: str
):
    text = around.format(marker)

    assert found(text, dialect) == []
    assert strip_markers(f"{text}\n\nDone {marker}.", dialect) == f"{text}\n\nDone."


# --- at the borders of what is looked at --------------------------------------


@pytest.mark.parametrize("length", [*range(200, 262), 500, 5_000])
def test_long_links_and_formulas_end_where_they_end_or_are_prose(length: int):
    """Whichever it is, the text is kept, and what follows is read."""
    filling = "a" * length
    for text in (f"[{filling} [1]](u)", f"$a{filling} [1]$", f"<b c='{filling} [1]'>", rf"\({filling} [1]\)"):
        assert strip_markers(f"{text} and [2].", NUMERIC) in (
            f"{text} and.",
            f"{text.replace(' [1]', '')} and.",
        )
        assert found(f"{text} and [2].")[-1] == "[2]"


@pytest.mark.parametrize("blanks", [0, 1, 31, 32, 33, 63, 64, 65, 1_000])
def test_the_blanks_before_a_marker_go_with_it_as_far_as_a_stream_could_hold_them(blanks: int):
    left = strip_markers(f"a{' ' * blanks}[1].", NUMERIC)

    assert left == f"a{' ' * max(0, blanks - 32)}."


@pytest.mark.parametrize("blank", " \t\u00a0\u1680\u2000\u2009\u200a\u202f\u205f\u3000")
def test_every_blank_within_a_line_goes_with_a_marker(blank: str):
    assert strip_markers(f"a{blank}{blank}[1]{blank}b", NUMERIC) == f"a{blank}b"


@pytest.mark.parametrize("sign", "\n\r\f\v\x85\u2028\u2029\u200b\u2060\ufeff\x1c\x00")
def test_line_breaks_and_invisible_signs_stay(sign: str):
    assert strip_markers(f"a{sign}[1] b", NUMERIC) == f"a{sign} b"


# --- whatever the text is -----------------------------------------------------

ATOMS = [
    "[1]",
    "[1,",
    "2]",
    "`",
    "```",
    "\n",
    "\n\n",
    "~~~\n",
    "$",
    "$$",
    "\\",
    "\\[",
    "(",
    ")",
    "](",
    "<!--",
    "-->",
]
ATOMS += [
    "<b>",
    " ",
    "a",
    ".",
    "5",
    "- ",
    "> ",
    "【1】",
    "[cite:c1]",
    "<CIT 1 />",
    "\ue202turn0file1",
    "[^1]",
    "|",
]
MIXTURES = st.lists(st.sampled_from(ATOMS), max_size=25).map("".join)


@given(MIXTURES, st.sampled_from([NUMERIC, EVERY, any_of(CARD, CIT_TAG)]))
def test_outside_of_markers_nothing_changes(text: str, dialect: Dialect):
    """B017, B076: only markers and the blanks before them are left out, and spans are those of the text."""
    assert strip_markers(text, dialect) == "".join(text[at] for at in kept(text, dialect))


@given(MIXTURES, st.sampled_from([NUMERIC, EVERY, any_of(CARD, CIT_TAG)]))
def test_markers_stand_one_behind_the_other(text: str, dialect: Dialect):
    ends = [end for each in scan(text, dialect) for end in (each.span.start, each.span.end)]

    assert ends == sorted(ends)
    assert all(0 <= each <= len(text) for each in ends)
