"""How records become JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, Final, cast

import attrs
import orjson
from cattrs import Converter
from cattrs.fns import identity
from cattrs.gen import make_dict_unstructure_fn_from_attrs

from tesserix_rag.errors import WireCode
from tesserix_rag.records import CitedAnswer, Finding, GroundedAnswer, GroundingReport
from tesserix_rag.retrieval import Hit, RetrievalResult
from tesserix_rag.wire.kinds import (
    FORMAT,
    TAGS,
    Refusal,
    fields_of,
    flaw,
    is_enum,
    is_mapping,
    is_optional,
    is_sequence,
    is_tuple,
    member_of,
    optional,
)

_Hook = Callable[[Any], object]

# These hold numbers and texts that they do not check themselves.
_TRUSTING: Final = (Hit, RetrievalResult, Finding, GroundingReport)


def write(record: object) -> bytes | Refusal:
    """Write a record or a sequence of records, or say what JSON cannot hold."""
    refusal = _misfit(record)
    if refusal is not None:
        return refusal
    try:
        return orjson.dumps(_as_json(record), default=_number, option=orjson.OPT_UTC_Z)
    except (TypeError, ValueError):
        return Refusal(WireCode.INVALID_RECORD)


def _as_json(record: object) -> object:
    if not is_sequence(record):
        return _writer().unstructure(record)
    write_one = _writer().unstructure
    return [write_one(each) for each in cast("Sequence[object]", record)]


def _number(value: object) -> float:
    """Make a plain number of a float that a numeric library gave."""
    if isinstance(value, float):
        return float(value)
    raise TypeError


def _misfit(record: object) -> Refusal | None:
    if not is_sequence(record):
        return misfit(record) if isinstance(record, _TRUSTING) else None
    for position, each in enumerate(cast("Sequence[object]", record)):
        found = misfit(each, f"/{position}") if isinstance(each, _TRUSTING) else None
        if found is not None:
            return found
    return None


def misfit(record: object, path: str = "") -> Refusal | None:
    """Say which field of a record JSON cannot hold, if there is one."""
    for each in fields_of(type(record)):
        found = _held(each.type, getattr(record, each.name), f"{path}/{each.name}")
        if found is not None:
            return found
    return None


def _held(kind: object, value: object, path: str) -> Refusal | None:
    if is_optional(kind):
        return None if value is None else _held(optional(kind), value, path)
    if is_mapping(kind):
        return _held_in(cast("Mapping[object, object]", value), path)
    if is_tuple(kind):
        found = (
            _held(member_of(kind), each, f"{path}/{position}")
            for position, each in enumerate(cast("tuple[object, ...]", value))
        )
        return next(filter(None, found), None)
    if attrs.has(type(value)):
        return misfit(value, path)
    code = None if isinstance(value, Enum) else flaw(kind, value)
    return None if code is None else Refusal(code, path)


def _held_in(metadata: Mapping[object, object], path: str) -> Refusal | None:
    scalar = str | int | float | bool
    for key, value in metadata.items():
        code = flaw(str, key) or flaw(scalar, value)
        if code is not None:
            return Refusal(code, path)
    return None


@cache
def _writer() -> Converter:
    converter = Converter()
    converter.register_unstructure_hook_factory(attrs.has, _of_record)
    converter.register_unstructure_hook_factory(is_tuple, _of_tuple)
    converter.register_unstructure_hook_func(is_mapping, _of_mapping)
    converter.register_unstructure_hook_func(is_enum, identity)
    return converter


def _of_record(kind: Any, converter: Converter) -> _Hook:
    if kind is GroundedAnswer:
        return lambda grounded: converter.unstructure(grounded.answer)
    write_fields = make_dict_unstructure_fn_from_attrs(
        list(fields_of(kind)), kind, converter, _cattrs_omit_if_default=True
    )
    if kind is CitedAnswer:
        return lambda record: {"format": FORMAT, **write_fields(record)}
    if kind in TAGS:
        tag = TAGS[kind]
        return lambda record: {"type": tag, **write_fields(record)}
    return write_fields


def _of_tuple(kind: Any, converter: Converter) -> _Hook:
    write_one = converter.get_unstructure_hook(member_of(kind))
    if write_one is identity:
        return identity
    return lambda values: [write_one(each) for each in values]


def _of_mapping(metadata: Mapping[str, object]) -> dict[str, object]:
    return {str(key): value for key, value in metadata.items()}
