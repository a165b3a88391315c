"""Tokens on several digraphs as one state: a move takes one of them along an arc."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import PositionError, RulesetError
from grundy.games.families.token import Token
from grundy.games.indexed.indexed import Indexed
from grundy.games.indexed.ranking import fitting, numbers
from grundy.games.kernels import tables
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.games.valuers.packed import MOST, Packed, Words

if TYPE_CHECKING:
    from grundy.games.indexed.ranking import Ranking

Vertices = tuple[Hashable, ...]


class TokenProduct(Ruleset):
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

    def options(self, state: Vertices) -> Iterator[Vertices]:
        """Yield the vertices after each move, digraph by digraph."""
        for _, option in self.moves(state):
            yield option

    def moves(self, state: Vertices) -> Iterator[tuple[str, Vertices]]:
        """Yield each move, such as "token 2 to b"."""
        for place, (token, at) in enumerate(zip(self.tokens, state, strict=True)):
            for to in token.options(at):
                yield f"token {place + 1} to {to}", (*state[:place], to, *state[place + 1 :])

    def legal(self, state: Any) -> Vertices:
        """Return a vertex of each digraph, by their names."""
        found = state if isinstance(state, (tuple, list)) else (state,)
        self._require_count(found)
        return tuple(token.legal(at) for token, at in zip(self.tokens, found, strict=True))

    def parse(self, text: str) -> Vertices:
        """Read a vertex of each digraph, with commas between them."""
        words = text.split(",")
        self._require_count(words)
        return tuple(token.parse(word) for token, word in zip(self.tokens, words, strict=True))

    def format(self, state: Vertices) -> str:
        """Write the vertices with commas between them."""
        return ",".join(map(str, state))

    def indexed(self, state: Vertices) -> Indexed | None:
        """Return all ways to place the tokens; plays may come back."""
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
            Packed(word_of(state), tables.tokens, data=self._data(ranking), most=max(most, 1)),
            ranking, word_of, state_of, order="cycles",
        )  # fmt: skip

    def _data(self, ranking: Ranking) -> Words:
        """Return the digraphs as `grundy.games.kernels.tables.tokens` takes them."""
        head, tail = [len(self.tokens)], list[int]()
        behind = 1 + 3 * len(self.tokens)
        for token, offset, field in zip(self.tokens, ranking.offsets, ranking.fields, strict=True):
            rows = token.graph.forward
            first = behind + len(tail)
            head += [offset, (1 << field.bits) - 1, first]
            lists = first + len(rows.pointers)
            tail += [lists + int(at) for at in rows.pointers] + rows.indices.tolist()
        return np.array(head + tail, np.int64)

    def _require_count(self, found: Any) -> None:
        if len(found) != len(self.tokens):
            raise PositionError(
                f"A state has a vertex of each of {len(self.tokens)} digraphs, "
                f"found {len(found)}: {shown(found)}."
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
    from grundy.games.families.token import token

    return TokenProduct(*map(token, graphs))
