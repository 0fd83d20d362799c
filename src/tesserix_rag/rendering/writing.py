"""How the prose and the references of an answer are written for a channel."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from attrs import frozen

from tesserix_rag.markers import EVERY, FOOTNOTE, any_of, strip_markers
from tesserix_rag.markers.dialects import BLANKS
from tesserix_rag.markers.neutralising import JOINER
from tesserix_rag.rendering import escaping
from tesserix_rag.rendering.files import CitedFile
from tesserix_rag.rendering.links import link


class Writing(StrEnum):
    """How text is written for a channel that shows no footnotes."""

    TEXT = "text"
    """As it is, with URLs in parentheses."""

    SLACK = "slack"
    """Slack's mrkdwn, escaped."""

    TELEGRAM = "telegram"
    """Telegram's HTML (``parse_mode="HTML"``)."""

    HTML = "html"
    """HTML, with a break for each line."""

    SPEECH = "speech"
    """Without markers and URLs, which are given apart; it is read aloud."""


@frozen
class Mark:
    """
    A footnote in the prose.

    Args:
        number: Its number.
    """

    number: str


@frozen
class Listing:
    """
    A line of the list of references.

    Args:
        number: Its number.
        file: The file.
        is_sent: Whether the channel sends the file itself.
    """

    number: str
    file: CitedFile
    is_sent: bool


Part: TypeAlias = str | Mark | Listing
Written: TypeAlias = tuple[str, tuple[str, ...]]
"""A text, and the URLs that are given apart."""


def written(parts: Sequence[Part], writing: Writing) -> Written:
    """Give the text of *parts* in a *writing*."""
    if writing is Writing.SPEECH:
        return _spoken(parts)
    style = _STYLES[writing]
    return "".join(style.part(each) for each in parts), ()


@frozen
class _Style:
    """
    What is written how.

    Args:
        prose: Prose.
        name: A name that links nowhere.
        reference: A name and where it leads.
    """

    prose: Callable[[str], str]
    name: Callable[[str], str]
    reference: Callable[[str, str], str]

    def part(self, part: Part) -> str:
        if isinstance(part, str):
            return self.prose(part)
        if isinstance(part, Mark):
            return f"[{part.number}]"
        url = None if part.is_sent else part.file.link
        label = part.file.label
        return f"[{part.number}]: {self.name(label) if url is None else self.reference(label, url)}"


def _in_parentheses(label: str, url: str) -> str:
    return f"{escaping.unlinked(label)} ({url})"


def _broken(text: str) -> str:
    return escaping.angled(text).replace("\n", "<br>\n")


_STYLES: Final[Mapping[Writing, _Style]] = {
    Writing.TEXT: _Style(str, escaping.unlinked, _in_parentheses),
    Writing.SLACK: _Style(escaping.slack, escaping.slack, escaping.slack_link),
    Writing.TELEGRAM: _Style(escaping.angled, escaping.angled, escaping.anchor),
    Writing.HTML: _Style(_broken, escaping.angled, escaping.guarded_anchor),
}

# --- to be read aloud ----------------------------------------------------------

_OTHERS: Final = any_of(*(each for each in EVERY.members if each != FOOTNOTE))
_DISOWNED: Final = re.compile(rf"[{BLANKS}]?\[\^{JOINER}[0-9]+\]{JOINER}?")
_LINK: Final = re.compile(r"!?\[(?P<label>[^\[\]\n]*)\]\((?P<url>[^()\s]*)\)")
_URL: Final = re.compile(r"<?\bhttps?://[^\s<>()\[\]]+>?", re.IGNORECASE)
_STOPS: Final = ".,;:!?'\"*_~"


def _spoken(parts: Sequence[Part]) -> Written:
    """Give the prose alone, and each URL once: those of the files first."""
    urls = [each.file.link for each in parts if isinstance(each, Listing) and not each.is_sent]
    prose = "".join(_aloud(parts))
    text = strip_markers(_DISOWNED.sub("", prose), _OTHERS).replace(JOINER, "")
    text = _URL.sub(_apart(urls), _LINK.sub(_labelled(urls), text))
    return text.strip(), tuple(dict.fromkeys(each for each in urls if each is not None))


def _aloud(parts: Sequence[Part]) -> list[str]:
    """Give the prose, without the blanks before what goes."""
    found: list[str] = []
    for each in parts:
        if isinstance(each, str):
            found.append(each)
        elif found:
            found[-1] = found[-1].rstrip(BLANKS)
    return found


def _labelled(urls: list[str | None]) -> Callable[[re.Match[str]], str]:
    def label(found: re.Match[str]) -> str:
        urls.append(link(found["url"]))
        return found["label"]

    return label


def _apart(urls: list[str | None]) -> Callable[[re.Match[str]], str]:
    def stops(found: re.Match[str]) -> str:
        url = found[0].strip("<>")
        bare = url.rstrip(_STOPS)
        urls.append(link(bare))
        return url[len(bare) :]

    return stops
