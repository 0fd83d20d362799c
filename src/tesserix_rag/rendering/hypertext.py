"""Markdown as HTML in which nothing runs or loads, with marks of ours at places of the text."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Final, Self, cast

from attrs import Factory, define, evolve, field, frozen

from tesserix_rag import _fields
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.rendering.rooms import Room, rooms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_INSTALL: Final = "HTML needs more packages: pip install 'tesserix-rag[html]'"

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


@frozen(kw_only=True)
class Mark:
    """
    HTML that stands at a place of a text.

    Args:
        at: How many code points stand before it.
        html: What stands there, as it is. Never shown by repr.
        start: Where the text begins that it is about, if that is to be set off.
        around: What opens and what closes that text; both are left out if an element would be cut through.
    """

    at: int
    html: str = field(repr=_fields.length_only)
    start: int | None = None
    around: tuple[str, str] = field(default=("", ""), repr=_fields.count_only)


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
    moved, reader = _moved(marks, markdown), _reader()
    tokens, marking = _read(reader, text, moved, below)
    if any(token.level >= _DEEPEST - 1 for token in tokens):
        reader = _reader("zero")
        tokens, marking = _read(reader, text, moved, below)
    html: str = reader.renderer.render(tokens, reader.options, {})
    return _safe(f"{html}{marking.left()}")


def _read(
    reader: MarkdownIt, text: str, marks: Sequence[Mark], below: int | None
) -> tuple[list[Token], _Marking]:
    """Give the elements of a text, its marks among them, and which marks these are."""
    marking = _Marking(text, marks)
    return reader.parse(text, {"marking": marking, "below": below}), marking


def module(name: str) -> ModuleType:
    """
    Give a package that only HTML needs.

    Raises:
        ConfigurationError: If it is not installed; the message says how to get it.
    """
    try:
        return import_module(name)
    except ImportError:
        pass
    raise ConfigurationError(_INSTALL)


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


def _moved(marks: Sequence[Mark], text: str) -> Sequence[Mark]:
    """Give the marks of *text* for the same text with single line breaks."""
    breaks = [each.start() for each in re.finditer("\r\n", text)]
    if not breaks:
        return marks

    def moved(at: int) -> int:
        return at - bisect_left(breaks, at)

    return [
        evolve(each, at=moved(each.at), start=None if each.start is None else moved(each.start))
        for each in marks
    ]


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
    state.tokens = cast("_Marking", state.env["marking"]).signed(state.tokens)


def _mark(state: StateCore) -> None:
    marking = cast("_Marking", state.env["marking"])
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


# A blank, punctuation and a letter: emphasis asks which of them stand on its sides.
_OPENERS: Final = "\u2009\u2e28\ue000"
_CLOSERS: Final = "\u2009\u2e29\ue001"
_KEY_BYTES: Final = 12


def _kind(sign: str) -> int:
    category = unicodedata.category(sign) if sign else ""
    if category in ("", "Zs") or sign in "\t\n\v\f\r":
        return 0
    return 1 if category[0] in "PS" else 2


@frozen
class _Signs:
    """
    What stands for marks in the content of blocks, and can be told from all else in a text.

    Args:
        key: A number that nobody can have written into the text, also as entities, since it is made of it.
        form: What signs look like.
    """

    key: int
    form: re.Pattern[str]

    @classmethod
    def of(cls, text: str) -> Self:
        """Give signs that *text* has not."""
        key = int.from_bytes(sha256(text.encode()).digest()[:_KEY_BYTES])
        return cls(key, re.compile(rf"[{_OPENERS}]{key}:([0-9]+)[{_CLOSERS}]"))

    def sign(self, number: int, before: str, behind: str) -> str:
        """Give a sign that is on each side like what stands on the other."""
        return f"{_OPENERS[_kind(behind)]}{self.key}:{number}{_CLOSERS[_kind(before)]}"

    def taken(self, token: Token) -> list[int]:
        """Take the signs out of what can hold no mark: code, and where a link leads."""
        numbers = [int(each) for each in self.form.findall(token.content)]
        token.content = self.form.sub("", token.content)
        for name, value in token.attrs.items():
            if self.form.search(str(value)):
                numbers += map(int, self.form.findall(str(value)))
                token.attrs[name] = self.form.sub("", str(value))
        return numbers


@define(eq=False)
class _Marking:
    """
    The marks of one text, on their way through the reader.

    Between blocks and what is inline in them, a sign goes into the content for each: an odd number where a mark
    stands, an even one where that begins which it is about. Afterwards the signs become marks.

    Args:
        text: The text.
        marks: Its marks.
    """

    text: str
    marks: Sequence[Mark]
    _set: set[int] = field(factory=set[int], init=False)
    _signs: _Signs = field(init=False, default=Factory(lambda self: _Signs.of(self.text), takes_self=True))

    def left(self) -> str:
        """Give the marks that found no place."""
        left = [each.html for number, each in enumerate(self.marks) if number not in self._set]
        return f"<p>{''.join(left)}</p>\n" if left else ""

    def signed(self, tokens: Sequence[Token]) -> list[Token]:
        """Put the signs in their places, and marks behind code."""
        content, behind = self._places(tokens)
        found: list[Token] = []
        for index, token in enumerate(tokens):
            found.append(token)
            if index in content:
                token.content = self._with_signs(token.content, content[index])
            if index in behind:
                found.append(_token(f"<p>{''.join(self.mark(each).html for each in behind[index])}</p>\n"))
        return found

    def _places(self, tokens: Sequence[Token]) -> tuple[dict[int, list[tuple[int, int]]], dict[int, list[int]]]:
        """Give the signs for the content of each block, and the marks behind each block of code."""
        known = list(rooms(tokens, self.text))
        starts, ends = [each.start for each in known], [each.end for each in known]
        content: dict[int, list[tuple[int, int]]] = {}
        behind: dict[int, list[int]] = {}
        for number, mark in enumerate(self.marks if known else ()):
            room = known[max(0, bisect_right(starts, mark.at) - 1)]
            if room.at is None:
                behind.setdefault(room.index, []).append(number)
                continue
            signs = content.setdefault(room.index, [])
            if mark.start is not None:
                begins = known[min(bisect_right(ends, mark.start), len(known) - 1)]
                signs += _beginning(begins, room, mark.start, number)
            signs.append((room.within(mark.at), 2 * number + 1))
        return content, behind

    def _with_signs(self, content: str, signs: Sequence[tuple[int, int]]) -> str:
        """Put signs into the content of a block: behind a URL, and before what else means something whole."""
        urls, whole = ([each.span() for each in form.finditer(content)] for form in (_URL, _WHOLE))
        pieces: list[str] = []
        start = 0
        for at, _, number in sorted(
            (_before(whole, _behind(urls, at)), order, sign) for order, (at, sign) in enumerate(signs)
        ):
            pieces += (content[start:at], self._signs.sign(number, content[at - 1 : at], content[at : at + 1]))
            start = at
        return "".join([*pieces, content[start:]])

    def marked(self, children: Sequence[Token]) -> list[Token]:
        """Put marks in place of the signs of one block."""
        line = _Line(self)
        for child in children:
            if child.type == "text":
                line.text(child, self._signs.form.split(child.content))
            else:
                line.element(child, self._signs.taken(child))
        return line.tokens

    def mark(self, number: int) -> Mark:
        """Give a mark that is set now."""
        self._set.add(number)
        return self.marks[number]


_URL: Final = re.compile(r"(?<![!-9;-~])[!-9;-~]*+://[!-~]++")


# Escapes, hard breaks, entities, and what delimits emphasis or code.
_WHOLE: Final = re.compile(r"\\[!-/:-@\[-`{-~\n]|[ ]++\n|&#?\w{1,32};|([*_~`])\1++")


def _behind(spans: Sequence[tuple[int, int]], at: int) -> int:
    """Give the end of the span that *at* stands in; *at* itself, if it stands in none."""
    before = bisect_left(spans, (at, 0)) - 1
    return max(at, spans[before][1]) if before >= 0 else at


def _before(spans: Sequence[tuple[int, int]], at: int) -> int:
    """Give the start of the span that *at* stands in; *at* itself, if it stands in none."""
    before = bisect_left(spans, (at, 0)) - 1
    return spans[before][0] if before >= 0 and at < spans[before][1] else at


def _beginning(begins: Room, room: Room, at: int, number: int) -> Iterator[tuple[int, int]]:
    """Give the sign for the beginning of what a mark is about, if that is in the same block."""
    if begins.index == room.index:
        yield begins.within(at), 2 * number


def _token(html: str) -> Token:
    token: Token = module("markdown_it.token").Token("mark", "", 0, content=html)
    return token


@define(eq=False)
class _Line:
    """
    The elements of one block, as its signs become marks.

    Args:
        marking: The marks.
        tokens: The elements so far.
    """

    marking: _Marking
    tokens: list[Token] = field(factory=list["Token"])
    _links: int = field(default=0, init=False)
    _waiting: list[int] = field(factory=list[int], init=False)
    _begun: tuple[int, Token, int] | None = field(default=None, init=False)

    def text(self, token: Token, pieces: Sequence[str]) -> None:
        """Take text, cut at its signs."""
        for at, piece in enumerate(pieces):
            if at % 2:
                self._sign(int(piece), token.level)
            elif piece:
                self.tokens.append(token.copy(content=piece))

    def element(self, token: Token, numbers: Sequence[int]) -> None:
        """Take anything else, and the signs that stood in it."""
        self._links += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.nesting < 0 and self._begun is not None and token.level < self._begun[2]:
            self._begun = None
        self.tokens.append(token)
        waiting = [*self._waiting, *(each for each in numbers if each % 2)]
        self._waiting = []
        for each in waiting:
            self._sign(each, _NOWHERE)

    def _sign(self, number: int, level: int) -> None:
        if self._links:
            self._waiting += [number] if number % 2 else []
        elif number % 2:
            self._place(number // 2, level)
        else:
            self.tokens.append(_token(""))
            self._begun = number // 2, self.tokens[-1], level

    def _place(self, number: int, level: int) -> None:
        mark = self.marking.mark(number)
        before = ""
        if self._begun is not None and (self._begun[0], self._begun[2]) == (number, level):
            self._begun[1].content, before = mark.around
        self.tokens.append(_token(f"{before}{mark.html}"))


_NOWHERE: Final = -1
"""A level at which nothing begins."""
