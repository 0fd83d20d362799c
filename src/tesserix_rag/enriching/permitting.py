"""Whether a URL in a text is one that may stay, whatever a client takes for its end."""

from __future__ import annotations

import re
from typing import Final

from tesserix_rag.enriching.markup import MARKER
from tesserix_rag.urls import LONGEST, normal_url

# GitHub's autolinks run to the next blank or "<". Behind "https://a.example", an "@evil.example" in the
# same run would make another host of it.
_RUN: Final = re.compile(r"[^ \t\n\r\f\v<]*+")
_TAIL: Final = re.compile(
    r"(?:[.,;:!?'\"`*_~)\]}>|\u2026\u2019\u201d\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
    rf"\u300d\u300f\u3009\u300b\u3011]|\[(?:{MARKER.pattern})\])*+"
)
_INSIDE: Final = re.compile(r"[A-Za-z0-9._?=/&#%@+\-\\|]")
_NAMES_A_PATH: Final = re.compile(r"https?://[^/?#]++[/?#]", re.IGNORECASE)


class Permitted:
    """
    The URLs that may stay in a text.

    Args:
        text: The text.
        urls: Their normal forms.
    """

    def __init__(self, text: str, urls: frozenset[str]) -> None:
        self._text = text
        self._urls = urls
        self._judged: dict[str, bool] = {}
        self._run_end = 0

    def until(self, start: int, *ends: int) -> int | None:
        """
        Give where a permitted URL ends that begins at *start*; nothing, if there is none.

        Whatever a client takes for it has to be the URL, and punctuation or markers behind it.

        Args:
            start: Where it begins.
            ends: Where it may end.
        """
        if not self._urls or (start and _INSIDE.match(self._text, start - 1)):
            return None
        furthest = self._furthest(start)
        for end in dict.fromkeys((*ends, furthest)):
            if self._holds(start, end) and _TAIL.fullmatch(self._text, end, furthest):
                return end
        return None

    def target(self, start: int, end: int) -> bool:
        """Whether the target of a link is permitted, also for a client that knows no Markdown."""
        if not self._urls or not self._holds(start, end):
            return False
        if _NAMES_A_PATH.match(self._text, start, end):
            return True
        return _TAIL.fullmatch(self._text, end, max(end, self._furthest(start))) is not None

    def _furthest(self, start: int) -> int:
        if start >= self._run_end:
            found = _RUN.match(self._text, start)
            self._run_end = start if found is None else found.end()
        return self._run_end

    def _holds(self, start: int, end: int) -> bool:
        if end - start > LONGEST:
            return False
        url = self._text[start:end]
        known = self._judged.get(url)
        if known is None:
            known = self._judged[url] = normal_url(url.replace("&amp;", "&")) in self._urls
        return known
