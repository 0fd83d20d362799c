"""Quotations of public data sets: found where the sets say, also when they are written another way."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tesserix_rag import Span
from tesserix_rag.evidence import FoldedText, Tier
from tesserix_rag.text.offsets import Unit, to_code_points
from tests.evidence.variations import CHANGED, WRITTEN

DATA = Path(__file__).parents[3] / "shared" / "data"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the public data sets are not here")

Answer = tuple[Span, str]


def squad(path: str, unit: Unit = Unit.CODE_POINTS) -> Iterator[tuple[str, list[Answer]]]:
    """Give each passage, and its answers with their places in code points."""
    for article in json.loads((DATA / path).read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            text = paragraph["context"]
            found = [each for question in paragraph["qas"] for each in question["answers"]]
            yield (
                text,
                [(_span(text, each["answer_start"], each["text"], unit), each["text"]) for each in found],
            )


def _span(text: str, start: int, answer: str, unit: Unit) -> Span:
    length = len(answer) if unit is Unit.CODE_POINTS else len(answer.encode("utf-16-le")) // 2
    return to_code_points(text, start, start + length, unit)


def qed() -> Iterator[tuple[str, list[Answer]]]:
    """Give each passage of QED, and its answers with their places."""
    with (DATA / "qed/qed-dev.jsonlines").open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            answers = [each for some in row["original_nq_answers"] for each in some]
            yield (
                row["paragraph_text"],
                [(Span(each["start"], each["end"]), each["string"]) for each in answers],
            )


SETS: dict[str, tuple[Callable[[], Iterator[tuple[str, list[Answer]]]], float]] = {
    "xquad en": (lambda: squad("xquad/xquad.en.json"), 0.997),
    "xquad ar": (lambda: squad("xquad/xquad.ar.json"), 0.98),
    "xquad th": (lambda: squad("xquad/xquad.th.json"), 0.998),
    "qed": (qed, 0.999),
    "cmrc2018": (lambda: squad("cmrc2018/squad_style_trial.json", Unit.UTF16), 0.999),
}


@pytest.mark.parametrize("name", SETS)
def test_answers_are_found_at_their_offset(name: str):
    """The rest begins or ends inside a word or a number; a repeat never goes unsaid."""
    passages, least = SETS[name]
    found = asked = 0
    for text, answers in passages():
        index = FoldedText(text)
        for span, answer in answers:
            asked += 1
            located = index.locate(answer, near=span.start)
            if located is None or located.tier is not Tier.EXACT or located.span != span:
                continue
            found += 1
            places = {each.start for each in (located.span, *located.others)}
            assert all(text[each : each + len(answer)] == answer for each in places)
            apart = re.finditer(rf"(?<![\w'’.,:/-]){re.escape(answer)}(?![\w'’.,:/%-])", text)
            if text.isascii() and answer[0].isalpha() and answer[-1].isalpha():
                assert {
                    each.start() for each in apart if text[each.start() - 1 : each.start()] in {"", " "}
                } <= places

    assert found >= least * asked


def quotations(passages: Iterator[tuple[str, list[Answer]]]) -> Iterator[tuple[FoldedText, str, int]]:
    """Give quotations of 6 to 14 words, with their places."""
    chance = random.Random(3)
    for text, _ in passages:
        words = [each.span() for each in re.finditer(r"\S+", text)]
        if len(words) < 20:
            continue
        first = chance.randrange(len(words) - 14)
        last = first + chance.randrange(6, 14)
        yield FoldedText(text), text[words[first][0] : words[last][1]], words[first][0]


@pytest.mark.parametrize("name", ["xquad en", "xquad ar", "xquad th", "qed"])
def test_quotations_written_another_way_are_found_exactly(name: str):
    """At least 99 of 100, and never with another span."""
    found = asked = 0
    for index, quote, start in islice(quotations(SETS[name][0]()), 500):
        for write in WRITTEN.values():
            asked += 1
            located = index.locate(write(quote), near=start)
            found += located is not None and located.tier > Tier.FUZZY
            if located is not None and located.tier > Tier.FUZZY:
                evidence = index.text[located.span.start : located.span.end]
                assert re.findall(r"\w.*\w", evidence) == re.findall(r"\w.*\w", quote)

    assert found >= 0.99 * asked


@pytest.mark.parametrize("name", ["xquad en", "xquad ar", "qed"])
def test_quotations_that_say_something_else_are_refused(name: str):
    """Not one is accepted."""
    for index, quote, _ in quotations(SETS[name][0]()):
        for change in CHANGED.values():
            changed = change(quote)
            if changed in index.text or not changed[-1].isalnum() or not changed[0].isalnum():
                continue
            located = index.locate(changed)
            assert located is None or located.tier is Tier.FUZZY


def test_quotations_of_people_are_told_from_near_misses():
    """Each that stands in its source is found, save small words alone and what begins inside a word."""
    refused: list[str] = []
    with (DATA / "quotesum/dev_first_half.jsonl").open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            for number, quote in re.findall(r"\[\s*(\d+)\s+(.*?)\s*\](?=\s|[.,;:!?]|$)", row["summary"]):
                source = row.get(f"source{number}", "")
                located = FoldedText(source).locate(quote)
                is_found = located is not None and located.tier > Tier.FUZZY
                assert quote in source or not is_found
                if quote in source and not is_found:
                    refused.append(quote)

    assert sorted(refused) == ["are", "he Second Red Scare", "in", "isual acuity", "isual acuity"]
