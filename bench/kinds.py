"""Kinds of answers that parsers of markers get wrong, each with the sources that it cites."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from attrs import frozen
from inputs import citation

from tesserix_rag.markers import FOOTNOTE, LENTICULAR, NUMERIC, SOURCE, any_of, parse_answer

SOURCES: Final = 5
_RETRIEVED: Final = tuple(map(citation, range(SOURCES)))
_DIALECT: Final = any_of(NUMERIC, LENTICULAR, FOOTNOTE, SOURCE)


@frozen
class Kind:
    """
    A kind of answer.

    Args:
        text: What a model wrote.
        cited: Which sources it cites, by number.
        invented: Whether it also cites what is not there, which has to be noticed.
        uncited: Whether a sentence of it cites nothing, which has to be noticed.
    """

    text: str
    cited: tuple[int, ...]
    invented: bool = False
    uncited: bool = False


KINDS: Final[dict[str, Kind]] = {
    "plain": Kind("Kelp grows fast [1].", (1,)),
    "adjacent": Kind("Kelp grows fast [1][2].", (1, 2)),
    "repeated": Kind("Kelp grows [1]. It feeds urchins [1].", (1,)),
    "zero": Kind("Kelp grows fast [0].", (), invented=True),
    "out of range": Kind("Kelp grows fast [9].", (), invented=True),
    "valid and out of range": Kind("Kelp grows [2] fast [9].", (2,), invented=True),
    "escaped": Kind(r"The key \[1\] is bound [2].", (2,)),
    "bracketed year": Kind("The census [2021] counted more [3].", (3,)),
    "link": Kind("See [2](https://example.org/a) for more [1].", (1,)),
    "fenced code": Kind("Run it [2]:\n\n```py\nprint(rows[1])\n```\n", (2,)),
    "inline code": Kind("The third is `rows[1]` here [2].", (2,)),
    "subscript in prose": Kind("Take rows[1] + rows[2] there [3].", (3,)),
    "full width": Kind("海藻生长很快［1］。", (1,)),
    "footnote": Kind("Kelp grows fast [^2].", (2,)),
    "word label": Kind("Kelp grows fast [Source 2].", (2,)),
    "range": Kind("Kelp grows fast [1-3].", (1, 2, 3)),
    "list": Kind("Kelp grows fast [1, 3].", (1, 3)),
    "uncited second sentence": Kind("Kelp grows fast [1]. Urchins eat it.", (1,), uncited=True),
    "empty": Kind("", ()),
    "no markers": Kind("Kelp grows fast.", (), uncited=True),
    "unterminated": Kind("Kelp grows fast [1", (), uncited=True),
    "long run of digits": Kind(f"Kelp grows fast [{'1' * 5_000}].", (), uncited=True),
    "backwards": Kind("Kelp grows fast [3-1].", (), invented=True),
}

_Read = tuple[tuple[int, ...], bool, bool]


def right() -> dict[str, dict[str, bool]]:
    """Say for us and each installed peer which kinds are read right; a crash is wrong."""
    return {
        name: {kind: _is_right(read, each) for kind, each in KINDS.items()} for name, read in readers().items()
    }


def _is_right(read: Callable[[str], _Read], kind: Kind) -> bool:
    try:
        return read(kind.text) == (kind.cited, kind.invented, kind.uncited)
    except Exception:  # noqa: BLE001 - whatever it is, the answer was not read
        return False


def readers() -> dict[str, Callable[[str], _Read]]:
    """Give what reads an answer: ours, and those of the peers that are installed."""
    found: dict[str, Callable[[str], _Read]] = {"tesserix_rag": _ours}
    with suppress(ImportError):
        found["haystack-ai"] = _haystack(import_module("haystack.components.builders").AnswerBuilder)
    with suppress(ImportError):
        synthesis = vars(import_module("groundkit.providers.synthesis"))
        found["groundkit (its pattern)"] = _by_pattern(synthesis["_MARKER_PATTERN"])
    return found


def _ours(text: str) -> _Read:
    answer = parse_answer(text, _RETRIEVED, dialect=_DIALECT)
    numbers = {each.citation_id: at for at, each in enumerate(_RETRIEVED, start=1)}
    named = [each for claim in answer.claims for each in claim.citation_ids]
    cited = sorted({numbers[each] for each in named if each in numbers})
    is_uncited = any(not each.citation_ids for each in answer.claims)
    return tuple(cited), any(each not in numbers for each in named), is_uncited


def _haystack(builder: Any) -> Callable[[str], _Read]:  # noqa: ANN401 - a class of a peer
    def read(text: str) -> _Read:
        inner = vars(builder)
        pattern = inner["_resolve_reference_pattern"].__func__(
            reference_pattern=r"\[(\d+)\]", expand_reference_ranges=True
        )
        find = inner["_extract_reference_idxs"].__func__
        found = find(text, pattern, expand_ranges=True, num_documents=SOURCES)
        return _judged({each + 1 for each in found}, text)

    return read


def _by_pattern(pattern: re.Pattern[str]) -> Callable[[str], _Read]:
    return lambda text: _judged({int(each[1]) for each in pattern.finditer(text)}, text)


def _judged(numbers: set[int], text: str) -> _Read:
    """Read what a peer found kindly: it looks at no sentence, so any number cites the whole answer."""
    cited = tuple(sorted(each for each in numbers if 0 < each <= SOURCES))
    return cited, len(cited) < len(numbers), bool(text.strip()) and not numbers
