"""The evidence page, put together: what its template is given, and nothing that a browser would fetch."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final, cast

from attrs import field, frozen

from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_blank, is_text
from tesserix_rag.rendering.hypertext import hypertext
from tesserix_rag.rendering.marks import Mark
from tesserix_rag.rendering.packages import module
from tesserix_rag.rendering.page.excerpts import Excerpt, excerpt_of, quoted_in
from tesserix_rag.rendering.shown import Shown, shown
from tesserix_rag.rendering.sources import Source, SourceState, sources_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jinja2 import Environment, Template
    from markupsafe import Markup

    from tesserix_rag.markers import Labelled
    from tesserix_rag.records import GroundedAnswer, Resolved, Tombstone, Unresolved
    from tesserix_rag.retrieval import Document

_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_HERE: Final = "tesserix_rag.rendering.page"
_HEADING: Final = 2
"""The level of the heading that the answer stands under."""


@discreet
def evidence_page(
    answer: GroundedAnswer,
    resolved: Iterable[Resolved | Tombstone | Unresolved],
    *,
    documents: Iterable[Document] = (),
    labels: Mapping[str, Labelled] | None = None,
    title: str = "Evidence",
    language: str = "en",
) -> str:
    """
    Give one HTML file with an answer, and each passage that it rests on.

    Behind each claim stand chips with the numbers of its sources, which lead there and back. The file loads
    nothing, forbids everything else by its Content-Security-Policy, and needs no JavaScript. The prose is read
    as Markdown; links and images that no source has are removed. Of what was erased, or is no longer what was
    cited, it has ids and the reason.

    Args:
        answer: What was checked.
        resolved: What became of its citations, as ``CorpusResolver.resolve_many`` gives it. A source that is
            not among it is listed without its words.
        documents: The cited versions, for their titles and for what surrounds each passage.
        labels: Keyword and summary by citation id, as ``place_citations`` gives them.
        title: What the page is called.
        language: The language of the answer, as in ``en`` or ``pt-BR``.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer is another tenant's.
        ConfigurationError: If what was resolved, or a document, is not what was cited; if *title*, *language*
            or a label is none; or if the packages for it are not installed.
    """
    if not is_text(title) or is_blank(title) or not is_text(language) or not _LANGUAGE.fullmatch(language):
        raise ConfigurationError("a page has a title, and a language such as en or pt-BR")
    given: Mapping[str, Labelled] = {} if labels is None else labels
    if not _are_labels(given):
        raise ConfigurationError("labels are a keyword and a summary by citation id")
    sources = sources_of(answer, resolved, documents)
    page = _Page(answer, sources, shown(answer, sources), given)
    style, script = _asset("evidence.css"), _asset("evidence.js")
    markup = cast("type[Markup]", module("markupsafe").Markup)
    return _template("evidence.html").render(
        title=title,
        language=language,
        page=page,
        prose=markup(hypertext(page.shown.text, [*page.marks()], below=_HEADING)),
        style=markup(style),
        style_hash=_hash(style),
        script=markup(script),
        script_hash=_hash(script),
    )


def _are_labels(labels: object) -> bool:
    if not isinstance(labels, Mapping):
        return False
    values = cast("Mapping[object, object]", labels).values()
    return all(is_text(getattr(each, name, None)) for each in values for name in ("keyword", "summary"))


@frozen
class Entry:
    """
    A source on the page.

    Args:
        source: The source.
        excerpt: Its passage, if it has words.
        label: Its keyword and summary, if it has any.
        claims: The claims that rest on it, from 1.
    """

    source: Source
    excerpt: Excerpt | None
    label: Labelled | None
    claims: Sequence[int]


@frozen
class _Page:
    """
    What stands on the page.

    Args:
        answer: What was checked.
        sources: What it rests on.
        shown: Its text.
        labels: Keywords and summaries by citation id.
    """

    answer: GroundedAnswer
    sources: tuple[Source, ...]
    shown: Shown
    labels: Mapping[str, Labelled] = field(repr=False)

    def entries(self) -> Iterator[Entry]:
        """Give the sources in the order of their numbers."""
        resting: dict[str, list[int]] = {}
        quoted = quoted_in(self.answer)
        for number, claim in enumerate(self.answer.claims, start=1):
            for each in dict.fromkeys(claim.citation_ids):
                resting.setdefault(each, []).append(number)
        for source in self.sources:
            name = source.citation.citation_id
            is_labelled = source.is_told and name in self.labels
            label = self.labels[name] if is_labelled else None
            yield Entry(source, excerpt_of(source, quoted.get(name, ())), label, resting.get(name, []))

    def marks(self) -> Iterator[Mark]:
        """Give the chips of each claim, and what sets the claim off."""
        entries = {each.source.citation.citation_id: each for each in self.entries()}
        chips = _template("chips.html")
        for number, (claim, span) in enumerate(
            zip(self.answer.claims, self.shown.claims, strict=True), start=1
        ):
            named = [entries[each] for each in dict.fromkeys(claim.citation_ids)]
            yield Mark(
                at=span.end,
                html=chips.render(number=number, entries=named),
                start=span.start,
                around=(f'<span class="claim" id="claim-{number}">', "</span>"),
            )

    def count(self, state: str) -> int:
        """Say of how many sources this became."""
        return sum(each.state is SourceState(state) for each in self.sources)


@cache
def _template(name: str) -> Template:
    jinja2 = module("jinja2")
    environment: Environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.from_string(_asset(name))


@cache
def _asset(name: str) -> str:
    return resources.files(_HERE).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Give what a Content-Security-Policy names a style or a script by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
