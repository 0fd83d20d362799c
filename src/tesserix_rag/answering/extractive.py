"""The answerer that needs no model: it says what the passages say, word for word."""

from __future__ import annotations

import asyncio
import math
import re
import string
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag._discretion import discreet_async
from tesserix_rag.citing import merge_citations
from tesserix_rag.ids import is_text
from tesserix_rag.passages import passages
from tesserix_rag.places import Span
from tesserix_rag.records import Citation, CitedAnswer, Claim, Quote
from tesserix_rag.retrieval import RetrievalResult
from tesserix_rag.text.sentences import sentence_spans
from tesserix_rag.text.words import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_CLAIMS: Final = 3

_ENOUGH: Final = 0.5
"""The share of a question, by weight, that a sentence has to speak of."""

_NEARLY: Final = 0.75
"""The share of the best sentence's cover that a further one needs."""

_ROUNDING: Final = 1e-9

_FEWEST_ASKED: Final = 2
_FEWEST_WORDS: Final = 3
_LONGEST: Final = 600
_MOST_PUNCTUATION: Final = 0.25

_FUNCTION_WORDS: Final = frozenset(
    terms(
        "a about an are as at be been being by can could describe did do does explain for from had "
        "happen happens has have how i in is it its may me mean means might must of on one should "
        "tell than that the their them there these they this those to was we were what when where "
        "which who whom whose why will work works would you your"
    )
)

# Sentence_Terminal of the Unicode Character Database without its question marks, the
# ellipsis, and the letters of Thai and Lao, which close a sentence with a blank.
_ENDS: Final = re.compile(
    "[.!\u2026\u0589\u06d4\u0700-\u0702\u07f9\u0964\u0965\u104a\u104b\u1362\u166e\u17d4\u17d5\u1803"
    "\u1809\u203c\u2e3c\u3002\ua4ff\uff01\uff0e\uff61\u0e01-\u0e4e\u0e81-\u0ece]"
    "[\"'*_)\\]\u00bb\u2019\u201d\u203a\u3009\u300b\u300d\u300f\u3011\uff09\uff63]*$"
)
# What may stand at the beginning of a line and belongs to no sentence.
_STRUCTURE: Final = re.compile(
    r"^[^\S\n]*(?:"
    r"#{1,6}[^\S\n][^\n]*"
    r"|([=\-~^\"'`*+#:.<>_])\1{2,}[^\S\n]*$"
    r"|(?:>>>|\.\.[^\S\n]|```|~~~)[^\n]*"
    r"|(?:[-*+•‣>|]|\(?[0-9]{1,3}[.)]|\[[0-9]{1,3}\]|[*_)\]\"'’”]+)[^\S\n]+"
    r")",
    re.MULTILINE,
)
_RULED: Final = re.compile(r"[^\S\n]*\n[^\S\n]*([=\-^\"*#+])\1{2,}[^\S\n]*$", re.MULTILINE)
_EMPHASIS: Final = re.compile(r"\*+")
_FENCE: Final = re.compile(r"^[^\S\n]*(?:```|~~~)", re.MULTILINE)
_DEEPER: Final = re.compile(r"[^\n]*\n([^\S\n]+)(?=\S)")
_MARGIN: Final = 80
_COLUMNS: Final = re.compile(r"\S[^\S\n]{3,}\S")
_VOWEL: Final = re.compile("[aeiouy]")
_SHORTEST_STEM: Final = 3


@frozen(kw_only=True)
class _Sentence:
    """
    A sentence that may answer.

    Args:
        citation: The passage that it is in.
        text: Its exact characters.
        start: Where in the passage it begins.
        placed: Whether a place in the passage is also one in the document.
        words: What it speaks of.
    """

    citation: Citation
    text: str = field(repr=False)
    start: int
    placed: bool
    words: frozenset[str] = field(repr=False)


@discreet_async
async def extractive_answer(
    question: str,
    result: RetrievalResult,
    citations: tuple[Citation, ...],
    feedback: str = "",  # noqa: ARG001 - a second try could say nothing else
) -> CitedAnswer:
    """
    Answer with the few retrieved sentences that speak of what the question asks, word for word.

    It compares words and understands none: a small default that never invents, and that refuses,
    with an answer without claims, where no sentence speaks of most of the question.

    Raises:
        ConfigurationError: If one citation id names two passages.
    """
    return await asyncio.to_thread(_answer, question, result, citations)


def _answer(question: str, result: RetrievalResult, citations: tuple[Citation, ...]) -> CitedAnswer:
    asked = _content(question)
    found = tuple(_candidates(result, merge_citations(citations))) if asked else ()
    best = _best(found, _weights(asked, found))
    used = {each.citation.citation_id: each.citation for each in best}
    return CitedAnswer(claims=tuple(map(_claim, best)), citations=tuple(used.values()))


def _claim(sentence: _Sentence) -> Claim:
    """Say what *sentence* says."""
    citation = sentence.citation
    start = citation.span.start + sentence.start
    quote = Quote(
        citation_id=citation.citation_id,
        text=sentence.text,
        span=Span(start, start + len(sentence.text)) if sentence.placed else None,
    )
    return Claim(
        text=_as_read(sentence.text),
        citation_ids=(citation.citation_id,),
        quotes=(quote,),
    )


def _best(found: Sequence[_Sentence], weights: Mapping[str, float]) -> list[_Sentence]:
    """Choose the sentences that cover the most of what was asked; of equals the first found."""
    covers = [sum(weights[word] for word in weights if word in each.words) for each in found]
    whole = sum(weights.values())
    enough = max(_ENOUGH * whole, _NEARLY * max(covers, default=0.0)) - _ROUNDING
    fewest = min(_FEWEST_ASKED, len(weights))
    different: dict[str, _Sentence] = {}
    for at in sorted(range(len(found)), key=lambda at: -covers[at]):
        if covers[at] >= enough and len(found[at].words & weights.keys()) >= fewest:
            different.setdefault(_as_read(found[at].text), found[at])
    return list(different.values())[:MOST_CLAIMS]


def _as_read(text: str) -> str:
    return " ".join(text.split())


def _weights(asked: frozenset[str], found: Sequence[_Sentence]) -> dict[str, float]:
    """Weigh what was asked: the fewer sentences speak of a word, the more it says."""
    spoken = Counter(word for each in found for word in asked & each.words)
    # A pair of characters need not be a word, so one that nobody uses says less.
    least = {word: 1 if " " in word else 0 for word in asked}
    return {word: math.log1p((len(found) + 1) / (max(spoken[word], least[word]) + 1)) for word in sorted(asked)}


def _candidates(result: RetrievalResult, citations: tuple[Citation, ...]) -> Iterator[_Sentence]:
    """Give the sentences of all passages, in the order of their ranks."""
    texts = passages(result, citations)
    for citation in citations:
        text = texts.get(citation.citation_id, "")
        if not is_text(text):
            continue
        placed = len(text) == citation.span.length
        for span in _statements(text):
            quoted = text[span.start : span.end]
            yield _Sentence(
                citation=citation,
                text=quoted,
                start=span.start,
                placed=placed,
                words=_content(quoted),
            )


def _statements(text: str) -> Iterator[Span]:
    """Give where the sentences of *text* stand that state something."""
    fences = [each.start() for each in _FENCE.finditer(text)]
    for at, whole in enumerate(sentence_spans(text)):
        span = _without_term(text, _without_structure(text, whole))
        is_code = bisect_left(fences, span.start) % 2 == 1
        is_cut = at == 0 and text[span.start : span.start + 1].islower()
        is_heading = _RULED.match(text, span.end) is not None
        if is_code or is_cut or is_heading:
            continue
        if _is_statement(text[span.start : span.end]):
            yield span


def _without_structure(text: str, span: Span) -> Span:
    """Give what is left of *span* behind its last heading, rule, list marker or open emphasis."""
    piece = text[span.start : span.end]
    start = max((each.end() for each in _STRUCTURE.finditer(piece)), default=0)
    start = len(piece) - len(piece[start:].lstrip())
    emphasis = _EMPHASIS.match(piece, start)
    if emphasis and piece.count(emphasis[0], start) % 2:
        start = emphasis.end()
    return Span(span.start + start, span.end)


def _without_term(text: str, span: Span) -> Span:
    """Give what is left of *span* behind a line that names what the deeper lines define."""
    margin = text[max(0, span.start - _MARGIN) : span.start].rpartition("\n")[2]
    deeper = _DEEPER.match(text, span.start, span.end)
    if deeper is None or margin.strip() or len(deeper[1]) <= len(margin):
        return span
    if not text[deeper.end()].isupper():
        return span
    return Span(deeper.end(), span.end)


def _is_statement(text: str) -> bool:
    """Whether *text* reads as one whole sentence of words, and asks nothing."""
    if len(text) > _LONGEST or not _ENDS.search(text) or _COLUMNS.search(text):
        return False
    punctuation = sum(map(text.count, string.punctuation))
    return punctuation <= _MOST_PUNCTUATION * len(text) and len(terms(text)) >= _FEWEST_WORDS


def _content(text: str) -> frozenset[str]:
    """Give what *text* speaks of: its words without the ones that only hold it together."""
    return frozenset(_folded(word) for word in terms(text) if word not in _FUNCTION_WORDS)


def _folded(word: str) -> str:
    """Take the ending off an English word; others stay, or lose the same wherever they stand."""
    if not word.isascii() or not word.isalpha():
        return word
    stem = _without(_without(word, "s"), "ing", "ed", "ion")
    stem = stem.rstrip("e") or stem
    if stem.endswith("y"):
        return f"{stem[:-1]}i"
    return stem[:-1] if stem[-2:-1] == stem[-1:] else stem


def _without(word: str, *endings: str) -> str:
    for ending in endings:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM and _VOWEL.search(stem):
            return stem
    return word
