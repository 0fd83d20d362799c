"""What is read, described as JSON Schema."""

from __future__ import annotations

import re
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, cast

from tesserix_rag import _fields
from tesserix_rag.ids import ID_PATTERN, INVISIBLE, REFERENCE_PATTERN
from tesserix_rag.places import SourceLocator
from tesserix_rag.records import CitedAnswer
from tesserix_rag.wire.kinds import (
    FORMAT_PATTERN,
    MOMENT_PATTERN,
    RECORDS,
    TAGS,
    choices,
    fields_of,
    is_enum,
    is_mapping,
    is_optional,
    is_required,
    is_tagged,
    is_tuple,
    member_of,
    optional,
)

if TYPE_CHECKING:
    from attrs import Attribute

_Schema = dict[str, object]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_LARGEST: Final = _fields.LARGEST_INTEGER


def _whole(pattern: str) -> str:
    """Keep a pattern's end from standing before a last line feed, as it may in Python."""
    return re.sub(r"\$$", r"$(?!\\n)", pattern)


_TELLING: Final[_Schema] = {"pattern": rf"[^\s{INVISIBLE.pattern[1:]}"}
_ID: Final[_Schema] = {"pattern": _whole(ID_PATTERN), "allOf": [_TELLING]}
_TENANT: Final[_Schema] = {**_ID, "not": {"pattern": rf"{INVISIBLE.pattern}|^\s|\s$"}}
_REFERENCE: Final[_Schema] = {"pattern": _whole(REFERENCE_PATTERN), "allOf": [_TELLING]}
_COUNT: Final[_Schema] = {"minimum": 0, "maximum": _LARGEST}
_FROM_ONE: Final[_Schema] = {"minimum": 1, "maximum": _LARGEST}

_RULES: Final[dict[object, _Schema]] = {
    _fields.identifier: _ID,
    _fields.tenant: _TENANT,
    _fields.reference: _REFERENCE,
    _fields.references: {"items": {"type": "string", **_REFERENCE}},
    _fields.telling_text: _TELLING,
    _fields.offset: _COUNT,
    _fields.ordinal: _FROM_ONE,
    _fields.relevance: {"minimum": 0, "maximum": _fields.MOST_RELEVANT, "multipleOf": 1},
    _fields.identifier_or_none: _ID,
    _fields.tenant_or_none: _TENANT,
    _fields.reference_or_none: _REFERENCE,
    _fields.offset_or_none: _COUNT,
    _fields.ordinal_or_none: _FROM_ONE,
}

_TYPES: Final[dict[object, _Schema]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -_LARGEST, "maximum": _LARGEST},
    float: {"type": "number"},
    datetime: {"type": "string", "format": "date-time", "pattern": _whole(MOMENT_PATTERN)},
}

_SCALARS: Final[_Schema] = {"type": ["string", "number", "boolean"]}

# What the fields of a record say of each other.
_BETWEEN: Final[dict[object, _Schema]] = {
    SourceLocator: {
        "not": {
            "required": ["page", "time"],
            "properties": {"page": {"type": "integer"}, "time": {"type": "object"}},
        }
    },
    CitedAnswer: {
        "if": {"required": ["prose"], "properties": {"prose": {"type": "string"}}},
        "then": {
            "properties": {
                "claims": {"items": {"required": ["span"], "properties": {"span": {"type": "object"}}}}
            }
        },
    },
}


def schema_of(kind: object, *, strict: bool) -> dict[str, object]:
    """Describe *kind*, each record once."""
    definitions: dict[str, object] = {}
    schema = _kind(kind, definitions, strict=strict)
    return {"$schema": _DIALECT, **schema, "$defs": dict(sorted(definitions.items()))}


def _kind(kind: object, definitions: dict[str, object], *, strict: bool) -> _Schema:
    if is_tuple(kind):
        return {"type": "array", "items": _kind(member_of(kind), definitions, strict=strict)}
    if is_tagged(kind) or kind in RECORDS:
        members = [
            _reference(cast("type", each), definitions, strict=strict) for each in choices(kind) or (kind,)
        ]
        return members[0] if len(members) == 1 else {"oneOf": members}
    if is_mapping(kind):
        return {"type": "object", "additionalProperties": _SCALARS}
    if is_enum(kind):
        return {"enum": [each.value for each in cast("type[Enum]", kind)]}
    return _TYPES[kind]


def _reference(record: type, definitions: dict[str, object], *, strict: bool) -> _Schema:
    name = record.__name__
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _record(record, definitions, strict=strict)
    return {"$ref": f"#/$defs/{name}"}


def _record(record: type, definitions: dict[str, object], *, strict: bool) -> _Schema:
    fields = fields_of(record)
    required = [each.name for each in fields if is_required(each)]
    properties = {each.name: _field(each, definitions, strict=strict) for each in fields}
    if record in TAGS:
        required.insert(0, "type")
        properties["type"] = {"const": TAGS[record]}
    if record is CitedAnswer:
        properties["format"] = {"type": "string", "pattern": _whole(FORMAT_PATTERN)}
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        **({"additionalProperties": False} if strict else {}),
        **_BETWEEN.get(record, {}),
    }


def _field(attribute: Attribute[Any], definitions: dict[str, object], *, strict: bool) -> _Schema:
    kind = attribute.type
    inner = optional(kind) if is_optional(kind) else kind
    schema = {**_kind(inner, definitions, strict=strict), **_rules(attribute)}
    return {"anyOf": [schema, {"type": "null"}]} if is_optional(kind) else schema


def _rules(attribute: Attribute[Any]) -> _Schema:
    """Give what the validators of a field say, where JSON Schema can say it."""
    validators = getattr(attribute.validator, "_validators", (attribute.validator,))
    return {key: each for one in validators for key, each in _RULES.get(one, {}).items()}
