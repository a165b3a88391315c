"""What a shell completes behind a command: names of games and shapes, and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

if TYPE_CHECKING:
    from click import Context, Parameter

_FILES, _FOLDERS = ("OUT", "FILE"), ("DIR",)
_FILE_NAMES = ("file", "replay")
_GAME_NAMES, _WORDS = ("game", "name"), ("position", "words")


def complete_arguments(command: click.Command) -> None:
    """Install completion for the arguments and options of a command."""
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
        """Give the games whose keys begin so, or else files."""
        return _games(incomplete)


class _PositionWord(StringParamType):
    """A word of a position: behind + the name of a game, of a game on graphs a shape or a file."""

    def shell_complete(
        self, ctx: Context, param: Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete by the word that stands before."""
        words = [ctx.params.get("game"), *(ctx.params.get(param.name or "") or ())]
        before = [str(word) for word in words if word]
        if not before or before[-1] == "+":
            return _games(incomplete)
        start = len(before) - before[::-1].index("+") if "+" in before else 0
        from grundy.cli.game import is_on_graphs

        return _graphs(incomplete) if is_on_graphs(before[start]) else []


def _games(incomplete: str) -> list[CompletionItem]:
    from grundy.named.catalogue import catalogue

    keys = [key for key in catalogue if key.startswith(incomplete.lower())]
    items = [CompletionItem(key, help=catalogue.entry(key).name) for key in keys]
    return items or [CompletionItem(incomplete, type="file")]


def _graphs(incomplete: str) -> list[CompletionItem]:
    from grundy.named.families import SHAPES

    shapes = [shape.example for shape in SHAPES.values() if shape.example.startswith(incomplete)]
    return [*map(CompletionItem, shapes)] or [CompletionItem(incomplete, type="file")]
