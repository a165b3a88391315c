"""What a task takes and gives, as JSON Schema: made from its own types and the commands' forms."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from grundy import schemas
from grundy.web.tasks import Task

_OWN = "#/$defs/{name}"
_CERTIFICATE = "certificate"


def described(task: Task) -> str:
    """Say what a task does: its sentence, and what its function says of itself."""
    return f"{task.summary}\n\n{inspect.getdoc(task.load()) or ''}".strip()


def request_schema(task: Task) -> dict[str, Any]:
    """Return the schema of what a task takes, whole: an object at its root."""
    (found,), parts = msgspec.json.schema_components([task.request_type()], ref_template=_OWN)
    root: dict[str, Any] = parts.pop(found["$ref"].rpartition("/")[2])
    return root | ({"$defs": parts} if parts else {})


def answer_schema(task: Task) -> dict[str, Any]:
    """Return the schema of what a command's task gives, whole: an object at its root."""
    root, parts = command_answer(task, _OWN)
    return root | {"$defs": parts}


def command_answer(task: Task, ref: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of what a command's task gives, and the parts that it refers to."""
    (found,), parts = msgspec.json.schema_components([task.answer_type()], ref_template=ref)
    root = parts.pop(found["$ref"].rpartition("/")[2])
    fields = root["properties"]
    fields["answer"] = {"$ref": ref.format(name=_part(task.form))}
    fields["certificates"] |= {"items": {"$ref": ref.format(name=_part(_CERTIFICATE))}}
    for form in {task.form: None, _CERTIFICATE: None}:
        parts |= _parts_of(form, ref)
    return root, parts


def _parts_of(form: str, ref: str) -> dict[str, Any]:
    """Return the schema of a form, and each of its own parts under a name of its own."""
    schema = schemas.schema(form)
    own = schema.pop("$defs", {})
    for key in ("$schema", "$id"):
        del schema[key]
    named = {_part(form): schema} | {_part(form, name): part for name, part in own.items()}
    refs = {f"#/$defs/{name}": ref.format(name=_part(form, name)) for name in own}
    return {name: _referring(part, refs) for name, part in named.items()}


def _referring(schema: Any, refs: dict[str, str]) -> Any:
    """Return a schema with other references."""
    if isinstance(schema, list):
        return [_referring(one, refs) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: refs[one] if key == "$ref" else _referring(one, refs) for key, one in schema.items()
    }


def _part(form: str, name: str = "") -> str:
    return f"form_{form}_{name}".rstrip("_")
