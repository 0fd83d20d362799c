"""The command ``resolve``: from citations back to their words."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from tesserix_rag.cli import options
from tesserix_rag.cli.reading import cited_in, contents
from tesserix_rag.cli.shown import (
    Resolution,
    jsonable,
    print_json,
    say,
    show_resolution,
    source_line,
)
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.records import Citation, Resolved
from tesserix_rag.resolving import CorpusResolver
from tesserix_rag.tenancy import tenant_scope

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("file", type=options.json_file)
@options.on_documents
def resolve(file: str, tenant: str, db: Path, *, as_json: bool) -> None:
    """
    Print the exact characters behind each citation in FILE.

    FILE is an answer, the output of `ask --json`, or an array of citations; `-` is the standard
    input. The exit status is 1 if one of them has no text.
    """
    citations = cited_in(contents(file))
    with tenant_scope(tenant):
        found = asyncio.run(_resolve(db, citations))
    if as_json:
        print_json(jsonable(found))
    else:
        _show(citations, found)
    has_text = all(isinstance(each, Resolved) for each in found)
    click.get_current_context().exit(0 if has_text else 1)


async def _resolve(db: Path, citations: tuple[Citation, ...]) -> tuple[Resolution, ...]:
    async with SqliteCorpus(db) as corpus:
        return await CorpusResolver(corpus).resolve_many(citations)


def _show(citations: tuple[Citation, ...], found: tuple[Resolution, ...]) -> None:
    pairs = zip(citations, found, strict=True)
    for number, (citation, resolution) in enumerate(pairs, start=1):
        say(source_line(number, citation), colour="cyan")
        show_resolution(resolution)
        say()
