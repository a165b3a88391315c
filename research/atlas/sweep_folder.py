"""A folder that keeps the finished results of a sweep, so that it can be stopped and go on.

One piece a result; see `grundy.runtime.folders`. A run that is killed at any moment loses what
was under way and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import click

from grundy.errors import FolderError
from grundy.runtime.folders import KeptFolder
from grundy.runtime.limits import report
from grundy.runtime.runner import run

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Task = TypeVar("Task")
Data = TypeVar("Data", bound="DataclassInstance")


class Kept(KeptFolder):
    """The finished results in a folder, open for one run at a time."""

    strays: ClassVar[tuple[str, ...]] = ("result-*.json",)

    def __init__(
        self, folder: str | os.PathLike[str], about: dict[str, Any], *, resume: bool = False
    ) -> None:
        super().__init__(folder, about, resume=resume)
        try:
            self.results = dict(map(self._read_piece, self.pieces))
        except BaseException:
            self.close()
            raise

    def add_result(self, key: str, result: dict[str, Any]) -> None:
        """Keep one result; it is on the disk when this returns."""
        text = json.dumps({"key": key, "result": result})
        name = f"result-{len(self.results):06d}.json"
        self.add(name, lambda path: path.write_text(text, encoding="utf-8"))
        self.results[key] = result
        self.commit({"results": len(self.results)})

    def _read_piece(self, name: str) -> tuple[str, dict[str, Any]]:
        path = self.folder / name
        try:
            line = json.loads(path.read_text(encoding="utf-8"))
            return str(line["key"]), dict(line["result"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise FolderError(f"{path}: this is no result of a sweep; delete the folder.") from None

    def _another(self, task: dict[str, Any]) -> str | None:
        if task == self.task:
            return None
        return (
            f"this folder holds results of another sweep ({json.dumps(task)[:200]}); repeat those "
            "options, or use another folder."
        )

    def _already(self, state: dict[str, Any]) -> str | None:
        return (
            f"{state.get('results')} results are here already; add --resume to go on from them, or "
            "use another folder."
        )


@contextlib.contextmanager
def kept_in(folder: str | None, about: dict[str, Any], *, resume: bool) -> Iterator[Kept | None]:
    """Yield the folder of a sweep, open in the block; None where nothing is to be kept."""
    if folder is None:
        if resume:
            raise click.UsageError("--resume needs --save DIR, the folder to go on from.")
        yield None
        return
    with Kept(folder, about, resume=resume) as kept:
        yield kept


def finish(
    function: Callable[[Task], Data], tasks: Sequence[Task], done: dict[str, Data],
    executor: Executor | None, kept: Kept | None, kind: type[Data],
) -> None:  # fmt: skip
    """Do the tasks that are not in *done* or *kept*, and note each there when it is finished."""
    before = {} if kept is None else kept.results
    keys = [str(task) for task in tasks]
    done.update((key, kind(**before[key])) for key in keys if key in before)
    for task, found in run(function, [t for t in tasks if str(t) not in done], executor):
        done[str(task)] = found
        if kept is not None:
            kept.add_result(str(task), asdict(found))
        report("games", len(done), len(tasks))
