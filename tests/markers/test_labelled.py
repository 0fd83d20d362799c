"""Answers of real systems that experts took apart: our claims are theirs, and so are the citations."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tesserix_rag.markers import parse_answer, scan
from tesserix_rag.markers.dialects import NUMERIC
from tests.markers.prose import cut_every, sources, streamed

PATH = Path(__file__).parents[3] / "shared" / "data" / "expertqa" / "rand_val_first_half.jsonl"

pytestmark = pytest.mark.skipif(not PATH.exists(), reason="the labelled answers are not here")

RETRIEVED = sources(99)
_MARKER = re.compile(r"[ \t]*\[([0-9]{1,3})\]")
# An expert's claim was cut between sentences of the whole answer: so it can begin or end with what belongs
# to a list, its bullet or number, or half of what makes a word bold.
_EDGE = re.compile(
    r"\A(?:[-*•]+|[0-9]{1,2}[.)])(?=\s)|(?:\A|(?<=\s))(?:[-*•]+|[0-9]{1,2}[.)]?)\Z|\A\W+|[*_]+\Z"
)


@cache
def answers() -> tuple[dict[str, Any], ...]:
    """Give the answers of all systems."""
    with PATH.open(encoding="utf-8") as file:
        return tuple(answer for line in file for answer in json.loads(line)["answers"].values())


def folded(text: str) -> str:
    """Give *text* without markers, with single blanks."""
    return " ".join(_MARKER.sub("", text).split())


def bare(text: str) -> str:
    """Give the letters and digits of *text*, without what belongs to the list around it."""
    before = ""
    text = folded(text)
    while before != text:
        before, text = text, _EDGE.sub("", text).strip()
    return "".join(each for each in text if each.isalnum())


@cache
def compared() -> Counter[str]:
    """Count the experts' claims that are claims of ours, and their citations that are attached to those."""
    counts: Counter[str] = Counter()
    for answer in answers():
        ours: dict[str, set[str]] = {}
        words: dict[str, set[str]] = {}
        for each in parse_answer(answer["answer_string"], RETRIEVED).claims:
            ours.setdefault(folded(each.text), set()).update(each.citation_ids)
            words.setdefault(bare(each.text), set()).update(each.citation_ids)
        for stated in (each["claim_string"] for each in answer["claims"]):
            counts["claims"] += 1
            counts["verbatim"] += folded(stated) in ours
            attached = ours.get(folded(stated), words.get(bare(stated)))
            if attached is not None:
                wanted = {f"c{number}" for number in _MARKER.findall(stated)}
                counts["found"] += 1
                counts["citations"] += len(wanted)
                counts["attached"] += len(wanted & attached)
            elif "\n" in stated.strip() or re.search(r"[:.] {2,}\S", stated):
                counts["missed: runs over lines"] += 1
            else:
                counts["missed: other"] += 1
    return counts


def test_the_claims_of_experts_are_claims():
    """Nearly all; the others run over the lines of a list, which are claims of their own here."""
    counts = compared()

    assert counts["claims"] > 600
    assert counts["found"] >= 0.97 * counts["claims"], counts
    assert counts["verbatim"] >= 0.85 * counts["claims"], counts
    assert counts["missed: other"] <= 0.01 * counts["claims"], counts


def test_the_citations_of_experts_are_attached():
    counts = compared()

    assert counts["citations"] > 500
    assert counts["attached"] >= 0.98 * counts["citations"], counts


def test_every_marker_that_a_system_wrote_is_found():
    """None of these answers has code or a subscript."""
    written = [match.start(1) - 1 for each in answers() for match in _MARKER.finditer(each["answer_string"])]
    found = [marker.span.start for each in answers() for marker in scan(each["answer_string"], NUMERIC)]

    assert len(written) > 600
    assert found == written


def test_real_answers_are_the_same_in_pieces():
    for at, answer in enumerate(answers()):
        streamed(cut_every(answer["answer_string"], 1 + at % 9), RETRIEVED)
