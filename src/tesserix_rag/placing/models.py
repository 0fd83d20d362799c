"""Models as placement knows them: functions from a prompt to a completion, made anew for each task."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet
from tesserix_rag._fixed import Fixed
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.limits import DEFAULT

if TYPE_CHECKING:
    from tesserix_rag.answering.protocol import Complete

DEFAULT_VARIANT: Final = "default"


def _usage(counts: Mapping[str, object] | None) -> Mapping[str, int]:
    """Keep the whole numbers of what a provider reports, which has more in it."""
    return Fixed({name: count for name, count in (counts or {}).items() if type(count) is int})


@frozen
class Completion:
    """
    What a model answered.

    Args:
        text: Its words. Never shown by repr.
        usage: What it counted, by what names it likes: tokens, mostly. What is no integer is left out.
    """

    text: str = field(repr=_fields.length_only)
    usage: Mapping[str, int] = field(default=None, converter=_usage)


Model: TypeAlias = Callable[[str], Awaitable[Completion]]
"""Answers a prompt."""


@frozen
class PlacementModels:
    """
    What makes the models of a placement.

    Args:
        chat: Makes the one that places markers.
        labels: Makes the ones that write keywords and summaries; each task has its own.
    """

    chat: Callable[[], Model]
    labels: Callable[[], Model]


@discreet
def models_of(variants: Mapping[str, PlacementModels], name: str) -> PlacementModels:
    """
    Give the models of a variant; the default's for a name that is not known, and its labels for every one.

    Args:
        variants: Models by variant, ``default`` among them.
        name: The variant.

    Raises:
        ConfigurationError: If there is no ``default``.
    """
    default = variants.get(DEFAULT_VARIANT)
    if default is None:
        raise ConfigurationError("variants of models have a default among them")
    return PlacementModels(chat=variants.get(name, default).chat, labels=default.labels)


def maker_of(complete: Complete) -> Callable[[], Model]:
    """
    Give what makes models that ask *complete*, which ``openai_completions`` gives for an endpoint.

    They count nothing, since a reply in pieces says nothing of tokens. One that is longer than
    ``Limits.answer_chars`` is not read to its end, and counts as failed.

    Args:
        complete: Asks a model; a prompt is the one message that it is given.
    """

    def made() -> Model:
        async def model(prompt: str) -> Completion:
            return Completion(await _whole(complete, prompt))

        return model

    return made


async def _whole(complete: Complete, prompt: str) -> str:
    from tesserix_rag.answering.protocol import Message, Role
    from tesserix_rag.answering.replying import pieces_of

    reply = complete((Message(role=Role.USER, content=prompt),))
    async with aclosing(pieces_of(reply, DEFAULT)) as pieces:
        return "".join([each async for each in pieces])
