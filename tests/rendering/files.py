"""Files to cite, and texts that cite them."""

from __future__ import annotations

from typing import Any, Final

from tesserix_rag.markers.neutralising import JOINER
from tesserix_rag.rendering import Channel, CitedFile, Footnoted, footnotes

J: Final = JOINER


def file(file_id: str = "1", name: str = "report.pdf", url: str | None = None, text: str = "") -> CitedFile:
    """Give a file; its URL has its name, if no other is given."""
    return CitedFile(file_id, name, f"http://example.com/{name}" if url is None else url, text)


DOCUMENT: Final = file("123", "document.pdf", "http://example.com/download/123")
SOURCE: Final = file("456", "source_b.txt", "http://example.com/download/456")
FILES: Final = (DOCUMENT, SOURCE)
FIRST: Final = "[document.pdf](http://example.com/download/123)"
SECOND: Final = "[source_b.txt](http://example.com/download/456)"


def text_of(text: str, *files: CitedFile, **how: Any) -> str:
    """Give a text with footnotes."""
    return footnotes(text, files or FILES, **how).text


def line_of(name: str = "report.pdf", url: str | None = None, text: str = "") -> str:
    """Give what stands in the list for a file."""
    listed = text_of("<CIT 1 />", file("1", name, url, text))
    return listed.removeprefix("[^1]\n\n[^1]: ")


def channel(*sends: str) -> Channel:
    """Give a channel with plain numbers, which sends the files that are named by id."""
    return Channel("test", footnotes=False, can_send=lambda each: each.file_id in sends)


def kept(text: str, *cited: CitedFile) -> Footnoted:
    """Give a text that was kept, with the files of its footnotes."""
    return Footnoted(text, cited)
