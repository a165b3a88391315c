"""Numbers of any size get an answer or a sentence; closed forms name the winning moves."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import grundy
from commands import called
from grundy.cli.main import run
from grundy.compiled.kernels import running
from grundy.errors import LimitError, PositionError
from grundy.games.coins import Coins
from grundy.games.coordinates import Coordinates
from grundy.games.position import Move
from grundy.games.ruleset import Ruleset
from grundy.games.values import by_table
from grundy.games.values.by_table import box_bytes, box_values
from grundy.games.values.solver import Solver
from grundy.named.games.bars import Chomp
from grundy.named.games.moore import Moore
from grundy.named.games.pairs import Euclid
from grundy.named.games.strips import Nimble, SilverDollar, Staircase, Welter
from grundy.named.games.turning import TurningCorners
from grundy.named.notation import parse_position
from grundy.running.limits import Limits
from grundy.values import Outcome

HUGE = 10**20


def small(key: str) -> Ruleset:
    """Return a game of the catalogue."""
    found = grundy.catalogue[key]
    assert isinstance(found, Ruleset)
    return found


NAMED: dict[str, tuple[Ruleset, list[tuple[object, ...]]]] = {
    "nimble": (Nimble(), list(itertools.combinations_with_replacement(range(8), 3))),
    "silver-dollar": (
        SilverDollar(),
        [c for n in (1, 2, 3, 4) for c in itertools.combinations(range(8), n)],
    ),
    "welter": (Welter(), [c for n in (1, 2, 3, 4) for c in itertools.combinations(range(9), n)]),
    "staircase": (Staircase(), list(itertools.product(range(4), repeat=4))),
    "euclid": (Euclid(), list(itertools.product(range(1, 24), repeat=2))),
    "moore(1)": (Moore(1), list(itertools.product(range(5), repeat=3))),
    "moore(2)": (Moore(2), [*itertools.product(range(5), repeat=2), (1, 2, 0), (1, 2, 3)]),
    "moore(3)": (Moore(3), list(itertools.product(range(4), repeat=3))),
    "chomp": (Chomp(), [(n,) for n in range(1, 9)] + [(2, 1), (1, 1, 1), (3, 3, 1)]),
    "turning-turtles": (
        small("turning-turtles"),
        [c for n in (1, 2, 3) for c in itertools.combinations(range(1, 9), n)],
    ),
    "mock-turtles": (
        small("mock-turtles"),
        [c for n in (1, 2, 3) for c in itertools.combinations(range(10), n)],
    ),
    "ruler": (
        small("ruler"),
        [c for n in (1, 2, 3) for c in itertools.combinations(range(1, 14), n)],
    ),
    "turning-corners": (
        TurningCorners(),
        [((a, b),) for a in range(4) for b in range(4)] + [((2, 3), (3, 1)), ((1, 2), (3, 3))],
    ),
}


@pytest.mark.parametrize("key", NAMED)
def test_closed_forms_name_the_moves_of_the_rules(key: str) -> None:
    """The moves to each value are those of the rules with this value, in their order."""
    ruleset, states = NAMED[key]
    plain = Solver(Unformed(ruleset))
    for state in states:
        legal = ruleset.legal(state)
        value = ruleset.value(legal)
        assert value == plain.value(legal), state
        for wanted in range(9):
            expected = [
                (name, option)
                for name, option in ruleset.moves(legal)
                if plain.value(option) == wanted
            ]
            assert list(ruleset.options_of_value(legal, wanted)) == expected, (state, wanted)


class Unformed(Ruleset):
    """The bare options of a game, without its closed form."""

    text = "unformed"

    def __init__(self, game: Ruleset) -> None:
        self._game = game

    def options(self, state: object) -> object:
        """Return the options of the game."""
        return self._game.options(state)


POSITIONS = [
    ("moore(2)", str(2**63)),
    ("moore(2)", f"{HUGE},{HUGE + 1}"),
    ("moore(1)", f"{HUGE},7"),
    ("ruler", str(HUGE)),
    ("mock-turtles", str(HUGE)),
    ("mock-turtles", f"3,{HUGE}"),
    ("turning-turtles", f"5,{HUGE}"),
    ("turning-corners", f"{HUGE},{HUGE + 7}"),
    ("nimble", f"5,{HUGE}"),
    ("silver-dollar", f"5,{HUGE},{HUGE + 9}"),
    ("welter", f"5,{HUGE},{HUGE + 9}"),
    ("staircase", f"{HUGE},7,{HUGE + 1}"),
    ("euclid", f"3,{HUGE}"),
    ("chomp", str(10**23)),
    ("northcott", "3,7 2,9 rows:12"),
]


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_solve_answers_for_huge_positions(
    game: str, position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A value by a formula comes with winning moves, or with what is not counted and why."""
    assert run(["solve", game, *position.split()]) == 0
    output = capsys.readouterr().out
    assert "player 1 wins" in output
    assert "winning move" in output
    assert run(["explain", game, *position.split()]) == 0


@pytest.mark.parametrize(("game", "position"), POSITIONS[:-1])
def test_the_moves_of_huge_positions_win(game: str, position: str) -> None:
    """What is named as winning is legal, by its own words, and leaves a P-position."""
    found = parse_position(f"{game} {position}")

    moves: list[Move | None] = []
    with suppress(LimitError):
        moves.extend(islice(found.each_winning_move(limits=Limits(positions=50)), 5))
    moves.append(found.best_move())
    assert found.outcome() is Outcome.N
    for move in moves:
        assert move is not None
        assert move.option.outcome() is Outcome.P
    assert len(list(islice(found.moves(), 100))) > 5


@given(st.lists(st.integers(0, 2**70), min_size=1, max_size=5, unique=True))
@settings(deadline=None, max_examples=100)
def test_welter_finds_the_square_for_any_value(squares: list[int]) -> None:
    """The move that is found has the value asked for, for huge squares too."""
    state, game = tuple(sorted(squares)), Welter()

    for name, option in game.options_of_value(state, 0):
        assert game.value(option) == 0
        assert name.startswith("move the coin at ")
        assert len(set(option)) == len(state)
    assert (game.value(state) == 0) or list(game.options_of_value(state, 0))


FIRST = [
    (small("nimble"), (HUGE,)), (small("welter"), (HUGE, HUGE + 1)), (Moore(2), (HUGE, HUGE)),
    (Moore(3), (HUGE, HUGE, 1)), (small("mock-turtles"), (HUGE,)), (small("ruler"), (HUGE,)),
    (Coins(None), (HUGE,)), (small("turning-corners"), ((HUGE, HUGE),)), (small("chomp"), (HUGE,)),
    (small("euclid"), (1, HUGE)), (small("wythoff"), (HUGE, HUGE)), (small("chocolate"), (9, HUGE)),
    (small("fibonacci-nim"), (HUGE, HUGE)), (small("staircase"), (HUGE, HUGE)),
    (small("nim"), HUGE), (small("kayles"), HUGE), (small("silver-dollar"), (1, HUGE)),
    (grundy.AllBut({1}), HUGE), (small("lasker"), HUGE),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "state"), FIRST, ids=lambda given: str(given)[:20])
def test_the_first_moves_of_a_huge_position_come_at_once(ruleset: Ruleset, state: object) -> None:
    """Moves are lazy: nobody waits for the last one."""
    moves = list(islice(ruleset[state].moves(), 30))

    assert len(moves) == 30
    assert len({(move.name, move.option) for move in moves}) == 30


@pytest.mark.parametrize("state", [
    np.int64(3), np.array(3), np.uint8(0), np.float64(2), np.bool_(True), 7, "x", None,
])  # fmt: skip
def test_corners_of_a_scalar_are_refused_in_a_sentence(state: object) -> None:
    """One number is no place on a board, of whatever type."""
    with pytest.raises(PositionError, match="A position of turning-corners is two whole numbers"):
        TurningCorners()[state]


def test_corners_of_arrays_are_places() -> None:
    """NumPy's numbers count as numbers."""
    assert TurningCorners()[np.array([2, 3])].value() == 1
    assert TurningCorners()[np.int64(2), np.int64(3)].value() == 1
    assert TurningCorners()[np.zeros((0, 2), int)].value() == 0


def test_a_table_that_memory_cannot_hold_is_refused() -> None:
    """The room for the lines of a long table is counted before it is taken."""
    with pytest.raises(
        LimitError,
        match=r"wythoff up to 1 by 10000000 has 20,000,002 values, over what memory is free",
    ):
        small("wythoff")[1, 10**7].value()
    with pytest.raises(LimitError, match="over what memory is free"):
        small("wythoff")[HUGE, HUGE].value()


@pytest.mark.large
@given(st.tuples(st.integers(40, 160), st.integers(40, 160)))
@example((160, 160))
@settings(deadline=None, max_examples=20)
def test_the_memory_of_a_table_is_what_it_takes(sizes: tuple[int, int]) -> None:
    """Counted are the bytes of the arrays that are made, and of the table that was there before."""
    import tracemalloc

    rays, steps = [(1, 0), (0, 1), (1, 1)], [(2, 1)]
    with running(plain=False):
        box_values(sizes, rays, steps, 1 << 18, lambda _: None)
        tracemalloc.start()
        box_values(sizes, rays, steps, 1 << 18, lambda _: None)
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert abs(taken + 4 * math.prod(sizes) - box_bytes(sizes, rays, steps)) < 4_000


def test_a_table_grows_only_as_far_as_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where half as much again does not fit, what is needed does."""
    monkeypatch.setattr(by_table, "free_memory", lambda: 1_000)

    def sizes(ends: tuple[int, int], known: tuple[int, int] = (10, 10)) -> tuple[int, ...]:
        limits = Limits(free_memory=200)
        return by_table.enlarged(known, ends, limits, lambda made: 4 * math.prod(made), "A table")

    assert sizes((12, 3)) == (15, 10)  # 600 bytes
    assert sizes((18, 9)) == (19, 10)  # 28 rows of ten would take 1,120
    assert sizes((12, 3), known=(12, 15)) == (13, 15)  # what is known is kept: 780 bytes
    assert sizes((24, 3)) == (25, 4)  # 25 rows of ten would take 1,000, so it is lost
    with pytest.raises(LimitError, match="over what memory is free"):
        sizes((20, 9))


def test_the_limits_of_a_wide_position_bind() -> None:
    """A row of twenty million squares is Nim; two rows are stopped by a limit."""
    assert Chomp()[20_000_000].value(limits=Limits(seconds=2)) == 19_999_999
    with pytest.raises(LimitError, match="within 1,000 positions"):
        Chomp()[20_000_000, 20_000_000].value(limits=Limits(positions=1_000))


@pytest.mark.parametrize("position", ["nimble 100000000000", "welter 3,100000000000",
    "mock-turtles 100000000001", "euclid 3,100000000000"])  # fmt: skip
def test_the_computer_plays_huge_positions(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The computer begins, and what it leaves is lost for the other one."""
    done = called(capsys, "play", *position.split(), "--first", "computer", stdin=b"quit\n")

    assert done.status == 0
    assert "too large to search" not in done.out
    assert "The computer: " in done.out


def test_a_search_of_moves_ends_in_a_sentence() -> None:
    """A game whose value is a formula, and whose moves are only listed, says how far it looked."""

    class Wide(Ruleset):
        def options(self, state: int) -> Iterator[int]:
            yield from range(2, state)

        @property
        def formula(self) -> object:
            return lambda state: max(state - 1, 0)

    with pytest.raises(
        LimitError, match=r"moves of Wide\[10{20}\] is not done within 999 positions"
    ):
        Wide()[HUGE].winning_moves(limits=Limits(positions=999))


def test_steps_of_coordinates_are_lazy_too() -> None:
    """A game of vectors lists a huge state's moves one by one."""
    game = Coordinates(rays=[(1, 0), (0, 1)], steps=[(2, 1)])

    assert len(list(islice(game[HUGE, HUGE].moves(), 5))) == 5
