"""The engines for octal codes: every one gives the values of the definition."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import reference
from grundy import GrundysGame, TakeAndBreak
from grundy.heaps.codes import Code, Constraint
from grundy.heaps.engines import engine as plain
from grundy.heaps.engines import octal
from grundy.heaps.engines.engine import best_mask
from grundy.heaps.engines.octal import OctalEngine
from heap_strategies import parse_game
from often import often

# docs/sources.md 5.5: Łącka, Łącki, "Gra Grim i twierdzenie Sprague'a-Grundy'ego"
OFFICERS_ZEROS = [1, 4, 12, 20, 30, 46, 72, 98, 124, 150, 176, 314, 408]

octal_codes = st.tuples(st.sampled_from([0, 4]), *[st.integers(0, 7)] * 3) | st.tuples(
    st.just(0), st.integers(0, 7), st.integers(0, 7)
)


def never():
    """Return the control array of a run that nobody stops."""
    return np.zeros(2, np.int64)


@pytest.fixture
def early(monkeypatch):
    """Let every engine take over after a few heaps, so that short runs reach it."""
    sizes = {"_PLAIN_HEAPS": 20, "_RECURSION_HEAPS": 64, "_FEW_HEAPS": 5, "_PROBES": 8}
    for name, size in sizes.items():
        monkeypatch.setattr(octal, name, size)
    monkeypatch.setattr(octal, "_length", lambda block: 7)
    return monkeypatch


@settings(often(100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    digits=octal_codes, unequal=st.booleans(), few=st.sampled_from([1, 2, 4, 8, 1000]),
    all_splits=st.sampled_from([0, 150, 1000]), rare=st.sampled_from([0, 1, 4]),
    stops=st.lists(st.integers(1, 300), max_size=6),
)  # fmt: skip
def test_recursion_and_the_sparse_space_give_the_definition(
    early, digits, unequal, few, all_splits, rare, stops
):
    """Plain, recursive and sparse values are the mex over all options, in any steps."""
    for name, number in (("_FEW", few), ("_ALL_SPLITS", all_splits), ("_RARE", rare)):
        early.setattr(octal, name, number)
    engine = OctalEngine(digits, unequal=unequal)

    for stop in (*sorted(stops), 300):
        engine.extend(stop, never())

    sign = Constraint.UNEQUAL if unequal else Constraint.ANY
    code = Code(digits, (), (sign,) * len(digits))
    assert engine.values[:300].tolist() == plain.plain_code_values(code, [], 300)


@pytest.mark.parametrize("code", ["0.77", "0.106", "0.56", "4.0", "0.007"])
def test_long_runs_agree_with_short_steps_of_the_definition(code):
    """The engines that a user gets agree with plain recursion past the point where they switch."""
    game = TakeAndBreak(code)

    assert game.values(5_000)[:600].tolist() == plain.plain_code_values(game.code, [], 600)
    slow = without_sparse(game.code.digits, 12_000)
    assert np.array_equal(game.values(12_000), slow.values[:12_000])


def test_the_officers():
    """0.6 has the published zeros and the mask and rares that docs/theory.md 3.3 states."""
    game = TakeAndBreak("0.6")

    assert game.zeros(70_000).tolist() == [0, *OFFICERS_ZEROS]
    assert game.sequence.engine == "sparse"
    assert game.sequence.mask == 0x1EE
    assert len(game.sequence.rares) == 1584
    assert game.sequence.rares[-1][0] == 20627


@given(st.lists(st.integers(0, 31), min_size=2, max_size=60), st.sampled_from([(1, 3), (2, 4)]))
def test_rare_heaps_are_named_by_value_and_position(values, breaking):
    """The table of rare values marks as many heaps as the mask promises, position or not."""
    array = np.array([0, *values], np.uint8)

    mask = best_mask(array, 32, np.array(breaking))
    table = mask.rare_class(32, breaking[0])

    marked = [table[(heap - breaking[0]) & 1, g] for heap, g in enumerate(values, start=1)]
    assert sum(map(int, marked)) == mask.rares


def without_sparse(digits, stop, *, unequal=False):
    """Return an engine that has the values without the sparse space."""
    engine = OctalEngine(digits, unequal=unequal)
    engine._sparse_pays = lambda: False
    engine.extend(stop, never())
    return engine


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.156", "0.31", "allbut{1,4}"])
def test_a_proved_period_gives_the_values_after_it(code):
    """The shift gives what the engines would: they are asked as well."""
    shifted, computed = parse_game(code), parse_game(code)
    computed.sequence._look_for_a_period = lambda stop: None
    shifted.find_period(5_000)

    values = shifted.values(20_000)

    assert shifted.sequence.engine == "shift"
    assert computed.sequence.engine != "shift"
    assert np.array_equal(values, computed.values(20_000))


def test_grundys_game_is_sparse():
    """Grundy's game has the mask 0xFE, and its values are those of its own definition."""
    game = GrundysGame()

    values = game.values(70_000)

    assert game.sequence.engine == "sparse"
    assert game.sequence.mask == 0xFE
    assert values[:300].tolist() == reference.values(game, 300)
    assert values[:14].tolist() == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3]  # OEIS A002188
