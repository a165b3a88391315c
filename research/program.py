"""How the commands of this folder run: as those of `grundy`, one sentence for what is wrong."""

from __future__ import annotations

from functools import partial

import click

from grundy.cli.main import run
from grundy.cli.options import guard
from grundy.cli.start import main


def run_program(name: str, command: click.Command, arguments: list[str] | None = None) -> int:
    """Run a command, and return its exit status."""
    return run(arguments, guard(command), f"python -m research.{name}")


def start(name: str, command: click.Command) -> None:
    """Run a command, and leave the process with its exit status."""
    main(partial(run_program, name, command))
