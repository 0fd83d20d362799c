"""What holds no markers: code, mathematics, links, tags and comments, and where each of them ends."""

from __future__ import annotations

import re
from typing import Final

from tesserix_rag.limits import DEFAULT
from tesserix_rag.markers.dialects import BLANKS

MOST_BLANKS: Final = 32
"""How many blanks before a marker go with it."""

WINDOW: Final = DEFAULT.held - MOST_BLANKS
"""How far a decision may look ahead, in code points."""

_CONTAINER: Final = r"\ufeff?[ \t]{0,64}(?:(?:>|[-*+]|[0-9]{1,9}[.)])[ \t]{1,16}|>){0,8}"
_CONTAINER_CUT: Final = (
    r"\ufeff?[ \t]{0,64}(?:(?:>|[-*+]|[0-9]{1,9}[.)])[ \t]{1,16}|>){0,8}(?:[-*+]|[0-9]{1,9}[.)]?)?"
)

FENCE: Final = re.compile(rf"\n?{_CONTAINER}(?P<run>`{{3,64}}|~{{3,64}})(?P<info>[^\n]*)")
FENCE_AHEAD: Final = rf"\n(?={_CONTAINER}(?:```|~~~))"
FENCE_LINE: Final = re.compile(FENCE_AHEAD)
FENCE_CUT: Final = rf"\n(?={_CONTAINER_CUT}(?:`{{1,2}}|~{{1,2}})?\Z)"
FENCE_START_CUT: Final = re.compile(rf"{_CONTAINER_CUT}(?:`{{1,2}}|~{{1,2}})?\Z")

# What begins a block of its own, and so ends the paragraph before it.
_BLOCK: Final = r"[ \t]{0,64}(?:\r?\n|#{1,6}[ \t]|[-*+][ \t]|[0-9]{1,9}[.)][ \t]|[>|]|`{3}|~{3})"
BLOCK: Final = re.compile(_BLOCK)
BLOCK_CUT: Final = re.compile(r"[ \t]{0,64}(?:\r|#{1,6}|[-*+]|[0-9]{1,9}[.)]?|`{1,2}|~{1,2})?\Z")
PARAGRAPH_END: Final = re.compile(rf"\n(?={_BLOCK})")

_WITHIN: Final = rf"\n(?!{_BLOCK})"
_ESCAPED: Final = r"\\[^\n]"

MATH: Final = re.compile(
    rf"\$(?![\s$0-9])(?:[^$\\\n]|{_ESCAPED}|{_WITHIN})++(?<!\s)\$(?![0-9])"
    rf"|\$[0-9](?:[^\s$\\]|{_ESCAPED})*+\$(?![0-9])"
)
MATH_CUT: Final = re.compile(
    rf"\$(?:(?![\s$0-9])(?:[^$\\\n]|{_ESCAPED}|\n)*+\\?\$?|[0-9](?:[^\s$\\]|{_ESCAPED})*+\\?\$?)?\Z"
)
DISPLAY: Final = re.compile(rf"\$\$(?:[^$\\\n]|{_ESCAPED}|{_WITHIN}|\$(?!\$))++\$\$")
ROUND_MATH: Final = re.compile(rf"\\\((?:[^\\\n]|\\[^)\n]|{_WITHIN})*+\\\)")
SQUARE_MATH: Final = re.compile(rf"\\\[(?:[^\\\n]|\\[^\]\n]|{_WITHIN})*+\\\]")

_INNER: Final = rf"[^\[\]\\\n]|{_ESCAPED}"
BRACKETS: Final = re.compile(rf"\[(?:{_INNER}|{_WITHIN}|\[(?:{_INNER}|\[(?:{_INNER})*+\])*+\])*+\]")
_TARGET: Final = r"(?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)"
TARGET: Final = re.compile(rf"\([ \t]*{_TARGET}(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*\)")
TARGET_CUT: Final = re.compile(
    rf"\([ \t]*(?:<[^<>\n]*|{_TARGET}"
    r"(?:\([^\s()]*|[ \t]+(?:\"[^\"\n]*\"?|'[^'\n]*'?|\([^()\n]*\)?)?[ \t]*)?)?\Z"
)

_NAME: Final = r"[A-Za-z_:][\w.:-]*"
_VALUE: Final = r"(?:\"[^\"<>\n]*\"|'[^'<>\n]*'|[^\s\"'=<>`]+)"
_VALUE_CUT: Final = r"(?:\"[^\"<>\n]*|'[^'<>\n]*)?"
_ATTRIBUTES: Final = rf"(?:[ \t]+{_NAME}(?:[ \t]*=[ \t]*{_VALUE})?)*"
TAG: Final = re.compile(
    rf"<(?:[A-Za-z][A-Za-z0-9+.-]{{1,31}}:[^\s<>]*|/?[A-Za-z][A-Za-z0-9-]*{_ATTRIBUTES}[ \t]*/?)>"
)
TAG_CUT: Final = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{0,31}(?::[^\s<>]*)?"
    rf"|/?(?:[A-Za-z][A-Za-z0-9-]*{_ATTRIBUTES}[ \t]*(?:/|{_NAME}[ \t]*=[ \t]*{_VALUE_CUT})?)?)?\Z"
)

DEFINITION: Final = re.compile(r":[ \t]{0,16}(?:<|/|#|[A-Za-z][A-Za-z0-9+.-]{1,15}:|www\.)")
DEFINITION_CUT: Final = re.compile(r":[ \t]{0,16}[A-Za-z0-9+.-]{0,16}\Z")

# What may stand behind a marker that stands right behind a word: an end, or punctuation. A stop
# before a small letter, a digit or a low line is part of a name: rows[2].width.
ENDS_A_WORD: Final = re.compile(
    r"\.(?![a-z0-9_])"
    "|[,;:!?)\"'\u2026\u00bb\u203a\u201c\u201d\u2019\u2013\u2014]"
    "|[\u3002\uff0c\u3001\uff1b\uff1a\uff01\uff1f\uff09\u300d\u300f\u300b\u3009\u060c\u061b\u061f\u06d4\u0964]"
    r"|[*_~]{1,3}(?=[\s.,;:!?)]|\Z)"
    rf"|[{BLANKS}]{{0,16}}(?:[\r\n]|\Z)"
)
BLANKS_BEHIND: Final = re.compile(rf"[{BLANKS}]{{0,16}}")
CELL_END: Final = re.compile(rf"[{BLANKS}]{{0,16}}\|")
ENDS_A_WORD_CUT: Final = re.compile(rf"(?:\.|[*_~]{{1,3}}|[{BLANKS}]{{0,16}}\r?)?\Z")

COMMENT: Final = "<!--"
COMMENT_END: Final = re.compile("-->|\n")
DISPLAY_END: Final = re.compile(r"\$\$|\n")
CODE_END: Final = re.compile("`{1,65}|\n")
LONGEST_RUN: Final = 64
