"""What tasks take and give, as JSON Schema and as an OpenAPI description."""

from __future__ import annotations

import inspect
from typing import Any

from grundy import schemas
from grundy._version import __version__
from grundy.web.records import schemas as record_schemas
from grundy.web.tasks import TASKS, Task

# What a task takes and gives, as JSON Schema: made from its own types and the commands' forms.

_OWN = "#/$defs/{name}"
_CERTIFICATE = "certificate"


def described(task: Task) -> tuple[str, str]:
    """Return what a task does in a sentence, and what else its function says of itself."""
    sentence, _, more = (inspect.getdoc(task.load()) or "").partition("\n")
    return sentence, more.strip()


def request_schema(task: Task) -> dict[str, Any]:
    """Return the schema of what a task takes, whole: an object at its root."""
    (reference,), parts = record_schemas([task.request_type()], _OWN)
    root: dict[str, Any] = parts.pop(reference["$ref"].rpartition("/")[2])
    return root | ({"$defs": parts} if parts else {})


def answer_schema(task: Task) -> dict[str, Any]:
    """Return the schema of what a command's task gives, whole: an object at its root."""
    root, parts = command_answer(task, _OWN)
    return root | {"$defs": parts}


def command_answer(task: Task, ref: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of what a command's task gives, and the parts that it refers to."""
    (reference,), parts = record_schemas([task.answer_type()], ref)
    root = parts.pop(reference["$ref"].rpartition("/")[2])
    answer, certificate = f"form_{task.form}", f"form_{_CERTIFICATE}"
    root["properties"]["answer"] = {"$ref": ref.format(name=answer)}
    root["properties"]["certificates"] |= {"items": {"$ref": ref.format(name=certificate)}}
    for name, form in ((answer, task.form), (certificate, _CERTIFICATE)):
        parts[name] = schemas.schema(form)
        del parts[name]["$schema"], parts[name]["$id"]
    return root, parts


# The OpenAPI description of the JSON interface, made from the tasks' own types.

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

_TAGS = {
    "command": "The commands: what each answers to --json, with certificates of what is proved.",
    "graph": "Digraphs: labels, sums of tokens, steps of the algorithms.",
    "sequence": "Heap games: values, periods, misère quotients, files.",
    "game": "Games on boards: positions, moves, who wins and why, puzzles.",
    "nimbers": "Calculations with nimbers.",
    "link": "Links of the page as codes that a camera reads.",
}


def description() -> dict[str, Any]:
    """Return the description of all tasks, as OpenAPI 3.1."""
    requests = [task.request_type() for task in TASKS.values()]
    typed = [task for task in TASKS.values() if not task.media_types and not task.form]
    answers = [task.answer_type() for task in typed]
    both, schemas = record_schemas([*requests, *answers], _REF)
    of_answers = iter(both[len(requests) :])
    paths = {}
    for (name, task), request in zip(TASKS.items(), both, strict=False):
        answer = next(of_answers) if task in typed else {}
        if task.form:
            answer, parts = command_answer(task, _REF)
            schemas |= parts
        paths[f"/api/{name}"] = {"post": _operation(name, task, request, answer)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "grundy",
            "version": __version__,
            "description": "Impartial games: labels of digraphs, values of heap games, nimbers.",
        },
        "tags": [{"name": name, "description": sentence} for name, sentence in _TAGS.items()],
        "paths": paths,
        "components": {"schemas": schemas | {"Problem": _PROBLEM}},
    }


def _operation(
    name: str, task: Task, request: dict[str, Any], answer: dict[str, Any]
) -> dict[str, Any]:
    problem = {_JSON: {"schema": {"$ref": _REF.format(name="Problem")}}}
    responses: dict[str, Any] = {
        "200": {"description": "The answer.", "content": _content(task, answer)}
    }
    for status, sentence in _PROBLEMS.items():
        responses[status] = {"description": sentence, "content": problem}
    sentence, more = described(task)
    return {
        "operationId": name.replace("/", "-"),
        "tags": [name.partition("/")[0]],
        "summary": sentence,
        "description": more,
        "requestBody": {
            "required": True,
            "content": {_JSON: {"schema": request, "example": task.example}},
        },
        "responses": responses,
    }


def _content(task: Task, answer: dict[str, Any]) -> dict[str, Any]:
    if task.media_types:
        return {media_type: {} for media_type in task.media_types}
    return {_LINES if task.streams else _JSON: {"schema": answer}}
