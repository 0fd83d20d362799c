"""URLs that a reader can be sent to, and that end where they end."""

from __future__ import annotations

import re
from typing import Final

from tesserix_rag.urls import safe_url

_AUTHORITY: Final = re.compile(r"[a-z]+://[^/?#]*")
_OUTSIDE: Final = re.compile(r"""[ "()<>\[\\\]^`{|}]""")


def link(url: str) -> str | None:
    """Give *url* as it can stand between brackets, in quotes and in a table; nothing, if it is not safe."""
    safe = safe_url(url)
    if safe is None:
        return None
    # The brackets of an address in the place of a host belong there.
    found = _AUTHORITY.match(safe)
    start = 0 if found is None else found.end()
    return safe[:start] + _OUTSIDE.sub(lambda sign: f"%{ord(sign[0]):02X}", safe[start:])
