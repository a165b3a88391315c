"""Problems on digraphs: the value of every vertex, with cycles or without."""

from __future__ import annotations

import random
from string import ascii_lowercase

from grundy.classroom.problem import Graph, Problem
from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import Labelling, label
from grundy.graphs.trace import LabelStep, trace
from grundy.strategy.explain.sections import Table
from grundy.values import LoopyValue, Outcome

_TRIED = 2_000
_SIZES = (5, 7, 9)  # vertices, by level


def acyclic_problem(choose: random.Random, level: int) -> Problem:
    """Draw a digraph without cycles, of 5, 7 or 9 vertices."""
    for _ in range(_TRIED):
        labelling = label(_graph(choose, _SIZES[level - 1], cycles=False))
        if int(labelling.value_array.max()) >= min(level + 1, 3):
            return _problem(labelling, _by_mex(labelling))
    raise AssertionError("No such digraph was met.")


def cyclic_problem(choose: random.Random, level: int) -> Problem:
    """Draw a digraph with a vertex of value ∞, and more of them from level 2 on."""
    for _ in range(_TRIED):
        labelling = label(_graph(choose, _SIZES[level - 1], cycles=True))
        infinite = [value for value in labelling.values() if isinstance(value, LoopyValue)]
        drawn = sum(labelling.outcome(name) is Outcome.D for name in labelling)
        rich = drawn >= level and len({*labelling.values()}) >= 2 + level
        if rich and len(infinite) < len(labelling) - 1 and (level < 3 or drawn < len(infinite)):
            return _problem(labelling, _by_steps(labelling))
    raise AssertionError("No such digraph was met.")


def _graph(choose: random.Random, count: int, *, cycles: bool) -> GameGraph:
    """Draw each vertex one to three moves to those before it, and with *cycles* a few back."""
    names = list(ascii_lowercase[:count])
    order = choose.sample(names, count)
    arcs = {
        (order[at], earlier)
        for at in range(1, count)
        for earlier in choose.sample(order[:at], min(at, choose.randint(1, 3)))
    }
    for _ in range(choose.randint(2, count // 2) if cycles else 0):
        start = choose.randrange(1, count - 1)
        arcs.add((order[start], choose.choice(order[start + 1 :])))
    return GameGraph.from_edges(sorted(arcs), vertices=names)


def _problem(labelling: Labelling, reason: Table) -> Problem:
    names = [str(name) for name in labelling]
    start = next((name for name in names if labelling.outcome(name) is Outcome.N), names[0])
    winning = list(map(str, labelling.winning_moves(start)))
    graph = labelling.graph
    followers = {name: list(map(str, graph.followers(name))) for name in names}
    values = {name: str(labelling[name]) for name in names}
    outcomes = {name: str(labelling.outcome(name)) for name in names}
    rows = tuple((name, values[name], outcomes[name]) for name in names)
    noun = "the winning move is" if len(winning) == 1 else "the winning moves are"
    return Problem(
        given={"moves": followers, "start": start},
        answer={"values": values, "outcomes": outcomes, "winning_moves": winning},
        question=(
            f"Find the value of each vertex, who wins from it, and the winning moves from {start}.",
            Graph(labelling, values=False, instead=_moves_table(followers)),
        ),
        stated=f"{', '.join(f'{name}: {values[name]}' for name in names)}. From {start} {noun} to "
        f"{', '.join(winning)}.",
        reason=(
            Graph(labelling, values=True),
            Table(("vertex", "value ", "who wins"), rows),
            reason,
        ),
    )


def _moves_table(followers: dict[str, list[str]]) -> Table:
    rows = tuple((name, ", ".join(to) or "no move") for name, to in sorted(followers.items()))
    return Table(("vertex", "moves to"), rows)


def _by_mex(labelling: Labelling) -> Table:
    """Label the vertices from the ends of the game on, each after those it leads to."""
    rows = []
    for number in labelling.order_array.tolist():
        name = labelling.graph.names[number]
        followers = labelling.graph.followers(name)
        seen = sorted({int(str(labelling[to])) for to in followers})
        why = f"mex {{{', '.join(map(str, seen))}}} = {labelling[name]}"
        rows.append((str(name), ", ".join(map(str, followers)) or "no move", why))
    return Table(("in this order", "moves to", "value"), tuple(rows))


def _by_steps(labelling: Labelling) -> Table:
    """Label the vertices in the order in which they can be, each with why."""
    names = labelling.graph.names
    steps = [step for step in trace(labelling.graph) if isinstance(step, LabelStep)]
    rows = tuple(
        (str(names[step.vertex]), str(labelling[names[step.vertex]]), step.reason) for step in steps
    )
    return Table(("in this order", "value ", "because"), rows)
