"""Mappings in records: nobody can change them, and they are hashed, copied and pickled with their record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

_V = TypeVar("_V")


class Fixed(Mapping[str, _V]):
    """
    A read-only mapping, which shows only how much it holds.

    Args:
        values: What it holds.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, _V]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: str) -> _V:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Fixed):
            return self._values == cast("Fixed[_V]", other)._values
        return other == self._values if isinstance(other, dict) else NotImplemented

    def __repr__(self) -> str:
        return f"<{len(self._values)} keys>"

    def __reduce__(self) -> tuple[type[Fixed[_V]], tuple[dict[str, _V]]]:
        return Fixed, (dict(self._values),)
