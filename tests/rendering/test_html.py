"""A checked answer as HTML, and marks in HTML that is read from Markdown."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import CitedAnswer, Claim, ConfigurationError, tenant_scope
from tesserix_rag.rendering import render_html
from tesserix_rag.rendering.hypertext import hypertext
from tesserix_rag.rendering.marks import Mark
from tests.rendering.answers import CITATIONS, answered, checked, document


@pytest.fixture(autouse=True)
def _for_acme():
    with tenant_scope("acme"):
        yield


def chip(number: int, name: str = "source") -> str:
    """Give the number of a source, as it links to it."""
    return f'<a href="#{name}-{number}" aria-label="Source {number}" rel="noopener noreferrer">{number}</a>'


def test_numbers_link_to_the_list_of_sources():
    html = render_html(answered("Twenty **days** [2]. Five [1, 2]."), documents=[document(2)])

    assert html == (
        f'<p>Twenty <strong>days</strong><sup class="citation">{chip(1)}</sup>.'
        f' Five<sup class="citation">{chip(2)}, {chip(1)}</sup>.</p>\n'
        '<ol class="sources">\n'
        '<li id="source-1"><a href="https://acme.example/d2.pdf" rel="noopener noreferrer">Handbook</a>,'
        " Leave, page iii, version v1, retrieved 2026-11-30</li>\n"
        '<li id="source-2"><a href="https://acme.example/d1.pdf" rel="noopener noreferrer">d1</a>,'
        " Leave, page iii, version v1, retrieved 2026-11-30</li>\n"
        "</ol>\n"
    )


def test_several_answers_can_stand_on_one_page():
    html = render_html(answered("Twenty days [1]."), name="answer-7")

    assert chip(1, "answer-7") in html
    assert '<li id="answer-7-1">' in html


@pytest.mark.parametrize("name", ["", "7", "A", 'a"b', "a b", "ä", "a" * 65])
def test_a_name_that_is_none_is_refused(name: str):
    with pytest.raises(ConfigurationError):
        render_html(answered("Twenty days [1]."), name=name)


class Elements(HTMLParser):
    """The elements of HTML, and whether they are closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self._open: list[str] = []
        self.feed(html)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attrs
        if tag not in ("br", "hr"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&colon;alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "![x](https://evil.example/?q=1)",
    "<javascript:alert(1)>",
    '[x](https://acme.example/d1.pdf "onmouseover=alert(1)")',
    "<a href='https://evil.example' onclick=alert(1)>x</a>",
    "<iframe src=//evil.example>",
    "<style>*{background:url(//evil.example)}</style>",
    "<form action=//evil.example><input name=x></form>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    '<div style="background:url(//evil.example)">x</div>',
    "| a |\n|:--|\n| <td style='position:fixed'> |",
    '<span class="citation" id="source-1">',
    "<!-- x --><![CDATA[<script>alert(1)</script>]]>",
]


@pytest.mark.parametrize("written", HOSTILE)
def test_nothing_that_a_model_writes_runs_or_loads(written: str):
    claims = [Claim(text=f"{written}\n\nx {written} y", citation_ids=["c1"])]

    found = Elements(render_html(checked(CitedAnswer(claims=claims, citations=CITATIONS))))

    assert not {"script", "img", "svg", "iframe", "style", "form", "input", "base", "meta", "div"} & {
        *found.names
    }
    assert not [name for name, _ in found.attributes if name.startswith("on") or name == "src"]
    links = [value or "" for name, value in found.attributes if name == "href"]
    assert all(each.startswith(("#source-", "https://acme.example/")) for each in links)
    assert [value for name, value in found.attributes if name == "id"] == ["source-1"]


@pytest.mark.parametrize("package", ["nh3", "markdown_it.token"])
def test_without_its_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch, package: str):
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(ConfigurationError, match=r"pip install 'tesserix-rag\[html\]'"):
        render_html(answered("Twenty days [1]."))


# --- marks --------------------------------------------------------------------


def sups(*places: int) -> list[Mark]:
    """Give a mark for each place, with its number."""
    return [Mark(at=at, html=f'<sup class="m">{number}</sup>') for number, at in enumerate(places)]


def marked(text: str, *places: str | int) -> str:
    """Give HTML with a mark at each place, or behind each of some words."""
    return hypertext(text, sups(*(text.index(at) + len(at) if isinstance(at, str) else at for at in places)))


S = '<sup class="m">0</sup>'


@pytest.mark.parametrize(
    ("text", "behind", "html"),
    [
        ("a word here", "word", f"<p>a word{S} here</p>\n"),
        ("- one\n- two *em*", "two", f"<ul>\n<li>one</li>\n<li>two{S} <em>em</em></li>\n</ul>\n"),
        ("1. 1", ". 1", f"<ol>\n<li>1{S}</li>\n</ol>\n"),
        ("# Head #", "Head", f"<h1>Head{S}</h1>\n"),
        ("# Head #", "Head #", f"<h1>Head{S}</h1>\n"),
        ("> - said\n> on", "on", f"<blockquote>\n<ul>\n<li>said\non{S}</li>\n</ul>\n</blockquote>\n"),
        ("a\nb\n===\n", "b", f"<h1>a\nb{S}</h1>\n"),
        ("```\ncode\n```\n\ny", "code", f"<pre><code>code\n</code></pre>\n<p>{S}</p>\n<p>y</p>\n"),
        ("x\n\n    code", "code", f"<p>x</p>\n<pre><code>code\n</code></pre>\n<p>{S}</p>\n"),
        ("a `code` b", "co", f"<p>a <code>code</code>{S} b</p>\n"),
        ("a **bold** b", "**bold**", f"<p>a <strong>bold</strong>{S} b</p>\n"),
        ("a **bold** b", "bo", f"<p>a <strong>bo{S}ld</strong> b</p>\n"),
        ("\r\n\r\na word\r\nhere", "here", f"<p>a word\nhere{S}</p>\n"),
        ("", "", f"<p>{S}</p>\n"),
        ("[r]: https://x.example\n", "[r]", f"<p>{S}</p>\n"),
        ("\u2e280\u2e29 a word", "word", f"<p>\u2e280\u2e29 a word{S}</p>\n"),
        ("\u2e280:1\u2e29 a word", "word", f"<p>\u2e280:1\u2e29 a word{S}</p>\n"),
        ("a\u2e28", "a\u2e28", f"<p>a\u2e28{S}</p>\n"),
        ("語。次", "語。", f"<p>語。{S}次</p>\n"),
    ],
)  # fmt: skip
def test_a_mark_stands_in_its_place(text: str, behind: str, html: str):
    """In the prose of its block; behind code; at the end, if there is nothing to stand in."""
    assert marked(text, behind) == html


@pytest.mark.parametrize("behind", ["[a", "b](https://x.ex", "<https://y.ex", "https://z.ex"])
def test_a_mark_in_a_link_stands_behind_it(behind: str):
    text = "[a b](https://x.example) <https://y.example> https://z.example c"

    html = marked(text, behind)

    assert html.replace(S, "") == hypertext(text, [])
    assert f"</a>{S} " in html or f"z.example{S} " in html


def test_a_row_holds_its_mark():
    text = "| a | b |\n|---|:--|\n| 1 | `x\\|y` |\n| 1 | 1 |\n"

    html = marked(text, "y` |", "1 | 1 |")

    assert f'<td style="text-align:left"><code>x|y</code>{S}</td>' in html
    assert '<td style="text-align:left">1<sup class="m">1</sup></td>' in html


def claim(start: int, at: int) -> Mark:
    """Give a mark about the text from *start*."""
    return Mark(at=at, html=S, start=start, around=('<span class="claim">', "</span>"))


@pytest.mark.parametrize(
    ("text", "start", "end", "html"),
    [
        ("a word here", 2, 6, f'<p>a <span class="claim">word</span>{S} here</p>\n'),
        ("- **a** b", 0, 9, f'<ul>\n<li><span class="claim"><strong>a</strong> b</span>{S}</li>\n</ul>\n'),
        ("a **b c** d", 0, 7, f"<p>a <strong>b c{S}</strong> d</p>\n"),
        ("a\n\nb", 0, 4, f"<p>a</p>\n<p>b{S}</p>\n"),
        ("a `b` c", 0, 5, f'<p><span class="claim">a <code>b</code></span>{S} c</p>\n'),
    ],
)
def test_what_a_mark_is_about_is_set_off_if_no_element_is_cut(text: str, start: int, end: int, html: str):
    assert hypertext(text, [claim(start, end)]) == html


MARKDOWN = st.lists(
    st.sampled_from(
        [
            *(
                "word",
                "*em*",
                "**b**",
                "_u_",
                "`code`",
                "[l](https://a.example)",
                "\n",
                "\n\n",
                "- item",
                "# Head",
            ),
            *(
                "> q",
                "| a | b |\n|---|---|\n| c | d |\n",
                "```\nx\n```\n",
                "1. one",
                "\\*",
                "&amp;",
                "<b>",
                "    x",
            ),
            *(
                "\t",
                "\u2e28",
                "\u2e29",
                "***",
                "~~s~~",
                "Title\n===\n",
                "a\r\nb",
                "[r]: https://x.example\n",
                "\u2028",
            ),
            *(
                "[r]",
                "![i](x)",
                "`",
                "*",
                "_",
                "[",
                "]",
                "<https://a.example>",
                "---\n",
                "語。",
                "x_y_z",
                " ",
                " ",
            ),
        ]
    ),
    max_size=14,
).map("".join)
UNSEEN = re.compile(r"<p></p>\n|(?<=<code>) +| +(?=</code>)")


def ends_of_words(text: str) -> list[int]:
    """Give where markers of a text can stand."""
    return [0, len(text), *(each.end() for each in re.finditer(r"\w[*_~`)]*(?=\s|[.]|$)", text))]


def without(html: str, places: Sequence[int]) -> str:
    """Give HTML without the marks in it, each of which it has once."""
    for each in sups(*places):
        assert html.count(each.html) == 1
        html = html.replace(each.html, "")
    return html


@given(st.data(), MARKDOWN)
def test_marks_change_nothing_else(data: st.DataObject, text: str):
    """Whatever the Markdown, it is the same HTML with the marks and without."""
    places = sorted(data.draw(st.lists(st.sampled_from(ends_of_words(text)), max_size=5)))

    html = without(hypertext(text, sups(*places)), places)

    assert UNSEEN.sub("", html) == UNSEEN.sub("", hypertext(text, []))


@given(st.data(), MARKDOWN)
def test_no_mark_is_lost(data: st.DataObject, text: str):
    """Wherever it is to stand: each is there once, in HTML whose elements are closed in order."""
    spans = data.draw(st.lists(st.tuples(*[st.integers(0, len(text))] * 2).map(sorted), max_size=5))
    marks = [
        Mark(
            at=end,
            html=f'<sup class="m">{number}</sup>',
            start=start,
            around=('<span class="claim">', "</span>"),
        )
        for number, (start, end) in enumerate(sorted(spans, key=lambda each: each[1]))
    ]

    html = hypertext(text, marks)

    Elements(html)
    for each in marks:
        assert html.count(each.html) == 1


UNITS = [
    "word. ",
    "*a* ",
    "[",
    "`",
    "a|",
    "> ",
    "\u2e28",
    "\n\n",
    "- a\n",
    "aaaa",
    "https://a.example ",
    "_",
    "<a ",
]


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_a_long_text_keeps_its_marks(unit: str):
    text = unit * (16_000 // len(unit))
    places = range(0, 16_000, 50)

    html = hypertext(text, sups(*places))

    assert re.findall(r'<sup class="m">([0-9]+)</sup>', html) == [str(each) for each in range(len(places))]


# --- what would not be told apart, or would be left out -----------------------


@pytest.mark.parametrize(
    "forged", ["\u20090:1\u2009", "&thinsp;0:1&thinsp;", "\u20090\\:1\u2009", "&#8201;0&#58;1&#8201;"]
)
def test_no_text_makes_a_mark(forged: str):
    """Whatever a model writes, also as entities and with escapes: it is no sign for a mark."""
    html = hypertext(f"One{forged} two", sups(3 + len(forged) + 4))

    assert html.count(S) == 1
    assert html.endswith(f" two{S}</p>\n")


@pytest.mark.parametrize(
    "text", ["a\rb word", "a\r\rb word", "- a\r  b word", "a\r\nb\rc word", "\x00 word", "a\x00\rb word"]
)
def test_breaks_and_nothing_are_what_a_reader_takes_them_for(text: str):
    assert f"word{S}" in marked(text, "word")


@pytest.mark.parametrize("prefix", ["> ", "- ", "1. "])
@pytest.mark.parametrize("depth", [5, 25, 2_000])
def test_nothing_is_left_out_however_deep_it_is(prefix: str, depth: int):
    assert f"word{S}" in marked(f"{prefix * depth}word", "word")


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("a\\\nb", "a\\"),
        ("a  \nb", "a "),
        ("a \\* b", "\\"),
        ("a &amp; b", "&am"),
        ("a **b** c", "**b*"),
        ("<https://a.example>\\\nb", ">\\"),
    ],
)
def test_a_mark_cuts_through_nothing(text: str, behind: str):
    """A hard break stays one, and so does an escape, an entity, and what delimits emphasis."""
    assert marked(text, behind).replace(S, "") == hypertext(text, [])


def test_an_empty_heading_is_none_under_another():
    html = hypertext("# \n\n# One\n\n### Two", [], below=2)

    assert html == "<p></p>\n<h3>One</h3>\n<h4>Two</h4>\n"


@pytest.mark.parametrize("name", [None, 5, b"source", ["a"]])
def test_a_name_of_another_kind_is_refused(name):
    with pytest.raises(ConfigurationError):
        render_html(answered("Twenty days [1]."), name=name)


def test_what_shows_nothing_stays_so():
    assert hypertext("[r]: https://x.example\n", []) == ""
