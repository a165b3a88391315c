"""Games in which each player has pieces of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from grundy.games.ruleset import Ruleset
from grundy.named.entry import OURS, Entry, Fact, formula, value_of
from grundy.named.rules.facing_pieces import Facing, Northcott, RedBlue
from grundy.values import Value


def _never_infinite(ruleset: Ruleset) -> str | None:
    """Label the whole board of 2 columns and 5 rows as a digraph, without the formula."""
    from grundy.games.states import reach
    from grundy.graphs.labelling import label
    from grundy.running.limits import Watch

    pairs = list(combinations(range(1, 6), 2))
    states = [Facing(columns, turn, 5) for columns in product(pairs, pairs) for turn in (1, 2)]
    graph = reach(states, ruleset.options, Watch(None, "Northcott's board", {}))
    labelling = label(graph)
    for state in states:
        expected = ruleset.formula(state)  # type: ignore[misc]
        if labelling[state] != expected:
            return f"the value of {ruleset.format(state)} is {labelling[state]}, not {expected}"
    return None


def _gaps() -> Iterator[tuple[str, Value]]:
    for a, b, c, d in combinations(range(8), 4):
        yield f"{a},{b} {c},{d}", (b - a - 1) ^ (d - c - 1)


ENTRIES = (
    Entry(
        key="northcott",
        name="Northcott's game",
        rule="White and black pawns face each other on the columns of a board; each player moves "
        "one of their own along its column, never past the other.",
        make=Northcott,
        start="1,3 1,4 rows:4",
        source="Winning Ways, ch. 3; C.-S. Negrușeri, problem 1",
        facts=[
            value_of("3,7 2,9", 5),
            value_of("3,7 2,9 black rows:12", 5),
            Fact(
                "On 2 columns and 5 rows every value is the nim-sum of the gaps, and none is ∞",
                _never_infinite,
                OURS,
            ),
        ],
    ),
    Entry(
        key="red-blue",
        name="Red and blue pieces",
        rule="Red and blue pieces stand in turn on a line; each player moves one of their own, "
        "red to the right and blue to the left, never past another.",
        make=RedBlue,
        start="1,5 6,9",
        source="C.-S. Negrușeri, problem 2; Romanian selection contest, 1997",
        facts=[formula("The nim-sum of the gaps of the pairs", _gaps)],
    ),
)
