"""Files on disk: which ones are documents, what they are called, and their text."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from tesserix_rag.ids import is_blank, is_id
from tesserix_rag.limits import DEFAULT

SUFFIXES: Final = frozenset({".txt", ".md", ".rst"})

_BYTES_A_CHARACTER: Final = 4
_HIDDEN: Final = "."


class NotReadError(Exception):
    """
    A file that gives no document.

    Args:
        reason: Why, in one of our words.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@frozen
class Found:
    """
    A file to read.

    Args:
        path: Where it is.
        name: What its document is called: its path inside the folder that was given.
    """

    path: Path
    name: str

    @property
    def shown(self) -> str:
        """The name with bytes that are no text written out."""
        return os.fsencode(self.name).decode("utf-8", "backslashreplace")


def files(paths: Iterable[Path]) -> tuple[Found, ...]:
    """Give the files among *paths*, and those of their folders in order; none that is hidden."""
    return tuple(file for path in paths for file in _files(path))


def _files(path: Path) -> Iterable[Found]:
    if not path.is_dir():
        return (Found(path, path.name),)
    return sorted(_inside(path), key=lambda file: file.name)


def _inside(folder: Path) -> Iterator[Found]:
    """Give the documents of a folder; links to folders are not followed, so no loop can be."""
    for here, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(_HIDDEN)]
        for name in names:
            path = Path(here, name)
            if path.suffix.lower() in SUFFIXES and not name.startswith(_HIDDEN):
                yield Found(path, path.relative_to(folder).as_posix())


def read_text(file: Found) -> str:
    """
    Read a file as UTF-8, with its line ends as they are and without a byte order mark.

    Raises:
        NotReadError: If it is not text, too large, or cannot be named or read.
    """
    if not os.path.lexists(file.path):
        raise NotReadError("missing")
    if file.path.suffix.lower() not in SUFFIXES:
        raise NotReadError("unsupported")
    if not is_id(file.name):
        raise NotReadError("unnameable")
    content = _content(file.path)
    if b"\0" in content:
        raise NotReadError("binary")
    text = _decoded(content)
    if len(text) > DEFAULT.document_chars:
        raise NotReadError("too_large")
    if is_blank(text):
        raise NotReadError("empty")
    return text


def _content(path: Path) -> bytes:
    most = _BYTES_A_CHARACTER * (DEFAULT.document_chars + 1)
    try:
        # Opening a pipe or a device could wait for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            raise NotReadError("unreadable")
        with path.open("rb") as opened:
            content = opened.read(most + 1)
    except (OSError, ValueError):
        raise NotReadError("unreadable") from None
    if len(content) > most:
        raise NotReadError("too_large")
    return content


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotReadError("undecodable") from None
