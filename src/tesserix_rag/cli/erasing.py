"""The command ``erase``: words gone for good, or a look at what would go."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click
from attrs import asdict, frozen

from tesserix_rag.cli import options
from tesserix_rag.cli.shown import counted, jsonable, plain, print_json, say
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.erasing import ErasureForesight, ErasureReceipt, foresee
from tesserix_rag.erasing import erase as erase_for_good
from tesserix_rag.records import ErasureReason
from tesserix_rag.tenancy import tenant_scope

if TYPE_CHECKING:
    from pathlib import Path


@frozen(kw_only=True)
class _Target:
    document_id: str
    version: str | None
    chunk_id: str | None


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
@click.option("--dry-run", is_flag=True, help="Only tell what would be erased.")
@options.on_documents
def erase(
    *,
    document_id: str,
    version: str | None,
    chunk_id: str | None,
    reason: str,
    ticket: str,
    dry_run: bool,
    tenant: str,
    db: Path,
    as_json: bool,
) -> None:
    """Erase a document, one of its versions or one passage, for good."""
    target = _Target(document_id=document_id, version=version, chunk_id=chunk_id)
    with tenant_scope(tenant):
        if dry_run:
            _tell_ahead(asyncio.run(_foresee(db, target)), as_json=as_json)
            return
        receipt = asyncio.run(_erase(db, target, ErasureReason(reason), ticket))
    if as_json:
        print_json(receipt_as_json(receipt))
    else:
        show_receipt(receipt)
    click.get_current_context().exit(0 if receipt.complete else 1)


async def _foresee(db: Path, target: _Target) -> ErasureForesight:
    async with SqliteCorpus(db) as corpus:
        return await foresee(corpus, **asdict(target))


async def _erase(db: Path, target: _Target, reason: ErasureReason, ticket: str) -> ErasureReceipt:
    async with SqliteCorpus(db) as corpus:
        return await erase_for_good(corpus, **asdict(target), reason=reason, ticket=ticket)


def _tell_ahead(seen: ErasureForesight, *, as_json: bool) -> None:
    if as_json:
        print_json({"would_erase": asdict(seen)["chunks"], "answers": seen.answers, "also_in": seen.also_in})
        return
    say(f"would erase: {counted(len(seen.chunks), 'passage')}")
    for chunk in seen.chunks:
        place = f"characters {chunk.span.start}–{chunk.span.end}"
        say(plain(f"{chunk.document_id}@{chunk.document_version}, {place}"), indent="  ")
    _show_also_in(seen.also_in, "")


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
    _show_also_in(receipt.also_in, indent)
    if receipt.complete:
        say("complete: no row, index or free page holds it", indent=indent, colour="green")
    for what in receipt.outstanding:
        say(f"outstanding: {what}", indent=indent, colour="red")


def _show_also_in(versions: tuple[str, ...], indent: str) -> None:
    for version in versions:
        say(plain(f"also in: {version} holds some of the same text"), indent=indent, colour="yellow")
