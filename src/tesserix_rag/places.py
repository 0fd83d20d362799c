"""Where in a source a passage stands: spans of text, spans of time, and the way for a reader to find them."""

from __future__ import annotations

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.errors import InvalidRecordError


@frozen
class Span:
    """
    A half-open run of code points, counted from 0.

    Raises:
        InvalidRecordError: If it starts before 0 or ends before it starts.
    """

    start: int = field(validator=_fields.offset)
    end: int = field(validator=_fields.offset)

    def __attrs_post_init__(self) -> None:
        if self.end < self.start:
            raise InvalidRecordError(record="Span", field="end")

    @property
    def length(self) -> int:
        """How many code points it covers."""
        return self.end - self.start

    def holds(self, other: Span) -> bool:
        """Whether *other* lies inside this span."""
        return self.start <= other.start and other.end <= self.end


@frozen
class TimeRange:
    """
    A run of whole seconds of a recording, counted from 0.

    Raises:
        InvalidRecordError: If it starts before 0 or ends before it starts.
    """

    start: int = field(validator=_fields.offset)
    end: int = field(validator=_fields.offset)

    def __attrs_post_init__(self) -> None:
        if self.end < self.start:
            raise InvalidRecordError(record="TimeRange", field="end")


@frozen(kw_only=True)
class SourceLocator:
    """
    The way for a reader to find a passage.

    Args:
        uri: Where the source is.
        page: The place in the deck or file, from 1. Excludes *time*.
        page_label: The number printed on that page.
        section: The heading over the passage.
        time: The place in a recording. Excludes *page*.
        kind: What a product calls this sort of source.
        entity: The product's own id of the source.

    Raises:
        InvalidRecordError: If a field does not hold, or both page and time are given.
    """

    uri: str = field(default="", validator=_fields.text, repr=_fields.length_only)
    page: int | None = field(default=None, validator=_fields.ordinal_or_none)
    page_label: str = field(default="", validator=_fields.text, repr=_fields.length_only)
    section: str = field(default="", validator=_fields.text, repr=_fields.length_only)
    time: TimeRange | None = field(default=None, validator=_fields.maybe(TimeRange))
    kind: str = field(default="", validator=_fields.text, repr=_fields.length_only)
    entity: str = field(default="", validator=_fields.text, repr=_fields.length_only)

    def __attrs_post_init__(self) -> None:
        if self.time is not None and self.page is not None:
            raise InvalidRecordError(record="SourceLocator", field="time")
