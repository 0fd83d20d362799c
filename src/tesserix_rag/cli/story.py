"""What the demonstration does, chapter by chapter, and whether each held."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs
from attrs import frozen

from tesserix_rag.cli.asking import Asked, ask_corpus
from tesserix_rag.cli.files import files
from tesserix_rag.cli.ingesting import STORED, ingest_files
from tesserix_rag.erasing import ErasureReceipt, erase
from tesserix_rag.errors import TesserixRagError
from tesserix_rag.grounding import check_grounding
from tesserix_rag.records import Citation, CitedAnswer, Claim, ErasureReason, Resolved, Tombstone
from tesserix_rag.resolving import CorpusResolver
from tesserix_rag.telemetry import citation_attributes

if TYPE_CHECKING:
    from pathlib import Path

    from opentelemetry.util.types import AttributeValue

    from tesserix_rag.cli.shown import Resolution
    from tesserix_rag.corpus.protocol import Corpus

TENANT: Final = "demo"
OTHER_TENANT: Final = "another-tenant"
COLLECTION: Final = "default"

QUESTIONS: Final = (
    "What does the with statement guarantee?",
    "What happens if the finally clause raises another exception?",
    "How is a list constructed from a comprehension?",
    "What happens when a division by zero occurs?",
    "How can a literal brace be included in a format string?",
)
SAID: Final = "Python was written in a week."
ADDED: Final = "\nThis sentence was added after the answer was given.\n"
UNANSWERABLE: Final = "What is the capital of France?"


@frozen(kw_only=True)
class Shelved:
    """The documents that were stored."""

    documents: int
    characters: int
    expected: int

    @property
    def held(self) -> bool:
        """Whether all of them were."""
        return self.documents == self.expected > 0


@frozen(kw_only=True)
class Answered:
    """A question with its answer and the words behind it."""

    asked: Asked

    @property
    def held(self) -> bool:
        """Whether each claim has a source, and each source its words."""
        asked = self.asked
        return bool(asked.answer.claims) and all(isinstance(each, Resolved) for each in asked.found)


@frozen(kw_only=True)
class Unanswered:
    """A question that the documents do not answer."""

    asked: Asked

    @property
    def held(self) -> bool:
        """Whether nothing was made up."""
        return not self.asked.answer.claims


@frozen(kw_only=True)
class Refused:
    """An answer that does not rest on what was retrieved, and how it was refused."""

    told: str
    expected: str
    error: str = ""

    @property
    def held(self) -> bool:
        """Whether it was refused for the right reason."""
        return self.error == self.expected


@frozen(kw_only=True)
class Updated:
    """A document that changed under an answer."""

    citation: Citation
    found: Resolution

    @property
    def held(self) -> bool:
        """Whether the cited words are still there, and the newer version is named."""
        return isinstance(self.found, Resolved) and self.found.superseded_by == "v2"


@frozen(kw_only=True)
class Erased:
    """A document that was erased under an answer."""

    citation: Citation
    receipt: ErasureReceipt
    found: Resolution

    @property
    def held(self) -> bool:
        """Whether the words are proven gone, and a tombstone stands."""
        return self.receipt.complete and isinstance(self.found, Tombstone)


@frozen(kw_only=True)
class Traced:
    """What a tracing backend gets of an answer."""

    attributes: dict[str, AttributeValue]

    @property
    def held(self) -> bool:
        """Whether it names what was cited."""
        return self.attributes["adk.citation.count"] != 0


Chapter: TypeAlias = Shelved | Answered | Unanswered | Refused | Updated | Erased | Traced


async def chapters(corpus: Corpus, folder: Path) -> AsyncIterator[Chapter]:
    """Tell the whole story, on the language reference that this Python carries."""
    yield await _shelved(corpus, folder)
    answered = [
        Answered(asked=await ask_corpus(corpus, question, collection=COLLECTION)) for question in QUESTIONS
    ]
    for each in answered:
        yield each
    yield Unanswered(asked=await ask_corpus(corpus, UNANSWERABLE, collection=COLLECTION))
    first, third = answered[0].asked, answered[2].asked
    for refused in _forgeries(first):
        yield refused
    yield await _updated(corpus, folder, first)
    yield await _erased(corpus, third)
    yield Traced(attributes=citation_attributes(answered[-1].asked.answer.citations))


async def _shelved(corpus: Corpus, folder: Path) -> Shelved:
    topics = _topics()
    for name, text in topics.items():
        (folder / f"{name}.rst").write_text(text, encoding="utf-8", newline="")
    stored = await ingest_files(corpus, files((folder,)), COLLECTION)
    return Shelved(
        documents=sum(each.status == STORED for each in stored),
        characters=sum(map(len, topics.values())),
        expected=len(topics),
    )


def _topics() -> dict[str, str]:
    from pydoc_data import topics

    return dict(topics.topics)


def _forgeries(asked: Asked) -> tuple[Refused, ...]:
    """Forge the answer in three ways, and see how each is refused."""
    answer = asked.answer.answer
    citation = answer.citations[0]
    invented = attrs.evolve(citation, citation_id="invented")
    foreign = attrs.evolve(citation, tenant=OTHER_TENANT)
    return (
        Refused(
            told="a claim without a source",
            expected="UncitedClaimError",
            error=_refusal(attrs.evolve(answer, claims=(Claim(text=SAID),)), asked),
        ),
        Refused(
            told="a claim with an invented citation",
            expected="UngroundedCitationError",
            error=_refusal(_resting_on(invented), asked),
        ),
        Refused(
            told="a claim with another tenant's citation",
            expected="TenantCrossingError",
            error=_refusal(_resting_on(foreign), asked),
        ),
    )


def _resting_on(citation: Citation) -> CitedAnswer:
    claim = Claim(text=SAID, citation_ids=(citation.citation_id,))
    return CitedAnswer(claims=(claim,), citations=(citation,))


def _refusal(answer: CitedAnswer, asked: Asked) -> str:
    try:
        check_grounding(answer, asked.retrieved.citations)
    except TesserixRagError as error:
        return type(error).__name__
    return ""


async def _updated(corpus: Corpus, folder: Path, asked: Asked) -> Updated:
    """Change a document that an answer cites, and resolve the citation again."""
    citation = asked.answer.citations[0]
    with (folder / citation.document_id).open("a", encoding="utf-8", newline="") as document:
        document.write(ADDED)
    await ingest_files(corpus, files((folder,)), COLLECTION)
    return Updated(citation=citation, found=await _resolved(corpus, citation))


async def _erased(corpus: Corpus, asked: Asked) -> Erased:
    """Erase a document that an answer cites, and resolve the citation again."""
    citation = asked.answer.citations[0]
    receipt = await erase(corpus, document_id=citation.document_id, reason=ErasureReason.RIGHT_TO_ERASURE)
    return Erased(citation=citation, receipt=receipt, found=await _resolved(corpus, citation))


async def _resolved(corpus: Corpus, citation: Citation) -> Resolution:
    (found,) = await CorpusResolver(corpus).resolve_many((citation,))
    return found
