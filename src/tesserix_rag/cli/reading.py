"""What commands read from files: answers, citations, and the output of ``ask`` that holds both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar, cast

import click
import orjson

from tesserix_rag.errors import WireCode, WireError
from tesserix_rag.limits import DEFAULT
from tesserix_rag.places import SourceLocator
from tesserix_rag.records import Citation, CitedAnswer
from tesserix_rag.wire import from_json

if TYPE_CHECKING:
    from collections.abc import Mapping

_T = TypeVar("_T")

STANDARD_INPUT: Final = "-"

_ARRAY: Final = b"["
_CITATIONS: Final = tuple[Citation, ...]
_OF_AN_ANSWER: Final = frozenset({"format", "claims", "prose", "anchors", "exempt"})


def contents(file: str) -> bytes:
    """Read a file or the standard input, but not much more than a JSON document may have."""
    with click.open_file(file, "rb") as opened:
        document: bytes = opened.read(DEFAULT.json_bytes + 1)
    return document


def answer_in(document: bytes) -> CitedAnswer:
    """
    Read an answer, also out of the output of ``ask``.

    Raises:
        WireError: If there is none.
    """
    members = _members(document)
    return _answer(members, "answer") if "answer" in members else _answer(members)


def retrieved_in(document: bytes) -> tuple[Citation, ...]:
    """
    Read what was retrieved: citations in an array or an object, or the output of ``ask``.

    Raises:
        WireError: If there is none.
    """
    if _is_array(document):
        return from_json(_CITATIONS, document)
    members = _members(document)
    if "retrieved" in members:
        return _part(_CITATIONS, members, "retrieved", "citations")
    # What an answer carries is not what was retrieved: it would vouch for itself.
    if _OF_AN_ANSWER.intersection(members):
        raise WireError(WireCode.MISSING_FIELD, "/retrieved")
    return _part(_CITATIONS, members, "citations")


def asked_in(document: bytes) -> tuple[CitedAnswer, tuple[Citation, ...]]:
    """
    Read an answer and what was retrieved for it out of the output of ``ask``.

    Raises:
        WireError: If it is not that; an answer alone says nothing of what was retrieved.
    """
    members = _members(document)
    answer = _answer(members, "answer")
    return answer, _part(_CITATIONS, members, "retrieved", "citations")


def checkable_in(file: str, retrieved: str | None) -> tuple[CitedAnswer, tuple[Citation, ...], bytes]:
    """
    Read an answer and what was retrieved for it, out of one file that holds both or out of two.

    Gives the document that holds what was retrieved, too, since the passages may be in it.

    Raises:
        UsageError: If both are to be read from the standard input.
        WireError: If they hold anything else.
    """
    expect_one_input(FILE=file, RETRIEVED=retrieved)
    document = contents(file)
    if retrieved is None:
        return *asked_in(document), document
    found = contents(retrieved)
    return answer_in(document), retrieved_in(found), found


def expect_one_input(**files: str | None) -> None:
    """
    Let one file at most be the standard input, which can be read once.

    Raises:
        UsageError: If several are.
    """
    if [*files.values()].count(STANDARD_INPUT) > 1:
        raise click.UsageError(f"only one of {' and '.join(files)} can be the standard input")


def passages_in(document: bytes) -> dict[str, str] | None:
    """
    Read the passages behind citations out of the output of ``ask``, or of an object that has them.

    Raises:
        WireError: If they are no texts by id.
    """
    if _is_array(document):
        return None
    members = _members(document)
    path = ("retrieved", "passages") if "retrieved" in members else ("passages",)
    if len(path) == 1 and path[0] not in members:
        return None
    found = _at(members, *path)
    texts = cast("dict[str, object]", found) if isinstance(found, dict) else None
    if texts is None or not all(isinstance(each, str) for each in texts.values()):
        raise WireError(WireCode.WRONG_TYPE, "".join(f"/{name}" for name in path))
    return cast("dict[str, str]", texts)


def cited_in(document: bytes) -> tuple[Citation, ...]:
    """
    Read what an answer cites: an array of citations, an answer, or the output of ``ask``.

    Raises:
        WireError: If it is none of these.
    """
    if _is_array(document):
        return from_json(_CITATIONS, document)
    return answer_in(document).citations


def _is_array(document: bytes) -> bool:
    return document.lstrip().startswith(_ARRAY)


def _members(document: bytes) -> Mapping[str, object]:
    """Give the members of an object that is sound throughout, so that parts of it may be read."""
    # A locator asks for nothing, and for none of the names read here: reading one looks at
    # the whole document, and takes nothing from it.
    from_json(SourceLocator, document)
    members: dict[str, object] = orjson.loads(document)
    return members


def _answer(members: Mapping[str, object], *path: str) -> CitedAnswer:
    """
    Read the answer that stands at *path*.

    A record of defaults only can be read out of any object; a pipeline that hands over the wrong one must not
    hear that it holds.
    """
    found = _at(members, *path)
    at = "".join(f"/{name}" for name in path)
    if isinstance(found, dict) and not _OF_AN_ANSWER.intersection(cast("dict[str, object]", found)):
        raise WireError(WireCode.MISSING_FIELD, f"{at}/claims")
    return _part(CitedAnswer, members, *path)


def _part(kind: type[_T], members: Mapping[str, object], *path: str) -> _T:
    """Read the part of an object that stands at *path*."""
    return _read(kind, orjson.dumps(_at(members, *path)), "".join(f"/{name}" for name in path))


def _at(members: Mapping[str, object], *path: str) -> object:
    part: object = members
    at = ""
    for name in path:
        part = _member(part, name, at)
        at = f"{at}/{name}"
    return part


def _member(whole: object, name: str, at: str) -> object:
    if not isinstance(whole, dict):
        raise WireError(WireCode.WRONG_TYPE, at)
    members = cast("dict[str, object]", whole)
    if name not in members:
        raise WireError(WireCode.MISSING_FIELD, f"{at}/{name}")
    return members[name]


def _read(kind: type[_T], document: bytes, at: str) -> _T:
    try:
        return from_json(kind, document)
    except WireError as refused:
        code, path = refused.code, f"{at}{refused.path}"
    raise WireError(code, path)
