"""JSON Schema from the types of the answers, and the types that several of them use.

An answer is a `typing.TypedDict`: a plain dictionary that costs nothing to make or to write, whose
fields mypy checks. In ``Annotated``, text is a description, and a pair one more keyword.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any, Literal, NotRequired, TypedDict, TypeVar, Union, overload

from grundy.values import LoopyValue, Value

Natural = Annotated[int, ("minimum", 0)]
Positive = Annotated[int, ("minimum", 1)]
Sha256 = Annotated[str, ("pattern", "^[0-9a-f]{64}$")]
OeisNumber = Annotated[str, ("pattern", "^A[0-9]{6}$")]
ValueText = Annotated[str, ("pattern", r"^(∞\(([0-9]+(,[0-9]+)*)?\)|loony|over)$")]
JsonValue = Annotated[
    Natural | ValueText, "A Grundy value: a natural number, or as text ∞(K) or loony."
]
OutcomeName = Annotated[
    str, ("enum", ("P", "N", "D")), "P: who has to move loses; N: wins; D: a draw."
]
Mover = Literal["N", "P"]
Player = Annotated[int, ("enum", (1, 2))]
Winner = Annotated[int | None, ("enum", (1, 2, None))]


@overload
def json_value(value: Value) -> int | str: ...
@overload
def json_value(value: Value | None) -> int | str | None: ...
def json_value(value: Value | None) -> int | str | None:
    """Return a value as JSON takes it: ∞(K) is text."""
    return str(value) if isinstance(value, LoopyValue) else value


Fields = TypeVar("Fields")


def filled(kind: type[Fields], source: object, /, **stated: Any) -> Fields:
    """Return an answer: the fields that are stated, the others by their names from a source."""
    names = kind.__annotations__
    return kind(
        **{name: stated[name] if name in stated else getattr(source, name) for name in names}
    )


class Head(TypedDict):
    """What stands first in every answer."""

    version: Annotated[str, "The version of grundy that wrote it."]
    format: Annotated[Literal[1], "The version of this form."]
    command: Annotated[str, "The command that gives this answer again."]


FORMS = {
    "certificate": "proofs:CertificateFile",
    "count": "whole_games:Count",
    "describe": "recognised:Described",
    "experiment": "graphs:Experimented",
    "explain": "games:Explained",
    "game": "whole_games:Game",
    "games": "whole_games:Games",
    "labels": "graphs:Labels",
    "nim": "games:Calculated",
    "period": "periods:Period",
    "play": "games:Replayed",
    "puzzle": "games:Puzzles",
    "quotient": "periods:Quotient",
    "random": "graphs:RandomDigraph",
    "recognise": "recognised:Recognised",
    "sheet": "games:Sheet",
    "solve": "solved:Solved",
    "start": "graphs:Start",
    "table": "whole_games:Table",
    "tabulate": "whole_games:Tabulated",
    "transcript": "games:Transcript",
    "values": "values:Values",
    "verify": "proofs:Verified",
}
"""Each form of JSON and its type; the first line of the type's docstring is the form's title."""


def form_schema(name: str) -> dict[str, Any]:
    """Return the schema of a form."""
    module, _, kind = FORMS[name].partition(":")
    form = getattr(import_module(f"grundy.answers.{module}"), kind)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"grundy:{name}:1"}
    return head | _form(form)


def _form(kind: Any) -> dict[str, Any]:
    """Return the schema of a whole answer, which begins with its head; or of one of several."""
    if typing.get_origin(kind) is Annotated:
        forms = [_form(one) for one in typing.get_args(kind.__origin__)]
        return {"title": kind.__metadata__[0], "oneOf": forms}
    title = kind.__doc__.partition("\n")[0].removesuffix(".")
    heads = () if "version" in kind.__annotations__ else (Head,)
    return {"title": title} | object_schema(*heads, kind)


def object_schema(*kinds: Any) -> dict[str, Any]:
    """Return the schema of an object that has the fields of these types, and no others."""
    properties, required = {}, []
    for kind in kinds:
        for name, field in typing.get_type_hints(kind, include_extras=True).items():
            optional = typing.get_origin(field) is NotRequired
            properties[name] = schema_of(typing.get_args(field)[0] if optional else field)
            required += [] if optional else [name]
    closed = {"required": required, "additionalProperties": False}
    return {"type": "object", "properties": properties} | closed


_NAMES = {int: "integer", str: "string", bool: "boolean", float: "number", type(None): "null"}


def schema_of(kind: Any, refer: Callable[[Any], dict[str, Any]] = object_schema) -> dict[str, Any]:
    """Return the schema of a type of the answers; *refer* gives those of types with fields."""
    arguments = typing.get_args(kind)
    match typing.get_origin(kind):
        case None if kind in _NAMES:
            return {"type": _NAMES[kind]}
        case None if kind is Any:
            return {}
        case None:
            return refer(kind)
        case origin if origin is Annotated:
            return _annotated(kind, refer)
        case origin if origin is Literal:
            one, *others = arguments
            return {"enum": [one, *others]} if others else {"const": one}
        case origin if origin in (Union, types.UnionType):
            return _any_of([schema_of(one, refer) for one in arguments])
        case origin if origin is tuple and arguments[-1] is not ...:
            count = len(arguments)
            items = [schema_of(one, refer) for one in arguments]
            return {"type": "array", "prefixItems": items, "items": False, "minItems": count}
        case origin if origin is dict:
            names, values = (schema_of(one, refer) for one in arguments)
            names.pop("type", None)
            more = {"propertyNames": names} if names else {}
            return {"type": "object", "additionalProperties": values} | more
    return {"type": "array", "items": schema_of(arguments[0], refer)}


def _annotated(kind: Any, refer: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    schema = schema_of(kind.__origin__, refer)
    for more in kind.__metadata__:
        match more:
            case str():
                schema["description"] = more
            case "enum", values:
                schema = {"enum": list(values)}
            case keyword, value:
                schema[keyword] = value
    return schema


def _any_of(schemas: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a schema for any of several; types alone, and one that may be null, are one list."""
    first, *others = schemas
    if isinstance(first.get("type"), str) and all(other.keys() == {"type"} for other in others):
        return first | {"type": [one["type"] for one in schemas]}
    return {"anyOf": schemas}
