"""Quotients against the game tree: outcomes, moves and counts of sums, and periods carried on."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from grundy import Limits, TakeAndBreak
from grundy.games.position import Move
from grundy.heaps.quotients.play import QuotientAnswers
from grundy.heaps.quotients.quotient import MisereQuotient
from grundy.heaps.quotients.tame import rows_of
from grundy.misere.growth import solve
from grundy.values import Outcome
from heap_trees import HeapMove, all_winning_moves, searched
from often import often
from quotients import plain_codes, shape, within_limits

STOP = 9


def assert_outcomes(quotient: MisereQuotient, greatest: int, most: int) -> None:
    """Compare the outcomes of all sums of at most so many heaps with the game tree's."""
    heaps = range(1, min(greatest, quotient.stop - 1) + 1)
    won = searched(quotient.ruleset, misere=True)
    for count in range(most + 1):
        for sum_ in combinations_with_replacement(heaps, count):
            assert (quotient.outcome(sum_) is Outcome.N) == won(sum_), sum_


@often(20)
@given(plain_codes())
@example(TakeAndBreak("0.77"))
@example(TakeAndBreak("4.56"))
@example(TakeAndBreak("0.3122"))
def test_outcomes_are_those_of_the_game_tree(ruleset):
    """A sum is lost under misère play just if its element is in the P-portion."""
    assert_outcomes(within_limits(ruleset, STOP), greatest=7, most=3)


def listed(moves: list[Move], heaps: list[int]) -> set[HeapMove]:
    """Return moves by the place of the heap, its size, and what it becomes.

    Each is listed once: crosses of 0.007 on different squares may leave the same.
    """
    assert len({(move.part, move.name) for move in moves}) == len(moves)
    found = set()
    for move in moves:
        grown = len(move.option.parts) - len(heaps) + 1
        option = tuple(part.state for part in move.option.parts[move.part : move.part + grown])
        found.add((move.part, heaps[move.part], option))
    return found


@often(40)
@given(plain_codes(), st.lists(st.integers(0, 7), max_size=4))
@example(TakeAndBreak("0.77"), [5, 5, 3])
@example(TakeAndBreak("4.56"), [6, 6, 1, 1])
@example(TakeAndBreak("0.007"), [6])
def test_winning_moves_are_those_of_the_game_tree(ruleset, heaps):
    """The moves that are listed, and their counts, are those after which the tree is lost."""
    quotient = within_limits(ruleset, STOP)
    assume(max(heaps, default=0) < quotient.stop)
    expected = all_winning_moves(ruleset, heaps, misere=True)
    answers = QuotientAnswers(ruleset, heaps, quotient)

    assert listed(quotient.winning_moves(heaps), heaps) == expected
    sizes = sorted(set(heaps))
    counts = [len({option for _, heap, option in expected if heap == size}) for size in sizes]
    assert answers.count_options(0) == counts
    assert list(answers.promising_heaps(0)) == [s for s, n in zip(sizes, counts, strict=True) if n]


@pytest.mark.parametrize(("code", "first"), [("0.77", 150), ("0.15", 150), ("0.123", 30)])
def test_moves_are_counted_as_they_are_listed_beyond_the_proof(code, first):
    """In heaps beyond those computed, counting by the period agrees with the list."""
    ruleset = TakeAndBreak(code)
    quotient = ruleset.misere_quotient()

    for heaps in ([first + 300, first + 77, 3], [first + 511, first + 511], [first + 1234]):
        answers = QuotientAnswers(ruleset, heaps, quotient)
        sizes = sorted(set(heaps))
        assert answers.count_options(0) == [len(list(answers.options(s, 0))) for s in sizes]
        for size in sizes:
            rest = list(heaps)
            rest.remove(size)
            for option in answers.options(size, 0):
                assert quotient.outcome([*rest, *option]) is Outcome.P


@often(10)
@given(plain_codes(longest=2))
@example(TakeAndBreak("0.123"))
@example(TakeAndBreak("0.75"))
def test_a_proved_period_goes_on(ruleset):
    """Three times as many heaps as prove a period leave the quotient and the elements as proved."""
    quotient = within_limits(ruleset, 60, Limits(positions=300, seconds=60))
    assume(quotient.period is not None)

    longer = solve(rows_of(ruleset), 3 * quotient.stop, ruleset.text)  # by no theorem

    assert longer.repetition is None
    assert longer.growth == quotient.solution.growth
    phi = [quotient.phi(heap) for heap in range(3 * quotient.stop)]
    assert shape(longer.monoid, longer.phi.tolist()) == shape(quotient.solution.monoid, phi)
