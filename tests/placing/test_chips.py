"""Final markers as a client reads them: what is a chip, what stands side by side, and what is prose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.markers import IRIS, scan
from tesserix_rag.placing import Chip, Label, Shape, chips, stamped, without_chips


def chip(text: str, *, stored: bool = False) -> Chip:
    """Give the one chip of a text that is one."""
    ((found,),) = chips(text, stored=stored)
    assert isinstance(found, Chip)
    return found


def is_raw(text: str, *, stored: bool = False) -> bool:
    return chips(text, stored=stored) == (text,)


# --- one marker ------------------------------------------------------------------------


def test_a_summary_may_have_colons():
    found = chip("[cite:L:42:5:10:20:Key:Summary:with:colon]")

    assert found == Chip(
        kind="L", entity="42", page="5", start="10", end="20", keyword="Key", summary="Summary:with:colon"
    )


@pytest.mark.parametrize(
    ("marker", "shape"),
    [
        ("[cite:F:9:::::]", Shape.FAQ),
        ("[cite:F:9:7:1:2:K:S]", Shape.FAQ),
        ("[cite:L:42:7:::K:S]", Shape.SLIDE),
        ("[cite:L:42::120:180:K:S]", Shape.VIDEO),
        ("[cite:L:42:7:120::K:S]", Shape.VIDEO),
        ("[cite:L:42:7::180:K:S]", Shape.VIDEO),
        ("[cite:L:42::::K:S]", Shape.SOURCE),
        ("[cite:L:42: : : :K:S]", Shape.SOURCE),
    ],
)
def test_what_a_chip_leads_to(marker: str, shape: Shape):
    """A start or an end counts before a page."""
    assert chip(marker).shape is shape


@pytest.mark.parametrize(
    ("marker", "label"),
    [
        ("[cite:L:42:7:::<b>Key</b>:S]", "&lt;b&gt;Key&lt;/b&gt;"),
        ("[cite:L:42:7:::\"a\" & 'b':S]", "&quot;a&quot; &amp; &#x27;b&#x27;"),
        ("[cite:L:42:7::::S]", "Source"),
        ("[cite:L:42:7::: :S]", "Source"),
        ("[cite:F:9:::::]", "FAQ"),
    ],
)
def test_a_label_is_escaped_and_never_empty(marker: str, label: str):
    assert chip(marker).label_html == label


def test_a_summary_is_escaped():
    assert chip("[cite:L:42:7:::K:<img src=x>]").summary_html == "&lt;img src=x&gt;"


@pytest.mark.parametrize(
    "other",
    [
        "[cite:L:42:7::!1]",
        "[cite:L::::!4]",
        "[cite:L:42:7:::K]",
        "[cite:X:1:2::::K:S]",
        "[CITE:L:42:7:::K:S]",
        "[cite: L:42:7:::K:S]",
        "[cite:L:42:7:::K[1]:S]",
        "[cite:L:42:7::!1, cite:L:42:8::!2]",
        "[cite:L:42:x:::K:S]",
        "[cite:L:42::1.5:2:K:S]",
        "[cite:card-x]",
        "[cite:L:42:7:::K:S",
        "cite:L:42:7:::K:S]",
        "plain",
    ],
)
def test_what_is_no_final_marker_is_prose(other: str):
    """Also a list of drafts, which a laxer reader takes for a chip."""
    assert is_raw(f"A {other} B")


def test_a_chip_shows_no_text():
    assert repr(chip("[cite:L:Secret:7:::Secret:Secret]")).count("Secret") == 0


# --- several ---------------------------------------------------------------------------

ONE, TWO, BAD = "[cite:L:42:7:::K:S]", "[cite:F:9::::Q:A]", "[cite:L:42:7::!1]"


@pytest.mark.parametrize("between", ["", " ", "\n", " \t\n "])
def test_markers_side_by_side_are_a_group(between: str):
    assert chips(f"A {ONE}{between}{TWO} B") == ("A ", (chip(ONE), chip(TWO)), " B")


def test_prose_between_them_parts_them():
    assert chips(f"{ONE}, {TWO}") == ((chip(ONE),), ", ", (chip(TWO),))


def test_a_group_with_one_that_cannot_be_read_is_prose():
    """As a whole; another group is not."""
    text = f"A {ONE} {BAD} B {TWO}"

    assert chips(text) == (f"A {ONE} {BAD} B ", (chip(TWO),))


def test_without_any():
    assert chips("") == ()
    assert chips("A.") == ("A.",)


@given(st.lists(st.sampled_from([ONE, TWO, BAD, " ", "A", "[", "]", "[cite:", ":", "\n"]), max_size=9))
def test_nothing_is_lost(pieces: list[str]):
    """Prose and chips, written again, are the text, save the blanks inside a group."""
    text = "".join(pieces)
    again = "".join(each if isinstance(each, str) else "".join(map(written, each)) for each in chips(text))

    assert again.replace(" ", "").replace("\n", "") == text.replace(" ", "").replace("\n", "")


def written(chip: Chip) -> str:
    fields = (chip.kind, chip.entity, chip.page, chip.start, chip.end, chip.keyword, chip.summary)
    return f"[cite:{':'.join(fields)}]"


@given(st.text(), st.text())
def test_every_marker_of_ours_is_a_chip(keyword: str, summary: str):
    """What a placement writes, a client reads."""
    label = Label(keyword=keyword, summary=summary)
    text = f"[cite:L:42:7:::{label.keyword}:{label.summary}]"

    found = chip(text)
    assert (found.keyword, found.summary) == (label.keyword, label.summary)
    assert len(scan(text, IRIS)) == 1


@pytest.mark.parametrize(
    "piece", ["[cite:", "[cite:L:", ONE, BAD, f"{ONE} ", "[cite:" + "a" * 4097 + "]", "[", " ", "]"]
)
def test_a_long_text_comes_through(piece: str):
    text = piece * (200_000 // len(piece))

    prose = "".join(each for each in chips(text) if isinstance(each, str))
    assert without_chips(text) == prose.rstrip()
    assert any(not isinstance(each, str) for each in chips(f"{ONE}. {text}"))
    assert chips(stamped(text, {})) == chips(text)


# --- without them ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Hello [cite:L:7::::Keyword:Summary] world [cite:F:1::::FAQ:Summary]",
            "Hello  world",
        ),
        (f"A {ONE}{TWO}.", "A ."),
        (f"A {BAD}.", f"A {BAD}."),
        ("", ""),
    ],
)
def test_a_text_without_its_chips(text: str, left: str):
    assert without_chips(text) == left


# --- stored ones -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "version", "summary"),
    [
        ("[cite:L:42:7:::K:S:va3]", 3, "S"),
        ("[cite:L:42::120:180:K:S:vt2]", 2, "S"),
        ("[cite:L:42:7:::K:a:b:va3]", 3, "a:b"),
        ("[cite:L:42:7:::K::va3]", 3, ""),
        ("[cite:L:42:7:::K:va3]", None, "va3"),
        ("[cite:L:42:7:::K:S]", None, "S"),
        ("[cite:L:42:7:::K:S:vx3]", None, "S:vx3"),
        ("[cite:L:42:7:::K:S:va]", None, "S:va"),
        ("[cite:F:9::::K:S:va3]", None, "S:va3"),
    ],
)
def test_a_stored_marker_has_a_version(marker: str, version: int | None, summary: str):
    """A last field that could be a summary is one; an FAQ has no version."""
    found = chip(marker, stored=True)

    assert (found.version, found.summary) == (version, summary)


def test_a_final_marker_has_none():
    """Where nothing was stamped, such a field is the end of a summary."""
    assert chip("[cite:L:42:7:::K:S:va3]").summary == "S:va3"


# --- stamping --------------------------------------------------------------------------

VERSIONS = {"42": (3, 2), "43": (5, None), "44": (None, 6), "45": (None, None), "F": (1, 1), "9": (1, 1)}


@pytest.mark.parametrize(
    ("marker", "wanted"),
    [
        ("[cite:L:42:7:::Deadlocks:A summary.]", "[cite:L:42:7:::Deadlocks:A summary.:va3]"),
        ("[cite:L:42:7:120:180:Deadlocks:A summary.]", "[cite:L:42:7:120:180:Deadlocks:A summary.:vt2]"),
        ("[cite:L:43:7:120:180:K:S]", None),
        ("[cite:L:43:7:::K:S]", "[cite:L:43:7:::K:S:va5]"),
        ("[cite:L:44:7:::K:S]", None),
        ("[cite:L:44::1:2:K:S]", "[cite:L:44::1:2:K:S:vt6]"),
        ("[cite:L:45:7:::K:S]", None),
        ("[cite:L:77:7:::K:S]", None),
        ("[cite:L:42:7:::K:S:va3]", None),
        ("[cite:L:42:7:::K:S:vt1]", None),
        ("[cite:L:42:7::180:K:S]", "[cite:L:42:7::180:K:S:va3]"),
        ("[cite:L:42:7:::K:Costs $5 \\1 \\g<0>]", "[cite:L:42:7:::K:Costs $5 \\1 \\g<0>:va3]"),
        ("[cite:L:99999999999999999999:7:::K:S]", None),
        ("[cite:L:42:7:::K:The split is 3:1]", "[cite:L:42:7:::K:The split is 3:1:va3]"),
        ("[cite:L:42:7:::K]", "[cite:L:42:7:::K:va3]"),
        ("[cite:L:42:7:::K:va3]", "[cite:L:42:7:::K:va3:va3]"),
        ("[cite:F:9:7:::K:S]", None),
        ("[cite:L:42::::K:S]", None),
        ("[cite:L:42: : : :K:S]", None),
        ("[cite:L:٤٢:7:::K:S]", None),
        ("[cite:L:F:7:::K:S]", None),
        ("[cite:L:42:7::!1]", None),
    ],
)
def test_a_version_is_stamped(marker: str, wanted: str | None):
    """By the kind of the source; what is not known, or not there, is left as it is."""
    text = f"$1 {marker} and [cite:L:43:1:::K:S] \\2"

    assert stamped(text, VERSIONS) == f"$1 {wanted or marker} and [cite:L:43:1:::K:S:va5] \\2"


@given(
    st.lists(st.sampled_from([ONE, TWO, BAD, "$1", "\\", " ", "[cite:L:42::1:2:K:a:b]", "[", "]"]), max_size=9)
)
def test_stamping_twice_is_stamping_once(pieces: list[str]):
    """And takes nothing away."""
    text = "".join(pieces)
    once = stamped(text, VERSIONS)

    assert stamped(once, VERSIONS) == once
    assert stamped(once, {"42": (9, 9)}) == once
    assert once.replace(":va3]", "]").replace(":vt2]", "]") == text


def test_the_largest_entity_is_stamped():
    largest = str(2**63 - 1)

    assert stamped(f"[cite:L:{largest}:7:::K:S]", {largest: (1, 1)}).endswith(":va1]")
    over = str(2**63)
    assert stamped(f"[cite:L:{over}:7:::K:S]", {over: (1, 1)}).endswith(":S]")


def test_a_large_version_is_stamped_once_and_read():
    once = stamped(ONE, {"42": (10**12, None)})

    assert stamped(once, {"42": (10**12, None)}) == once
    assert chip(once, stored=True).version == 10**12
