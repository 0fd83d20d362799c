"""Final and stored markers as a client reads them: chips in groups, and versions stamped by a server."""

from __future__ import annotations

import html
import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FIELD: Final = r"[^:\[\]]{0,256}+"
_BLOCK: Final = re.compile(r"\[cite:(?P<body>[^\[\]]{0,4096}+)\]")
_GROUP: Final = re.compile(r"\[cite:[^\[\]]{0,4096}+\](?:\s{0,64}+\[cite:[^\[\]]{0,4096}+\])*+")
_PLACE: Final = r"\s{0,8}[0-9]{0,16}\s{0,8}"
_VERSION: Final = re.compile(r":v[at](?P<number>[0-9]{1,19})\Z")
_BODY: Final = re.compile(
    rf"(?P<kind>[LF]):(?P<entity>{_FIELD}):(?P<page>{_PLACE}):(?P<start>{_PLACE}):(?P<end>{_PLACE})"
    rf":(?P<keyword>{_FIELD}):(?P<summary>[^\[\]]*)"
)
_LECTURE: Final = "L"
_FEWEST_STAMPED: Final = 8
_LARGEST_ENTITY: Final = 2**63 - 1


class Shape(StrEnum):
    """What a chip leads to."""

    SLIDE = "slide"
    VIDEO = "video"
    FAQ = "faq"
    SOURCE = "source"


@frozen(kw_only=True)
class Chip:
    """
    A final or stored marker, as a client shows it.

    Args:
        kind: ``L`` for a lecture, ``F`` for an FAQ.
        entity: Which one.
        page: The place of the slide in its deck; empty, if it is none.
        start: Where the recording starts, in seconds; empty, if it is none.
        end: Where it ends.
        keyword: The label; a model wrote it.
        summary: What it tells; a model wrote it.
        version: The version of the slide or the recording that was stamped.
    """

    kind: str
    entity: str = field(repr=_fields.length_only)
    page: str
    start: str
    end: str
    keyword: str = field(repr=_fields.length_only)
    summary: str = field(repr=_fields.length_only)
    version: int | None = None

    @property
    def shape(self) -> Shape:
        """What it leads to; a start or an end counts before a page."""
        if self.kind != _LECTURE:
            return Shape.FAQ
        if self.start.strip() or self.end.strip():
            return Shape.VIDEO
        return Shape.SLIDE if self.page.strip() else Shape.SOURCE

    @property
    def label_html(self) -> str:
        """The keyword, or what it is, escaped for HTML."""
        return html.escape(self.keyword.strip() or ("FAQ" if self.shape is Shape.FAQ else "Source"), quote=True)

    @property
    def summary_html(self) -> str:
        """The summary, escaped for HTML."""
        return html.escape(self.summary, quote=True)


Piece: TypeAlias = str | tuple[Chip, ...]


@discreet
def chips(text: str, *, stored: bool = False) -> tuple[Piece, ...]:
    """
    Give a text as a client shows it: prose, and groups of chips that stand side by side.

    A group with a marker in it that cannot be read is prose.

    Args:
        text: A text with final or stored markers.
        stored: Whether the markers are stamped, so that a last field like ``va3`` is a version.
    """
    found: list[Piece] = []
    start = 0
    for group in _GROUP.finditer(text):
        read = [_chip(each["body"], stored=stored) for each in _BLOCK.finditer(group[0])]
        if all(read):
            if group.start() > start:
                found.append(text[start : group.start()])
            found.append(tuple(each for each in read if each is not None))
            start = group.end()
    return (*found, text[start:]) if start < len(text) else tuple(found)


def _chip(body: str, *, stored: bool) -> Chip | None:
    is_stamped = stored and body.startswith(_LECTURE) and body.count(":") >= _FEWEST_STAMPED - 1
    version = _VERSION.search(body) if is_stamped else None
    read = _BODY.fullmatch(body if version is None else body[: version.start()])
    if read is None:
        return None
    return Chip(**read.groupdict(), version=None if version is None else int(version["number"]))


@discreet
def without_chips(text: str) -> str:
    """Give a text without its final and stored markers; the blanks around them stay, save at its end."""
    return "".join(each for each in chips(text) if isinstance(each, str)).rstrip()


@discreet
def stamped(text: str, versions: Mapping[str, tuple[int | None, int | None]]) -> str:
    """
    Give a text with the versions of what it cites added to its final markers, each once.

    Args:
        text: A text with final markers.
        versions: The version of the slides and that of the recording, by the id of the lecture unit; either may
            be unknown.
    """
    return "".join(_stamped(text, versions))


def _stamped(text: str, versions: Mapping[str, tuple[int | None, int | None]]) -> Iterator[str]:
    start = 0
    for found in _BLOCK.finditer(text):
        stamp = _stamp(found["body"], versions)
        yield text[start : found.end() - 1]
        yield stamp
        start = found.end() - 1
    yield text[start:]


def _stamp(body: str, versions: Mapping[str, tuple[int | None, int | None]]) -> str:
    fields = body.split(":")
    if len(fields) < _FEWEST_STAMPED - 2 or fields[0] != _LECTURE or not _is_entity(fields[1]):
        return ""
    if len(fields) >= _FEWEST_STAMPED and _VERSION.search(body):
        return ""
    slides, recording = versions.get(fields[1], (None, None))
    if fields[3].strip():
        return "" if recording is None else f":vt{recording}"
    return f":va{slides}" if fields[2].strip() and slides is not None else ""


def _is_entity(entity: str) -> bool:
    return (
        entity.isascii()
        and entity.isdigit()
        and len(entity) <= len(str(_LARGEST_ENTITY))
        and int(entity) <= _LARGEST_ENTITY
    )
