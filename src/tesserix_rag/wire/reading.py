"""How JSON becomes records: quickly where nothing is in doubt, else as the judge says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import attrs
import orjson

from tesserix_rag._fields import LARGEST_INTEGER
from tesserix_rag.errors import WireCode
from tesserix_rag.records import CitedAnswer
from tesserix_rag.wire import screening
from tesserix_rag.wire.fitting import TRUSTING, misfit
from tesserix_rag.wire.judging import judge
from tesserix_rag.wire.kinds import (
    FORMAT,
    TAGS,
    Refusal,
    choices,
    fields_of,
    is_enum,
    is_format,
    is_mapping,
    is_optional,
    is_tagged,
    is_tuple,
    member_of,
    moment,
    optional,
)

if TYPE_CHECKING:
    from tesserix_rag.limits import Limits

_Reader: TypeAlias = Callable[[Any], object]

# What is retrieved together was read at one instant.
_moment: Final = lru_cache(maxsize=64)(moment)


class _DoubtError(Exception):
    """Something that the judge has to look at."""


def read(
    kind: object, data: bytes | bytearray | memoryview | str, *, strict: bool, limits: Limits
) -> object | Refusal:
    """Read what *kind* asks for, or say why not."""
    document = screening.encoded(data, limits.json_bytes)
    if document is None:
        return Refusal(WireCode.TOO_LARGE)
    if screening.depth(screening.without_escapes(document)) > limits.depth:
        return Refusal(WireCode.TOO_DEEP)
    try:
        return _quickly(kind, document, strict=strict)
    except Exception:  # noqa: BLE001 - whatever it is, the judge says what is wrong
        return judge(kind, data if isinstance(data, str) else document, strict=strict)


def _quickly(kind: object, document: bytes, *, strict: bool) -> object:
    parsed = orjson.loads(document)
    # A key that stands twice takes its first value with it, so strings are lost.
    if screening.strings(orjson.dumps(parsed)) != screening.strings(document):
        raise _DoubtError
    return _reader(kind, strict=strict)(parsed)


@cache
def _reader(kind: object, *, strict: bool) -> _Reader:
    """Make what reads *kind*; it raises whatever it likes where the judge has to look."""
    if is_tuple(kind):
        return _tuple_reader(_field_reader(member_of(kind), strict=strict))
    if is_tagged(kind):
        return _choice_reader(choices(kind), strict=strict)
    read_fields = _record_reader(cast("type", kind), strict=strict)
    return _answer_reader(read_fields) if kind is CitedAnswer else read_fields


def _record_reader(kind: type, *, strict: bool) -> _Reader:
    names = frozenset(each.name for each in fields_of(kind))
    readers = {each.name: _field_reader(each.type, strict=strict) for each in fields_of(kind)}
    read_first = tuple((name, read_one) for name, read_one in readers.items() if read_one)

    def read_record(value: dict[str, object]) -> object:
        fields = value if strict or names.issuperset(value) else _known(value, names)
        for name, read_one in read_first:
            if name in fields:
                fields[name] = read_one(fields[name])
        return kind(**fields)

    return _doubting(read_record) if kind in TRUSTING else read_record


def _known(value: Mapping[str, object], names: frozenset[str]) -> dict[str, object]:
    return {name: each for name, each in value.items() if name in names}


def _doubting(read_record: _Reader) -> _Reader:
    def read_trusting(value: object) -> object:
        record = read_record(value)
        if misfit(record) is not None:
            raise _DoubtError
        return record

    return read_trusting


def _answer_reader(read_fields: _Reader) -> _Reader:
    def read_answer(value: dict[str, object]) -> object:
        if not is_format(value.pop("format", FORMAT)):
            raise _DoubtError
        return read_fields(value)

    return read_answer


def _choice_reader(kinds: tuple[object, ...], *, strict: bool) -> _Reader:
    readers = {TAGS[each]: _record_reader(cast("type", each), strict=strict) for each in kinds}
    return lambda value: readers[value.pop("type")](value)


def _field_reader(kind: object, *, strict: bool) -> _Reader | None:
    """Make what reads a field, unless the record itself looks at what the field holds."""
    if is_optional(kind):
        return _optional_reader(_field_reader(optional(kind), strict=strict))
    if is_tuple(kind) or is_tagged(kind) or attrs.has(cast("type", kind)):
        return _reader(kind, strict=strict)
    if is_mapping(kind):
        return _mapping
    if is_enum(kind):
        return {each.value: each for each in cast("type[Enum]", kind)}.__getitem__
    return _moment if kind is datetime else _exact if kind is float else None


def _optional_reader(read_one: _Reader | None) -> _Reader | None:
    if read_one is None:
        return None
    return lambda value: None if value is None else read_one(value)


def _tuple_reader(read_one: _Reader | None) -> _Reader:
    def read_each(values: object) -> tuple[object, ...]:
        if type(values) is not list:
            raise _DoubtError
        members = cast("list[object]", values)
        return tuple(members if read_one is None else [read_one(each) for each in members])

    return read_each


def _exact(value: object) -> object:
    """Doubt a number that may have been written as an integer too large to be one."""
    if type(value) is float and abs(value) > LARGEST_INTEGER:
        raise _DoubtError
    return value


def _mapping(value: Mapping[str, object]) -> dict[str, object]:
    return {name: _exact(each) for name, each in value.items()}
