"""Signs in the content of Markdown, which a reader of it takes for text like any other."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Self

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

# A blank, punctuation and a letter: emphasis asks which of them stand on its sides.
_OPENERS: Final = "\u2009\u2e28\ue000"
_CLOSERS: Final = "\u2009\u2e29\ue001"
_KEY_BYTES: Final = 12


def _kind(sign: str) -> int:
    category = unicodedata.category(sign) if sign else ""
    if category in ("", "Zs") or sign in "\t\n\v\f\r":
        return 0
    return 1 if category[0] in "PS" else 2


@frozen
class Signs:
    """
    What stands for marks in the content of blocks, and can be told from all else in a text.

    Args:
        key: A number that nobody can have written into the text, also as entities, since it is made of it.
        form: What signs look like.
    """

    key: int
    form: re.Pattern[str]

    @classmethod
    def of(cls, text: str) -> Self:
        """Give signs that *text* has not."""
        key = int.from_bytes(sha256(text.encode()).digest()[:_KEY_BYTES])
        return cls(key, re.compile(rf"[{_OPENERS}]{key}:([0-9]+)[{_CLOSERS}]"))

    def sign(self, number: int, before: str, behind: str) -> str:
        """Give a sign that is on each side like what stands on the other."""
        return f"{_OPENERS[_kind(behind)]}{self.key}:{number}{_CLOSERS[_kind(before)]}"

    def put(self, content: str, signs: Sequence[tuple[int, int]]) -> str:
        """Put signs into the content of a block: behind a URL, and before what else means something whole."""
        urls, whole = ([each.span() for each in form.finditer(content)] for form in (_URL, _WHOLE))
        pieces: list[str] = []
        start = 0
        for at, _, number in sorted(
            (_before(whole, _behind(urls, at)), order, sign) for order, (at, sign) in enumerate(signs)
        ):
            pieces += (content[start:at], self.sign(number, content[at - 1 : at], content[at : at + 1]))
            start = at
        return "".join([*pieces, content[start:]])

    def taken(self, token: Token) -> list[int]:
        """Take the signs out of what can hold no mark: code, and where a link leads."""
        numbers = [int(each) for each in self.form.findall(token.content)]
        token.content = self.form.sub("", token.content)
        for name, value in token.attrs.items():
            if self.form.search(str(value)):
                numbers += map(int, self.form.findall(str(value)))
                token.attrs[name] = self.form.sub("", str(value))
        return numbers


_URL: Final = re.compile(r"(?<![!-9;-~])[!-9;-~]*+://[!-~]++")


# Escapes, hard breaks, entities, and what delimits emphasis or code.
_WHOLE: Final = re.compile(r"\\[!-/:-@\[-`{-~\n]|[ ]++\n|&#?\w{1,32};|([*_~`])\1++")


def _behind(spans: Sequence[tuple[int, int]], at: int) -> int:
    """Give the end of the span that *at* stands in; *at* itself, if it stands in none."""
    before = bisect_left(spans, (at, 0)) - 1
    return max(at, spans[before][1]) if before >= 0 else at


def _before(spans: Sequence[tuple[int, int]], at: int) -> int:
    """Give the start of the span that *at* stands in; *at* itself, if it stands in none."""
    before = bisect_left(spans, (at, 0)) - 1
    return spans[before][0] if before >= 0 and at < spans[before][1] else at
