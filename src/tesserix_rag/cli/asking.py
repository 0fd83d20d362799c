"""The command ``ask``: an answer out of the stored documents, checked before it is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click
from attrs import frozen

from tesserix_rag import markers
from tesserix_rag.answering import (
    Answerer,
    answer_checked,
    extractive_answer,
    model_answerer,
    openai_completions,
)
from tesserix_rag.citing import cite
from tesserix_rag.cli import options
from tesserix_rag.cli.drafting import Drafts
from tesserix_rag.cli.shown import Resolution, jsonable, print_json, say, show_answer
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.errors import GroundingError
from tesserix_rag.limits import DEFAULT
from tesserix_rag.passages import passages
from tesserix_rag.records import Citation, GroundedAnswer, GroundingReport
from tesserix_rag.resolving import CorpusResolver
from tesserix_rag.retrieval import RetrievalResult, RetrievalScope
from tesserix_rag.tenancy import tenant_scope

if TYPE_CHECKING:
    from pathlib import Path

    from tesserix_rag.corpus.protocol import Corpus

FEW: Final = 10
RETRIES: Final = 2
TIMEOUT: Final = 300.0


@frozen(kw_only=True)
class Retrieved:
    """
    A question and what was found for it.

    Args:
        question: The question.
        result: What was found.
        citations: What was found, pinned.
    """

    question: str
    result: RetrievalResult
    citations: tuple[Citation, ...]


@frozen(kw_only=True)
class Asked:
    """
    A question and what was answered.

    Args:
        retrieved: The question and what was found for it.
        answer: What was answered.
        found: What became of each source of the answer.
    """

    retrieved: Retrieved
    answer: GroundedAnswer
    found: tuple[Resolution, ...]


@frozen(kw_only=True)
class Refused:
    """
    A question that got no answer which holds.

    Args:
        retrieved: The question and what was found for it.
        error: Why the last answer did not hold.
    """

    retrieved: Retrieved
    error: GroundingError


@frozen(kw_only=True)
class Way:
    """
    A way to answer.

    Args:
        answerer: What answers.
        retries: How often it may try again.
        refused: Is told of each answer that was refused.
    """

    answerer: Answerer
    retries: int = 0
    refused: Callable[[GroundingReport], None] | None = None


EXTRACTING: Final = Way(answerer=extractive_answer)


async def ask_corpus(corpus: Corpus, question: str, *, collection: str) -> Asked:
    """Answer *question* in sentences of a collection, and check the answer."""
    return await _answered(corpus, await _retrieved(corpus, question, collection, FEW), EXTRACTING)


async def _retrieved(corpus: Corpus, question: str, collection: str, k: int) -> Retrieved:
    result = await corpus.retrieve(question, scope=RetrievalScope(collection=collection), k=k)
    return Retrieved(question=question, result=result, citations=cite(result, require_tenant=True))


async def _answered(corpus: Corpus, retrieved: Retrieved, way: Way) -> Asked:
    answer = await answer_checked(
        retrieved.question,
        retrieved.result,
        retrieved.citations,
        way.answerer,
        retries=way.retries,
        refused=way.refused,
    )
    found = await CorpusResolver(corpus).resolve_many(answer.citations)
    return Asked(retrieved=retrieved, answer=answer, found=found)


@click.command()
@click.argument("question")
@options.collection
@click.option(
    "-k",
    default=FEW,
    show_default=True,
    type=click.IntRange(1, DEFAULT.hits),
    help="How many passages to retrieve.",
)
@click.option("--model", metavar="NAME", help="The model that answers; without it, the passages' own words.")
@click.option(
    "--base-url",
    metavar="URL",
    help="Where the model is asked, as OpenAI's chat completions. [default: OPENAI_BASE_URL, or OpenAI]",
)
@click.option(
    "--timeout",
    metavar="SECONDS",
    default=TIMEOUT,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="How long the model may take for one try.",
)
@options.on_documents
def ask(
    question: str,
    *,
    collection: str,
    k: int,
    model: str | None,
    base_url: str | None,
    timeout: float,
    tenant: str,
    db: Path,
    as_json: bool,
) -> None:
    """
    Answer QUESTION from the stored documents, each statement with its source.

    The answer is in sentences of theirs. With --model a model writes it: its drafts, which nobody has checked,
    go to standard error, and it is told what does not hold, twice at most. Its key is OPENAI_API_KEY.
    """
    if base_url is not None and model is None:
        raise click.UsageError("--base-url is where a model is asked: name it with --model")
    drafts = Drafts(is_quiet=as_json)
    way = EXTRACTING if model is None else _modelled(model, base_url, timeout, drafts)
    with tenant_scope(tenant):
        try:
            asked = asyncio.run(_ask(db, question, collection, k, way))
        finally:
            drafts.close()
    _show(asked, as_json=as_json)
    if isinstance(asked, Refused):
        raise asked.error


def _modelled(model: str, base_url: str | None, timeout: float, drafts: Drafts) -> Way:
    complete = openai_completions(model, base_url=base_url, timeout=timeout)
    # What is no claim is not shown.
    answerer = model_answerer(complete, connective=markers.plain, shown=drafts.tell)
    return Way(answerer=answerer, retries=RETRIES, refused=drafts.refuse)


async def _ask(db: Path, question: str, collection: str, k: int, way: Way) -> Asked | Refused:
    async with SqliteCorpus(db) as corpus:
        retrieved = await _retrieved(corpus, question, collection, k)
        try:
            return await _answered(corpus, retrieved, way)
        except GroundingError as error:
            return Refused(retrieved=retrieved, error=error)


def _show(asked: Asked | Refused, *, as_json: bool) -> None:
    if as_json:
        print_json(_as_json(asked))
    elif isinstance(asked, Refused):
        return
    elif asked.answer.claims:
        show_answer(asked.answer, asked.found)
    else:
        say("No answer: none of the stored passages answers this.")


def _as_json(asked: Asked | Refused) -> object:
    """Give what was answered; what was refused is no answer, and only its findings are told."""
    retrieved = asked.retrieved
    report = asked.answer.report if isinstance(asked, Asked) else asked.error.report
    return {
        "answer": jsonable(asked.answer) if isinstance(asked, Asked) else None,
        "retrieved": {
            "citations": jsonable(retrieved.citations),
            "passages": dict(passages(retrieved.result, retrieved.citations)),
        },
        "grounded": report.ok,
        "findings": jsonable(report.findings),
    }
