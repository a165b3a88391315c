"""The words of an explanation under misère play: what changes, and what decides."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.strategy.explain.facts import Facts
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
    if told.rule == "misère Nim":
        yield (
            "For Nim there is a rule (Bouton, 1901): play as in normal Nim as long as a heap of 2 "
            "or more will be left; but when the move leaves only heaps of 1, leave an odd number "
            "of them."
        )
    elif told.rule:
        yield f"For {told.rule} there is a proved rule."
    else:
        yield (
            _NOT_ADDITIVE
            if len(told.position.parts) > 1
            else ("The values of normal play do not decide this.")
        )
        noun = "position" if told.searched == 1 else "positions"
        yield f"What decides is a search: {told.searched:,} {noun} can be reached from here."
    if len(told.position.parts) > 1:
        rows = tuple((part.label, part.game, part.text) for part in told.components[:20])
        yield Table(("", "", ""), rows)


def _decide(told: Facts) -> Iterator[Block]:
    yield from _rule_applied(told)
    if told.outcome is Outcome.D:
        yield "Neither player can force a win: it is a draw."
        if told.best is not None:
            yield f"A move that keeps the draw: {told.best.name}, leaving {told.best.leaves}."
    elif told.outcome is Outcome.P:
        yield (
            f"Each move of player {told.turn}, who is to move, leaves a position that player "
            f"{told.winner} wins. So player {told.winner} wins."
        )
    elif told.best is None:
        yield f"There is no move: player {told.turn}, who cannot move, wins."
    else:
        yield f"Player {told.turn}, who is to move, wins."
        yield from move_blocks(told)
        yield f"Play {told.best.name}, leaving {told.best.leaves}."
    yield from _compared(told)


def _rule_applied(told: Facts) -> Iterator[Block]:
    if told.rule != "misère Nim":
        return
    heaps = [part.state for part in told.position.parts]
    ones, large = heaps.count(1), sum(heap >= 2 for heap in heaps)
    if large:
        total = 0
        for heap in heaps:
            total ^= heap
        from grundy.heaps.words import short

        have = "heap has" if large == 1 else "heaps have"
        tells = f"so the player to move {'wins' if total else 'loses'}"
        yield (
            f"{large} {have} 2 or more, so normal Nim decides: its nim-sum is {short(total)}, "
            f"{tells}."
        )
    else:
        parity = "odd" if ones % 2 else "even"
        yield f"Only heaps of 1 are here, {ones} of them: {parity}, so the players just alternate."


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
