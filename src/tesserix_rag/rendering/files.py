"""A file that an answer may cite, and what a reader is shown of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, cast

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.ids import is_blank
from tesserix_rag.rendering.links import link

# Line breaks and controls, and the marks that turn the direction of what follows.
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_TURNS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@frozen
class CitedFile:
    """
    A file that an answer may cite.

    Args:
        file_id: What markers name it by.
        name: What it is called. Never shown by repr.
        url: Where a reader gets it; nothing, if nowhere. Never shown by repr.
        text: What a reader is shown instead of its name. Never shown by repr.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    file_id: str = field(validator=_fields.identifier, repr=_fields.id_only)
    name: str = field(validator=_fields.text, repr=_fields.length_only)
    url: str | None = field(validator=_fields.text_or_none, repr=_fields.length_or_none)
    text: str = field(default="", validator=_fields.text, repr=_fields.length_only)

    @property
    def label(self) -> str:
        """Its text, its name or its id, on one line, as a reader is shown it."""
        shown = next((each for each in (self.text, self.name) if not is_blank(each)), self.file_id)
        return on_one_line(shown) or self.file_id

    @property
    def link(self) -> str | None:
        """Its URL, if a reader can be sent there."""
        return link(self.url) if self.url else None


def on_one_line(name: str) -> str:
    """Give a name without line breaks, controls and marks that turn the direction of what follows."""
    return _TURNS.sub("", _BREAKS.sub(" ", name)).strip()


def files_in_order(files: Iterable[CitedFile]) -> tuple[CitedFile, ...]:
    """Make a tuple of files."""
    return _fields.in_order(files)


def are_files(files: object) -> bool:
    """Whether *files* is a tuple of nothing else."""
    return isinstance(files, tuple) and all(
        isinstance(each, CitedFile) for each in cast("tuple[object, ...]", files)
    )
