"""What a claim states, compared with passages without a model: figures, names, order, and what turns them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, cast

from attrs import define, field, frozen

from tesserix_rag._discretion import discreet
from tesserix_rag._fields import in_order
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.evidence.languages import language_of, sentences
from tesserix_rag.evidence.parts import Part, forms, leans_on_before, rest_of, splits
from tesserix_rag.evidence.reading import tokens
from tesserix_rag.evidence.reports import Evidence, FactCode, FactFinding, FactReport, Verdict
from tesserix_rag.evidence.sources import Sentence, Sources, sources_of
from tesserix_rag.evidence.statements import Token
from tesserix_rag.evidence.weighing import Difference, Weighed, weighed
from tesserix_rag.ids import is_text
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_CLAIM: Final = 10_000
"""How many code points a claim may have."""

_NEAREST: Final = 8
_MOST_CELLS: Final = 500_000
_MOST_LOOKS: Final = 48
_MOST_TOKENS: Final = 250
_MOST_PARTS: Final = 8
_DEEPEST: Final = 2
_CERTAIN: Final = 2


@discreet
def check_facts(claim_text: str, passages: Sequence[str]) -> FactReport:
    """
    Compare what a claim states with passages, and say whether they state it, too.

    It is supported only where all that it states stands together, in the same order, in one sentence, or part
    by part in several; contradicted where the same thing stands there otherwise. What cannot be laid side by
    side is unverified: words in common are no support. It compares and does not understand, and proves nothing
    about whether a passage is true.

    Args:
        claim_text: One statement, of at most 10,000 code points; a longer one is unverified.
        passages: What it is said to rest on; 4,000,000 code points of them are read.

    Returns:
        The verdict, and where and how the claim differs from what comes nearest; offsets count code points of
        the claim and of the passages as they were given.

    Raises:
        ConfigurationError: If the claim is no text, or the passages are no sequence of texts.
    """
    texts = _checked(claim_text, passages)
    if len(claim_text) > MOST_CLAIM:
        return _unverified(FactCode.TOO_LONG, claim_text)
    return _Comparison(claim_text, sources_of(texts)).report()


def _checked(claim_text: object, passages: Sequence[object]) -> tuple[str, ...]:
    if not is_text(claim_text):
        raise ConfigurationError("a claim is a text that can be written as UTF-8")
    texts = in_order(passages)
    if type(texts) is not tuple or not all(map(is_text, texts)):
        raise ConfigurationError("passages are a sequence of texts that can be written as UTF-8")
    return cast("tuple[str, ...]", texts)


def _unverified(code: FactCode, text: str) -> FactReport:
    finding = FactFinding(code=code, claim=Span(0, len(text)))
    return FactReport(verdict=Verdict.UNVERIFIED, findings=(finding,))


@frozen
class _Match:
    """A part of a claim beside the sentence that comes nearest to it."""

    part: Part
    sentence: Sentence
    weighed: Weighed

    @property
    def verdict(self) -> Verdict:
        return self.weighed.verdict


@define
class _Comparison:
    """
    One claim and its sources, and how much work may still be done for it.

    Args:
        text: The claim.
        sources: Its sources.
        cells: How many pairs of tokens may still be laid side by side.
        looks: How often the nearest sentences may still be looked for.
    """

    text: str = field(repr=False)
    sources: Sources
    cells: int = _MOST_CELLS
    looks: int = _MOST_LOOKS

    def report(self) -> FactReport:
        """Compare all of it."""
        language = self._language()
        said = [tokens(self.text, each, language) for each in sentences(self.text, language)]
        statements = [each for each in said if any(token.weighs for token in each)]
        if not statements:
            return _unverified(FactCode.NOT_FOUND, self.text)
        verbatim = self._verbatim()
        if verbatim is not None:
            return FactReport(verdict=Verdict.SUPPORTED, evidence=(verbatim,))
        return self._in_parts(statements)

    def _language(self) -> str:
        """Give the language of the claim; a short one is taken to be in that of its sources."""
        of_sources = next((each.language for each in self.sources.sentences if each.language), "")
        return language_of(self.text, least=_CERTAIN) or of_sources or language_of(self.text)

    def _in_parts(self, statements: Sequence[Sequence[Token]]) -> FactReport:
        if len(statements) > _MOST_PARTS or max(map(len, statements)) > _MOST_TOKENS:
            return _unverified(FactCode.TOO_LONG, self.text)
        matches: list[_Match | None] = []
        for each in statements:
            matches.extend(self._settled(Part(tuple(each)), matches[-1] if matches else None, 0))
        return self._reported(matches)

    def _verbatim(self) -> Evidence | None:
        """Find sentences that are the claim, word for word, when it is read in their language."""
        written = self.text.strip().rstrip(_STOPS)
        for language in dict.fromkeys(each.language for each in self.sources.sentences):
            whole = self._read(language)
            near = self.sources.within(self.text, language)
            # What is written alike comes before what only says the same, such as 1.50 and 1.5.
            for start in sorted(near, key=lambda each: not each.text.startswith(written, each.span.start)):
                end = _runs_to(whole, start)
                if end is not None and (self._asks() or not start.asks) and not end.is_taken_back:
                    span = Span(start.span.start, end.span.end)
                    return Evidence(claim=_spanned(whole), passage=start.passage, span=span)
        return None

    def _read(self, language: str) -> tuple[Token, ...]:
        spans = sentences(self.text, language)
        return tuple(chain.from_iterable(tokens(self.text, each, language) for each in spans))

    def _asks(self) -> bool:
        return self.text.rstrip().endswith(("?", "？", "؟"))

    def _settled(self, part: Part, before: _Match | None, depth: int) -> list[_Match | None]:
        """Find what says a part: one sentence, or one for each of the statements in it."""
        match = self._nearest(part, before)
        if (match is not None and match.verdict is Verdict.SUPPORTED) or depth > _DEEPEST:
            return [match]
        for left, joint in splits(part):
            first = self._nearest(left, before)
            if first is None or first.verdict is not Verdict.SUPPORTED:
                continue
            for rest in rest_of(part, left, joint):
                found = self._settled(rest, first, depth + 1)
                if all(each is not None and each.verdict is Verdict.SUPPORTED for each in found):
                    return [first, *found]
        return [match]

    def _nearest(self, part: Part, before: _Match | None) -> _Match | None:
        """Find the sentence that comes nearest to a part."""
        best: _Match | None = None
        self.looks -= 1
        if self.looks < 0:
            return None
        for sentence in self.sources.nearest(part.said, self.text, _NEAREST):
            if not _may_say(part, sentence, before):
                continue
            for claim, source in forms(part.said, sentence):
                self.cells -= len(claim) * len(source)
                if self.cells < 0:
                    return None
                result = weighed(claim, source)
                if result is None:
                    continue
                match = _Match(part, sentence, _doubted(result, sentence))
                if match.verdict is Verdict.SUPPORTED:
                    return match
                best = match if best is None or _rank(match) > _rank(best) else best
        return best

    def _reported(self, matches: Sequence[_Match | None]) -> FactReport:
        verdicts = {Verdict.UNVERIFIED if each is None else each.verdict for each in matches}
        if verdicts == {Verdict.SUPPORTED}:
            evidence = tuple(map(_evidence, filter(None, matches)))
            return FactReport(verdict=Verdict.SUPPORTED, evidence=evidence)
        findings = tuple(chain.from_iterable(_findings(each, self.text) for each in matches))
        if self.sources.unread is not None:
            whole = Span(0, len(self.text))
            findings += (FactFinding(code=FactCode.TOO_LONG, claim=whole, passage=self.sources.unread),)
        is_denied = Verdict.CONTRADICTED in verdicts
        return FactReport(verdict=Verdict.CONTRADICTED if is_denied else Verdict.UNVERIFIED, findings=findings)


_STOPS: Final = ".!?。！？؟"


def _runs_to(whole: Sequence[Token], start: Sentence) -> Sentence | None:
    """Give the sentence with which a run of sentences ends that begins at *start* and is the whole claim."""
    at, sentence = 0, start
    while True:
        said = sentence.tokens
        if len(said) > len(whole) - at or not all(a.says(b) for a, b in zip(whole[at:], said, strict=False)):
            return None
        at += len(said)
        if at == len(whole):
            return sentence
        if sentence.after is None:
            return None
        sentence = sentence.after


def _may_say(part: Part, sentence: Sentence, before: _Match | None) -> bool:
    """Whether a sentence can be about what a part is about, which may be named only in the part before."""
    if sentence.asks:
        return False
    if before is None or not (leans_on_before(part.said) or part.is_unnamed):
        return True
    if sentence.passage != before.sentence.passage:
        return False
    return part.is_unnamed or sentence in {before.sentence, before.sentence.after}


def _doubted(result: Weighed, sentence: Sentence) -> Weighed:
    """Take support back where the next sentence does."""
    if result.verdict is not Verdict.SUPPORTED or not sentence.is_taken_back:
        return result
    taken = Difference(FactCode.TAKEN_BACK, None, result.first)
    return Weighed(Verdict.UNVERIFIED, (taken,), result.first, result.last, result.said)


def _rank(match: _Match) -> tuple[bool, float]:
    return match.verdict is Verdict.CONTRADICTED, match.weighed.said


def _spanned(said: Sequence[Token]) -> Span:
    return Span(min(each.start for each in said), max(each.end for each in said))


def _evidence(match: _Match) -> Evidence:
    first, last = match.weighed.first, match.weighed.last
    span = Span(min(first.start, last.start), max(first.end, last.end))
    return Evidence(claim=_spanned(match.part.own), passage=match.sentence.passage, span=span)


def _findings(match: _Match | None, text: str) -> Iterator[FactFinding]:
    if match is None:
        yield FactFinding(code=FactCode.NOT_FOUND, claim=Span(0, len(text)))
        return
    for each in match.weighed.differences:
        claim = _spanned(match.part.own) if each.claim is None else Span(each.claim.start, each.claim.end)
        span = None if each.source is None else Span(each.source.start, each.source.end)
        yield FactFinding(code=each.code, claim=claim, passage=match.sentence.passage, span=span)
