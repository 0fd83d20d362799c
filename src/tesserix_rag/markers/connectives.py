"""Sentences that state nothing which would need a source."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

Connective: TypeAlias = Callable[[str], bool]
"""Whether a sentence states nothing that would need a source."""

_HEADING: Final = re.compile(r"[ \t]{0,3}#{1,6}(?:[ \t]|\Z)")
_BULLET: Final = re.compile(r"\s*(?:[-*+>\u2022]|[0-9]{1,9}[.)])\s+")
_BOLD: Final = re.compile(r"(?P<mark>\*\*|__)(?P<title>[^*_\n]{1,120})(?P=mark)[:\uff1a]?\Z")
_QUESTION: Final = re.compile("[?\uff1f\u061f\u037e][\"'\u201d\u2019\u00bb)*_\\s]*\\Z")
_LEAD_IN: Final = re.compile("[:\uff1a][*_\\s]*\\Z")
_GREETING: Final = re.compile(
    r"(?:hi|hello|hey|dear \w+|good (?:morning|afternoon|evening)|thanks|thank you|you(?:'|\u2019)re welcome"
    r"|sure|certainly|of course|great question|(?:i )?hope this helps"
    r"|let me know if you have (?:any )?(?:further |more |other )?questions"
    r"|hallo|guten (?:tag|morgen|abend)|danke|gerne|bonjour|merci|hola|gracias|ciao|grazie"
    r"|ol\u00e1|obrigad[oa])"
    r"(?:[ ,]+(?:there|everyone|all|again))?[\s,.!\u2013\u2014-]*\Z",
    re.IGNORECASE,
)
_LONGEST: Final = 200


def plain(sentence: str) -> bool:
    """
    Whether *sentence* is a heading, a lead-in that ends in a colon, a question or a greeting.

    It looks at the form alone, and knows the greetings of a few languages. A sentence of more than 200 code
    points is none of them.
    """
    text = sentence.strip()
    if _HEADING.match(text):
        return True
    if len(text) > _LONGEST:
        return False
    text = _BULLET.sub("", text, count=1)
    shapes = (_BOLD.match, _QUESTION.search, _LEAD_IN.search, _GREETING.match)
    return any(shape(text) for shape in shapes)
