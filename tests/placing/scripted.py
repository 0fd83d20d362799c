"""A deck, a recording and two questions that are often asked, and models with a script."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from attrs import Factory, define

from tesserix_rag import Citation, Hit, RetrievalResult, cite, tenant_scope
from tesserix_rag.placing import Completion, Placement, PlacementModels, place_citations

ANSWER = "Two threads wait for each other. A lock lets one in."

_KEYWORD = "Give one keyword"
_SUMMARY = "Give a summary"


def hit(name: str, text: str = "Two threads wait.", **metadata: Any) -> Hit:
    """Give a passage; what it is told apart by stands in its metadata."""
    pinned = {"version": "v1", "start": 0, "end": len(text), **metadata}
    return Hit(chunk_id=name, document_id=f"doc-{name}", text=text, metadata=pinned)


def slide(name: str, unit: int | str = 42, page: int = 7, text: str = "Two threads wait.", **more: Any) -> Hit:
    return hit(name, text, entity=str(unit), page=page, **more)


def recording(name: str, unit: int = 42, start: Any = 120.9, end: Any = 180.2, text: str = "A lock.") -> Hit:
    return hit(name, text, entity=str(unit), time_start=start, time_end=end)


def faq(name: str, entity: int = 9, text: str = "May I retake it? Yes.") -> Hit:
    return hit(name, text, entity=str(entity), kind="F")


def found(*hits: Hit, **changed: Any) -> RetrievalResult:
    return RetrievalResult(**{"query": "q", "hits": hits, **changed})


def cited(result: RetrievalResult, tenant: str = "acme") -> tuple[Citation, ...]:
    with tenant_scope(tenant):
        return cite(result)


def sources_in(prompt: str) -> list[dict[str, str]]:
    """Give the sources that a prompt offers."""
    (line,) = (each for each in prompt.splitlines() if each.startswith("["))
    return json.loads(line)


def answer_in(prompt: str) -> str:
    """Give the answer that a prompt has between its tags."""
    (tag,) = re.findall(r"stands between <(answer-[0-9]+)>", prompt)
    return prompt.partition(f"\n<{tag}>\n")[2].rpartition(f"\n</{tag}>")[0]


def is_keyword(prompt: str) -> bool:
    return _KEYWORD in prompt


def is_summary(prompt: str) -> bool:
    return _SUMMARY in prompt


def paragraph_in(prompt: str) -> str:
    return prompt.partition("\nParagraph:\n")[2].strip()


def taken_in(prompt: str) -> str:
    return prompt.partition("\nTaken: ")[2].partition("\n\nParagraph:")[0]


Says = Callable[[str], object]
"""What a model answers to a prompt: a text, a completion, or an error, which it raises."""


@define
class Script:
    """
    Models that answer from a script, and keep in mind what they were asked.

    Args:
        places: What the placing one answers.
        labels: What the labelling ones answer.
        usage: What each of them counts.
        asked: What they were asked, and by which model.
    """

    places: Says = answer_in
    labels: Says = lambda prompt: "Lock" if is_keyword(prompt) else "One thread is let in."
    usage: Mapping[str, int] = Factory(dict)
    asked: list[tuple[int, str]] = Factory(list)
    made: list[str] = Factory(list)

    @property
    def models(self) -> PlacementModels:
        return PlacementModels(chat=lambda: self._model("chat"), labels=lambda: self._model("labels"))

    @property
    def prompts(self) -> list[str]:
        return [prompt for _, prompt in self.asked]

    def _model(self, role: str) -> Callable[[str], Awaitable[Completion]]:
        self.made.append(role)
        number = len(self.made)
        says = self.places if role == "chat" else self.labels

        async def model(prompt: str) -> Completion:
            self.asked.append((number, prompt))
            return self._answered(says(prompt))

        return model

    def _answered(self, said: Any) -> Completion:
        if isinstance(said, BaseException):
            raise said
        return Completion(said, self.usage) if isinstance(said, str) else said


async def placed(
    written: str | Says, *hits: Hit, answer: str = ANSWER, labels: Says | None = None, **how: Any
) -> Placement:
    """Let a model place markers: what it wrote, or what it answers to a prompt."""
    script = Script(places=written if callable(written) else lambda _: written)
    if labels is not None:
        script.labels = labels
    result = found(*hits)
    return await place_citations(answer, result, cited(result), models=script.models, **how)


def labelling(labels: Mapping[str, tuple[str, str]]) -> Says:
    """Answer with the label of the paragraph that is asked about."""

    def says(prompt: str) -> str:
        keyword, summary = labels[paragraph_in(prompt)]
        return keyword if is_keyword(prompt) else summary

    return says


def codes(placement: Placement) -> list[str]:
    return [each.code.value for each in placement.notes]


def ids_of(hits: Iterable[Hit]) -> list[str]:
    return [each.chunk_id for each in hits]
