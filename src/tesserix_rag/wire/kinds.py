"""What stands on the wire: the records, their fields, and the kinds of things that fields hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    NamedTuple,
    TypeAlias,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from tesserix_rag.errors import ConfigurationError, WireCode
from tesserix_rag.places import SourceLocator, Span, TimeRange
from tesserix_rag.records import (
    Anchor,
    Citation,
    CitedAnswer,
    Claim,
    Finding,
    GroundedAnswer,
    GroundingReport,
    Quote,
    Resolved,
    Tombstone,
    Unresolved,
)
from tesserix_rag.retrieval import (
    BranchScore,
    Chunk,
    Document,
    Hit,
    RetrievalResult,
    RetrievalScope,
)

if TYPE_CHECKING:
    from attrs import Attribute

_Read: TypeAlias = (
    Span | TimeRange | SourceLocator | Citation | Quote | Claim | Anchor | Finding
    | GroundingReport | CitedAnswer | Resolved | Tombstone | Unresolved | Document | Chunk
    | BranchScore | Hit | RetrievalScope | RetrievalResult
)  # fmt: skip
Record: TypeAlias = _Read | GroundedAnswer

RECORDS: Final[frozenset[object]] = frozenset(get_args(_Read))

TAGS: Final[Mapping[object, str]] = {
    Resolved: "resolved",
    Tombstone: "tombstone",
    Unresolved: "unresolved",
}

FORMAT: Final = "tesserix-rag/1.0"
FORMAT_PATTERN: Final = r"^tesserix-rag/1\.(0|[1-9][0-9]{0,8})$"
MOMENT_PATTERN: Final = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?"
    r"(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"
)

_FORMAT: Final = re.compile(FORMAT_PATTERN)
_MOMENT: Final = re.compile(MOMENT_PATTERN)


class Refusal(NamedTuple):
    """Why something is not written or read, and where: a JSON pointer of our own names."""

    code: WireCode
    path: str = ""


def expect_kind(kind: object) -> None:
    """Raise a ConfigurationError unless *kind* is something that is read."""
    member = get_args(kind)[0] if is_tuple(kind) else kind
    if member is GroundedAnswer:
        raise ConfigurationError("a GroundedAnswer is never read: read a CitedAnswer and check it")
    if member not in RECORDS and not choices(member):
        raise ConfigurationError("not a record of the wire, nor a tuple or a union of them")


def expect_records(record: object) -> None:
    """Raise a ConfigurationError unless *record* is something that is written."""
    for each in cast("Sequence[object]", record) if is_sequence(record) else (record,):
        if type(each) not in RECORDS and type(each) is not GroundedAnswer:
            raise ConfigurationError("not a record of the wire, nor a sequence of them")


def is_sequence(value: object) -> bool:
    """Whether *value* is a sequence that is written as an array."""
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))


@cache
def fields_of(record: type) -> tuple[Attribute[Any], ...]:
    """Give the fields of a record, each with its type and its default themselves."""
    hints = get_type_hints(record, localns={"datetime": datetime})
    return tuple(each.evolve(type=hints[each.name], default=_default(each)) for each in attrs.fields(record))


def _default(attribute: Attribute[Any]) -> object:
    factory = getattr(attribute.default, "factory", None)
    return attribute.default if factory is None else factory()


def is_required(attribute: Attribute[Any]) -> bool:
    """Whether a record has no default for this field."""
    return attribute.default is attrs.NOTHING


def optional(kind: object) -> object:
    """Give what *kind* holds where it also holds nothing, else nothing."""
    members = get_args(kind) if _is_union(kind) else ()
    others = tuple(each for each in members if each is not NoneType)
    return others[0] if len(others) == 1 and len(members) > 1 else None


def choices(kind: object) -> tuple[object, ...]:
    """Give the tagged records that *kind* may be; none, where it is not tagged."""
    members = get_args(kind) if _is_union(kind) else (kind,)
    return members if all(each in TAGS for each in members) else ()


def _is_union(kind: object) -> bool:
    return get_origin(kind) in {Union, UnionType}


def is_optional(kind: object) -> bool:
    """Whether *kind* is something or nothing."""
    return optional(kind) is not None


def is_tuple(kind: object) -> bool:
    """Whether *kind* is a tuple of any length."""
    return get_origin(kind) is tuple and get_args(kind)[1:] == (...,)


def member_of(kind: object) -> object:
    """Give what a tuple holds."""
    return get_args(kind)[0]


def is_mapping(kind: object) -> bool:
    """Whether *kind* is metadata."""
    return get_origin(kind) is Mapping


def is_enum(kind: object) -> bool:
    """Whether *kind* is a closed set of words."""
    return isinstance(kind, type) and issubclass(kind, Enum)


def is_tagged(kind: object) -> bool:
    """Whether *kind* is a record that says by a tag what it is, or a union of them."""
    return bool(choices(kind))


def is_format(value: object) -> bool:
    """Whether *value* names a version of the format that is read here."""
    return isinstance(value, str) and _FORMAT.fullmatch(value) is not None


def moment(value: str) -> datetime:
    """
    Read a time with its zone.

    Raises:
        ValueError: If there is none, or no such day.
    """
    if _MOMENT.fullmatch(value) is None:
        raise ValueError
    return datetime.fromisoformat(value)
