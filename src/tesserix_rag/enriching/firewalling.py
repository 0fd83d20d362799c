"""The firewall: prose in, and out without any link that is not a cited document's."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final

from tesserix_rag._discretion import discreet
from tesserix_rag.enriching.removals import Firewalled, LinkForm, RemovedLink
from tesserix_rag.enriching.sweeping import Sweep
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_text
from tesserix_rag.places import Span
from tesserix_rag.telemetry import log
from tesserix_rag.urls import normal_url

_SWEEPS: Final = 4
"""How often a text is swept: what is left may have come together to another link."""

_TANGLED: Final = re.compile(r"[<\[\]\\/:&?]")
_TANGLED_NAME: Final = re.compile(r"(?<=[wW])\.++")


@discreet
def firewall(text: str, allowed: Iterable[str | None]) -> Firewalled:
    """
    Take every link out of *text* that is not one of *allowed*, and every image.

    Links are URLs and what a client takes for one, autolinks, inline and reference-style links, definitions,
    and HTML tags that link, load or run. The text of a link stays, and so do markers such as ``[1]``. In code,
    brackets and tags are left alone, but URLs go, as some clients link them there. Nothing else changes, and
    nothing at all the second time.

    Args:
        text: Prose, as Markdown or plain.
        allowed: The URLs of what is cited; those that ``safe_url`` refuses allow nothing.

    Raises:
        ConfigurationError: If *text* is no text that can be written as UTF-8, or *allowed* is one string.
    """
    if not is_text(text) or not _is_collection(allowed):
        raise ConfigurationError("a firewall takes a text, and the URLs that may stay in it")
    permitted = frozenset(each for each in map(normal_url, allowed) if each is not None)
    origin, removed = _Origin([], []), list[RemovedLink]()
    for _ in range(_SWEEPS):
        sweep = Sweep(text, permitted)
        if not sweep.cuts:
            break
        removed += (RemovedLink(form=form, span=origin.span(*at)) for form, at in sweep.removed)
        origin, text = origin.without(sweep.cuts, len(text)), _without(text, sweep.cuts)
    else:
        if Sweep(text, permitted).cuts:
            removed.append(RemovedLink(form=LinkForm.TANGLE, span=origin.span(0, len(text))))
            text = _TANGLED_NAME.sub("", _TANGLED.sub("", text))
    removed.sort(key=lambda each: (each.span.start, each.span.end))
    log("firewalled", removed=len(removed), forms=sorted({each.form.value for each in removed}))
    return Firewalled(text=text, removed=tuple(removed))


def _is_collection(values: object) -> bool:
    return isinstance(values, Iterable) and not isinstance(values, str)


def _without(text: str, cuts: list[tuple[int, int]]) -> str:
    kept: list[str] = []
    at = 0
    for start, end in cuts:
        kept.append(text[at:start])
        at = end
    kept.append(text[at:])
    return "".join(kept)


class _Origin:
    """
    Where in the text as it was given each character of what is left of it stood.

    Args:
        here: Where each run of characters begins in what is left.
        there: Where it began.
    """

    def __init__(self, here: list[int], there: list[int]) -> None:
        self._here, self._there = here or [0], there or [0]

    def _of(self, at: int) -> int:
        run = bisect_right(self._here, at) - 1
        return self._there[run] + at - self._here[run]

    def span(self, start: int, end: int) -> Span:
        """Give where the characters from *start* to *end* stood."""
        return Span(self._of(start), self._of(end - 1) + 1)

    def without(self, cuts: list[tuple[int, int]], length: int) -> _Origin:
        """Give the same for what is left of *length* characters without *cuts*."""
        here: list[int] = []
        there: list[int] = []
        at = gone = 0
        for start, end in (*cuts, (length, length)):
            if at < start:
                first, last = bisect_right(self._here, at), bisect_right(self._here, start - 1)
                pieces = (at, *self._here[first:last])
                here += (piece - gone for piece in pieces)
                there += map(self._of, pieces)
            gone += end - start
            at = end
        return _Origin(here, there)
