"""From the lexemes of a sentence to what it says: figures and dates first, then phrases, then word by word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve

from tesserix_rag.evidence import wordlists as words
from tesserix_rag.evidence.dates import Date, follows_preposition, read_date
from tesserix_rag.evidence.figures import Figure, read_figure
from tesserix_rag.evidence.lexemes import Lexeme, Shape, lexemes
from tesserix_rag.evidence.listing import listed
from tesserix_rag.evidence.negating import simplified
from tesserix_rag.evidence.statements import Kind, Token, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tesserix_rag.places import Span


def tokens(text: str, span: Span, language: str) -> tuple[Token, ...]:
    """Give what the sentence at *span* of *text* says, in order."""
    pieces = tuple(_split(lexemes(text[span.start : span.end], span.start)))
    return simplified(tuple(_read(pieces, language)))


def _split(pieces: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """Take contractions apart."""
    skip = False
    for at, piece in enumerate(pieces):
        if skip:
            skip = False
            continue
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        is_joined = following is not None and following.gap in _APOSTROPHES
        if piece.key == "cannot":
            yield evolve(piece, key="can", end=piece.end - 3)
            yield evolve(piece, key="not", text="not", start=piece.end - 3, gap="")
        elif following is not None and is_joined and following.key == "t" and piece.key.endswith("n"):
            yield evolve(piece, key=_UNCONTRACTED.get(piece.key, piece.key[:-1]), end=piece.end - 1)
            yield evolve(following, key="not", text="n't", start=piece.end - 1, gap="")
            skip = True
        else:
            yield piece


_APOSTROPHES: Final = frozenset("'’ʼ＇")
_UNCONTRACTED: Final = {"can": "can", "won": "will", "shan": "shall"}


def _read(pieces: Sequence[Lexeme], language: str) -> Iterator[Token]:
    at = 0
    while at < len(pieces):
        token, end = (
            _valued(pieces, at, language) or _phrase(pieces, at) or (_word(pieces, at, language), at + 1)
        )
        if token is not None:
            if token.kind is Kind.FIGURE and at and _is_range(pieces, at):
                yield Token(Kind.LINK, "to", pieces[at - 1].end, pieces[at].start, "")
            yield token
        at = end


def _is_range(pieces: Sequence[Lexeme], at: int) -> bool:
    return (
        pieces[at].gap.strip() in _RANGES and pieces[at - 1].shape is not Shape.HAN and pieces[at].gap != " -"
    )


_RANGES: Final = frozenset("-–—~")


def _valued(pieces: Sequence[Lexeme], at: int, language: str) -> tuple[Token, int] | None:
    """Read a date or a figure."""
    date = read_date(pieces, at)
    if date is not None:
        return _spanning(Kind.DATE, pieces, at, date[1], date[0]), date[1]
    figure = read_figure(pieces, at, language)
    if figure is None:
        return None
    value, end = figure
    if value.is_year and end == at + 1 and follows_preposition(pieces, at):
        return _spanning(Kind.DATE, pieces, at, end, Date(int(value.written))), end
    if value.written.isdecimal() and end < len(pieces) and pieces[end].key in _NTH and not pieces[end].gap:
        place = Figure(value.value, "ordinal", value.written)
        return _spanning(Kind.FIGURE, pieces, at, end + 1, place), end + 1
    if end == at + 1 and at and pieces[at - 1].key in _NUMBERED:
        value = Figure(None, value.unit, value.written)
    return _spanning(Kind.FIGURE, pieces, at, end, value), end


_NUMBERED: Final = frozenset(
    listed("version v release section chapter article § no nr figure table rule kapitel abschnitt")
)
_NTH: Final = frozenset(listed("st nd rd th er ère e ème º ª"))


def _spanning(kind: Kind, pieces: Sequence[Lexeme], at: int, end: int, value: Value) -> Token:
    return Token(kind, "", pieces[at].start, pieces[end - 1].end, pieces[at].gap, value)


def _phrase(pieces: Sequence[Lexeme], at: int) -> tuple[Token, int] | None:
    """Read words that decide only together."""
    if pieces[at].key not in _PHRASE_STARTS:
        return None
    for length in range(_LONGEST_PHRASE, 1, -1):
        said = words.PHRASES.get(tuple(each.key for each in pieces[at : at + length]))
        if said is not None and len(pieces) >= at + length:
            kind, _, key = said.partition(":")
            last = pieces[at + length - 1]
            token = Token(_PHRASE_KINDS[kind], key, pieces[at].start, last.end, pieces[at].gap)
            return evolve(token, is_hedge=kind == "hedge"), at + length
    return None


_PHRASE_STARTS: Final = frozenset(each[0] for each in words.PHRASES)
_LONGEST_PHRASE: Final = max(map(len, words.PHRASES))
_PHRASE_KINDS: Final = {
    "bound": Kind.BOUND,
    "word": Kind.WORD,
    "modal": Kind.MODAL,
    "quantity": Kind.QUANTITY,
    "hedge": Kind.WORD,
}


def _word(pieces: Sequence[Lexeme], at: int, language: str) -> Token | None:
    piece = pieces[at]
    key = _cased(piece)
    if key in words.CONCORDANT and language == "fr":
        return None
    kind, key = _kind(piece, key, language)
    is_name = (at > 0 and piece.text[:1].isupper()) or (len(piece.text) > 1 and piece.text.isupper())
    is_named = is_name and kind is Kind.WORD
    return Token(
        kind, key, piece.start, piece.end, piece.gap, is_name=is_named, is_hedge=piece.key in words.HEDGES
    )


def _cased(piece: Lexeme) -> str:
    """Tell a few names from the small words that they are without their capitals."""
    return piece.text if piece.text in {"US", "IT", "WHO", "AS", "IN"} else piece.key


def _kind(piece: Lexeme, key: str, language: str) -> tuple[Kind, str]:
    """Say what a word does, and what it is compared by."""
    if piece.shape is Shape.HAN:
        return (Kind.NEGATION, "not") if key in words.HAN_NEGATIONS else (Kind.WORD, key)
    if piece.shape is Shape.SIGN:
        return (Kind.BOUND, _SIGNS[key]) if key in _SIGNS else (Kind.LINK, key)
    if key in words.NEGATIONS or key in words.NEGATIONS_IN[language]:
        return Kind.NEGATION, _NEGATION_KEYS.get(key, "not")
    return _plain_kind(key, language)


def _plain_kind(key: str, language: str) -> tuple[Kind, str]:
    for kind, known in _KNOWN:
        if key in known and key not in words.ARTICLES[language]:
            return kind, known[key]
    for kind, group in ((Kind.ARTICLE, words.ARTICLES[language]), (Kind.FILLER, words.FILLERS)):
        if key in group:
            return kind, key
    return (Kind.LINK, key) if key in words.LINKS else (Kind.WORD, words.EQUALS.get(key, key))


_SIGNS: Final = {"≥": "least", "≤": "most", ">": "over", "<": "under", "~": "about", "≈": "about"}
_NEGATION_KEYS: Final = {
    "without": "without",
    "ohne": "without",
    "sans": "without",
    "sin": "without",
    "never": "never",
    "nie": "never",
    "niemals": "never",
    "jamais": "never",
    "nunca": "never",
    "jamás": "never",
    "hardly": "hardly",
    "scarcely": "hardly",
    "nobody": "nobody",
    "niemand": "nobody",
    "nadie": "nobody",
    "nothing": "nothing",
    "nichts": "nothing",
    "rien": "nothing",
    "nada": "nothing",
    "none": "none",
    "neither": "neither",
    "nor": "nor",
    "weder": "neither",
    "noch": "nor",
    "ni": "nor",
}
_KNOWN: Final = (
    (Kind.MODAL, words.MODALS),
    (Kind.QUANTITY, words.QUANTITIES),
    (Kind.DIRECTION, words.DIRECTIONS),
    (Kind.BOUND, words.BOUNDS),
)
