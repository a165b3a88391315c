"""Positions and sums of them: values, moves, and play that surely ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import Outcome, Position, catalogue
from grundy.games.winning import potential
from grundy.heaps.rules.subtraction import NamedRule
from grundy.values import Play
from position_strategies import KAYLES, NIM, random_part, wythoff

# ---- what a position is ---------------------------------------------------------------------


def test_a_sum_of_three_kinds_of_games_has_a_value():
    """A heap, a rule and a token on a digraph with a cycle are one position."""
    game = grundy.token({"a": ["b"], "b": ["a", "t"], "t": []})
    position = KAYLES[5] + wythoff[8, 12] + game["b"]

    assert position.values() == [4, 18, 1]
    assert position.value() == 4 ^ 18 ^ 1


def test_positions_are_equal_by_their_parts():
    """Equal parts make equal positions with equal hashes; the order of the parts is kept."""
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


def test_a_long_sum_is_cut_when_it_shows_itself():
    """Forty parts are shown, and the others counted."""
    position = sum((NIM[1] for _ in range(1000)), Position())

    assert repr(position).endswith("+ 960 more)")


def test_a_position_with_no_part_is_lost():
    """Nothing has value 0, no moves, and nobody's turn helps."""
    nothing = Position()

    assert (nothing.value(), nothing.outcome(), str(nothing)) == (0, Outcome.P, "nothing")
    assert (nothing.best_move(), nothing.winning_moves()) == (None, [])
    assert nothing.outcome("misere") is Outcome.N


def test_a_kind_of_play_that_does_not_exist_is_refused():
    """Play is normal or misere."""
    with pytest.raises(ValueError, match='"normal" or "misere", not'):
        NIM[3].best_move("reverse")  # type: ignore[arg-type]


# ---- winning moves --------------------------------------------------------------------------


def plainly_won(position: Position, play: Play, known: dict[Position, bool]) -> bool:
    """Return whether the next player wins a position without cycles, by the definition."""
    if position not in known:
        options = list(position.options())
        known[position] = (
            any(not plainly_won(option, play, known) for option in options)
            if options
            else play == "misere"
        )
    return known[position]


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(
    "position",
    [
        KAYLES[3] + KAYLES[4] + wythoff[1, 2],
        NIM[1] + NIM[2] + NIM[3],
        NIM[1] + NIM[1] + NIM[1],
        wythoff[3, 4] + wythoff[1, 1],
        KAYLES[6] + grundy.token([("a", "b"), ("b", "c"), ("a", "c")])["a"],
    ],
    ids=str,
)
def test_winning_moves_are_all_moves_to_lost_positions(position, play):
    """Every legal move that leaves a lost position is listed, and no other."""
    known: dict[Position, bool] = {}
    expected = [
        (move.part, move.option)
        for move in position.moves()
        if not plainly_won(move.option, play, known)
    ]

    assert sorted(expected, key=str) == sorted(
        ((move.part, move.option) for move in position.winning_moves(play)), key=str
    )
    won = plainly_won(position, play, known)
    assert position.outcome(play) is (Outcome.N if won else Outcome.P)
    best = position.best_move(play)
    assert best is None or not won or not plainly_won(best.option, play, known)


def test_two_moves_to_one_option_are_two_winning_moves():
    """Moves are counted, not options (docs/sources.md 2.9)."""
    named = grundy.game(moves=lambda n: [("left", 0), ("right", 0)] if n else [])
    twice = named(lambda n: [0] if n else [])

    assert [move.name for move in twice[1].winning_moves()] == ["left", "right"]


def test_heaps_of_two_hundred_digits_have_moves():
    """Moves of huge heaps are found by the structure of the values."""
    position = NIM[10**200] + NIM[10**199] + NIM[5]

    for play in ("normal", "misere"):
        move = position.best_move(play)
        assert sorted(part.state for part in move.option.parts)[-1] == 10**199 ^ 5
        assert position.winning_moves(play) == [move]


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.45"])
@pytest.mark.parametrize("heap", [10**30 + shift for shift in range(6)])
def test_a_huge_heap_of_a_periodic_game_has_its_move(code, heap):
    """Where a period is proved, a move is found although the moves cannot be listed."""
    game = grundy.TakeAndBreak(code)
    position = game[heap] + game[5]
    values = game.values(20_000)
    period = game.find_period(stop=5_000)
    small = (heap - period.preperiod) % period.period + period.preperiod

    assert position.value() == values[small] ^ values[5]
    assert (position.best_move().option.value() == 0) == (values[small] != values[5])


def test_a_part_with_too_many_moves_does_not_hide_those_of_another():
    """The moves that can be found come before the LimitError."""
    game = NamedRule("take-a-prime")
    position = game[10**200] + game[6]
    found = []
    with pytest.raises(grundy.LimitError):
        found.extend(position.each_winning_move())

    assert [move.part for move in found][-1] == 1
    assert position.best_move() in found


def test_misere_values_of_a_sum_are_refused():
    """value() says why there is none; the outcome answers."""
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


# ---- cycles ---------------------------------------------------------------------------------


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
    """From a draw the best move leads to a draw, whatever else there is."""
    game = grundy.token({"x": ["won", "y"], "y": ["x"], "won": ["end"], "end": []})
    position = game["x"] + NIM[2]

    assert position.outcome() is Outcome.D
    assert Outcome.N in [option.outcome() for option in position.options()]
    assert position.best_move().option.outcome() is Outcome.D


def longest_play(
    position: Position, choose: Callable[[Position], Position], most: int = 10_000
) -> int:
    """Return the winner's moves in the longest play against *choose*, which answers every move.

    Raises:
        AssertionError: If a play comes back to a position of the winner's, or the winner is
            left without a move.
    """

    @cache
    def after_winner(left: Position) -> tuple[Position, ...]:
        return tuple(dict.fromkeys(choose(option) for option in left.options()))

    first = choose(position)
    depth: dict[Position, int] = {}
    path: list[tuple[Position, Iterator[Position]]] = [(first, iter(after_winner(first)))]
    on_path = {first}
    while path:
        left, replies = path[-1]
        for reply in replies:
            assert reply not in on_path, f"{position}: the play comes back to {reply}"
            if reply not in depth:
                on_path.add(reply)
                path.append((reply, iter(after_winner(reply))))
                break
        else:
            depth[left] = 1 + max((depth[reply] for reply in after_winner(left)), default=0)
            on_path.discard(left)
            path.pop()
        assert len(depth) + len(path) <= most
    return depth[first]


def best(position: Position) -> Position:
    """Play the best move; from a won position there is one, and it leaves a lost one."""
    move = position.best_move()
    assert move is not None
    assert move.option.outcome() is Outcome.P
    return move.option


def won_sums(seed: int, count: int) -> Iterator[Position]:
    """Draw sums of two or three parts that the next player wins."""
    rng = random.Random(seed)
    while count:
        position = sum((random_part(rng) for _ in range(rng.randint(2, 3))), Position())
        if position.outcome() is Outcome.N:
            count -= 1
            yield position


def play_out(seed: int, count: int) -> None:
    """Play won sums against every line of play."""
    for position in won_sums(seed, count):
        longest_play(position, best)


def test_best_moves_win_sums_with_cycles_against_every_line_of_play():
    """The option of value 0 with the least Φ never lets the play come back (docs/theory.md 2.3)."""
    play_out(seed=1, count=150)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_best_moves_win_thousands_of_sums_with_cycles(seed):
    """Every play of 10,000 random sums ends."""
    play_out(seed=seed, count=1_000)


def test_any_winning_move_would_not_do():
    """Without the least Φ some plays go round for ever, so the test above can fail."""

    def first(position: Position) -> Position:
        return next(position.each_winning_move()).option

    def greatest(position: Position) -> Position:
        return max((move.option for move in position.each_winning_move()), key=potential)

    endless = 0
    for position in won_sums(seed=1, count=150):
        for choose in (first, greatest):
            try:
                longest_play(position, choose)
            except AssertionError:
                endless += 1
    assert endless > 3


def test_misere_sums_with_cycles_are_won_too():
    """Under misère play the quickest win of the whole digraph ends."""
    rng = random.Random(5)
    won = 0
    while won < 25:
        position = random_part(rng) + random_part(rng)
        if position.outcome("misere") is not Outcome.N or position.best_move("misere") is None:
            continue
        won += 1
        longest_misere(position)


def longest_misere(position: Position, most: int = 400) -> None:
    """Play the best misère move against every reply, and see that a play ends."""
    waiting, seen = [(position, 0)], set()
    while waiting:
        here, depth = waiting.pop()
        assert depth < most
        move = here.best_move("misere")
        if move is None or here in seen:
            continue
        assert here.outcome("misere") is Outcome.N
        seen.add(here)
        replies = list(move.option.options())
        assert replies, "who cannot move wins"
        waiting += [(reply, depth + 1) for reply in replies]


def test_a_canonical_form_that_is_not_one_does_no_harm():
    """States that are alike may have different canonical forms; misère play finds them all."""
    graph = grundy.catalogue["geography"]
    position = graph["a-b,b-c,c-d,d-e,e-a,a-f,b-g,c-h,d-i,e-j,f-h,h-j,j-g,g-i,i-f@a"]
    winning = position.winning_moves("misere")

    assert bool(winning) is (position.outcome("misere") is Outcome.N)
    assert position.best_move("misere") is not None
    assert position.explain("misere").outcome is position.outcome("misere")


def test_misere_play_splits_what_falls_apart():
    """A state that is a sum is one, also under misère play: sticks with a gap are two rows."""
    row, two = grundy.catalogue["sticks"]["|||.||"], grundy.catalogue["sticks"]
    for play in ("normal", "misere"):
        assert row.outcome(play) is (two[3] + two[2]).outcome(play)


def test_only_the_infinite_part_can_win_beside_finite_ones_of_its_game() -> None:
    """Parts of one digraph: the token of infinite value moves to the value of the rest."""
    game = grundy.token(grundy.read_graph("examples/loopy.dot"))
    position = game["i"] + game["f"] + game["e"] + game["e"]

    assert str(position.value()) == "∞(0)"
    assert [move.part for move in position.winning_moves()] == [0]
    best = position.best_move()
    assert best is not None
    assert best.part == 0


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=200), st.randoms(use_true_random=False))
def test_sums_in_any_brackets_have_their_parts_in_order(sizes, chance) -> None:
    """A large sum keeps its summands until it is asked, however they were put together."""
    games = [catalogue["nim"], catalogue["kayles"], catalogue["wythoff"]]
    kinds = [chance.choice(games) for _ in sizes]
    waiting = [
        game[(size, 3) if game is games[2] else size]
        for game, size in zip(kinds, sizes, strict=True)
    ]
    flat = [part for position in waiting for part in position.parts]
    while len(waiting) > 1:
        at = chance.randrange(len(waiting) - 1)
        waiting[at : at + 2] = [waiting[at] + waiting[at + 1]]
    (whole,) = waiting

    assert chance.choice([lambda: whole.part_count, lambda: len(whole.parts)])() == len(sizes)
    assert list(whole.parts) == flat
    assert [whole.part(at) for at in range(len(flat))] == flat
    assert [(run.ruleset, s) for run in whole.runs for s in run.states] == [tuple(p) for p in flat]


def test_a_sum_of_many_positions_is_put_together_once() -> None:
    """Adding one at a time copies no list of components again and again."""
    one = catalogue["nim"][3]
    total = sum((one for _ in range(500)), start=one)

    assert total._summands is not None
    assert total.part_count == 501
    assert total.value() == 3
