"""No command writes over a file that it reads: one check, before any of them begins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

OUTPUT = "OUT"
"""The metavar of every option that names a file to write."""


def guard(command: click.Command) -> click.Command:
    """Have a command, or every command of a group, refuse an output that is one of its inputs."""
    if isinstance(command, click.Group):
        for part in command.commands.values():
            guard(part)
    else:
        command.context_class = _GuardedContext
    return command


class _GuardedContext(click.Context):
    """Looks at all that was given, just before the command is called with it."""

    def invoke(self, *args: Any, **kwargs: Any) -> Any:
        if args and args[0] is self.command.callback:
            _require_others(self)
        return super().invoke(*args, **kwargs)


def _require_others(context: click.Context) -> None:
    from grundy.files.whole import is_part_of

    outputs, inputs = [], []
    for parameter in context.command.params:
        words = list(_words(context.params.get(parameter.name or "")))
        if parameter.metavar == OUTPUT:
            outputs += [(parameter.opts[0], word) for word in words if word != "-"]
        else:
            inputs += words
    for option, output in outputs:
        for word in inputs:
            if any(is_part_of(path, output) for path in _paths(word)):
                raise click.UsageError(
                    f"{option} {output}: this file is an input ({word}), and would be lost; "
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
