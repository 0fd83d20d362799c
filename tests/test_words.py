"""The words of a text, as search sees them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.text.words import spaced, terms

TEXTS = st.one_of(
    st.text(max_size=40), st.text("aß İé\u0301图書館のがพาผู้ก \u200bx1_-'\"*\U00020000", max_size=40)
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A refund, a REFUND!", ("a", "refund")),
        ("", ()),
        ("?! -- *", ()),
        ("ﬁne Ｆｕｌｌ", ("fine", "full")),
        ("Straße", ("strasse",)),
        ("snake_case", ("snake", "case")),
        ("v3.2", ("v3", "2")),
        ('"a" OR b*', ("a", "or", "b")),
        ("हिन्दी शब्द", ("हिन्दी", "शब्द")),
        ("图", ("图",)),
        ("图书馆", ("图 书", "书 馆")),
        ("AB图书cd", ("ab", "图 书", "cd")),
    ],
)
def test_the_words_to_look_for(text: str, expected: tuple[str, ...]):
    """Folded, each once, in order; where a script has no blanks, each pair of neighbours."""
    assert terms(text) == expected


@given(TEXTS)
def test_no_word_holds_query_syntax(text: str):
    """A word is letters, digits and marks, so that nothing in a question is an instruction."""
    assert not any(sign in each for each in terms(text) for sign in "\"'*():^-+_\\")


@given(TEXTS)
def test_words_are_given_once(text: str):
    """Each in the place where it comes first."""
    found = terms(text)

    assert len({*found}) == len(found)
    assert all(each.strip() for each in found)


@given(st.text("aBzéÅßЖ図1 ", max_size=20))
def test_case_does_not_matter(text: str):
    """A question in capitals finds the same."""
    assert terms(text.upper()) == terms(text.lower()) == terms(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("A refund.", "a refund."), ("图书 x", " 图  书  x"), ("ﬁ", "fi"), ("", "")],
)
def test_spaced_text_has_blanks_where_a_script_has_none(text: str, expected: str):
    """An index that splits at blanks then finds every character."""
    assert spaced(text) == expected


@given(TEXTS, TEXTS, TEXTS)
def test_what_is_looked_for_is_in_the_spaced_text(before: str, text: str, behind: str):
    """The terms of a run of words are found in the text that holds it."""
    index = " ".join(spaced(f"{before} {text} {behind}").casefold().split())

    assert all(each in index for each in terms(text))
