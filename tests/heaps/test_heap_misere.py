"""Misère play of heaps, against a full search of the game tree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import Limits, label, state_graph
from grundy.errors import LimitError
from grundy.heaps.misere_search import misere_value
from grundy.heaps.rules import TakeAndBreak
from grundy.values import Outcome
from heap_strategies import parse_game
from heap_trees import all_winning_moves, assert_agrees, codes, wins


@pytest.mark.parametrize("last", range(4))
def test_the_rule_of_misere_nim(last):
    """Nim's rule gives the outcome and the moves of the tree (docs/sources.md 2.3)."""
    nim = parse_game("nim")
    for heaps in ([a, b, last] for a in range(5) for b in range(a, 5)):
        answer = nim.sum(heaps).solve("misere")

        assert (answer.outcome is Outcome.N) == wins(nim, tuple(heaps), misere=True)
        assert_agrees(answer, all_winning_moves(nim, heaps, misere=True))


@settings(max_examples=40)
@given(codes(greatest=7), st.integers(0, 7))
def test_misere_values_are_those_of_the_graph(code, heap):
    """The misère value of one heap is the label of its graph of positions under misère play."""
    ruleset = TakeAndBreak(code)
    expected = label(state_graph(ruleset.sum([heap])), play="misere").value_at(0)
    assert misere_value(ruleset, heap) == expected
    assert ruleset.sum([heap]).solve("misere").value() == expected


def test_published_misere_kayles():
    """The rows of misère Kayles that are lost (Winning Ways, ch. 13)."""
    kayles = parse_game("kayles")
    lost = [
        heap for heap in range(1, 24) if kayles.sum([heap]).solve("misere").outcome is Outcome.P
    ]

    assert lost == [1, 4, 9, 12, 20]


def test_a_limit_carries_what_is_known():
    """A search that is stopped says so, and hands over the outcomes decided so far."""
    game = parse_game("0.3122")  # its quotient is infinite from heap 7 on

    with pytest.raises(LimitError, match="more than 200 positions") as stopped:
        game.sum([12, 11, 10]).outcome("misere", limits=Limits(positions=200))

    known = stopped.value.partial
    assert isinstance(known, dict)
    assert known
    for heaps, outcome in known.items():
        assert (outcome is Outcome.N) == wins(game, heaps, misere=True)


@pytest.mark.parametrize("more", range(0, 12, 3))
def test_huge_heaps_have_all_their_winning_moves(more):
    """Moves of heaps of 200 digits are listed to the last, as many as are counted."""
    position = parse_game("kayles").sum([10**200 + more, 10**199 + 7])
    moves = position.winning_moves("misere")
    best = position.best_move("misere")

    assert len(moves) == position.winning_move_count("misere")
    assert all(move.option.outcome("misere") is Outcome.P for move in moves)
    assert (best.option.outcome("misere") is Outcome.P) == bool(moves)
    assert (position.outcome("misere") is Outcome.N) == bool(moves)
