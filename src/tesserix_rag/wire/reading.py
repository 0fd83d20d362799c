"""How JSON becomes records: quickly where nothing is in doubt, else by asking the judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

import attrs
import orjson
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn_from_attrs

from tesserix_rag._fields import LARGEST_INTEGER
from tesserix_rag.errors import WireCode
from tesserix_rag.records import CitedAnswer, Finding
from tesserix_rag.retrieval import Hit
from tesserix_rag.wire import screening
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
from tesserix_rag.wire.writing import misfit

if TYPE_CHECKING:
    from tesserix_rag.limits import Limits

_Hook = Callable[[Any, Any], object]

# These hold numbers and texts that they do not check themselves.
_TRUSTING: Final = frozenset({Hit, Finding})


class _InDoubt(Exception):
    """Something that the judge has to look at."""


def read(
    kind: object,
    data: bytes | bytearray | memoryview | str,
    *,
    strict: bool,
    limits: Limits,
) -> object | Refusal:
    """Read what *kind* asks for, or say why not."""
    document = screening.encoded(data, limits.json_bytes)
    if document is None:
        return Refusal(WireCode.TOO_LARGE)
    bare = screening.without_escapes(document)
    if screening.depth(bare) > limits.depth:
        return Refusal(WireCode.TOO_DEEP)
    try:
        return _quickly(kind, document, screening.strings(bare), strict=strict)
    except Exception:  # noqa: BLE001
        return judge(kind, data if isinstance(data, str) else document, strict=strict)


def _quickly(kind: Any, document: bytes, strings: int, *, strict: bool) -> object:
    parsed = orjson.loads(document)
    # A key that stands twice leaves fewer strings than there were.
    if screening.strings(screening.without_escapes(orjson.dumps(parsed))) != strings:
        raise _InDoubt
    return _reader(strict=strict).structure(parsed, kind)


@cache
def _reader(*, strict: bool) -> Converter:
    converter = Converter(detailed_validation=False, forbid_extra_keys=strict)
    converter.register_structure_hook_func(frozenset({str, int, bool}).__contains__, _as_it_is)
    converter.register_structure_hook_func(lambda kind: kind is float, _exact)
    converter.register_structure_hook(datetime, _moment)
    converter.register_structure_hook_func(is_enum, _value)
    converter.register_structure_hook_func(is_mapping, _mapping)
    converter.register_structure_hook_factory(attrs.has, _of_record)
    converter.register_structure_hook_factory(is_tuple, _of_tuple)
    converter.register_structure_hook_factory(is_optional, _of_optional)
    converter.register_structure_hook_factory(is_tagged, _of_choice)
    return converter


def _as_it_is(value: object, _kind: object) -> object:
    return value


def _exact(value: object, _kind: object) -> object:
    """Doubt a float that may have been written as an integer too large to be one."""
    if isinstance(value, float) and abs(value) > LARGEST_INTEGER:
        raise _InDoubt
    return value


def _moment(value: str, _kind: object) -> datetime:
    return moment(value)


def _value(value: object, kind: type[Enum]) -> Enum:
    return kind(value)


def _mapping(value: object, _kind: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _InDoubt
    metadata = cast("dict[str, object]", value)
    return {key: _exact(each, float) for key, each in metadata.items()}


def _of_record(kind: Any, converter: Converter) -> _Hook:
    read_fields = make_dict_structure_fn_from_attrs(list(fields_of(kind)), kind, converter)
    if kind is CitedAnswer:
        return _of_answer(read_fields)

    def read_record(value: object, _kind: object) -> object:
        if type(value) is not dict:
            raise _InDoubt
        record = read_fields(cast("dict[str, object]", value), kind)
        if kind in _TRUSTING and misfit(record) is not None:
            raise _InDoubt
        return record

    return read_record


def _of_answer(read_fields: _Hook) -> _Hook:
    def read_answer(value: Mapping[str, object], kind: object) -> object:
        fields = dict(value)
        if not is_format(fields.pop("format", FORMAT)):
            raise _InDoubt
        return read_fields(fields, kind)

    return read_answer


def _of_choice(kind: Any, converter: Converter) -> _Hook:
    members = {
        TAGS[each]: (each, _of_record(each, converter)) for each in cast("Any", choices(kind))
    }

    def read_member(value: Mapping[str, object], _kind: object) -> object:
        fields = dict(value)
        member, read_fields = members[cast("str", fields.pop("type"))]
        return read_fields(fields, member)

    return read_member


def _of_tuple(kind: Any, converter: Converter) -> _Hook:
    member = member_of(kind)
    read_one = converter.get_structure_hook(member)

    def read_each(values: object, _kind: object) -> tuple[object, ...]:
        if not isinstance(values, list):
            raise _InDoubt
        return tuple([read_one(each, member) for each in cast("list[object]", values)])

    return read_each


def _of_optional(kind: Any, converter: Converter) -> _Hook:
    inner = optional(kind)
    read_one = converter.get_structure_hook(inner)
    return lambda value, _kind: None if value is None else read_one(value, inner)
