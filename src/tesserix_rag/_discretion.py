"""Errors that leave a function without its frames, which hold the text that it was given."""

from __future__ import annotations

from contextlib import aclosing
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tesserix_rag.errors import TesserixRagError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable

_A = TypeVar("_A", bound="Callable[..., Awaitable[Any]]")
_F = TypeVar("_F", bound="Callable[..., Any]")
_S = TypeVar("_S", bound="Callable[..., AsyncIterator[Any]]")


def discreet(function: _F) -> _F:
    """
    Let our errors leave *function* without its frames, which hold the text that it was given.

    Whoever prints a traceback with the locals of its frames would print that text.
    """

    @wraps(function)
    def called(*given: object, **named: object) -> object:
        try:
            return function(*given, **named)
        except TesserixRagError as error:
            refusal = error
        finally:
            del given, named
        raise refusal.with_traceback(None)

    return cast("_F", called)


def discreet_async(function: _A) -> _A:
    """Do what ``discreet`` does for a coroutine function."""

    @wraps(function)
    async def called(*given: object, **named: object) -> object:
        try:
            return await function(*given, **named)
        except TesserixRagError as error:
            refusal = error
        finally:
            del given, named
        raise refusal.with_traceback(None)

    return cast("_A", called)


def discreet_stream(function: _S) -> _S:
    """Do what ``discreet`` does for an asynchronous generator function, whose generator it closes."""

    @wraps(function)
    async def called(*given: object, **named: object) -> AsyncIterator[object]:
        stream = cast("AsyncGenerator[object]", function(*given, **named))
        del given, named
        refusal: TesserixRagError | None = None
        async with aclosing(stream):
            try:
                while True:
                    yield await anext(stream)
            except StopAsyncIteration:
                pass
            except TesserixRagError as error:
                refusal = error
        if refusal is not None:
            raise refusal.with_traceback(None)

    return cast("_S", called)
