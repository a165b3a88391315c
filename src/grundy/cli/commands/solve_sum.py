"""`grundy solve` for any position and sum: values of the parts, who wins, winning moves."""

from __future__ import annotations

import shlex
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from grundy.errors import LimitError
from grundy.values import LoopyValue, Outcome, Value, format_value

if TYPE_CHECKING:
    from grundy.games.position import Move, Play, Position

_MOST_ROWS = 20
_MOVES_SHOWN = 10
_MOST_BITS = 64
_MOST_COUNTED = 100_000


def solve_sum(
    words: list[str], play: str, turn: int, limit: int | None, moves: bool, as_json: bool
) -> None:
    """Answer for the position that *words* name."""
    from grundy.cli.game import read_position
    from grundy.cli.output import progress_bar

    position = read_position(words)
    kind: Play = "misere" if play == "misere" else "normal"
    with progress_bar("positions") as report:
        answer = _Answer(position, kind, limit, report)
    if as_json:
        told = ["grundy", "solve", *words, "--play", play, "--turn", str(turn)]
        told += ([] if limit is None else ["--limit", str(limit)]) + ["--moves"] * moves
        _print_json(answer, shlex.join(told), turn, None if moves else _MOVES_SHOWN)
        return
    _print_values(answer)
    _echo(_verdict(answer, turn))
    _print_moves(answer, every=moves)


class _Answer:
    """Who wins a position, and by which moves.

    Attributes:
        values: The values of the parts; empty under misère play.
        value: Their sum; None under misère play.
        moves: The winning moves that were found.
        stopped: Why not all were found, or None.
    """

    def __init__(self, position: Position, play: Play, limit: int | None, report: Any) -> None:
        from grundy.running.limits import Limits
        from grundy.values import add

        limits = None if limit is None else Limits(positions=limit)
        self.position, self.play = position, play
        self.values: list[Value] = []
        self.value: Value | None = None
        if play == "normal":
            self.values = position.values(limits=limits, progress=report)
            self.value = add(self.values)
        self.outcome = position.outcome(play, limits=limits, progress=report)
        self.moves: list[Move] = []
        self.stopped: LimitError | None = None
        try:
            winning = position.each_winning_move(play, limits=limits, progress=report)
            self.moves.extend(islice(winning, _MOST_COUNTED))
        except LimitError as error:
            self.stopped = error

    @property
    def count(self) -> int | None:
        """How many winning moves there are; None where not all were found."""
        return len(self.moves) if len(self.moves) < _MOST_COUNTED and not self.stopped else None


# ---- values -----------------------------------------------------------------------------------


def _print_values(answer: _Answer) -> None:
    rule = "who cannot move " + ("wins" if answer.play == "misere" else "loses")
    kind = "misère" if answer.play == "misere" else "normal"
    parts = answer.position.parts
    several = f", {len(parts):,} parts" if len(parts) > 1 else ""
    _echo(f"{_shown(answer.position)}{several}, {kind} play: {rule}.")
    if answer.play == "misere":
        _echo("By the positions that can be reached: misère values do not add.")
        return
    if len(parts) > _MOST_ROWS:
        _echo(f"The first {_MOST_ROWS} parts and the nim-sum of all:")
    _echo(_columns(answer))


def _columns(answer: _Answer) -> str:
    """Write part, value and the value in binary below each other, and the sum beneath."""
    from grundy.strategy.explain.reasons import game_name, written

    assert answer.value is not None  # noqa: S101 - under normal play
    every: list[Value] = [*answer.values, answer.value]
    bits = max([1, *(value.bit_length() for value in every if isinstance(value, int))])
    lines = [("part", "value", "binary")]
    for part, value in zip(answer.position.parts[:_MOST_ROWS], answer.values, strict=False):
        lines.append((f"{game_name(part.ruleset)} {written(part)}", _text(value),
                      _binary(value, bits)))  # fmt: skip
    lines.append(("nim-sum", _text(answer.value), _binary(answer.value, bits)))
    left, middle, right = (max(map(len, column)) for column in zip(*lines, strict=True))
    shown = [
        f"  {name:<{left}}  {value:>{middle}}  {binary:>{right}}".rstrip()
        for name, value, binary in lines
    ]
    if len(answer.position.parts) == 1:
        return "\n".join(shown[:-1])
    shown.insert(-1, f"  {'-' * left}  {'-' * middle}  {'-' * right}")
    return "\n".join(shown)


def _binary(value: Value, bits: int) -> str:
    if isinstance(value, LoopyValue):
        return ""
    return f"{value:0{bits}b}" if bits <= _MOST_BITS else ""


def _text(value: Value) -> str:
    from grundy.heaps.ruleset import short

    return format_value(value) if isinstance(value, LoopyValue) else short(value)


# ---- who wins, and how ------------------------------------------------------------------------


def _winner(answer: _Answer, turn: int) -> int | None:
    if answer.outcome is Outcome.D:
        return None
    return turn if answer.outcome is Outcome.N else 3 - turn


def _verdict(answer: _Answer, turn: int) -> str:
    winner, mover = _winner(answer, turn), f"player {turn} is to move"
    if winner is None:
        return f"A draw: {mover}, and neither player can force a win."
    if answer.value is None:
        return f"player {winner} wins ({mover})."
    if isinstance(answer.value, LoopyValue):
        return f"player {winner} wins: {mover} and can move to a position of value 0."
    what = "value" if len(answer.values) == 1 else "nim-sum"
    return f"player {winner} wins: {mover} and the {what} is {'not 0' if answer.value else '0'}."


def _print_moves(answer: _Answer, *, every: bool) -> None:
    if answer.outcome is Outcome.D:
        best = answer.position.best_move(answer.play)
        if best is not None:
            _echo(f"A move that keeps the draw:\n  {_told(answer, best)}")
        return
    if answer.outcome is Outcome.P:
        _echo("There is no winning move.")
        return
    count, found = answer.count, answer.moves
    if count == 0:
        _echo("There is no move to make: who cannot move wins.")
        return
    shown = found if every else found[:_MOVES_SHOWN]
    if count is None:
        reason = f" {answer.stopped}" if answer.stopped else ""
        _echo(f"The winning moves are not counted.{reason}")
        shown = shown or [move for move in [answer.position.best_move(answer.play)] if move]
        _echo("Some of them:" if len(shown) > 1 else "One of them:")
    else:
        noun = "winning move" if count == 1 else "winning moves"
        _echo(f"{count:,} {noun}{':' if len(shown) == count else f'; the first {len(shown)}:'}")
    for move in shown:
        _echo(f"  {_told(answer, move)}")
    if count is not None and len(shown) < count:
        _echo("--moves lists them all.")


def _told(answer: _Answer, move: Move) -> str:
    """Word a move, in which part it is made where there are several, and what it leaves."""
    from grundy.strategy.explain.answers import MoveDescriber, part_labels
    from grundy.strategy.explain.reasons import written

    told = MoveDescriber(answer.position, None, part_labels(answer.position)).describe(move)
    part = answer.position.parts[move.part]
    where = f"{written(part)}: " if len(answer.position.parts) > 1 else ""
    if told.name.removeprefix("to ") == told.leaves:
        return f"{where}{told.name}"
    return f"{where}{told.name}, leaving {told.leaves}"


def _shown(position: Position) -> str:
    from grundy.strategy.explain.words import position_text

    return position_text(position)


def _echo(text: str) -> None:
    from grundy.cli.output import printable

    for line in text.split("\n"):
        click.echo(printable(line))


# ---- for machines -----------------------------------------------------------------------------


def _print_json(answer: _Answer, told: str, turn: int, shown: int | None) -> None:
    from grundy.cli.output import print_json

    values: list[Value | None] = [*answer.values] or [None] * len(answer.position.parts)
    fields: dict[str, Any] = {"position": str(answer.position), "play": answer.play, "turn": turn}
    fields["parts"] = [
        {"game": part.ruleset.text, "position": str(part)}
        | ({} if value is None else {"value": _plain(value)})
        for part, value in zip(answer.position.parts, values, strict=True)
    ]
    if answer.value is not None:
        fields["value"] = _plain(answer.value)
    fields |= {
        "outcome": str(answer.outcome),
        "winner": _winner(answer, turn),
        "winning_move_count": answer.count,
    }
    if answer.stopped is not None:
        fields["message"] = str(answer.stopped)
    fields["winning_moves"] = [
        {"part": move.part, "move": move.name, "leaves": str(move.option)}
        for move in answer.moves[:shown]
    ]
    print_json(told, fields)


def _plain(value: Value) -> int | str:
    return str(value) if isinstance(value, LoopyValue) else value
