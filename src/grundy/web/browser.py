"""Answers in a browser: what the worker of a server does, for the worker of a page.

Besides, the page runs its own user's Python here, which no server does.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import hashlib
import io
import json
import os
import sys
import traceback
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any
from zipimport import zipimporter

from grundy.graphs import io as graph_io
from grundy.web import tasks

CELL = "cell/run"
"""The task that runs a cell: Python that the user typed, or a page of the book shows."""

ROOM = "room"
"""What only a server has: two pages in one game. See `grundy.web.rooms`."""

LIBRARIES = ("filelock", "lazy_loader", "platformdirs", "segno")
"""What the library imports, NumPy apart."""

FIRST_TASKS = (
    *("game/position", "game/judge", "game/answer", "game/explain", "game/puzzle"),
    *("sequence/values", "sequence/check", "graph/label", "nimbers/calculate"),
)
"""What each part asks first: what these answers load comes before them, the rest after one."""

_ROOTS = ("grundy", *LIBRARIES)
_ALONE = "Two phones in one game need grundy serve, under an address that both reach."
_FILE = "<cell>"
_MOST_SIGNS = 200_000  # of what a cell prints


def answer(name: str, body: str, post: Callable[[str, Any], None]) -> None:
    """Answer a question by messages: the head as JSON, each frame of the content, the end."""
    if name == ROOM:
        frames = iter(
            (tasks.header(404, "application/json"), json.dumps({"error": _ALONE}).encode())
        )
    elif name == CELL:
        frames = _cell(json.loads(body))
    else:
        frames = tasks.answer(name, body.encode())
    post("head", next(frames).decode())
    for frame in frames:
        post("frame", frame)
    post("end", None)


def read_dot_by(page: Callable[[str], str]) -> None:
    """Read DOT by the page's Graphviz from now on; see `grundy.graphs.io.dot`."""
    graph_io.dot_by_page = page


class Rest:
    """Finds modules that no first answer needs: has the page fetch them, and places what came."""

    def __init__(
        self,
        roots: Iterable[str],
        fetch: Callable[[], Any],
        integrity: str,
        place: Callable[[bytes], object],
    ) -> None:
        self._roots = frozenset(roots)
        self._fetch, self._integrity, self._place = fetch, integrity, place

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Place the rest for a module that is not there yet, and find it then."""
        if name.partition(".")[0] not in self._roots:
            return None
        self.place()
        return PathFinder.find_spec(name, path, target)

    def place(self) -> None:
        """Fetch the rest and place it."""
        packed = bytes(self._fetch())
        digest = base64.b64encode(hashlib.sha256(packed).digest()).decode()
        if self._integrity != f"sha256-{digest}":
            raise ImportError("The rest of the library is not the one that belongs to this page.")
        sys.meta_path[:] = [each for each in sys.meta_path if each is not self]
        self._place(packed)
        # importlib.invalidate_caches would load importlib.metadata, which is in the rest.
        for finder in tuple(sys.path_importer_cache.values()):
            getattr(finder, "invalidate_caches", bool)()


def _rest() -> Iterator[Rest]:
    return (finder for finder in tuple(sys.meta_path) if isinstance(finder, Rest))


def unpack(folder: str, packed: bytes) -> None:
    """Unpack files into a folder, with the time that kept bytecode expects."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for name in archive.namelist():
            os.utime(archive.extract(name, folder), (0, 0))


def find_rest(folder: str, fetch: Callable[[int], Any], library: str, python: str) -> None:
    """Have the page fetch what is not there yet, from its two files with these hashes.

    The first has the rest of the library, for the folder. The second is Python's own, the whole of
    the archive that Python has started with a part of.
    """
    own = Path(next(path for path in sys.path if path.endswith(".zip")))
    names = zipimporter(str(own)).get_data(f"{own}/names").decode().split()
    sys.meta_path += [
        Rest(_ROOTS, partial(fetch, 0), library, partial(unpack, folder)),
        Rest(names, partial(fetch, 1), python, own.write_bytes),
    ]


def loaded_by(names: Iterable[str]) -> str:
    """Return the files of the library and its stubs that answers to some tasks have loaded."""
    for name in names:
        answer(name, json.dumps(tasks.TASKS[name].example), lambda *_: None)
    paths = []
    for name, module in tuple(sys.modules.items()):
        root = name.partition(".")[0]
        if root in _ROOTS and module.__file__:
            folder = Path(sys.modules[root].__file__ or "").parent.parent
            file = Path(module.__file__)
            beside = (file.with_suffix(".pyi"), file.with_suffix(".json"))
            files = (file, *beside, *file.parent.glob("coq/*.v"))  # what it reads, too
            paths += [each.relative_to(folder).as_posix() for each in files if each.is_file()]
    return " ".join(dict.fromkeys(paths))


def bytecode() -> bytes:
    """Return the compiled modules of this process as a ZIP file of absolute paths."""
    cached = {getattr(module, "__cached__", None) for module in tuple(sys.modules.values())}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", strict_timestamps=False) as archive:  # 1970, where kept
        for path in sorted(Path(each) for each in cached if each):
            if path.is_file():
                archive.write(path, path.relative_to("/"))
    return packed.getvalue()


# ---- cells ----------------------------------------------------------------------------------

_names_of: dict[str, dict[str, Any]] = {}  # the names that cells have defined, by their page


def _cell(request: dict[str, str]) -> Iterator[bytes]:
    """Run a cell; the answer has what it printed, its last value, and what went wrong.

    The request has the *source*, and may have a *page*, whose cells share their names.
    """
    for rest in _rest():
        rest.place()  # who runs Python may open any file of the library
    names = {"__name__": "__main__"}
    if "page" in request:
        names = _names_of.setdefault(request["page"], names)
    printed = io.StringIO()
    fields: dict[str, str] = {}
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            cell = import_module("pyodide.code").CodeRunner(request["source"], filename=_FILE)
            _print_values(cell.ast.body[:-1])
            value = cell.compile().run(names)
            if value is not None:
                fields = _shown(value)
        except BaseException as error:
            fields = {"error": _sentence(error)}
    if printed.getvalue():
        fields["text"] = printed.getvalue()[:_MOST_SIGNS]
    yield tasks.header(200, "application/json")
    yield json.dumps(fields).encode()


def _print_values(lines: list[ast.stmt]) -> None:
    """Rewrite the lines to print each value, as Python's own prompt does."""
    for line in lines:
        if isinstance(line, ast.Expr):
            hook = ast.parse("__import__('sys').displayhook", mode="eval").body
            line.value = ast.Call(hook, [line.value], [])
            ast.fix_missing_locations(line)


def _shown(value: Any) -> dict[str, str]:
    """Return a value as a notebook shows it, at best as HTML or SVG."""
    for kind in ("html", "svg"):
        method = getattr(value, f"_repr_{kind}_", None)
        shown = None if method is None else method()
        if isinstance(shown, str):
            return {kind: shown, "value": repr(value)}
    return {"value": repr(value)[:_MOST_SIGNS]}


def _sentence(error: BaseException) -> str:
    """Describe what went wrong, and in which line of the cell."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)
             if frame.filename == _FILE]  # fmt: skip
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    where = f"line {lines[-1]}: " if lines else ""
    return where + traceback.format_exception_only(error)[-1].strip()
