"""What a field of a record may hold, and how it shows itself without showing text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar, cast

from tesserix_rag.errors import InvalidRecordError
from tesserix_rag.ids import UNRESOLVED, is_blank, is_id, is_reference, is_tenant, is_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from attrs import Attribute

_T = TypeVar("_T")
_W = TypeVar("_W", bound=StrEnum)

LARGEST_INTEGER: Final = 2**53 - 1
"""The largest integer that JSON readers agree on (RFC 8785)."""

MOST_RELEVANT: Final = 100.0


def refuse(instance: object, attribute: Attribute[_T]) -> NoReturn:
    """Raise the error that names the record and the field."""
    raise InvalidRecordError(record=type(instance).__name__, field=attribute.name)


def identifier(instance: object, attribute: Attribute[str], value: object) -> None:
    """Hold the id of a stored thing."""
    if not is_id(value):
        refuse(instance, attribute)


def reference(instance: object, attribute: Attribute[str], value: object) -> None:
    """Hold what an answer refers to a citation by."""
    if not is_reference(value):
        refuse(instance, attribute)


def references(instance: object, attribute: Attribute[tuple[str, ...]], value: object) -> None:
    """Hold any number of references."""
    if not isinstance(value, tuple) or not all(map(is_reference, cast("tuple[object]", value))):
        refuse(instance, attribute)


def tenant(instance: object, attribute: Attribute[str], value: object) -> None:
    """Hold the name of a tenant."""
    if not is_tenant(value):
        refuse(instance, attribute)


def identifier_or_none(instance: object, attribute: Attribute[str | None], value: object) -> None:
    """Hold the id of a stored thing, or nothing."""
    if value is not None and not is_id(value):
        refuse(instance, attribute)


def reference_or_none(instance: object, attribute: Attribute[str | None], value: object) -> None:
    """Hold what an answer refers to a citation by, or nothing."""
    if value is not None and not is_reference(value):
        refuse(instance, attribute)


def tenant_or_none(instance: object, attribute: Attribute[str | None], value: object) -> None:
    """Hold the name of a tenant, or nothing."""
    if value is not None and not is_tenant(value):
        refuse(instance, attribute)


def text_or_none(instance: object, attribute: Attribute[str | None], value: object) -> None:
    """Hold any text that can be written as UTF-8, or nothing."""
    if value is not None and not is_text(value):
        refuse(instance, attribute)


def text(instance: object, attribute: Attribute[str], value: object) -> None:
    """Hold any text that can be written as UTF-8."""
    if not is_text(value):
        refuse(instance, attribute)


def telling_text(instance: object, attribute: Attribute[str], value: object) -> None:
    """Hold text that shows a reader something."""
    if not is_text(value) or is_blank(cast("str", value)):
        refuse(instance, attribute)


def offset(instance: object, attribute: Attribute[int], value: object) -> None:
    """Hold a count from 0."""
    if type(value) is not int or not 0 <= value <= LARGEST_INTEGER:
        refuse(instance, attribute)


def ordinal(instance: object, attribute: Attribute[int], value: object) -> None:
    """Hold a count from 1."""
    if type(value) is not int or not 1 <= value <= LARGEST_INTEGER:
        refuse(instance, attribute)


def offset_or_none(instance: object, attribute: Attribute[int | None], value: object) -> None:
    """Hold a count from 0, or nothing."""
    if value is not None and (type(value) is not int or not 0 <= value <= LARGEST_INTEGER):
        refuse(instance, attribute)


def ordinal_or_none(instance: object, attribute: Attribute[int | None], value: object) -> None:
    """Hold a count from 1, or nothing."""
    if value is not None and (type(value) is not int or not 1 <= value <= LARGEST_INTEGER):
        refuse(instance, attribute)


def finite(instance: object, attribute: Attribute[float], value: object) -> None:
    """Hold a number that is one."""
    if type(value) is not float or not math.isfinite(value):
        refuse(instance, attribute)


def relevance(instance: object, attribute: Attribute[float | None], value: object) -> None:
    """Hold a whole number from 0.0 to 100.0, or nothing."""
    if value is None:
        return
    if type(value) is not float or not 0 <= value <= MOST_RELEVANT or not value.is_integer():
        refuse(instance, attribute)


def truth(instance: object, attribute: Attribute[bool], value: object) -> None:
    """Hold yes or no."""
    if type(value) is not bool:
        refuse(instance, attribute)


def moment(instance: object, attribute: Attribute[datetime], value: object) -> None:
    """Hold a time in UTC."""
    if not isinstance(value, datetime) or value.tzinfo is not UTC:
        refuse(instance, attribute)


def of(kind: type[_T]) -> Callable[[object, Attribute[_T], object], None]:
    """Make a validator that holds one *kind*."""

    def one(instance: object, attribute: Attribute[_T], value: object) -> None:
        if not isinstance(value, kind):
            refuse(instance, attribute)

    return one


def maybe(kind: type[_T]) -> Callable[[object, Attribute[_T | None], object], None]:
    """Make a validator that holds one *kind*, or nothing."""

    def one_or_none(instance: object, attribute: Attribute[_T | None], value: object) -> None:
        if value is not None and not isinstance(value, kind):
            refuse(instance, attribute)

    return one_or_none


def many(kind: type[_T]) -> Callable[[object, Attribute[tuple[_T, ...]], object], None]:
    """Make a validator that holds a tuple of one *kind*."""
    only = frozenset({kind})

    def each(instance: object, attribute: Attribute[tuple[_T, ...]], value: object) -> None:
        if not isinstance(value, tuple):
            refuse(instance, attribute)
        members = cast("tuple[object, ...]", value)
        if not only.issuperset(map(type, members)) and not all(isinstance(member, kind) for member in members):
            refuse(instance, attribute)

    return each


def in_order(values: Iterable[_T]) -> tuple[_T, ...]:
    """Make a tuple of any sequence; leave what is none to the validator."""
    if type(values) is tuple:
        return cast("tuple[_T, ...]", values)
    if isinstance(values, (str, bytes, Mapping, AbstractSet)) or not _is_iterable(values):
        return cast("tuple[_T, ...]", values)
    return tuple(values)


def _is_iterable(values: object) -> bool:
    return isinstance(values, Iterable)


def strings(values: Iterable[str]) -> tuple[str, ...]:
    """Make a tuple of strings."""
    return in_order(values)


def member(kind: type[_W], value: str) -> _W:
    """Make a member of a closed set of words from its value; leave what is none to the validator."""
    if type(value) is kind or type(value) is not str:
        return cast("_W", value)
    return next((each for each in kind if each.value == value), cast("_W", value))


def as_float(value: float) -> float:
    """Make a float of an integer; leave what is no number to the validator."""
    if type(value) is int and abs(value) <= LARGEST_INTEGER:
        return float(value)
    return value


def as_float_or_none(value: float | None) -> float | None:
    """Make a float of an integer and keep nothing."""
    return None if value is None else as_float(value)


def in_utc(value: datetime) -> datetime:
    """Move a time with a zone to UTC, as a plain datetime; leave any other value to the validator."""
    if type(value) is datetime and value.tzinfo is UTC:
        return value
    return _moved(value) or value


def _moved(value: object) -> datetime | None:
    try:
        moved = cast("datetime", value).astimezone(UTC) if _is_aware(value) else None
    except Exception:  # noqa: BLE001 - a zone is anyone's code, and may raise anything
        return None
    return None if moved is None else datetime.combine(moved.date(), moved.time(), UTC)


def _is_aware(value: object) -> bool:
    return isinstance(value, datetime) and value.utcoffset() is not None


def length_only(value: object) -> str:
    """Show how long a text is."""
    return f"<{len(value)} chars>" if isinstance(value, str) else "<no text>"


def length_or_none(value: object) -> str:
    """Show how long a text is, or that there is none."""
    return "None" if value is None else length_only(value)


def count_only(values: object) -> str:
    """Show how many there are; a model may have written their ids."""
    return f"<{len(cast('tuple[object]', values))} records>" if isinstance(values, tuple) else "<no records>"


def number_only(value: object) -> str:
    """Show a number, or that there is none."""
    return repr(value) if value is None or isinstance(value, int | float) else "<no number>"


def id_only(value: object) -> str:
    """Show an id; what is none is text and shows as a length."""
    return repr(value) if is_id(value) else length_only(value)


def reference_only(value: object) -> str:
    """Show a reference that dangles as ``?``, any other as a length: a model may have written it."""
    if isinstance(value, str) and value.startswith(UNRESOLVED):
        return repr(UNRESOLVED)
    return length_or_none(value)


def references_only(values: tuple[str, ...]) -> str:
    """Show each reference as ``reference_only`` does."""
    return "(" + ", ".join(map(reference_only, values)) + ")"
