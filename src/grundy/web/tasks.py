"""The tasks that a worker can do, and how an answer or an error becomes frames."""

from __future__ import annotations

import functools
import inspect
import json
import mmap
import traceback
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from grundy import schemas
from grundy._version import __version__
from grundy.errors import CodeError, GrundyError, LaterError, LimitError, NoJsonError
from grundy.web import settings
from grundy.web.records import Request, as_json, from_json
from grundy.web.records import schemas as record_schemas

_JSON = "application/json"
_LINES = "application/x-ndjson"
LATER = 0
"""The status of an answer that a quick worker leaves to a searcher; no client sees it."""


@dataclass(frozen=True, slots=True)
class Task:
    """One task: where its function is, and how its answer looks.

    Attributes:
        function: "module:name"; takes the request as a record. Its annotation says
            which, and is the schema of the OpenAPI description; so is its docstring.
        streams: Whether the answer is JSON line by line, each line one step.
        media_types: The types that the content may have, when it is bytes rather than JSON.
        example: A request that is answered; the description of the interface shows it.
        form: The schema of the command whose answer it gives; see `grundy.schemas`.
        patient: Whether an answer may take as long as a stream: the first one makes what the
            later ones use, and keeps it.
    """

    function: str
    example: Mapping[str, Any]
    streams: bool = False
    media_types: tuple[str, ...] = ()
    form: str = ""
    patient: bool = False

    def load(self) -> Callable[[Any], Any]:
        """Import the function."""
        module, _, name = self.function.partition(":")
        function: Callable[[Any], Any] = getattr(import_module(f"grundy.web.{module}"), name)
        return function

    def request_type(self) -> type[Request]:
        """Return the struct that the function takes."""
        hints = typing.get_type_hints(self.load(), include_extras=True)
        hints.pop("return", None)
        (kind,) = hints.values()
        return kind  # type: ignore[no-any-return]

    def answer_type(self) -> Any:
        """Return the type of the JSON that the function gives, a line of it if it streams."""
        kind = typing.get_type_hints(self.load(), include_extras=True)["return"]
        return typing.get_args(kind)[0] if self.streams else kind


_LOOP = {"vertices": ["a", "b", "t"], "arcs": [[0, 1], [1, 0], [1, 2]]}
_CURVE = {"regions": [["0", "0"]], "to": ["1a1a"]}
_LABELS = {
    "version": "0.1.0",
    "format": 1,
    "play": "normal",
    "vertices": [
        {"vertex": "a", "value": 1, "outcome": "N", "counter": 1},
        {"vertex": "b", "value": 0, "outcome": "P", "counter": 0},
    ],
    "arcs": [["a", "b"]],
}

TASKS = {
    "graph/label": Task("graph_tasks:label", {"graph": _LOOP}),
    "graph/read": Task("graph_tasks:read", {"name": "game.csv", "text": "a,b\nb,c\n"}),
    "graph/sum": Task("graph_tasks:add", {"graph": _LOOP, "tokens": [0, 1, 1]}),
    "graph/trace": Task("graph_tasks:steps", {"graph": _LOOP}),
    "graph/models": Task("graph_tasks:models", {}),
    "graph/random": Task(
        "graph_tasks:draw_random", {"n": 9, "model": "gnp", "mean_out_degree": 2, "seed": 1}
    ),
    "sequence/values": Task("sequence_tasks:values", {"game": "0.77", "stop": 300}, streams=True),
    "sequence/games": Task("sequence_tasks:games", {}),
    "sequence/about": Task("number_tasks:about", {"game": "0.07", "stop": 300}),
    "sequence/code": Task("number_tasks:code", {"game": "kayles", "stop": 300}),
    "sequence/recognise": Task(
        "number_tasks:recognise", {"values": "0 1 2 3 1 4 3 2 1 4 2 6"}, patient=True
    ),
    "sequence/file": Task(
        "sequence_tasks:file",
        {"game": "0.77", "stop": 10, "format": "csv"},
        media_types=("text/csv", "text/plain", _JSON),
    ),
    "sequence/check": Task("sequence_tasks:check", {"game": "0.77", "stop": 500}),
    "sequence/quotient": Task("sequence_tasks:quotient", {"game": "0.77", "stop": 300}),
    "sequence/quotient-certificate": Task(
        "sequence_tasks:certificate", {"game": "0.75"}, media_types=(_JSON,)
    ),
    "game/list": Task("game_tasks:games", {}),
    "game/position": Task("game_tasks:position", {"position": "kayles 5 7 + wythoff 8,12"}),
    "game/judge": Task(
        "judge_tasks:judge", {"position": "kayles 5 7 + wythoff 8,12", "moves": True}
    ),
    "game/move": Task("game_tasks:move", {"position": "nim 3 5", "typed": "take 2 from 5"}),
    "game/replay": Task(
        "game_tasks:replay", {"position": "nim 3 5", "moves": ["take 2 from 5", "1"]}
    ),
    "game/answer": Task("judge_tasks:answer", {"position": "kayles 5 7", "level": "perfect"}),
    "game/graph": Task("states_tasks:graph", {"position": "kayles 5"}),
    "game/puzzle": Task("judge_tasks:puzzle", {"game": "kayles", "size": 9, "seed": 1}),
    "game/explain": Task("explain_tasks:explain", {"position": "nim 4 8 17"}),
    "nimbers/calculate": Task("number_tasks:calculate", {"expression": "4 + 8 + 17"}),
    "nimbers/table": Task("number_tasks:table", {"operation": "product", "size": 4}),
    "game/drawn": Task(
        "curve_tasks:drawn",
        {"position": "nim 3 + sprouts 3", "part": 1, "regions": [["AB"], ["0", "AB", "0"]]},
    ),
    "link/code": Task(
        "number_tasks:draw_link",
        {"link": "http://localhost/#game=nim+3+5+7"},
        media_types=("image/svg+xml",),
    ),
    "command/label": Task("command_tasks:label", {"graph": "a b\nb a\nb t\n"}, form="labels"),
    "command/solve": Task(
        "command_tasks:solve", {"position": "kayles 5 7 + wythoff 8,12"}, form="solve"
    ),
    "command/explain": Task("command_tasks:explain", {"position": "nim 4 8 17"}, form="explain"),
    "command/values": Task("command_tasks:values", {"game": "0.77", "stop": 20}, form="values"),
    "command/period": Task("command_tasks:period", {"game": "kayles"}, form="period"),
    "command/quotient": Task("command_tasks:quotient", {"game": "kayles"}, form="quotient"),
    "command/recognise": Task(
        "command_tasks:recognise",
        {"values": "0 1 2 3 1 4 3 2 1 4 2 6"},
        form="recognise",
        patient=True,
    ),
    "command/verify": Task("command_tasks:verify", {"document": _LABELS}, form="verify"),
    "game/curve": Task("curve_tasks:curve", _CURVE),
}


def answer(name: str, body: bytes) -> Iterator[bytes]:
    """Do a task; give the frames of its answer. Every error is an answer, too."""
    task = TASKS[name]
    settings.begin()
    try:
        function, kind = _ready(name)
        result = function(from_json(kind, body))
        if task.streams:
            yield header(200, _LINES)
            yield from _lines(result)
        elif not task.media_types:
            content = as_json(result)
            yield header(200, _JSON)
            yield content
        else:
            media_type, content = result
            yield header(200, media_type)
            yield content
    except Exception as error:
        if isinstance(error, LaterError) or (
            isinstance(error, LimitError) and settings.was_truncated()
        ):
            yield header(LATER, _JSON)
            return
        status, refusal = problem(error)
        yield header(status, _JSON)
        yield as_json(refusal)


@functools.cache
def _ready(name: str) -> tuple[Callable[[Any], Any], type[Request]]:
    task = TASKS[name]
    return task.load(), task.request_type()


def header(status: int, media_type: str) -> bytes:
    """Return the first frame of an answer."""
    return json.dumps({"status": status, "type": media_type, "memory": _memory()}).encode()


def _memory() -> int:
    """Return the bytes that this process holds; 0 where nobody tells."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * mmap.PAGESIZE
    except OSError:  # not Linux
        return 0


def problem(error: Exception) -> tuple[int, dict[str, Any]]:
    """Return the status and the sentence for an error; a defect of ours says no more than that."""
    if isinstance(error, NoJsonError):
        return 400, {"error": str(error)}
    if isinstance(error, LimitError):
        return 422, {"error": str(error), "limit": True}
    if isinstance(error, CodeError):
        return 422, {"error": str(error), "column": error.column}
    if isinstance(error, GrundyError):
        return 422, {"error": str(error)}
    if isinstance(error, MemoryError):
        return 422, {"error": "The memory for this answer is not enough.", "limit": True}
    traceback.print_exception(error)
    return 500, {"error": "Something went wrong in the server; its terminal says what."}


def _lines(steps: Iterator[Any]) -> Iterator[bytes]:
    try:
        for step in steps:
            yield as_json(step) + b"\n"
    except Exception as error:
        yield as_json(problem(error)[1]) + b"\n"


# ---- as JSON Schema and OpenAPI ------------------------------------------------------------------

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
