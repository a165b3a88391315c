"""Who wins a position, for machines: what `grundy solve --json` and the server tell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, repeat
from typing import Any

from grundy.errors import LimitError
from grundy.games.position import Move, Part, Position
from grundy.games.sums import Solved
from grundy.values import LoopyValue, Outcome, Value


def fields_of(solved: Solved, turn: int, shown: int | None) -> dict[str, Any]:
    """Return who wins and the winning moves; the list of parts is left empty for `parts_of`."""
    normal = solved.play == "normal"
    fields: dict[str, Any] = {
        "position": str(solved.position),
        "play": solved.play,
        "turn": turn,
        "parts": [],
        "value": plain(solved.value()) if normal else None,
        "outcome": str(solved.outcome),
        "because": "" if normal else solved.because.short,
        "winner": winner(solved, turn),
    }
    moves: list[Move] = []
    try:
        fields["winning_move_count"] = solved.winning_move_count()
        moves = list(islice(solved.winning_moves(), shown))
    except LimitError as error:
        fields |= {"winning_move_count": None, "message": str(error)}
        found = solved.winning_move()
        moves = [] if found is None else [found]
    fields["winning_moves"] = [
        {
            "part": move.part,
            "name": move.name,
            "option": str(Position(placed(solved.position, move))),
        }
        for move in moves
    ]
    return fields


def parts_of(solved: Solved) -> Iterator[dict[str, Any]]:
    """Yield each part with its value; under misère play parts have none."""
    values = solved.each_value() if solved.play == "normal" else repeat(None)
    each = ((ruleset, state) for ruleset, states in solved.position.runs for state in states)
    for (ruleset, state), value in zip(each, values, strict=False):
        yield {"game": ruleset.text, "state": ruleset.format(state), "value": plain(value)}


def winner(solved: Solved, turn: int) -> int | None:
    """Return the number of the player who wins; None for a draw."""
    if solved.outcome is Outcome.D:
        return None
    return turn if solved.outcome is Outcome.N else 3 - turn


def placed(position: Position, move: Move) -> list[Part]:
    """Return what a move makes of the part that it is made in."""
    grown = move.option.part_count - position.part_count + 1
    return [move.option.part(move.part + place) for place in range(grown)]


def plain(value: Value | None) -> int | str | None:
    """Return a value as JSON takes it: ∞(K) is text."""
    return str(value) if isinstance(value, LoopyValue) else value
