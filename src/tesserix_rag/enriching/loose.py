"""URLs in plain characters: where a client might see one, and how far it goes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

_COLON: Final = r"(?:\\?:|&colon;|&#0{0,6}58;|&#[xX]0{0,6}3[aA];)"
_SLASH: Final = r"(?:\\?/|\\|&sol;|&bsol;|&#0{0,6}47;|&#[xX]0{0,6}2[fF];)"
_DOT: Final = r"(?:\\?\.|&period;|&#0{0,6}46;|&#[xX]0{0,6}2[eE];)"

SIGN: Final = (
    rf"(?P<run>(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]++(?={_COLON}|[/?]))"
    rf"|(?P<www>(?<![A-Za-z0-9])[wW]{{3}}{_DOT}(?=[^\s.]))"
    rf"|(?P<slashes>(?<![\w:/\\]){_SLASH}{{2,}}+(?=[A-Za-z0-9\[]))"
)
"""What each URL has, as part of a regular expression."""

_SLASHED: Final = re.compile(rf"{_COLON}{_SLASH}{{2,}}+(?=[^\s<>\"'`)\]])")
_KNOWN: Final = re.compile(r"(?:https?|ftps?|file|wss?)\Z", re.IGNORECASE)
_LONE: Final = {
    name: re.compile(_COLON + behind)
    for name, behind in {
        "http": rf"(?={_SLASH}?+[A-Za-z\[%&_\x80-\U0010ffff]|{_SLASH}[0-9])",
        "https": rf"(?={_SLASH}?+[A-Za-z\[%&_\x80-\U0010ffff]|{_SLASH}[0-9])",
        "file": _SLASH,
        "javascript": r"(?=[^\s<])",
        "vbscript": r"(?=[^\s<])",
        "livescript": r"(?=[^\s<])",
        "jscript": r"(?=[^\s<])",
        "mailto": r"(?=[^\s<])",
        "xmpp": r"(?=[^\s<])",
        "view-source": r"(?=[^\s<])",
        "blob": r"(?=https?|null)",
        "data": r"(?=[^\s,<]{0,200},)",
    }.items()
}
_WWW: Final = re.compile(r"(?<![A-Za-z0-9])www\.(?=[^.])", re.IGNORECASE)
_LONE_NAME: Final = re.compile(rf"(?:{'|'.join(_LONE)})\Z", re.IGNORECASE)
_LONGEST_NAME: Final = 12

_HOST: Final = re.compile(r"(?:[A-Za-z0-9-]++\.)++(?P<ending>[A-Za-z]{2,24})")
_BEHIND_HOST: Final = re.compile(r"(?::[0-9]{1,5})?(?:/|\?[\w.%~-]++=)")
_BEFORE_HOST: Final = re.compile(r"[\w/\\.-]")
_FILE_ENDING: Final = re.compile(
    r"bat|cfg|cmd|conf|cpp|cs|css|csv|dll|docx|exe|gif|go|gz|htm|html|ini|ipynb|java|jpeg|jpg|js|json|jsx"
    r"|kt|lock|log|lua|md|mjs|pdf|php|pl|png|pptx|ps1|py|pyi|pyx|rb|rs|rst|sh|sql|svg|swift|tar|toml|ts"
    r"|tsx|txt|vue|xlsx|xml|yaml|yml|zip",
    re.IGNORECASE,
)
_NETWORK_HOST: Final = re.compile(
    r"(?:[\w-]++\.)++[A-Za-z]{2,24}|[0-9]{8,10}(?![0-9])|0[xX][0-9a-fA-F]|[0-9]++(?:\.[0-9]++){3}"
    r"|\[[0-9A-Fa-f:.]++\]"
)
_SHARE: Final = re.compile(r"(?:[\w-]++\.)++[A-Za-z]{2,24}[\\/]")

_CUTS: Final = (
    r"\s<>\"`|{}\^\[\]\u201c\u201d\u3001\u3002\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
)
_AUTHORITY: Final = re.compile(rf"(?:[^{_CUTS}/\\?#@()]*+@)?\[[0-9A-Fa-f:.%]*+\]")
_REST: Final = re.compile(rf"[^{_CUTS}()]*+")
_CLOSING: Final = ".,;:!?'*_~…’"


@frozen
class LooseUrl:
    """
    A URL in plain characters.

    Args:
        start: Where it begins.
        end: Where it ends, without the punctuation behind it.
        furthest: Where it ends, if that is part of it.
    """

    start: int
    end: int
    furthest: int


def url_at(text: str, sign: re.Match[str], *, in_code: bool) -> LooseUrl | None:
    """
    Give the URL that *sign* is part of, if it is of one.

    Args:
        text: The text.
        sign: What ``SIGN`` matched in it.
        in_code: Whether it stands in code, where two slashes or a name with a path are often something else.
    """
    for start, host in _beginnings(text, sign, in_code=in_code):
        end, furthest = _ends(text, host)
        if end > host:
            return LooseUrl(start, end, furthest)
    return None


def _beginnings(text: str, sign: re.Match[str], *, in_code: bool) -> Iterator[tuple[int, int]]:
    """Give where a URL may begin, and behind what its host."""
    at, end = sign.span()
    if sign.lastgroup == "www":
        yield at, end
    elif sign.lastgroup == "slashes":
        if _names_a_host(text, at, end, in_code=in_code):
            yield at, end
    else:
        yield from _with_scheme(text, at, end)
        if not in_code and _is_bare_host(text, at, end):
            yield at, end
        www = _WWW.search(text, at, end)
        if www is not None:
            yield www.span()


def _with_scheme(text: str, at: int, end: int) -> Iterator[tuple[int, int]]:
    tail = max(at, end - _LONGEST_NAME)
    slashed = _SLASHED.match(text, end)
    if slashed is not None:
        known = _KNOWN.search(text, tail, end)
        yield (at if known is None else known.start()), slashed.end()
    named = _LONE_NAME.search(text, tail, end)
    lone = None if named is None else _LONE[named[0].lower()].match(text, end)
    if named is not None and lone is not None:
        yield named.start(), lone.end()


def _names_a_host(text: str, at: int, end: int, *, in_code: bool) -> bool:
    if set(text[at:end]) != {"/"}:
        return _SHARE.match(text, end) is not None
    if text[end] == "[" or in_code or text.endswith(".", 0, at):
        return _NETWORK_HOST.match(text, end) is not None
    return True


def _is_bare_host(text: str, at: int, end: int) -> bool:
    """Whether a name with a path stands there, such as ``example.com/terms``."""
    host = _HOST.fullmatch(text, at, end)
    if host is None or _FILE_ENDING.fullmatch(host["ending"]):
        return False
    return _BEHIND_HOST.match(text, end) is not None and not (at and _BEFORE_HOST.match(text, at - 1))


def _ends(text: str, host: int) -> tuple[int, int]:
    """Give where the URL ends whose host may begin at *host*, without the punctuation behind it and with it."""
    authority = _AUTHORITY.match(text, host)
    end, depth = host if authority is None else authority.end(), 0
    while True:
        end = _end_of_rest(text, end)
        bracket = text[end : end + 1]
        if bracket == "(":
            depth += 1
        elif bracket == ")" and depth:
            depth -= 1
        else:
            break
        end += 1
    trimmed = end
    while trimmed > host and text[trimmed - 1] in _CLOSING:
        trimmed -= 1
    return trimmed, end


def _end_of_rest(text: str, at: int) -> int:
    rest = _REST.match(text, at)
    return at if rest is None else rest.end()
