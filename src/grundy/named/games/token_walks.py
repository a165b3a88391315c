"""A token on a digraph, written in one word: ``a>b,b>a,b>t@a``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, NamedTuple

from grundy.errors import PositionError
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, Way
from grundy.games.state_text import shown
from grundy.games.tokens import Token
from grundy.graphs.graph import GameGraph
from grundy.named.entry import Entry, formula, values_of, word_error
from grundy.named.shapes import alone, coded, read_name, read_walk
from grundy.runtime.limits import Limits
from grundy.values import LoopyValue, Value

MOST_ARCS = 2_000
_EXAMPLE = "write such as a>b,b>a,b>t@a"


@dataclass(frozen=True)
class Digraph:
    """A digraph that was written in one word, with the game of a token on it."""

    names: tuple[str, ...]
    arcs: tuple[tuple[str, str], ...]

    @cached_property
    def token(self) -> Token:
        """The game whose states are the vertices; it labels the digraph once."""
        return Token(GameGraph.from_edges(self.arcs, vertices=self.names))


class PlacedToken(NamedTuple):
    """A token on a vertex of a digraph."""

    on: Digraph
    at: str


class ByDigraphs(Valuer["TokenWalk"]):
    """The labelling of the digraph that a token stands on, as a whole."""

    def value(self, state: PlacedToken, *, limits: Limits | None = None) -> Value:
        return state.on.token.value(state.at, limits=limits)

    def rank(self, state: PlacedToken) -> int:
        return state.on.token.rank(state.at)

    def may_cycle(self, state: PlacedToken) -> bool:
        return state.on.token.may_cycle(state.at)


class TokenWalk(Ruleset):
    """Move the token along an arc. There may be cycles, and then draws."""

    text = "token"
    evaluator = ByDigraphs

    def options(self, state: PlacedToken) -> Iterator[PlacedToken]:
        return (PlacedToken(state.on, str(to)) for to in state.on.token.options(state.at))

    def moves(self, state: PlacedToken) -> Iterator[tuple[str, PlacedToken]]:
        return ((f"move to {coded(option.at)}", option) for option in self.options(state))

    def legal(self, state: Any) -> PlacedToken:
        if isinstance(state, PlacedToken):
            return state
        if not isinstance(state, str):
            raise PositionError(f"A token on a digraph is text; {_EXAMPLE}.")
        return read_token(state)

    def parse(self, text: str) -> PlacedToken:
        """Read the arcs and where the token is: ``a>b,b>a,b>t@a``."""
        return read_token(text)

    def format(self, state: PlacedToken) -> str:
        names, arcs = state.on.names, state.on.arcs
        in_order = tuple(dict.fromkeys(chain.from_iterable(arcs))) == names
        pieces = [] if in_order else [alone(_coded(name)) for name in names]
        pieces += (f"{_coded(one)}>{_coded(other)}" for one, other in arcs)
        return f"{','.join(pieces)}@{_coded(state.at)}"

    def draw(self, state: PlacedToken) -> str:
        token = state.on.token
        lines = [
            f"{coded(name)}: {' '.join(coded(str(to)) for to in token.options(name))}".rstrip()
            for name in state.on.names
        ]
        return "\n".join([*lines, f"The token is on {coded(state.at)}."])

    def scene(self, state: PlacedToken) -> Scene | None:
        return state.on.token.scene(state.at)

    def touches(self, state: PlacedToken) -> Iterator[tuple[Way, ...]]:
        for option in self.options(state):
            yield ((option.at, state.at) if option.at != state.at else (state.at,),)


def read_token(text: str) -> PlacedToken:
    """Read a token on a digraph: arcs, vertices without arcs, and behind @ the token's vertex."""
    word = text.strip()
    body, at, mark = word.replace("->", ">").partition("@")
    names: dict[str, None] = {}
    arcs: dict[tuple[str, str], None] = {}
    column = 0
    for piece in body.split(","):
        walk = read_walk(word, piece, column, ">", _EXAMPLE, _no_arc)
        column += len(piece) + 1
        names.update(dict.fromkeys(walk))
        arcs.update(dict.fromkeys(pairwise(walk)))
    if len(arcs) > MOST_ARCS:
        raise PositionError(
            f"A digraph of {len(arcs):,} arcs is too large to be written in a word; {MOST_ARCS:,} "
            "are the most, and a file has room for more."
        )
    place = read_name(word, mark, len(body) + 1, _EXAMPLE) if at else next(iter(names))
    if place not in names:
        raise word_error(word, len(body) + 1, f'"{shown(place, 30)}" is no vertex of this digraph')
    return PlacedToken(Digraph(tuple(names), tuple(arcs)), place)


def _no_arc(piece: str) -> str:
    name = shown(piece, 30)
    return f'"{name}" is no arc; {_EXAMPLE}, and {alone(name)} for a vertex alone'


def _coded(name: str) -> str:
    return coded(name).replace(">", "%3E")


FAMILY = "Games on digraphs"

ENTRIES = (
    Entry(
        key="token",
        name="Token on a digraph",
        rule="Move the token along an arc; a play that never ends is a draw.",
        make=TokenWalk,
        start="a>c>b>a,c>d>e>f,g>h>g,g>e,h>i>h,i>f@c",
        source="Sprague 1935; Grundy 1939; Smith 1966",
        facts=[
            formula("Along a path 0 and 1 alternate from its end",
                    lambda: ((">".join(map(str, range(n + 1))) + "@0", n % 2)
                             for n in range(1, 12))),
            values_of({
                "a>b,b>a@a": LoopyValue(frozenset()),
                "a>a,a>t@a": LoopyValue(frozenset({0})),
                "a>b,b>a,b>t@a": 0,
                "a>b,b>a,b>t@b": 1,
            }, source="by the definition"),
        ],
    ),
)  # fmt: skip
