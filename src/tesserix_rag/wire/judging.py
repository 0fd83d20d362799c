"""Which rule a JSON document breaks, and where; slow, and the last word on what is read."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NoReturn, cast

import attrs

from tesserix_rag.errors import InvalidRecordError, WireCode
from tesserix_rag.records import CitedAnswer
from tesserix_rag.retrieval import Scalar
from tesserix_rag.wire.fitting import flaw, unsound
from tesserix_rag.wire.kinds import (
    FORMAT,
    TAGS,
    Refusal,
    choices,
    fields_of,
    is_enum,
    is_format,
    is_mapping,
    is_optional,
    is_required,
    is_tagged,
    is_tuple,
    member_of,
    moment,
    optional,
)

if TYPE_CHECKING:
    from collections.abc import Callable


class _RefusedError(Exception):
    """The first rule that is broken."""

    def __init__(self, code: WireCode, path: str) -> None:
        super().__init__()
        self.refusal = Refusal(code, path)


def judge(kind: object, document: bytes | str, *, strict: bool) -> object | Refusal:
    """Read what *kind* asks for, or say which rule is broken first, and where."""
    try:
        text = document if isinstance(document, str) else document.decode()
        return _Judge(strict=strict).read(kind, _parsed(text), "")
    except _RefusedError as refused:
        return refused.refusal
    except ValueError:
        return Refusal(WireCode.NOT_JSON)
    except RecursionError:
        return Refusal(WireCode.TOO_DEEP)


def _parsed(text: str) -> object:
    """Parse objects as tuples of their members, so that no key is lost."""
    return json.loads(text, object_pairs_hook=tuple, parse_int=_integer)


def _integer(digits: str) -> int:
    """Read an integer; of one far too large only as much as shows that it is."""
    return int(digits[:20])


def _refuse(code: WireCode, path: str) -> NoReturn:
    raise _RefusedError(code, path)


class _Judge:
    """
    A reader that stops at the first rule that is broken.

    Args:
        strict: Whether fields that are none of ours break one.
    """

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict

    def read(self, kind: object, value: object, path: str) -> object:
        """Read what *kind* asks for at *path*."""
        if is_optional(kind):
            return None if value is None else self.read(optional(kind), value, path)
        if is_tuple(kind):
            return self._tuple(member_of(kind), value, path)
        if is_tagged(kind):
            return self._member(choices(kind), value, path)
        if is_mapping(kind):
            return self._mapping(value, path)
        if attrs.has(cast("type", kind)):
            return self._record(cast("type", kind), self._object(value, path, (kind,)), path)
        return self._scalar(kind, value, path)

    def _scalar(self, kind: object, value: object, path: str) -> object:
        self._expect_sound(value, path)
        read_text = moment if kind is datetime else kind if is_enum(kind) else None
        code = flaw(str if read_text else kind, value)
        if code is not None:
            _refuse(code, path)
        try:
            return cast("Callable[[object], object]", read_text)(value) if read_text else value
        except ValueError:
            _refuse(WireCode.INVALID_RECORD, path)

    def _tuple(self, kind: object, value: object, path: str) -> tuple[object, ...]:
        if not isinstance(value, list):
            self._refuse_type(value, path)
        values = cast("list[object]", value)
        return tuple(self.read(kind, each, f"{path}/{at}") for at, each in enumerate(values))

    def _mapping(self, value: object, path: str) -> dict[str, object]:
        metadata = self._object(value, path)
        for each in metadata.values():
            self._scalar(Scalar, each, path)
        return metadata

    def _member(self, kinds: tuple[object, ...], value: object, path: str) -> object:
        members = self._object(value, path, kinds)
        if "type" not in members:
            _refuse(WireCode.MISSING_FIELD, f"{path}/type")
        tag = members.pop("type")
        named = [cast("type", each) for each in kinds if TAGS[each] == tag]
        if not named:
            self._refuse_type(tag, f"{path}/type")
        return self._record(named[0], members, path)

    def _record(self, kind: type, members: dict[str, object], path: str) -> object:
        if kind is CitedAnswer and not is_format(members.pop("format", FORMAT)):
            _refuse(WireCode.WRONG_FORMAT, f"{path}/format")
        fields = {each.name: each for each in fields_of(kind)}
        found = {
            name: self.read(fields[name].type, value, f"{path}/{name}")
            for name, value in members.items()
            if name in fields or self._is_foreign(value, path)
        }
        for name, each in fields.items():
            if name not in found and is_required(each):
                _refuse(WireCode.MISSING_FIELD, f"{path}/{name}")
        return _built(kind, found, path)

    def _object(self, value: object, path: str, kinds: tuple[object, ...] = ()) -> dict[str, object]:
        """Give the members of an object that has no key twice; *kinds* say which keys are ours."""
        if not isinstance(value, tuple):
            self._refuse_type(value, path)
        members: dict[str, object] = {}
        for name, each in cast("tuple[tuple[str, object], ...]", value):
            if name in members:
                at = f"{path}/{name}" if _is_ours(name, kinds) else path
                _refuse(WireCode.DUPLICATE_KEY, at)
            self._expect_sound(name, path)
            members[name] = each
        return members

    def _is_foreign(self, value: object, path: str) -> Literal[False]:
        """Look at what a field holds that is none of ours; it is never read."""
        self._expect_sound(value, path)
        if self._strict:
            _refuse(WireCode.UNKNOWN_FIELD, path)
        return False

    def _refuse_type(self, value: object, path: str) -> NoReturn:
        self._expect_sound(value, path)
        _refuse(WireCode.WRONG_TYPE, path)

    def _expect_sound(self, value: object, path: str) -> None:
        """Refuse what no reader would take alike, wherever it stands."""
        if isinstance(value, tuple):
            value = list(self._object(cast("object", value), path).values())
        if isinstance(value, list):
            for each in cast("list[object]", value):
                self._expect_sound(each, path)
            return
        code = unsound(value)
        if code is not None:
            _refuse(code, path)


def _is_ours(name: str, kinds: tuple[object, ...]) -> bool:
    """Whether *name* may be shown: a field of one of *kinds*."""
    fields = (each.name for kind in kinds for each in fields_of(cast("type", kind)))
    return bool(kinds) and (name in {"format", "type"} or name in fields)


def _built(kind: type, fields: dict[str, object], path: str) -> object:
    try:
        return kind(**fields)
    except InvalidRecordError as invalid:
        _refuse(WireCode.INVALID_RECORD, f"{path}/{invalid.field}")
