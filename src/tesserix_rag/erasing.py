"""Erasure: physical, final and honest about what is still outstanding."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet_async
from tesserix_rag.errors import ConfigurationError, InvalidRecordError
from tesserix_rag.ids import is_id, is_text
from tesserix_rag.records import ErasureReason, Tombstone
from tesserix_rag.telemetry import observed
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tesserix_rag.corpus.protocol import Corpus, ErasableChunk, ErasedChunk

_LONGEST_TICKET = 512


class CitingAnswers(Protocol):
    """What knows which answers rest on a source."""

    async def answers_citing(
        self, document_id: str, version: str | None = None, chunk_id: str | None = None
    ) -> tuple[str, ...]:
        """Give the ids of the answers that cite a document, a version or a chunk."""
        ...


def _tombstones(values: Iterable[Tombstone]) -> tuple[Tombstone, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class ErasureReceipt:
    """
    What an erasure did, and what it could not prove.

    Args:
        tombstones: What remains of each erased chunk; each under its chunk id.
        answers: The ids of recorded answers that rest on what was erased.
        also_in: Other versions of the document that hold a sentence of the erased text.
        erased_at: When, in UTC.
        complete: Whether it is proven that no row, index or free page still holds the text.
        outstanding: What may still hold it; the next erasure finishes it.
    """

    tombstones: tuple[Tombstone, ...] = field(converter=_tombstones, validator=_fields.many(Tombstone))
    answers: tuple[str, ...] = field(default=(), converter=_fields.strings, validator=_fields.many(str))
    also_in: tuple[str, ...] = field(default=(), converter=_fields.strings, validator=_fields.many(str))
    erased_at: datetime = field(converter=_fields.in_utc, validator=_fields.moment)
    complete: bool = field(validator=_fields.truth)
    outstanding: tuple[str, ...] = field(default=(), converter=_fields.strings, validator=_fields.many(str))

    def __attrs_post_init__(self) -> None:
        if self.complete and self.outstanding:
            raise InvalidRecordError(record="ErasureReceipt", field="complete")


@frozen(kw_only=True)
class ErasureForesight:
    """
    What an erasure would do.

    Args:
        chunks: What would become tombstones.
        answers: The ids of recorded answers that rest on it.
        also_in: Other versions of the document that hold a sentence of the text.
    """

    chunks: tuple[ErasableChunk, ...]
    answers: tuple[str, ...]
    also_in: tuple[str, ...]


@discreet_async
async def foresee(
    corpus: Corpus,
    ledger: CitingAnswers | None = None,
    *,
    document_id: str,
    version: str | None = None,
    chunk_id: str | None = None,
) -> ErasureForesight:
    """
    Give what ``erase`` would take, and change nothing.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        SourceNotFoundError: If this tenant has no such document, version or chunk.
        ConfigurationError: If an argument is not usable.
        StoreError: If the store cannot be read.
    """
    current_tenant("erasure")
    _check_names(document_id, version, chunk_id)
    seen = await corpus.foresee(document_id, version, chunk_id)
    return ErasureForesight(
        chunks=seen.chunks,
        answers=() if ledger is None else await _answers(ledger, document_id, version, chunk_id, seen.chunks),
        also_in=seen.also_in,
    )


@discreet_async
async def erase(
    corpus: Corpus,
    ledger: CitingAnswers | None = None,
    *,
    document_id: str,
    version: str | None = None,
    chunk_id: str | None = None,
    reason: ErasureReason,
    ticket: str = "",
) -> ErasureReceipt:
    """
    Erase a document, one of its versions or one chunk, for good.

    A chunk takes with it every chunk that overlaps its span. An erased version never comes back under its name;
    erasing a whole document closes its id until someone puts a new version with ``readmit``. Erasing again
    changes nothing, and finishes what was outstanding.

    Args:
        corpus: Where the document is.
        ledger: What knows the answers that rest on it.
        document_id: The document.
        version: One version of it; all of them, if not given.
        chunk_id: One chunk of it.
        reason: Why.
        ticket: What the host calls the request; kept in the store, at most 512 characters.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        SourceNotFoundError: If this tenant has no such document, version or chunk.
        ConfigurationError: If an argument is not usable.
        StoreError: If the store cannot be written, or is corrupt.
    """
    current_tenant("erasure")
    _check_names(document_id, version, chunk_id)
    _check_grounds(reason, ticket)
    erased_at = datetime.now(UTC)
    with observed("adk.erase") as observation:
        done = await corpus.erase(
            document_id, version, chunk_id, reason=reason, erased_at=erased_at, ticket=ticket
        )
        answers = () if ledger is None else await _answers(ledger, document_id, version, chunk_id, done.chunks)
        if observation.recording:
            observation.attributes["adk.erasure.chunks"] = len(done.chunks)
            observation.attributes["adk.erasure.outstanding"] = list(done.outstanding)
    return ErasureReceipt(
        tombstones=tuple(map(_tombstone, done.chunks)),
        answers=answers,
        also_in=done.also_in,
        erased_at=erased_at,
        complete=not done.outstanding,
        outstanding=done.outstanding,
    )


async def _answers(
    ledger: CitingAnswers,
    document_id: str,
    version: str | None,
    chunk_id: str | None,
    chunks: Sequence[ErasedChunk | ErasableChunk],
) -> tuple[str, ...]:
    """Give the answers that rest on what was erased; a chunk takes those that overlap it along."""
    if chunk_id is None:
        return await ledger.answers_citing(document_id, version)
    found: dict[str, None] = {}
    for chunk in chunks:
        citing = await ledger.answers_citing(document_id, chunk.document_version, chunk.chunk_id)
        found.update(dict.fromkeys(citing))
    return tuple(found)


def _check_names(document_id: object, version: object, chunk_id: object) -> None:
    names = {"document_id": document_id, "version": version, "chunk_id": chunk_id}
    for what, name in names.items():
        if not is_id(name) and (what == "document_id" or name is not None):
            message = f"{what!r} cannot be used as a name"
            raise ConfigurationError(message)


def _check_grounds(reason: object, ticket: object) -> None:
    if not isinstance(reason, ErasureReason):
        message = "'reason' must be an ErasureReason"
        raise ConfigurationError(message)
    if not isinstance(ticket, str) or not is_text(ticket) or len(ticket) > _LONGEST_TICKET:
        message = f"'ticket' must be text of at most {_LONGEST_TICKET} characters"
        raise ConfigurationError(message)


def _tombstone(chunk: ErasedChunk) -> Tombstone:
    return Tombstone(
        citation_id=chunk.chunk_id,
        document_id=chunk.document_id,
        document_version=chunk.document_version,
        chunk_id=chunk.chunk_id,
        span=chunk.span,
        erased_at=chunk.erased_at,
        reason=chunk.reason,
    )
