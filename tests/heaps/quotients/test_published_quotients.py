"""Misère quotients: published ones, and against the game tree."""

from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from grundy import LimitError, Limits, TakeAndBreak
from grundy.games.position import Move
from grundy.heaps.misere_elements import rows_of
from grundy.heaps.misere_play import QuotientAnswers
from grundy.heaps.misere_quotient import KnownQuotient, MisereQuotient
from grundy.misere.growth import solve
from grundy.values import Outcome
from heap_strategies import parse_game
from heap_trees import HeapMove, all_winning_moves, searched
from often import often
from quotients import is_reduced, plain_codes, shape, within_limits


@pytest.mark.parametrize(("code", "order", "p_count", "preperiod", "period", "first_wild"), [
    ("0.3", 2, 1, 0, 2, None),  # rows of one: they alternate
    ("0.33", 6, 2, 0, 3, None),  # Nim with heaps of 1 and 2, again and again
    ("0.75", 8, 2, 8, 2, 5),  # R_8, the least wild quotient; MisereSolver
    ("0.312", 12, 3, 5, 2, 4),  # plambeck.org; MisereSolver
    ("0.123", 20, 5, 5, 5, 8),  # Plambeck 2005; MisereSolver
    ("0.15", 42, 12, 66, 10, 14),  # Guiles; MisereSolver
    ("0.77", 40, 9, 71, 12, 5),  # Kayles; MisereSolver
])  # fmt: skip
def test_quotients_of_known_games(code, order, p_count, preperiod, period, first_wild):
    quotient = TakeAndBreak(code).misere_quotient()
    assert (quotient.order, quotient.p_count) == (order, p_count)
    assert quotient.period.proved
    assert (quotient.period.preperiod, quotient.period.period) == (preperiod, period)
    assert quotient.first_wild == first_wild
    assert is_reduced(quotient.solution.monoid)


@pytest.mark.parametrize(("game", "stop", "growth"), [
    ("0.77", 200, [(1, 2, 1), (2, 6, 2), (5, 12, 3), (9, 18, 6), (12, 24, 8), (25, 32, 9),
                   (27, 40, 9)]),
    ("0.15", 200, [(1, 2, 1), (6, 6, 2), (14, 8, 2), (18, 16, 4), (20, 20, 5), (23, 30, 8),
                   (27, 36, 9), (29, 40, 11), (30, 42, 12)]),
    ("0.07", 20, [(2, 2, 1), (4, 6, 2), (10, 12, 3), (14, 24, 5)]),
    ("grundys-game", 20, [(3, 2, 1), (5, 6, 2), (13, 12, 3), (18, 24, 5)]),
])  # fmt: skip
def test_where_quotients_grow(game, stop, growth):
    assert parse_game(game).misere_quotient(stop).growth == growth


@pytest.mark.parametrize(("code", "period"), [
    ("0.34", 8), ("0.75", 2), ("0.512", 6), ("0.712", 6), ("0.716", 2), ("4.56", 4), ("4.74", 2),
    ("0.3101", 2), ("0.3131", 2), ("0.123", 5), ("0.1023", 7), ("0.1032", 7), ("0.1033", 7),
    ("0.1331", 5), ("0.3103", 5), ("0.3112", 5), ("0.1232", 6), ("0.1323", 6),
])  # fmt: skip
def test_published_periods(code, period):
    """Wild games have the periods of Plambeck and Siegel 2008, appendix B (arXiv 0705.2404)."""
    quotient = TakeAndBreak(code).misere_quotient(120)
    assert quotient.period.period == period
    assert quotient.first_wild is not None


@pytest.mark.long
def test_a_large_quotient():
    """Up to heap 30 that of 0.07 has 360 elements (Siegel, miseregames.wordpress.com, 2007)."""
    assert TakeAndBreak("0.07").misere_quotient(31).order == 360


@pytest.mark.parametrize(
    ("code", "other", "orders"), [("0.57", "4.16", (8, 18)), ("0.75", "4.7", (8, 42))]
)
def test_equal_games_of_normal_play_are_kept_apart(code, other, orders):
    """Games whose values of normal play are equal may differ under misère play, and are asked."""
    one, two = TakeAndBreak(code), TakeAndBreak(other)
    assert one.values(40).tolist() == two.values(40).tolist()
    assert (one.misere_quotient(14).order, two.misere_quotient(14).order) == orders


def test_a_proved_period_is_kept_before_more_heaps():
    kayles = TakeAndBreak("0.77")
    proved = kayles.misere_quotient()
    longer = replace(proved.solution, phi=proved.run(0, 300), repetition=None)
    unproved = MisereQuotient(kayles, longer)
    for order in ((unproved, proved), (proved, unproved)):
        known = KnownQuotient(kayles)
        for quotient in order:
            known.adopt(quotient)
        assert known.covering(10**6) is proved


@pytest.mark.parametrize("before", [
    [], [(40, Limits(seconds=600), 41), (400, Limits(seconds=0), None)],
    [(5, Limits(positions=9), 6), (400, Limits(positions=9), None), (6, Limits(seconds=0), 7)],
])  # fmt: skip
def test_a_longer_question_goes_further_than_those_before(before, monkeypatch):
    monkeypatch.setattr("grundy.heaps.misere_quotient.MOST_HEAPS", 50)
    known = KnownQuotient(TakeAndBreak("0.156"))
    for heap, limits, stop in [*before, (400, Limits(seconds=600), 401)]:
        assert getattr(known.covering(heap, limits), "stop", None) == stop


@pytest.mark.parametrize("heaps", [[4], [9, 8, 7], [30, 2], [1_000]])
@pytest.mark.parametrize("before", [3, 60, 1_000_000])
def test_the_words_of_an_answer_do_not_depend_on_what_was_asked_before(heaps, before):
    fresh, used = TakeAndBreak("0.77"), TakeAndBreak("0.77")
    used[before].outcome("misere")
    alone, after = (game.sum(heaps).solve("misere") for game in (fresh, used))
    assert after.because == alone.because
    option = used.sum([1, *heaps[1:]])
    assert after.called(option) == alone.called(option)


@pytest.mark.parametrize("other", ["0.07", "0.77"])
def test_a_search_has_what_the_quotient_leaves(other, monkeypatch):
    asked: list[float | None] = []

    def none(*args, limits=None, **kwargs):
        given = limits or next(each for each in args if isinstance(each, Limits))
        asked.append(given.seconds)
        raise LimitError("no quotient")

    monkeypatch.setattr("grundy.heaps.misere_quotient.find_solution", none)
    monkeypatch.setattr("grundy.games.misere_quotient.misere_quotient", none)
    position = TakeAndBreak("0.07")[5] + TakeAndBreak(other)[3]
    solved = position.solve("misere", limits=Limits(seconds=600))
    assert solved.rule == ""
    assert solved.outcome is position.outcome("misere", limits=Limits(seconds=300))
    assert asked[0] == 200


STOP = 9


def assert_outcomes(quotient: MisereQuotient, greatest: int, most: int) -> None:
    """Compare the outcomes of all sums of at most so many heaps with the game tree's."""
    heaps = range(1, min(greatest, quotient.stop - 1) + 1)
    won = searched(quotient.ruleset, misere=True)
    for count in range(most + 1):
        for sum_ in combinations_with_replacement(heaps, count):
            assert (quotient.outcome(sum_) is Outcome.N) == won(sum_), sum_


@often(10)
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


@often(20)
@given(plain_codes(), st.lists(st.integers(0, 7), max_size=4))
@example(TakeAndBreak("0.77"), [5, 5, 3])
@example(TakeAndBreak("4.56"), [6, 6, 1, 1])
@example(TakeAndBreak("0.007"), [6])
def test_winning_moves_are_those_of_the_game_tree(ruleset, heaps):
    quotient = within_limits(ruleset, STOP)
    assume(max(heaps, default=0) < quotient.stop)
    expected = all_winning_moves(ruleset, heaps, misere=True)
    answers = QuotientAnswers(heaps, quotient)
    assert listed(quotient.winning_moves(heaps), heaps) == expected
    sizes = sorted(set(heaps))
    counts = [len({option for _, heap, option in expected if heap == size}) for size in sizes]
    assert answers.count_options(0) == counts
    assert list(answers.promising_heaps(0)) == [s for s, n in zip(sizes, counts, strict=True) if n]


@pytest.mark.parametrize(("code", "first"), [("0.77", 150), ("0.15", 150), ("0.123", 30)])
def test_moves_are_counted_as_they_are_listed_beyond_the_proof(code, first):
    ruleset = TakeAndBreak(code)
    quotient = ruleset.misere_quotient()
    for heaps in ([first + 300, first + 77, 3], [first + 511, first + 511], [first + 1234]):
        answers = QuotientAnswers(heaps, quotient)
        sizes = sorted(set(heaps))
        assert answers.count_options(0) == [len(list(answers.options(s, 0))) for s in sizes]
        for size in sizes:
            rest = list(heaps)
            rest.remove(size)
            for option in answers.options(size, 0):
                assert quotient.outcome([*rest, *option]) is Outcome.P


@often(5)
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
