"""What a channel can do, and the text and the attachments that it gets for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import Attribute, field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.rendering.code import code_of
from tesserix_rag.rendering.files import CitedFile, files_in_order
from tesserix_rag.rendering.footnoting import Footnoted, reference_of
from tesserix_rag.rendering.writing import Listing, Mark, Part, Writing, written

_OURS: Final = re.compile(
    r"(?m:^)(?P<indent>[ ]{0,3})\[\^(?P<listed>[1-9][0-9]*)\]:[ ](?=(?P<reference>[^\n]*))"
    r"|\[\^(?P<number>[1-9][0-9]*)\]"
)


def _can_be_asked(instance: object, attribute: Attribute[Any], value: object) -> None:
    if not callable(value):
        _fields.refuse(instance, attribute)


@frozen
class Channel:
    """
    What one way to a reader can do.

    Args:
        name: What it is called.
        footnotes: Whether it shows Markdown with footnotes; what shows none gets plain numbers.
        can_send: Whether it sends a file itself; whatever it cannot send is linked to.
        writing: How text is written for it, if it shows no footnotes.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    name: str = field(validator=_fields.telling_text)
    footnotes: bool = field(validator=_fields.truth)
    can_send: Callable[[CitedFile], bool] = field(validator=_can_be_asked, repr=False)
    writing: Writing = field(default=Writing.TEXT, validator=_fields.of(Writing))


@frozen
class ChannelText:
    """
    What a channel gets for an answer.

    Args:
        text: What it shows. Never shown by repr.
        attachments: The files that it sends itself, in the order of their numbers.
        unreferenced: The files that the text does not list.
        links: The URLs that are no part of what is read aloud, each once. Never shown by repr.
    """

    text: str = field(validator=_fields.text, repr=_fields.length_only)
    attachments: tuple[CitedFile, ...] = field(
        default=(), converter=files_in_order, validator=_fields.many(CitedFile), repr=_fields.count_only
    )
    unreferenced: tuple[CitedFile, ...] = field(
        default=(), converter=files_in_order, validator=_fields.many(CitedFile), repr=_fields.count_only
    )
    links: tuple[str, ...] = field(
        default=(), converter=_fields.strings, validator=_fields.many(str), repr=_fields.count_only
    )


def _sends_nothing(_file: CitedFile) -> bool:
    return False


WEB: Final = Channel("web", footnotes=True, can_send=_sends_nothing)
"""Markdown with footnotes."""

PLAIN: Final = Channel("plain", footnotes=False, can_send=_sends_nothing)
"""Text as it is."""

SLACK: Final = Channel("slack", footnotes=False, can_send=_sends_nothing, writing=Writing.SLACK)
"""Slack's mrkdwn."""

TELEGRAM: Final = Channel("telegram", footnotes=False, can_send=_sends_nothing, writing=Writing.TELEGRAM)
"""Telegram's HTML."""

EMAIL: Final = Channel("email", footnotes=False, can_send=_sends_nothing, writing=Writing.HTML)
"""The body of an e-mail in HTML."""

VOICE: Final = Channel("voice", footnotes=False, can_send=_sends_nothing, writing=Writing.SPEECH)
"""What is read aloud."""


@discreet
def for_channel(footnoted: Footnoted, channel: Channel) -> ChannelText:
    """
    Give the text of an answer for a channel, and the files that it sends along.

    A channel that shows footnotes gets the text as it is. Any other gets ``[1]`` for ``[^1]``, and a list with
    the name alone of each file that it sends, and name and URL of each that it does not. Whatever else looks
    like a footnote stays: it stands in code, or in a regular expression, or the model wrote it.

    Args:
        footnoted: What ``footnotes`` gave, or a text that was kept, with the files of its footnotes.
        channel: What the channel can do.

    Raises:
        ConfigurationError: If one of them is none.
    """
    if not _are(footnoted, channel):
        raise ConfigurationError("for_channel takes what footnotes gave, and a channel")
    parts = tuple(_parts(footnoted, channel))
    listed = {each.file.file_id: each for each in parts if isinstance(each, Listing)}
    text, links = (footnoted.text, ()) if channel.footnotes else written(parts, channel.writing)
    known = {each.file_id: each for each in (*footnoted.cited, *footnoted.uncited)}
    return ChannelText(
        text=text,
        attachments=tuple(each.file for each in listed.values() if each.is_sent),
        unreferenced=tuple(each for file_id, each in known.items() if file_id not in listed),
        links=links,
    )


def _are(footnoted: object, channel: object) -> bool:
    return isinstance(footnoted, Footnoted) and isinstance(channel, Channel)


def _parts(footnoted: Footnoted, channel: Channel) -> Iterator[Part]:
    """Give the prose and the footnotes of a text, and the lines of its list."""
    text, files = footnoted.text, _Listed(footnoted)
    code = code_of(text)
    sent = {each.file_id: bool(channel.can_send(each)) for each in footnoted.cited}
    start = 0
    for found in _OURS.finditer(text):
        if found.start() < start or code.hold(found.end() - 1):
            continue
        file = files.of(found)
        number = found["number"] or found["listed"]
        ends = found.end("reference") if file else found.end() - (len(": ") if found["listed"] else 0)
        yield text[start : found.start()] + (found["indent"] or "")
        yield Mark(number) if file is None else Listing(number, file, sent[file.file_id])
        start = ends
    yield text[start:]


class _Listed:
    """
    The files that the lines of a list name.

    Args:
        footnoted: The text and its files.
    """

    def __init__(self, footnoted: Footnoted) -> None:
        self._cited = footnoted.cited
        self._forms = [{reference_of(each), f"[{each.label}]({each.url})"} for each in self._cited]
        self._by_form = {
            form: each
            for forms, each in zip(reversed(self._forms), reversed(self._cited), strict=True)
            for form in forms
        }

    def of(self, found: re.Match[str]) -> CitedFile | None:
        """Give the file of a line: the one of its number, if it names that one, or else the one it names."""
        if found["listed"] is None:
            return None
        reference = found["reference"].rstrip()
        number = found["listed"]
        at = int(number) - 1 if len(number) < _LONGEST_NUMBER else len(self._cited)
        if at < len(self._cited) and reference in self._forms[at]:
            return self._cited[at]
        return self._by_form.get(reference)


_LONGEST_NUMBER: Final = 10
