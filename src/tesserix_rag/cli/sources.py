"""The commands ``resolve`` and ``erase``: citations to their words, and words gone for good."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from tesserix_rag.cli import options
from tesserix_rag.cli.reading import cited_in, contents
from tesserix_rag.cli.shown import (
    Resolution,
    counted,
    jsonable,
    print_json,
    say,
    show_resolution,
    source_line,
)
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.erasing import ErasureReceipt
from tesserix_rag.erasing import erase as erase_for_good
from tesserix_rag.records import Citation, ErasureReason, Resolved
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


@click.command()
@click.option("--document", "document_id", required=True, metavar="ID", help="The document.")
@click.option("--version", help="One version of it; all, if not given.")
@click.option("--chunk", "chunk_id", metavar="ID", help="One passage of it.")
@click.option(
    "--reason",
    required=True,
    type=click.Choice([each.value for each in ErasureReason]),
    help="Why.",
)
@click.option("--ticket", default="", help="What you call the request.")
@options.on_documents
def erase(
    *,
    document_id: str,
    version: str | None,
    chunk_id: str | None,
    reason: str,
    ticket: str,
    tenant: str,
    db: Path,
    as_json: bool,
) -> None:
    """Erase a document, one of its versions or one passage, for good."""
    with tenant_scope(tenant):
        receipt = asyncio.run(
            _erase(
                db,
                document_id=document_id,
                version=version,
                chunk_id=chunk_id,
                reason=ErasureReason(reason),
                ticket=ticket,
            )
        )
    if as_json:
        print_json(receipt_as_json(receipt))
    else:
        show_receipt(receipt)
    click.get_current_context().exit(0 if receipt.complete else 1)


async def _erase(
    db: Path,
    *,
    document_id: str,
    version: str | None,
    chunk_id: str | None,
    reason: ErasureReason,
    ticket: str,
) -> ErasureReceipt:
    async with SqliteCorpus(db) as corpus:
        return await erase_for_good(
            corpus,
            document_id=document_id,
            version=version,
            chunk_id=chunk_id,
            reason=reason,
            ticket=ticket,
        )


def receipt_as_json(receipt: ErasureReceipt) -> object:
    """Give a receipt in names and values of JSON."""
    return {
        "tombstones": jsonable(receipt.tombstones),
        "answers": receipt.answers,
        "also_in": receipt.also_in,
        "erased_at": receipt.erased_at,
        "complete": receipt.complete,
        "outstanding": receipt.outstanding,
    }


def show_receipt(receipt: ErasureReceipt, *, indent: str = "") -> None:
    """Print what was erased, and what may still hold it."""
    say(f"erased: {counted(len(receipt.tombstones), 'passage')}", indent=indent)
    for version in receipt.also_in:
        say(f"also in: {version} holds some of the same text", indent=indent, colour="yellow")
    if receipt.complete:
        say("complete: no row, index or free page holds it", indent=indent, colour="green")
    for what in receipt.outstanding:
        say(f"outstanding: {what}", indent=indent, colour="red")
