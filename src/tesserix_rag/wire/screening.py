"""What is seen of a JSON document without parsing it: its size, its depth, its strings."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Final

_STRINGS: Final = re.compile(rb'"[^"]*+"?')

_MARKS: Final = b'"[]{}'
_OTHERS: Final = bytes(each for each in range(256) if each not in _MARKS)
_ONE_KIND: Final = bytes.maketrans(b"{}", b"[]")

# One above the opening bracket and one below the closing one.
_BETWEEN: Final = ord("[") + 1


def encoded(document: bytes | bytearray | memoryview | str, most: int) -> bytes | None:
    """Give the bytes of a document, unless there are more than *most*."""
    if isinstance(document, str):
        if len(document) > most:
            return None
        document = document.encode("utf-8", "surrogatepass")
    view = memoryview(document)
    if view.nbytes > most:
        return None
    return document if isinstance(document, bytes) else view.tobytes()


def without_escapes(document: bytes) -> bytes:
    """Take escaped backslashes and quotes away, so that each quote left bounds a string."""
    if b"\\" not in document:
        return document
    return document.replace(b"\\\\", b"").replace(b'\\"', b"")


def strings(document: bytes) -> int:
    """Count the strings of a document that can be parsed, keys among them."""
    return without_escapes(document).count(b'"') // 2


def depth(bare: bytes) -> int:
    """Count how many arrays and objects of a document without escapes stand inside one another."""
    marks = bare.translate(_ONE_KIND, _OTHERS)
    # Two quotes side by side can go: what stood inside of a string is inside of one still.
    brackets = _STRINGS.sub(b"", marks.replace(b'""', b""))
    return max(accumulate(map(_BETWEEN.__sub__, brackets)), default=0)
