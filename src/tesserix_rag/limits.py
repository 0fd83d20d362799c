"""Every bound on what comes from outside."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from tesserix_rag import _fields


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
        quote_chars: One quotation that is looked for, in code points.
        answer_chars: What a model may write for one answer, its reasoning included, in code points.

    Raises:
        InvalidRecordError: If a bound is no integer of at least 1.
    """

    json_bytes: int = field(default=64 * 2**20, validator=_fields.ordinal)
    depth: int = field(default=64, validator=_fields.ordinal)
    document_chars: int = field(default=50_000_000, validator=_fields.ordinal)
    query_chars: int = field(default=10_000, validator=_fields.ordinal)
    hits: int = field(default=1_000, validator=_fields.ordinal)
    chunks: int = field(default=500_000, validator=_fields.ordinal)
    held: int = field(default=256, validator=_fields.ordinal)
    refs: int = field(default=100, validator=_fields.ordinal)
    quote_chars: int = field(default=100_000, validator=_fields.ordinal)
    answer_chars: int = field(default=200_000, validator=_fields.ordinal)


DEFAULT: Final = Limits()
