"""Footnotes in place of tags: what comes out for what goes in."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import ConfigurationError, InvalidRecordError
from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    DOC,
    EVERY,
    FOOTNOTE,
    IRIS,
    LENTICULAR,
    NUMERIC,
    Dialect,
    any_of,
    scan,
    strip_markers,
    template,
)
from tesserix_rag.rendering import CitedFile, Footnoted, footnotes
from tesserix_rag.rendering.disowning import REFERENCE
from tests.rendering.files import DOCUMENT, FILES, FIRST, SECOND, SOURCE, J, file, text_of

ONE = f"\n\n[^1]: {FIRST}"
TWO = f"{ONE}\n[^2]: {SECOND}"
SWAPPED = f"\n\n[^1]: {SECOND}\n[^2]: {FIRST}"

VECTORS = {
    "": "",
    "Plain text without citations": "Plain text without citations",
    "Here is a fact <CIT 123 />.": f"Here is a fact [^1].{ONE}",
    "Fact one <CIT 123 />. Fact two <CIT 456 />.": f"Fact one [^1]. Fact two [^2].{TWO}",
    "A <CIT 123 />. B <CIT 456 />. C <CIT 123 />.": f"A [^1]. B [^2]. C [^1].{TWO}",
    "<CIT 123/>": f"[^1]{ONE}",
    "<CIT\n123 />": f"[^1]{ONE}",
    "<CIT 00123 />": f"[^1]{ONE}",
    "<CIT 123 /><CIT 456 />": f"[^1][^2]{TWO}",
    "B <CIT 456 />. A <CIT 123 />.": f"B [^1]. A [^2].{SWAPPED}",
    "A citation <CIT 123 />. Another one<CIT 456 />.": f"A citation [^1]. Another one[^2].{TWO}",
    "Text with no space<CIT 123 />around.": f"Text with no space[^1]around.{ONE}",
    "It ends so <CIT 123 />.\n": f"It ends so [^1].\n{ONE}",
    "<CIT 999 />": "",
    # What goes leaves no blank before punctuation.
    "Valid fact <CIT 123 />. Invalid fact <CIT 999 />.": f"Valid fact [^1]. Invalid fact.{ONE}",
    "A <CIT 123 />. B <CIT 999 />. C <CIT 456 />. D <CIT 888 />.": f"A [^1]. B. C [^2]. D.{TWO}",
    "A <CIT 999 /> <CIT 888 />.": "A.",
    "A <CIT 999 /><CIT 888 /> b": "A b",
    "A <CIT 999 /><CIT 123 />.": f"A [^1].{ONE}",
    "A <CIT 123 /> <CIT 999 />.": f"A [^1].{ONE}",
    "A <CIT 999 />b": "A b",
    # What the model wrote itself is no footnote.
    "Already [^1] here <CIT 456 />.": f"Already [^{J}1] here [^1].\n\n[^1]: {SECOND}",
}
UNREAD = [
    *("<CIT123 />", "<cit 123 />", "<CIT 123>", "<CIT 12 3 />", "<CIT abc />", "<CIT -1 />", "<CIT file-id />"),
    *("<CIT 1 / >", "< CIT 123 />", "<CIT 1, 2 />", "<CIT 123 a='b' />"),
]
CODE = [
    *("`<CIT 123 />`", "``<CIT 123 /> ` [^1]``", "```\n<CIT 123 />\n```", "~~~\n[^1] <CIT 123 />\n~~~"),
    *("- ```\n  [^1] <CIT 123 />\n  ```", "```md\nA [^1].\n\n[^1]: note\n```", "`[^1]`", "a `[^9]+` b"),
]


@pytest.mark.parametrize(("text", "expected"), VECTORS.items())
def test_tags_become_footnotes(text: str, expected: str):
    assert text_of(text) == expected


@pytest.mark.parametrize("tag", UNREAD)
def test_what_is_no_tag_stays(tag: str):
    assert text_of(f"a {tag} b") == f"a {tag} b"


@pytest.mark.parametrize("code", CODE)
def test_code_is_left_alone(code: str):
    """B013, B014, B016: whatever stands in it, also where something else is cited."""
    assert text_of(code) == code
    assert text_of(f"a <CIT 123 />\n\n{code}\n\nb") == f"a [^1]\n\n{code}\n\nb{ONE}"


def test_the_ids_of_tags_are_strings_in_order():
    markers = scan("A citation <CIT 123 />. Another one<CIT 456 />. <CIT 123 />", CIT_TAG)

    assert [each.refs for each in markers] == [("123",), ("456",), ("123",)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Here is a citation <CIT 123 />", "Here is a citation"),
        ("Here is a <CIT 123 /> citation", "Here is a citation"),
        ("Text with no space<CIT 123 />around.", "Text with no spacearound."),
    ],
)
def test_where_nothing_is_to_be_cited_tags_are_stripped(text: str, expected: str):
    """B043: with the blanks before them."""
    assert strip_markers(text, CIT_TAG) == expected


# --- files -------------------------------------------------------------------


def test_a_file_may_have_a_text_and_a_link_of_its_own():
    custom = CitedFile("123", "document.pdf", "http://custom_link", text="custom text")

    assert text_of("A <CIT 123 />", custom) == "A [^1]\n\n[^1]: [custom text](http://custom_link)"


def test_only_cited_files_are_listed():
    found = footnotes("A <CIT 456 />, <CIT 7 /> and <CIT 7 />.", FILES)

    assert (found.cited, found.uncited, found.dropped) == ((SOURCE,), (DOCUMENT,), ("7",))


def test_a_file_that_is_given_twice_has_one_number():
    """B052: by whichever of its positions it is named."""
    files = (file("a", "first.pdf"), file("b"), file("a", "again.pdf"))

    found = footnotes("x [3] y [1] z [2]", files, dialect=NUMERIC)

    assert found.text.startswith("x [^1] y [^1] z [^2]\n\n[^1]: [first.pdf]")
    assert found.cited == files[:2]


def test_each_file_is_listed_once():
    """B053: however often it is named."""
    files = [file("c1"), file("c2")]

    found = footnotes("a [cite:c1] b [cite:c1] c [cite:c2]", files, dialect=CARD)

    assert found.text.count("\n[^") == 2
    assert REFERENCE.findall(found.text) == ["1", "1", "2", "1", "2"]


def test_files_of_one_name_are_two():
    """By id, never by name."""
    files = [file("1", url="https://x.example/1"), file("2", url="https://x.example/2")]

    assert text_of("<CIT 2 /><CIT 1 />", *files).endswith(
        "[^1]: [report.pdf](https://x.example/2)\n[^2]: [report.pdf](https://x.example/1)"
    )


def test_a_text_with_nothing_to_cite_drops_every_tag():
    assert footnotes("A <CIT 123 />.", []).text == "A."


# --- what is unknown -----------------------------------------------------------


def test_what_is_unknown_may_stay():
    """It is reported all the same, and a marker that names it among others stays whole."""
    found = footnotes("A <CIT 999 />. B <CIT 123 />.", FILES, unknown="keep")
    assert (found.text, found.dropped) == (f"A <CIT 999 />. B [^1].{ONE}", ("999",))

    found = footnotes("A [1, 9]. B [2].", FILES, dialect=NUMERIC, unknown="keep")
    assert (found.text, found.dropped) == (f"A [1, 9]. B [^1].\n\n[^1]: {SECOND}", ("9",))


def test_what_is_unknown_may_be_refused():
    """Without a word of it."""
    with pytest.raises(ConfigurationError) as refused:
        footnotes("A <CIT 987654 />. B <CIT 123 />.", FILES, unknown="raise")

    assert "987654" not in str(refused.value)
    assert footnotes("A <CIT 123 />.", FILES, unknown="raise").dropped == ()


def test_a_marker_that_dangles_takes_no_number():
    """B035: it is dropped, and the numbers have no gap."""
    found = footnotes("a [7] b [2]", FILES, dialect=NUMERIC)

    assert (found.text, found.dropped) == (f"a b [^1]\n\n[^1]: {SECOND}", ("7",))


@pytest.mark.parametrize(
    "given",
    [
        {"text": "\ud800"},
        {"text": 1},
        {"files": "123"},
        {"files": ["123"]},
        {"files": 1},
        {"unknown": "ignore"},
    ],
    ids=str,
)
def test_what_cannot_be_used_is_refused(given: dict):
    with pytest.raises(ConfigurationError):
        footnotes(**{"text": "A", "files": FILES, **given})


def test_a_file_holds_what_it_must():
    for field in ("file_id", "name", "url", "text"):
        with pytest.raises(InvalidRecordError) as refused:
            CitedFile(**{"file_id": "1", "name": "a", "url": "b", field: "\ud800"})
        assert refused.value.field == field


def test_nothing_shows_text():
    """Neither a name nor a URL, nor what a model named."""
    found = footnotes("Secret <CIT 123 /> <CIT 987654 />", FILES)

    assert (
        repr(found) == "Footnoted(text=<66 chars>, cited=<1 records>, dropped=<1 records>, uncited=<1 records>)"
    )
    assert repr(DOCUMENT) == "CitedFile(file_id='123', name=<12 chars>, url=<31 chars>, text=<0 chars>)"


# --- dialects ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        (NUMERIC, "x [1] y [2]"),
        (FOOTNOTE, "x [^1] y [^2]"),
        (DOC, "x [doc1] y [doc2]"),
        (LENTICULAR, "x 【4:0†document.pdf】 y 【2】"),
        (CARD, "x [cite:123] y [cite:456]"),
        (IRIS, "x [cite:L:123:7:::key:summary] y [cite:F:456::::k:s]"),
        (template("⟦{id}⟧"), "x ⟦123⟧ y ⟦456⟧"),
        (any_of(CIT_TAG, NUMERIC), "x <CIT 123 /> y [2]"),
        (EVERY, "x <CIT 123 /> y [cite:456]"),
    ],
)
def test_every_dialect_names_files(dialect: Dialect, text: str):
    """By position or by id."""
    assert text_of(text, dialect=dialect) == f"x [^1] y [^2]{TWO}"


def test_a_list_of_references_is_numbered_by_first_use():
    """B025: as single footnotes."""
    files = [file(each) for each in "123"]

    assert text_of("x [3, 1] y [2]", *files, dialect=NUMERIC).startswith("x [^1][^2] y [^3]\n\n")
    assert text_of("x [1-3]", *files, dialect=NUMERIC).startswith("x [^1][^2][^3]\n\n")
    assert text_of("x [3-1]", *files, dialect=NUMERIC) == "x"


def test_numbers_that_are_prose_stay():
    """B032."""
    assert text_of("In [2024] it rose.", dialect=NUMERIC) == "In [2024] it rose."


def test_a_marker_of_a_host_is_dropped():
    """B044: a reader does not see it, and nobody reads it aloud."""
    assert text_of("Open 9-5【4:0†faq.txt】", file(), dialect=LENTICULAR).startswith("Open 9-5[^1]\n")
    assert footnotes("Open 9-5【4:0†faq.txt】", [], dialect=LENTICULAR).text == "Open 9-5"


# --- properties ----------------------------------------------------------------

tags = st.sampled_from(["<CIT 123 />", "<CIT 456/>", "<CIT 999 />", "<CIT 0123 />", "<CIT 1"])
signs = st.sampled_from(
    [
        *(
            "a",
            " ",
            "  ",
            ".",
            "\n",
            "\n\n",
            "`",
            "```\n",
            "~~~\n",
            "$",
            "\\",
            "[",
            "]",
            "](",
            "<!--",
            "-->",
            ">",
        ),
        *("[^1]", "[^2]", "[^1]: x", "[^a]: x", "^1]", "[^", ":", "(u)", "> ", "- ", "<b>", "\r", "|", "    "),
    ]
)
texts = st.lists(st.one_of(tags, signs, st.text(max_size=3)), max_size=14).map("".join)


def _is_writable(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)


@given(texts.filter(_is_writable))
def test_numbers_go_up_by_one_from_one(text: str):
    """The scanner says what is named, and the numbers go by first appearance."""
    found = footnotes(text, FILES)
    named = dict.fromkeys(each.refs[0] for each in scan(text, CIT_TAG))
    known = [each.lstrip("0") for each in named if each.lstrip("0") in {"123", "456"}]

    assert [each.file_id for each in found.cited] == list(dict.fromkeys(known))
    assert found.dropped == tuple(each for each in named if each.lstrip("0") not in known)
    assert {*found.cited, *found.uncited} == {*FILES}


@given(texts.filter(_is_writable))
def test_only_what_is_replaced_changes(text: str):
    """Without our footnotes, word joiners and blanks, text before and behind is the same."""
    found = footnotes(text, FILES)
    prose = found.text.rpartition("\n\n")[0] if found.cited else found.text
    kept = strip_markers(text, CIT_TAG)

    def bare(each: str) -> str:
        return "".join(REFERENCE.sub("", each.replace(J, "")).split())

    if "```" not in text and "~~~" not in text:
        assert bare(prose) == bare(kept)


@given(texts.filter(_is_writable), st.sampled_from(["drop", "keep"]))
def test_a_second_time_nothing_changes(text: str, unknown: Any):
    """A text that has its footnotes gets no others."""
    once = footnotes(text, FILES, unknown=unknown)
    again = footnotes(once.text, FILES, unknown=unknown)

    if not again.cited:
        assert again.text == once.text


@given(
    st.lists(st.sampled_from(["A fact", " <CIT 123 />", "<CIT 456 />", ". ", "<CIT 1 />", "\n\n"])).map("".join)
)
def test_a_text_with_footnotes_cites_nothing_again(text: str):
    again = footnotes(text_of(text), FILES)

    assert (again.text, again.cited, again.dropped) == (text_of(text), (), ())


@given(st.lists(st.sampled_from(["123", "456", "999", "a", " ", "<b>", "."])))
def test_what_hides_nothing_is_read_as_the_scanner_reads_it(parts: list[str]):
    """Whether or not something in the text may hide a tag."""
    text = "".join(f"<CIT {each} />" if each.isdigit() else each for each in parts)

    quick, slow = footnotes(text, FILES), footnotes(f"{text}\n\n`", FILES)

    assert quick.cited == slow.cited
    assert REFERENCE.findall(quick.text) == REFERENCE.findall(slow.text)


def test_numbers_may_have_many_digits():
    files = [file(str(each)) for each in range(1, 1_201)]

    found = footnotes("".join(f"<CIT {each.file_id} />" for each in files), files)

    numbers = [int(each) for each in REFERENCE.findall(found.text)[:1_200]]
    assert all(second - first == 1 for first, second in pairwise(numbers))


def test_a_record_can_be_made_of_a_text_that_was_kept():
    assert Footnoted("A [^1].", [DOCUMENT]).cited == (DOCUMENT,)
