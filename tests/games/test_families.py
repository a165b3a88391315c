"""Games by declaration, vectors and coins: fast values against the plain search of their rules."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.errors import PositionError, RulesetError
from grundy.games.coins import Coins
from grundy.games.coordinates import Coordinates, box_values
from grundy.games.values.solver import Solver


@st.composite
def boxes(draw):
    """Return rays, steps and the sizes of a box, of one to three coordinates."""
    dimension = draw(st.integers(1, 3))
    vectors = st.lists(
        st.tuples(*[st.integers(0, 3)] * dimension).filter(any), max_size=3, unique=True
    )
    rays = draw(vectors)
    steps = draw(vectors.filter(bool) if not rays else vectors)
    sizes = draw(st.tuples(*[st.integers(1, 80 // 8 ** (dimension - 1) + 1)] * dimension))
    return rays, steps, sizes


@settings(max_examples=30)
@given(boxes(), st.integers(1, 40))
def test_the_kernel_of_vectors_agrees_with_the_search(box, chunk):
    rays, steps, sizes = box
    solver = Solver(Coordinates(rays, steps))
    looked = []
    found = box_values(sizes, rays, [s for s in steps if s not in rays], chunk, looked.append)
    expected = [solver.value(cell) for cell in np.ndindex(sizes)]
    assert expected == found.tolist()
    assert looked[-1] == len(found)


@pytest.mark.parametrize(
    "vectors", [[], [(0, 0)], [(1, -1)], [(1, 0), (1,)], [()], [(1.5, 0)], ["ab"]]
)
def test_vectors_that_make_no_game_are_refused(vectors):
    with pytest.raises(RulesetError):
        Coordinates(vectors)


vectors = st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(any)


@settings(max_examples=30)
@given(st.lists(vectors, max_size=3), st.lists(vectors, min_size=1, max_size=3))
def test_moves_are_the_vectors_of_the_definition(rays, steps):
    game = Coordinates(rays, steps)
    taken = {(n * a, n * b) for a, b in rays for n in range(1, 8)} | set(steps)
    options = list(game.options((7, 6)))
    assert len(options) == len(set(options))
    assert set(options) == {(7 - a, 6 - b) for a, b in taken if a <= 7 and b <= 6}
    assert [option for _, option in game.moves((7, 6))] == options


@settings(max_examples=40)
@given(st.integers(1, 5), st.booleans(), st.integers(0, 1))
def test_coins_agree_with_the_search(most, consecutive, first):
    game = Coins(most, consecutive=consecutive, first=first)
    solver = Solver(game)
    values = game.values(9)
    for head in range(first, 9):
        assert solver.value((head,)) == values[head] == game.value((head,))
    row = (first, 3, 4, 7)
    assert solver.value(row) == game.value(row) == np.bitwise_xor.reduce(values[list(row)])


def test_known_games_of_coins():
    """Moebius, turned five at most, begins with its published values.

    Source: Winning Ways, ch. 14, table 4.
    """
    assert Coins(5).values(12).tolist() == [1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213]


@pytest.mark.parametrize(
    ("most", "first"), [(0, 0), (-1, 0), (1.5, 0), (True, 0), (2, -3), (2, "a")]
)
def test_numbers_that_make_no_game_of_coins_are_refused(most, first):
    with pytest.raises(RulesetError):
        Coins(most, first=first)
    for state in ((1, 1), (0, 2)):
        with pytest.raises(PositionError):
            Coins(2, first=1)[state]
