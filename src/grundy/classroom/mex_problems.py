"""Problems on mex: of a set, of a position's moves, and of a sum of two positions."""

from __future__ import annotations

import random

from grundy.classroom.problem import Problem, listed
from grundy.nimbers import mex
from grundy.strategy.explain.sections import Table


def mex_problem(choose: random.Random, level: int) -> Problem:
    """Draw a problem: level 1 a set, level 2 the moves of a position, level 3 a sum."""
    return (_of_set, _of_moves, _of_sum)[level - 1](choose)


def _numbers(choose: random.Random, most: int, count: int) -> list[int]:
    """Draw numbers whose mex is any with the same chance; some may come twice."""
    missing = choose.randint(0, most - 2)
    others = range(missing + 1, most)
    drawn = [*range(missing), *choose.sample(others, min(len(others), choose.randint(1, count)))]
    drawn += choose.choices(drawn, k=1)
    choose.shuffle(drawn)
    return drawn


def _why(numbers: list[int]) -> str:
    least = mex(numbers)
    below = f"{', '.join(map(str, range(least)))} {'is' if least == 1 else 'are'} among them"
    return f"{below}, {least} is not." if least else "0 is not among them."


def _of_set(choose: random.Random) -> Problem:
    numbers = sorted(set(_numbers(choose, 8, 4)))
    choose.shuffle(numbers)
    shown = "{" + ", ".join(map(str, numbers)) + "}"
    return Problem(
        given={"mex_of": sorted(numbers)},
        answer={"value": mex(numbers)},
        question=(f"Find mex {shown}.",),
        stated=f"mex {shown} = {mex(numbers)}",
        reason=(_why(numbers),),
    )


def _of_moves(choose: random.Random) -> Problem:
    values = _numbers(choose, 9, 4)
    value = mex(values)
    winning = values.count(0)
    shown = ", ".join(map(str, values))
    who = "to move wins" if value else "to move loses"
    moves = f"{winning} {'move wins' if winning == 1 else 'moves win'}"
    return Problem(
        given={"moves_to": sorted(values)},
        answer={"value": value, "outcome": "N" if value else "P", "winning_moves": winning},
        question=(
            f"The moves of a position lead to positions with the values {shown}. What is "
            "the value of the position, who wins, and how many of its moves win?",
        ),
        stated=f"The value is {value}: the player {who}; {moves}.",
        reason=(
            f"The value is the mex of {listed(values)}: {_why(values)}",
            "A move wins when it leads to the value 0.",
        ),
    )


def _of_sum(choose: random.Random) -> Problem:
    first, second = _numbers(choose, 9, 5), _numbers(choose, 9, 5)
    one, other = mex(first), mex(second)
    total = one ^ other
    wide = max(one, other, 1).bit_length()
    rows = [(name, str(value), f"{value:0{wide}b}") for name, value in
            (("A", one), ("B", other), ("nim-sum", total))]  # fmt: skip
    return Problem(
        given={"sum_of_moves_to": [sorted(first), sorted(second)]},
        answer={"value": total, "outcome": "N" if total else "P"},
        question=(
            f"The moves of A lead to the values {', '.join(map(str, first))}; those of B to the "
            f"values {', '.join(map(str, second))}. What is the value of A + B, and who wins it?",
        ),
        stated=f"The value is {total}: the player to move {'wins' if total else 'loses'}.",
        reason=(
            f"A: the mex of {listed(first)} is {one}, for {_why(first)}",
            f"B: the mex of {listed(second)} is {other}, for {_why(second)}",
            Table(("", "value ", "binary "), tuple(rows), total=True),
        ),
    )
