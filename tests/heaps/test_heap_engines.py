"""Every engine against the definition, those for octal codes at every point where they switch."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import reference
from grundy import AllBut, HeapGame, Subtraction, TakeAndBreak
from grundy.heaps.codes import Code, Constraint
from grundy.heaps.engines import engine as plain
from grundy.heaps.engines import octal
from grundy.heaps.engines.codes import CodeEngine
from grundy.heaps.engines.engine import Engine, best_mask
from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.ruleset import HeapRuleset
from heap_strategies import NAMES, codes, parse_game
from often import often

STOP = 28
stops = st.lists(st.integers(0, STOP), max_size=3).map(lambda found: [*sorted(found), STOP])


def computed(engine: Engine, stops: list[int], most: int | None = None) -> list[int]:
    """Let an engine work in some goes; *most* heaps at most in plain Python."""
    if most is not None and engine.plain_heaps:
        engine.plain_heaps = most
    for stop in stops:
        engine.extend(stop, np.zeros(2, np.int64))
    return [int(value) for value in engine.values[: engine.filled]]


def engine_for(ruleset: HeapRuleset) -> Engine:
    """Make the engine of a game, for a finite octal code that of codes of any kind."""
    engine = ruleset.make_engine()
    if isinstance(engine, OctalEngine) and ruleset.code is not None:
        return CodeEngine(ruleset.code)
    return engine


def check(ruleset: HeapRuleset, stops: list[int]) -> None:
    """Compare the engine of a game, plain, compiled and both in turn, with the definition."""
    expected = reference.values(ruleset, stops[-1])
    for most in (0, stops[-1] // 2, stops[-1]):
        engine = engine_for(ruleset)
        assert computed(engine, stops, most) == expected, (engine.name, most)


@settings(max_examples=40)
@given(codes() | codes(greatest=7) | codes(greatest=3), stops)
def test_any_code(code, stops):
    """Codes with digits up to base 32, tails and constraints have the values of the definition."""
    check(TakeAndBreak(code), stops)


@settings(max_examples=50)
@given(st.sets(st.integers(1, 40), max_size=8), stops)
def test_sets(amounts, stops):
    check(Subtraction(amounts), stops)
    check(AllBut(amounts), stops)


@pytest.mark.parametrize("name", NAMES)
def test_named_games(name):
    check(NAMES[name](), [7, 30, 200])


@pytest.mark.parametrize(("text", "stop"), [
    ("allbut{1,4}", 700), ("allbut{3,50,51}", 700), ("0.12[35]", 150), ("0.2[103]", 700),
    ("0.[7]", 120),
    ("0.3F", 160),  # values above 64: the sets grow
    ("hex:0.08", 120), ("0.0G1", 60), ("0.G!0G?", 50), ("take-a-fibonacci", 700),
    (Subtraction(range(1, 200, 3)).text, 500),  # more amounts than bits in a word
    (Subtraction(range(1, 200)).text, 450),
])  # fmt: skip
def test_longer_runs(text, stop):
    """Engines whose workspace has to grow on the way have the values of the definition."""
    check(parse_game(text), [stop // 3, stop])


@pytest.mark.parametrize(
    "text", ["{1,3,4}", "allbut{1,4}", "0.2[103]", "0.3F", "take-a-square", "kayles-by-function"]
)
def test_a_stopped_engine_keeps_true_values(text):
    game = (
        HeapGame(lambda n: [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)])
        if text == "kayles-by-function"
        else parse_game(text)
    )
    expected = reference.values(game, 300)
    engine = engine_for(game)
    engine.plain_heaps = 0
    engine.extend(300, np.array([0, 1]))
    assert engine.values[: engine.filled].tolist() == expected[: engine.filled]
    assert computed(engine, [300]) == expected


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


@settings(often(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    digits=octal_codes, unequal=st.booleans(), few=st.sampled_from([1, 2, 4, 8, 1000]),
    all_splits=st.sampled_from([0, 150, 1000]), rare=st.sampled_from([0, 1, 4]),
    stops=st.lists(st.integers(1, 300), max_size=6),
)  # fmt: skip
def test_recursion_and_the_sparse_space_give_the_definition(
    early, digits, unequal, few, all_splits, rare, stops
):
    for name, number in (("_FEW", few), ("_ALL_SPLITS", all_splits), ("_RARE", rare)):
        early.setattr(octal, name, number)
    engine = OctalEngine(digits, unequal=unequal)
    for stop in (*sorted(stops), 300):
        engine.extend(stop, never())
    sign = Constraint.UNEQUAL if unequal else Constraint.ANY
    code = Code(digits, (), (sign,) * len(digits))
    assert engine.values[:300].tolist() == plain.plain_values([], 300, plain.plain_rule(code, 300))


@pytest.mark.parametrize("code", ["0.77", "0.106", "4.0"])
def test_long_runs_agree_with_short_steps_of_the_definition(code):
    """The engines that a user gets agree with plain recursion past the point where they switch."""
    game = TakeAndBreak(code)
    rule = plain.plain_rule(game.code, 600)
    assert game.values(5_000)[:600].tolist() == plain.plain_values([], 600, rule)
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
    array = np.array([0, *values], np.uint8)
    mask = best_mask(array, 32, np.array(breaking))
    table = mask.rare_class(32, breaking[0])
    marked = [table[(heap - breaking[0]) & 1, g] for heap, g in enumerate(values, start=1)]
    assert sum(map(int, marked)) == mask.rares


def without_sparse(digits, stop, *, unequal=False):
    engine = OctalEngine(digits, unequal=unequal)
    engine._sparse_pays = lambda: False
    engine.extend(stop, never())
    return engine


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.156", "0.31", "allbut{1,4}"])
def test_a_proved_period_gives_the_values_after_it(code):
    shifted, computed = parse_game(code), parse_game(code)
    computed.sequence._look_for_a_period = lambda stop: None
    shifted.find_period(5_000)
    values = shifted.values(20_000)
    assert shifted.sequence.engine == "shift"
    assert computed.sequence.engine != "shift"
    assert np.array_equal(values, computed.values(20_000))
