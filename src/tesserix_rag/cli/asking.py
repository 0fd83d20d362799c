"""The command ``ask``: an answer out of the stored documents, checked before it is shown."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click
from attrs import frozen

from tesserix_rag.answering import extractive_answer
from tesserix_rag.citing import cite
from tesserix_rag.cli import options
from tesserix_rag.cli.shown import Resolution, jsonable, print_json, say, show_answer
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.grounding import check_grounding
from tesserix_rag.limits import DEFAULT
from tesserix_rag.passages import passages
from tesserix_rag.records import Citation, GroundedAnswer
from tesserix_rag.resolving import CorpusResolver
from tesserix_rag.retrieval import RetrievalResult, RetrievalScope
from tesserix_rag.tenancy import tenant_scope

if TYPE_CHECKING:
    from pathlib import Path

    from tesserix_rag.corpus.protocol import Corpus


@frozen(kw_only=True)
class Asked:
    """
    A question, what was found for it, and what was answered.

    Args:
        question: The question.
        result: What was found.
        citations: What was found, pinned.
        answer: What was answered.
        found: What became of each source of the answer.
    """

    question: str
    result: RetrievalResult
    citations: tuple[Citation, ...]
    answer: GroundedAnswer
    found: tuple[Resolution, ...]


async def ask_corpus(corpus: Corpus, question: str, *, collection: str, k: int = 10) -> Asked:
    """Answer *question* from the passages of a collection, and check the answer."""
    result = await corpus.retrieve(question, scope=RetrievalScope(collection=collection), k=k)
    citations = cite(result, require_tenant=True)
    answer = check_grounding(await extractive_answer(question, result, citations, ""), citations)
    found = await CorpusResolver(corpus).resolve_many(answer.citations)
    return Asked(question=question, result=result, citations=citations, answer=answer, found=found)


@click.command()
@click.argument("question")
@options.collection
@click.option(
    "-k",
    default=10,
    show_default=True,
    type=click.IntRange(1, DEFAULT.hits),
    help="How many passages to retrieve.",
)
@options.on_documents
def ask(question: str, collection: str, k: int, tenant: str, db: Path, *, as_json: bool) -> None:
    """Answer QUESTION in sentences of the stored documents, each with its source."""
    with tenant_scope(tenant):
        asked = asyncio.run(_ask(db, question, collection, k))
    if as_json:
        print_json(_as_json(asked))
    elif asked.answer.claims:
        show_answer(asked.answer, asked.found)
    else:
        say("No answer: none of the stored passages answers this.")


async def _ask(db: Path, question: str, collection: str, k: int) -> Asked:
    async with SqliteCorpus(db) as corpus:
        return await ask_corpus(corpus, question, collection=collection, k=k)


def _as_json(asked: Asked) -> object:
    report = asked.answer.report
    return {
        "answer": jsonable(asked.answer),
        "retrieved": {
            "citations": jsonable(asked.citations),
            "passages": dict(passages(asked.result, asked.citations)),
        },
        "grounded": report.ok,
        "findings": jsonable(report.findings),
    }
