"""What became of a source: its text, a tombstone, or neither."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.places import Span


class ErasureReason(StrEnum):
    """Why a source was erased."""

    RIGHT_TO_ERASURE = "right_to_erasure"
    RETENTION = "retention"
    LEGAL = "legal"
    SECURITY = "security"
    MISTAKE = "mistake"


class UnresolvedCode(StrEnum):
    """Why a citation has no text to show."""

    MISSING = "missing"
    CHANGED = "changed"


def _reason(value: ErasureReason) -> ErasureReason:
    return _fields.member(ErasureReason, value)


def _unresolved_code(value: UnresolvedCode | Literal["missing", "changed"]) -> UnresolvedCode:
    return _fields.member(UnresolvedCode, value)


@frozen(kw_only=True)
class Resolved:
    """
    The exact characters that a citation points to.

    Args:
        citation_id: The citation.
        text: The characters. Never shown by repr.
        document_id: The document.
        document_version: The cited version.
        chunk_id: The chunk.
        span: Where they stand in the document's text.
        superseded_by: The newest version, where that is not the cited one.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    erased: ClassVar[Literal[False]] = False

    citation_id: str = field(validator=_fields.identifier)
    text: str = field(validator=_fields.text, repr=_fields.length_only)
    document_id: str = field(validator=_fields.identifier)
    document_version: str = field(validator=_fields.identifier)
    chunk_id: str = field(validator=_fields.identifier)
    span: Span = field(validator=_fields.of(Span))
    superseded_by: str | None = field(default=None, validator=_fields.identifier_or_none)


@frozen(kw_only=True)
class Tombstone:
    """
    What remains of an erased source: ids, a time and a reason.

    Args:
        citation_id: The citation.
        document_id: The document.
        document_version: The cited version.
        chunk_id: The chunk.
        span: Where the erased characters stood.
        erased_at: When they were erased, in UTC.
        reason: Why.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    erased: ClassVar[Literal[True]] = True
    text: ClassVar[Literal[""]] = ""

    citation_id: str = field(validator=_fields.identifier)
    document_id: str = field(validator=_fields.identifier)
    document_version: str = field(validator=_fields.identifier)
    chunk_id: str = field(validator=_fields.identifier)
    span: Span = field(validator=_fields.of(Span))
    erased_at: datetime = field(converter=_fields.in_utc, validator=_fields.moment)
    reason: ErasureReason = field(converter=_reason, validator=_fields.of(ErasureReason))


@frozen(kw_only=True)
class Unresolved:
    """
    A citation that has neither text nor tombstone.

    Args:
        citation_id: The citation.
        code: Whether its source is not in the store, or is no longer what was cited.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    citation_id: str = field(validator=_fields.identifier)
    code: UnresolvedCode = field(converter=_unresolved_code, validator=_fields.of(UnresolvedCode))


ResolvedCitation: TypeAlias = Resolved | Tombstone
