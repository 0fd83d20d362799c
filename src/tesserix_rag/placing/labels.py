"""Labels of citations: a keyword and a summary, written by models and safe to stand in a marker."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from itertools import count
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.ids import is_blank
from tesserix_rag.placing.notes import Note, NoteCode
from tesserix_rag.placing.prompting import prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from attrs import Attribute

    from tesserix_rag.placing.asking import Counting
    from tesserix_rag.placing.models import Model

LONGEST_KEYWORD: Final = 40
LONGEST_SUMMARY: Final = 140
AT_ONCE: Final = 8
"""How many summaries are written side by side."""

_BRACKETS: Final = str.maketrans({":": " -", "[": "(", "]": ")"})
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_LONGEST_NUMBER: Final = 5
_MOST_READ: Final = 8
"""How many times what is kept is looked at, of what may have no end."""

_BLANKS: Final = re.compile(r"\s+")


def label_text(text: str, longest: int) -> str:
    """
    Give what may stand as a field of a marker: no colon, no square bracket, single blanks, nothing unseen.

    Args:
        text: What a model wrote.
        longest: How many code points it may have; a longer one is cut at a blank.
    """
    spaced = _BLANKS.sub(" ", text[: _MOST_READ * longest].translate(_BRACKETS))
    seen = "".join(each for each in spaced if unicodedata.category(each) not in _UNSEEN)
    plain = _BLANKS.sub(" ", seen).strip()
    if is_blank(plain):
        return ""
    if len(plain) <= longest:
        return plain
    cut = plain[: longest - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut else cut}\u2026"


def _string_or_none(instance: object, attribute: Attribute[str], value: object) -> None:
    if value is not None and not isinstance(value, str):
        _fields.refuse(instance, attribute)


@frozen(kw_only=True)
class Label:
    """
    What a reader is shown of a citation before opening it.

    Args:
        keyword: One or two words. It is made safe for a marker, and cut to 40 code points.
        summary: One sentence. It is made safe, and cut to 140 code points.

    Raises:
        InvalidRecordError: If one is no text.
    """

    keyword: str = field(default="", validator=_string_or_none, repr=_fields.length_only)
    summary: str = field(default="", validator=_string_or_none, repr=_fields.length_only)

    def __attrs_post_init__(self) -> None:
        # Not by converters: a type checker would then not see that the fields are text.
        object.__setattr__(self, "keyword", label_text(self.keyword or "", LONGEST_KEYWORD))
        object.__setattr__(self, "summary", label_text(self.summary or "", LONGEST_SUMMARY))


@frozen(kw_only=True)
class Labelling:
    """
    What became of the labels.

    Args:
        labels: The labels, by citation id.
        notes: What failed.
    """

    labels: Mapping[str, Label]
    notes: tuple[Note, ...]


async def labelled(
    paragraphs: Mapping[str, str],
    models: Callable[[], Model],
    language: str,
    counting: Counting,
    *,
    taken: Iterable[str] = (),
) -> Labelling:
    """
    Write the labels of *paragraphs*: keywords one after another, summaries side by side.

    Args:
        paragraphs: The cited texts, by citation id; they name no source themselves.
        models: Makes a model for each task.
        language: The language to write in.
        counting: What asks the models.
        taken: Keywords that are in use already.
    """
    if not paragraphs:
        return Labelling(labels={}, notes=())
    known = {_folded(each): each for each in taken if each}
    async with asyncio.TaskGroup() as group:
        keywords = group.create_task(_keywords(paragraphs, counting.made(models), language, counting, known))
        summaries = group.create_task(_summaries(paragraphs, models, language, counting))
    notes = [
        *_failed(keywords.result(), NoteCode.KEYWORD_FAILED),
        *_failed(summaries.result(), NoteCode.SUMMARY_FAILED),
    ]
    return Labelling(
        labels={
            each: Label(keyword=keywords.result()[each] or "", summary=summaries.result()[each] or "")
            for each in paragraphs
        },
        notes=tuple(notes),
    )


def _failed(written: Mapping[str, str | None], code: NoteCode) -> list[Note]:
    return [Note(code=code, citation_id=each) for each, text in written.items() if text is None]


async def _keywords(
    paragraphs: Mapping[str, str], model: Model, language: str, counting: Counting, taken: dict[str, str]
) -> dict[str, str | None]:
    """Write one keyword after another, each told which are taken."""
    found: dict[str, str | None] = {}
    for citation_id, paragraph in paragraphs.items():
        if is_blank(paragraph):
            found[citation_id] = ""
            continue
        asked = prompt("keyword", language, taken=", ".join(sorted(taken.values())), paragraph=paragraph)
        written = await counting.ask(model, asked)
        keyword = _unlike(label_text(written or "", LONGEST_KEYWORD), taken)
        if keyword:
            taken[_folded(keyword)] = keyword
        found[citation_id] = None if written is None else keyword
    return found


def _unlike(keyword: str, taken: Mapping[str, str]) -> str:
    """Give a keyword that is none of those *taken*, with a number if need be."""
    if not keyword or _folded(keyword) not in taken:
        return keyword
    stem = keyword[: LONGEST_KEYWORD - _LONGEST_NUMBER].rstrip()
    numbered = (f"{stem} {at}" for at in count(2))
    return next(each for each in numbered if _folded(each) not in taken)


def _folded(keyword: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", keyword).casefold().split())


async def _summaries(
    paragraphs: Mapping[str, str], models: Callable[[], Model], language: str, counting: Counting
) -> dict[str, str | None]:
    """Write the summaries side by side, each by a model of its own."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def written(paragraph: str) -> str | None:
        if is_blank(paragraph):
            return ""
        async with turns:
            return await counting.ask(counting.made(models), prompt("summary", language, paragraph=paragraph))

    async with asyncio.TaskGroup() as group:
        tasks = {each: group.create_task(written(text)) for each, text in paragraphs.items()}
    return {each: task.result() for each, task in tasks.items()}
