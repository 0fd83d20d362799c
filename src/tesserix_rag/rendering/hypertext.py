"""Markdown as HTML in which nothing runs or loads, with marks of ours at places of the text."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, cast

from tesserix_rag.rendering.marks import Mark, Marking, moved_marks
from tesserix_rag.rendering.packages import module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_TAGS: Final = (
    "a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong sup"
    " table tbody td th thead tr ul"
)
_ATTRIBUTES: Final = {
    "a": {"href", "id", "class", "aria-describedby", "aria-label"},
    "ol": {"start"},
    "p": {"class"},
    "span": {"id", "class", "dir", "role"},
    "sup": {"class"},
    "td": {"style"},
    "th": {"style"},
}
_STYLES: Final = {"text-align"}
_HEADINGS: Final = ("heading_open", "heading_close")
_LOWEST: Final = 6
_DEEPEST: Final = 20
_BREAK: Final = re.compile(r"\r\n?")
_SCHEMES: Final = {"http", "https"}
_REL: Final = "noopener noreferrer"


def hypertext(markdown: str, marks: Sequence[Mark], *, below: int | None = None) -> str:
    """
    Give Markdown as HTML, with each mark at its place, or behind the code or the link that it would stand in.

    HTML that is written in it is text; an image is a link. What is no element of prose is taken out. What is
    nested deeper than the reader goes is text as it stands.

    Args:
        markdown: CommonMark with tables.
        marks: What stands where, in order. It may use links, spans and superscript.
        below: The level of the heading that it stands under, where its own are to follow without a gap.

    Raises:
        ConfigurationError: If the packages for it are not installed.
    """
    text = _BREAK.sub("\n", markdown).replace("\0", "\ufffd")
    moved, reader = moved_marks(marks, markdown), _reader()
    tokens, marking = _read(reader, text, moved, below)
    if any(token.level >= _DEEPEST - 1 for token in tokens):
        reader = _reader("zero")
        tokens, marking = _read(reader, text, moved, below)
    html: str = reader.renderer.render(tokens, reader.options, {})
    return _safe(f"{html}{marking.left()}")


def _read(
    reader: MarkdownIt, text: str, marks: Sequence[Mark], below: int | None
) -> tuple[list[Token], Marking]:
    """Give the elements of a text, its marks among them, and which marks these are."""
    marking = Marking(text, marks)
    return reader.parse(text, {"marking": marking, "below": below}), marking


def _safe(html: str) -> str:
    """Give HTML that has elements of prose alone, whose links do not tell where they were followed."""
    cleaned: str = module("nh3").clean(
        html,
        tags=set(_TAGS.split()),
        attributes=_ATTRIBUTES,
        filter_style_properties=_STYLES,
        url_schemes=_SCHEMES,
        link_rel=_REL,
    )
    return cleaned


@cache
def _reader(rules: str = "commonmark") -> MarkdownIt:
    """Give a reader that sets marks: of Markdown, or of paragraphs (``zero``)."""
    reader: MarkdownIt = module("markdown_it").MarkdownIt(rules, {"html": False, "maxNesting": _DEEPEST})
    if rules == "commonmark":
        reader.enable(["table", "strikethrough"]).disable("image")
    reader.core.ruler.after("block", "sign", _sign)
    reader.core.ruler.push("mark", _mark)
    reader.core.ruler.push("subordinate", _subordinate)
    reader.add_render_rule("mark", _as_it_is)
    return reader


def _sign(state: StateCore) -> None:
    state.tokens = cast("Marking", state.env["marking"]).signed(state.tokens)


def _mark(state: StateCore) -> None:
    marking = cast("Marking", state.env["marking"])
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = marking.marked(token.children)


def _subordinate(state: StateCore) -> None:
    """
    Give headings the levels below the one that the text stands under, each at most one below the last.

    One with nothing in it is none.
    """
    below = cast("int | None", state.env["below"])
    above: list[str] = []
    is_empty = False
    for index, token in enumerate(state.tokens if below is not None else ()):
        if token.type == "heading_open":
            is_empty = not state.tokens[index + 1].children
            above = above if is_empty else [*(each for each in above if each < token.tag), token.tag]
        if token.type in _HEADINGS:
            token.tag = "p" if is_empty else f"h{min(cast('int', below) + len(above), _LOWEST)}"


def _as_it_is(_renderer: object, tokens: Sequence[Token], index: int, _options: object, _env: object) -> str:
    return tokens[index].content
