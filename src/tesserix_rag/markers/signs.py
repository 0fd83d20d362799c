"""What a scanner of a dialect looks for, compiled once."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from tesserix_rag.markers import surroundings
from tesserix_rag.markers.references import reader_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tesserix_rag.markers.dialects import Dialect

_MOST_DIALECTS = 64


@frozen(eq=False)
class MarkerForm:
    """
    A form of a dialect, ready to match.

    Args:
        dialect: The dialect that it is of.
        whole: What matches a whole marker.
        cut: What matches the beginning of one at the end of the text.
        read: What reads the references of one.
        is_subscript: Whether it looks like a subscript where it stands right behind a word.
    """

    dialect: Dialect
    whole: re.Pattern[str]
    cut: re.Pattern[str]
    read: Callable[[re.Match[str]], tuple[str, ...]]
    is_subscript: bool


@frozen(eq=False)
class Signs:
    """
    What a scanner stops at.

    Args:
        forms: The forms that may begin with a character, in order.
        opening: What finds a character that a marker may begin with.
        characters: The signs that are one character.
        any_sign: What finds a character that may be one, a line break among them.
        ahead: What finds the next sign, while the text may go on.
    """

    forms: Mapping[str, tuple[MarkerForm, ...]]
    opening: re.Pattern[str]
    characters: str
    any_sign: re.Pattern[str]
    ahead: re.Pattern[str]


@lru_cache(maxsize=_MOST_DIALECTS)
def signs_of(dialect: Dialect) -> Signs:
    """Give what a scanner of *dialect* looks for."""
    forms: dict[str, list[MarkerForm]] = {}
    for character, form in _forms(dialect):
        forms.setdefault(character, []).append(form)
    opening = re.escape("".join(sorted(forms)))
    characters = "".join(sorted({*forms, *"`$\\<["}))
    return Signs(
        forms={character: tuple(each) for character, each in forms.items()},
        opening=re.compile(rf"[<{opening}]"),
        characters=characters,
        any_sign=re.compile(rf"[\n{re.escape(characters)}]"),
        ahead=re.compile(rf"[{re.escape(characters)}]|{surroundings.FENCE_AHEAD}|{surroundings.FENCE_CUT}"),
    )


def _forms(dialect: Dialect) -> Iterator[tuple[str, MarkerForm]]:
    for member in dialect.members or (dialect,):
        for form in member.forms:
            whole, cut = re.compile(form.grammar.whole), re.compile(form.grammar.cut)
            ready = MarkerForm(member, whole, cut, reader_of(whole), form.is_subscript)
            for character in form.opening:
                yield character, ready
