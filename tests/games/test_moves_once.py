"""Each legal move is listed once, and `check` says where one is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.errors import RulesetError
from grundy.games.coordinates import Coordinates
from grundy.games.ruleset import Ruleset


@pytest.mark.parametrize(("rays", "steps", "state", "names"), [
    ([(1, 0), (0, 1)], [(2, 0), (2, 0)], (2, 0), ["take 1 from heap 1", "take 2 from heap 1"]),
    ([(1,), (2,)], [], (4,), [f"take {n} from heap 1" for n in (1, 2, 3, 4)]),
    ([(2,), (3,)], [], (7,), [f"take {n} from heap 1" for n in (2, 4, 6, 3)]),
    ([(2,), (2,)], [(4,), (5,)], (5,), [f"take {n} from heap 1" for n in (2, 4, 5)]),
])  # fmt: skip
def test_overlapping_vectors_are_one_move(
    rays: list[tuple[int, ...]],
    steps: list[tuple[int, ...]],
    state: tuple[int, ...],
    names: list[str],
) -> None:
    """A step on a ray, rays that overlap, and a vector given twice add no move."""
    position = Coordinates(rays, steps)[state]

    assert [move.name for move in position.moves()] == names
    assert len({move.option for move in position.winning_moves()}) == len(position.winning_moves())


vectors = st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(any)


@settings(deadline=None, max_examples=60)
@given(st.lists(vectors, max_size=3), st.lists(vectors, min_size=1, max_size=3))
def test_moves_are_the_vectors_of_the_definition(
    rays: list[tuple[int, int]], steps: list[tuple[int, int]]
) -> None:
    """Each multiple of a ray and each step that fits, once; the values stay those of the set."""
    game = Coordinates(rays, steps)
    taken = {(n * a, n * b) for a, b in rays for n in range(1, 8)} | set(steps)
    expected = {(7 - a, 6 - b) for a, b in taken if a <= 7 and b <= 6}

    options = list(game.options((7, 6)))
    assert len(options) == len(set(options))
    assert set(options) == expected
    assert [option for _, option in game.moves((7, 6))] == options


class Twice(Ruleset):
    """A game that lists a move twice."""

    text = "twice"

    def options(self, state: int) -> Iterator[int]:
        """Take one."""
        yield from [state - 1] * 2 if state else []

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        """List it twice."""
        return (("take 1", option) for option in self.options(state))


class Apart(Twice):
    """A game in which two moves of different names have one option."""

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        """Take the left one or the right one."""
        return ((f"take the {side}", state - 1) for side in ("left", "right") if state)


def test_check_finds_a_move_that_is_listed_twice() -> None:
    """The same name and option again is refused; one option by two names is right."""
    with pytest.raises(RulesetError, match=r"twice\[1\] has the move 'take 1' to 0 more than once"):
        grundy.check(Twice(), 1)
    assert grundy.check(Apart(), 3).states == 4


def test_options_that_repeat_are_one_move_each() -> None:
    """Without a hook for moves, repeats in the options do no harm to the moves."""

    @grundy.game
    def repeats(state: int) -> list[int]:
        return [state - 1, state - 1] if state else []

    assert [move.name for move in repeats[3].winning_moves()] == ["2"]
    assert grundy.check(repeats).states > 3
