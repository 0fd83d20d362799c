"""How things look on a terminal and in a pipe."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Final

import click
import orjson

from tesserix_rag.records import Resolved, Tombstone, Unresolved
from tesserix_rag.wire import to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tesserix_rag.places import SourceLocator, Span
    from tesserix_rag.records import Citation, CitedAnswer, GroundedAnswer, Quote
    from tesserix_rag.wire.kinds import Record

Resolution = Resolved | Tombstone | Unresolved

_WIDEST: Final = 100
_NARROWEST: Final = 40
_INDENT: Final = "    "
_EXCERPT: Final = 240
_AROUND: Final = 60
_CUT_WORD: Final = re.compile(r"^\S{0,20}(?=\s)")
_WORD_CUT: Final = re.compile(r"\s\S{0,20}$")

# Controls, and the marks that turn the direction of writing, could make a terminal show
# something else than what is there.
_UNSEEN: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def plain(text: str) -> str:
    """Give *text* without what could command a terminal."""
    return _UNSEEN.sub(lambda unseen: " " if unseen[0].isspace() else "\ufffd", text)


def one_line(text: str) -> str:
    """Give *text* as a terminal may show it in one line."""
    return " ".join(plain(text).split())


def counted(number: int, noun: str) -> str:
    """Say how many there are."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def jsonable(record: Record | Sequence[Record]) -> object:
    """Give a record as it stands on the wire."""
    return orjson.loads(to_json(record))


def print_json(document: object) -> None:
    """Print a JSON document."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z
    click.echo(orjson.dumps(document, option=options))


def say(text: str = "", *, indent: str = "", colour: str | None = None, bold: bool = False) -> None:
    """Print a paragraph, wrapped to the terminal."""
    if not text:
        click.echo()
        return
    width = min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)
    wrapped = click.wrap_text(one_line(text), width, indent, indent)
    for line in wrapped.splitlines():
        click.echo(click.style(line, fg=colour, bold=bold or None) if colour or bold else line)


def place(span: Span, locator: SourceLocator | None = None) -> str:
    """Say where a passage stands."""
    parts = [f"characters {span.start}–{span.end}"]
    if locator is not None and locator.page is not None:
        parts.append(f"page {locator.page_label or locator.page}")
    if locator is not None and locator.section:
        parts.append(f"“{locator.section}”")
    return ", ".join(parts)


def source_line(number: int, citation: Citation) -> str:
    """Say which passage a citation pins."""
    name = f"{citation.document_id}@{citation.document_version}"
    return f"[{number}] {name}, {place(citation.span, citation.locator)}"


def show_answer(answer: GroundedAnswer, found: Iterable[Resolution]) -> None:
    """Print the claims of an answer with their numbers, then each source with its words."""
    numbers = {each.citation_id: at for at, each in enumerate(answer.citations, start=1)}
    for claim in answer.claims:
        cited = "".join(f"[{numbers[each]}]" for each in claim.citation_ids)
        say(f"{claim.text} {cited}", indent="  ")
        say()
    for citation, resolution in zip(answer.citations, found, strict=True):
        say(source_line(numbers[citation.citation_id], citation), indent="  ", colour="cyan")
        show_resolution(resolution, quote=_quote_of(answer.answer, citation), whole=False)
        say()


def _quote_of(answer: CitedAnswer, citation: Citation) -> Quote | None:
    quotes = (quote for claim in answer.claims for quote in claim.quotes)
    return next((each for each in quotes if each.citation_id == citation.citation_id), None)


def show_resolution(resolution: Resolution, *, quote: Quote | None = None, whole: bool = True) -> None:
    """Print what became of a source: its words, its tombstone, or why there is neither."""
    match resolution:
        case Resolved():
            _show_text(resolution, quote, whole=whole)
        case Tombstone():
            say(tombstone_line(resolution), indent=_INDENT, colour="yellow")
        case Unresolved():
            say(_MISSING[resolution.code.value], indent=_INDENT, colour="red")


_MISSING: Final = {
    "missing": "missing: this tenant's store has no such passage",
    "changed": "changed: the stored passage is not the one that was cited",
}


def tombstone_line(tombstone: Tombstone) -> str:
    """Say what remains of an erased passage."""
    moment = f"{tombstone.erased_at:%Y-%m-%d %H:%M:%S} UTC"
    return f"erased on {moment}, reason {tombstone.reason.value}"


def _show_text(resolved: Resolved, quote: Quote | None, *, whole: bool) -> None:
    if resolved.superseded_by is not None:
        newer = f"superseded by {resolved.superseded_by}: these are the words of the cited version"
        say(newer, indent=_INDENT, colour="yellow")
    if whole:
        for line in plain(resolved.text).splitlines():
            click.echo(f"{_INDENT}{line}".rstrip())
    else:
        say(_excerpt(resolved, quote), indent=f"{_INDENT}| ", colour="bright_black")


def _excerpt(resolved: Resolved, quote: Quote | None) -> str:
    """Give the resolved words around a quote, or the first ones."""
    text = resolved.text
    start, end = 0, _EXCERPT
    if quote is not None and quote.span is not None:
        start = max(0, quote.span.start - resolved.span.start - _AROUND)
        end = quote.span.end - resolved.span.start + _AROUND
    piece = text[start:end].strip()
    if start:
        piece = f"…{_CUT_WORD.sub('', piece)}"
    return piece if end >= len(text) else f"{_WORD_CUT.sub('', piece)} …"
