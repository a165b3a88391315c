"""Random codes, and who wins by a full search of the game tree."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from grundy.heaps.rules.codes import Code, Constraint
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.sums import HeapMove, HeapSum

CONSTRAINTS = [Constraint.ANY, Constraint.UNEQUAL, Constraint.NOT_ALL_EQUAL, Constraint.ALL_EQUAL]


@st.composite
def codes(draw: st.DrawFn, greatest: int = 15) -> Code:
    """Codes with splits, constraints and tails."""
    first = draw(st.sampled_from([0, 4, 8, 12]))
    digits = [first & greatest, *draw(st.lists(st.integers(0, greatest), max_size=4))]
    tail = draw(st.lists(st.integers(0, greatest), max_size=3))
    constraints = [draw(st.sampled_from(CONSTRAINTS)) for _ in [*digits, *tail]]
    return Code(tuple(digits), tuple(tail), tuple(constraints))


def wins(ruleset: HeapRuleset, start: tuple[int, ...], *, misere: bool) -> bool:
    """Say whether the player to move wins, by the whole game tree."""

    @cache
    def search(heaps: tuple[int, ...]) -> bool:
        replies = {
            tuple(sorted((*heaps[:place], *heaps[place + 1 :], *option)))
            for place, heap in enumerate(heaps)
            for option in ruleset.options(heap)
        }
        return not all(search(reply) for reply in replies) if replies else misere

    return search(tuple(sorted(start)))


def all_winning_moves(
    ruleset: HeapRuleset, heaps: list[int], *, misere: bool = False
) -> set[HeapMove]:
    """Give the moves after which the other player loses, by the whole game tree."""
    return {
        HeapMove(place, heap, option)
        for place, heap in enumerate(heaps)
        for option in ruleset.options(heap)
        if not wins(ruleset, (*heaps[:place], *heaps[place + 1 :], *option), misere=misere)
    }


def assert_agrees(answer: HeapSum, expected: set[HeapMove]) -> None:
    """Compare list, count, and the single move with the moves expected."""
    moves = list(answer.winning_moves())
    assert sorted(moves) == sorted(expected)
    assert answer.winning_move_count == len(expected)
    assert (answer.winning_move() in expected) if expected else answer.winning_move() is None
