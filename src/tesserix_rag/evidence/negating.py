"""Negations in one way of writing: two that meet undo each other, and helpers that they need are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve

from tesserix_rag.evidence import wordlists as words
from tesserix_rag.evidence.listing import listed
from tesserix_rag.evidence.statements import FRAME, Kind, Token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def simplified(read: Sequence[Token]) -> tuple[Token, ...]:
    """Write negations in one way, and let two that meet undo each other."""
    plain = _without_pairs(tuple(_opened(_unframed(read))))
    return tuple(_dated(tuple(_without_do(plain))))


_FRAMES: Final = frozenset(
    {
        ("it", "is", "not", "true", "that"), ("it", "is", "not", "the", "case", "that"),
        ("it", "is", "false", "that"),
        ("it", "is", "untrue", "that"), ("it", "is", "incorrect", "that"), ("it", "is", "wrong", "that"),
        ("it", "is", "not", "correct", "that"), ("it", "is", "not", "so", "that"),
        ("es", "stimmt", "not", "dass"), ("es", "ist", "not", "wahr", "dass"), ("es", "ist", "falsch", "dass"),
        ("no", "es", "cierto", "que"), ("not", "es", "cierto", "que"), ("il", "est", "faux", "que"),
    }
)  # fmt: skip


def _unframed(read: Sequence[Token]) -> Sequence[Token]:
    """Take *it is not true that* together with the one negation that it undoes."""
    for length in (6, 5, 4):
        if tuple(each.key for each in read[:length]) in _FRAMES and len(read) > length:
            rest = read[length:]
            negations = [at for at, each in enumerate(rest) if each.kind is Kind.NEGATION and each.key == "not"]
            if len(negations) == 1 and not any(map(leaves_open, rest)):
                at = negations[0]
                return (*rest[:at], *rest[at + 1 :])
            frame = Token(Kind.NEGATION, FRAME, read[0].start, read[length - 1].end, read[0].gap)
            return (frame, *rest)
    return read


def leaves_open(token: Token) -> bool:
    """Whether a sentence with it may be denied without its opposite being so: *all*, *or*, *because*."""
    return (
        token.kind is Kind.QUANTITY
        or token.key in words.JOINING
        or token.key in words.RELATIVE
        or token.key in {"if", "unless"}
    )


def _opened(read: Sequence[Token]) -> Iterator[Token]:
    """Give *impossible* as not possible."""
    for token in read:
        plain = words.UNDONE.get(token.key) if token.kind is Kind.WORD else None
        if plain is None:
            yield token
            continue
        within = token.start + (token.end - token.start) // 4
        yield evolve(token, kind=Kind.NEGATION, key="not", end=within, is_name=False, is_hedge=False)
        yield evolve(token, key=plain, start=within, gap="", is_name=False, is_hedge=plain in words.HEDGES)


def _without_pairs(read: Sequence[Token]) -> tuple[Token, ...]:
    """Leave out two negations where the second directly follows the first."""
    kept: list[Token] = []
    for token in read:
        is_undone = token.kind is Kind.NEGATION and bool(kept) and kept[-1].kind is Kind.NEGATION
        if is_undone and kept[-1].key == token.key == "not" and not token.gap.strip():
            kept.pop()
            continue
        kept.append(token)
    return tuple(kept)


def _without_do(read: Sequence[Token]) -> Iterator[Token]:
    """Leave out *does* where only a negation needs it, and take its verb in either form."""
    bare: frozenset[str] = frozenset()
    helper = ""
    for at, token in enumerate(read):
        if token.key in _DO and token.kind is Kind.WORD and at + 1 < len(read) and _needs_do(read, at):
            helper = token.key
            continue
        if helper and token.kind is not Kind.NEGATION:
            bare = _inflected(token.key, helper)
            helper = ""
            yield evolve(token, also=bare)
            continue
        yield token


_DO: Final = frozenset({"do", "does", "did"})


def _needs_do(read: Sequence[Token], at: int) -> bool:
    following = read[at + 1]
    return following.kind is Kind.NEGATION or following.kind is Kind.WORD


def _inflected(verb: str, helper: str) -> frozenset[str]:
    if helper == "do":
        return frozenset({verb})
    if helper == "does":
        return frozenset({f"{verb}s", f"{verb}es", f"{verb[:-1]}ies"})
    return frozenset({f"{verb}ed", f"{verb}d", f"{verb[:-1]}ied"})


def _dated(read: Sequence[Token]) -> Iterator[Token]:
    """Make what only leads to a date weigh nothing."""
    for at, token in enumerate(read):
        leads = at + 1 < len(read) and read[at + 1].kind is Kind.DATE and token.key in _LEADING
        yield evolve(token, kind=Kind.ARTICLE) if leads and token.kind is not Kind.NEGATION else token


_LEADING: Final = frozenset(listed("in on im am en the le el der den the of"))
