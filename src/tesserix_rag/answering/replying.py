"""A reply of a model, read to its end and no further than is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tesserix_rag.errors import LimitExceededError, ModelCode, ModelError
from tesserix_rag.ids import is_text

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from tesserix_rag.limits import Limits


async def pieces_of(reply: AsyncIterator[str], limits: Limits) -> AsyncGenerator[str]:
    """
    Give the pieces of a reply, and close it, however the reading ends.

    Args:
        reply: What a model replies.
        limits: How long it may be.

    Raises:
        ModelError: If a piece is no text.
        LimitExceededError: If the reply is longer than ``answer_chars``.
    """
    length = 0
    try:
        async for piece in reply:
            if not is_text(piece):
                raise ModelError(ModelCode.MALFORMED)
            length += len(piece)
            if length > limits.answer_chars:
                raise LimitExceededError(limit="answer_chars", allowed=limits.answer_chars)
            yield piece
    finally:
        close = getattr(reply, "aclose", None)
        if close is not None:
            await close()
