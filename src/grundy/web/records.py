"""Requests and answers of the page as dataclasses: read from JSON with every check, and written.

A type says all that is checked, as those of `grundy.answers.forms` do: in ``Annotated``, text is
a description, and a pair is a keyword of JSON Schema. A record has a schema by the same types.
"""

from __future__ import annotations

import inspect
import json
import operator
import re
import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from typing import Annotated, Any, Literal, Union, dataclass_transform

from grundy.answers.forms import object_schema, schema_of
from grundy.errors import NoJsonError, RequestError


class Unset(Enum):
    """The type of a field that is left out."""

    UNSET = "unset"


UNSET = Unset.UNSET


@dataclass_transform()
class Request:
    """What a task takes: it has the fields of its type and no others."""

    def __init_subclass__(cls) -> None:
        dataclass(cls)


@dataclass_transform()
class Answer:
    """What a task gives, or a part of it."""

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        dataclass(cls, kw_only=kw_only)


# ---- written --------------------------------------------------------------------------------

# What the answers of several rooms hold.

Letter = Annotated[str, ("pattern", "^[PND]$")]
"""An outcome: P, N or D."""


class ListAll(Request):
    """All that there is; there is nothing to choose."""


class Read(Answer):
    """A digraph that was read: names, and arcs as pairs of vertex numbers."""

    vertices: list[str]
    arcs: list[tuple[int, int]]


def as_json(answer: Any) -> bytes:
    """Return an answer as JSON, without the fields that are not set."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"), default=_as_dict)
    return text.encode()


def _as_dict(record: Any) -> dict[str, Any]:
    values = ((each.name.rstrip("_"), getattr(record, each.name)) for each in fields(record))
    return {name: value for name, value in values if value is not UNSET}


# ---- read -----------------------------------------------------------------------------------


def from_json(kind: Any, body: bytes) -> Any:
    """Return the request that a body holds."""
    try:
        content = json.loads(body, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise NoJsonError(f"The request is no JSON: {error}.") from None
    return _reader(kind)(content)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


Reader = Callable[[Any], Any]


@cache
def _reader(kind: Any) -> Reader:
    """Return what reads a value as a type has it; errors gather their path on the way out."""
    arguments = typing.get_args(kind)
    match typing.get_origin(kind):
        case origin if origin is Annotated:
            return _checking(_reader(kind.__origin__), kind.__metadata__)
        case origin if origin is Literal:
            return partial(_choice, arguments)
        case origin if origin in (Union, types.UnionType):
            return partial(_one_of, kind, [(_json_types(one), _reader(one)) for one in arguments])
        case origin if origin is list:
            return partial(_list, _reader(arguments[0]))
        case origin if origin is tuple:
            return partial(_tuple, [_reader(one) for one in arguments])
        case None if _is_record(kind):
            return partial(_record, kind, _fields(kind))
    return partial(_plain, kind, _json_types(kind))


def _plain(kind: Any, accepted: tuple[type[Any], ...], value: Any) -> Any:
    if type(value) not in accepted:
        raise _expected(kind, value)
    if type(value) is str and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise RequestError("Half of a character in a `str`") from None
    return float(value) if kind is float else value


def _choice(values: tuple[Any, ...], value: Any) -> Any:
    if value in values:
        return value
    choices = " or ".join(map(json.dumps, values))
    raise RequestError(f"Invalid value {json.dumps(value)[:40]}, expected {choices}")


def _one_of(kind: Any, members: list[tuple[tuple[type[Any], ...], Reader]], value: Any) -> Any:
    for accepted, read in members:
        if type(value) in accepted:
            return read(value)
    raise _expected(kind, value)


def _list(read: Reader, value: Any) -> list[Any]:
    if type(value) is not list:
        raise _expected(list, value)
    items: list[Any] = []
    try:
        items.extend(map(read, value))
    except RequestError as error:
        raise error.inside(f"[{len(items)}]") from None
    return items


def _tuple(reads: list[Reader], value: Any) -> tuple[Any, ...]:
    if type(value) is list and len(value) != len(reads):
        raise RequestError(f"Expected `array` of length {len(reads)}")
    each = iter(reads)
    return tuple(_list(lambda part: next(each)(part), value))


def _record(kind: Any, record_fields: dict[str, tuple[Any, Field[Any]]], value: Any) -> Any:
    if type(value) is not dict:
        raise _expected(dict, value)
    for name in value.keys() - record_fields.keys():
        raise RequestError(f"Object contains unknown field `{name[:40]}`")
    arguments = {}
    for name, (stated, field) in record_fields.items():
        if name in value:
            try:
                arguments[field.name] = _reader(stated)(value[name])
            except RequestError as error:
                raise error.inside(f".{name}") from None
        elif field.default is MISSING and field.default_factory is MISSING:
            raise RequestError(f"Object missing required field `{name}`")
    return kind(**arguments)


def _is_record(kind: Any) -> bool:
    return is_dataclass(kind)


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, Field[Any]]]:
    """Return types and fields by the names that they have in JSON, which end in no _."""
    types_ = typing.get_type_hints(kind, include_extras=True)
    return {field.name.rstrip("_"): (types_[field.name], field) for field in fields(kind)}


_NAMES = {
    int: "int", str: "str", bool: "bool", float: "float", type(None): "null", list: "array",
    dict: "object",
}  # fmt: skip


def _json_types(kind: Any) -> tuple[type[Any], ...]:
    """Return the types that a value may have when JSON was read."""
    match typing.get_origin(kind):
        case origin if origin is Annotated:
            return _json_types(kind.__origin__)
        case origin if origin in (Union, types.UnionType):
            return tuple(each for one in typing.get_args(kind) for each in _json_types(one))
        case origin if origin in (list, tuple):
            return (list,)
        case origin if origin is dict or _is_record(kind):
            return (dict,)
        case origin if origin is Literal:
            return tuple({type(one) for one in typing.get_args(kind)})
    return (float, int) if kind is float else (kind,)


def _expected(kind: Any, value: Any) -> RequestError:
    names = " | ".join(_NAMES[each] for each in _json_types(kind))
    return RequestError(f"Expected `{names}`, got `{_NAMES[type(value)]}`")


_CHECKS: dict[str, tuple[Callable[[Any, Any], bool], str]] = {
    "minimum": (operator.ge, ">= {}"),
    "maximum": (operator.le, "<= {}"),
    "minLength": (lambda value, least: len(value) >= least, "of length >= {}"),
    "maxLength": (lambda value, most: len(value) <= most, "of length <= {}"),
    "minItems": (lambda value, least: len(value) >= least, "of length >= {}"),
    "maxItems": (lambda value, most: len(value) <= most, "of length <= {}"),
    "pattern": (lambda value, pattern: bool(re.search(pattern, value)), "matching regex {!r}"),
}


def _checking(read: Reader, metadata: tuple[Any, ...]) -> Reader:
    """Return what reads, and checks the limits."""
    checks = [(*_CHECKS[each[0]], each[1]) for each in metadata if not isinstance(each, str)]

    def checked(value: Any) -> Any:
        result = read(value)
        for holds, words, limit in checks:
            if not holds(result, limit):
                raise RequestError(f"Expected `{_NAMES[type(value)]}` {words.format(limit)}")
        return result

    return checked


# ---- described ------------------------------------------------------------------------------


def schemas(kinds: list[Any], ref: str) -> tuple[list[Any], dict[str, Any]]:
    """Return the schema of each type, and those of the records that they refer to, by name."""
    parts: dict[str, Any] = {}
    kind_of: dict[str, Any] = {}

    def refer(kind: Any) -> dict[str, Any]:
        if not _is_record(kind):
            return object_schema(kind)
        name = kind.__name__
        assert kind_of.setdefault(name, kind) is kind, name  # noqa: S101 - names are our own
        if name not in parts:
            parts[name] = {}  # it may hold itself
            parts[name] |= _described(kind, refer)
        return {"$ref": ref.format(name=name)}

    return [schema_of(kind, refer) for kind in kinds], parts


def _described(kind: Any, refer: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    properties, required = {}, []
    for name, (stated, field) in _fields(kind).items():
        properties[name] = schema_of(_set(stated), refer)
        if field.default not in (MISSING, UNSET):
            properties[name] |= {"default": field.default}
        required += [name] * (field.default is MISSING and field.default_factory is MISSING)
    schema = {"title": kind.__name__, "description": inspect.getdoc(kind), "type": "object"}
    closed = {"additionalProperties": False} if issubclass(kind, Request) else {}
    return schema | {"properties": properties, "required": required} | closed


def _set(kind: Any) -> Any:
    """Return the type of a field where it is not left out."""
    several = typing.get_args(kind)
    if Unset not in several:
        return kind
    return Union[tuple(one for one in several if one is not Unset)]  # noqa: UP007 - of a tuple
