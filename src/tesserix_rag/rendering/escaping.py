"""Names that stay names in whatever they are written into."""

from __future__ import annotations

import html
import re
from typing import Final

from tesserix_rag.markers.neutralising import JOINER

# A low line within a word means nothing, and an ampersand only where an entity begins.
_MARKDOWN: Final = re.compile(r"[\\\[\]`*<>|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w{1,32};)")
_ENTITY: Final = re.compile(r"&(?=#?\w{1,32};)")
_BLOCK: Final = re.compile(r"[#+=-]|[0-9]{1,9}(?=[.)])")
# The last are the endings that make a link of a bare name, to those who make one.
_AUTOLINK: Final = re.compile(
    r"(?<=:)(?=//)|(?<=/)(?<!:/)(?=/)|(?<=[Ww]{3})(?=\.)|(?=@)|(?<=mailto:)|(?<=xmpp:)"
    r"|(?<=[^\W_]\.)(?=(?:[a-z]{2}|xn--[a-z0-9-]+|biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name"
    r"|shop|\u0440\u0444)(?![^\W_]))",
    re.IGNORECASE,
)
_SLACK: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_SLACK_SIGN: Final = re.compile("[&<>]")


def markdown(label: str) -> str:
    """Give a name as it stands in Markdown; what means nothing there stays as it is."""
    return _MARKDOWN.sub(r"\\\g<0>", label)


def markdown_line(label: str) -> str:
    """Give a name as it stands in Markdown alone on its line: it begins no block, and links nowhere."""
    escaped = unlinked(markdown(label))
    block = _BLOCK.match(escaped)
    if block is None:
        return escaped
    at = block.end() if block[0][0].isdigit() else 0
    return f"{escaped[:at]}\\{escaped[at:]}"


def markdown_url(url: str) -> str:
    """Give a URL as it stands between the parentheses of a link."""
    return _ENTITY.sub("&amp;", url)


def unlinked(label: str) -> str:
    """Give a name with a word joiner where a reader's program would make a link of it."""
    return _AUTOLINK.sub(JOINER, label)


def slack(text: str) -> str:
    """Give text as it stands in a message for Slack: it calls nobody, and links nowhere."""
    return _SLACK_SIGN.sub(lambda found: _SLACK[found[0]], text)


def slack_link(label: str, url: str) -> str:
    """Give a link for Slack."""
    return f"<{slack(url)}|{slack(label)}>"


def angled(text: str) -> str:
    """Give text as it stands between the tags of HTML."""
    return html.escape(text, quote=False)


def anchor(label: str, url: str) -> str:
    """Give a link in HTML."""
    return f'<a href="{html.escape(url)}">{angled(label)}</a>'


def guarded_anchor(label: str, url: str) -> str:
    """Give a link in HTML that does not tell the other side where it was followed."""
    return f'<a href="{html.escape(url)}" rel="noopener noreferrer">{angled(label)}</a>'
