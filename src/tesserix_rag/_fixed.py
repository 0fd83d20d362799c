"""Mappings in records: nobody can change them, and they are hashed, copied and pickled with their record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar, cast, overload

_V = TypeVar("_V")
_D = TypeVar("_D")


class Fixed(Mapping[str, _V]):
    """
    A read-only mapping, which shows only how much it holds.

    Args:
        values: What it holds; nothing, if not given.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, _V] | None = None) -> None:
        self._values = dict(values or {})

    def __getitem__(self, key: str) -> _V:
        return self._values[key]

    def __contains__(self, key: object) -> bool:
        return key in self._values

    @overload
    def get(self, key: str, /) -> _V | None: ...
    @overload
    def get(self, key: str, /, default: _V | _D) -> _V | _D: ...
    def get(self, key: str, /, default: object = None) -> object:
        """Give the value of *key*, or *default*; the inherited way raises inside for each miss."""
        return self._values.get(key, cast("_V", default))

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Fixed):
            return self._values == cast("Fixed[_V]", other)._values
        return self._values == other if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __repr__(self) -> str:
        return f"<{len(self._values)} keys>"

    def __reduce__(self) -> tuple[type[Fixed[_V]], tuple[dict[str, _V]]]:
        return type(self), (dict(self._values),)
