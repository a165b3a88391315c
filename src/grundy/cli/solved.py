"""Who wins a position, and how, in words and columns; also by a guessed period."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import click

from grundy.cli.options import short_title
from grundy.errors import LimitError, RulesetError
from grundy.heaps.numbers import short, words_of_move
from grundy.values import LoopyValue, Outcome, Play, Value, format_value

if TYPE_CHECKING:
    from grundy.games.position import Move, Part, Position
    from grundy.games.ruleset import Ruleset
    from grundy.games.sums import Solved
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.limits import Limits


# Who wins a position, and how, in words and columns: what `grundy solve` prints.


_MOST_ROWS = 20
_MOST_WRITTEN_OUT = 10**30
_MOST_BITS = 64
_MOST_PARTS_REPEATED = 12


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a position, or of each of many."""

    play: Play
    turn: int
    shown: int | None
    limits: Limits | None
    options: Mapping[str, object]


def print_answer(solved: Solved, game: str, question: Question) -> None:
    """Print the values of the parts, who wins, and the winning moves."""
    _print_values(solved, game)
    _echo(_verdict(solved, question.turn))
    _print_moves(solved, question.shown)


# ---- values -----------------------------------------------------------------------------------


def _print_values(solved: Solved, game: str) -> None:
    position = solved.position
    kind, rule = ("misère", "wins") if solved.play == "misere" else ("normal", "loses")
    ruleset = _heap_game(position)
    count = position.part_count
    parts = "heap" if ruleset else "part"
    several = f", {count:,} {parts}{'s' if count != 1 else ''}" if ruleset or count > 1 else ""
    named = _named(ruleset, game) if ruleset else _written_out(position)
    _echo(f"{named}{several}, {kind} play: who cannot move {rule}.")
    if solved.play == "misere":
        _echo(solved.because.short)
        return
    if count > _MOST_ROWS:
        _echo(f"The first {_MOST_ROWS} {parts}s and the nim-sum of all:")
    _echo(_columns(solved, parts))


def _written_out(position: Position) -> str:
    from grundy.strategy.explain.winner import position_text

    return position_text(position)


def _named(ruleset: Ruleset, game: str) -> str:
    called = game.split()[0] if game.split() else game
    return ruleset.text if ruleset.text.lower() == called.lower() else f"{called} ({ruleset.text})"


def _columns(solved: Solved, noun: str) -> str:
    """Write part, value and the value in binary below each other, and the sum beneath."""
    heaps = noun == "heap"
    total, parts = solved.value(), solved.position.first_parts(_MOST_ROWS)
    values = solved.first_values(_MOST_ROWS)
    bits = max([1, *(value.bit_length() for value in [*values, total] if isinstance(value, int))])
    lines = [(noun, "value", "binary")]
    for part, value in zip(parts, values, strict=True):
        lines.append((_named_part(part, heaps=heaps), value_text(value), _binary(value, bits)))
    lines.append(("nim-sum", value_text(total), _binary(total, bits)))
    left, middle, right = (max(map(len, column)) for column in zip(*lines, strict=True))
    shown = [
        f"  {name:{'>' if heaps else '<'}{left}}  {value:>{middle}}  {binary:>{right}}".rstrip()
        for name, value, binary in lines
    ]
    if not heaps and len(parts) == 1:
        return "\n".join(shown[:-1])
    shown.insert(-1, f"  {'-' * left}  {'-' * middle}  {'-' * right}")
    return "\n".join(shown)


def _named_part(part: Part, *, heaps: bool) -> str:
    from grundy.strategy.explain.facts import game_name, written

    return short(part.state) if heaps else f"{game_name(part.ruleset)} {written(part)}"


def _binary(value: Value, bits: int) -> str:
    if isinstance(value, LoopyValue):
        return ""
    return f"{value:0{bits}b}" if bits <= _MOST_BITS else ""


def value_text(value: Value) -> str:
    """Write a value in few signs."""
    return format_value(value) if isinstance(value, LoopyValue) else short(value)


# ---- who wins, and how ------------------------------------------------------------------------


def _verdict(solved: Solved, turn: int) -> str:
    from grundy.answers.positions import winner

    won, mover = winner(solved, turn), f"player {turn} is to move"
    if won is None:
        return f"A draw: {mover}, and neither player can force a win."
    if solved.play == "misere":
        return f"player {won} wins ({mover})."
    total = solved.value()
    if isinstance(total, LoopyValue):
        return f"player {won} wins: {mover} and can move to a position of value 0."
    alone = solved.position.part_count == 1 and _heap_game(solved.position) is None
    what = "value" if alone else "nim-sum"
    return f"player {won} wins: {mover} and the {what} is {'not 0' if total else '0'}."


def _print_moves(solved: Solved, most: int | None) -> None:
    words = MoveWords(solved)
    if solved.outcome is Outcome.D:
        best = solved.position.best_move(solved.play)
        if best is not None:
            _echo(f"A move that keeps the draw:\n  {words.of(best)}")
        return
    if solved.outcome is Outcome.P:
        _echo("There is no winning move.")
        return
    try:
        count = solved.winning_move_count()
    except LimitError as error:
        _print_some_moves(solved, words, error, every=most is None)
        return
    if not count:
        _echo("There is no move to make: who cannot move wins.")
        return
    shown = count if most is None else min(count, most)
    noun = "winning move" if count == 1 else "winning moves"
    number = f"{count:,}" if count < _MOST_WRITTEN_OUT else short(count)
    _echo(f"{number} {noun}{':' if shown == count else f'; the first {shown}:'}")
    moves = solved.winning_moves()
    for move in moves if most is None else islice(moves, shown):
        _echo(f"  {words.of(move)}")
    if shown < count:
        from grundy.running.limits import MOST_OPTIONS

        _echo("--moves lists them all." if count <= MOST_OPTIONS else "--moves lists more.")


def _print_some_moves(solved: Solved, words: MoveWords, error: LimitError, *, every: bool) -> None:
    """Say one winning move where not all can be counted; with --moves, all that are found."""
    if every:
        for move in solved.winning_moves():  # ends in the LimitError
            _echo(f"  {words.of(move)}")
    found = solved.winning_move()
    _echo(f"The winning moves are not counted. {error}")
    if found is not None:
        _echo(f"One of them:\n  {words.of(found)}")


class MoveWords:
    """Words moves: what is done, in which part, and what is left."""

    def __init__(self, solved: Solved) -> None:
        self._position = solved.position
        self._heaps = _heap_game(solved.position)
        self._few = solved.position.part_count <= _MOST_PARTS_REPEATED

    def of(self, move: Move) -> str:
        """Word a move: "take 5 from 17, leaving 4, 8, 12" with all that is left."""
        return self._in_part(move) if self._heaps is None else self._in_heaps(self._heaps, move)

    def _in_heaps(self, ruleset: HeapRuleset, move: Move) -> str:
        from grundy.answers.positions import placed

        option = tuple(part.state for part in placed(self._position, move))
        done = self._done(ruleset, move, option)
        if not self._few:
            return f"{done}, leaving {short(option[0])} of it" if len(option) == 1 else done
        left = [short(part.state) for part in move.option.parts if part.state]
        return f"{done}, leaving {', '.join(left) if left else 'nothing'}"

    def _done(self, ruleset: HeapRuleset, move: Move, option: tuple[int, ...]) -> str:
        """Say what is done to a heap, by its place where another one is equal."""
        heap = self._position.part(move.part).state
        which = short(heap)
        if not self._few or [part.state for part in self._position.parts].count(heap) > 1:
            which = f"heap {move.part + 1} ({which})"
        if ruleset.turns:
            return f"turn {which} into {short(sum(option))}"
        square = f"{move.name.partition(': ')[0]}: " if ruleset.is_by_place else ""
        return square + words_of_move(heap, option, which)

    def _in_part(self, move: Move) -> str:
        from grundy.answers.positions import placed
        from grundy.strategy.explain.facts import written
        from grundy.strategy.explain.move_answers import leaves, name_of

        name, count = name_of(move.name, placed(self._position, move)), move.option.part_count
        left = leaves(move.option) if self._few else f"{count:,} parts"
        part = written(self._position.part(move.part))
        where = f"{part}: " if self._position.part_count > 1 else ""
        if name.removeprefix("to ") == left:
            return f"{where}{name}"
        return f"{where}{name}, leaving {left}"


def _heap_game(position: Position) -> HeapRuleset | None:
    """Return the heap game that every part follows; None where there is none."""
    from grundy.heaps.ruleset import as_heap_game

    rulesets = {ruleset for ruleset, _ in position.runs}
    return as_heap_game(rulesets.pop()) if len(rulesets) == 1 else None


def _echo(text: str) -> None:
    from grundy.cli.output import printable

    for line in text.split("\n"):
        click.echo(printable(line))


# What --guess answers: values by a period that is only observed, each said to be a guess.


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
            f"  heap {short_title(str(part.state))}: value {value}{' (a guess)' if reason else ''}"
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
