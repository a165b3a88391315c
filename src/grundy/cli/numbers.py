"""Large natural numbers as people write them: 1e8, 1_000_000, 10^8, 10**6."""

from __future__ import annotations

import click

from grundy.games.numbers import parse_number

__all__ = ["number", "parse_number"]


def number(text: str) -> int:
    """Read a natural number for click, which adds the name of the option to an error.

    A function as an option's ``type`` needs a ``metavar`` beside it.
    """
    found = parse_number(text)
    if found is None:
        raise click.BadParameter(
            f'"{text}" is no natural number; write 1000, 1_000_000, 1e8 or 10^8.'
        )
    return found
