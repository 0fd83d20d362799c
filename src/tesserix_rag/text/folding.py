"""Text as a reader compares it, with the way back: each folded character knows where it came from."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from html import unescape
from html.entities import html5
from typing import TYPE_CHECKING, Final
from unicodedata import category, is_normalized, normalize

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.places import Span
from tesserix_rag.text._folds import BREAKS, PLAIN, PLAIN_ASCII, RULES, UNSEEN, edits, listed, signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ENTITY: Final = re.compile(
    r"&(?:(?:amp|AMP|#0{0,9}38|#[xX]0{0,9}26);)*"
    r"(?:#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});"
)
# Also the end of a line behind a soft hyphen, and the stroke that stretches an Arabic word.
_UNSEEN: Final = re.compile(
    rf"(?<=\w)\u00ad[^\S\n]*+\n\s*+(?=\w)|[{UNSEEN}]++|(?<=[\u0621-\u063f\u0641-\u065f])\u0640++"
)
_RUN: Final = re.compile("[^\u0300-\U0010ffff]?[\u0300-\U0010ffff]+", re.DOTALL)
_JAMO: Final = range(0x1160, 0x1200)
# Between two letters it is an apostrophe, behind a figure it means feet or minutes; elsewhere it quotes.
_QUOTING: Final = re.compile(r"'(?:(?!\w)(?<!\d')|(?<!\w'))")


@frozen
class Folding:
    """
    A folded text, and the map from its characters to those it was made of.

    Args:
        text: The folded text. Never shown by repr.
        breaks: Where in it a hyphen at a line's end was left out, ascending.
    """

    text: str = field(repr=_fields.length_only)
    breaks: tuple[int, ...] = field(repr=False)
    _at: array[int] = field(repr=False)
    _origin: array[int] = field(repr=False)
    _length: int = field(repr=False)
    _before: Folding | None = field(repr=False)

    @property
    def nbytes(self) -> int:
        """How much memory the map takes."""
        own = self._at.itemsize * len(self._at) + self._origin.itemsize * len(self._origin)
        return own + (self._before.nbytes if self._before else 0)

    def span(self, start: int, end: int) -> Span:
        """Give what the folded characters from *start* to *end*, at least one, were made of."""
        first, last = self._source(start)[0], self._source(end - 1)[1]
        return self._before.span(first, last) if self._before else Span(first, last)

    def is_whole(self, start: int, end: int) -> bool:
        """Whether the folded characters from *start* to *end* are all that some characters were folded to."""
        return not self._cuts(start) and not self._cuts(end)

    def _cuts(self, at: int) -> bool:
        if not 0 < at < len(self.text):
            return False
        return self.span(at - 1, at).end > self.span(at, at + 1).start

    def _source(self, at: int) -> tuple[int, int]:
        """Give the start and the end of what the folded character *at* was made of."""
        piece = bisect_right(self._at, at) - 1
        start, folded = self._origin[piece], self._at[piece]
        is_last = piece + 1 == len(self._at)
        end = self._length if is_last else self._origin[piece + 1]
        folded_end = len(self.text) if is_last else self._at[piece + 1]
        if end - start == folded_end - folded:
            return start + at - folded, start + at - folded + 1
        return start, end


def fold(text: str) -> Folding:
    """
    Fold *text*: what readers take for the same becomes the same, and no figure becomes another.

    Composition, case, white space, hyphens at line ends, characters that do not show, quotation marks, dashes,
    ellipses, ligatures, full-width forms, digits of other scripts, HTML entities, and Markdown's emphasis,
    bullets and links are folded. Superscripts, fractions, separators and signs stay.
    """
    before = None
    for spelled in (_decoded, _seen, _composed):
        found = spelled(text)
        if found:
            before = _edited(text, found, before)
            text = before.text
    return _edited(text, _edits(text), before, PLAIN_ASCII if text.isascii() else PLAIN)


def _decoded(text: str) -> list[tuple[int, int, str]]:
    """Find the HTML entities, also those that were encoded twice."""
    if "&" not in text:
        return []
    found = ((each.start(), each.end(), _meant(each[0])) for each in _ENTITY.finditer(text))
    return [(start, end, meant) for start, end, meant in found if text[start:end] != meant]


def _meant(entity: str) -> str:
    """Read an entity until it is none; a name that HTML does not know stays."""
    while _ENTITY.fullmatch(entity):
        first = entity[: entity.index(";") + 1]
        if first[1] != "#" and first[1:] not in html5:
            return entity
        entity = unescape(first) + entity[len(first) :]
    return entity


def _seen(text: str) -> list[tuple[int, int, str]]:
    """Find what does not show, with the end of the line that a soft hyphen breaks."""
    if text.isascii():
        return []
    return [(each.start(), each.end(), "") for each in _UNSEEN.finditer(text)]


def _composed(text: str) -> list[tuple[int, int, str]]:
    """Find the characters that are written in parts."""
    if text.isascii() or is_normalized("NFC", text):
        return []
    return [
        (start, end, composed)
        for run in _RUN.finditer(text)
        if not is_normalized("NFC", run[0])
        for start, end in _clusters(text, run.start(), run.end())
        if (composed := normalize("NFC", text[start:end])) != text[start:end]
    ]


def _clusters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for at in range(start + 1, end):
        if category(text[at])[0] != "M" and ord(text[at]) not in _JAMO:
            yield start, at
            start = at
    yield start, end


def _edits(text: str) -> Iterator[tuple[int, int, str]]:
    """Find what changes its length in folding, or is folded by what stands around it."""
    bullets = listed().match(text)
    at = bullets.end() if bullets else 0
    if bullets:
        yield 0, at, ""
    next_sign, rule_at = signs(is_ascii=text.isascii()).search, edits().match
    while sign := next_sign(text, at):
        start = at = sign.start()
        found = rule_at(text, start)
        at = found.end() if found else start + 1
        meant = RULES[found.lastgroup or ""](text, start, at) if found else None
        if meant is not None:
            yield start, at, meant


def _edited(
    text: str,
    found: Iterable[tuple[int, int, str]],
    before: Folding | None,
    plain: dict[int, str] | None = None,
) -> Folding:
    """Put what was *found* into *text*, fold the rest character by character, and keep the map of both."""
    at, origin, breaks = array("I"), array("I"), array("I")
    pieces: list[str] = []
    done = size = 0
    for start, end, meant in found:
        if start > done:
            at.append(size)
            origin.append(done)
            pieces.append(text[done:start])
            size += start - done
        at.append(size)
        origin.append(start)
        if meant == BREAKS:
            breaks.append(size)
        else:
            pieces.append(meant)
            size += len(meant)
        done = end
    if done < len(text):
        at.append(size)
        origin.append(done)
        pieces.append(text[done:])
    folded = "".join(pieces)
    if plain is not None:
        folded = folded.translate(plain).casefold()
        folded = _QUOTING.sub('"', folded) if "'" in folded else folded
    return Folding(folded, tuple(breaks), at[:], origin[:], len(text), before)
