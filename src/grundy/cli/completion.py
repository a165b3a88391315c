"""What a shell completes behind a command: names of games and shapes, and files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

if TYPE_CHECKING:
    from click import Context, Parameter

_FILES, _FOLDERS = ("OUT", "FILE"), ("DIR",)
_FILE_NAMES = ("file", "replay")
_GAME_NAMES, _WORDS = ("game", "name"), ("position", "words")
_MOST = 200


def complete_arguments(command: click.Command) -> None:
    """Have the arguments and options of a command complete what they take."""
    if isinstance(command, click.Group):
        return
    for parameter in command.params:
        if type(parameter.type) is not StringParamType:
            continue
        if parameter.metavar in _FILES or parameter.name in _FILE_NAMES:
            parameter.type = click.Path()
        elif parameter.metavar in _FOLDERS:
            parameter.type = click.Path(file_okay=False)
        elif isinstance(parameter, click.Argument) and command.name != "schema":
            if parameter.name in _GAME_NAMES:
                parameter.type = _Game()
            elif parameter.name in _WORDS:
                parameter.type = _PositionWord()


class _Game(StringParamType):
    """A text that names a game: a key of the catalogue, a digraph file, or a file of Python."""

    def shell_complete(
        self, ctx: Context, param: Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Give the games whose keys begin so, and the files that may hold one."""
        return _games(incomplete)


class _PositionWord(StringParamType):
    """A word of a position: behind + the name of a game, of a game on graphs a shape or a file."""

    def shell_complete(
        self, ctx: Context, param: Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete by the word that stands before."""
        given = [ctx.params.get("game"), *(ctx.params.get(param.name or "") or ())]
        before = [str(word) for word in given if word]
        if not before or before[-1] == "+":
            return _games(incomplete)
        start = len(before) - before[::-1].index("+") if "+" in before else 0
        return _graphs(incomplete) if _plays_on_graphs(before[start]) else []


def _games(incomplete: str) -> list[CompletionItem]:
    from grundy.named.catalogue import catalogue

    keys = [
        CompletionItem(key, help=catalogue.entry(key).name)
        for key in catalogue
        if key.startswith(incomplete.lower())
    ]
    return keys + list(_found_files(incomplete, python=True))


def _graphs(incomplete: str) -> list[CompletionItem]:
    from grundy.named.on_graphs.shapes import SHAPES

    shapes = [shape.example for shape in SHAPES.values() if shape.example.startswith(incomplete)]
    return [*map(CompletionItem, shapes), *_found_files(incomplete, python=False)]


def _plays_on_graphs(game: str) -> bool:
    from grundy.errors import GrundyError
    from grundy.named.notation import read_game

    try:
        return read_game(game).takes_graphs
    except GrundyError:
        return False


def _found_files(incomplete: str, *, python: bool) -> Iterator[CompletionItem]:
    """Yield folders, files of graphs and, with *python*, files that may hold a rule."""
    from grundy.graphs.io.formats import is_graph_file

    folder, _, start = incomplete.rpartition("/")
    where = Path(folder or ("/" if incomplete.startswith("/") else "."))
    try:
        found = sorted(path for path in where.iterdir() if path.name.startswith(start))
    except OSError:
        return
    head = f"{folder}/" if "/" in incomplete else ""
    for path in found[:_MOST]:
        if path.name.startswith(".") and not start:
            continue
        if path.is_dir():
            yield CompletionItem(f"{head}{path.name}/")
        elif is_graph_file(path.name):
            yield CompletionItem(f"{head}{path.name}")
        elif python and path.suffix == ".py":
            yield CompletionItem(f"{head}{path.name}:")
