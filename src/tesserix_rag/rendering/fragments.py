"""A checked answer as a fragment of HTML: its prose, numbers that link, and the list of its sources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_text
from tesserix_rag.rendering import escaping
from tesserix_rag.rendering.hypertext import hypertext
from tesserix_rag.rendering.marks import Mark
from tesserix_rag.rendering.shown import shown
from tesserix_rag.rendering.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tesserix_rag.records import GroundedAnswer, Resolved, Tombstone, Unresolved
    from tesserix_rag.rendering.sources import Source
    from tesserix_rag.retrieval import Document

_NAME: Final = re.compile("[a-z][a-z0-9-]{0,63}")


@discreet
def render_html(
    answer: GroundedAnswer,
    resolved: Iterable[Resolved | Tombstone | Unresolved] = (),
    *,
    documents: Iterable[Document] = (),
    name: str = "source",
) -> str:
    """
    Give an answer as a fragment of HTML whose numbers link to the list of its sources.

    The prose is read as Markdown, and sanitised; HTML in it is text. Numbers go by first appearance, one for
    each citation. Links and images that no source has are removed; the others do not tell where they were
    followed. Of what was erased, or is no longer what was cited, the list has ids and the reason.

    Args:
        answer: What was checked.
        resolved: What became of its citations, as ``CorpusResolver.resolve_many`` gives it.
        documents: The cited versions, for their titles.
        name: What the ids of the list begin with, so that several answers can stand on one page.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer is another tenant's.
        ConfigurationError: If what was resolved, or a document, is not what was cited; or if *name* is not
            made of small letters, digits and hyphens; or if the packages for it are not installed.
    """
    if not is_text(name) or not _NAME.fullmatch(name):
        raise ConfigurationError(
            "the ids of a list begin with a small letter, and go on with those, digits and -"
        )
    sources = sources_of(answer, resolved, documents)
    numbers = {each.citation.citation_id: each.number for each in sources}
    prose = shown(answer, sources)
    marks = [
        Mark(at=each.at, html=_chips([numbers[one] for one in dict.fromkeys(each.citation_ids)], name))
        for each in prose.anchors
    ]
    lines = "".join(f'<li id="{name}-{each.number}">{_line(each)}</li>\n' for each in sources)
    listed = f'<ol class="sources">\n{lines}</ol>\n' if lines else ""
    return f"{hypertext(prose.text, marks)}{listed}"


def _chips(numbers: Iterable[int], name: str) -> str:
    links = (f'<a href="#{name}-{each}" aria-label="Source {each}">{each}</a>' for each in numbers)
    return f'<sup class="citation">{", ".join(links)}</sup>'


def _line(source: Source) -> str:
    """Say what a source is, in HTML."""
    title = escaping.angled(source.title)
    if source.link is not None:
        title = escaping.guarded_anchor(source.title, source.link)
    return ", ".join([title, *map(escaping.angled, source.details)])
