"""Numbers of any size get an answer or a sentence; closed forms name the winning moves."""

import itertools
import math
from contextlib import suppress
from itertools import islice

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import grundy
from grundy.cli.main import run
from grundy.errors import CodeError, LimitError, PositionError
from grundy.games.coordinates import box_bytes, box_values, enlarged
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import read_numbers
from grundy.games.values.solver import Solver
from grundy.named.games.bars import Chomp
from grundy.named.games.moore import Moore
from grundy.named.games.pairs import Euclid
from grundy.named.games.strips import Nimble, SilverDollar, Staircase, Welter
from grundy.named.games.turning import TurningCorners
from grundy.named.notation import parse_position
from grundy.runtime.kernels import running
from grundy.runtime.limits import Limits
from grundy.values import Outcome

HUGE = 10**20


def small(key):
    found = grundy.catalogue[key]
    assert isinstance(found, Ruleset)
    return found


def chosen(places, most):
    """Return the sets of up to so many places."""
    return [c for n in range(1, most + 1) for c in itertools.combinations(places, n)]


NAMED = {
    "nimble": (Nimble(), list(itertools.combinations_with_replacement(range(8), 3))),
    "silver-dollar": (SilverDollar(), chosen(range(8), 4)),
    "welter": (Welter(), chosen(range(9), 4)),
    "staircase": (Staircase(), list(itertools.product(range(4), repeat=4))),
    "euclid": (Euclid(), list(itertools.product(range(1, 24), repeat=2))),
    "moore(1)": (Moore(1), list(itertools.product(range(5), repeat=3))),
    "moore(2)": (Moore(2), [*itertools.product(range(5), repeat=2), (1, 2, 0), (1, 2, 3)]),
    "moore(3)": (Moore(3), list(itertools.product(range(4), repeat=3))),
    "chomp": (Chomp(), [(n,) for n in range(1, 9)] + [(2, 1), (1, 1, 1), (3, 3, 1)]),
    "turning-turtles": (small("turning-turtles"), chosen(range(1, 9), 3)),
    "mock-turtles": (small("mock-turtles"), chosen(range(9), 3)),
    "ruler": (small("ruler"), chosen(range(1, 11), 3)),
    "turning-corners": (
        TurningCorners(),
        [((a, b),) for a in range(4) for b in range(4)] + [((2, 3), (3, 1)), ((1, 2), (3, 3))],
    ),
}


@pytest.mark.parametrize("key", NAMED)
def test_closed_forms_name_the_moves_of_the_rules(key):
    ruleset, states = NAMED[key]
    plain = Solver(ruleset)  # searches, whatever the closed form
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


POSITIONS = [
    ("moore(2)", str(2**63)), ("moore(2)", f"{HUGE},{HUGE + 5},9,77"), ("moore(1)", f"{HUGE},7"),
    ("wythoff", f"{'9' * 3_999},7"), ("fibonacci-nim", f"{HUGE},9"), ("ruler", str(HUGE)),
    ("mock-turtles", f"3,{HUGE}"), ("mock-turtles", f"1,2,{HUGE}"),
    ("turning-turtles", f"5,{HUGE}"),
    ("turning-corners", f"{HUGE},{HUGE + 7}"), ("nimble", f"5,{HUGE}"),
    ("silver-dollar", f"5,{HUGE},{HUGE + 9}"), ("welter", f"5,{HUGE},{HUGE + 9}"),
    ("staircase", f"{HUGE},7,{HUGE + 1}"), ("euclid", f"3,{HUGE}"), ("chomp", str(10**23)),
    ("northcott", "3,7 2,9 rows:12"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_solve_answers_for_huge_positions(game, position, capsys):
    """A value by a formula comes with winning moves, or with what is not counted and why.

    What is named as winning is legal, by its own words, and leaves a P-position.
    """
    assert run(["solve", game, *position.split()]) == 0
    output = capsys.readouterr().out
    assert "player 1 wins" in output
    assert "winning move" in output
    assert run(["explain", game, *position.split()]) == 0
    found = parse_position(f"{game} {position}")
    moves = [found.best_move()]
    with suppress(LimitError):
        moves.extend(islice(found.each_winning_move(limits=Limits(positions=50)), 5))
    assert all(move.option.outcome() is Outcome.P for move in moves)
    assert len(list(islice(found.moves(), 100))) > 5


@pytest.mark.parametrize("state", [
    np.int64(3), np.array(3), np.uint8(0), np.float64(2), np.bool_(True), 7, "x", None,
])  # fmt: skip
def test_corners_of_a_scalar_are_refused_in_a_sentence(state):
    with pytest.raises(PositionError, match="A position of turning-corners is two whole numbers"):
        TurningCorners()[state]


def test_a_table_that_memory_cannot_hold_is_refused():
    with pytest.raises(
        LimitError,
        match=r"wythoff up to 1 by 10000000 has 20,000,002 values, over what memory is free",
    ):
        small("wythoff")[1, 10**7].value()
    with pytest.raises(LimitError, match="over what memory is free"):
        small("wythoff")[HUGE, HUGE].value()
    with pytest.raises(LimitError, match=r"has over 10\^50 values"):
        small("wythoff")[10**3_999, 10**3_999].value()


def test_a_number_of_too_many_digits_is_refused_in_a_sentence():
    with pytest.raises(CodeError, match=r"column 4001: a number of more than 4,000 digits is too"):
        parse_position(f"wythoff {'9' * 4_001},7")


@pytest.mark.large
@given(st.tuples(st.integers(40, 160), st.integers(40, 160)))
@example((160, 160))
@settings(max_examples=20)
def test_the_memory_of_a_table_is_what_it_takes(sizes):
    import tracemalloc

    rays, steps = [(1, 0), (0, 1), (1, 1)], [(2, 1)]
    with running(plain=False):
        box_values(sizes, rays, steps, 1 << 18, lambda _: None)
        tracemalloc.start()
        box_values(sizes, rays, steps, 1 << 18, lambda _: None)
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert abs(taken + 4 * math.prod(sizes) - box_bytes(sizes, rays, steps)) < 4_000


def test_a_table_grows_only_as_far_as_memory_allows(monkeypatch):
    monkeypatch.setattr("grundy.games.coordinates.free_memory", lambda: 1_000)

    def sizes(ends, known=(10, 10)):
        limits = Limits(free_memory=200)
        return enlarged(known, ends, limits, lambda made: 4 * math.prod(made), "A table")

    assert sizes((12, 3)) == (15, 10)  # 600 bytes
    assert sizes((18, 9)) == (19, 10)  # 28 rows of ten would take 1,120
    assert sizes((12, 3), known=(12, 15)) == (13, 15)  # what is known is kept: 780 bytes
    assert sizes((24, 3)) == (25, 4)  # 25 rows of ten would take 1,000, so it is lost
    with pytest.raises(LimitError, match="over what memory is free"):
        sizes((20, 9))


@pytest.mark.parametrize(("text", "numbers"), [
    ("10^4", (10_000,)), ("1e6,2**10", (10**6, 1_024)), ("-2^2,3", (-4, 3)), ("8 , 12,", (8, 12)),
])  # fmt: skip
def test_numbers_of_a_state_may_be_powers(text, numbers):
    assert read_numbers(text) == numbers


@pytest.mark.parametrize("text", ["12^,3", "1^2^3,4", "10^9999,3", "1e5000", "3e,4", "^2", "2^-1"])
def test_a_power_that_is_none_is_refused(text):
    with pytest.raises(CodeError, match="column"):
        read_numbers(text)
