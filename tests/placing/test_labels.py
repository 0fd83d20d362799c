"""Labels: keywords one after another, summaries side by side, and all of them safe to stand in a marker."""

from __future__ import annotations

import asyncio
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import InvalidRecordError
from tesserix_rag.markers import IRIS, scan
from tesserix_rag.placing import Completion, Label, PlacementModels, place_citations
from tests.placing.scripted import (
    Script,
    cited,
    codes,
    found,
    hit,
    is_keyword,
    is_summary,
    paragraph_in,
    placed,
    slide,
    taken_in,
)

MANY = tuple(slide(f"s{at:02}", page=at, text=f"Text {at}.") for at in range(1, 21))
ALL = "A " + " ".join(f"[cite:L:42:{at}::!{at}]" for at in range(1, 21)) + "."


def fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


# --- what is asked ---------------------------------------------------------------------


async def test_each_keyword_is_told_which_are_taken():
    """In the order of their first use; the taken ones are sorted."""
    names = {"Text 1.": "Zebra", "Text 2.": "Ant", "Text 3.": "Mole"}
    script = Script(
        places=lambda _: "A [cite:L:42:3::!3] [cite:L:42:1::!1]. B [cite:L:42:2::!2].",
        labels=lambda prompt: names[paragraph_in(prompt)] if is_keyword(prompt) else "So.",
    )
    result = found(*MANY)
    await place_citations("A. B.", result, cited(result), models=script.models)

    asked = [each for each in script.prompts if is_keyword(each)]
    assert [paragraph_in(each) for each in asked] == ["Text 3.", "Text 1.", "Text 2."]
    assert [taken_in(each) for each in asked] == ["", "Mole", "Mole, Zebra"]


async def test_a_passage_in_a_prompt_can_name_no_source():
    script = Script(places=lambda _: "A [cite:L:42:7::!1].")
    result = found(slide("page", text="Cite [cite:L:1:1::!1] here. $taken ${paragraph} $$"))
    await place_citations("A.", result, cited(result), models=script.models)

    assert len(script.prompts) == 3
    assert not any("[cite:L:1:1::!1]" in each for each in script.prompts)
    assert all("$taken ${paragraph} $$" in each for each in script.prompts)


# --- keywords --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (["Lock", "Lock", "Lock"], ["Lock", "Lock 2", "Lock 3"]),
        (["Straße", "STRASSE", "strasse"], ["Straße", "STRASSE 2", "strasse 3"]),
        (["Lock", "\uff2cock", "lo\u200bck"], ["Lock", "\uff2cock 2", "lock 3"]),
        (["Lock 2", "Lock", "Lock"], ["Lock 2", "Lock", "Lock 3"]),
        (["", "", "Lock"], ["", "", "Lock"]),
        (["x" * 99, "x" * 99, "X" * 99], ["x" * 39 + "…", "x" * 35 + " 2", "X" * 35 + " 3"]),
    ],
)
async def test_no_two_keywords_are_alike(said: list[str], kept: list[str]):
    """Whatever the model says: also in another case or form they are told apart."""
    script = [*said]
    placement = await placed(
        "A [cite:L:42:1::!1] [cite:L:42:2::!2] [cite:L:42:3::!3].",
        *MANY,
        answer="A.",
        labels=lambda prompt: script.pop(0) if is_keyword(prompt) else "So.",
    )

    assert [each.keyword for each in placement.labels.values()] == kept
    assert len({fold(each) for each in kept if each}) == sum(map(bool, kept))


async def test_a_keyword_that_fails_is_the_only_one_that_is_missing():
    """Those behind it are written all the same, and are told of those before it."""

    def says(prompt: str) -> object:
        if is_summary(prompt):
            return "So."
        return LookupError() if paragraph_in(prompt) == "Text 2." else f"Key {paragraph_in(prompt)}"

    placement = await placed(ALL, *MANY, answer="A.", labels=says)

    assert [each.citation_id for each in placement.notes] == ["s02"]
    assert codes(placement) == ["keyword_failed"]
    assert placement.labels["s02"] == Label(keyword="", summary="So.")
    assert placement.labels["s03"].keyword == "Key Text 3."
    assert "[cite:L:42:2::::So.]" in placement.text


# --- summaries -------------------------------------------------------------------------


async def test_a_summary_that_fails_is_the_only_one_that_is_missing():
    def says(prompt: str) -> object:
        if is_keyword(prompt):
            return f"Key {paragraph_in(prompt)}"
        return None if paragraph_in(prompt) == "Text 2." else "So."

    placement = await placed(ALL, *MANY, answer="A.", labels=says)

    assert [(each.code.value, each.citation_id) for each in placement.notes] == [("summary_failed", "s02")]
    assert placement.labels["s02"] == Label(keyword="Key Text 2.")
    assert placement.labels["s01"].summary == placement.labels["s03"].summary == "So."


async def test_all_labels_may_fail():
    """The markers stand, with nothing in their labels."""
    placement = await placed("A [cite:L:42:1::!1].", *MANY, answer="A.", labels=lambda _: LookupError())

    assert placement.text == "A [cite:L:42:1::::]."
    assert codes(placement) == ["keyword_failed", "summary_failed"]


async def test_summaries_are_written_side_by_side_but_not_too_many():
    running = most = keywords = 0

    def labels():
        async def model(prompt: str) -> Completion:
            nonlocal running, most, keywords
            if is_keyword(prompt):
                keywords += 1
                return Completion(f"K{keywords}")
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.005)
            running -= 1
            return Completion("So.")

        return model

    script = Script(places=lambda _: ALL)
    result = found(*MANY)
    models = PlacementModels(chat=script.models.chat, labels=labels)
    placement = await place_citations("A.", result, cited(result), models=models)

    assert len(placement.labels) == 20
    assert 1 < most <= 8


# --- what may stand in a marker --------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Ratio: 3:1", "Ratio - 3 -1"),
        ("[a]", "(a)"),
        ("a\n b\t c", "a b c"),
        ("::", "- -"),
        ("a:b", "a -b"),
        ("A [x]: y!5", "A (x) - y!5"),
        ("https://x.y", "https -//x.y"),
        (None, ""),
        ("a|b!c", "a|b!c"),
        ("  Lock  ", "Lock"),
        ("a\u202eb\u2066c\u2069", "abc"),
        ("a\x00b\x1bc\x7f", "abc"),
        ("a\u200bb\u2060c\ufeff", "abc"),
        ("a\u2028b\x85c\xa0d", "a b c d"),
        ("a\ud800b", "ab"),
        ("\ue000\U000f0000", ""),
        ("\u3164", ""),
        ("\u200b \u200b", ""),
        ("\U000e0041", ""),
        ("<b>$5 \\ &amp;", "<b>$5 \\ &amp;"),
    ],
)
def test_what_is_made_safe(said: str, kept: str):
    """The same for both fields."""
    assert Label(keyword=said, summary=said) == Label(keyword=kept, summary=kept)
    assert (Label(keyword=said).keyword, Label(summary=said).summary) == (kept, kept)


@pytest.mark.parametrize(
    ("said", "keyword"),
    [
        ("one two " * 9, "one two one two one two one two one…"),
        ("x" * 41, "x" * 39 + "…"),
        ("x" * 40, "x" * 40),
        ("x " + "y" * 99, "x…"),
        ("x" * 10**6, "x" * 39 + "…"),
    ],
)
def test_a_keyword_is_cut(said: str, keyword: str):
    assert Label(keyword=said).keyword == keyword


def test_a_summary_is_cut():
    assert len(Label(summary="word " * 99).summary) <= 140


@given(st.text(), st.text())
def test_any_label_stands_in_a_marker(keyword: str, summary: str):
    """It is read back as it is, and is safe a second time."""
    label = Label(keyword=keyword, summary=summary)
    marker = f"[cite:L:42:7:::{label.keyword}:{label.summary}]"

    assert len(scan(marker, IRIS)) == 1
    assert Label(keyword=label.keyword, summary=label.summary) == label
    for field, most in ((label.keyword, 40), (label.summary, 140)):
        assert len(field) <= most
        assert not any(unicodedata.category(each) in {"Cc", "Cf", "Cs"} for each in field)
        assert field == " ".join(field.split(" "))


@pytest.mark.parametrize("wrong", [3, b"x", ["x"]])
def test_a_label_is_text(wrong: object):
    with pytest.raises(InvalidRecordError, match="keyword"):
        Label(keyword=wrong)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(InvalidRecordError, match="summary"):
        Label(summary=wrong)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_a_label_shows_no_text():
    assert repr(Label(keyword="Secret", summary="Secret")) == "Label(keyword=<6 chars>, summary=<6 chars>)"


async def test_a_marker_is_short_enough_to_be_read():
    """Where the id of a source is long, the summary gives way."""
    long = "4" * 64
    placement = await placed(
        f"A [cite:L:{long}::9007199254740990:9007199254740991!1].",
        hit("far", entity=long, time_start=2**53 - 2, time_end=2**53 - 1),
        answer="A.",
        labels=lambda prompt: "k" * 99 if is_keyword(prompt) else "word " * 99,
    )

    (marker,) = scan(placement.text, IRIS)
    label = placement.labels["far"]
    assert marker.span.length <= 224
    assert 20 < len(label.summary) < 140
    assert f":{label.keyword}:{label.summary}]" in placement.text
    assert codes(placement) == []
