"""Markers that name documents, citations, or a place in a lecture."""

from __future__ import annotations

import pytest

from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    IRIS,
    IRIS_DRAFT,
    IRIS_STORED,
    PRIVATE_USE,
    Dialect,
    strip_markers,
)
from tesserix_rag.places import TimeRange
from tests.examples import citation
from tests.markers.prose import claims, found, placed, refs, rows

# --- documents ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "reference"),
    rows({
        "<CIT 123 />": "123",
        "<CIT 123/>": "123",
        "<CIT\n1 />": "1",
        "<CIT \t 1\n/>": "1",
        "<CIT 001 />": "001",
        f"<CIT {'9' * 32} />": "9" * 32,
    }),
)  # fmt: skip
def test_a_tag_names_a_document(marker: str, reference: str):
    assert refs(f"A fact {marker}.", CIT_TAG) == [(reference,)]
    assert refs(f"Another one{marker}.", CIT_TAG) == [(reference,)]


@pytest.mark.parametrize(
    "text",
    [
        *("<CIT123 />", "<cit 1 />", "<CIT 1>", "<CIT 12 3 />", "<CIT abc />", "<CIT -1 />", "<CIT file-id />"),
        *("<CIT 1 / >", "< CIT 1 />", "<CIT 1, 2 />", "<CIT />", "<CIT ² />", "<CIT １ />", "&lt;CIT 1 />"),
        f"<CIT {'9' * 5_000} />",
    ],
)
def test_other_tags_are_prose(text: str):
    assert strip_markers(f"A fact {text}.", CIT_TAG) == f"A fact {text}."


@pytest.mark.parametrize(
    ("text", "left"),
    rows({
        "Here is a citation <CIT 123 />": "Here is a citation",
        "Here is a <CIT 123 /> citation": "Here is a citation",
        "Text with no space<CIT 123 />around.": "Text with no spacearound.",
        "<CIT 1 /><CIT 2 />": "",
        "Plain text without citations": "Plain text without citations",
        "": "",
    }),
)  # fmt: skip
def test_a_tag_goes_with_the_blanks_before_it(text: str, left: str):
    assert strip_markers(text, CIT_TAG) == left


def test_a_document_is_every_retrieved_passage_of_it():
    """B064: a number is never a position or a citation's id here; zeros before it may be left out."""
    retrieved = [citation("p", document_id="9"), citation("9", document_id="1"), citation("q", document_id="9")]

    assert claims(
        "One <CIT 9 />. Two <CIT 1 />. Three <CIT 009 />. Four <CIT 2 />.", retrieved, dialect=CIT_TAG
    ) == [
        ("One.", ["p", "q"]),
        ("Two.", ["9"]),
        ("Three.", ["p", "q"]),
        ("Four.", ["?2"]),
    ]


# --- ids ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "expected"),
    rows({
        "[cite:card-x]": ("card-x",),
        "[cite: card-x ]": ("card-x",),
        "[cite:a, b]": ("a", "b"),
        "[cite:a, cite:b]": ("a", "b"),
        "[cite:a;b]": ("a", "b"),
        "[cite:?7]": ("?7",),
        "[cite:handbook:3]": ("handbook:3",),
        "[cite:1]": ("1",),
        "[cite:语]": ("语",),
        f"[cite:{'a' * 128}]": ("a" * 128,),
    }),
)  # fmt: skip
def test_a_card_names_citations(marker: str, expected: tuple[str, ...]):
    """B023: with and without blanks."""
    assert refs(f"A fact {marker}.", CARD) == [expected]
    assert refs(f"A fact{marker} and more.", CARD) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "[cite:]",
        "[cite: ]",
        "[Cite:a]",
        "[cite a]",
        "[cite:a b]",
        "[cite:a\nb]",
        "[cite:a,]",
        "[cite:a",
        "cite:a]",
    ],
)
def test_other_cards_are_prose(text: str):
    assert found(f"A fact {text}.", CARD) == []


@pytest.mark.parametrize("spelling", ["\ue202turn0file1", "\\ue202turn0file1"])
def test_a_private_use_marker_may_be_written_out(spelling: str):
    """B041, B043: both spellings are the same citation, and neither leaves a trace."""
    retrieved = [citation("turn0file1")]

    assert refs(f"x {spelling}", PRIVATE_USE) == [("turn0file1",)]
    assert claims(f"x {spelling}.", retrieved, dialect=PRIVATE_USE) == [("x.", ["turn0file1"])]
    assert strip_markers(f"x {spelling}", PRIVATE_USE) == "x"


@pytest.mark.parametrize(
    ("marker", "expected"),
    rows({
        "\ue200cite\ue202turn0search1\ue201": ("turn0search1",),
        "\ue200cite\ue202turn0search1\ue202turn1news2\ue201": ("turn0search1", "turn1news2"),
        "\\ue200cite\\ue202turn0search1\\ue201": ("turn0search1",),
        "\ue200cite\\ue202turn0search1\ue201": ("turn0search1",),
        "\ue200\ue202turn0file1\ue202turn0file2\ue201": ("turn0file1", "turn0file2"),
        "\ue200cite\ue202card-x\ue201": ("card-x",),
    }),
)  # fmt: skip
def test_private_use_markers_may_hold_several_ids(marker: str, expected: tuple[str, ...]):
    assert refs(f"x{marker}.", PRIVATE_USE) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "\ue202",
        "\ue202hello",
        "\ue200cite\ue201",
        "\ue200cite\ue202\ue201",
        "\ue200cite\ue202a",
        "\\ue20",
        "turn0file1",
    ],
    ids=ascii,
)
def test_private_use_characters_alone_are_prose(text: str):
    assert strip_markers(f"x {text} y", PRIVATE_USE) == f"x {text} y"


# --- kind, entity and place ---------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "reference"),
    rows({
        "[cite:L:42:7::!1]": "L:42:7::!1",
        "[cite:L:42::120:180!2]": "L:42::120:180!2",
        "[cite:F:9:::!3]": "F:9:::!3",
        "[cite:L:42:7::!001]": "L:42:7::!001",
        "[cite:L::::!4]": "L::::!4",
        "[cite:L:42:7:1:2!3!4]": "L:42:7:1:2!3!4",
        "[cite:L:[42:7::!1]": "L:[42:7::!1",
        "[cite:L:4 2:7::!1]": "L:4 2:7::!1",
    }),
)  # fmt: skip
def test_a_draft_marker_has_kind_entity_place_and_number(marker: str, reference: str):
    assert refs(f"A {marker}.", IRIS_DRAFT) == [(reference,)]


@pytest.mark.parametrize(
    "text",
    [
        *("[cite:X:1:::!5]", "[CITE:L:1:::!1]", "[cite: L:1:::!1]", "[cite:L:1:::!]", "[cite:L:1:::!1x]"),
        *(
            "[cite:L:1:2:3:4:5!6]",
            "[cite:L:42:7::!1, cite:L:42:8::!2]",
            "[cite:F:9:::Old:sum]",
            "[cite:l:1:::!1]",
        ),
        *("[cite:L:1:::!²]", "[cite:L:1::!1]", "[cite:LF:1:::!1]", "[cite:L:1:::1]"),
    ],
)
def test_other_draft_markers_are_prose(text: str):
    assert found(f"A {text}.", IRIS_DRAFT) == []


FINAL = {
    "[cite:L:42:7:::keyword:summary]": "L:42:7::",
    "[cite:L:42:7:::Deadlock:Two threads wait.]": "L:42:7::",
    "[cite:L:42::120:180:Mutex:]": "L:42::120:180",
    "[cite:F:9:::::]": "F:9:::",
    "[cite:F:1::::FAQ:Summary]": "F:1:::",
    "[cite:L:42:5:10:20:Key:Summary:with:colon]": "L:42:5:10:20",
    "[cite:L:42:7:::k:The split is 3:1]": "L:42:7::",
    "[cite:L:42:7:::k:$5 and \\ and `x`]": "L:42:7::",
    "[cite:L:42:7:::k:summary:va3]": "L:42:7::",
    "[cite:L:42::120:180:k:summary:vt2]": "L:42::120:180",
    f"[cite:L:42:7:::k:{'s' * 190}]": "L:42:7::",
}


@pytest.mark.parametrize("dialect", [IRIS, IRIS_STORED])
@pytest.mark.parametrize(("marker", "reference"), rows(FINAL))
def test_a_final_marker_names_kind_entity_and_place(dialect: Dialect, marker: str, reference: str):
    """The summary may hold colons, and what is code or mathematics elsewhere."""
    assert refs(f"A {marker}.", dialect) == [(reference,)]
    assert strip_markers(f"A {marker}.", dialect) == "A."


@pytest.mark.parametrize("dialect", [IRIS, IRIS_STORED])
@pytest.mark.parametrize(
    "text",
    ["[cite:L:42:7:::k]", "[cite:X:42:7:::k:s]", "[cite:L:42:7::!1]", "[cite:L:42:7:::k:a[b]", "[cite:k:s]"],
)
def test_fewer_fields_are_no_final_marker(dialect: Dialect, text: str):
    assert found(f"A {text}.", dialect) == []


LECTURE = (
    placed("slide", "L", "42", 7),
    placed("same-slide", "L", "42", 7),
    placed("video", "L", "42", TimeRange(120, 180)),
    placed("faq", "F", "9"),
)


@pytest.mark.parametrize(
    ("dialect", "marker", "ids"),
    [
        (IRIS_DRAFT, "[cite:L:42:7::!1]", ["slide"]),
        (IRIS_DRAFT, "[cite:L:42:7::!002]", ["same-slide"]),
        (IRIS_DRAFT, "[cite:L:42::120:180!3]", ["video"]),
        (IRIS_DRAFT, "[cite:F:9:::!4]", ["faq"]),
        (IRIS_DRAFT, "[cite:L:42:7::!99]", ["?L:42:7::!99"]),
        (IRIS_DRAFT, "[cite:L:42:7::!0]", ["?L:42:7::!0"]),
        (IRIS_DRAFT, "[cite:L:777:1::!1]", ["?L:777:1::!1"]),
        (IRIS_DRAFT, "[cite:L:42:8::!1]", ["?L:42:8::!1"]),
        (IRIS_DRAFT, "[cite:F:42:7::!1]", ["?F:42:7::!1"]),
        (IRIS, "[cite:L:42:7:::k:s]", ["slide", "same-slide"]),
        (IRIS, "[cite:L:42::120:180:k:s]", ["video"]),
        (IRIS, "[cite:L:42::120::k:s]", ["video"]),
        (IRIS, "[cite:F:9::::k:s]", ["faq"]),
        (IRIS, "[cite:L:42:8:::k:s]", ["?L:42:8::"]),
        (IRIS_STORED, "[cite:L:42:7:::k:s:va3]", ["slide", "same-slide"]),
        (IRIS_STORED, "[cite:L:42::120:180:k:s:vt2]", ["video"]),
        (IRIS_STORED, "[cite:F:9::::k:s]", ["faq"]),
    ],
)
def test_a_place_names_what_was_retrieved_there(dialect: Dialect, marker: str, ids: list[str]):
    """A number that was not given out, or fields that are another record's, dangle."""
    assert claims(f"A {marker}.", LECTURE, dialect=dialect) == [("A.", ids)]
