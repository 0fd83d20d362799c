"""What each channel gets: plain numbers or footnotes, files or links to them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import ConfigurationError, InvalidRecordError
from tesserix_rag.markers import LENTICULAR
from tesserix_rag.rendering import (
    EMAIL,
    PLAIN,
    SLACK,
    TELEGRAM,
    VOICE,
    WEB,
    Channel,
    ChannelText,
    Footnoted,
    footnotes,
    for_channel,
)
from tests.rendering.files import FILES, FIRST, J, channel, file, kept, text_of

REPORT = file("r", "report.pdf")
NOTES = file("n", "report.txt")
LINE = "[^1]: [report.pdf](http://example.com/report.pdf)"

SENDS = {
    "fact [^1] and another [^2].": "fact [1] and another [2].",
    f"See [^1].\n\n{LINE}": "See [1].\n\n[1]: report.pdf",
    "See [^1].\n\n[^1]: [report.txt](http://example.com/report.txt)": (
        "See [1].\n\n[1]: report.txt (http://example.com/report.txt)"
    ),
    "See [^1].\n\n[^1]: [other.pdf](http://example.com/other.pdf)": (
        "See [1].\n\n[1]: [other.pdf](http://example.com/other.pdf)"
    ),
    f"A [^1]. B [^2].\n\n{LINE}\n{LINE.replace('1', '2')}": "A [1]. B [2].\n\n[1]: report.pdf\n[2]: report.pdf",
    "Nothing is listed.": "Nothing is listed.",
    "Match [^a-z]+ and [^0-9] [^1].": "Match [^a-z]+ and [^0-9] [1].",
    f"See [^1].\n\n   {LINE}": "See [1].\n\n   [1]: report.pdf",
    f"See [^1].\n\n{LINE} and (x)": ("See [1].\n\n[1]: [report.pdf](http://example.com/report.pdf) and (x)"),
    "`[^1]` and [^1]": "`[^1]` and [1]",
    f"```\n{LINE}\n```\n[^1]": f"```\n{LINE}\n```\n[1]",
    "[^0] [^01] [^x] [^]": "[^0] [^01] [^x] [^]",
}


@pytest.mark.parametrize(("text", "expected"), SENDS.items())
def test_footnotes_become_numbers(text: str, expected: str):
    """A file is named, and linked to where it is not sent; what is no line of these files stays."""
    assert for_channel(kept(text, REPORT, NOTES), channel("r")).text == expected


def test_files_are_attached_listed_or_left():
    written = for_channel(kept(f"See [^1].\n\n{LINE}", REPORT, NOTES), channel("r", "n"))
    assert (written.attachments, written.unreferenced) == ((REPORT,), (NOTES,))

    written = for_channel(kept("fact [^1].", REPORT), channel("r"))
    assert (written.text, written.attachments, written.unreferenced) == ("fact [1].", (), (REPORT,))

    written = for_channel(kept(f"A [^1]. B [^2].\n\n{LINE}\n{LINE.replace('1', '2')}", REPORT), channel("r"))
    assert (written.attachments, written.unreferenced) == ((REPORT,), ())


def test_files_that_are_not_cited_are_returned():
    """Each once, in the order in which they were given."""
    found = footnotes("A <CIT 2 />.", [file("3"), file("2"), file("1"), file("3")])

    assert [each.file_id for each in for_channel(found, PLAIN).unreferenced] == ["3", "1"]
    assert [each.file_id for each in for_channel(found, WEB).unreferenced] == ["3", "1"]


def test_files_are_told_apart_by_id():
    """Two of one name, one text and one URL: the one that is sent is the one that was cited."""
    twins = [file(each, "report.pdf", "https://x.example/a", "The report") for each in ("1", "2", "3")]
    found = footnotes("A <CIT 2 />. B <CIT 1 />.", twins)

    written = for_channel(found, channel("1"))

    assert written.text == "A [1]. B [2].\n\n[1]: The report (https://x.example/a)\n[2]: The report"
    assert (written.attachments, written.unreferenced) == ((twins[0],), (twins[2],))


def test_a_text_of_its_own_is_no_name_to_match():
    """It may be the name of another file, and have brackets."""
    files = [file("1", "a.pdf", text="b [x].pdf"), file("2", "b [x].pdf")]
    found = footnotes("A <CIT 1 />. B <CIT 2 />.", files)

    assert for_channel(found, channel("2")).text.splitlines()[2:] == [
        "[1]: b [x].pdf (http://example.com/a.pdf)",
        "[2]: b [x].pdf",
    ]


def test_a_footnote_of_the_model_is_no_number():
    """Nor in code."""
    found = footnotes("A [^1] `[^1]` <CIT 123 />", FILES)

    assert for_channel(found, PLAIN).text.startswith(f"A [^{J}1] `[^1]` [1]\n\n[1]: ")


def test_the_web_gets_the_text_as_it_is():
    found = footnotes("A <CIT 123 />. [^a-z]+", FILES)

    assert for_channel(found, WEB).text == found.text == f"A [^1]. [^a-z]+\n\n[^1]: {FIRST}"


def test_a_channel_with_footnotes_may_send_files():
    found = footnotes("A <CIT 123 />.", FILES)
    written = for_channel(found, Channel("app", footnotes=True, can_send=lambda _file: True))

    assert (written.text, written.attachments) == (found.text, FILES[:1])


def test_each_ready_made_channel_writes_in_its_way():
    found = footnotes("A & B <CIT 1 />.\n\nC", [REPORT, file("1", "a.pdf", "https://x.example/a")])

    assert [for_channel(found, each).text for each in (PLAIN, SLACK, TELEGRAM, EMAIL)] == [
        "A & B [1].\n\nC\n\n[1]: a.pdf (https://x.example/a)",
        "A &amp; B [1].\n\nC\n\n[1]: <https://x.example/a|a.pdf>",
        'A &amp; B [1].\n\nC\n\n[1]: <a href="https://x.example/a">a.pdf</a>',
        (
            "A &amp; B [1].<br>\n<br>\nC<br>\n<br>\n"
            '[1]: <a href="https://x.example/a" rel="noopener noreferrer">a.pdf</a>'
        ),
    ]


# --- to be read aloud ----------------------------------------------------------


def test_what_is_read_aloud_has_no_numbers_and_no_links():
    """They are given apart, those of the files first, each once."""
    text = "It rose <CIT 123 />. See [the site](https://x.example/a), https://x.example/b. Again: https://x.example/a"
    written = for_channel(footnotes(text, FILES), VOICE)

    assert written.text == "It rose. See the site, . Again:"
    assert written.links == (
        "http://example.com/download/123",
        "https://x.example/a",
        "https://x.example/b",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open 9-5【4:0†faq.txt】", "Open 9-5"),
        ("Open [1] 9-5 [^1] [cite:a].", "Open 9-5."),
        ("Match [^a-z]+ and [^0-9].", "Match [^a-z]+ and [^0-9]."),
        ("`rows[1]` and rows[2] + 1", "`rows[1]` and rows[2] + 1"),
        ("[a](javascript:x) <b>", "a <b>"),
    ],
)
def test_no_marker_is_read_aloud(text: str, expected: str):
    """B044: neither one of another dialect nor a footnote that the model wrote."""
    written = for_channel(footnotes(text, FILES), VOICE)

    assert (written.text, written.links) == (expected, ())


def test_a_host_may_drop_its_markers_first():
    """B044: and gets the same."""
    found = footnotes("Open 9-5【4:0†faq.txt】", [], dialect=LENTICULAR)

    assert for_channel(found, PLAIN).text == for_channel(found, VOICE).text == "Open 9-5"


# --- what is refused -----------------------------------------------------------


@pytest.mark.parametrize("given_", [(text_of("a"), PLAIN), (kept("a"), "plain"), (kept("a"), None)], ids=str)
def test_what_is_no_channel_is_refused(given_: Any):
    with pytest.raises(ConfigurationError):
        for_channel(*given_)


@pytest.mark.parametrize(
    "field",
    [{"name": " "}, {"footnotes": 1}, {"can_send": True}, {"writing": "slack"}],
    ids=lambda each: next(iter(each)),
)
def test_a_channel_holds_what_it_must(field: dict):
    with pytest.raises(InvalidRecordError) as refused:
        Channel(**{"name": "a", "footnotes": True, "can_send": bool, **field})

    assert refused.value.field in field


def test_nothing_shows_text():
    assert repr(ChannelText("secret", [REPORT], links=["https://x.example/secret"])) == (
        "ChannelText(text=<6 chars>, attachments=<1 records>, unreferenced=<0 records>, links=<1 records>)"
    )
    assert repr(PLAIN) == "Channel(name='plain', footnotes=False, writing=<Writing.TEXT: 'text'>)"


# --- properties ----------------------------------------------------------------

texts = st.lists(
    st.sampled_from(
        [
            "a ",
            "<CIT 123 />",
            " <CIT 456 />",
            "[^1]",
            "[^7]",
            "[^a-z]+",
            "`",
            "\n\n",
            "```\n",
            "\n[^1]: x",
            "& <",
            "[1]",
        ]
    ),
    max_size=14,
).map("".join)


@given(texts)
def test_what_was_cited_is_listed_in_every_channel(text: str):
    """As many numbers stand in the prose as footnotes did, save in code."""
    found = footnotes(text, FILES)

    for each in (PLAIN, SLACK, TELEGRAM, EMAIL, VOICE, WEB):
        written = for_channel(found, each)
        assert written.unreferenced == found.uncited
    written = for_channel(found, channel("123", "456"))
    assert written.attachments == found.cited


@given(texts)
def test_what_has_no_footnotes_left_stays(text: str):
    """A text for a channel is no text with footnotes any more."""
    if "`" not in text:
        plain = for_channel(footnotes(text, FILES), PLAIN).text
        assert for_channel(Footnoted(plain), PLAIN).text == plain
