"""Long texts that mean no good."""

from __future__ import annotations

import pytest

from tesserix_rag.rendering import EMAIL, PLAIN, VOICE, footnotes, for_channel
from tests.rendering.files import FILES, file

UNITS = [
    *("[\\", "[a](", "[", "<CIT ", "[^", "[^1]", "\n[^1]: x", "\n[^", "`", "`` ", "```\n", "](", "\\", "\\`"),
    *("<CIT 9 />", "  <CIT 9 />", "<CIT 123 />:", "\n<", "http://", "\r[^1]:", "   ", "\n\n[^1]: a", "!", "> "),
]
LONG = 16_000


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_a_long_text_comes_through(unit: str):
    """It is cited once, in front, in every channel."""
    text = unit * (LONG // len(unit))

    found = footnotes(f"a <CIT 123 /> {text}", FILES)

    assert found.text.startswith("a [^1]")
    for channel in (PLAIN, EMAIL):
        assert for_channel(found, channel).text.startswith("a [1]")
    assert for_channel(found, VOICE).text.startswith("a")


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_a_long_name_comes_through(unit: str):
    """It is one line of the list."""
    text = unit * (LONG // len(unit))

    found = footnotes("<CIT 1 />", [file("1", text, f"https://x.example/{text}")])

    assert found.text.startswith("[^1]\n\n[^1]: ")
    assert found.text.count("\n") == 2
