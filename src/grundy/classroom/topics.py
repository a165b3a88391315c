"""The topics of exercise sheets: what each is called, what it tells first, and its problems."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from grundy.classroom import graph_problems, mex_problems, position_problems
from grundy.classroom.problem import Block, Problem
from grundy.strategy.explain.sections import Table


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic."""

    key: str
    name: str
    rule: str
    draw: Callable[[random.Random, int], Problem]
    given: Callable[[int], tuple[Block, ...]] = lambda level: ()


def _kayles_values(level: int) -> tuple[Block, ...]:
    from grundy.heaps.rules.every_kind import TakeAndBreak

    if level == 1:
        return ()
    stop = (11, 21)[level - 2]
    values = TakeAndBreak("0.77").values(stop).tolist()
    half = -(-stop // 2)
    return tuple(
        Table(
            ("pins ", *(f"{n} " for n in range(first, last))),
            (("value", *map(str, values[first:last])),),
        )
        for first, last in ((0, half), (half, stop))
    )


_NORMAL = "Who cannot move loses."

TOPICS = {
    topic.key: topic
    for topic in (
        Topic(
            "mex", "The minimal excludant",
            "mex S is the least natural number, from 0 on, that is not in S. The value of a "
            "position is the mex of the values that its moves lead to; the value of a sum is the "
            "nim-sum of the values.",
            mex_problems.mex_problem,
        ),
        Topic(
            "nim", "Nim",
            f"A move takes any number from one heap, at least 1. {_NORMAL}",
            position_problems.nim_problem,
        ),
        Topic(
            "digraph-acyclic", "Digraphs without cycles",
            "The value of a vertex is the mex of the values of the vertices that its arcs lead "
            f"to. {_NORMAL} P: who moves there loses; N: who moves there wins.",
            graph_problems.acyclic_problem,
        ),
        Topic(
            "digraph-cyclic", "Digraphs with cycles",
            "A play may go on for ever: that is a draw. A vertex has a finite value where the "
            "play can be brought to an end; else ∞(K), where K has the finite values among its "
            f"followers. {_NORMAL} P: who moves there loses; N: wins; D: a draw.",
            graph_problems.cyclic_problem,
        ),
        Topic(
            "kayles", "Kayles",
            "A move knocks down one pin of a row, or two neighbours; a row may fall apart into "
            f"two. {_NORMAL}",
            position_problems.kayles_problem,
            _kayles_values,
        ),
        Topic(
            "wythoff", "Wythoff's game",
            "A move takes any number from one heap, or the same number from both. "
            f"{_NORMAL}",
            position_problems.wythoff_problem,
        ),
        Topic(
            "sums", "Sums of games",
            "A move is made in one of the games. Nim: take any number from a heap. Taking 1, 2 "
            "or 3: take 1, 2 or 3 from a heap. Kayles: knock down one pin, or two neighbours; "
            "the row may fall apart. Wythoff's game: take any number from one heap, or the same "
            f"number from both. {_NORMAL}",
            position_problems.sum_problem,
        ),
        Topic(
            "misere-nim", "Misère Nim",
            "A move takes any number from one heap, at least 1. Who cannot move wins: the last "
            "move loses.",
            position_problems.misere_nim_problem,
        ),
    )
}  # fmt: skip
"""The topics by key."""
