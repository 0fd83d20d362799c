"""Lists of words that are written as they are read."""

from __future__ import annotations


def listed(words: str) -> tuple[str, ...]:
    """Give the words of a line."""
    return tuple(words.split())
