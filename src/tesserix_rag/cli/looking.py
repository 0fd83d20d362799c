"""What commands find in a database of the sources of an answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.errors import ErasedVersionError, SourceNotFoundError
from tesserix_rag.records import Resolved
from tesserix_rag.resolving import CorpusResolver

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tesserix_rag.cli.shown import Resolution
    from tesserix_rag.records import Citation, GroundedAnswer
    from tesserix_rag.retrieval import Document


def looked_up(db: Path | None, answer: GroundedAnswer) -> tuple[tuple[Resolution, ...], tuple[Document, ...]]:
    """Give what became of the citations, and their documents, as far as a database has them."""
    if db is None:
        return (), ()
    if not db.is_file():
        raise click.BadParameter("there is no such database", param_hint="'--db'")
    return asyncio.run(_look_up(db, answer.citations))


async def _look_up(
    db: Path, citations: Iterable[Citation]
) -> tuple[tuple[Resolution, ...], tuple[Document, ...]]:
    async with SqliteCorpus(db) as corpus:
        resolved = await CorpusResolver(corpus).resolve_many(citations)
        told = [each for each in resolved if isinstance(each, Resolved)]
        versions = dict.fromkeys((each.document_id, each.document_version) for each in told)
        found = [await _document(corpus, *each) for each in versions]
    return resolved, tuple(each for each in found if each is not None)


async def _document(corpus: SqliteCorpus, document_id: str, version: str) -> Document | None:
    try:
        return await corpus.document(document_id, version)
    except (ErasedVersionError, SourceNotFoundError):
        return None
