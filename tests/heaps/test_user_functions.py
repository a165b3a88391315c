"""Games of heaps whose rule is a function, or a game of one number: plain and compiled."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from grundy import HeapGame, RulesetError, read_game
from grundy.games.rule_game import RuleGame
from grundy.heaps.by_moves import rule_by_moves
from grundy.heaps.engines import codes as rule_engine


@given(
    takes=st.sets(st.integers(1, 7), min_size=1, max_size=3),
    shapes=st.lists(st.integers(0, 5), min_size=1, max_size=4),
    stop=st.integers(0, 140),
)
def test_functions_of_every_shape_have_the_values_of_the_definition(takes, shapes, stop):
    """Heaps, pairs, tuples, lists, and all of these mixed; the shape may change with the heap."""

    def function(heap):
        for take in takes:
            rest = heap - take
            if rest >= 0:
                shape = shapes[heap // 40 % len(shapes)]
                yield [
                    rest, (rest,), (rest // 3, rest - rest // 3), [rest // 2, rest - rest // 2],
                    (1, rest // 2, rest // 4) if rest > 1 else (), np.int64(rest),
                ][shape]  # fmt: skip
        if heap % 50 == 49:
            yield ()

    game = HeapGame(function)
    assert game.values(stop).tolist() == reference.values(game, stop)


@pytest.mark.parametrize(("option", "said"), [
    (-1, "a part that is no natural number"), (True, "no tuple of heaps"),
    (2.0, "no tuple of heaps"), ("12", "no tuple of heaps"), ({1, 2}, "no tuple of heaps"),
    ((3, -4), "a part that is no natural number"), ((3, True), "a part that is no natural number"),
    (50, "not smaller than 50"), ((1, 50), "not smaller than 50"), (10**30, "not smaller than 50"),
], ids=repr)  # fmt: skip
@pytest.mark.parametrize("beside", [1, (1, 2)], ids=["heaps", "pairs"])
def test_what_is_no_heap_is_found_at_its_heap(option, said, beside):
    """Whatever the other options are, and however late it comes, and the values before are kept."""
    game = HeapGame(lambda n: [option if n == 50 else beside, beside] if n > 2 else [])
    with pytest.raises(RulesetError, match=f"of heap 50 .*{said}"):
        game.values(100)
    assert game.values(50).tolist() == reference.values(game, 50)


CUTS = {
    "split": lambda n: [(a, n - 1 - a) for a in range(n)],
    "heap": lambda n: [n // 2, n - 1],
    "three": lambda n: [(a, b, n - a - b) for a in range(1, n) for b in range(1, n - a)],
}


def generator(n):
    """Take one, two or four, and split what is left of the first two."""
    for taken in (1, 2):
        for part in range((n - taken) // 2 + 1):
            yield part, n - taken - part
    if n >= 4:
        yield n - 4, 0


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(rule_engine, "_SECONDS", 0)


def compiled(function, **more):
    return HeapGame(function, compiled=True, **more)


@pytest.mark.parametrize("function", [*CUTS.values(), generator], ids=[*CUTS, "generator"])
def test_compiled_functions_have_the_values_of_python(function):
    game = compiled(function)
    first, then = game.values(30).tolist(), game.values(120).tolist()
    assert game.sequence.engine == "compiled definition"
    assert first == then[:30]
    assert then == HeapGame(function).values(120).tolist()


def empty_by_return(n):
    """Grim on a path, with a list of its own for a path without a move."""
    if n < 2:
        return []
    return [(k, n - 1 - k) for k in range(n)]


def by_yield_from(n):
    """Nothing for numba: a generator expression, and `yield from`."""
    yield from (n - take for take in (1, 3, 4) if take <= n)


EMPTY = "an empty list does not say what it would hold; write loops that `yield` each"
YIELD = "write loops that `yield` each option"


@pytest.mark.parametrize(("function", "said"), [
    (lambda n: [(n - 1,), ()], ""), (lambda n: [n - 1.0], ""),
    (lambda n: (n - 1, 0)[:], ""),  # a literal makes this no tuple of one type
    (lambda n: [CUTS], ""),
    (lambda n: (part for part in sorted(range(n), key=str)), ""), (empty_by_return, EMPTY),
    (lambda n: [(k, n - 1 - k) for k in range(n)] if n > 1 else [], EMPTY), (by_yield_from, YIELD),
    (lambda n: range(max(n - 2, 0), n), YIELD),
])  # fmt: skip
def test_functions_that_cannot_be_compiled(function, said):
    """What numba cannot type, or types as no heaps, is refused in a sentence with no word of it."""
    with pytest.raises(RulesetError, match=f"{said}.*leave out compiled=True") as failure:
        compiled(function).values(80)
    assert not re.search(r"\n|\$|infer|variable|imprecise|undefined", str(failure.value))


@given(takes=st.sets(st.integers(1, 6), min_size=1), halves=st.booleans(), stop=st.integers(0, 90))
def test_values_are_those_of_the_solver(takes, halves, stop):
    def options(n):
        yield from (n - take for take in takes if take <= n)
        if halves and n > 2:
            yield game[n // 2] + game[n - n // 2 - 1]

    game = RuleGame(options)
    assert game.heaps.values(stop).tolist() == [game.value(n) for n in range(stop)]


@pytest.mark.parametrize(("rule", "said"), [
    (lambda n: [n + 1], r"\[0\] has the option 1; in a game of heaps 0 is the end"),
    (lambda n: [n + 1] if n == 7 else [n - 1] * (n > 0), "not smaller than 7"),
    (lambda n: [(n - 1, 0)] if n == 7 else [n - 1] * (n > 0), r"\[7\] has the option \(6, 0\)"),
    (lambda n: [str(n)] if n == 7 else [n - 1] * (n > 0), r"\[7\] has the option 7, which is"),
    (lambda n: [True] if n == 7 else [n - 1] * (n > 0), r"\[7\] has the option True"),
    (lambda state: [state[1:]] if state else [], "no single natural numbers"),
    (lambda state: [], "rule has no move from 0 … 31, so nothing shows that it is a game of heaps"),
    (lambda n: [(n, n)], "no single natural numbers"),
])  # fmt: skip
def test_what_is_no_game_of_one_number(rule, said):
    """A number that leads up, a pair, a word: a sentence says where, and no value is given."""
    with pytest.raises(RulesetError, match=said):
        RuleGame(rule, "rule").heaps.values(20)


@pytest.mark.parametrize("text", [
    "{1,3,4}", "{1,2,72}", "allbut{1,4}", "allbut{}", "leave(n//3)", "leave(n-1,n//5)",
    "leave(n-2^i)", "leave(n-(2i+1))", "leave(n-3i,n/2)", "leave(ceil(n/2),n//2)",
    "leave(n-1,n-3*2^i)", "leave(n-1,n-3,n-4i)", "0.77", "0.6", "4.7", "4.[3]", "8.F",
])  # fmt: skip
def test_a_rule_with_the_moves_of_a_function_is_named(text):
    """Its moves are those of the function on all heaps looked at, and on no fewer than are said."""
    rules = read_game(text)
    found, stop = rule_by_moves(HeapGame(rules.options), 200)
    assert all(set(found.options(n)) == set(rules.options(n)) for n in range(stop))
    assert found.text.replace("0.[3]", "allbut{}") == text
    late = HeapGame(lambda n: [*rules.options(n)] if n != stop - 1 else [(n // 2 + 1, n // 2 - 2)])
    assert rule_by_moves(late, stop) is None


@pytest.mark.parametrize("options", [
    lambda n: range(n - n // 2, n), lambda n: [n - k * k for k in range(1, n) if k * k <= n],
    lambda n: [(1,) * 9] if n > 9 else [], lambda n: [(n - 1,) * 3] * (n > 0),
    lambda n: [n // 2 + n % 2 * (n > 1)] * (n % 7 > 0),
])  # fmt: skip
def test_of_other_functions_no_rule_is_named(options):
    assert rule_by_moves(HeapGame(options), 200) is None
