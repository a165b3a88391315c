"""Rules with numbered states for tests: any digraph, and heaps."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grundy import game, label
from grundy.games import Indexed, Packed, numbers
from grundy.games.indexed import Order
from grundy.games.kernels.packed import tokens
from grundy.games.rule_game import RuleGame
from grundy.graphs.labelling import Labelling

Rows = Sequence[Sequence[int]]


def digraph_game(
    rows: Rows, order: Order = "cycles", *, tier: Callable[[int], int] | None = None,
    bits: int = 0, name: str = "digraph",
) -> RuleGame:  # fmt: skip
    ranking = numbers(len(rows))
    pointers = 4 + len(rows) + 1 + np.cumsum([0, *map(len, rows)])
    heads = [to for row in rows for to in row]
    data = np.array([1, 0, (1 << ranking.bits) - 1, 4, *pointers, *heads], np.int64)
    most = max([1, *map(len, rows)])
    return numbered(
        lambda state: rows[state],
        lambda state: Indexed(
            Packed(state, tokens, data=data, most=most), ranking, int, int, order, tier, bits
        ),
        name,
    )


def numbered(
    options: Callable[[Any], Any], indexed: Callable[[Any], Indexed], name: str = "numbered"
) -> RuleGame:
    return game(name=name, indexed=indexed, parse=int, format=str)(lambda state: options(state))


def labelled(rows: Rows) -> Labelling:
    return label({vertex: list(row) for vertex, row in enumerate(rows)})
