"""How records become JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, cast

import attrs
import orjson
from cattrs import Converter
from cattrs.fns import identity
from cattrs.gen import (
    make_dict_unstructure_fn_from_attrs,  # pyright: ignore[reportUnknownVariableType] - cattrs types it partly
)

from tesserix_rag.errors import WireCode
from tesserix_rag.records import CitedAnswer, GroundedAnswer, GroundingReport
from tesserix_rag.retrieval import RetrievalResult
from tesserix_rag.wire.fitting import TRUSTING, misfit
from tesserix_rag.wire.kinds import (
    FORMAT,
    TAGS,
    Refusal,
    fields_of,
    is_enum,
    is_mapping,
    is_sequence,
    is_tuple,
    member_of,
)

_Hook = Callable[[Any], object]

_HOLDING_TRUSTING: Final = (*TRUSTING, RetrievalResult, GroundingReport)


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
        return misfit(record) if isinstance(record, _HOLDING_TRUSTING) else None
    for position, each in enumerate(cast("Sequence[object]", record)):
        found = misfit(each, f"/{position}") if isinstance(each, _HOLDING_TRUSTING) else None
        if found is not None:
            return found
    return None


@cache
def _writer() -> Converter:
    converter = Converter()
    converter.register_unstructure_hook_factory(attrs.has, _of_record)
    converter.register_unstructure_hook_factory(is_tuple, _of_tuple)
    converter.register_unstructure_hook_func(is_mapping, _of_mapping)
    converter.register_unstructure_hook_func(is_enum, identity)
    return converter


def _of_record(kind: type, converter: Converter) -> _Hook:
    if kind is GroundedAnswer:
        return lambda grounded: converter.unstructure(grounded.answer)
    write_fields: Callable[[Any], dict[str, object]] = make_dict_unstructure_fn_from_attrs(
        list(fields_of(kind)), kind, converter, _cattrs_omit_if_default=True
    )
    if kind is CitedAnswer:
        return lambda record: {"format": FORMAT, **write_fields(record)}
    if kind in TAGS:
        tag = TAGS[kind]
        return lambda record: {"type": tag, **write_fields(record)}
    return write_fields


def _of_tuple(kind: type, converter: Converter) -> _Hook:
    write_one = converter.get_unstructure_hook(member_of(kind))
    if write_one is identity:
        return identity
    return lambda values: [write_one(each) for each in values]


def _of_mapping(metadata: Mapping[str, object]) -> dict[str, object]:
    return {str(key): value for key, value in metadata.items()}
