"""A token on a digraph as a word of text: what is read, what is refused, and who wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import catalogue
from grundy.errors import PositionError
from grundy.named.games.token_walks import Digraph, PlacedToken, read_token
from grundy.named.notation import parse_position

names = st.text(min_size=1, max_size=4)


@given(st.lists(st.tuples(names, names), min_size=1, max_size=12), st.data())
def test_text_is_read_back(arcs: list[tuple[str, str]], data: st.DataObject) -> None:
    """Whatever signs the names have, the text of a place is one word that gives it again."""
    game = catalogue["token"]
    vertices = list(dict.fromkeys(name for arc in arcs for name in arc))
    at = data.draw(st.sampled_from(vertices))
    found = PlacedToken(Digraph(tuple(vertices), tuple(dict.fromkeys(arcs))), at)
    text = game.format(found)

    assert len(text.split()) == 1
    assert game.parse(text) == found


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=14))
def test_it_is_the_game_of_the_digraph(arcs: list[tuple[int, int]]) -> None:
    """Values, outcomes and moves are those of `grundy.token` on the same arcs."""
    written = [(str(one), str(other)) for one, other in arcs]
    token = grundy.token(written)
    text = ",".join(f"{one}>{other}" for one, other in written)
    for name in {name for arc in written for name in arc}:
        position = parse_position(f"token {text}@{name}")

        assert position.value() == token[name].value()
        assert position.outcome() == token[name].outcome()
        assert len(position.winning_moves()) == len(token[name].winning_moves())


def test_arrows_of_two_signs_and_a_start_without_a_mark() -> None:
    """a->b is a>b, and the token begins on the first vertex."""
    assert read_token("a->b,b->a") == read_token("a>b,b>a@a")


def test_a_large_digraph_belongs_in_a_file() -> None:
    """Two thousand arcs are the most that a word holds."""
    with pytest.raises(PositionError, match="2,500 arcs is too large"):
        read_token(",".join(f"a>b{n}" for n in range(2_500)))
