"""The MCP server: the tasks that are commands, as tools for agents.

Tools, their descriptions and their schemas are made from the table of tasks; the work is done by
worker processes with the same limits as the explorer's.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NoReturn

import anyio
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from grundy._version import __version__
from grundy.errors import BusyError, UnknownNameError, WorkerLostError
from grundy.web.pool import Pool
from grundy.web.settings import Settings, refusal
from grundy.web.tasks import TASKS, Task, answer_schema, described, request_schema

_FOLDER = "command/"
TOOLS = {name.removeprefix(_FOLDER): task for name, task in TASKS.items() if task.form}
"""The tools by name; each is the task command/NAME of the server's JSON interface."""


class ToolDispatcher:
    """Where calls come in: each is passed to a worker, and its answer or refusal given back.

    A question waits in a task of its own, which is cancelled once: the SDK would cancel it again
    wherever it waits, also for the end of the worker that it leaves behind.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = Pool(settings.searchers, settings)
        self._tasks: set[asyncio.Task[types.CallToolResult]] = set()

    async def answer(self, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
        """Answer a call; its worker ends when the client does not wait."""
        task = asyncio.ensure_future(self._answer(name, json.dumps(arguments).encode()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.cancel()
            raise

    async def close(self) -> None:
        """End all workers, in the middle of a question too."""
        for task in self._tasks:
            if not task.cancelling():
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.stop()

    async def _answer(self, name: str, body: bytes) -> types.CallToolResult:
        most = self._settings.body
        seconds = self._settings.seconds_of(patient=TOOLS[name].patient)
        if len(body) > most:
            return _refused(f"A request may have {most:,} bytes at most.")
        try:
            async with self._pool.task(f"{_FOLDER}{name}", body, seconds) as (head, content):
                data = b"".join([frame async for frame in content])
        except (BusyError, TimeoutError, WorkerLostError) as error:
            _, problem = refusal(error, seconds)
            more = f" The command grundy {name} has no such limit." if "limit" in problem else ""
            return _refused(problem["error"] + more)
        answer = json.loads(data)
        if head.status != 200:
            return _refused(answer["error"])
        text = types.TextContent(type="text", text=data.decode())
        return types.CallToolResult(content=[text], structured_content=answer)


def _refused(sentence: str) -> types.CallToolResult:
    """Return an error that the agent can read and act on."""
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=sentence)], is_error=True
    )


Context = ServerRequestContext[ToolDispatcher]


def create_server(settings: Settings | None = None) -> Server[ToolDispatcher]:
    """Make the server; its workers start when they are needed, and end with it."""
    chosen = settings or Settings()

    @contextlib.asynccontextmanager
    async def lifespan(server: Server[ToolDispatcher]) -> AsyncIterator[ToolDispatcher]:
        desk = ToolDispatcher(chosen)
        try:
            yield desk
        finally:
            with anyio.CancelScope(shield=True):
                await desk.close()

    async def call(context: Context, request: types.CallToolRequestParams) -> types.CallToolResult:
        if request.name not in TOOLS:
            raise MCPError(types.INVALID_PARAMS, str(UnknownNameError("tool", request.name, TOOLS)))
        return await context.lifespan_context.answer(request.name, request.arguments or {})

    return Server(
        "grundy",
        version=__version__,
        instructions=_instructions(),
        lifespan=lifespan,
        on_list_tools=_listed,
        on_call_tool=call,
    )


async def _listed(
    context: Context, request: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[_tool(name, task) for name, task in TOOLS.items()])


def _tool(name: str, task: Task) -> types.Tool:
    sentence, more = described(task)
    return types.Tool(
        name=name,
        title=sentence.removesuffix("."),
        description=f"{sentence}\n\n{more}".strip(),
        input_schema=request_schema(task),
        output_schema=answer_schema(task),
        annotations=types.ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        ),
    )


def _instructions() -> str:
    from grundy.named.catalogue import catalogue

    text = Path(__file__).with_name("instructions.txt").read_text(encoding="utf-8")
    return text.format(games=", ".join(catalogue)).rstrip()


# ---- standard input and output ------------------------------------------------------------------


def serve(settings: Settings | None = None) -> None:
    """Serve one client on standard input and output, until it closes them.

    Ctrl-C ends the process at once: a thread is waiting for input, and no answer is half-written
    that anybody will read. Workers end with it.
    """
    signal.signal(signal.SIGINT, _leave)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        anyio.run(_serve, create_server(settings))
    except* BrokenPipeError:
        pass  # the client has gone


async def _serve(server: Server[ToolDispatcher]) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _leave(number: int, frame: object) -> NoReturn:
    os._exit(128 + number)
