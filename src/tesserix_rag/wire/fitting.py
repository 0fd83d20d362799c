"""What JSON can hold: which of a record's texts and numbers it cannot."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast, get_args

from tesserix_rag._fields import LARGEST_INTEGER
from tesserix_rag.errors import WireCode
from tesserix_rag.ids import is_text
from tesserix_rag.records import Finding
from tesserix_rag.retrieval import Hit, Scalar
from tesserix_rag.wire.kinds import (
    RECORDS,
    Refusal,
    fields_of,
    is_enum,
    is_mapping,
    is_optional,
    is_tuple,
    member_of,
    optional,
)

TRUSTING: Final = frozenset({Hit, Finding})
"""The records that do not look at all that they hold themselves."""

_NUMBERS: Final = frozenset({int, float})


def unsound(value: object) -> WireCode | None:
    """Say why a text or a number is none that JSON has, if it is none."""
    if isinstance(value, str):
        return None if is_text(value) else WireCode.SURROGATE
    if isinstance(value, float):
        return None if math.isfinite(value) else WireCode.NOT_FINITE
    return None


def flaw(kind: object, value: object) -> WireCode | None:
    """Say why *value* is not the text, number or truth that *kind* asks for, if it is not."""
    allowed = _allowed(kind)
    found = next((each for each in (str, bool, int, float) if isinstance(value, each)), None)
    code = unsound(value)
    if code is not None:
        return code
    if found is bool and bool not in allowed and allowed & _NUMBERS:
        return WireCode.BOOL_NUMBER
    if found is float and float not in allowed and int in allowed:
        return WireCode.FLOAT_INTEGER
    too_large = isinstance(value, int) and abs(value) > LARGEST_INTEGER
    return None if found in allowed and not too_large else WireCode.WRONG_TYPE


@cache
def _allowed(kind: object) -> frozenset[object]:
    return _NUMBERS if kind is float else frozenset(get_args(kind) or (kind,))


def misfit(record: object, path: str = "") -> Refusal | None:
    """Say which field of a record JSON cannot hold, if there is one."""
    for each in fields_of(cast("Any", type(record))):
        found = _unfit(each.type, getattr(record, each.name), f"{path}/{each.name}")
        if found is not None:
            return found
    return None


def _unfit(kind: object, value: object, path: str) -> Refusal | None:
    if is_optional(kind):
        return None if value is None else _unfit(optional(kind), value, path)
    if is_mapping(kind):
        return _unfit_in(cast("Mapping[object, object]", value), path)
    if is_tuple(kind):
        found = (
            _unfit(member_of(kind), each, f"{path}/{position}")
            for position, each in enumerate(cast("tuple[object, ...]", value))
        )
        return next(filter(None, found), None)
    if kind in RECORDS:
        return misfit(value, path)
    code = None if is_enum(kind) else flaw(kind, value)
    return None if code is None else Refusal(code, path)


def _unfit_in(metadata: Mapping[object, object], path: str) -> Refusal | None:
    for key, value in metadata.items():
        code = flaw(str, key) or flaw(Scalar, value)
        if code is not None:
            return Refusal(code, path)
    return None
