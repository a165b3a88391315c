"""Periods of heap games: published ones, and every proof against the definition of a period."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from grundy import AllBut, GrundysGame, HeapGame, Subtraction, TakeAndBreak
from grundy.heaps.codes import Code
from grundy.heaps.periods import period as periods
from grundy.heaps.periods.certificate import certify
from grundy.heaps.periods.period import Period, find_period, observe, prove, search_period
from grundy.heaps.periods.verify import recomputed
from grundy.heaps.subtraction import NamedRule
from often import often

OCTAL_FACTS = [
    ("0.77", 71, 12),  # Kayles: Guy and Smith 1956; OEIS A002186, last exception 70
    ("0.07", 53, 34),  # Dawson's Kayles: Winning Ways, ch. 4, last exception 52
    ("0.137", 52, 34),  # Dawson's chess: OEIS A002187, last exception 51
    ("0.45", 498, 20),  # A. Flammenkamp's table of octal games, as all to 0.356
    ("0.055", 259, 148),
    ("0.156", 3479, 349),
    ("0.177", 497, 20),
]
LONG_FACTS = [
    ("0.356", 7315, 142),  # A. Flammenkamp
    ("0.165", 5181, 1550),  # Austin 1976
    ("0.127", 46578, 4),  # Gangolli and Plambeck 1989, as the rest
    ("0.16", 105351, 149459),
    ("0.376", 2_268_248, 4),
    ("0.56", 326640, 144),  # last exception 326639; OEIS A071436 prints 326637
]
SUBTRACTION_FACTS = [
    ({1, 2, 3}, 0, 4),  # Winning Ways, ch. 4
    ({1, 3, 4}, 0, 7),
    ({2, 5, 7}, 0, 22),
    ({1, 8, 11, 12}, None, 41),
    ({3, 5, 9, 13}, 18, 2),
]


def by_definition(found: Period, values) -> bool:
    whole = values[: found.preperiod + found.period]
    return all(found.value(n, whole) == value for n, value in enumerate(values.tolist()))


def bound(code: Code, preperiod: int, period: int) -> int:
    """Guy and Smith's bound, as docs/theory.md 3.4 states it."""
    most = max(1, *(digit.bit_length() - 1 for digit in code.digits))
    return most * (max(preperiod, 1) + period) + code.last - most + 1


def by_search(values, needed):
    """Return the least period, with its least preperiod, that repeats for long enough."""
    size = len(values)
    for period in range(1, size):
        same = [a == b for a, b in zip(values, values[period:], strict=False)]
        preperiod = size - period - next((n for n, x in enumerate(same[::-1]) if not x), len(same))
        if preperiod < size - period and needed(preperiod, period) <= size:
            return preperiod, period
    return None


@pytest.mark.parametrize(("code", "preperiod", "period"), OCTAL_FACTS)
def test_published_periods(code, preperiod, period):
    """Known octal games have their published periods, proved by as many heaps as are needed."""
    needed = bound(TakeAndBreak(code).code, preperiod, period)
    values = recomputed(TakeAndBreak(code).code, needed)
    theorem = TakeAndBreak(code).period_theorem
    assert prove(theorem, values) == Period(preperiod, period, 0, proved=True)
    assert prove(theorem, values[:-1]) is None


@pytest.mark.long
@pytest.mark.parametrize(("code", "preperiod", "period"), LONG_FACTS)
def test_published_periods_of_long_games(code, preperiod, period):
    found = search_period(TakeAndBreak(code), 5_000_000)
    assert found == Period(preperiod, period, 0, proved=True)


@pytest.mark.parametrize(("game", "heaps"), [
    (TakeAndBreak("0.77"), 167),  # 2 * (71 + 12) + 2 - 2 + 1
    (TakeAndBreak("4.0"), 5),  # 2 * (1 + 2) + 0 - 2 + 1
    (Subtraction({1, 2, 3}), 7),  # 0 + 4 + 3
    (Subtraction({1}), 3),
    (AllBut(()), 3),  # 0 + 2 * 1 + max(M, 1)
    (TakeAndBreak("0.[03]"), 5), (TakeAndBreak("0.[030033]"), 33),
    (AllBut({1}), 5), (AllBut({20}), 100), (AllBut({1, 4}), None), (AllBut({2, 3, 7}), None),
], ids=str)  # fmt: skip
def test_a_proof_comes_with_the_last_heap_that_it_needs(game, heaps):
    values, theorem = game.values(2_000), game.period_theorem
    certificates = [certify(game, stop) for stop in (500, 2_000)]
    needed = certificates[0].heaps
    assert certificates[1] == certificates[0]  # however many heaps were looked at
    assert heaps in (None, needed)
    assert prove(theorem, values[:needed]) == prove(theorem, values)
    assert prove(theorem, values[: needed - 1]) is None


@pytest.mark.parametrize("size", [8, 9, 20, 100])
def test_a_certificate_rests_on_the_first_heaps_that_are_settled(size):
    """A value that stays behind delays the proof, and no more heaps are taken than it needs."""
    theorem = periods.Theorem(periods.ALL_BUT, heaps=1, reach=1, first=0, arithmetic=True)
    values = np.array([5, 0, 1, 2, 3, 4, *range(6, size)])  # the 5 is passed over at heap 6
    found = Period(1, 1, 1, proved=True)
    first = next(n for n in range(4, size + 1) if periods.settled(values[:n], 1, 1, theorem))
    assert theorem.needed(1, 1) == 4
    assert periods.proving_heaps(theorem, found, values) == first == 8


@pytest.mark.parametrize(("amounts", "preperiod", "period"), SUBTRACTION_FACTS)
def test_published_subtraction_sets(amounts, preperiod, period):
    found = find_period(Subtraction(amounts), 300)
    assert (found.period, found.saltus, found.proved) == (period, 0, True)
    assert preperiod in (None, found.preperiod)


@pytest.mark.parametrize(("game", "preperiod", "period", "saltus"), [
    (TakeAndBreak("4.[3]"), 1, 4, 4),  # Lasker's Nim: Winning Ways, ch. 4
    (NamedRule("take-a-prime"), 0, 4, 0),  # Negrușeri
    (NamedRule("take-a-power-of-two"), 0, 3, 0),  # Negrușeri
], ids=str)  # fmt: skip
def test_periods_by_a_formula(game, preperiod, period, saltus):
    found = find_period(game, 0)
    assert found == search_period(game, 10) == Period(preperiod, period, saltus, proved=True)
    assert found == replace(observe(np.array(reference.values(game, 100))), proved=True)
    assert game.formula.source


@pytest.mark.parametrize("code", ["0.1", "0.2"])
def test_heap_0_is_no_half_of_a_split(code):
    """With n0 in place of max(n0, 1) the bound would prove periods of 0.1 and 0.2 that fail."""
    game = TakeAndBreak(code)
    values = recomputed(game.code, 40)
    for stop in range(40):
        found = prove(game.period_theorem, values[:stop])
        assert found is None or by_definition(found, values)


@pytest.mark.parametrize("game", [
    GrundysGame(), TakeAndBreak("0.4=3"), TakeAndBreak("0.F?7"), TakeAndBreak("4.[7]"),
    TakeAndBreak("0.[12]"), HeapGame(lambda n: [n - 1] if n else []), NamedRule("totative"),
], ids=str)  # fmt: skip
def test_games_without_a_theorem_are_never_proved(game):
    assert game.period_theorem is find_period(game, 60) is search_period(game, 60) is None


@often(15)
@given(
    st.lists(st.integers(0, 15), min_size=1, max_size=5).map(
        lambda digits: TakeAndBreak(Code((0, *digits)))
    )
    | st.sets(st.integers(1, 9), min_size=1).map(Subtraction),
    st.integers(1, 60),
)
def test_proofs_of_random_codes_and_sets(game, stop):
    """The period is the least that meets the bound, and it holds on many more heaps."""
    values, theorem = recomputed(game.code, 200), game.period_theorem
    takes = theorem.name == periods.SUBTRACTION
    found = prove(theorem, values[:stop])
    expected = by_search(
        values[:stop].tolist(),
        lambda n0, p: n0 + p + game.code.last if takes else bound(game.code, n0, p),
    )
    assert theorem.name in (periods.SUBTRACTION, periods.GUY_SMITH)
    assert (None if found is None else (found.preperiod, found.period)) == expected
    assert found is None or by_definition(found, values)


@often(20)
@given(st.sets(st.integers(1, 9)), st.integers(1, 90))
def test_proofs_of_random_all_but_sets(amounts, stop):
    """A proved arithmetic period of an all-but set holds on many more heaps, and is the least."""
    game = AllBut(amounts)
    values = np.array(reference.values(game, 160))
    found = prove(game.period_theorem, values[:stop])
    assert game.period_theorem.name == periods.ALL_BUT
    assert found is None or by_definition(found, values)
    if found is not None:
        assert candidate(values, found.period) == found.preperiod
        assert all(candidate(values, p) > 100 for p in range(1, found.period))


def candidate(values, period):
    """Return the least preperiod of a period with any saltus on *values*."""
    differs = np.flatnonzero(np.diff(values[period:] - values[:-period]))
    return int(differs[-1]) + 1 if len(differs) else 0


def test_the_search_stops_as_soon_as_it_can():
    """Kayles is proved with a few hundred heaps, whatever the limit."""
    kayles = TakeAndBreak("0.77")
    assert search_period(kayles, 10**12) == Period(71, 12, 0, proved=True)
    assert kayles.sequence.filled <= 512
    assert search_period(TakeAndBreak("0.77"), 166) is None


@pytest.mark.parametrize(
    ("code", "preperiod", "period"), [("0.127", 46_578, 4), ("0.644", 3_256, 442)]
)
def test_the_search_looks_where_a_repetition_would_be_proved(code, preperiod, period, monkeypatch):
    """What repeats at the end for long says how many heaps to look at next, and no more are."""
    monkeypatch.setattr(periods, "_WORTH_A_LOOK", 1_024)
    game = TakeAndBreak(code)
    found = search_period(game, 10**6)
    assert found == Period(preperiod, period, 0, proved=True)
    assert game.sequence.filled == found.proof.heaps


@pytest.mark.parametrize(("values", "expected"), [
    ([], None),
    ([0, 1, 0, 1], None),  # seen twice only
    ([0, 1] * 4, Period(0, 2, 0, proved=False)),
    ([9, 9, 4, 0, 1, 0, 1, 0, 1, 0, 1], Period(3, 2, 0, proved=False)),
    ([9, 4, 8, 2, 0, 1, 0, 1, 0, 1, 0], None),  # 2 * 11 < 3 * 4 + 6 * 2
    ([9, 4, 8, 2, 0, 1, 0, 1, 0, 1, 0, 1], Period(4, 2, 0, proved=False)),
    (list(range(12)), Period(0, 1, 1, proved=False)),
    ([0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13], Period(1, 4, 4, proved=False)),
    (list(range(12, 0, -1)), None),  # values fall for ever: no game's
])  # fmt: skip
def test_guesses(values, expected):
    """A guess was seen three times, may have a saltus, and says that it is not proved."""
    assert observe(np.array(values, np.uint8)) == expected


@pytest.mark.parametrize(("values", "expected"), [
    ([0, 1, 2, 3, 4], True),
    ([5, 0, 1, 2, 3], False),  # the 5 of heap 0 will be passed over, and does not move up
    ([0, 1, 2, 3, 1, 4], False),  # mex A stays where it was
])  # fmt: skip
def test_the_state_of_an_all_but_set(values, expected):
    assert periods.settled(np.array(values), 1, 1, periods.all_but_theorem(1)) == expected
