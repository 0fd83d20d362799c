"""How often parser, quotation finder and fact check are right on labelled data, as a page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from inputs import citation
from quotations import PROSE, written_otherwise

from tesserix_rag.evidence import FoldedText, Tier, Verdict, check_facts, locate
from tesserix_rag.markers import parse_answer
from tesserix_rag.text.offsets import Unit, to_code_points

DATA: Final = Path(__file__).parents[2] / "shared" / "data"
PAGE: Final = Path(__file__).parents[1] / "docs" / "explanation" / "accuracy.md"

_MARKER: Final = re.compile(r"[ \t]*\[([0-9]{1,3})\]")
_QUOTED: Final = re.compile(r"\[ ([1-8]) (.+?) \]")
_DIGIT: Final = re.compile(r"[0-9]")
_MOST: Final = 120
_LONG: Final = 400
_RETRIEVED: Final = tuple(map(citation, range(99)))


@frozen
class Line:
    """
    A line of the page.

    Args:
        data: The labelled set.
        what: What was counted.
        right: How often it was right.
        total: Of how many.
    """

    data: str
    what: str
    right: int
    total: int

    def __str__(self) -> str:
        share = f"{1000 * self.right // self.total / 10:.1f} %" if self.total else "none"
        return f"| {self.data} | {self.what} | {self.right:,} of {self.total:,} | {share} |"


def lines() -> list[Line]:
    """Measure."""
    return [*_answers(), *_quotations(), *_offsets(), *_written(), *_sentences()]


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with (DATA / name).open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def _answers() -> Iterator[Line]:
    """Compare our claims with those of experts, letter by letter."""
    claims = found = citations = attached = 0
    for row in _rows("expertqa/rand_val_first_half.jsonl"):
        for answer in row["answers"].values():
            ours: dict[str, set[str]] = {}
            for each in parse_answer(answer["answer_string"], _RETRIEVED).claims:
                ours.setdefault(_letters(each.text), set()).update(each.citation_ids)
            for stated in (each["claim_string"] for each in answer["claims"]):
                claims += 1
                named = ours.get(_letters(stated))
                if named is not None:
                    wanted = {_RETRIEVED[int(each) - 1].citation_id for each in _MARKER.findall(stated)}
                    found += 1
                    citations += len(wanted)
                    attached += len(wanted & named)
    yield Line("expertqa", "experts' claims that are claims", found, claims)
    yield Line("expertqa", "citations of those that are attached to them", attached, citations)


def _letters(text: str) -> str:
    bare = re.sub(
        r"\A\s*(?:[-*•]|[0-9]{1,2}[.)])\s|\s(?:[-*•]+|[0-9]{1,2}[.)]?)\s*\Z", " ", _MARKER.sub("", text)
    )
    return "".join(each for each in bare if each.isalnum())


def _quotations() -> Iterator[Line]:
    """Compare with plain search: what the source has is to be found, and what it has not is not."""
    true = accepted = false = refused = 0
    for row in _rows("quotesum/dev_first_half.jsonl"):
        for number, quote in _QUOTED.findall(row["summary"]):
            source = row[f"source{number}"]
            is_there = _has_words(source, quote)
            is_found = _passes(quote, source)
            true += is_there
            accepted += is_there and is_found
            false += not is_there
            refused += not is_there and not is_found
    yield Line("quotesum", "quotations that the source has, accepted", accepted, true)
    yield Line("quotesum", "quotations that it has not word for word, refused", refused, false)


def _disputed() -> list[str]:
    """Give what is refused although plain search finds it, each once."""
    rows = [
        (quote, row[f"source{number}"])
        for row in _rows("quotesum/dev_first_half.jsonl")
        for number, quote in _QUOTED.findall(row["summary"])
    ]
    found = {quote for quote, source in rows if _has_words(source, quote) and not _passes(quote, source)}
    return sorted(found)


def _has_words(source: str, quote: str) -> bool:
    """Whether plain search finds the words of a quotation, whatever their case and the blanks between them."""
    words = re.escape(" ".join(quote.split()))
    return re.search(rf"(?<!\w){words}(?!\w)", " ".join(source.split()), re.IGNORECASE) is not None


def _passes(quote: str, source: str) -> bool:
    found = locate(quote, source)
    return found is not None and found.tier > Tier.FUZZY


def _offsets() -> Iterator[Line]:
    """Look for answers at the offsets that the sets give."""
    for language in ("en", "ar", "th"):
        places = _squad(DATA / "xquad" / f"xquad.{language}.json", None)
        yield _at_offsets(f"xquad, {language}", places)
    places = _squad(DATA / "cmrc2018" / "squad_style_trial.json", Unit.UTF16)
    yield _at_offsets("cmrc2018, UTF-16", places)
    yield _at_offsets("qed", _qed())


def _squad(path: Path, unit: Unit | None) -> Iterator[tuple[str, str, int]]:
    for article in json.loads(path.read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                for each in question["answers"]:
                    context, text, at = paragraph["context"], each["text"], each["answer_start"]
                    if unit is not None:
                        at = to_code_points(context, at, at, unit).start
                    yield context, text, at


def _qed() -> Iterator[tuple[str, str, int]]:
    for row in _rows("qed/qed-dev.jsonlines"):
        for answers in row["original_nq_answers"]:
            for each in answers:
                yield row["paragraph_text"], each["string"], each["start"]


def _at_offsets(data: str, places: Iterator[tuple[str, str, int]]) -> Line:
    right = total = 0
    known: dict[str, FoldedText] = {}
    for context, text, at in places:
        folded = known.setdefault(context, FoldedText(context))
        found = folded.locate(text, near=at)
        total += 1
        right += found is not None and found.span.start == at and context[at : found.span.end] == text
    return Line(data, "answers found at their offset", right, total)


def _written() -> Iterator[Line]:
    """Write quotations in other ways that say the same, and look for them."""
    what = "quotations written another way, found with their exact span"
    for language in ("en", "ar", "th"):
        places = _squad(DATA / "xquad" / f"xquad.{language}.json", None)
        yield Line(f"xquad, {language}", what, *written_otherwise(_longer(places), 2))
    places = _squad(DATA / "cmrc2018" / "squad_style_trial.json", Unit.UTF16)
    yield Line("cmrc2018", what, *written_otherwise(_longer(places), 2))
    for language, text in PROSE.items():
        yield Line(f"our prose, {language}", what, *written_otherwise([text.strip()], _MOST))


def _longer(places: Iterator[tuple[str, str, int]]) -> list[str]:
    return [each for each in dict.fromkeys(context for context, _, _ in places) if len(each) > _LONG][:_MOST]


def _sentences() -> Iterator[Line]:
    """Take sentences of a passage as claims: as they are, with another figure, and for another passage."""
    counts = dict.fromkeys(("same", "changed", "other", "figures", "sentences"), 0)
    before = ""
    for row in _rows("clapnq/clapnq_dev_answerable.jsonl"):
        passage = row["passages"][0]["text"]
        for claim in row["output"][0]["selected_sentences"]:
            counts["sentences"] += 1
            counts["same"] += check_facts(claim, [passage]).verdict is Verdict.SUPPORTED
            counts["other"] += check_facts(claim, [before]).verdict is not Verdict.SUPPORTED
            changed = _DIGIT.sub(lambda digit: str((int(digit[0]) + 1) % 10), claim)
            if changed != claim:
                counts["figures"] += 1
                counts["changed"] += check_facts(changed, [passage]).verdict is not Verdict.SUPPORTED
        before = passage
    yield Line("clapnq", "sentences of a passage that it supports", counts["same"], counts["sentences"])
    yield Line("clapnq", "the same for another passage: not supported", counts["other"], counts["sentences"])
    yield Line("clapnq", "the same with other figures: not supported", counts["changed"], counts["figures"])


def page(measured: list[Line], disputed: list[str], commit: str, date: str) -> str:
    """Give the page."""
    table = "\n".join(map(str, measured))
    words = ", ".join(f"*{each}*" for each in disputed) or "nothing"
    return f"""# Accuracy on labelled data

What the parser, the quotation finder and the fact check get right on public data that others labelled.
`make bench` writes this page; this one is of {date}, commit `{commit}`.

| data | what was counted | right | share |
|---|---|---|---|
{table}

These are figures about these sets, the first half of some of them, and no promise about other data. Experts cut
claims otherwise than at sentences now and then. What plain search does not find word for word may still be in a
source, in other spelling; and what stands inside a longer word, or in a number, is refused on purpose: three
quotations of quotesum lack the first letter of their first word. Disputed are those that plain search finds and
we refuse: {words}. A small word alone stands everywhere, so that it says nothing about where it is from.
A sentence that a passage holds word for word is the easiest claim there is: what the fact check says of
paraphrases is told in [Support](support.md).

- **expertqa**: answers of six systems with markers, cut into claims by experts (MIT).
- **quotesum**: summaries with quotations of numbered sources (CC BY-SA 4.0).
- **xquad**, **cmrc2018**, **qed**: answers with offsets, in code points, in UTF-16 units, and in code points.
- **our prose**: texts of forty lines each, written for this test. Each quotation is written in upper and lower
  case, with other blanks, lines, marks and dashes, in other Unicode forms, with characters that do not show,
  with entities, ligatures, full-width forms, hyphens at line ends and emphasis; and then its passage is.
- **clapnq**: passages, and the sentences of them that answer a question (Apache-2.0).
"""


def write() -> None:
    """Write the page, if the data are there."""
    if not DATA.exists():
        print("The labelled data are not here: the page on accuracy stays as it is.", file=sys.stderr)
        return
    git: Callable[..., subprocess.CompletedProcess[str]] = subprocess.run
    found = git(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    made = page(lines(), _disputed(), found.stdout.strip(), f"{datetime.now(UTC):%Y-%m-%d}")
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    write()
