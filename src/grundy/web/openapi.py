"""The OpenAPI description of the JSON interface, made from the tasks' own types."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from grundy._version import __version__
from grundy.web.tasks import TASKS, Task

_REF = "#/components/schemas/{name}"
_JSON = "application/json"
_LINES = "application/x-ndjson"
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
    "408": "The request did not arrive in time.",
    "413": "The request is too long.",
    "415": "The request does not say that it is JSON.",
    "421": "The server does not answer under this name.",
    "422": "The request is not what is asked for, or the work passes a limit.",
    "500": "A defect of the server.",
    "503": "The server is busy.",
}


def description() -> dict[str, Any]:
    """Return the description of all tasks, as OpenAPI 3.1."""
    requests = [task.request_type() for task in TASKS.values()]
    answers = [task.answer_type() for task in TASKS.values() if not task.media_types]
    found, schemas = msgspec.json.schema_components([*requests, *answers], ref_template=_REF)
    told = iter(found[len(requests) :])
    paths = {}
    for (name, task), asked in zip(TASKS.items(), found, strict=False):
        paths[f"/api/{name}"] = {
            "post": _operation(name, task, asked, {} if task.media_types else next(told))
        }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "grundy",
            "version": __version__,
            "description": "Impartial games: labels of digraphs, values of heap games, nimbers.",
        },
        "paths": paths,
        "components": {"schemas": schemas | {"Problem": _PROBLEM}},
    }


def _operation(
    name: str, task: Task, asked: dict[str, Any], told: dict[str, Any]
) -> dict[str, Any]:
    problem = {_JSON: {"schema": {"$ref": _REF.format(name="Problem")}}}
    responses: dict[str, Any] = {
        "200": {"description": "The answer.", "content": _content(task, told)}
    }
    for status, sentence in _PROBLEMS.items():
        responses[status] = {"description": sentence, "content": problem}
    return {
        "operationId": name.replace("/", "-"),
        "summary": task.summary,
        "description": inspect.getdoc(task.load()) or "",
        "requestBody": {"required": True, "content": {_JSON: {"schema": asked}}},
        "responses": responses,
    }


def _content(task: Task, told: dict[str, Any]) -> dict[str, Any]:
    if task.media_types:
        return {media_type: {} for media_type in task.media_types}
    return {_LINES if task.streams else _JSON: {"schema": told}}
