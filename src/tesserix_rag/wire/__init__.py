"""Records as JSON: written exactly, and refused on reading unless they are exactly that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar, overload

from tesserix_rag import limits as bounds
from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError, WireError
from tesserix_rag.wire.kinds import Refusal, expect_kind, expect_records

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import UnionType

    from tesserix_rag.limits import Limits
    from tesserix_rag.records import Resolved, Tombstone, Unresolved
    from tesserix_rag.wire.kinds import Record

__all__ = ["canonical_json", "from_json", "json_schema", "to_json"]

_T = TypeVar("_T")


@discreet
def to_json(record: Record | Sequence[Record]) -> bytes:
    """
    Write a record, or a sequence of records, as JSON; a GroundedAnswer is written as its answer.

    Raises:
        WireError: If it holds what JSON cannot: only a Hit and what holds one can.
        ConfigurationError: If it is no record of the wire.
    """
    from tesserix_rag.wire.writing import write

    expect_records(record)
    written = write(record)
    if isinstance(written, Refusal):
        raise WireError(written.code, written.path)
    return written


@discreet
def canonical_json(record: Record | Sequence[Record]) -> bytes:
    """
    Write what ``to_json`` writes in the one form that RFC 8785 allows.

    Raises:
        WireError: If it holds what JSON cannot.
        ConfigurationError: If it is no record of the wire.
    """
    import orjson
    import rfc8785

    return rfc8785.dumps(orjson.loads(to_json(record)))


@overload
def from_json(
    type: type[_T],
    data: bytes | bytearray | memoryview | str,
    *,
    unknown: Literal["ignore", "refuse"] = "ignore",
    limits: Limits = ...,
) -> _T: ...
@overload
def from_json(
    type: UnionType,
    data: bytes | bytearray | memoryview | str,
    *,
    unknown: Literal["ignore", "refuse"] = "ignore",
    limits: Limits = ...,
) -> Resolved | Tombstone | Unresolved: ...
@discreet
def from_json(
    type: object,  # noqa: A002 - the promised name
    data: bytes | bytearray | memoryview | str,
    *,
    unknown: Literal["ignore", "refuse"] = "ignore",
    limits: Limits = bounds.DEFAULT,
) -> object:
    """
    Read a record, a tuple of records, or a member of a union of what becomes of a source.

    Args:
        type: What to read: ``Citation``, ``tuple[Citation, ...]``, ``Resolved | Tombstone``.
        data: The JSON document, in UTF-8.
        unknown: Whether fields that are none of ours are ignored or refused.
        limits: How large and how deep the document may be.

    Raises:
        WireError: If the document is not exactly such a record.
        ConfigurationError: If no such thing is read: a GroundedAnswer never is.
    """
    from tesserix_rag.wire.reading import read

    expect_kind(type)
    outcome = read(type, data, strict=_is_strict(unknown), limits=limits)
    if isinstance(outcome, Refusal):
        raise WireError(outcome.code, outcome.path)
    return outcome


def json_schema(
    type: type[object] | UnionType,  # noqa: A002 - the promised name
    *,
    unknown: Literal["ignore", "refuse"] = "ignore",
) -> dict[str, object]:
    """
    Describe in JSON Schema 2020-12 what ``from_json`` reads as *type*.

    Args:
        type: What is read.
        unknown: Whether fields that are none of ours are ignored or refused.

    Raises:
        ConfigurationError: If no such thing is read.
    """
    from tesserix_rag.wire.schemas import schema_of

    expect_kind(type)
    return schema_of(type, strict=_is_strict(unknown))


def _is_strict(unknown: str) -> bool:
    if unknown not in {"ignore", "refuse"}:
        raise ConfigurationError('unknown is either "ignore" or "refuse"')
    return unknown == "refuse"
