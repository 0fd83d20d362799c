"""Replies of a model behind any endpoint that speaks OpenAI's chat completions, through the official client."""

from __future__ import annotations

import asyncio
import math
import os
from importlib import import_module
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from attrs import field, frozen

from tesserix_rag._discretion import discreet, discreet_stream
from tesserix_rag.errors import ConfigurationError, ModelCode, ModelError
from tesserix_rag.ids import is_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from openai import AsyncOpenAI, AsyncStream
    from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam

    from tesserix_rag.answering.protocol import Complete, Message

_INSTALL: Final = "asking a model needs the client of OpenAI: pip install 'tesserix-rag[openai]'"

_KEY: Final = "OPENAI_API_KEY"
_ENDPOINT: Final = "OPENAI_BASE_URL"
_ANY_KEY: Final = "none"
"""What is sent where a server of one's own asks for no key."""

_TIMEOUT: Final = 300.0
_CONNECT: Final = 10.0
_RETRIES: Final = 1

_STATUS: Final = {
    401: ModelCode.UNAUTHORIZED,
    403: ModelCode.UNAUTHORIZED,
    408: ModelCode.TIMED_OUT,
    429: ModelCode.RATE_LIMITED,
    504: ModelCode.TIMED_OUT,
}
_FAILED: Final = 500

_WHOLE: Final = "stop"
_NOT_WHOLE: Final = {"length": ModelCode.CUT_SHORT, "content_filter": ModelCode.FILTERED}


@discreet
def openai_completions(
    model: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = _TIMEOUT,
) -> Complete:
    """
    Give what asks *model* behind an endpoint that speaks OpenAI's chat completions.

    What it asks goes to that endpoint and nowhere else: redirects are not followed. A request that is refused
    for now is sent once more. Whatever keeps a whole reply from coming is raised as ``ModelError``.

    Args:
        model: What the endpoint calls it.
        base_url: The endpoint without ``/chat/completions``; ``OPENAI_BASE_URL`` if not given, else OpenAI's.
        api_key: The key; ``OPENAI_API_KEY`` if not given. An endpoint that is not OpenAI's may need none.
        timeout: The most seconds that a reply may take, from the question to its last word.

    Raises:
        ConfigurationError: If the client is not installed, there is no key, or an argument is not usable.
    """
    _need_client()
    where = base_url if base_url is not None else os.environ.get(_ENDPOINT) or None
    key = api_key if api_key is not None else os.environ.get(_KEY) or (_ANY_KEY if where else "")
    if not is_id(model):
        raise ConfigurationError("a model has a name")
    if where is not None and not _is_web(where):
        raise ConfigurationError("the base URL of a model is one of HTTP")
    if not key or not key.isascii() or not key.isprintable():
        raise ConfigurationError(f"a model of OpenAI needs a key: set {_KEY}, or a base URL")
    if not 0 < timeout < math.inf:
        raise ConfigurationError("the timeout of a model is a number of seconds")
    return _Endpoint(model=model, base_url=where, api_key=key, timeout=timeout).reply


def _need_client() -> None:
    try:
        # It loads most of itself where it is first used, which would keep an event loop waiting.
        import_module("openai.resources.chat.completions")
    except ModuleNotFoundError:
        is_missing = True
    else:
        is_missing = False
    if is_missing:
        raise ConfigurationError(_INSTALL)


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return is_port and url.isprintable() and parts.scheme in {"http", "https"} and bool(parts.hostname)


@frozen
class _Piece:
    """
    A piece of a reply.

    Args:
        text: Its words.
        is_last: Whether the reply is whole with it.
    """

    text: str = field(repr=False)
    is_last: bool


@frozen(kw_only=True)
class _Endpoint:
    """
    A model and where it is asked.

    Args:
        model: What the endpoint calls it.
        base_url: The endpoint, if it is not OpenAI's.
        api_key: The key.
        timeout: The most seconds that one reply may take.
    """

    model: str
    base_url: str | None = field(repr=False)
    api_key: str = field(repr=False)
    timeout: float

    @discreet_stream
    async def reply(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """Give the model's reply to *messages*, in pieces."""
        deadline = asyncio.get_running_loop().time() + self.timeout
        made = await asyncio.to_thread(self._client)
        async with made as client, await self._opened(client, messages, deadline) as chunks:
            while not (piece := await _next(chunks, deadline)).is_last:
                yield piece.text
            yield piece.text

    def _client(self) -> AsyncOpenAI:
        """Make a client for one reply, since its connections belong to one event loop."""
        import openai

        # How long a reply may take is measured from the question, and not anew for each piece.
        patience = openai.Timeout(None, connect=min(_CONNECT, self.timeout))
        return openai.AsyncOpenAI(
            base_url=self.base_url,
            api_key=self.api_key,
            max_retries=_RETRIES,
            timeout=patience,
            http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False, timeout=patience),
        )

    async def _opened(
        self, client: AsyncOpenAI, messages: Sequence[Message], deadline: float
    ) -> AsyncStream[ChatCompletionChunk]:
        try:
            async with asyncio.timeout_at(deadline):
                return await client.chat.completions.create(
                    model=self.model,
                    messages=[_written(each) for each in messages],
                    stream=True,
                )
        except Exception as error:  # noqa: BLE001 - what is caught may hold the question or the key
            fault = _fault(error, otherwise=ModelCode.UNREACHABLE)
        raise fault


def _written(message: Message) -> ChatCompletionMessageParam:
    written = {"role": message.role.value, "content": message.content}
    return cast("ChatCompletionMessageParam", written)


async def _next(chunks: AsyncStream[ChatCompletionChunk], deadline: float) -> _Piece:
    """Give the next piece; a stream that ends before its reply does is interrupted."""
    try:
        async with asyncio.timeout_at(deadline):
            return _piece(await anext(chunks))
    except ModelError as error:
        fault = error
    except Exception as error:  # noqa: BLE001 - what is caught may hold the reply
        fault = _fault(error, otherwise=ModelCode.INTERRUPTED)
    raise fault


def _piece(chunk: ChatCompletionChunk) -> _Piece:
    """Read a chunk; the client makes one of any JSON, so it may hold anything."""
    choice = next((each for each in chunk.choices if each.index == 0), None)
    if choice is None:
        return _Piece("", is_last=False)
    text = choice.delta.content or ""
    # The client does not look at what it reads, so its types promise more than an endpoint keeps.
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(ModelCode.MALFORMED)
    reason = choice.finish_reason
    if reason and reason != _WHOLE:
        raise ModelError(_NOT_WHOLE.get(reason, ModelCode.MALFORMED))
    return _Piece(text, is_last=bool(reason))


def _fault(error: Exception, *, otherwise: ModelCode) -> ModelError:
    """Give the error that says what *error* does, without its text."""
    import openai

    match error:
        case openai.APIStatusError():
            return ModelError(_code_of(error.status_code), status=error.status_code)
        case openai.APITimeoutError() | TimeoutError():
            return ModelError(ModelCode.TIMED_OUT)
        case openai.APIResponseValidationError() | ValueError() | TypeError() | AttributeError():
            return ModelError(ModelCode.MALFORMED)
        case openai.APIError() if not isinstance(error, openai.APIConnectionError):
            return ModelError(ModelCode.FAILED)
        case _:
            return ModelError(otherwise)


def _code_of(status: int) -> ModelCode:
    return _STATUS.get(status, ModelCode.FAILED if status >= _FAILED else ModelCode.REFUSED)
