"""Marks at places of a Markdown text, on their way through a reader of it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from attrs import Factory, define, evolve, field, frozen

from tesserix_rag import _fields
from tesserix_rag.rendering.packages import module
from tesserix_rag.rendering.rooms import Room, rooms
from tesserix_rag.rendering.signs import Signs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token


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


def moved_marks(marks: Sequence[Mark], text: str) -> Sequence[Mark]:
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


@define(eq=False)
class Marking:
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
    _signs: Signs = field(init=False, default=Factory(lambda self: Signs.of(self.text), takes_self=True))

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
                token.content = self._signs.put(token.content, content[index])
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

    marking: Marking
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
