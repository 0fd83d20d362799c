"""What a marker looks like, whole and cut off anywhere: the pieces that grammars are made of."""

from __future__ import annotations

import re

from attrs import frozen


@frozen
class Piece:
    """
    A part of a grammar, as two regular expressions.

    Args:
        whole: What matches all of it.
        cut: What matches as much of it as stands at the end of the text, possibly nothing.
    """

    whole: str
    cut: str


def literal(text: str) -> Piece:
    """Give a piece that is exactly *text*."""
    cut = ""
    for character in reversed(text):
        cut = f"(?:{re.escape(character)}{cut})?"
    return Piece(re.escape(text), rf"{cut}\Z")


def run(characters: str, least: int, most: int) -> Piece:
    """Give a piece of *least* to *most* of the *characters*, written as in a regular expression's brackets."""
    return Piece(f"[{characters}]{{{least},{most}}}", rf"[{characters}]{{0,{most}}}\Z")


def then(*pieces: Piece) -> Piece:
    """Give a piece of *pieces*, one behind the other."""
    cut = pieces[-1].cut
    for piece in reversed(pieces[:-1]):
        cut = f"(?:{_nameless(piece.whole)}{cut}|{piece.cut})"
    return Piece("".join(each.whole for each in pieces), cut)


def either(*pieces: Piece) -> Piece:
    """Give a piece that is one of *pieces*."""
    return Piece(
        f"(?:{'|'.join(each.whole for each in pieces)})", f"(?:{'|'.join(each.cut for each in pieces)})"
    )


def maybe(piece: Piece) -> Piece:
    """Give a piece that may be left out."""
    return Piece(f"(?:{piece.whole})?", rf"(?:{piece.cut}|\Z)")


def repeated(piece: Piece, separator: Piece, most: int) -> Piece:
    """Give a piece of one to *most* times *piece*, with *separator* between them."""
    another = then(separator, piece)
    whole = f"{piece.whole}(?:{another.whole}){{0,{most - 1}}}"
    return Piece(whole, f"(?:{_nameless(whole)}{another.cut}|{piece.cut})")


def group(name: str, piece: Piece) -> Piece:
    """Give a piece whose match can be read by *name*."""
    return Piece(f"(?P<{name}>{piece.whole})", piece.cut)


def _nameless(pattern: str) -> str:
    """Give a regular expression without its names, which may stand in it only once."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)
