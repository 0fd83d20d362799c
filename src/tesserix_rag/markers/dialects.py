"""The dialects of markers, as data: what each looks like, and what its references stand for."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.limits import DEFAULT
from tesserix_rag.markers.grammar import Piece, either, group, literal, maybe, repeated, run, then

if TYPE_CHECKING:
    from collections.abc import Mapping


class Naming(StrEnum):
    """What the references of a dialect stand for."""

    POSITION = "position"
    """A place in what was retrieved, from 1."""

    DOCUMENT = "document"
    """A document: every retrieved passage of it."""

    CITATION = "citation"
    """A citation, by its id."""

    DRAFT = "draft"
    """A place in what was retrieved, whose kind, entity and place in the source are repeated."""

    SOURCE = "source"
    """Kind, entity and place in the source: every retrieved passage that is there."""


@frozen
class Form:
    """
    One way to write a marker.

    Args:
        opening: The characters that it can begin with.
        grammar: What it looks like.
        is_subscript: Whether it looks like a subscript where it stands right behind a word.
    """

    opening: str
    grammar: Piece
    is_subscript: bool = False


@frozen(cache_hash=True)
class Dialect:
    """
    A way to write markers.

    Args:
        name: What it is called.
        naming: What its references stand for.
        forms: The ways to write one; the first that fits is taken.
        frame: What stands before and behind an id, where it was made by ``template``.
        members: The dialects that it consists of, where it was made by ``any_of``.
    """

    name: str
    naming: Naming = Naming.CITATION
    forms: tuple[Form, ...] = field(default=(), repr=False)
    frame: tuple[str, str] = field(default=("", ""), repr=False)
    members: tuple[Dialect, ...] = field(default=(), repr=False)


BLANKS: Final = (
    " \t\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
"""White space within a line; it may stand between a regular expression's brackets."""

# The word joiner is what makes a marker none where it stands in one.
_CONTROLS: Final = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u2060\ud800-\udfff"
_LONGEST_FIELD: Final = 64
_LONGEST_ID: Final = 128
_LONGEST_TEXT: Final = 200

_blank = run(BLANKS, 0, 4)
_digits = run("0-9", 1, 3)
_dash = run("-\u2010-\u2015\u2212\uff0d~\uff5e", 1, 1)
_comma = run(",;\uff0c\u3001\uff1b", 1, 1)


def _numbers(label: Piece | None = None) -> Piece:
    """Give a list of numbers and ranges; *label* may stand before each but the first."""
    item = then(_digits, maybe(then(_blank, _dash, _blank, _digits)))
    separator = then(_blank, _comma, _blank)
    if label is not None:
        separator = then(separator, maybe(label))
    return group("numbers", repeated(item, separator, DEFAULT.refs))


def _bracketed(opening: str, content: Piece, closing: str) -> Piece:
    return then(literal(opening), _blank, content, _blank, literal(closing))


NUMERIC: Final = Dialect(
    name="numeric",
    naming=Naming.POSITION,
    forms=(
        # Most markers are this plain, and quicker to match.
        Form("[", then(literal("["), group("position", _digits), literal("]")), is_subscript=True),
        Form("[", _bracketed("[", _numbers(), "]"), is_subscript=True),
        Form("\uff3b", _bracketed("\uff3b", _numbers(), "\uff3d")),
    ),
)
"""``[1]``, ``[1, 2]``, ``[1-3]`` and their full-width forms."""

_dagger = then(literal("\u2020"), run(f"^\u3011{_CONTROLS}", 0, _LONGEST_ID))

LENTICULAR: Final = Dialect(
    name="lenticular",
    naming=Naming.POSITION,
    forms=(
        Form(
            "\u3010",
            _bracketed(
                "\u3010",
                then(
                    either(then(run("0-9", 1, 9), literal(":"), group("zero", _digits)), _numbers()),
                    maybe(_dagger),
                ),
                "\u3011",
            ),
        ),
    ),
)
"""``【1】``, and ``【4:0†name】`` where the number behind the colon counts from 0."""

FOOTNOTE: Final = Dialect(
    name="footnote",
    naming=Naming.POSITION,
    forms=(Form("[", then(literal("[^"), _numbers(literal("^")), literal("]"))),),
)
"""``[^1]``."""

_source = then(run("Ss", 1, 1), literal("ource"), maybe(literal("s")), maybe(literal(":")), _blank)
SOURCE: Final = Dialect(
    name="source",
    naming=Naming.POSITION,
    forms=(Form("[", _bracketed("[", then(_source, _numbers(_source)), "]")),),
)
"""``[Source 2]``."""

_doc = then(run("Dd", 1, 1), literal("oc"))
DOC: Final = Dialect(
    name="doc",
    naming=Naming.POSITION,
    forms=(Form("[", _bracketed("[", then(_doc, _numbers(_doc)), "]")),),
)
"""``[doc1]``."""

_white = r" \t\r\n\f\v"
CIT_TAG: Final = Dialect(
    name="cit_tag",
    naming=Naming.DOCUMENT,
    forms=(
        Form(
            "<",
            then(
                literal("<CIT"),
                run(_white, 1, 16),
                group("document", run("0-9", 1, 32)),
                run(_white, 0, 16),
                literal("/>"),
            ),
        ),
    ),
)
"""``<CIT 123 />``, which names a document."""

# An id may have colons, but not look like the fields of an Iris marker.
_card = then(Piece("(?![LF]:)", r"(?![LF]:)\Z"), run(rf"^{_CONTROLS}\s,;<>\[\]", 1, _LONGEST_ID))
CARD: Final = Dialect(
    name="card",
    naming=Naming.CITATION,
    forms=(
        Form(
            "[",
            _bracketed(
                "[cite:",
                group(
                    "ids",
                    repeated(
                        _card, then(_blank, _comma, _blank, maybe(then(literal("cite:"), _blank))), DEFAULT.refs
                    ),
                ),
                "]",
            ),
        ),
    ),
    frame=("[cite:", "]"),
)
"""``[cite:card-x]``, which names citations by id."""

_field = run(rf"^:\]{_CONTROLS}", 0, _LONGEST_FIELD)
_colon = literal(":")
_kind = group("kind", run("LF", 1, 1))

IRIS_DRAFT: Final = Dialect(
    name="iris_draft",
    naming=Naming.DRAFT,
    forms=(
        Form(
            "[",
            then(
                literal("[cite:"),
                *(_kind, _colon, group("entity", _field), _colon, group("page", _field)),
                *(_colon, group("start", _field), _colon, group("end", _field)),
                literal("!"),
                group("number", run("0-9", 1, 6)),
                literal("]"),
            ),
        ),
    ),
)
"""``[cite:L:42:7::!1]``: kind, entity, page, start and end, and the number that was given out."""

_final_field = run(rf"^:\[\]{_CONTROLS}", 0, _LONGEST_FIELD)


def _final(name: str) -> Dialect:
    text = run(rf"^\[\]{_CONTROLS}", 0, _LONGEST_TEXT)
    grammar = then(
        literal("[cite:"),
        *(_kind, _colon, group("entity", _final_field), _colon, group("page", _final_field)),
        *(_colon, group("start", _final_field), _colon, group("end", _final_field)),
        *(_colon, group("keyword", _final_field), _colon, group("summary", text)),
        literal("]"),
    )
    return Dialect(name=name, naming=Naming.SOURCE, forms=(Form("[", grammar),))


IRIS: Final = _final("iris")
"""``[cite:L:42:7:::keyword:summary]``."""

IRIS_STORED: Final = _final("iris_stored")
"""``[cite:L:42:7:::keyword:summary:va3]``: the final form with the version of the slide or the video."""


def _private(character: str) -> Piece:
    """Give a private-use character, or its escape sequence, which models write out."""
    return either(literal(character), literal(f"\\u{ord(character):04x}"))


_open, _close, _separator = map(_private, "\ue200\ue201\ue202")
_turn = then(literal("turn"), run("0-9", 1, 4), run("a-z", 1, 16), run("0-9", 1, 4))
_private_id = run(rf"^\\{_CONTROLS}\s\ue200-\ue2ff", 1, _LONGEST_FIELD)

PRIVATE_USE: Final = Dialect(
    name="private_use",
    naming=Naming.CITATION,
    forms=(
        Form(
            "\ue200\\",
            then(
                _open,
                run("a-z_", 0, 24),
                group("private", then(_separator, repeated(_private_id, _separator, 16))),
                _close,
            ),
        ),
        Form("\ue202\\", then(_separator, group("private", _turn))),
    ),
    frame=("\ue200cite\ue202", "\ue201"),
)
"""``cite`` and ids between private-use characters, as hosted models write them."""


@discreet
def template(pattern: str) -> Dialect:
    """
    Give a dialect of one's own, which names citations by id: ``template("⟦{id}⟧")``.

    Args:
        pattern: What a marker looks like, with ``{id}`` once where the id stands. What stands before and behind
            it is 1 to 32 characters; it begins with no letter, digit or white space.

    Raises:
        ConfigurationError: If the pattern is none.
    """
    before, found, behind = pattern.partition("{id}")
    bounded = 0 < len(before) <= _LONGEST_FRAME and 0 < len(behind) <= _LONGEST_FRAME
    if not found or not bounded or "{id}" in behind or before[0].isalnum() or before[0].isspace():
        raise ConfigurationError("a template has {id} once, and 1 to 32 characters before and behind it")
    if not f"{before}{behind}".isprintable():
        raise ConfigurationError("a template has printable characters only")
    wanted = group("id", run(rf"^{re.escape(before[0] + behind[0])}{_CONTROLS}", 1, _LONGEST_ID))
    form = Form(before[0], then(literal(before), wanted, literal(behind)))
    return Dialect(name="template", naming=Naming.CITATION, forms=(form,), frame=(before, behind))


_LONGEST_FRAME: Final = 32


def any_of(*dialects: Dialect) -> Dialect:
    """
    Give a dialect that takes the markers of several; where two fit, the one named first decides.

    Raises:
        ConfigurationError: If none is given.
    """
    members = tuple(member for each in dialects for member in each.members or (each,))
    if not members:
        raise ConfigurationError("any_of takes at least one dialect")
    return Dialect(name="any_of", members=tuple(dict.fromkeys(members)))


NAMED: Final[Mapping[str, Dialect]] = {
    each.name: each
    for each in (
        *(NUMERIC, LENTICULAR, FOOTNOTE, SOURCE, DOC, CIT_TAG, CARD),
        *(IRIS_DRAFT, IRIS_STORED, IRIS, PRIVATE_USE),
    )
}
"""The ready-made dialects by name."""

EVERY: Final = any_of(*NAMED.values())
"""All ready-made dialects at once."""
