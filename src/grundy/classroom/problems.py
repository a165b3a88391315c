"""Problems on mex and on digraphs: what is asked, the answer, and why."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase
from typing import Any, ClassVar, Literal

from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import Labelling, label
from grundy.graphs.trace import LabelStep, trace
from grundy.nimbers import mex
from grundy.strategy.moves import Table
from grundy.values import LoopyValue, Outcome


@dataclass(frozen=True, eq=False, slots=True)
class Graph:
    """The picture of a digraph."""

    labelling: Labelling
    values: bool
    instead: Table | None = None


Block = str | Table | Graph
"""What a problem is made of: a paragraph, a table or a picture."""


@dataclass(frozen=True, eq=False, slots=True)
class Problem:
    """One problem of a sheet."""

    given: Mapping[str, Any]
    answer: Mapping[str, Any]
    question: tuple[Block, ...]
    stated: str
    reason: tuple[Block, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Sheet:
    """Problems on one topic, and what stands around them."""

    topic: str
    title: str
    intro: tuple[Block, ...]
    level: int
    seed: int
    problems: tuple[Problem, ...]

    @property
    def command(self) -> str:
        """The command that makes this sheet again."""
        return (
            f"grundy sheet {self.topic} --level {self.level} --seed {self.seed} "
            f"--count {len(self.problems)}"
        )


def listed(values: Iterable[int]) -> str:
    """Write a set of numbers in braces."""
    return "{" + ", ".join(map(str, sorted(set(values)))) + "}"


Kind = Literal["title", "note", "heading", "answer", "paragraph", "made_by"]


class Writer(ABC):
    """Writes a sheet piece by piece, from the top to the bottom."""

    forms: ClassVar[Mapping[Kind, str]]  # of a text
    escaped: Callable[[str], str]  # a text in which nothing is markup
    around: tuple[str, str]  # a problem, or a solution
    before_solutions = after_solutions = ""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.lines: list[str] = []
        self._drawn: dict[Graph, bytes] = {}

    def written(self) -> str:
        """Write the problems, and the solutions with the command that makes the sheet again."""
        sheet = self.sheet
        self.write("title", sheet.title)
        self.write("note", f"Level {sheet.level}, seed {sheet.seed}")
        self.write("paragraph", f"Name: {'_' * 30}")
        self._blocks(sheet.intro)
        for number, problem in enumerate(sheet.problems, 1):
            self._group(problem.question, f"Problem {number}")
        self.lines.append(self.before_solutions)
        self.write("title", f"{sheet.title}: solutions")
        for number, problem in enumerate(sheet.problems, 1):
            self._group(problem.reason, f"Solution {number}", problem.stated)
        self.write("made_by", sheet.command)
        self.lines.append(self.after_solutions)
        return "\n".join(self.lines)

    def write(self, kind: Kind, text: str) -> None:
        """Write a text; an answer stands out, a note is in small print."""
        self.lines.append(self.forms[kind] % self.escaped(text))

    def opening(self, blocks: Sequence[Block]) -> str:
        """Return what stands before a problem, or a solution."""
        return self.around[0]

    def _group(self, blocks: Sequence[Block], heading: str, answer: str = "") -> None:
        self.lines.append(self.opening(blocks))
        self.write("heading", heading)
        if answer:
            self.write("answer", answer)
        self._blocks(blocks)
        self.lines.append(self.around[1])

    def _blocks(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            if isinstance(block, str):
                self.write("paragraph", block)
            else:
                self.lines.append(
                    self.table(block) if isinstance(block, Table) else self.picture(block)
                )

    def drawn(self, graph: Graph, format: str) -> str:
        """Draw a digraph, and all others of the sheet at once with the first."""
        if not self._drawn:
            from grundy.drawing.graph import scene_of
            from grundy.drawing.graphviz import render

            blocks = [(*problem.question, *problem.reason) for problem in self.sheet.problems]
            graphs = [block for block in chain(*blocks) if isinstance(block, Graph)]
            scenes = [
                scene_of(each.labelling, legend=False, hide=None if each.values else "values")
                for each in graphs
            ]
            self._drawn = dict(zip(graphs, render(scenes, format), strict=True))
        return self._drawn[graph].decode()

    @abstractmethod
    def table(self, table: Table) -> str:
        """Write a table."""

    @abstractmethod
    def picture(self, graph: Graph) -> str:
        """Draw a digraph, or write what says the same."""


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
    shown = f"{{{', '.join(map(str, numbers))}}}"
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


_TRIED = 2_000
_SIZES = (5, 7, 9)  # vertices, by level


def acyclic_problem(choose: random.Random, level: int) -> Problem:
    """Draw a digraph without cycles, of 5, 7 or 9 vertices."""
    for _ in range(_TRIED):
        labelling = label(_graph(choose, _SIZES[level - 1], cycles=False))
        if int(labelling.value_array.max()) >= min(level + 1, 3):
            return _problem(labelling, _by_mex(labelling))
    raise AssertionError("No such digraph was found.")


def cyclic_problem(choose: random.Random, level: int) -> Problem:
    """Draw a digraph with a vertex of value ∞, and more of them from level 2 on."""
    for _ in range(_TRIED):
        labelling = label(_graph(choose, _SIZES[level - 1], cycles=True))
        infinite = [value for value in labelling.values() if isinstance(value, LoopyValue)]
        drawn = sum(labelling.outcome(name) is Outcome.D for name in labelling)
        rich = drawn >= level and len({*labelling.values()}) >= 2 + level
        if rich and len(infinite) < len(labelling) - 1 and (level < 3 or drawn < len(infinite)):
            return _problem(labelling, _by_steps(labelling))
    raise AssertionError("No such digraph was found.")


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
        seen = listed(int(str(labelling[to])) for to in followers)
        why = f"mex {seen} = {labelling[name]}"
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
