"""Positions and sums of them: values, moves, and play that surely ends."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import Outcome, Position
from position_strategies import KAYLES, NIM, random_part, wythoff


def test_positions_are_equal_by_their_parts():
    same = grundy.TakeAndBreak("0.77")[5] + KAYLES[7]
    assert len({same, KAYLES[5] + KAYLES[7], KAYLES[7] + KAYLES[5]}) == 2
    assert grundy.TakeAndBreak("0.07")[5] != KAYLES[5]


def test_a_position_shows_itself_without_computing():
    """Neither repr nor the display of a notebook asks for the options."""

    @grundy.game
    def bad(state):
        raise AssertionError("asked for options")

    position = bad["<b>"] + bad[3]
    assert repr(position) == "Position(bad[<b>] + bad[3])"
    assert "&lt;b&gt;" in position._repr_html_()
    assert "<b>" not in position._repr_html_()


def test_a_position_with_no_part_is_lost():
    nothing = Position()
    assert (nothing.value(), nothing.outcome(), str(nothing)) == (0, Outcome.P, "nothing")
    assert (nothing.best_move(), nothing.winning_moves()) == (None, [])
    assert nothing.outcome("misere") is Outcome.N


def test_misere_values_of_a_sum_are_refused():
    position = KAYLES[5] + wythoff[1, 2]
    with pytest.raises(grundy.PositionError, match="Misère values do not add"):
        position.value("misere")
    assert wythoff[0, 0].value("misere") == 1
    whole = grundy.label(grundy.state_graph(position), play="misere")
    assert position.outcome("misere") is whole.outcome_at(0)
    assert wythoff[2, 2].outcome("misere") is Outcome.P


def test_a_lost_position_resists_as_long_as_it_can():
    """From 3, 5, 6 in Nim the best move is one after which the play can last longest."""
    position = NIM[1] + NIM[4] + NIM[5]
    move = position.best_move()
    assert position.outcome() is Outcome.P
    assert sum(part.state for part in move.option.parts) == 9


def test_a_later_labelling_keeps_the_ranks_in_order():
    """Values asked one state after the other give ranks that fall along the proof of each."""
    followers = {0: [1], 1: [2, 0], 2: [], 3: [2, 4], 4: [3, 1], 5: [6, 1], 6: [5, 2]}
    game = grundy.game(lambda state: followers[state])
    for state in (0, 4, 5):
        game.value(state)
    ranks = [game.rank(state) for state in followers]
    finite = [state for state in followers if isinstance(game.value(state), int)]
    assert len({ranks[state] for state in finite}) == len(finite)
    by_rank = sorted(finite, key=game.rank)
    assert [game.value(state) for state in by_rank] == sorted(map(game.value, finite))


def test_a_draw_is_kept():
    game = grundy.token({"won": ["end"], "x": ["won", "y"], "y": ["x"], "end": []})
    position = game["x"] + NIM[2]
    assert position.outcome() is Outcome.D
    assert Outcome.N in [option.outcome() for option in position.options()]
    assert position.best_move().option.outcome() is Outcome.D


def longest_play(position, choose, most=10_000):
    """Play against every reply; an AssertionError says where a play comes back, or has no end."""

    @cache
    def after_winner(left):
        return tuple(dict.fromkeys(choose(option) for option in left.options()))

    first = choose(position)
    done, on_path = set(), {first}
    path = [(first, iter(after_winner(first)))]
    while path:
        left, replies = path[-1]
        for reply in replies:
            assert reply not in on_path, f"{position}: the play comes back to {reply}"
            if reply not in done:
                on_path.add(reply)
                path.append((reply, iter(after_winner(reply))))
                break
        else:
            done.add(left)
            on_path.discard(left)
            path.pop()
        assert len(done) + len(path) <= most


def best(position):
    """Play the best move; from a won position there is one, and it leaves a lost one."""
    move = position.best_move()
    assert move.option.outcome() is Outcome.P
    return move.option


def won_sums(seed, count):
    """Draw sums of two or three parts that the next player wins."""
    rng = random.Random(seed)
    while count:
        position = sum((random_part(rng) for _ in range(rng.randint(2, 3))), Position())
        if position.outcome() is Outcome.N:
            count -= 1
            yield position


@pytest.mark.parametrize(("seed", "count"), [
    (1, 150), *(pytest.param(seed, 1_000, marks=pytest.mark.long) for seed in range(2, 12))
])  # fmt: skip
def test_best_moves_win_sums_with_cycles_against_every_line_of_play(seed, count):
    """The option of value 0 with the least Φ never lets the play come back (docs/theory.md 2.3)."""
    for position in won_sums(seed, count):
        longest_play(position, best)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=200), st.randoms(use_true_random=False))
def test_sums_in_any_brackets_have_their_parts_in_order(sizes, chance):
    """A large sum keeps its summands until it is asked, however they were put together."""
    waiting = [chance.choice([NIM[size], KAYLES[size], wythoff[size, 3]]) for size in sizes]
    flat = [part for position in waiting for part in position.parts]
    while len(waiting) > 1:
        at = chance.randrange(len(waiting) - 1)
        waiting[at : at + 2] = [waiting[at] + waiting[at + 1]]
    (whole,) = waiting
    assert chance.choice([lambda: whole.part_count, lambda: len(whole.parts)])() == len(sizes)
    assert list(whole.parts) == flat
    assert [whole.part(at) for at in range(len(flat))] == flat
    assert [(run.ruleset, s) for run in whole.runs for s in run.states] == [tuple(p) for p in flat]
