"""The commands ``parse`` and ``render``: from text with markers to an answer, and back."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import click
import orjson
from attrs import frozen
from click.core import ParameterSource

from tesserix_rag.cli import options
from tesserix_rag.cli.reading import checkable_in, contents, expect_one_input, retrieved_in
from tesserix_rag.cli.shown import counted, jsonable, plain, print_json, say
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.errors import (
    ConfigurationError,
    ErasedVersionError,
    LimitExceededError,
    SourceNotFoundError,
)
from tesserix_rag.grounding import check_grounding
from tesserix_rag.ids import UNRESOLVED
from tesserix_rag.limits import DEFAULT
from tesserix_rag.markers import NAMED, Reasoning, any_of, parse_answer, render_markers, template
from tesserix_rag.markers import plain as is_plain
from tesserix_rag.records import Resolved, Tombstone, Unresolved
from tesserix_rag.rendering import provenance_json, web_annotations
from tesserix_rag.resolving import CorpusResolver
from tesserix_rag.tenancy import tenant_scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tesserix_rag.markers import Dialect
    from tesserix_rag.records import Citation, CitedAnswer, GroundedAnswer
    from tesserix_rag.retrieval import Document

_Resolution: TypeAlias = Resolved | Tombstone | Unresolved


def _dialect(_context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> Dialect:
    first, *others = map(_named, names)
    return any_of(first, *others) if others else first


def _one_dialect(_context: click.Context, _parameter: click.Parameter, name: str) -> Dialect:
    return _named(name)


def _named(name: str) -> Dialect:
    if name in NAMED:
        return NAMED[name]
    if "{id}" in name:
        return template(name)
    raise click.BadParameter(f"a dialect is one of {', '.join(NAMED)}, or a template with {{id}}")


def _language(_context: click.Context, _parameter: click.Parameter, code: str) -> str:
    if not code.isascii() or not code.isalpha():
        raise click.BadParameter("a language is named by its letters, as in en")
    return code


@click.command()
@click.argument("text", type=options.json_file)
@click.argument("retrieved", type=options.json_file)
@click.option(
    "--dialect",
    multiple=True,
    default=("numeric",),
    show_default=True,
    callback=_dialect,
    help="What markers look like: a name, or a template with {id}; more than once for several.",
)
@click.option(
    "--language", default="en", show_default=True, callback=_language, help="For where sentences end."
)
@click.option("--plain", "exempts", is_flag=True, help="Exempt headings, lead-ins, questions and greetings.")
@click.option("--think", "thinks", is_flag=True, help="Leave out what stands between <think> tags.")
@options.as_json
def parse(
    text: str, retrieved: str, dialect: Dialect, language: str, *, exempts: bool, thinks: bool, as_json: bool
) -> None:
    """
    Give the claims of the answer in TEXT, whose markers name the citations in RETRIEVED.

    RETRIEVED is an array of citations, or the output of `ask --json`; markers count in its order.
    One of them may be `-`, the standard input. Nothing is checked: give the output to `check`.
    """
    expect_one_input(TEXT=text, RETRIEVED=retrieved)
    citations = retrieved_in(contents(retrieved))
    answer = parse_answer(
        _text_in(text),
        citations,
        dialect=dialect,
        language=language,
        connective=is_plain if exempts else None,
        reasoning=Reasoning() if thinks else None,
    )
    if as_json:
        print_json(jsonable(answer))
    else:
        _show(answer, citations)


def _text_in(file: str) -> str:
    """Read a text, without a byte order mark; what was not read to its end is refused."""
    document = contents(file)
    if len(document) > DEFAULT.json_bytes:
        raise LimitExceededError(limit="json_bytes", allowed=DEFAULT.json_bytes)
    try:
        return document.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    raise ConfigurationError("the text is not UTF-8")


def _show(answer: CitedAnswer, retrieved: Sequence[Citation]) -> None:
    positions: dict[str, str] = {}
    for at, each in enumerate(retrieved, start=1):
        positions.setdefault(each.citation_id, str(at))
    for claim in answer.claims:
        named = (positions.get(each, UNRESOLVED) for each in claim.citation_ids)
        say(f"{claim.text} {''.join(f'[{each}]' for each in named)}".rstrip(), indent="  ")
    uncited = sum(not each.citation_ids for each in answer.claims)
    dangling = sum(each.startswith(UNRESOLVED) for claim in answer.claims for each in claim.citation_ids)
    say(f"{counted(len(answer.claims), 'claim')}, {uncited} without a source, {dangling} markers of nothing")


@frozen(kw_only=True)
class _Asked:
    """
    What is to be rendered, and how.

    Args:
        answer: What was checked.
        resolved: What became of its citations; nothing, if nobody looked.
        documents: The cited versions that a database has whole.
        dialect: What markers are to look like.
        answer_id: What the answer is called.
        quotes: Whether annotations are to have the words that are cited.
    """

    answer: GroundedAnswer
    resolved: tuple[_Resolution, ...]
    documents: tuple[Document, ...]
    dialect: Dialect
    answer_id: str | None
    quotes: bool


def _markers(asked: _Asked) -> str:
    return render_markers(asked.answer, asked.dialect)


def _annotations(asked: _Asked) -> str:
    collection = web_annotations(
        asked.answer,
        asked.resolved,
        answer_id=asked.answer_id,
        quotes=asked.quotes,
        documents=asked.documents,
    )
    return _as_json(collection)


def _prov(asked: _Asked) -> str:
    return _as_json(provenance_json(asked.answer, asked.resolved, answer_id=asked.answer_id))


def _as_json(document: Mapping[str, object]) -> str:
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()


_FORMATS: Final[Mapping[str, Callable[[_Asked], str]]] = {
    "markers": _markers,
    "annotations": _annotations,
    "prov": _prov,
}
"""What writes an answer, by the name of its format."""

_OF_FORMATS: Final = {
    "dialect": ("markers",),
    "quotes": ("annotations",),
    "answer_id": ("annotations", "prov"),
}
"""The formats that have a use for an option."""


@click.command()
@click.argument("file", type=options.json_file)
@click.argument("retrieved", type=options.json_file, required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(_FORMATS)),
    default="markers",
    show_default=True,
    help="Text with markers, W3C Web Annotations, or W3C PROV-JSON.",
)
@click.option(
    "--dialect",
    default="numeric",
    show_default=True,
    callback=_one_dialect,
    help="What markers are to look like: a name, or a template with {id}.",
)
@click.option("--answer-id", metavar="ID", help="What annotations and provenance call the answer.")
@click.option("--quotes", is_flag=True, help="Let annotations have the cited words, out of the database.")
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The database to see in what became of the sources; nobody looks, if not given.",
)
@options.tenant
def render(
    file: str,
    retrieved: str | None,
    form: str,
    dialect: Dialect,
    tenant: str,
    *,
    answer_id: str | None,
    quotes: bool,
    db: Path | None,
) -> None:
    """
    Print the answer in FILE in a format, once it is checked against RETRIEVED.

    FILE and RETRIEVED are what `check` takes. With a database, sources that were erased appear as such.
    """
    _expect_uses(form)
    if quotes and db is None:
        raise click.UsageError("quotations come from the database: give one with --db")
    answer, citations, _ = checkable_in(file, retrieved)
    with tenant_scope(tenant):
        grounded = check_grounding(answer, citations)
        resolved, documents = _looked_up(db, grounded) if form != "markers" else ((), ())
        asked = _Asked(
            answer=grounded,
            resolved=resolved,
            documents=documents,
            dialect=dialect,
            answer_id=answer_id,
            quotes=quotes,
        )
        text = _FORMATS[form](asked)
    click.echo(plain(text) if sys.stdout.isatty() else text)


def _expect_uses(form: str) -> None:
    """Refuse an option that was given to a format that has no use for it."""
    context = click.get_current_context()
    for name, forms in _OF_FORMATS.items():
        if form not in forms and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            shown = name.replace("_", "-")
            raise click.UsageError(f"--{shown} is for --format {' and '.join(forms)}")


def _looked_up(db: Path | None, answer: GroundedAnswer) -> tuple[tuple[_Resolution, ...], tuple[Document, ...]]:
    """Give what became of the citations, and their documents, as far as a database has them."""
    if db is None:
        return (), ()
    if not db.is_file():
        raise click.BadParameter("there is no such database", param_hint="'--db'")
    return asyncio.run(_look_up(db, answer.citations))


async def _look_up(
    db: Path, citations: Iterable[Citation]
) -> tuple[tuple[_Resolution, ...], tuple[Document, ...]]:
    async with SqliteCorpus(db) as corpus:
        resolved = await CorpusResolver(corpus).resolve_many(citations)
        told = [each for each in resolved if isinstance(each, Resolved)]
        versions = dict.fromkeys((each.document_id, each.document_version) for each in told)
        found = [await _document(corpus, *each) for each in versions]
    return resolved, tuple(each for each in found if each is not None)


async def _document(corpus: SqliteCorpus, document_id: str, version: str) -> Document | None:
    try:
        return await corpus.document(document_id, version)
    except (ErasedVersionError, SourceNotFoundError):
        return None
