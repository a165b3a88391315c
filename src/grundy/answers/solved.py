"""Who wins a position, and by which moves: the answer of `grundy solve` as data and as text."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import islice, repeat
from typing import Annotated, NotRequired, TypedDict

from grundy.answers import forms
from grundy.errors import LimitError, RulesetError
from grundy.games.position import Move, Position
from grundy.games.position import Solved as SolvedPosition
from grundy.heaps.numbers import short, words_of_move
from grundy.heaps.ruleset import HeapRuleset, as_heap_game
from grundy.printable import counted, short_title
from grundy.runtime.limits import MOST_OPTIONS, Limits
from grundy.strategy.facts import value_text
from grundy.strategy.moves import game_name, leaves, name_of, placed, position_text, written
from grundy.values import LOONY, LoopyValue, Outcome, Play, Value, winner_of

_SOON = Limits(positions=500_000, seconds=2.0)  # for a move that has to be searched for


class SolvedPart(TypedDict):
    """A part of a position; under misère play parts have no values."""

    game: str
    state: str
    value: NotRequired[forms.JsonValue | None]


class WinningMove(TypedDict):
    """A move: the part that it is made in, its name, and what it leaves of the whole."""

    part: forms.Natural
    name: str
    option: str


class Solved(TypedDict):
    """Who wins a position, and by which moves: solve --json."""

    line: NotRequired[
        Annotated[forms.Positive, "The line of standard input, in answers to many positions."]
    ]
    position: str
    play: Play
    turn: forms.Player
    parts: list[SolvedPart]
    value: NotRequired[forms.JsonValue | None]
    outcome: Annotated[
        forms.OutcomeName | None, "null for one of many lines that a limit stopped: see message."
    ]
    because: Annotated[str, "Why it is won or lost, in a sentence, where no value says it."]
    winner: forms.Winner
    winning_move_count: forms.Natural | None
    message: NotRequired[str]
    winning_moves: list[WinningMove]


def undecided(position: str, play: Play, turn: int) -> Solved:
    """Return the answer where nothing is known."""
    return {
        "position": position, "play": play, "turn": turn, "parts": [], "value": None,
        "outcome": None, "because": "", "winner": None, "winning_move_count": None,
        "winning_moves": [],
    }  # fmt: skip


def solved_answer(solved: SolvedPosition, turn: int, shown: int | None) -> Solved:
    """Return who wins and the first winning moves, 0 for none, not even their number.

    The list of parts is left to `solved_parts`.
    """
    value = solved.value_soon() if solved.play == "normal" else None
    fields = undecided(str(solved.position), solved.play, turn)
    fields |= {
        "value": forms.json_value(value),
        "outcome": str(solved.outcome),
        "because": solved.because.short if value is None else "",
        "winner": winner_of(solved.outcome, turn),
    }
    if shown == 0:
        return fields
    try:
        _require_list(solved, shown)
        fields["winning_move_count"] = solved.winning_move_count()
        moves = list(islice(solved.winning_moves(), shown))
    except LimitError as error:
        fields |= {"winning_move_count": None, "message": str(error)}
        moves = list(_one_winning_move(solved))
    fields["winning_moves"] = [
        {
            "part": move.part,
            "name": move.name,
            "option": str(Position(placed(solved.position, move))),
        }
        for move in moves
    ]
    return fields


def _require_list(solved: SolvedPosition, shown: int | None) -> None:
    """Refuse to list all winning moves where nobody asks for them and it would take long."""
    if shown is not None and not solved.lists_soon:
        raise LimitError("To find them all takes longer than to find one; --moves does.")


def _one_winning_move(solved: SolvedPosition) -> Iterator[Move]:
    """Yield one winning move; none where it is known only that there is one."""
    if solved.outcome is Outcome.N:
        move = None
        if not solved.lists_soon:
            with contextlib.suppress(LimitError):
                move = solved.position.best_move(solved.play, limits=_SOON.beside(solved.limits))
        else:
            move = solved.winning_move()
        if move is not None:
            yield move


def solved_parts(solved: SolvedPosition) -> Iterator[SolvedPart]:
    """Yield each part with its value; under misère play parts have none."""
    has_values = solved.play == "normal" and solved.value_soon() is not None
    values = solved.each_value() if has_values else repeat(None)
    each = ((ruleset, state) for ruleset, states in solved.position.runs for state in states)
    for (ruleset, state), value in zip(each, values, strict=False):
        yield {
            "game": ruleset.text,
            "state": ruleset.format(state),
            "value": forms.json_value(value),
        }


# ---- as text ------------------------------------------------------------------------------------

_MOST_ROWS = 20
_MOST_WRITTEN_OUT = 10**30
_MOST_BITS = 64
_MOST_PARTS_REPEATED = 12


def solved_text(solved: SolvedPosition, game: str, turn: int, most: int | None) -> Iterator[str]:
    """Yield the values of the parts, who wins, and the winning moves; *game* as it was called."""
    position = solved.position
    kind, rule = ("misère", "wins") if solved.play == "misere" else ("normal", "loses")
    ruleset = _heap_game(position)
    count, parts = position.part_count, "heap" if ruleset else "part"
    several = f", {counted(count, parts)}" if ruleset or count > 1 else ""
    named = _named(ruleset, game) if ruleset else position_text(position)
    yield f"{named}{several}, {kind} play: who cannot move {rule}."
    if solved.play == "misere" or solved.value_soon() is None:
        yield solved.because.short
    else:
        if count > _MOST_ROWS:
            yield f"The first {_MOST_ROWS} {parts}s and the nim-sum of all:"
        yield from _columns(solved, parts)
    yield _verdict(solved, turn)
    yield from _moves(solved, most)


def _named(ruleset: HeapRuleset, game: str) -> str:
    called = game.split()[0] if game.split() else game
    return ruleset.text if ruleset.text.lower() == called.lower() else f"{called} ({ruleset.text})"


def _columns(solved: SolvedPosition, noun: str) -> list[str]:
    """Write part, value and the value in binary below each other, and the sum beneath."""
    heaps = noun == "heap"
    total, parts = solved.value(), solved.position.first_parts(_MOST_ROWS)
    values = solved.first_values(_MOST_ROWS)
    bits = max([1, *(value.bit_length() for value in [*values, total] if isinstance(value, int))])
    lines = [(noun, "value", "binary")]
    for part, value in zip(parts, values, strict=True):
        name = short(part.state) if heaps else f"{game_name(part.ruleset)} {written(part)}"
        lines.append((name, value_text(value), _binary(value, bits)))
    lines.append(("nim-sum", value_text(total), _binary(total, bits)))
    left, middle, right = (max(map(len, column)) for column in zip(*lines, strict=True))
    shown = [
        f"  {name:{'>' if heaps else '<'}{left}}  {value:>{middle}}  {binary:>{right}}".rstrip()
        for name, value, binary in lines
    ]
    if not heaps and len(parts) == 1:
        return shown[:-1]
    shown.insert(-1, f"  {'-' * left}  {'-' * middle}  {'-' * right}")
    return shown


def _binary(value: Value, bits: int) -> str:
    return "" if isinstance(value, LoopyValue) or bits > _MOST_BITS else f"{value:0{bits}b}"


def _verdict(solved: SolvedPosition, turn: int) -> str:
    won, mover = winner_of(solved.outcome, turn), f"player {turn} is to move"
    if won is None:
        return f"A draw: {mover}, and neither player can force a win."
    total = solved.value_soon() if solved.play == "normal" else None
    if total is None:
        return f"player {won} wins ({mover})."
    if total is LOONY:
        return f"player {won} wins: {mover} and has a move that wins at once."
    if isinstance(total, LoopyValue):
        return f"player {won} wins: {mover} and can move to a position of value 0."
    alone = solved.position.part_count == 1 and _heap_game(solved.position) is None
    what = "value" if alone else "nim-sum"
    return f"player {won} wins: {mover} and the {what} is {'not 0' if total else '0'}."


def _moves(solved: SolvedPosition, most: int | None) -> Iterator[str]:
    words = _MoveWords(solved.position)
    if solved.outcome is Outcome.D:
        best = solved.position.best_move(solved.play, limits=solved.limits)
        if best is not None:
            yield f"A move that keeps the draw:\n  {words.of(best)}"
        return
    if solved.outcome is Outcome.P:
        yield "There is no winning move."
        return
    try:
        _require_list(solved, most)
        count = solved.winning_move_count()
    except LimitError as error:
        if most is None:
            for move in solved.winning_moves():  # ends in the LimitError
                yield f"  {words.of(move)}"
        example = next(_one_winning_move(solved), None)
        if example is None:
            yield "Which move wins is not known."
            return
        yield f"The winning moves are not counted. {error}"
        yield f"One of them:\n  {words.of(example)}"
        return
    if not count:
        yield "There is no move to make: who cannot move wins."
        return
    shown = count if most is None else min(count, most)
    noun = "winning move" if count == 1 else "winning moves"
    number = f"{count:,}" if count < _MOST_WRITTEN_OUT else short(count)
    yield f"{number} {noun}{':' if shown == count else f'; the first {shown}:'}"
    moves = solved.winning_moves()
    for move in moves if most is None else islice(moves, shown):
        yield f"  {words.of(move)}"
    if shown < count:
        yield "--moves lists them all." if count <= MOST_OPTIONS else "--moves lists more."


class _MoveWords:
    """Words moves: what is done, in which part, and what is left."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._heaps = _heap_game(position)
        self._few = position.part_count <= _MOST_PARTS_REPEATED

    def of(self, move: Move) -> str:
        """Word a move: "take 5 from 17, leaving 4, 8, 12" with all that is left."""
        return self._in_part(move) if self._heaps is None else self._in_heaps(self._heaps, move)

    def _in_heaps(self, ruleset: HeapRuleset, move: Move) -> str:
        option = tuple(part.state for part in placed(self._position, move))
        done = self._done(ruleset, move, option)
        if not self._few:
            return f"{done}, leaving {short(option[0])} of it" if len(option) == 1 else done
        left = [short(part.state) for part in move.option.parts if part.state]
        return f"{done}, leaving {', '.join(left) if left else 'nothing'}"

    def _done(self, ruleset: HeapRuleset, move: Move, option: tuple[int, ...]) -> str:
        """Describe what is done to a heap, by its place where another one is equal."""
        heap = self._position.part(move.part).state
        which = short(heap)
        if not self._few or [part.state for part in self._position.parts].count(heap) > 1:
            which = f"heap {move.part + 1} ({which})"
        if ruleset.turns:
            return f"turn {which} into {short(sum(option))}"
        square = f"{move.name.partition(': ')[0]}: " if ruleset.is_by_place else ""
        return square + words_of_move(heap, option, which)

    def _in_part(self, move: Move) -> str:
        name, count = name_of(move.name, placed(self._position, move)), move.option.part_count
        left = leaves(move.option) if self._few else f"{count:,} parts"
        part = written(self._position.part(move.part))
        where = f"{part}: " if self._position.part_count > 1 else ""
        return f"{where}{name}" + ("" if name.removeprefix("to ") == left else f", leaving {left}")


def _heap_game(position: Position) -> HeapRuleset | None:
    """Return the heap game that every part follows; None where there is none."""
    rulesets = {ruleset for ruleset, _ in position.runs}
    return as_heap_game(rulesets.pop()) if len(rulesets) == 1 else None


# ---- one of many positions, in a line -----------------------------------------------------------

COLUMNS = ("line", "position", "value", "outcome", "winner", "winning_moves", "moves")


def solved_line(solved: SolvedPosition, turn: int, most: int | None) -> str:
    """Say who wins, and by how many moves are asked for: None is all, 0 none."""
    value = solved.value_soon() if solved.play == "normal" else None
    several = solved.position.part_count > 1
    sentence = won_line(winner_of(solved.outcome, turn), value, several=several)
    moves = _first_moves(solved, most)
    return f"{sentence}: {'; '.join(moves)}" if moves else sentence


def won_line(won: int | None, value: Value | None, *, several: bool) -> str:
    """Say who wins, with the value where it is known."""
    sentence = "a draw" if won is None else f"player {won} wins"
    if value is None:
        return sentence
    return f"{sentence}, {'nim-sum' if several else 'value'} {value_text(value)}"


def solved_row(
    line: int, position: str, solved: SolvedPosition, turn: int, most: int | None
) -> tuple[object, ...]:
    """Return the cells of `COLUMNS`; moves that are too many to be counted have none."""
    value = solved.value_soon() if solved.play == "normal" else None
    count: int | str = ""
    if most != 0:
        with contextlib.suppress(LimitError):
            _require_list(solved, most)
            count = solved.winning_move_count()
    moves = "; ".join(_first_moves(solved, most))
    won = winner_of(solved.outcome, turn)
    return (*won_row(line, position, value, solved.outcome, won), count, moves)


def won_row(
    line: int, position: str, value: Value | None, outcome: Outcome, won: int | None
) -> tuple[object, ...]:
    """Return the first cells of `COLUMNS`, without moves."""
    text = "" if value is None else forms.json_value(value)
    return line, position, text, outcome, "" if won is None else won


def _first_moves(solved: SolvedPosition, most: int | None) -> list[str]:
    """Word one winning move, or all, or none; in a draw a move that keeps it."""
    if most == 0:
        return []
    words = _MoveWords(solved.position)
    if solved.outcome is Outcome.D:
        best = solved.position.best_move(solved.play, limits=solved.limits)
        return [] if best is None else [words.of(best)]
    if solved.outcome is Outcome.P:
        return []
    moves = solved.winning_moves() if most is None else _one_winning_move(solved)
    return list(map(words.of, moves))


# ---- by a guessed period ------------------------------------------------------------------------

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


def guess_text(position: Position, turn: int) -> list[str]:
    """Describe who wins where a value is a guess; an empty list where none is."""
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
    won = turn if total else 3 - turn
    lines.append(f"player {won} wins, if the guess is right: the nim-sum is {total}.")
    return [*lines, *(f"{one[0].upper()}{one[1:]}." for one in reasons)] if reasons else []
