"""The tasks that a worker can do, and how an answer or an error becomes frames."""

from __future__ import annotations

import functools
import json
import mmap
import traceback
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import msgspec

from grundy.errors import CodeError, GrundyError, LimitError

_JSON = "application/json"
_LINES = "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class Task:
    """One task: where its function is, and how its answer looks.

    Attributes:
        function: "module:name"; takes the request as a msgspec struct. Its annotation says
            which, and is the schema of the OpenAPI description.
        summary: What it does, in a sentence.
        streams: Whether the answer is JSON line by line, each line one step.
        media_types: The types that the content may have, when it is bytes rather than JSON.
    """

    function: str
    summary: str
    streams: bool = False
    media_types: tuple[str, ...] = ()

    def load(self) -> Callable[[Any], Any]:
        """Import the function."""
        module, _, name = self.function.partition(":")
        found: Callable[[Any], Any] = getattr(import_module(f"grundy.web.{module}"), name)
        return found

    def request_type(self) -> type[msgspec.Struct]:
        """Return the struct that the function takes."""
        hints = typing.get_type_hints(self.load(), include_extras=True)
        hints.pop("return", None)
        (found,) = hints.values()
        return found  # type: ignore[no-any-return]

    def answer_type(self) -> Any:
        """Return the type of the JSON that the function gives, a line of it if it streams."""
        found = typing.get_type_hints(self.load(), include_extras=True)["return"]
        return typing.get_args(found)[0] if self.streams else found


TASKS = {
    "graph/label": Task("graph_tasks:label", "Label a digraph: values, outcomes, moves, reasons."),
    "graph/read": Task("graph_tasks:read", "Read a digraph from the text of a file."),
    "graph/sum": Task("graph_tasks:add", "Several tokens on one digraph: value and moves."),
    "graph/trace": Task("graph_tasks:steps", "The algorithm step by step."),
    "graph/picture": Task(
        "graph_tasks:picture",
        "Draw a digraph.",
        media_types=("image/svg+xml", "image/png", "application/pdf", "text/vnd.graphviz"),
    ),
    "sequence/values": Task("sequence_tasks:values", "The values of a heap game.", streams=True),
    "sequence/games": Task("sequence_tasks:games", "The catalogue's games on heaps."),
    "sequence/about": Task("sequence_tasks:about", "What is known of a game's values."),
    "sequence/file": Task(
        "sequence_tasks:file",
        "Values or a certificate as a file.",
        media_types=("text/csv", "text/plain", _JSON),
    ),
    "game/list": Task("game_tasks:games", "The named games by family."),
    "game/position": Task("game_tasks:position", "A position: boards, parts, legal moves."),
    "game/judge": Task("game_tasks:judge", "Who wins a position, and what its moves lead to."),
    "game/move": Task("game_tasks:move", "The legal move that a person means."),
    "game/replay": Task("game_tasks:replay", "A play, move by move."),
    "game/answer": Task("game_tasks:answer", "The computer's move."),
    "game/explain": Task("game_tasks:explain", "Why a position is won, lost or drawn."),
    "nimbers/calculate": Task("nimber_tasks:calculate", "Calculate with nimbers."),
    "nimbers/table": Task("nimber_tasks:table", "A table of nim-sums or nim-products."),
}


def answer(name: str, body: bytes) -> Iterator[bytes]:
    """Do a task; give the frames of its answer. Every error is an answer, too."""
    task = TASKS[name]
    try:
        function, decoder = _ready(name)
        found = function(decoder.decode(body))
        if task.streams:
            yield header(200, _LINES)
            yield from _lines(found)
        elif not task.media_types:
            content = msgspec.json.encode(found)
            yield header(200, _JSON)
            yield content
        else:
            media_type, content = found
            yield header(200, media_type)
            yield content
    except Exception as error:
        status, told = problem(error)
        yield header(status, _JSON)
        yield msgspec.json.encode(told)


@functools.cache
def _ready(name: str) -> tuple[Callable[[Any], Any], msgspec.json.Decoder[Any]]:
    task = TASKS[name]
    return task.load(), msgspec.json.Decoder(task.request_type())


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
    if isinstance(error, msgspec.ValidationError):
        return 422, {"error": f"{error}."}
    if isinstance(error, msgspec.DecodeError):
        return 400, {"error": f"The request is no JSON: {error}."}
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
            yield msgspec.json.encode(step) + b"\n"
    except Exception as error:
        yield msgspec.json.encode(problem(error)[1]) + b"\n"
