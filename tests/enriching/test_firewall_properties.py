"""Whatever is written: nothing links out, nothing else changes, and it takes no longer than other text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tesserix_rag.enriching import Firewalled, LinkForm, firewall
from tesserix_rag.urls import normal_url

ALLOWED = ("https://handbook.example/a", "https://handbook.example")
NORMAL = {normal_url(each) for each in ALLOWED}
PIECES = [
    *("https://handbook.example/a", "https://handbook.example", "https://evil.example/x", "//evil.example"),
    *("www.evil.example", "evil.example/x", "javascript:x", "<https://evil.example>", "[a](x)", "![a](x)"),
    *("[a]: x\n", "[1]: https://evil.example\n", "[a][1]", "[a]:", "[1]", "[", "]", "(", ")", "](", "![", "!"),
    *("<", ">", '<a href="', '">', "</a>", "<img ", "src=", "<b>", "<div>\n", "'", '"', "=", "\\", "`", "``"),
    *("```\n", "~~~\n", "\n", "\n\n", "    ", " ", "> ", "- ", "1. ", "# ", "|", "。", ".", "@", ":", "&#58;"),
    *("://", "/", "?x=1", "&amp;", "*", "^", "a", "1", "h", "ttp", "www", "\t", "\r", "\u00a0", "é"),
]
texts = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
)
allowed = st.sampled_from([ALLOWED, ()])

# Looser than any client, and unlike what is tested.
URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9][^\s<>]*|(?<![A-Za-z0-9])www\.[A-Za-z0-9][^\s<>]*")
BEHIND = re.compile(r"""[^A-Za-z0-9]*(?:\[1\][^A-Za-z0-9]*)*""")


@given(texts, allowed)
@example("https://handbook.example\u00a0@evil.example/", ALLOWED)
@example("<<<<<<img>img>img>img>img>img src=//evil.example>", ALLOWED)
def test_no_url_is_left_that_is_not_allowed(text: str, urls: tuple[str, ...]):
    """A rough look for URLs finds only allowed ones, with signs or markers behind them at the most."""
    for found in URL.findall(firewall(text, urls).text):
        beginning = next((each for each in urls if found.startswith((each, f"{each}/"))), None)
        assert beginning is not None
        rest = found.removeprefix(beginning)
        assert BEHIND.fullmatch(rest.removesuffix("[1")) or normal_url(found) in NORMAL


MARKDOWN = MarkdownIt("commonmark")


@given(texts, allowed)
@example("[a]: b\n[a]", ())
@example("[a]:\nhttps://handbook.example/a\n'x'\n\n![a]", ALLOWED)
@example("```\n[a](b)\n", ())
def test_markdown_links_and_loads_nothing_that_is_not_allowed(text: str, urls: tuple[str, ...]):
    """As another reader of CommonMark sees it."""
    permitted = {normal_url(each) for each in urls}

    for kind, target in linked(MARKDOWN.parse(firewall(text, urls).text)):
        assert kind == "link"
        assert normal_url(target) in permitted


def linked(tokens: list[Token]) -> Iterator[tuple[str, object]]:
    for token in tokens:
        if token.type == "link_open":
            yield "link", token.attrGet("href")
        elif token.type == "image":
            yield "image", token.attrGet("src")
        elif token.type in {"html_inline", "html_block"}:
            for tag in re.findall(r"<[A-Za-z][^<>]*=[^<>]*>", token.content):
                url = re.fullmatch(r"<a href=[\"']([^\"']*)[\"']>", tag)
                yield ("link", url[1]) if url else ("tag", tag)
        yield from linked(token.children or [])


@given(texts, allowed)
@example("h<img>ttp://evil.example", ())
@example("[1]: https://evil.example Handbook", ())
def test_a_second_time_nothing_changes(text: str, urls: tuple[str, ...]):
    given = firewall(text, urls).text

    assert firewall(given, urls) == Firewalled(text=given)


@given(texts, allowed)
def test_what_is_left_is_part_of_what_was_given(text: str, urls: tuple[str, ...]):
    """In its order; whatever is missing stood in a place that is reported."""
    given = firewall(text, urls)

    assert (given.text == text) == (not given.removed)
    assert all(0 <= each.span.start < each.span.end <= len(text) for each in given.removed)
    characters = iter(text)
    assert all(each in characters for each in given.text)
    outside = list(text)
    for each in given.removed:
        outside[each.span.start : each.span.end] = [""] * each.span.length
    characters = iter(given.text)
    assert all(each in characters for each in outside if each)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<[]:/?\\&.")))
def test_text_without_the_signs_of_links_stays(text: str):
    assert firewall(text, ALLOWED) == Firewalled(text=text)


words = st.lists(
    st.sampled_from([" [1]", " [2][3]", "word", " and", ", ", ". ", "\n\n", " [cite:a-b]", "`a[i](x)`"])
)


@given(words.map("".join))
def test_prose_with_markers_stays(text: str):
    assert firewall(text, ALLOWED) == Firewalled(text=text)


HOSTILE = [
    *("[", "]", "[\\", "[a](", "[a](<", '[a](b "', "[a](b '", "[a](((", "![", "![a](x)", "[[a](x)", "[a][b]"),
    *("[a]:", "[a]: b\n", "[1][2]\n[2]: x\n", "<", "<a ", "<a=", "<a href=", "<x@", "<a:", "<b x=1>", "</a>"),
    *(
        "http://",
        "http://a)",
        "http://a(",
        'http://a"',
        "www.a ",
        "www.a)",
        "a.b/",
        "a.",
        "a:",
        "&#58;//",
        "//",
    ),
    *(
        "data:",
        "`",
        "` ``",
        "```\n",
        "~~~",
        "\\",
        "\n",
        "\r",
        "- ",
        "h<img>ttp://e ",
        "https://handbook.example/a",
    ),
]


@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
def test_hostile_text_comes_through(piece: str):
    """However much there is of it, nothing that links is left, also for a second firewall."""
    found = firewall(piece * (40_000 // len(piece)), ALLOWED)

    assert firewall(found.text, ALLOWED).removed == ()


def test_two_hundred_thousand_signs_are_no_matter():
    signs = "[\\" * 100_000

    assert firewall(signs, ALLOWED).text == signs


def test_the_forms_are_a_closed_set():
    assert [each.value for each in LinkForm] == [
        *("url", "autolink", "link", "reference", "definition", "image", "html", "tangle")
    ]
