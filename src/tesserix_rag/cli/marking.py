"""The command ``parse``: from text with markers to an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tesserix_rag.cli import options
from tesserix_rag.cli.reading import contents, expect_one_input, retrieved_in
from tesserix_rag.cli.shown import counted, jsonable, print_json, say
from tesserix_rag.errors import ConfigurationError, LimitExceededError
from tesserix_rag.ids import UNRESOLVED
from tesserix_rag.limits import DEFAULT
from tesserix_rag.markers import NAMED, Reasoning, any_of, parse_answer, template
from tesserix_rag.markers import plain as is_plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tesserix_rag.markers import Dialect
    from tesserix_rag.records import Citation, CitedAnswer


def _dialect(_context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> Dialect:
    first, *others = map(_named, names)
    return any_of(first, *others) if others else first


def one_dialect(_context: click.Context, _parameter: click.Parameter, name: str) -> Dialect:
    """Give the dialect of a name, or of a template."""
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
