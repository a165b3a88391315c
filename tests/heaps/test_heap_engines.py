"""Every engine against the definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from grundy import AllBut, HeapGame, Subtraction, TakeAndBreak
from grundy.heaps.engines.codes import CodeEngine
from grundy.heaps.engines.engine import Engine
from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.ruleset import HeapRuleset
from heap_strategies import NAMES, codes, parse_game

STOP = 28
stops = st.lists(st.integers(0, STOP), max_size=3).map(lambda found: [*sorted(found), STOP])


def computed(engine: Engine, stops: list[int], plain: int | None = None) -> list[int]:
    """Let an engine work in some goes; *plain* heaps at most in plain Python."""
    if plain is not None:
        engine.plain_heaps = plain
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
    for plain in (0, stops[-1] // 2, stops[-1]):
        engine = engine_for(ruleset)
        assert computed(engine, stops, plain) == expected, (engine.name, plain)


@settings(max_examples=80)
@given(codes() | codes(greatest=7) | codes(greatest=3), stops)
def test_any_code(code, stops):
    """Codes with digits up to base 32, tails and constraints have the values of the definition."""
    check(TakeAndBreak(code), stops)


@settings(max_examples=100)
@given(st.sets(st.integers(1, 40), max_size=8), stops)
def test_sets(amounts, stops):
    """Subtraction sets and all-but sets have the values of the definition."""
    check(Subtraction(amounts), stops)
    check(AllBut(amounts), stops)


@pytest.mark.parametrize("name", NAMES)
def test_named_games(name):
    """Each named game has the values of the definition."""
    check(NAMES[name](), [7, 30, 200])


@pytest.mark.parametrize(("text", "stop"), [
    ("allbut{1,4}", 700),
    ("allbut{3,50,51}", 700),
    ("0.12[35]", 150),
    ("0.2[103]", 700),
    ("0.[7]", 120),
    ("0.3F", 160),  # values above 64: the sets grow
    ("hex:0.08", 120),
    ("0.0G1", 60),
    ("0.G!0G?", 50),
    ("take-a-fibonacci", 700),
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
    """An engine that stops early has only true values, and goes on later."""
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


@pytest.mark.parametrize(("text", "published"), [
    # CEOI 2000, Sticks: a row of n sticks
    ("0.777", "0 1 2 3 4 1 6 3 2 1 6"),
    # CGSuite's documentation of game.heap
    ("0.3F", "0 1 2 0 1 2 3 4 5 3 4 5 6 7 8 6 7 8 9 10 11"),
    ("allbut{2,3,7}", "0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 8 9 8 9 10"),
    ("{2,3,7}", "0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0"),
])  # fmt: skip
def test_published_values(text, published):
    """Known games have their published first values."""
    expected = [int(value) for value in published.split()]

    assert parse_game(text).values(len(expected)).tolist() == expected


def test_a_function_that_leaves_two_unequal_heaps():
    """Leaving two unequal smaller heaps has the values of Mock Turtles, shifted.

    The odious numbers: Winning Ways, ch. 14; the same rule stands in CGSuite's documentation.
    """
    game = HeapGame(lambda n: [(a, b) for a in range(n) for b in range(a)])

    assert game.values(17).tolist() == [0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28]
