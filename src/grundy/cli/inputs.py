"""What every command refuses before it begins: writing over an input, and a set taken apart."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import click

OUTPUT = "OUT"
"""The metavar of every option that names a file to write."""

FOLDER = "DIR"
"""The metavar of every option that names a folder to keep things in."""


def guard(command: click.Command) -> click.Command:
    """Have a command, or each of a group, refuse an output that is an input or another output."""
    if isinstance(command, click.Group):
        for part in command.commands.values():
            guard(part)
    else:
        command.context_class = _GuardedContext
        for parameter in command.params:
            if parameter.name == "game" and isinstance(parameter, click.Argument):
                parameter.callback = _require_game  # before click counts the words
    return command


def _require_game(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    from grundy.cli.game import refuse_split_braces

    refuse_split_braces(text or "")
    return text


class _GuardedContext(click.Context):
    """Looks at all that was given, just before the command is called with it."""

    def invoke(self, *args: Any, **kwargs: Any) -> Any:
        if args and args[0] is self.command.callback:
            _require_others(self)
        return super().invoke(*args, **kwargs)


def _require_others(context: click.Context) -> None:
    from grundy.files.whole import is_part_of, leads_to

    outputs, folders, inputs = [], [], []
    for parameter in context.command.params:
        words = list(_words(context.params.get(parameter.name or "")))
        named = [(parameter.opts[0], word) for word in words if word != "-"]
        if parameter.metavar == OUTPUT:
            outputs += named
        else:
            inputs += words
        if parameter.metavar == FOLDER:
            folders += named
    for option, output in outputs:
        for word in inputs:
            if any(is_part_of(path, output) for path in _paths(word)):
                raise click.UsageError(
                    f"{option} {output}: this file is an input ({word}), and would be lost; "
                    "name another one."
                )
    for (first, name), (second, output) in combinations(outputs + folders, 2):
        if leads_to(name, output):
            raise click.UsageError(
                f"{second} {output}: {first} {name} writes there too, and one would be lost; "
                "name another one."
            )


def _words(value: object) -> Iterator[str]:
    """Yield the texts that were given to an option or an argument."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _words(part)


def _paths(word: str) -> Iterator[str | int]:
    """Yield what a word may name as a file: itself, file.py of file.py:name, standard input."""
    if word == "-":
        try:
            yield sys.stdin.fileno()
        except (OSError, ValueError, AttributeError):
            return
        return
    for part in {word, *word.split()}:
        yield part
        yield part.rpartition(":")[0]
