"""Footnotes in place of markers, and the list of what they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, Literal, TypeAlias

from attrs import define, field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_text
from tesserix_rag.markers import CIT_TAG, Dialect, Marker, scan
from tesserix_rag.markers.dialects import BLANKS, Naming
from tesserix_rag.markers.finding import fences
from tesserix_rag.rendering import escaping
from tesserix_rag.rendering.disowning import REFERENCE, definitions, disowned
from tesserix_rag.rendering.files import CitedFile, are_files, files_in_order
from tesserix_rag.rendering.finding import Files, tags_and_prose

Unknown: TypeAlias = Literal["drop", "keep", "raise"]

_UNKNOWN: Final = ("drop", "keep", "raise")
_TIGHT: Final = re.compile(r"[\s.,;:!?)\]}\u2026\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]|\Z")
_FENCE: Final = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_JOIN: Final = re.compile(r"\][:(\[]")
"""What could make a definition or a link of a footnote."""


@frozen
class Footnoted:
    """
    The text of an answer with footnotes.

    Args:
        text: The prose with its footnotes, and the list of what they name. Never shown by repr.
        cited: The files that are named, in the order of their numbers.
        dropped: What markers named that is no file, in order, each once; also if it was kept. A model wrote
            it, so repr shows only how many there are.
        uncited: The files that are not named.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    text: str = field(validator=_fields.text, repr=_fields.length_only)
    cited: tuple[CitedFile, ...] = field(
        default=(), converter=files_in_order, validator=_fields.many(CitedFile), repr=_fields.count_only
    )
    dropped: tuple[str, ...] = field(
        default=(), converter=_fields.strings, validator=_fields.many(str), repr=_fields.count_only
    )
    uncited: tuple[CitedFile, ...] = field(
        default=(), converter=files_in_order, validator=_fields.many(CitedFile), repr=_fields.count_only
    )


@discreet
def footnotes(
    text: str, files: Sequence[CitedFile], *, dialect: Dialect = CIT_TAG, unknown: Unknown = "drop"
) -> Footnoted:
    """
    Put footnotes in place of the markers of *text*, and a list of the files that are named behind it.

    Numbers go by first appearance, one for each file. Code is left alone. A footnote that stands in the prose
    already was written by the model: a word joiner makes it none. Names and URLs are escaped, and a file
    whose URL is not safe is named without a link. What footnotes a text has already when no marker names a
    file stays, if its list is the one that would be written for these files.

    Args:
        text: What a model wrote.
        files: The files that it may cite, in the order that positions count.
        dialect: What markers look like. Whatever names a document, a citation or an entity names a file by id.
        unknown: What becomes of a marker that names no file: it goes, and with it the blank that it would
            leave before punctuation (``drop``); it stays as it is, also if it names others, too (``keep``);
            or the text is refused (``raise``).

    Raises:
        ConfigurationError: If the text holds half a surrogate pair, a file is none, or a marker names no file
            and the text is to be refused.
    """
    given = Files(_checked(text, files, unknown))
    draft = _Draft(given, keeps=unknown == "keep")
    draft.read(text, dialect)
    if draft.dropped and unknown == "raise":
        raise ConfigurationError(f"{len(draft.dropped)} references name no file that was given")
    cited = tuple(draft.numbers)
    prose = _owned(text, draft) if cited else _disowned_all(draft.text(), given.files)
    return Footnoted(
        text=f"{prose}{closing(prose)}\n\n{_listed(cited)}" if cited else prose,
        cited=cited,
        dropped=tuple(draft.dropped),
        uncited=given.others(cited),
    )


def reference_of(file: CitedFile) -> str:
    """Give what stands behind the number of a file in the list."""
    url = file.link
    if url is None:
        return escaping.markdown_line(file.label)
    return f"[{escaping.markdown(file.label)}]({escaping.markdown_url(url)})"


def _checked(text: str, files: Sequence[CitedFile], unknown: str) -> tuple[CitedFile, ...]:
    given = files_in_order(files)
    if not is_text(text) or unknown not in _UNKNOWN:
        raise ConfigurationError("footnotes takes text, and drops, keeps or raises what is unknown")
    if not are_files(given):
        raise ConfigurationError("footnotes takes files")
    return given


def _listed(cited: Sequence[CitedFile]) -> str:
    return "\n".join(f"[^{number}]: {reference_of(each)}" for number, each in enumerate(cited, start=1))


def _owned(text: str, draft: _Draft) -> str:
    """Give the prose in which only our footnotes are any."""
    prose = draft.text()
    is_suspect = draft.dropped or "^" in text or _JOIN.search(prose)
    return disowned(prose, draft.ours()) if is_suspect else prose


def _disowned_all(text: str, files: Sequence[CitedFile]) -> str:
    """Give a text in which no footnote is any, save under the very list that these files would have."""
    if "[^" not in text:
        return text
    prose, listing = _parted(text, files)
    if any(definitions(prose)):
        prose, listing = text, ""
    numbers = {str(each) for each in range(1, listing.count("\n"))}
    ours = {each.start() for each in REFERENCE.finditer(prose) if each["number"] in numbers}
    return disowned(prose, ours) + listing


def _parted(text: str, files: Sequence[CitedFile]) -> tuple[str, str]:
    """Give the prose and the list at its end, with the blank line before it, if that is one of these files."""
    prose, blank, listing = text.rpartition("\n\n")
    lines = [each.partition(": ") for each in listing.split("\n")]
    heads = [f"[^{number}]" for number in range(1, len(lines) + 1)]
    if not blank or [head for head, _, _ in lines] != heads:
        return text, ""
    known = {reference_of(each) for each in files}
    return (prose, f"\n\n{listing}") if known.issuperset(line for _, _, line in lines) else (text, "")


def closing(prose: str) -> str:
    """Give what closes fenced code that is still open, so that the list is no code."""
    last = fences(prose)[-1:]
    opened = _FENCE.match(prose, last[0].start) if last else None
    if opened is None:
        return ""
    _, *lines = prose[last[0].start : last[0].end].split("\n")
    if lines and _is_run(lines[-1].strip(" \t>"), opened[1]):
        return ""
    return opened[1] if prose.endswith("\n") else f"\n{opened[1]}"


def _is_run(line: str, run: str) -> bool:
    return line.startswith(run) and not line.strip(run[0])


@define
class _Draft:
    """
    A text whose markers become footnotes.

    Args:
        files: What can be named.
        keeps: Whether a marker stays that names what is no file.
        pieces: The prose and the footnotes.
        footnoted: Which of the pieces are footnotes.
        numbers: The files that are named, with their numbers.
        dropped: What was named that is no file.
    """

    files: Files
    keeps: bool
    pieces: list[str] = field(factory=list[str])
    footnoted: list[int] = field(factory=list[int])
    numbers: dict[CitedFile, int] = field(factory=dict[CitedFile, int])
    dropped: dict[str, None] = field(factory=dict[str, None])

    def read(self, text: str, dialect: Dialect) -> None:
        """Take the markers of *text*, one after the other."""
        if self._reads_tags(text, dialect):
            return
        start = 0
        for each in scan(text, dialect):
            written = self._footnotes(each)
            if written is not None:
                self._write(text[start : each.span.start], written)
                start = each.span.end
                if not written and _TIGHT.match(text, start):
                    self._tighten()
        self.pieces.append(text[start:])

    def _reads_tags(self, text: str, dialect: Dialect) -> bool:
        """Take all markers at once, if nothing in the text can hide one and each names a file."""
        pieces = tags_and_prose(text, dialect)
        if pieces is None:
            return False
        files = {each: self.files.named(each, Naming.DOCUMENT) for each in dict.fromkeys(pieces[1::2])}
        known = {each: self._footnote(file) for each, file in files.items() if file is not None}
        if len(known) < len(files):
            self.numbers.clear()
            return False
        pieces[1::2] = map(known.__getitem__, pieces[1::2])
        self.pieces = pieces
        self.footnoted = list(range(1, len(pieces), 2))
        return True

    def _footnotes(self, marker: Marker) -> list[str] | None:
        """Give the footnotes of a marker; nothing, if it stays."""
        named = {each: self.files.named(each, marker.dialect.naming) for each in marker.refs}
        unknown = [each for each, file in named.items() if file is None]
        self.dropped.update(dict.fromkeys(unknown))
        if unknown and self.keeps:
            return None
        return [self._footnote(each) for each in dict.fromkeys(named.values()) if each is not None]

    def _footnote(self, file: CitedFile) -> str:
        return f"[^{self.numbers.setdefault(file, len(self.numbers) + 1)}]"

    def _write(self, prose: str, written: list[str]) -> None:
        self.pieces.append(prose)
        self.footnoted.extend(range(len(self.pieces), len(self.pieces) + len(written)))
        self.pieces.extend(written)

    def _tighten(self) -> None:
        """Take the blanks away before what goes."""
        while self.pieces and self.footnoted[-1:] != [len(self.pieces) - 1]:
            kept = self.pieces.pop().rstrip(BLANKS)
            if kept:
                self.pieces.append(kept)
                return

    def text(self) -> str:
        """Give the prose with the footnotes."""
        return "".join(self.pieces)

    def ours(self) -> frozenset[int]:
        """Give where our footnotes begin."""
        begins = [0, *accumulate(map(len, self.pieces))]
        return frozenset(begins[index] for index in self.footnoted)
