"""Reading a hit's metadata as stores write it; what cannot be read is nothing, and who asked refuses."""

from __future__ import annotations

import math
import re
from typing import Final

from tesserix_rag._fields import LARGEST_INTEGER
from tesserix_rag.ids import is_id, is_tenant, is_text

_DIGITS: Final = 16
_SECONDS: Final = re.compile(r"[0-9]{1,15}(\.[0-9]{0,30})?")


def is_absent(value: object) -> bool:
    """Whether a store says nothing: nothing, or no text."""
    return value is None or is_text_of(value, "")


def is_text_of(value: object, text: str) -> bool:
    """Whether *value* is *text*; what a numeric library gives may not even be compared with one."""
    return isinstance(value, str) and value == text


def whole_number(value: object) -> int | None:
    """Read a count as stores write it: an integer from 0, or a string of at most 16 ASCII digits."""
    if isinstance(value, str):
        is_number = value.isascii() and value.isdigit() and len(value) <= _DIGITS
        return whole_number(int(value)) if is_number else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return int.__index__(value) if 0 <= value <= LARGEST_INTEGER else None


def version_name(value: object) -> str | None:
    """Read a version as stores write it: an id, or an integer."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(int.__index__(value)) if abs(value) <= LARGEST_INTEGER else None
    return value if isinstance(value, str) and is_id(value) else None


def page_number(value: object) -> int | None:
    """Read a page as stores write it: a count from 1."""
    return whole_number(value) or None


def whole_seconds(value: object) -> int | None:
    """Read a time as stores write it, truncated: a finite number from 0, or a decimal string."""
    if isinstance(value, str):
        return int(value.partition(".")[0]) if _SECONDS.fullmatch(value) else None
    number = finite_number(value)
    return int(number) if number is not None and 0 <= number <= LARGEST_INTEGER else None


def finite_number(value: object) -> float | None:
    """Read a number that is one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        # A subclass may convert itself in any way, and raise anything; the number it is does not.
        number = float.__float__(value) if isinstance(value, float) else float(int.__index__(value))
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def label_text(value: object) -> str | None:
    """Read a name as stores write it: text, or an integer."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(int.__index__(value)) if abs(value) <= LARGEST_INTEGER else None
    return value if isinstance(value, str) and is_text(value) else None


def id_or_none(value: object) -> str | None:
    """Read an id."""
    return value if isinstance(value, str) and is_id(value) else None


def tenant_or_none(value: object) -> str | None:
    """Read the name of a tenant."""
    return value if isinstance(value, str) and is_tenant(value) else None
