"""Standard streams as commands may use them, and what every command refuses before it begins."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, TextIO

import click

from grundy.errors import CodeError
from grundy.games.state_text import shown

# Standard output and standard error as every command may use them: there, and for any text.

_REFUSING = ("strict", "surrogateescape")


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    r"""Make the standard streams safe to write to while the block runs."""
    before = sys.stdout, sys.stderr
    _occupy_closed()
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(ClosedOutput(), "utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in _REFUSING:
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def forget_output() -> None:
    """Send what standard output still holds nowhere, after an error of its own."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def flush(stream: TextIO | None) -> None:
    """Write out what the stream holds; give up where that fails a second time."""
    try:
        if stream is not None:
            stream.flush()
    except (OSError, ValueError):
        forget_output()


class ClosedOutput(io.RawIOBase):
    """Stands for standard output where there is none (``>&-``)."""

    def writable(self) -> bool:
        """Return True; `write` raises the error."""
        return True

    def write(self, data: object) -> int:
        """Raise an error that says what is wrong and what would be right."""
        raise OSError(
            errno.EBADF, "it is closed; open it, or name a file to write to", "standard output"
        )


def _occupy_closed() -> None:
    """Keep the numbers 0, 1 and 2 from files of ours; who writes to "output" would spoil them."""
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)


def standard_input(most: int = -1) -> str:
    """Return what standard input holds, of at most so many bytes."""
    return "" if sys.stdin is None else as_text(sys.stdin.buffer.read(most))


def as_text(data: bytes) -> str:
    """Decode UTF-8; invalid bytes become a character that every parser rejects."""
    return data.decode("utf-8-sig", errors="replace")


# What every command refuses before it begins: outputs that cannot be, and a set taken apart.

OUTPUT = "OUT"
"""The metavar of every option that names a file to write."""

FOLDER = "DIR"
"""The metavar of every option that names a folder to keep things in."""

_PRINTED = ("as_json", "latex", "trace")  # flags whose answer is all that is printed


class FormatOption(click.Option):
    """The option ``--format NAME`` of what ``--output`` names; *alone*: formats that it prints."""

    def __init__(self, *args: Any, alone: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.alone = alone


def format_option(
    formats: Sequence[str] | None = None, *, metavar: str | None = None, alone: Sequence[str] = ()
) -> Callable[[Any], Any]:
    """Give a command the option."""
    kind = None if formats is None else click.Choice(formats)
    text = "Format of OUT, where its ending does not say."
    return click.option("--format", "output_format", cls=FormatOption, alone=alone, type=kind,
                        metavar=metavar, help=text)  # fmt: skip


def refuse_split_braces(text: str) -> None:
    """Recognise the first word of ``{1,3,4}`` or ``allbut{1,4}`` that a shell has taken apart."""
    if re.fullmatch(r"(allbut)?[0-9]+", text.strip()):
        raise CodeError(
            f'"{shown(text.strip(), 40)}" is no game; the shell takes braces apart, so write a set '
            'in quotes, such as "{1,3,4}" or "allbut{1,4}", and a code with its point, such as '
            "0.77.",
            text=text,
            column=1,
        )


def guard(command: click.Command) -> click.Command:
    """Make a command, or each of a group, check its outputs before it runs."""
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
    refuse_split_braces(text or "")
    return text


class _GuardedContext(click.Context):
    """Checks the parameters just before the command runs."""

    def invoke(self, *args: Any, **kwargs: Any) -> Any:
        if args and args[0] is self.command.callback:
            _require_outputs(self)
            _require_others(self)
        return super().invoke(*args, **kwargs)


def _require_outputs(context: click.Context) -> None:
    """Refuse names that cannot be written, and two answers on standard output."""
    printed = []
    for parameter in context.command.params:
        value, option = context.params.get(parameter.name or ""), parameter.opts[0]
        if isinstance(parameter, FormatOption) and value is not None:
            printed += _printed_format(context, parameter, str(value))
        if parameter.name in _PRINTED and value:
            printed.append(option)
        if parameter.metavar not in (OUTPUT, FOLDER):
            continue
        for word in _words(value):
            if not word:
                raise click.UsageError(f"{option}: the name is empty.")
            if word == "-":
                printed.append(f"{option} -")
            elif parameter.metavar == OUTPUT:
                _require_writable(word)
    if len(printed) > 1:
        raise click.UsageError(
            f"{printed[0]} and {printed[1]} both write to standard output; choose one."
        )


def _printed_format(context: click.Context, option: FormatOption, name: str) -> list[str]:
    """Return the option, where it prints; where it cannot, there has to be an output."""
    if context.params["output"] is not None:
        return []
    if name in option.alone:
        return [f"--format {name}"]
    reads = any("--input-format" in parameter.opts for parameter in context.command.params)
    raise click.UsageError(
        "--format needs --output; add it, or leave --format out"
        f"{'; that of FILE is --input-format' * reads}."
    )


def _require_writable(path: str) -> None:
    target = Path(path)
    if not target.parent.is_dir():
        raise click.UsageError(f'{path}: there is no folder "{target.parent}".')
    if target.is_dir():
        raise click.UsageError(f"{path}: this is a folder; give the name of a file.")
    is_device = target.exists() and not target.is_file()
    if not is_device and not os.access(target.parent, os.W_OK):
        raise click.UsageError(f'{path}: the folder "{target.parent}" cannot be written to.')


def _require_others(context: click.Context) -> None:
    """Refuse to write over an input, or over what another option writes."""
    from grundy.runtime.files import is_part_of, leads_to

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
