"""A checked answer as Markdown or as plain text: its prose, numbers, and the list of its sources."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet
from tesserix_rag.markers import NUMERIC, scan
from tesserix_rag.markers.finding import fences
from tesserix_rag.markers.neutralising import joined
from tesserix_rag.rendering import escaping
from tesserix_rag.rendering.disowning import disarmed
from tesserix_rag.rendering.footnoting import closing
from tesserix_rag.rendering.shown import shown
from tesserix_rag.rendering.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tesserix_rag.records import Anchor, GroundedAnswer, Resolved, Tombstone, Unresolved
    from tesserix_rag.rendering.sources import Source
    from tesserix_rag.retrieval import Document

_NEAR: Final = 256
_ROW_END: Final = re.compile(rf"[ \t]{{0,{_NEAR}}}+(?:[\n\r]|\Z)")


@discreet
def render_markdown(
    answer: GroundedAnswer,
    resolved: Iterable[Resolved | Tombstone | Unresolved] = (),
    *,
    documents: Iterable[Document] = (),
) -> str:
    """
    Give an answer as Markdown with footnotes, and the list of what they name.

    Numbers go by first appearance, one for each citation. What looks like a footnote or HTML in the prose
    itself gets a word joiner; links and images that no source has are removed. Of what was erased, or is no
    longer what was cited, the list has ids and the reason.

    Args:
        answer: What was checked.
        resolved: What became of its citations, as ``CorpusResolver.resolve_many`` gives it.
        documents: The cited versions, for their titles.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer is another tenant's.
        ConfigurationError: If what was resolved, or a document, is not what was cited.
    """
    sources = sources_of(answer, resolved, documents)
    prose = shown(answer, sources)
    text = f"{prose.text}{closing(prose.text)}"
    woven = _woven(text, prose.anchors, {each.citation.citation_id: f"[^{each.number}]" for each in sources})
    return _with_list(
        disarmed(woven.text, woven.numbers),
        [f"[^{each.number}]: {_markdown_line(each)}" for each in sources],
    )


@discreet
def render_plain(
    answer: GroundedAnswer,
    resolved: Iterable[Resolved | Tombstone | Unresolved] = (),
    *,
    documents: Iterable[Document] = (),
) -> str:
    """
    Give an answer with numbers in square brackets, and the list of what they name.

    Numbers go by first appearance, one for each citation. What looks like one of them in the prose itself gets
    a word joiner; links that no source has are removed. Of what was erased, or is no longer what was cited,
    the list has ids and the reason.

    Args:
        answer: What was checked.
        resolved: What became of its citations, as ``CorpusResolver.resolve_many`` gives it.
        documents: The cited versions, for their titles.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer is another tenant's.
        ConfigurationError: If what was resolved, or a document, is not what was cited.
    """
    sources = sources_of(answer, resolved, documents)
    prose = shown(answer, sources)
    woven = _woven(
        prose.text, prose.anchors, {each.citation.citation_id: f"[{each.number}]" for each in sources}
    )
    return _with_list(
        joined(woven.text, [each + 1 for each in _numbers_in(woven.text) if each not in woven.numbers]),
        [f"[{each.number}] {_plain_line(each)}" for each in sources],
    )


def _with_list(text: str, lines: Sequence[str]) -> str:
    return "\n\n".join([text, "\n".join(lines)]) if lines else text


@frozen
class _Woven:
    """
    Prose with numbers in it.

    Args:
        text: Both. Never shown by repr.
        numbers: Where each number begins.
    """

    text: str = field(repr=_fields.length_only)
    numbers: Collection[int]


def _woven(text: str, anchors: Iterable[Anchor], numbers: Mapping[str, str]) -> _Woven:
    """Put the numbers in their places; behind a fence, on a line of their own."""
    code = fences(text)
    starts, ends = [each.start for each in code], [0, *(each.end for each in code)]
    behind = frozenset(ends)
    pieces: list[str] = []
    ours: list[int] = []
    length = start = 0
    for anchor in anchors:
        at = max(start, _in_row(text, anchor.at), ends[bisect_left(starts, anchor.at)])
        before = text[start:at]
        if before or not pieces:
            pieces += (before, _gap(before, is_behind_fence=at in behind))
            length += sum(map(len, pieces[-2:]))
        for each in dict.fromkeys(anchor.citation_ids):
            ours.append(length)
            pieces.append(numbers[each])
            length += len(numbers[each])
        start = at
    return _Woven("".join([*pieces, text[start:]]), frozenset(ours))


def _in_row(text: str, at: int) -> int:
    """Give the place before the bar that ends the row of a table, for one behind it, where no cell stands."""
    if _ROW_END.match(text, at) is None:
        return at
    start = max(0, at - _NEAR)
    bar = start + len(text[start:at].rstrip(" \t")) - 1
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    if begin < bar and text[bar] == "|" and text[bar - 1] != "\\" and text.find("|", begin, bar) >= 0:
        return bar
    return at


def _gap(before: str, *, is_behind_fence: bool) -> str:
    """Give what stands between the prose and a number."""
    if not before or before[-1].isspace():
        return ""
    return "\n" if is_behind_fence else " "


def _numbers_in(text: str) -> list[int]:
    """Give where something begins that a reader takes for a number of ours."""
    return [each.span.start for each in scan(text, NUMERIC)]


def _markdown_line(source: Source) -> str:
    """Say what a source is, in a line of Markdown."""
    title = escaping.markdown_line(source.title)
    if source.link is not None:
        title = f"[{escaping.markdown(source.title)}]({escaping.markdown_url(source.link)})"
    return ", ".join([title, *(escaping.unlinked(escaping.markdown(each)) for each in source.details)])


def _plain_line(source: Source) -> str:
    """Say what a source is, in a line."""
    told = escaping.unlinked(", ".join([source.title, *source.details]))
    return told if source.link is None else f"{told} ({source.link})"
