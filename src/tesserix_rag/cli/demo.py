"""The command ``demo``: the whole way of an answer, told as a story."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from tesserix_rag.cli import options
from tesserix_rag.cli.erasing import receipt_as_json, show_receipt
from tesserix_rag.cli.shown import (
    jsonable,
    place,
    print_json,
    say,
    show_answer,
    show_resolution,
)
from tesserix_rag.cli.story import (
    TENANT,
    Answered,
    Chapter,
    Erased,
    Refused,
    Shelved,
    Traced,
    Unanswered,
    Updated,
    chapters,
)
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.records import Citation
from tesserix_rag.tenancy import tenant_scope

_Teller = Callable[[Chapter], None]

_INDENT: Final = "  "


@click.command()
@options.as_json
def demo(*, as_json: bool) -> None:
    """Watch answers being given, checked and refused, on the reference of this Python."""
    with tenant_scope(TENANT), TemporaryDirectory(prefix="tesserix-rag-") as folder:
        told = asyncio.run(_run(Path(folder), _keep_quiet if as_json else Narrator().tell))
    held = all(each.held for each in told)
    if as_json:
        print_json(_as_json(told))
    else:
        _conclude(held=held)
    click.get_current_context().exit(0 if held else 1)


async def _run(folder: Path, tell: _Teller) -> tuple[Chapter, ...]:
    documents = folder / "documents"
    documents.mkdir()
    told: list[Chapter] = []
    async with SqliteCorpus(folder / options.DATABASE) as corpus:
        async for chapter in chapters(corpus, documents):
            tell(chapter)
            told.append(chapter)
    return tuple(told)


def _keep_quiet(_chapter: Chapter) -> None: ...


class Narrator:
    """Tells chapters, with a heading where a new part begins."""

    def __init__(self) -> None:
        self._part: type[Chapter] | None = None

    def tell(self, chapter: Chapter) -> None:
        """Tell one chapter."""
        if type(chapter) is not self._part:
            self._part = type(chapter)
            _head(_HEADINGS[self._part])
        _tell(chapter)
        if not chapter.held:
            say("This did not hold.", indent=_INDENT, colour="red", bold=True)
            say()


_HEADINGS: Final[dict[type[Chapter], tuple[str, str]]] = {
    Shelved: (
        "The shelf",
        (
            "The language reference that every Python carries is stored: each topic is a "
            "document, each document a version, each version cut into passages."
        ),
    ),
    Answered: (
        "Five questions",
        (
            "Each answer says only what the retrieved passages say. Each claim names its source; "
            "the words below a source come back from the store, by the span that the citation pins."
        ),
    ),
    Unanswered: (
        "A question that nothing answers",
        "Nothing relevant is no answer, and not a guess.",
    ),
    Refused: (
        "Three answers that do not get through",
        "The check lets an answer pass only if all of it rests on what this run retrieved.",
    ),
    Updated: (
        "A document changes under an answer",
        (
            "The first answer cites a document that now has a newer version. The citation still "
            "gives the words that were cited, and says that they are no longer the newest."
        ),
    ),
    Erased: (
        "A document is erased under an answer",
        (
            "The third answer cites a document that someone had a right to have erased. What the "
            "citation finds now is a tombstone: ids, a time and a reason."
        ),
    ),
    Traced: (
        "What a tracing backend gets",
        "Counts and ids of the last answer's sources, and never a word of text.",
    ),
}


def _head(heading: tuple[str, str]) -> None:
    title, told = heading
    say()
    say(title, bold=True)
    say("─" * len(title), colour="bright_black")
    say(told)
    say()


def _tell(chapter: Chapter) -> None:
    match chapter:
        case Shelved():
            say(f"{chapter.documents} documents, {chapter.characters:,} characters", indent=_INDENT)
        case Answered():
            _ask(chapter.asked.retrieved.question)
            show_answer(chapter.asked.answer, chapter.asked.found)
        case Unanswered():
            _ask(chapter.asked.retrieved.question)
            say("No answer: none of the stored passages answers this.", indent=_INDENT)
        case Refused():
            refused = f"{chapter.told}: refused, {chapter.error}"
            say(refused, indent=_INDENT, colour="yellow")
        case Updated():
            _point_at(chapter.citation)
            show_resolution(chapter.found, whole=False)
        case Erased():
            _point_at(chapter.citation)
            show_resolution(chapter.found)
            show_receipt(chapter.receipt, indent=_INDENT * 2)
        case Traced():
            for name, value in chapter.attributes.items():
                say(f"{name} = {json.dumps(value)}", indent=_INDENT, colour="cyan")


def _ask(question: str) -> None:
    say(question, colour="green", bold=True)
    say()


def _point_at(citation: Citation) -> None:
    pinned = f"{citation.document_id}@{citation.document_version}, {place(citation.span)}"
    say(pinned, indent=_INDENT, colour="cyan")


def _conclude(*, held: bool) -> None:
    say()
    if held:
        say("All of it held.", colour="green", bold=True)
    else:
        say("Something did not hold.", colour="red", bold=True)


def _as_json(told: tuple[Chapter, ...]) -> object:
    return {
        "held": all(each.held for each in told),
        "chapters": [
            {"chapter": type(each).__name__.lower(), "held": each.held, **_details(each)} for each in told
        ],
    }


def _details(chapter: Chapter) -> dict[str, object]:
    match chapter:
        case Shelved():
            return {"documents": chapter.documents, "characters": chapter.characters}
        case Answered() | Unanswered():
            asked = chapter.asked
            return {
                "question": asked.retrieved.question,
                "answer": jsonable(asked.answer),
                "resolved": jsonable(asked.found),
            }
        case Refused():
            return {"answer": chapter.told, "error": chapter.error}
        case Updated():
            return {"citation": jsonable(chapter.citation), "resolved": jsonable(chapter.found)}
        case Erased():
            return {
                "citation": jsonable(chapter.citation),
                "resolved": jsonable(chapter.found),
                "receipt": receipt_as_json(chapter.receipt),
            }
        case Traced():
            return {"attributes": chapter.attributes}
