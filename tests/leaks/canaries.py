"""Words that nobody else writes, and how to find them again whatever they were turned into."""

from __future__ import annotations

import json
import re
import secrets
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final
from urllib.parse import quote

from attrs import frozen

_CJK: Final = [chr(point) for point in range(0x4E00, 0x9FA5)]
_ASTRAL: Final = [chr(point) for point in range(0x10330, 0x10341)]


@frozen
class Canary:
    """
    Words made up for one run, of letters that no folding changes.

    Args:
        ascii: Letters that every encoding leaves alone.
        cjk: Ideographs.
        astral: Letters outside the basic plane.
    """

    ascii: str
    cjk: str
    astral: str

    @property
    def text(self) -> str:
        """A sentence with all three in it."""
        return f"{self.ascii} {self.cjk} {self.astral} owes 4,200 euros."

    @property
    def id(self) -> str:
        """What a model may write where an id belongs."""
        return f"{self.ascii}-{self.cjk}-{self.astral}"

    def seen_in(self, told: object) -> tuple[str, ...]:
        """Give the forms in which it stands in a text, in bytes, or in what else shows itself by ``repr``."""
        written = told if isinstance(told, bytes) else _shown(told).encode(errors="surrogatepass")
        # What is escaped twice has more backslashes, and is the same.
        searched = re.sub(rb"\\+", rb"\\", written.lower())
        return tuple(dict.fromkeys(name for name, form in self.forms() if form.lower() in searched))

    def forms(self) -> Iterator[tuple[str, bytes]]:
        """Give each form in which a part of it may stand, and what it is called."""
        for part in (self.ascii, self.cjk, self.astral):
            yield from _forms(part)


def _shown(told: object) -> str:
    return told if isinstance(told, str) else f"{told!r} {told!s}"


def _forms(part: str) -> Iterator[tuple[str, bytes]]:
    data = part.encode()
    yield "UTF-8", data
    yield "UTF-16", part.encode("utf-16-le")
    yield "UTF-16", part.encode("utf-16-be")
    yield "escaped", ascii(part)[1:-1].encode()
    yield "escaped in JSON", json.dumps(part)[1:-1].encode()
    yield "escaped bytes", ascii(data)[2:-1].encode()
    yield "in a URL", quote(part).encode()
    for shift in range(3):
        for encode in (b64encode, urlsafe_b64encode):
            # What neighbours share a group of four with is theirs, too.
            yield "base64", encode(bytes(shift) + data)[4 if shift else 0 : -4]


def made_up() -> Canary:
    """Make a canary that no run has had before."""
    return Canary(
        ascii="".join(secrets.choice(ascii_lowercase) for _ in range(14)),
        cjk="".join(secrets.choice(_CJK) for _ in range(5)),
        astral="".join(secrets.choice(_ASTRAL) for _ in range(6)),
    )
