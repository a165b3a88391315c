"""Sums of heaps under both plays, against a full search of the game tree."""

from functools import reduce
from operator import xor

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grundy import AllBut, HeapGame, Limits, TakeAndBreak
from grundy.errors import LimitError, PositionError
from grundy.values import Outcome
from heap_strategies import NAMES, parse_game
from heap_trees import all_winning_moves, assert_agrees, codes, heap_move, wins
from often import often


@pytest.mark.parametrize("play", ["normal", "misere"])
@often(25)
@given(codes(), st.lists(st.integers(0, 6), max_size=3))
def test_outcome_and_moves_are_those_of_the_game_tree(play, code, heaps):
    ruleset, misere = TakeAndBreak(code), play == "misere"
    answer = ruleset.sum(heaps).solve(play)
    assert (answer.outcome is Outcome.N) == wins(ruleset, tuple(heaps), misere=misere)
    assert_agrees(answer, all_winning_moves(ruleset, heaps, misere=misere))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("heaps", [[], [0], [7], [3, 8, 2], [6, 6, 5], [9, 1, 4]])
def test_every_named_game_agrees_with_its_tree(name, heaps):
    ruleset = parse_game(name)
    assert_agrees(ruleset.sum(heaps).solve(), all_winning_moves(ruleset, heaps))


def test_a_function_may_leave_no_heap_one_or_two():
    kayles = HeapGame(lambda n: [
        tuple(filter(None, (a, n - k - a)))
        for k in (1, 2) if k <= n for a in range((n - k) // 2 + 1)
    ])  # fmt: skip
    for heaps in ([5, 7], [12], [9, 1, 4]):
        assert_agrees(kayles.sum(heaps).solve(), all_winning_moves(kayles, heaps))


def test_fifty_heaps_of_two_hundred_digits():
    """Taking powers of two, heaps of up to 10^200 are answered by n mod 3 (docs/sources.md 2.5)."""
    heaps = [10**200 - place**40 for place in range(50)]
    answer = parse_game("take-a-power-of-two").sum(heaps).solve()
    assert answer.values() == [heap % 3 for heap in heaps]
    assert answer.value() == int(np.bitwise_xor.reduce([heap % 3 for heap in heaps]))
    move = answer.winning_move()
    _, heap, option = heap_move(answer, move)
    taken = heap - option[0]
    assert taken & (taken - 1) == 0
    assert move.option.value() == 0
    assert answer.winning_move_count() == sum(1 for _ in answer.winning_moves()) > 50


@settings(max_examples=30)
@given(st.text("01234567", min_size=1, max_size=3), st.integers(0, 900), st.integers(0, 9))
def test_a_proved_period_counts_options_of_any_heap(digits, heap, value):
    ruleset = parse_game(f"0.{digits}")
    period = ruleset.find_period(2_000)
    assume(period is not None and period.preperiod + period.period < 200)
    values = ruleset.values(heap + 1)
    options = {tuple(sorted(option)) for option in ruleset.options(heap)}
    reached = [reduce(xor, (int(values[part]) for part in option), 0) for option in options]
    count = ruleset.known_options().number
    assert count is not None
    assert count(heap, value) == reached.count(value)


@often(15)
@given(
    st.sets(st.integers(1, 12), min_size=1, max_size=5), st.integers(0, 600), st.integers(0, 600)
)
def test_a_proved_saltus_names_all_options(amounts, heap, value):
    ruleset = AllBut(amounts)
    assume(ruleset.find_period(600) is not None)
    values = ruleset.values(heap + 1)
    expected = {o for o in ruleset.options(heap) if int(values[o[0] if o else 0]) == value}
    assert set(ruleset.known_options().options(heap, value)) == expected


@pytest.mark.parametrize(("heaps", "message"), [
    ([3, -4], "Heap 2 is -4; a heap is a natural number."),
    ([3, 2.5], "Heap 2 is 2.5; a heap is a natural number."), ([True], "Heap 1 is True"),
    (np.array([1, -1]), "Heap 2 is -1"),
])  # fmt: skip
def test_an_illegal_heap_is_named(heaps, message):
    with pytest.raises(PositionError, match=message.replace(".", r"\.")):
        parse_game("nim").sum(heaps).solve()


def test_too_many_options_are_refused() -> None:
    """Where all winning moves cannot be looked at, the error says so instead of going on."""
    answer = parse_game("take-a-prime").sum([10**200 + 1]).solve()
    with pytest.raises(LimitError, match="more than 1,000,000 options"):
        _ = answer.winning_move_count()


def test_a_limit_carries_what_is_known():
    """A search that is stopped says so, and hands over the outcomes decided so far."""
    game = parse_game("0.3122")  # its quotient is infinite from heap 7 on
    with pytest.raises(LimitError, match="more than 200 positions") as stopped:
        game.sum([12, 11, 10]).outcome("misere", limits=Limits(positions=200))
    known = stopped.value.partial
    assert known
    for heaps, outcome in known.items():
        assert (outcome is Outcome.N) == wins(game, heaps, misere=True)


@pytest.mark.parametrize("more", range(0, 12, 3))
def test_huge_heaps_have_all_their_winning_moves(more):
    position = parse_game("kayles").sum([10**200 + more, 10**199 + 7])
    moves = position.winning_moves("misere")
    best = position.best_move("misere")
    assert len(moves) == position.winning_move_count("misere")
    assert all(move.option.outcome("misere") is Outcome.P for move in moves)
    assert (best.option.outcome("misere") is Outcome.P) == bool(moves)
    assert (position.outcome("misere") is Outcome.N) == bool(moves)
