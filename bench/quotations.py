"""Kinds of quotations that checkers get wrong, the checkers that are installed, and other ways to write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Final

from tesserix_rag.evidence import FoldedText, Tier, locate

_TESTS: Final = Path(__file__).parents[1] / "tests" / "evidence"
PROSE: Final[dict[str, str]] = run_path(str(_TESTS / "prose.py"))["PROSE"]
_VARIED: Final = run_path(str(_TESTS / "variations.py"))
_AROUND: Final = 200

RULE: Final = "The grant is 4,200 euros a year, and it’s paid to every student who asked in May."
LONG: Final = f"{'Other things are said here first. ' * 30_000}{RULE}"

TRUE: Final[dict[str, tuple[str, str]]] = {
    "exact": ("paid to every student", RULE),
    "signs of patterns": ("40% (est", "it was up 40% (est.) now"),
    "in a megabyte": ("paid to every student", LONG),
    "NBSP": ("4,200 euros a year", "it is 4,200\u00a0euros a\u00a0year"),
    "newline": ("paid to every student", "it is paid to\nevery student"),
    "Han": ("法律规定的期限", "中国法律规定的期限为三年"),
    "case": ("THE GRANT IS 4,200 EUROS", RULE),
    "dashes": ("the well-known rule of 1990-1995", "the well‑known rule of 1990–1995"),
    "quotation marks": ("and it's paid to every student", RULE),
    "ligature": ("the office files flow", "so the oﬃce ﬁles ﬂow on"),
    "soft hyphen": ("structural faults appear", "that struc\u00adtural faults\u200b appear"),
    "line-break hyphen": ("structural faults appear", "that struc-\ntural faults appear"),
    "NFD": ("café crème brûlée", "le cafe\u0301 cre\u0300me bru\u0302le\u0301e"),
    "entity": ("Tom & Jerry’s show", "see Tom &amp; Jerry&#8217;s show"),
    "full width": ("于2012年通过的法律", "于２０１２年通过的法律"),
    "elided": ("The grant is 4,200 euros a year ... paid to every student who asked in May", RULE),
}
FALSE: Final[dict[str, tuple[str, str]]] = {
    "begins in a word": ("ublic libraries are open", "the public libraries are open"),
    "separator moved": ("the pressure is 1,000.5 bar", "the pressure is 1.0005 bar"),
    "name": ("Anna Berg leads the team", "Paul Berg leads the team"),
    "unit": ("the limit is 12 psi in all", "the limit is 12 bar in all"),
    "elision hides a negation": (
        "The tenant of the flat is ... obliged to paint the walls at the end",
        "The tenant of the flat is not obliged to paint the walls at the end of the term.",
    ),
    "number": ("The grant is 4,300 euros a year", RULE),
    "negation": ("The tenant is obliged to paint", "The tenant is not obliged to paint"),
    "empty": ("", RULE),
    "invented tail": ("paid to every student who asked nicely", RULE),
    "second half invented": (
        "The grant is 4,200 euros a year ... and is never taxed by any office at all",
        RULE,
    ),
    "absent": ("nothing of the kind stands here", RULE),
}

_Check = Callable[[str, str], bool]


def right() -> dict[str, dict[str, bool]]:
    """Say for us and each installed peer which kinds are judged right; a crash is wrong."""
    kinds = [
        *((name, pair, True) for name, pair in TRUE.items()),
        *((name, pair, False) for name, pair in FALSE.items()),
    ]
    return {
        checker: {name: _is_right(check, pair, expected=expected) for name, pair, expected in kinds}
        for checker, check in checkers().items()
    }


def _is_right(check: _Check, pair: tuple[str, str], *, expected: bool) -> bool:
    try:
        return check(*pair) is expected
    except Exception:  # noqa: BLE001 - whatever it is, the quotation was not judged
        return False


def checkers() -> dict[str, _Check]:
    """Give what says whether a text has a quotation: ours, plain search, and the peers that are installed."""
    found: dict[str, _Check] = {"tesserix_rag": _ours, "plain in": lambda quote, text: quote in text}
    for name, loaded in PEERS.items():
        with suppress(ImportError):
            found[name] = loaded()
    return found


def _ours(quote: str, text: str) -> bool:
    located = locate(quote, text)
    return located is not None and located.tier > Tier.FUZZY


def _gtrex() -> _Check:
    gtrex = import_module("gtrex")
    return lambda quote, text: bool(gtrex.verify(quote, text).grounded)


def _reanchor() -> _Check:
    reanchor = import_module("reanchor")
    options = reanchor.ResolveOptions(max_method="normalized")
    return lambda quote, text: (
        reanchor.resolve_quote(text, reanchor.TextQuoteSelector(quote), options) is not None
    )


def _langextract(*statuses: str) -> _Check:
    """Take a quotation as there if the aligner gives it a place, with one of *statuses* if any are named."""
    data, resolver = import_module("langextract.data"), import_module("langextract.resolver")

    def check(quote: str, text: str) -> bool:
        aligner, sought = resolver.WordAligner(), data.Extraction("quotation", quote)
        ((found,),) = aligner.align_extractions([[sought]], text)
        if found.char_interval is None:
            return False
        return not statuses or found.alignment_status.value in statuses

    return check


def _instructor() -> _Check:
    mixin = import_module("instructor.v2.dsl.citation").CitationMixin
    return lambda quote, text: bool(
        mixin.model_validate({"substring_quotes": [quote]}, context={"context": text}).substring_quotes
    )


PEERS: Final[dict[str, Callable[[], _Check]]] = {
    "gtrex": _gtrex,
    "reanchor (normalised)": _reanchor,
    "langextract": _langextract,
    "langextract (exact matches)": lambda: _langextract("match_exact"),
    "instructor": _instructor,
}
"""The peers that are compared with, each as it is set when nothing is said, or as its name says."""


def written_otherwise(texts: Iterable[str], count: int) -> tuple[int, int]:
    """
    Write *count* quotations of each text, and then what they are of, in every other way.

    Returns:
        How many are found with their exact span, and of how many.
    """
    found = asked = 0
    for text in texts:
        index = FoldedText(text)
        for start, end in _VARIED["quotations"](text, 5, count):
            before, quote, behind = (
                text[max(0, start - _AROUND) : start],
                text[start:end],
                text[end : end + _AROUND],
            )
            for write in _VARIED["WRITTEN"].values():
                written = write(quote)
                whole = FoldedText(f"{before}{written}{behind}")
                found += _is_exact(index, written, start, quote) + _is_exact(whole, quote, len(before), written)
                asked += 2
    return found, asked


def _is_exact(index: FoldedText, quote: str, near: int, meant: str) -> bool:
    """Whether what passes for *quote* is what was *meant*, but for the marks around it."""
    located = index.locate(quote, near=near)
    if located is None or located.tier is Tier.FUZZY:
        return False
    return _bare(index.text[located.span.start : located.span.end]) == _bare(meant)


def _bare(text: str) -> str:
    return re.sub(r"\A[\W_]+|[\W_]+\Z", "", text)
