"""What --guess answers: values by a period that is only observed, each said to be a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy.cli.requirements import short
from grundy.errors import LimitError, RulesetError

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.heaps.ruleset import HeapRuleset

_SEEN = 20_000  # heaps that a guess rests on


def guessed_value(ruleset: HeapRuleset, heap: int) -> tuple[int, str]:
    """Return a heap's value and, where it is a guess, the sentence that says so."""
    try:
        return ruleset.value(heap), ""
    except LimitError:
        period = ruleset.guess_period(_SEEN)
    if period is None:
        raise LimitError(
            f"No period of {ruleset.text} is proved, and none is observed below {_SEEN:,} heaps."
        )
    value = period.value(heap, ruleset.values(period.preperiod + period.period))
    return value, (
        f"a guess: period {period.period:,} of {ruleset.text} is only observed, "
        f"below {_SEEN:,} heaps"
    )


def print_guess(position: Position, turn: int) -> bool:
    """Say who wins where a value is a guess; without a word, return whether none has to be."""
    from grundy.heaps.ruleset import as_heap_game

    total, reasons, lines = 0, dict[str, None](), []
    for part in position.parts:
        ruleset = as_heap_game(part.ruleset)
        if ruleset is None:
            raise RulesetError(f"--guess is for games of heaps; {part.ruleset.text} is none.")
        value, reason = guessed_value(ruleset, part.state)
        total ^= value
        reasons |= {reason: None} if reason else {}
        lines.append(
            f"  heap {short(str(part.state))}: value {value}{' (a guess)' if reason else ''}"
        )
    if not reasons:
        return True
    for line in lines:
        click.echo(line)
    won = turn if total else 3 - turn
    click.echo(f"player {won} wins, if the guess is right: the nim-sum is {total}.")
    for reason in reasons:
        click.echo(f"{reason[0].upper()}{reason[1:]}.")
    return False
