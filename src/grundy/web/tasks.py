"""The tasks that a worker can do, and how an answer or an error becomes frames."""

from __future__ import annotations

import functools
import inspect
import json
import mmap
import traceback
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
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
    media_types: Sequence[str] = ()
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


_ROWS = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
TASKS = {name: Task(**row) for name, row in _ROWS.items()}
"""The tasks by name; a table in tasks.json."""


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
_OPENAPI = Path(__file__).with_name("openapi.json")  # without paths, and sentences on problems


def description() -> dict[str, Any]:
    """Return the description of all tasks, as OpenAPI 3.1."""
    whole: dict[str, Any] = json.loads(_OPENAPI.read_text(encoding="utf-8"))
    whole["info"]["version"], sentences = __version__, whole.pop("problems")
    problem = {_JSON: {"schema": {"$ref": _REF.format(name="Problem")}}}
    problems = {
        status: {"description": sentence, "content": problem}
        for status, sentence in sentences.items()
    }
    typed = {name: task for name, task in TASKS.items() if not task.media_types and not task.form}
    kinds = [task.request_type() for task in TASKS.values()]
    kinds += [task.answer_type() for task in typed.values()]
    both, parts = record_schemas(kinds, _REF)
    answers = dict(zip(typed, both[len(TASKS) :], strict=True))
    for (name, task), request in zip(TASKS.items(), both, strict=False):
        answer = answers.get(name, {})
        if task.form:
            answer, of_form = command_answer(task, _REF)
            parts |= of_form
        responses = {"200": {"description": "The answer.", "content": _content(task, answer)}}
        whole["paths"][f"/api/{name}"] = {
            "post": _operation(name, task, request) | {"responses": responses | problems}
        }
    whole["components"]["schemas"] |= parts
    return whole


def _operation(name: str, task: Task, request: dict[str, Any]) -> dict[str, Any]:
    sentence, more = described(task)
    content = {_JSON: {"schema": request, "example": task.example}}
    return {
        "operationId": name.replace("/", "-"),
        "tags": [name.partition("/")[0]],
        "summary": sentence,
        "description": more,
        "requestBody": {"required": True, "content": content},
    }


def _content(task: Task, answer: dict[str, Any]) -> dict[str, Any]:
    if task.media_types:
        return {media_type: {} for media_type in task.media_types}
    return {_LINES if task.streams else _JSON: {"schema": answer}}
