"""Rules of two numbers, compiled: the values of Python, from a table or from the search."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import grundy
from grundy import LimitError, Limits, RulesetError
from grundy.games.rule_game import RuleGame
from grundy.games.values import compiled_rule
from grundy.games.values import compiled_rule as compiled_pairs
from grundy.strategy.table import value_table

Pair = tuple[int, int]
Rule = Callable[[Pair], Iterable[Pair]]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile for small pairs too."""
    monkeypatch.setattr(compiled_rule, "_FEW_PAIRS", 10)


def wythoff(state: Pair) -> Iterator[Pair]:
    """Lower one heap, or both by as much."""
    a, b = state
    for i in range(a):
        yield i, b
    for i in range(b):
        yield a, i
    for i in range(1, min(a, b) + 1):
        yield a - i, b - i


def moved_up(state: Pair) -> list[Pair]:
    """Lower the first number by more or less than last time: the second is what was taken."""
    n, last = state
    return [(n - take, take) for take in range(1, min(n, 6) + 1) if take != last]


def euclid(state: Pair) -> Iterator[Pair]:
    """Take multiples of the lesser from the greater: from above the diagonal to any place."""
    a, b = state
    if a < b:
        yield b, a
    elif b:
        for k in range(1, a // b + 1):
            yield a - k * b, b


def raising(state: Pair) -> list[Pair]:
    """Raise where play from even numbers never comes."""
    a, b = state
    if a % 2:
        raise ValueError("odd")
    return [(k, b) for k in range(0, a, 2)] + [(a, k) for k in range(b)]


def circling(state: Pair) -> list[Pair]:
    """Go round in a circle from (3, 3)."""
    a, b = state
    return [(a - 1, b), (a, b)] if (a, b) == (3, 3) else [(k, b) for k in range(a)]


RULES: list[Rule] = [wythoff, moved_up, euclid, raising, circling]


def asked(rule: Rule) -> list[Pair]:
    """Return pairs in an order in which the table has to grow in both directions."""
    pairs = [(6, 6), (2, 30), (40, 3), (12, 12), (30, 30), (8, 60), (0, 11), (64, 2)]
    return [(a & ~1, b) for a, b in pairs] if rule is raising else pairs


@pytest.mark.parametrize("rule", RULES)
def test_a_compiled_rule_of_pairs_has_the_values_of_python(rule: Rule) -> None:
    """Also where play leads out of the table, to a rule that raises, or in a circle."""
    compiled, plain = RuleGame(rule, compiled=True), RuleGame(rule)

    pairs = asked(rule)

    assert [compiled.value(pair) for pair in pairs] == [plain.value(pair) for pair in pairs]


def test_the_table_and_not_the_search_has_the_values() -> None:
    """What was asked left nothing to the search in Python."""
    compiled, known = RuleGame(wythoff, compiled=True), grundy.catalogue["wythoff"]

    for a in range(90, 0, -7):
        for b in range(2, 120, 11):
            if (a + 1) * (b + 1) > 10:
                assert compiled.value((a, b)) == known[a, b].value()
    assert not compiled.solver.known()


def test_small_pairs_are_read_from_the_table_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of values asks for every pair: the search is not begun for the small ones."""
    monkeypatch.setattr(compiled_rule, "_FEW_PAIRS", 10_000)
    compiled, known = RuleGame(wythoff, compiled=True), grundy.catalogue["wythoff"]

    cells = value_table(compiled, 110, 100).cells

    assert cells == [[known[a, b].value() for b in range(101)] for a in range(111)]
    assert not compiled.solver.known()


def test_a_second_number_that_grows_has_room_in_the_table() -> None:
    """Where it is what was taken last, it may be as large as the first, and all stays compiled."""
    compiled, plain = RuleGame(moved_up, compiled=True), RuleGame(moved_up)

    assert [compiled.value((n, 1)) for n in (90, 40)] == [plain.value((n, 1)) for n in (90, 40)]
    assert not compiled.solver.known()


def test_random_rules_of_pairs_have_the_values_of_python() -> None:
    """Vectors, heaps and both together, with conditions, in several forms."""
    chance = random.Random(16)
    for _ in range(2):
        steps = [(chance.randrange(0, 4), chance.randrange(0, 4)) for _ in range(4)]
        taken = [step for step in steps if step != (0, 0)]
        p, q, r = (chance.randrange(2, 5) for _ in range(3))

        def vectors(state: Pair, taken: Any = tuple(taken), p: int = p) -> list[Pair]:
            a, b = state
            return [(a - x, b - y) for x, y in taken if x <= a and y <= b and (a + b) % p]

        def rows(state: Pair, p: int = p, q: int = q, r: int = r) -> Iterator[Pair]:
            a, b = state
            for k in range(a):
                if (a - k) % p:
                    yield k, (b + k) % q
            for k in range(b % r, b):
                yield a, k

        for rule in (vectors, rows):
            compiled, plain = RuleGame(rule, compiled=True), RuleGame(rule)
            pairs = [(chance.randrange(40), chance.randrange(40)) for _ in range(40)]
            assert [*map(compiled.value, pairs)] == [*map(plain.value, pairs)]


def test_a_large_table_is_left_to_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play may need few of its pairs."""
    monkeypatch.setattr(compiled_pairs, "_MOST", 100)
    halves = RuleGame(
        lambda pair: [(pair[0] // 2, pair[1]) for _ in range(min(pair[0], 1))], compiled=True
    )

    assert halves.value((1 << 40, 3)) == 1
    assert len(halves.solver.known()) == 42


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (lambda pair: [(pair[0] - 1, str(pair[1]))], "cannot be compiled"),
        (lambda pair: [pair[0] - 1], "not that of pairs of numbers"),
        (lambda pair: [(k, 7 ** pair[1] % 3) for k in range(pair[0])], "Integers have 64 bits"),
    ],
)
def test_what_cannot_be_compiled_is_refused(bad: Any, said: str) -> None:
    """An option that is no pair, and a number that wraps."""
    with pytest.raises(RulesetError, match=said):
        RuleGame(bad, compiled=True).value((40, 60))


def test_limits_stop_a_table_and_the_next_question_goes_on() -> None:
    """Seconds stop it, and what is done stays done."""
    game = RuleGame(wythoff, compiled=True)
    game.value((20, 20))
    with pytest.raises(LimitError):
        game.value((4_000, 4_000), limits=Limits(seconds=0.3))

    assert game.value((21, 34)) == 0


def test_values_of_pairs_past_the_first_marks() -> None:
    """Values of 64 and more make room for themselves."""
    game = RuleGame(lambda pair: [(k, 0) for k in range(pair[0])], compiled=True)

    assert [game.value((n, 1)) for n in (300, 70, 64, 63)] == [300, 70, 64, 63]
