"""What a move of a heap game is, in one sentence: the catalogue's, or read off the rule."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.heaps.codes import Code, Constraint
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import AllBut, Subtraction
from grundy.named.games.heaps import ENTRIES

_PARTS = {
    Constraint.ANY: "",
    Constraint.UNEQUAL: " of different sizes",
    Constraint.NOT_ALL_EQUAL: " that are not all equal",
    Constraint.ALL_EQUAL: " of one size",
}


def rule_in_words(game: HeapRuleset) -> str | None:
    """Return what a move of a game is; None for a function of which nobody knows more."""
    for entry in ENTRIES:
        if not entry.parameters and getattr(entry.make(), "text", None) == game.text:
            return entry.rule
    if isinstance(game, Subtraction):
        amounts = game.amounts
        return f"A move takes {_either(amounts)} tokens." if amounts else "There is no move."
    if isinstance(game, AllBut):
        but = f" but {_either(game.amounts)}" if game.amounts else ""
        return f"A move takes any number of tokens{but}."
    return None if game.code is None else _of_code(game.code)


def _of_code(code: Code) -> str:
    moves = [_move(taken, code) for taken in range(len(code.digits)) if code.digit(taken)]
    tail = ""
    if not code.is_finite:
        first, period = len(code.digits), len(code.tail)
        moves += [_move(taken, code) for taken in range(first, first + period) if code.digit(taken)]
        tail = f"; and so on, the same for each {period} more that are taken"
    return f"A move {'; or '.join(moves)}{tail}." if moves else "There is no move."


def _move(taken: int, code: Code) -> str:
    digit, sign = code.digit(taken), code.constraint_at(taken)
    counts = [parts for parts in range(digit.bit_length()) if digit >> parts & 1]
    named = ["nothing" if parts == 0 else str(parts) for parts in counts]
    heaps = "" if counts == [0] else " heap" if counts in ([1], [0, 1]) else " heaps"
    left = f"{_either(named)}{heaps}{_PARTS[sign]}"
    if not taken:
        return f"splits a heap into {left}"
    return f"takes {taken} token{'s' * (taken > 1)} and leaves {left}"


def _either(names: Sequence[object]) -> str:
    *before, last = map(str, names)
    return f"{', '.join(before)} or {last}" if before else last
