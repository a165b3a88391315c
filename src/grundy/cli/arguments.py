"""The words of GAME POSITION… on the command line, as they were typed or piped in."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click


def old_spelling(old: str, new: str, meaning: str) -> Callable[[Any], Any]:
    """A hidden option that is refused with the spelling that has taken its place."""

    def refuse(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
        if value is not None:
            raise click.UsageError(f"{old} is now {new}: {meaning}; write {new} {value}.")

    name = "old_" + old.strip("-").replace("-", "_")
    return click.option(old, name, hidden=True, expose_value=False, callback=refuse)


def given_words(command: str, game: str, position: Sequence[str]) -> list[str]:
    """Return the words that name a position; - stands for the words of standard input."""
    words = [game, *position]
    for word in words:
        if re.match(r"-[^0-9.]", word):
            raise click.UsageError(f"No such option: {word}. See grundy {command} --help.")
    if "-" not in words:
        return words
    if words.count("-") > 1 or words[-1] != "-" or len(words) > 2:
        raise click.UsageError(
            "- stands for the whole position; give it alone, or alone after the game."
        )
    raw = b"" if sys.stdin is None else sys.stdin.buffer.read()
    words[-1:] = raw.decode("utf-8-sig", errors="replace").split()
    if not words:
        raise click.UsageError("Standard input is empty; write such as: kayles 5 7")
    return words
