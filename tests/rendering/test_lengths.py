"""Long texts that mean no good: the time they take grows no faster than they do."""

from __future__ import annotations

from time import process_time

import pytest

from tesserix_rag.rendering import EMAIL, PLAIN, VOICE, footnotes, for_channel
from tests.rendering.files import FILES, file

UNITS = [
    *("[\\", "[a](", "[", "<CIT ", "[^", "[^1]", "\n[^1]: x", "\n[^", "`", "`` ", "```\n", "](", "\\", "\\`"),
    *("<CIT 9 />", "  <CIT 9 />", "<CIT 123 />:", "\n<", "http://", "\r[^1]:", "   ", "\n\n[^1]: a", "!", "> "),
]
QUICK = 0.2
SHORT, LONG = 4_000, 16_000


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_time_grows_with_length(unit: str):
    """Four times the text does not take sixteen times as long."""
    short, long = unit * (SHORT // len(unit)), unit * (LONG // len(unit))
    taken = _time(long)

    assert taken < QUICK or min(taken, _time(long)) < _time(short) * 10


def _time(text: str) -> float:
    start = process_time()
    found = footnotes(f"a <CIT 123 /> {text}", FILES)
    for channel in (PLAIN, EMAIL, VOICE):
        for_channel(found, channel)
    footnotes("<CIT 1 />", [file("1", text, f"https://x.example/{text}")])
    return process_time() - start
