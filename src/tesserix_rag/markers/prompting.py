"""Sources for a prompt: numbered by their markers, and unable to forge any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tesserix_rag._discretion import discreet
from tesserix_rag.markers.dialects import NUMERIC, Dialect
from tesserix_rag.markers.neutralising import neutralised
from tesserix_rag.markers.writing import Writer
from tesserix_rag.passages import cited_passage, passage_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tesserix_rag.records import Citation
    from tesserix_rag.retrieval import Hit, RetrievalResult

_LONGEST_LINE: Final = 200


@discreet
def sources_prompt(
    result: RetrievalResult, citations: Iterable[Citation], *, dialect: Dialect = NUMERIC
) -> str:
    """
    Give the passages of *result* for a prompt, each with the marker that cites it.

    Whatever looks like a marker or like the tags around a source, in a passage or its title, gets a word
    joiner: it reads as before, a quote of it is still found, and it cites nothing. Passages are data all the
    same: tell the model that they hold no instructions.

    Args:
        result: What was found.
        citations: What positions count; one that no passage of *result* belongs to keeps its position, and is
            not printed.
        dialect: What markers are to look like.

    Raises:
        ConfigurationError: If the dialect cannot name a citation.
    """
    cited = tuple(citations)
    writer = Writer(cited, dialect, {})
    hits = {passage_of(hit): hit for hit in reversed(result.hits)}
    printed = (
        _source("".join(writer.written([each.citation_id])), each, hit, dialect)
        for each in cited
        if (hit := hits.get(cited_passage(each))) is not None
    )
    return "\n\n".join(printed)


def _source(marker: str, citation: Citation, hit: Hit, dialect: Dialect) -> str:
    head = "\n".join((f"Cite as: {marker}", *_described(citation, hit, dialect)))
    return f"<source>\n{head}\n\n{neutralised(hit.text, dialect)}\n</source>"


def _described(citation: Citation, hit: Hit, dialect: Dialect) -> Iterator[str]:
    """Give the title, the section and the page, as far as they are known, a line each."""
    locator = citation.locator
    page = locator.page_label or (str(locator.page) if locator.page else "")
    for name, value in (("Title", hit.metadata.get("title")), ("Section", locator.section), ("Page", page)):
        line = " ".join(value.split())[:_LONGEST_LINE] if isinstance(value, str) else ""
        if line:
            yield f"{name}: {neutralised(line, dialect)}"
