"""The grammar of ids: what may name a document, a version, a chunk, a citation or a tenant."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST: Final = 512
UNRESOLVED: Final = "?"

ID_PATTERN: Final = r"^(?!\?)[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]{1,512}$"
REFERENCE_PATTERN: Final = r"^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]{1,512}$"

_PLAIN_ID: Final = re.compile(r"[!->@-~][ -~]{0,511}")
_ID: Final = re.compile(r"(?!\?)[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,512}")
_REFERENCE: Final = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,512}")

# Default_Ignorable_Code_Point of the Unicode Character Database, the interlinear
# annotation marks, the blank Braille pattern, and every space but U+0020.
INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u2800\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
)


def is_id(value: object) -> bool:
    """Whether *value* may name a stored thing: 1-512 characters, not blank, no controls, no leading ``?``."""
    if not isinstance(value, str):
        return False
    if _PLAIN_ID.fullmatch(value):
        return True
    return _ID.fullmatch(value) is not None and not is_blank(value)


def is_reference(value: object) -> bool:
    """Whether *value* may stand where an answer refers to a citation: an id, or ``?…`` for one that dangles."""
    return isinstance(value, str) and _REFERENCE.fullmatch(value) is not None and not is_blank(value)


def is_tenant(value: object) -> bool:
    """Whether *value* may name a tenant: an id, NFC, without invisible characters and outer spaces."""
    if not isinstance(value, str) or not is_id(value) or value != value.strip():
        return False
    if value.isascii():
        return True
    return INVISIBLE.search(value) is None and unicodedata.is_normalized("NFC", value)


def is_blank(text: str) -> bool:
    """Whether *text* shows a reader nothing: only white space and invisible characters, if anything."""
    if not text or text.isspace():
        return True
    return not text.isascii() and not INVISIBLE.sub("", text).strip()


def is_text(value: object) -> bool:
    """Whether *value* is a string that can be written as UTF-8: one without lone surrogates."""
    if not isinstance(value, str):
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
