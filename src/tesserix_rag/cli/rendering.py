"""The commands ``render`` and ``report``: an answer for readers and for other programs, once it is checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import orjson
from attrs import frozen
from click.core import ParameterSource

from tesserix_rag.cli import options
from tesserix_rag.cli.looking import looked_up
from tesserix_rag.cli.marking import one_dialect
from tesserix_rag.cli.reading import checkable_in
from tesserix_rag.cli.shown import plain
from tesserix_rag.grounding import check_grounding
from tesserix_rag.markers import render_markers
from tesserix_rag.rendering import (
    evidence_page,
    provenance_json,
    render_html,
    render_markdown,
    render_plain,
    web_annotations,
)
from tesserix_rag.tenancy import tenant_scope

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tesserix_rag.cli.shown import Resolution
    from tesserix_rag.markers import Dialect
    from tesserix_rag.records import GroundedAnswer
    from tesserix_rag.retrieval import Document


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
    resolved: tuple[Resolution, ...]
    documents: tuple[Document, ...]
    dialect: Dialect
    answer_id: str | None
    quotes: bool


def _markers(asked: _Asked) -> str:
    return render_markers(asked.answer, asked.dialect)


def _markdown(asked: _Asked) -> str:
    return render_markdown(asked.answer, asked.resolved, documents=asked.documents)


def _html(asked: _Asked) -> str:
    return render_html(asked.answer, asked.resolved, documents=asked.documents)


def _plain(asked: _Asked) -> str:
    return render_plain(asked.answer, asked.resolved, documents=asked.documents)


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
    "markdown": _markdown,
    "html": _html,
    "plain": _plain,
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
    help="Text with markers; for a reader, with a list of sources; W3C Web Annotations; or W3C PROV-JSON.",
)
@click.option(
    "--dialect",
    default="numeric",
    show_default=True,
    callback=one_dialect,
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
        resolved, documents = looked_up(db, grounded) if form != "markers" else ((), ())
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


@click.command()
@click.argument("file", type=options.json_file)
@click.argument("retrieved", type=options.json_file, required=False)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=str),
    default="evidence.html",
    show_default=True,
    help="The page; - is the standard output.",
)
@click.option("--title", default="Evidence", show_default=True, help="What the page is called.")
@click.option(
    "--language", default="en", show_default=True, help="The language of the answer, as in en or pt-BR."
)
@options.tenant
@options.database
def report(
    file: str, retrieved: str | None, tenant: str, *, output: str, title: str, language: str, db: Path
) -> None:
    """
    Write a page with the answer in FILE and each passage behind it, once it is checked against RETRIEVED.

    FILE and RETRIEVED are what `check` takes. The page is one file that loads nothing; sources that were
    erased, or have a newer version, appear as such.
    """
    answer, citations, _ = checkable_in(file, retrieved)
    with tenant_scope(tenant):
        grounded = check_grounding(answer, citations)
        resolved, documents = looked_up(db, grounded)
        page = evidence_page(grounded, resolved, documents=documents, title=title, language=language)
    with click.open_file(output, "w", encoding="utf-8", atomic=output != "-") as opened:
        opened.write(plain(page) if output == "-" and sys.stdout.isatty() else page)
    if output != "-":
        click.echo(f"wrote {plain(output)}", err=True)
