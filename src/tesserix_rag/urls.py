"""Which URLs a reader may be shown: those of a public host, on which Python and a browser agree."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 2_048
"""The longest URL that passes, in code points, as it is given and as it is shown."""

PRIVATE_NAMES: Final = frozenset(
    {"corp", "home", "home.arpa", "internal", "intranet", "lan", "local", "localdomain", "localhost", "private"}
)
"""The endings of names that stand for a host of one's own (RFC 6761, RFC 6762, RFC 8375)."""

_FORM: Final = re.compile(r"https?://[^\s/?#@\\]++(?:[/?#][^\s\\]*+)?", re.IGNORECASE)
_NAME: Final = re.compile(r"[a-z0-9_-]++(?:\.[a-z0-9_-]++)*+\.?")
_DEFAULT_PORTS: Final = {"http:": 80, "https:": 443}


def safe_url(url: object) -> str | None:
    """
    Give a URL as it may be shown and linked to, or nothing.

    It is http or https, with ``//`` and a host, and without credentials, white space, backslashes, control and
    other invisible characters. Python's parser and the one of browsers agree on its host. The host is no
    private, loopback or link-local address and no name that stands for one; names are not looked up. A host
    that is not ASCII is shown in Punycode, and refused if it is only by mapping that it becomes a name.

    Args:
        url: Anything; what is no string is no URL.
    """
    normal = normal_url(url)
    return normal.removesuffix("/") if normal is not None and normal == f"{url}/" else normal


def normal_url(url: object) -> str | None:
    """Give the normal form of what ``safe_url`` lets pass, in which equal URLs are equal strings."""
    text = str.__str__(url) if isinstance(url, str) else ""
    if len(text) > LONGEST or not text.isprintable() or _FORM.fullmatch(text) is None:
        return None
    from ada_url import URL

    try:
        shown, split = URL(text), urlsplit(text)
        port = split.port
    except ValueError:
        return None
    default = _DEFAULT_PORTS.get(shown.protocol)
    is_agreed = (int(shown.port) if shown.port else default) == (default if port is None else port)
    if not is_agreed or port == 0 or not _is_one_host(shown.hostname, split.netloc, split.hostname or ""):
        return None
    return shown.href if _is_open(shown.hostname) and len(shown.href) <= LONGEST else None


def _is_one_host(shown: str, written: str, read: str) -> bool:
    """Whether the host that a browser opens is the one that is written, give or take its case."""
    if shown.startswith("["):
        return _address(shown[1:-1]) == _address(read)
    if written.isascii():
        return shown == read

    from ada_url import idna

    return not read.isascii() and idna.decode(shown) == read


def _is_open(host: str) -> bool:
    """Whether *host*, as a browser shows it, may be one of the internet."""
    address = _address(host.strip("[]"))
    if address is not None:
        is_wrapped = isinstance(address, IPv6Address) and address.sixtofour is not None
        return address.is_global and not (address.is_multicast or address.is_reserved or is_wrapped)
    if _NAME.fullmatch(host) is None:
        return False
    labels = host.rstrip(".").split(".")
    return PRIVATE_NAMES.isdisjoint((labels[-1], ".".join(labels[-2:])))


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
