"""The OpenAPI description of the JSON interface, made from the tasks' own types."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from grundy._version import __version__
from grundy.web.tasks import TASKS, Task

_REF = "#/components/schemas/{name}"
_PROBLEM = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {"type": "string", "description": "One sentence: what is wrong."},
        "limit": {"type": "boolean", "description": "True where a limit stopped the work."},
        "column": {"type": "integer", "description": "Where the text goes wrong, from 1."},
    },
}
_PROBLEMS = {
    "400": "The request is no JSON.",
    "403": "The request comes from another site.",
    "413": "The request is too long.",
    "421": "The server does not answer under this name.",
    "422": "The request is not what is asked for, or the work passes a limit.",
    "503": "The server is busy.",
}


def description() -> dict[str, Any]:
    """Give the description of all tasks, as OpenAPI 3.1."""
    requests = [task.request_type() for task in TASKS.values()]
    _, schemas = msgspec.json.schema_components(requests, ref_template=_REF)
    return {
        "openapi": "3.1.0",
        "info": {"title": "grundy", "version": __version__},
        "paths": {f"/api/{name}": {"post": _operation(name, task)} for name, task in TASKS.items()},
        "components": {"schemas": schemas | {"Problem": _PROBLEM}},
    }


def _operation(name: str, task: Task) -> dict[str, Any]:
    kind = task.request_type()
    problem = {"application/json": {"schema": {"$ref": _REF.format(name="Problem")}}}
    responses: dict[str, Any] = {
        status: {"description": told, "content": problem} for status, told in _PROBLEMS.items()
    }
    media_type = "application/x-ndjson" if task.streams else task.media_type
    responses["200"] = {"description": "The answer.", "content": {media_type: {}}}
    return {
        "operationId": name.replace("/", "-"),
        "summary": task.summary,
        "description": inspect.getdoc(task.load()) or "",
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": _REF.format(name=kind.__name__)}}},
        },
        "responses": responses,
    }
