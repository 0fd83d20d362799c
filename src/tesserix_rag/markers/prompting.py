"""Sources for a prompt: numbered by their markers, and unable to forge any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tesserix_rag._discretion import discreet
from tesserix_rag.markers.dialects import NUMERIC, Dialect
from tesserix_rag.markers.neutralising import neutralised
from tesserix_rag.markers.parsing import expect_citations
from tesserix_rag.markers.writing import Writer
from tesserix_rag.passages import cited_passage, passage_of, passages

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

    Whatever looks like a marker, or like the frame of a source, in a passage or what is said of it, gets a word
    joiner: it reads as before, a quote of it is still found, and it cites nothing. Passages are data all the
    same: tell the model that they hold no instructions.

    Args:
        result: What was found.
        citations: What positions count; one that no passage of *result* belongs to, or only another tenant's,
            keeps its position, and is not printed.
        dialect: What markers are to look like.

    Raises:
        ConfigurationError: If the dialect cannot name a citation, or *citations* holds anything else.
    """
    cited = expect_citations(citations)
    shown = passages(result, cited)
    writer = Writer(cited, dialect, {})
    hits = {passage_of(hit): hit for hit in reversed(result.hits)}
    printed = (
        _source("".join(writer.written([each.citation_id])), each, hit, dialect)
        for each in cited
        if each.citation_id in shown and (hit := hits.get(cited_passage(each))) is not None
    )
    return "\n\n".join(printed)


def _source(marker: str, citation: Citation, hit: Hit, dialect: Dialect) -> str:
    # Together, for a marker can begin in one line and end in another.
    told = "\n".join((*_described(citation, hit), "", hit.text))
    return f"<source>\nCite as: {marker}\n{neutralised(told, dialect)}\n</source>"


def _described(citation: Citation, hit: Hit) -> Iterator[str]:
    """Give the title, the section and the page, as far as they are known, a line each."""
    locator = citation.locator
    page = locator.page_label or (str(locator.page) if locator.page else "")
    for name, value in (("Title", hit.metadata.get("title")), ("Section", locator.section), ("Page", page)):
        line = " ".join(value.split())[:_LONGEST_LINE] if isinstance(value, str) else ""
        if line:
            yield f"{name}: {line}"
