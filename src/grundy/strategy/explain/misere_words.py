"""The words of an explanation under misère play: what changes, and what decides."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.strategy.explain.position_facts import Facts
from grundy.strategy.explain.sections import Block, Section, Table
from grundy.strategy.explain.title import title
from grundy.strategy.explain.winner import answers_section, move_blocks
from grundy.values import Outcome

_NOT_ADDITIVE = (
    "Under misère play values do not add: in Nim the positions 1 and 2 + 2 both have misère value "
    "0, yet twice the first has 1 and twice the second has 0. So no nim-sum decides."
)


def misere_sections(told: Facts) -> list[Section]:
    """Return the sections of an explanation under misère play."""
    found = [Section("", (title(told),)), Section("1. What changes", tuple(_changes(told)))]
    found.append(Section("2. Who wins", tuple(_decide(told))))
    answered = answers_section(told, "3.")
    return [*found, answered] if answered else found


def _changes(told: Facts) -> Iterator[Block]:
    yield "Who cannot move wins: the last move loses."
    if not told.rule:
        yield (
            _NOT_ADDITIVE
            if len(told.position.parts) > 1
            else ("The values of normal play do not decide this.")
        )
    yield from told.because.theory
    if len(told.position.parts) > 1:
        rows = tuple((part.label, part.game, part.text) for part in told.components[:20])
        yield Table(("", "", ""), rows)


def _decide(told: Facts) -> Iterator[Block]:
    yield from told.because.here
    if told.outcome is Outcome.D:
        yield "Neither player can force a win: it is a draw."
        if told.best is not None:
            yield f"A move that keeps the draw: {told.best.name}, leaving {told.best.leaves}."
    elif told.outcome is Outcome.P:
        left = sorted({answer.move.called for answer in told.answers} - {""})
        which = f": {', '.join(left)}" if left and told.answers_complete else ""
        yield (
            f"Each move of player {told.turn}, who is to move, leaves a position that player "
            f"{told.winner} wins{which}. So player {told.winner} wins."
        )
    elif told.best is None:
        yield f"There is no move: player {told.turn}, who cannot move, wins."
    else:
        yield f"Player {told.turn}, who is to move, wins."
        yield from move_blocks(told)
        element = f" That is {told.best.called}, a P-position." if told.best.called else ""
        yield f"Play {told.best.name}, leaving {told.best.leaves}.{element}"
    yield from _compared(told)


def _compared(told: Facts) -> Iterator[Block]:
    normal = told.normal_outcome
    if normal is None:
        return
    if normal is told.outcome:
        yield (
            "Under normal play the same player would win."
            if normal is not Outcome.D
            else ("Under normal play it would be a draw too.")
        )
    elif normal is Outcome.D:
        yield "Under normal play it would be a draw."
    else:
        winner = told.turn if normal is Outcome.N else 3 - told.turn
        yield f"Under normal play player {winner} would win."
