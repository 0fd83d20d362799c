"""Which language a text is in, and where its sentences end, before they are taken apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tesserix_rag.evidence import wordlists as words
from tesserix_rag.places import Span
from tesserix_rag.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator


def language_of(text: str, least: int = 1) -> str:
    """
    Give the language that most of a text's small words are of.

    It is empty where they are of none or of two, or fewer than *least* are of it.
    """
    found = _SMALL.findall(text[:_ENOUGH].casefold())
    counts = sorted(
        ((sum(each in telling for each in found), name) for name, telling in words.TELLING.items()),
        reverse=True,
    )
    (most, name), (next_most, _), *_ = counts
    return name if most >= least and most > next_most else ""


_SMALL: Final = re.compile(r"[^\W\d_]+")
_ENOUGH: Final = 4_000


def sentences(text: str, language: str) -> tuple[Span, ...]:
    """Give the sentences of *text*; none ends behind an abbreviation, or behind the day of a date."""
    whole: list[Span] = []
    for span in sentence_spans(text, language or "en"):
        if whole and _goes_on(text, whole[-1], span):
            whole[-1] = Span(whole[-1].start, span.end)
        else:
            whole.append(span)
    return tuple(part for each in whole for part in _cut(text, each))


def _cut(text: str, span: Span) -> Iterator[Span]:
    """Part a sentence behind each stop that plainly ends one, also where its last word looks like a letter."""
    start = span.start
    for stop in _STOP.finditer(text, span.start, span.end):
        if text[stop.end() : stop.end() + 1].isupper() and _ends(
            text[max(start, stop.start() - 24) : stop.start()]
        ):
            yield Span(start, stop.start() + len(stop[0].rstrip()))
            start = stop.end()
    if start < span.end:
        yield Span(start, span.end)


_STOP: Final = re.compile("[.!?][\"'”’»)]*\\s+")


def _ends(before: str) -> bool:
    """Whether a stop behind *before* ends a sentence."""
    *earlier, last = before.split() or [""]
    if f"{last.casefold()}." in words.ABBREVIATIONS:
        return False
    return len(last) > 1 or not last.isalpha() or earlier[-1:] == [] or earlier[-1][-1:].isdecimal()


_MOST_SENTENCE: Final = 2_000


def _goes_on(text: str, before: Span, span: Span) -> bool:
    if span.end - before.start > _MOST_SENTENCE or "\n\n" in text[before.end : span.start]:
        return False
    last = text[max(before.start, before.end - 12) : before.end].split()[-1:]
    return bool(last) and (last[0].casefold() in words.ABBREVIATIONS or _DAY.fullmatch(last[0]) is not None)


_DAY: Final = re.compile(r"\d{1,2}\.")
