"""The option --threads, which every command has that can use more than one core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def _limit(context: click.Context, parameter: click.Parameter, count: int | None) -> None:
    if count is not None:
        from grundy.running.threads import limited

        context.with_resource(limited(count))


def threads_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option: what it calls uses at most so many cores."""
    return click.option(
        "--threads",
        type=click.IntRange(1),
        metavar="N",
        callback=_limit,
        expose_value=False,
        help="Cores to use.  [default: all]",
    )(command)
