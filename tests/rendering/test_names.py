"""Names and URLs that mean no good: they are shown, and do nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tesserix_rag.rendering import EMAIL, PLAIN, SLACK, TELEGRAM, VOICE, WEB, CitedFile, footnotes, for_channel
from tests.rendering.files import FIRST, J, file, line_of, text_of

CHANNELS = (WEB, PLAIN, SLACK, TELEGRAM, EMAIL, VOICE)
NAMES = {
    "my file (v2).pdf": "my file (v2).pdf",
    "document_a.pdf": "document_a.pdf",
    "R&D.pdf": "R&D.pdf",
    "a [b].pdf": r"a \[b\].pdf",
    "[^2]": r"\[^2\]",
    "](https://x.example)": r"\](https://x.example)",
    "a`b": r"a\`b",
    "a\\": "a\\\\",
    "a\nb\r\n\n[^1]: c": r"a b \[^1\]: c",
    "a\u2028b\x00c": "a b c",
    "<b>": r"\<b\>",
    "*a* __b__ ~~c~~": r"\*a\* \_\_b\_\_ \~\~c\~\~",
    "$a$": r"\$a\$",
    "&lt;": r"\&lt;",
    "\u202egpj.exe": "gpj.exe",
}
UNSAFE = [
    *("JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "java\tscript:alert(1)", " https://x.example"),
    *(
        "https://x.example/\n",
        "/relative",
        "//x.example",
        "https://a@x.example",
        "https:\\x.example",
        "a",
        "ftp://x",
    ),
    "http://localhost:9090/x",
]


@pytest.mark.parametrize(("name", "shown"), NAMES.items())
def test_a_name_is_a_name(name: str, shown: str):
    """B116: in the list of a Markdown text."""
    assert line_of(name, "https://x.example/a") == f"[{shown}](https://x.example/a)"


def test_a_name_with_a_bar_splits_no_row():
    """B022: of a table."""
    assert line_of("A | B", "https://x.example/a") == r"[A \| B](https://x.example/a)"


def test_a_name_with_angles_is_escaped_for_each_channel():
    """B115, B116: as its syntax wants it."""
    cited = footnotes("x <CIT 1 />", [file("1", "A <B> & C", "https://x.example/?a=1&b=2")])

    assert for_channel(cited, WEB).text.endswith(r"[A \<B\> & C](https://x.example/?a=1&b=2)")
    assert for_channel(cited, SLACK).text.endswith("<https://x.example/?a=1&amp;b=2|A &lt;B&gt; &amp; C>")
    assert for_channel(cited, PLAIN).text.endswith("[1]: A <B> & C (https://x.example/?a=1&b=2)")
    for channel in (TELEGRAM, EMAIL):
        assert '<a href="https://x.example/?a=1&amp;b=2"' in for_channel(cited, channel).text
        assert ">A &lt;B&gt; &amp; C</a>" in for_channel(cited, channel).text


@pytest.mark.parametrize("url", UNSAFE, ids=ascii)
def test_an_unsafe_url_is_no_link(url: str):
    """B113: the name stands there alone, in every channel."""
    cited = footnotes("x <CIT 1 />", [file("1", url=url)])

    assert cited.text == "x [^1]\n\n[^1]: report.pdf"
    for channel in CHANNELS[1:-1]:
        assert for_channel(cited, channel).text.endswith("[1]: report.pdf")
    assert for_channel(cited, VOICE).links == ()


def test_a_file_without_a_url_is_named():
    """B109, B122: its name is kept, and no link is made up."""
    for url in ("", None):
        assert text_of("x <CIT 1 />", CitedFile("1", "report.pdf", url)) == "x [^1]\n\n[^1]: report.pdf"


def test_a_file_without_a_name_is_named_by_its_id():
    """B107."""
    for name in ("", " ", "\u200b", "\n"):
        assert line_of(name, "https://x.example/a") == "[1](https://x.example/a)"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://x.example/a_(1).pdf", "https://x.example/a_%281%29.pdf"),
        ("https://x.example/[a]|b", "https://x.example/%5Ba%5D%7Cb"),
        ("https://x.example/?q=`a`", "https://x.example/?q=%60a%60"),
        ("https://x.example/?a=1&copy;=2", "https://x.example/?a=1&amp;copy;=2"),
        ("https://[2606:4700::1111]/a", "https://[2606:4700::1111]/a"),
        ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
        ("http://custom_link", "http://custom_link"),
    ],
)
def test_a_url_ends_where_it_ends(url: str, shown: str):
    assert line_of(url=url) == f"[report.pdf]({shown})"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("https://x.example/a", f"https:{J}//x.example/a"),
        ("//x.example/a", f"/{J}/x.example/a"),
        ("x.com/a", f"x.{J}com/a"),
        ("report.MD", f"report.{J}MD"),
        ("report.pdf", "report.pdf"),
        ("e.g. v1.2", "e.g. v1.2"),
        ("www.x.example", f"www{J}.x.example"),
        ("a@x.example", f"a{J}@x.example"),
        ("# a", r"\# a"),
        ("- a", r"\- a"),
        ("1. a", r"1\. a"),
        ("2026 a", "2026 a"),
    ],
)
def test_a_name_alone_links_nowhere(name: str, shown: str):
    """And begins no block."""
    assert line_of(name, "") == shown
    cited = footnotes("x <CIT 1 />", [file("1", name, "")])
    assert "\n[1]: " in for_channel(cited, PLAIN).text


def test_a_name_calls_nobody_in_slack():
    cited = footnotes("<!channel> <CIT 1 />", [file("1", "<!here> <@U1>", "")])

    assert for_channel(cited, SLACK).text == "&lt;!channel&gt; [1]\n\n[1]: &lt;!here&gt; &lt;@U1&gt;"


def test_html_in_the_prose_is_text():
    cited = footnotes(
        "<img src=x onerror=x()>\n<CIT 123 />", [file("123", '"><script>', "https://x.example/\"'>")]
    )

    for channel in (EMAIL, TELEGRAM):
        written = for_channel(cited, channel).text.replace("<br>", "")
        assert written.startswith(
            '&lt;img src=x onerror=x()&gt;\n[1]\n\n[1]: <a href="https://x.example/%22&#x27;%3E"'
        )
        assert written.endswith('>"&gt;&lt;script&gt;</a>')


# --- as others read it ---------------------------------------------------------

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.lists(
    st.sampled_from(
        [*"[]()<>`*_~|\\!&#:^$ \n\r1.a-+=", "](", "](http://e.example)", "[^1]", "&lt;", "**", "://"]
    )
).map("".join)


@given(names, st.sampled_from(["https://x.example/a", "https://x.example/(a)", "https://x.example/?a&b"]))
def test_a_name_is_all_that_its_link_says(name: str, url: str):
    """A reader of Markdown finds one link with the name as its text, and nothing else."""
    given_file = file("1", name, url)
    line = line_of(name, url)

    (paragraph,) = [each for each in MarkdownIt().parse(line) if each.type == "inline"]
    inner = paragraph.children or []
    assert [each.type for each in inner if each.type not in {"text", "text_special"}] == [
        "link_open",
        "link_close",
    ]
    assert (inner[0].type, inner[-1].type) == ("link_open", "link_close")
    assert inner[0].attrs["href"] == given_file.link
    assert "".join(each.content for each in inner) == given_file.label


@given(names)
def test_a_name_alone_is_all_that_its_line_says(name: str):
    inner = [each for each in MarkdownIt().parse(f"x {line_of(name, '')}") if each.type == "inline"]

    assert len(inner) == 1
    assert {each.type for each in inner[0].children or []} <= {"text", "text_special"}
    assert "".join(each.content for each in inner[0].children or []).replace(J, "") == (
        f"x {file('1', name).label.replace(J, '')}".rstrip()
    )


@given(names, names)
def test_every_channel_takes_every_name(name: str, text: str):
    """And lists it on one line."""
    cited = footnotes("a <CIT 1 /> b", [file("1", name, "https://x.example/a", text)])

    for channel in CHANNELS:
        written = for_channel(cited, channel)
        assert written.text.startswith("a ")
        assert len(written.text.splitlines()) <= 3
        assert written.unreferenced == ()


def test_the_first_line_is_the_one_of_the_vector():
    assert line_of("document.pdf", "http://example.com/download/123") == FIRST
