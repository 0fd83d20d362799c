"""What an answerer is, and what it asks where a model answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from enum import StrEnum
from typing import TypeAlias

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.records import Citation, CitedAnswer
from tesserix_rag.retrieval import RetrievalResult

Answerer: TypeAlias = Callable[[str, RetrievalResult, tuple[Citation, ...], str], Awaitable[CitedAnswer]]
"""Answers a question from what was found; the feedback on its last try is empty at first."""


class Role(StrEnum):
    """Whose words a message holds."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


def _role(value: Role) -> Role:
    return _fields.member(Role, value)


@frozen(kw_only=True)
class Message:
    """
    One message of a conversation with a model.

    Args:
        role: Whose words they are.
        content: The words. Never shown by repr.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    role: Role = field(converter=_role, validator=_fields.of(Role))
    content: str = field(validator=_fields.text, repr=_fields.length_only)


Complete: TypeAlias = Callable[[Sequence[Message]], AsyncIterator[str]]
"""Asks a model, and gives its reply in pieces, cut anywhere; raises if the reply does not come to its end."""
