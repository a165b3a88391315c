"""Tokens on digraphs: one, or several as one state."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import PositionError, RulesetError, UnknownNameError
from grundy.games.indexed import Indexed, Ranking, fitting, numbers
from grundy.games.kernels import packed
from grundy.games.position import Position
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves, Ruleset
from grundy.games.scenes import MOST_LINES, MOST_PLACED, Cell, Link, Scene
from grundy.games.state_text import shown
from grundy.games.values.packed import MOST, Packed, Words
from grundy.graphs.engines import endless
from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import Labelling, label
from grundy.runtime.limits import Limits, Watch
from grundy.values import Value

# Values by the labelling of a digraph that is there as a whole.


class ByLabelling(Valuer["Token"]):
    """The labels of all vertices of a token's digraph, found once."""

    def __init__(self, ruleset: Token) -> None:
        super().__init__(ruleset)
        self._graph = ruleset.graph

    def value(self, state: Hashable, *, limits: Limits | None = None) -> Value:
        if limits is not None and "labelling" not in vars(self):
            watch = Watch(limits, f"The labelling of {self.ruleset.text}", {})
            watch.look(self._graph.vertex_count, plain=False)
        return self.labelling[state]

    def rank(self, state: Hashable) -> int:
        return self._ranks.get(self._graph.index(state), 0) if self.may_cycle(state) else 0

    def may_cycle(self, state: Hashable) -> bool:
        return bool(self._endless[self._graph.index(state)])

    @cached_property
    def labelling(self) -> Labelling:
        """The values of all vertices."""
        return label(self._graph)

    @cached_property
    def _endless(self) -> npt.NDArray[np.bool_]:
        return endless(self._graph)

    @cached_property
    def _ranks(self) -> dict[int, int]:
        values = self.labelling.value_array
        ranked = sorted(self.labelling.order_array.tolist(), key=lambda number: values[number])
        return {number: place for place, number in enumerate(ranked)}


class Token(Ruleset):
    """The game of one token on a digraph; `token` makes one."""

    def __init__(self, graph: GameGraph, text: str = "token") -> None:
        self.graph = graph
        self.text = text

    def options(self, state: Hashable) -> Iterator[Hashable]:
        yield from dict.fromkeys(self.graph.followers(state))

    def moves(self, state: Hashable) -> Iterator[tuple[str, Hashable]]:
        return ((str(option), option) for option in self.options(state))

    def legal(self, state: Any) -> Hashable:
        return self.graph.names[self.graph.index(state)]

    def parse(self, text: str) -> Hashable:
        number = self._by_text.get(text.strip())
        if number is None:
            raise UnknownNameError("vertex", text.strip(), self._by_text)
        return self.graph.names[number]

    def read(self, text: str) -> Position:
        if text.strip() in self._by_text:
            return self.as_position(self.parse(text))
        return super().read(text)

    def format(self, state: Hashable) -> str:
        return str(state)

    def scene(self, state: Hashable) -> Scene | None:
        if self.graph.vertex_count > MOST_PLACED or self.graph.arc_count > MOST_LINES:
            return None
        return Scene(
            tuple(
                Cell(name, x, y, "token" if number == self.graph.index(state) else "vertex", name)
                for number, (name, (x, y)) in enumerate(self._places)
            ),
            self._links,
        )

    @cached_property
    def _places(self) -> list[tuple[str, tuple[float, float]]]:
        from grundy.games.scenes import place

        sources, targets = self.graph.arcs()
        neighbours: list[list[int]] = [[] for _ in self.graph.names]
        for source, target in zip(sources.tolist(), targets.tolist(), strict=True):
            neighbours[source].append(target)
            neighbours[target].append(source)
        return list(zip(map(str, self.graph.names), place(neighbours), strict=True))

    @cached_property
    def _links(self) -> tuple[Link, ...]:
        names = self.graph.names
        sources, targets = self.graph.arcs()
        arcs = dict.fromkeys(zip(sources.tolist(), targets.tolist(), strict=True))
        return tuple(
            Link(f"{names[a]} → {names[b]}", str(names[a]), str(names[b]), directed=True)
            for a, b in arcs
        )

    @cached_property
    def valuer(self) -> ByLabelling:
        """A labelling of the whole digraph."""
        return ByLabelling(self)

    @property
    def labelling(self) -> Labelling:
        """The values of all vertices."""
        return self.valuer.labelling

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {str(name): number for number, name in enumerate(self.graph.names)}

    def __repr__(self) -> str:
        return f"token({self.graph!r})"


def token(graph: object) -> Token:
    """Return the game of a token on a digraph, so that a vertex is a position.

    Args:
        graph: What `grundy.label` takes: a `GameGraph`, edges, a mapping, a networkx digraph, …

    Raises:
        GraphFormatError: If it is no digraph.

    >>> game = token({"a": ["b"], "b": ["a", "t"], "t": []})
    >>> game["a"].value(), (game["a"] + game["b"]).outcome()
    (0, <Outcome.N: ...>)
    >>> loop = token([("x", "y"), ("y", "x")])
    >>> loop["x"].value(), loop["x"].outcome()
    (∞(), <Outcome.D: ...>)
    """
    from grundy.graphs.formats import as_graph

    return Token(as_graph(graph))


# Tokens on several digraphs as one state: a move takes one of them along an arc.

Vertices = tuple[Hashable, ...]


class TokenProduct(NamedMoves):
    """The game of a token on each of several digraphs; `token_product` makes one."""

    text = "token-product"

    def __init__(self, *tokens: Token) -> None:
        self.tokens = tokens
        for token in tokens:
            for name in map(str, token.graph.names):
                if "," in name or not name or any(map(str.isspace, name)):
                    raise RulesetError(
                        f"The vertex {shown(name)} would not be found in the text of a state; "
                        "rename it, without commas and spaces."
                    )

    def moves(self, state: Vertices) -> Iterator[tuple[str, Vertices]]:
        for place, (token, at) in enumerate(zip(self.tokens, state, strict=True)):
            for to in token.options(at):
                yield f"token {place + 1} to {to}", (*state[:place], to, *state[place + 1 :])

    def legal(self, state: Any) -> Vertices:
        vertices = state if isinstance(state, (tuple, list)) else (state,)
        self._require_count(vertices)
        return tuple(token.legal(at) for token, at in zip(self.tokens, vertices, strict=True))

    def parse(self, text: str) -> Vertices:
        words = text.split(",")
        self._require_count(words)
        return tuple(token.parse(word) for token, word in zip(self.tokens, words, strict=True))

    def format(self, state: Vertices) -> str:
        return ",".join(map(str, state))

    def indexed(self, state: Vertices) -> Indexed | None:
        sizes = [token.graph.vertex_count for token in self.tokens]
        most = sum(int(token.graph.out_degrees.max(initial=0)) for token in self.tokens)
        ranking = fitting(numbers, *sizes)
        if ranking is None or most > MOST:
            return None
        graphs = [token.graph for token in self.tokens]

        def word_of(places: Vertices) -> int:
            return ranking.join([g.index(at) for g, at in zip(graphs, places, strict=True)])

        def state_of(word: int) -> Vertices:
            return tuple(g.names[at] for g, at in zip(graphs, ranking.split(word), strict=True))

        return Indexed(
            Packed(word_of(state), packed.tokens, data=self._data(ranking), most=max(most, 1)),
            ranking, word_of, state_of, order="cycles",
        )  # fmt: skip

    def _data(self, ranking: Ranking) -> Words:
        """Return the digraphs as `grundy.games.kernels.packed.tokens` takes them."""
        head, tail = [len(self.tokens)], list[int]()
        behind = 1 + 3 * len(self.tokens)
        for token, offset, field in zip(self.tokens, ranking.offsets, ranking.fields, strict=True):
            rows = token.graph.forward
            first = behind + len(tail)
            head += [offset, (1 << field.bits) - 1, first]
            lists = first + len(rows.pointers)
            tail += [lists + int(at) for at in rows.pointers] + rows.indices.tolist()
        return np.array(head + tail, np.int64)

    def _require_count(self, vertices: Any) -> None:
        if len(vertices) != len(self.tokens):
            raise PositionError(
                f"A state has a vertex of each of {len(self.tokens)} digraphs, "
                f"found {len(vertices)}: {shown(vertices)}."
            )


def token_product(*graphs: object) -> TokenProduct:
    """Return the game of a token on each of several digraphs, as one state.

    `grundy.token` gives sums of tokens, which are answered from the values of single ones; here
    all ways to place the tokens are one game, which `grundy.tabulate` solves as a whole.

    Args:
        graphs: What `grundy.label` takes, each: a `GameGraph`, edges, a mapping, …

    Raises:
        GraphFormatError: If one is no digraph.
        RulesetError: If a vertex has a comma or a space in its name.

    >>> game = token_product({"a": ["b"], "b": ["a", "t"], "t": []}, {"x": ["y"], "y": []})
    >>> game["a", "x"].value(), str(game["a", "x"].best_move().option)
    (1, 'a,y')
    """
    return TokenProduct(*map(token, graphs))
