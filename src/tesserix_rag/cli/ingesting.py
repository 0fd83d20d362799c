"""The command ``ingest``: files become documents, in a version for each change of their text."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from attrs import asdict, frozen

from tesserix_rag.cli import options
from tesserix_rag.cli.files import Found, NotReadError, files, read_text
from tesserix_rag.cli.shown import plain, print_json, say
from tesserix_rag.corpus.outline import headings
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.errors import ErasedVersionError, LimitExceededError, SourceNotFoundError
from tesserix_rag.retrieval import Document
from tesserix_rag.tenancy import tenant_scope

if TYPE_CHECKING:
    from tesserix_rag.corpus.protocol import Corpus

STORED: Final = "stored"
UNCHANGED: Final = "unchanged"
SKIPPED: Final = "skipped"
ERASED: Final = "erased"

_STATUSES: Final = (STORED, UNCHANGED, SKIPPED, ERASED)
_VERSION: Final = "v"
_LONGEST_NUMBER: Final = 9


@frozen(kw_only=True)
class Ingested:
    """
    What became of a file.

    Args:
        document_id: The document that it is, or what it would have been.
        status: Whether it was stored, was unchanged, was skipped, or stays erased.
        version: The version that it is stored as, if it is.
        reason: Why it was skipped.
    """

    document_id: str
    status: str
    version: str | None = None
    reason: str | None = None


async def ingest_file(corpus: Corpus, file: Found, collection: str, *, readmit: bool = False) -> Ingested:
    """Store a file as a version of its document, if its text is new and it was not erased, or is readmitted."""
    try:
        text = await asyncio.to_thread(read_text, file)
        return await _store(corpus, file, text, collection, readmit=readmit)
    except NotReadError as error:
        return Ingested(document_id=file.shown, status=SKIPPED, reason=error.reason)
    except LimitExceededError:
        return Ingested(document_id=file.shown, status=SKIPPED, reason="too_large")
    except ErasedVersionError:
        return Ingested(document_id=file.shown, status=ERASED)


async def _store(corpus: Corpus, file: Found, text: str, collection: str, *, readmit: bool) -> Ingested:
    newest, last = await _newest(corpus, file.name, readmit=readmit)
    if newest is not None and newest.text == text:
        return Ingested(document_id=file.name, status=UNCHANGED, version=newest.version)
    version = await _next_version(corpus, file.name, last)
    titles = headings(text)
    document = Document(
        document_id=file.name,
        version=version,
        text=text,
        uri=file.name,
        title=titles[0].title if titles else file.path.name,
    )
    await corpus.put(document, collection=collection, readmit=readmit)
    return Ingested(document_id=file.name, status=STORED, version=version)


async def _newest(corpus: Corpus, document_id: str, *, readmit: bool) -> tuple[Document | None, str | None]:
    """Give the newest version, where it can be read, and its name."""
    try:
        newest = await corpus.document(document_id)
    except SourceNotFoundError:
        return None, None
    except ErasedVersionError as erased:
        if not readmit:
            raise
        return None, erased.version
    return newest, newest.version


async def _next_version(corpus: Corpus, document_id: str, last: str | None) -> str:
    """Give the first version behind the last one that no one has used."""
    digits = (last or "").removeprefix(_VERSION)
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER else 0
    while await _is_taken(corpus, document_id, f"{_VERSION}{number + 1}"):
        number += 1
    return f"{_VERSION}{number + 1}"


async def _is_taken(corpus: Corpus, document_id: str, version: str) -> bool:
    try:
        await corpus.document(document_id, version)
    except SourceNotFoundError:
        return False
    except ErasedVersionError:
        return True
    return True


async def ingest_files(
    corpus: Corpus, found: Iterable[Found], collection: str, *, readmit: bool = False
) -> tuple[Ingested, ...]:
    """Store files one after another; two of one name are one document, so the second is skipped."""
    outcomes: list[Ingested] = []
    taken: dict[str, Path] = {}
    for file in found:
        if taken.setdefault(file.name, file.path) != file.path:
            outcomes.append(Ingested(document_id=file.shown, status=SKIPPED, reason="same_name"))
        else:
            outcomes.append(await ingest_file(corpus, file, collection, readmit=readmit))
    return tuple(outcomes)


@click.command()
@click.argument("paths", nargs=-1, required=True, callback=options.real_paths)
@click.option(
    "--readmit",
    is_flag=True,
    help="Store also what was erased, whole or in part, as new versions: take it out of the files first.",
)
@options.collection
@options.tenant
@options.new_database
@options.as_json
def ingest(
    paths: tuple[Path, ...], collection: str, tenant: str, db: Path, *, readmit: bool, as_json: bool
) -> None:
    """
    Store the .txt, .md and .rst files of PATHS as documents.

    A file of a folder is named by its path in it. What cannot be read is reported and skipped, and so is
    what was erased, whole or in part; the exit status is 2 if nothing could be read.
    """
    found = files(paths)
    with tenant_scope(tenant), _progress(found) as watched:
        outcomes = asyncio.run(_ingest(db, watched, collection, readmit=readmit))
    counts = Counter(each.status for each in outcomes)
    if as_json:
        print_json(_as_json(outcomes, counts))
    else:
        _show(outcomes, counts)
    is_read = any(each.status != SKIPPED for each in outcomes)
    click.get_current_context().exit(0 if is_read else 2)


async def _ingest(db: Path, found: Iterable[Found], collection: str, *, readmit: bool) -> tuple[Ingested, ...]:
    async with SqliteCorpus(db) as corpus:
        return await ingest_files(corpus, found, collection, readmit=readmit)


def _progress(found: tuple[Found, ...]) -> AbstractContextManager[Iterable[Found]]:
    if not sys.stderr.isatty():
        return nullcontext(found)
    return click.progressbar(found, label="Reading", file=sys.stderr)


def _as_json(outcomes: Iterable[Ingested], counts: Counter[str]) -> object:
    return {
        **{status: counts[status] for status in _STATUSES},
        "documents": [asdict(each, filter=_is_told) for each in outcomes],
    }


def _is_told(_attribute: object, value: object) -> bool:
    return value is not None


def _show(outcomes: Iterable[Ingested], counts: Counter[str]) -> None:
    for line in _reports(outcomes):
        click.echo(line, err=True)
    say(", ".join(f"{counts[status]} {status}" for status in _STATUSES))


def _reports(outcomes: Iterable[Ingested]) -> Iterator[str]:
    for each in outcomes:
        if each.status == ERASED:
            yield f"erased, and not brought back: {plain(each.document_id)}"
        elif each.status == SKIPPED:
            yield f"skipped ({each.reason}): {plain(each.document_id)}"
