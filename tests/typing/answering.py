"""A model of one's own as an answerer, and what its drafts are not."""

from collections.abc import AsyncIterator, Sequence
from typing import assert_type

from tesserix_rag import Citation, CitedAnswer, GroundedAnswer, RetrievalResult
from tesserix_rag.answering import (
    Complete,
    Message,
    answer_checked,
    extractive_answer,
    model_answerer,
    openai_completions,
)
from tesserix_rag.markers import MarkerFound, TextDelta, plain


async def reply(messages: Sequence[Message]) -> AsyncIterator[str]:
    yield messages[0].content


def show(event: TextDelta | MarkerFound) -> None: ...


def publish(answer: GroundedAnswer) -> None: ...


async def answered(question: str, found: RetrievalResult, pinned: tuple[Citation, ...]) -> None:
    assert_type(openai_completions("house", base_url="http://localhost/v1"), Complete)
    answerer = model_answerer(reply, connective=plain, shown=show)
    assert_type(await answerer(question, found, pinned, ""), CitedAnswer)
    publish(await answer_checked(question, found, pinned, answerer))
    publish(await answer_checked(question, found, pinned, extractive_answer, retries=0))

    publish(await answerer(question, found, pinned, ""))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
