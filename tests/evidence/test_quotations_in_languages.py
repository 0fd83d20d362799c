"""Quotations in many languages: found where they stand, however they or their passage are written."""

from __future__ import annotations

import re

import pytest

from tesserix_rag.evidence import FoldedText, Tier
from tests.evidence.prose import PROSE
from tests.evidence.variations import CHANGED, WRITTEN, quotations

QUOTATIONS = 12
AROUND = 200
LEAST = 0.99


def words(text: str) -> str:
    """Give *text* without the marks and blanks around it."""
    return re.sub(r"\A[\W_]+|[\W_]+\Z", "", text)


def found_in(text: str, quote: str, near: int) -> str | None:
    """Give the words of the passage *text* that pass for *quote*, or nothing."""
    located = FoldedText(text).locate(quote, near=near)
    if located is None or located.tier is Tier.FUZZY:
        return None
    assert abs(located.span.start - near) <= len("&#8222;**")
    return words(text[located.span.start : located.span.end])


@pytest.mark.parametrize("language", PROSE)
def test_a_quotation_written_another_way_is_found_exactly(language: str):
    """At least 99 of 100, and never with another span."""
    text = PROSE[language].strip()
    places = list(quotations(text, 5, QUOTATIONS))
    found = 0
    for start, end in places:
        for write in WRITTEN.values():
            evidence = found_in(text, write(text[start:end]), start)
            found += evidence is not None
            assert evidence in {None, words(text[start:end])}

    assert found >= LEAST * len(places) * len(WRITTEN)


@pytest.mark.parametrize("language", PROSE)
def test_a_quotation_is_found_in_a_passage_written_another_way(language: str):
    """At least 99 of 100, and never with another span."""
    text = PROSE[language].strip()
    places = list(quotations(text, 7, QUOTATIONS))
    found = 0
    for start, end in places:
        before, quote, behind = text[max(0, start - AROUND) : start], text[start:end], text[end : end + AROUND]
        for write in WRITTEN.values():
            evidence = found_in(f"{before}{write(quote)}{behind}", quote, len(before))
            found += evidence is not None
            assert evidence in {None, words(write(quote))}

    assert found >= LEAST * len(places) * len(WRITTEN)


@pytest.mark.parametrize("language", PROSE)
def test_a_quotation_that_says_something_else_is_refused(language: str):
    """Not one is accepted; in Japanese a quotation may begin anywhere."""
    text = PROSE[language].strip()
    index = FoldedText(text)
    for start, end in quotations(text, 11, 5 * QUOTATIONS):
        quote = text[start:end]
        for name, change in CHANGED.items():
            if name == "middle of a word" and (language == "ja" or not quote[:2].isalpha()):
                continue
            changed = change(quote)
            located = index.locate(changed, near=start)
            assert changed == quote or located is None or located.tier is Tier.FUZZY
