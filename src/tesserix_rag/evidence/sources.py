"""Passages as sentences that can be searched, each read only when it is needed."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from attrs import define, field, frozen

from tesserix_rag.evidence import wordlists as words
from tesserix_rag.evidence.languages import language_of, sentences
from tesserix_rag.evidence.lexemes import bare
from tesserix_rag.evidence.listing import listed
from tesserix_rag.evidence.reading import tokens
from tesserix_rag.evidence.statements import Kind, Token
from tesserix_rag.evidence.weighing import is_verb
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST_READ: Final = 4_000_000
"""How many code points of passages are read for one claim."""


@define(eq=False, slots=False)
class Sentence:
    """
    A sentence of a passage.

    Args:
        passage: Which passage, from 0.
        text: The whole passage.
        span: Where in it the sentence stands.
        language: The passage's language, if it is known.
        before: The sentence before it.
        after: The sentence behind it.
    """

    passage: int
    text: str = field(repr=False)
    span: Span
    language: str
    before: Sentence | None = field(default=None, repr=False)
    after: Sentence | None = field(default=None, repr=False)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """What it says."""
        return tokens(self.text, self.span, self.language)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words and ideographs in it."""
        return words_of(self.text[self.span.start : self.span.end])

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.text[: self.span.end].rstrip("\"'*_”’»)】」")[-1:] in {"?", "？", "؟"}

    @cached_property
    def is_taken_back(self) -> bool:
        """Whether the sentence behind it says that it is not so."""
        if self.after is None:
            return False
        head = [each.group().casefold() for each in _WORD.finditer(self.after.text, *self._start_of_next)][
            :_HEAD
        ]
        return bool(head) and head[0] in words.DEMONSTRATIVES and not words.DENIALS.isdisjoint(head)

    @property
    def _start_of_next(self) -> tuple[int, int]:
        span = self.after.span if self.after is not None else self.span
        return span.start, min(span.end, span.start + _HEAD_CHARS)

    @cached_property
    def resolved(self) -> tuple[Token, ...] | None:
        """What it says with the subject of the sentence before in place of the pronoun that it begins with."""
        if self.before is None or not self.tokens or self.tokens[0].key not in words.PRONOUNS:
            return None
        subject = _subject(self.before.tokens)
        return None if subject is None else (*subject, *self.tokens[1:])


_WORD: Final = re.compile(r"[^\W\d_]+")
_HEAD: Final = 8
_HEAD_CHARS: Final = 200
_LONGEST_SUBJECT: Final = 6


def _subject(said: Sequence[Token]) -> tuple[Token, ...] | None:
    """Give what a sentence is about, where it names nothing else that a pronoun may stand for."""
    end = next((at for at, each in enumerate(said[: _LONGEST_SUBJECT + 1]) if is_verb(each)), 0)
    subject = said[:end]
    if not subject or not any(each.kind is Kind.WORD for each in subject):
        return None
    if any(each.is_name for each in said[end:]) or any(each.kind not in _NAMING for each in subject):
        return None
    return None if subject[0].key in words.PRONOUNS else tuple(subject)


_NAMING: Final = frozenset({Kind.WORD, Kind.ARTICLE})


def words_of(text: str) -> frozenset[str]:
    """Give the words of a text, and the ideographs one by one."""
    found: list[str] = _ANY.findall(bare(text))
    return frozenset(words.EQUALS.get(each, each) for each in found)


_ANY: Final = re.compile(
    "[\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\W\\d_\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)


@frozen
class Sources:
    """
    The sentences of some passages.

    Args:
        sentences: All of them, passage by passage.
        unread: The first passage that was too much to read; nothing, if all were read.
    """

    sentences: tuple[Sentence, ...] = field(repr=False)
    unread: int | None = None

    def within(self, text: str, language: str) -> Iterator[Sentence]:
        """Give the sentences of a language that have no word that *text* has not."""
        known, digits = words_of(text), _digits(text)
        return (
            each
            for each in self.sentences
            if each.language == language
            and each.words <= known
            and _digits(each.text[each.span.start : each.span.end]) in digits
        )

    def nearest(self, said: Iterable[Token], text: str, most: int) -> list[Sentence]:
        """Give the sentences that have the most words of a statement, best first; of equals the first."""
        wanted: frozenset[str] = frozenset()
        for each in said:
            wanted |= words_of(text[each.start : each.end]) if each.weighs else frozenset()
        wanted -= _COMMON
        counts = [(len(each.words & wanted), each) for each in self.sentences]
        least = max(1, int(len(wanted) * _LEAST_SHARE)) if wanted else 0
        near = [(count, each) for count, each in counts if count >= least]
        return [each for _, each in sorted(near, key=lambda found: -found[0])[:most]]


def _digits(text: str) -> str:
    return "".join(str(int(each)) for each in text if each.isdecimal())


_LEAST_SHARE: Final = 0.3
_COMMON: Final = frozenset(
    listed("the of and is are was were in on at to a an der die das und ist le la les et est el los y de")
)


def sources_of(passages: Sequence[str]) -> Sources:
    """Take passages apart, as far as they may be read."""
    found: list[Sentence] = []
    left = MOST_READ
    for at, passage in enumerate(passages):
        left -= len(passage)
        if left < 0:
            return Sources(tuple(found), at)
        found.extend(_sentences(at, passage))
    return Sources(tuple(found))


def _sentences(passage: int, text: str) -> Iterator[Sentence]:
    language = language_of(text)
    before: Sentence | None = None
    for span in sentences(text, language):
        sentence = Sentence(passage, text, span, language, before)
        if before is not None:
            before.after = sentence
        before = sentence
        yield sentence
