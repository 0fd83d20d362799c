"""Where in a Markdown text the content of each of its blocks stands."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

_CODE: Final = frozenset({"fence", "code_block", "hr"})
_CELLS: Final = frozenset({"th_open", "td_open"})


@frozen
class Room:
    """
    A run of a text that is prose on one line of a block, or a whole block of code.

    Args:
        start: Where it begins in the text.
        end: Where it ends there.
        index: Which of the tokens the block is.
        at: Where it begins in the content of the block; nothing for code.
    """

    start: int
    end: int
    index: int
    at: int | None

    def within(self, at: int) -> int:
        """Give the place in the content of the block for a place in the text."""
        return min(max(at, self.start), self.end) - self.start + (self.at or 0)


def rooms(tokens: Sequence[Token], text: str) -> Iterator[Room]:
    """Give the rooms of *text*, in order, once its blocks are read."""
    lines = text.split("\n")
    starts = list(accumulate((len(each) + 1 for each in lines), initial=0))
    taken: dict[int, int] = {}
    for index, token in enumerate(tokens):
        if token.map is None:
            continue
        first, behind = token.map
        if token.type in _CODE:
            yield Room(starts[first], starts[min(behind, len(lines))] - 1, index, None)
        elif token.type == "inline":
            is_cell = tokens[index - 1].type in _CELLS
            at = 0
            for number, content in enumerate(token.content.split("\n"), start=first):
                told = content.strip()
                begins = _found(lines[number], told, taken.get(number, 0), is_cell=is_cell)
                taken[number] = begins + len(told)
                before = len(content) - len(content.lstrip())
                yield Room(starts[number] + begins, starts[number] + begins + len(told), index, at + before)
                at += len(content) + 1


def _found(line: str, told: str, taken: int, *, is_cell: bool) -> int:
    """
    Give where on its line the content of a block stands.

    That is behind what is already taken. The content of a cell differs from the line where a bar is escaped.
    """
    found = line.find(told, taken) if is_cell else line.rfind(told, taken)
    return found if found >= 0 else min(taken, len(line))
