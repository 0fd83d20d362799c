"""Prose in which nothing is a footnote but what was written as one for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tesserix_rag.markers.neutralising import JOINER, joined
from tesserix_rag.rendering.code import sure_code_of, sure_fences_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

REFERENCE: Final = re.compile(r"\[\^(?P<number>[0-9]+)\]")
_DEFINITION: Final = re.compile(r"(?:\A|[\n\r])[ \t>*+\-0-9.)]*+\[\^[^\n\r]*")
_BEGINNING: Final = re.compile(r"<(?=[A-Za-z/!?])(?!https?://)|\^(?=\[)")
_DEFINES: Final = re.compile(r"(?<=\]):")


def disowned(text: str, ours: Collection[int]) -> str:
    """
    Give *text* with a word joiner in every footnote that does not begin at one of *ours*.

    So does every line that could be the text of a footnote, since the first of several would win; and so does
    one of ours that what stands around it would make a link, or the text of another.
    """
    return joined(text, sorted({*_references(text, ours), *definitions(text)}))


def disarmed(text: str, ours: Collection[int]) -> str:
    """
    Give the same with a word joiner also in whatever could begin HTML, or a footnote that has its text in it.

    The latter is ``^[text]``. HTML would hide what stands in it, also a footnote, or the list of all of them.
    """
    return joined(text, sorted({*_references(text, ours), *definitions(text), *_beginnings(text)}))


def _references(text: str, ours: Collection[int]) -> Iterator[int]:
    code = sure_code_of(text)
    for found in REFERENCE.finditer(text):
        if found.start() not in ours:
            if not code.hold(found.start()):
                yield found.start("number")
            continue
        if text.startswith(("(", "["), found.end()) and found.end() not in ours:
            yield found.end()
        if found.start() and text[found.start() - 1] == "^":
            yield found.start()


def _beginnings(text: str) -> Iterator[int]:
    """Give where HTML, or the text of a footnote, would begin outside of what is code when there is no HTML."""
    code = sure_code_of(text.replace("<", JOINER))
    return (each.end() for each in _BEGINNING.finditer(text) if not code.hold(each.start()))


def definitions(text: str) -> Iterator[int]:
    """Give where the colons stand that would define a footnote."""
    lines = [each.span() for each in _DEFINITION.finditer(text)]
    if not lines:
        return
    code = sure_fences_of(text)
    for start, end in lines:
        if not code.hold(end - 1):
            yield from (each.start() for each in _DEFINES.finditer(text, start, end))
