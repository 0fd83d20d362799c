"""What a placement did otherwise than it was asked to, as data."""

from __future__ import annotations

from enum import StrEnum

from attrs import field, frozen

from tesserix_rag import _fields


class NoteCode(StrEnum):
    """What happened."""

    PLACEMENT_FAILED = "placement_failed"
    """The model gave no text; the answer stands as it was."""

    TEXT_CHANGED = "text_changed"
    """The model changed the answer; it stands as it was."""

    NEVER_OFFERED = "never_offered"
    """A marker had a number that was not given out; it was dropped."""

    TAMPERED = "tampered"
    """A marker had other fields than the source of its number; it was dropped."""

    UNREADABLE = "unreadable"
    """A marker would stand where none is read, in code say; it was dropped."""

    FORGED = "forged"
    """The answer held a draft marker before any was placed; it was taken out."""

    FOREIGN = "foreign"
    """The answer held a marker of the dialect before any was placed; it stands as it was, and cites nothing."""

    UNWRITABLE = "unwritable"
    """A source cannot be named in a marker; it was not offered."""

    KEYWORD_FAILED = "keyword_failed"
    """A keyword could not be had; it is empty."""

    SUMMARY_FAILED = "summary_failed"
    """A summary could not be had; it is empty."""


@frozen(kw_only=True)
class Note:
    """
    One thing that a placement did otherwise.

    Args:
        code: What happened.
        citation_id: The citation that it is about, if there is one.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    code: NoteCode = field(validator=_fields.of(NoteCode))
    citation_id: str | None = field(default=None, validator=_fields.identifier_or_none)
