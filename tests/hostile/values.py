"""What several suites of hostile values share: tables as parameters, and what an error gives away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import pytest

from tesserix_rag import TesserixRagError

_E = TypeVar("_E", bound=TesserixRagError)


def rows(table: Mapping[str, Any]) -> list[Any]:
    """Give the values of a table as parameters, each under its name; a tuple is several."""
    return [
        pytest.param(*(value if type(value) is tuple else (value,)), id=name) for name, value in table.items()
    ]


def told(error: BaseException) -> str:
    """Give all that an error says of itself."""
    return ascii(
        (type(error), str(error), repr(error), error.args, vars(error), getattr(error, "__notes__", ()))
    )


def alone(error: BaseException) -> bool:
    """Whether nothing stands behind an error that could say more."""
    return error.__cause__ is None and error.__context__ is None


def refusal(kind: type[_E], call: Callable[[], object]) -> _E:
    """Give the error with which a call is refused."""
    with pytest.raises(kind) as caught:
        call()

    assert type(caught.value) is kind
    assert alone(caught.value)
    return caught.value


def tags(text: str) -> str:
    """Write ASCII in tag characters, which nobody sees."""
    return "".join(chr(0xE0000 + ord(each)) for each in text)


def selectors(data: bytes) -> str:
    """Write bytes as variation selectors, which nobody sees."""
    return "".join(chr(0xFE00 + each if each < 16 else 0xE0100 + each - 16) for each in data)


class Foreign:
    """What a numeric library might give: nothing can be asked of it without an error."""

    def _refuse(self, *_given: object) -> Any:
        raise RuntimeError("canary")

    __int__ = __index__ = __float__ = __bool__ = __len__ = __iter__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = object.__hash__


class Arrayish:
    """An array: comparing gives another array, and an array is neither true nor false."""

    def __eq__(self, _other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise ValueError("canary")

    __hash__ = object.__hash__


class Integer(int):
    """An integer of a library whose conversions raise."""

    def _refuse(self, *_given: object) -> Any:
        raise RuntimeError("canary")

    __int__ = __index__ = __float__ = __trunc__ = _refuse


class Real(float):
    """A float of a library whose conversions raise."""

    def _refuse(self, *_given: object) -> Any:
        raise RuntimeError("canary")

    __int__ = __float__ = __trunc__ = _refuse
