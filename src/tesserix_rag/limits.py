"""Every bound on what comes from outside."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen(kw_only=True)
class Limits:
    """
    The most that is taken from outside; what is larger raises ``LimitExceededError`` or ``WireError``.

    Args:
        json_bytes: The size of one JSON document.
        depth: How many arrays and objects may stand inside one another.
        document_chars: The text of one document, in code points.
        query_chars: One query, in code points.
        hits: How many hits one retrieval may ask for.
        chunks: How many chunks one version of a document may have.
        held: How many characters a stream of markers may hold back.
        refs: How many references one marker may name.
    """

    json_bytes: int = 64 * 2**20
    depth: int = 64
    document_chars: int = 50_000_000
    query_chars: int = 10_000
    hits: int = 1_000
    chunks: int = 500_000
    held: int = 256
    refs: int = 100


DEFAULT: Final = Limits()
