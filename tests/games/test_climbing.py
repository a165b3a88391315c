"""The way up: values from below are those of the definition, and the rules are asked with care."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import LimitError, Limits, RulesetError
from grundy.games.rule_game import RuleGame
from grundy.games.values import bottom_up, solver
from grundy.games.values.bottom_up import course_to
from often import often

Rule = Callable[[Any], Iterable[Any]]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for a way up after few states, and let few of a path wait."""
    monkeypatch.setattr(solver, "_FIRST_SAMPLES", (16, 64))
    monkeypatch.setattr(solver, "_SUSPENDED", 3)
    monkeypatch.setattr(bottom_up, "_RUN", 4)
    monkeypatch.setattr(bottom_up, "_LEAST", 6)
    monkeypatch.setattr(bottom_up, "_LEAST_ROW", 1)


def by_definition(rule: Rule, root: Any) -> dict[Any, int]:
    """Return the values of all states that play reaches, by the definition."""
    values: dict[Any, int] = {}

    def value(state: Any) -> int:
        if state not in values:
            values[state] = grundy.mex({value(option) for option in rule(state)})
        return values[state]

    value(root)
    return values


def in_any_order(rule: Rule, kind: int) -> Rule:
    """Return the rule as a list, a generator, or a list turned round."""
    ways: list[Rule] = [
        lambda state: list(rule(state)),
        lambda state: (option for option in rule(state)),
        lambda state: list(rule(state))[::-1],
    ]
    return ways[kind]


@often(60)
@given(
    takes=st.sets(st.integers(1, 9), min_size=1, max_size=4),
    divisors=st.sets(st.integers(2, 4), max_size=2),
    forbidden=st.sets(st.integers(0, 60), max_size=6),
    kind=st.integers(0, 2),
    root=st.integers(0, 170),
)
def test_numbers_have_the_values_of_the_definition(
    takes: set[int], divisors: set[int], forbidden: set[int], kind: int, root: int
) -> None:
    """Subtract, divide, and never land on some numbers, about which the rule may not be asked."""

    def rule(n: int) -> Iterator[int]:
        if n in forbidden:
            raise ZeroDivisionError
        options = [n - take for take in takes] + [n // divisor for divisor in divisors]
        yield from (option for option in options if 0 <= option < n and option not in forbidden)

    if root in forbidden:
        return
    game = RuleGame(in_any_order(rule, kind))

    assert game.value(root) == by_definition(rule, root)[root]
    known = game.solver.known()
    for state, value in by_definition(rule, root).items():
        assert game.value(state) == value == known[state]
    assert all(by_definition(rule, state)[state] == value for state, value in known.items())


@settings(max_examples=80)
@given(
    steps=st.sets(st.tuples(st.integers(0, 3), st.integers(-2, 3)), min_size=1, max_size=4),
    width=st.integers(1, 9),
    forbidden=st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=3),
    root=st.tuples(st.integers(0, 25), st.integers(0, 9)),
)
def test_pairs_have_the_values_of_the_definition(
    steps: set[tuple[int, int]], width: int, forbidden: set[tuple[int, int]], root: tuple[int, int]
) -> None:
    """Moves that lower the first number, or else the second, on a strip."""

    def rule(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
        if pair in forbidden:
            raise ZeroDivisionError
        a, b = pair
        for x, y in steps:
            option = a - x, b - y
            inside = option[0] >= 0 and 0 <= option[1] <= width
            if inside and option < pair and option not in forbidden:
                yield option

    if root in forbidden or root[1] > width:
        return
    game = RuleGame(rule)

    assert game.value(root) == by_definition(rule, root)[root]
    known = game.solver.known()
    assert all(by_definition(rule, state)[state] == value for state, value in known.items())
    assert [game.value(state) for state in known] == list(known.values())


@given(back=st.integers(1, 30), top=st.integers(100, 160), low=st.integers(0, 40))
def test_cycles_below_are_found(back: int, top: int, low: int) -> None:
    """A number that leads up again, far below the one asked, is met by the search, not the way."""

    def rule(n: int) -> Iterator[int]:
        yield from (n - take for take in (1, 2, 4) if take <= n)
        if n == low:
            yield n + back

    labels = grundy.label({n: list(rule(n)) for n in range(max(top, low + back) + 1)})
    game = RuleGame(rule)

    assert game.value(top) == labels[top]
    assert [game.value(n) for n in range(top)] == [labels[n] for n in range(top)]


def test_a_way_up_is_seen_from_the_top() -> None:
    """The sample shows gaps and rows; what is no plain way up shows none."""
    for_numbers = course_to(lambda n: [n - take for take in (6, 9) if take <= n], 1_000, 100)
    for_pairs = course_to(
        lambda pair: [(pair[0] - take, take) for take in (1, 2, 3) if take <= pair[0]], (90, 0), 50
    )

    assert for_numbers is not None
    assert (for_numbers.numbers.step, for_numbers.numbers.start) == (3, 7)
    assert for_pairs is not None
    assert (for_pairs.numbers.start, for_pairs.seconds_of(5)) == (1, (1, 2, 3))
    assert for_pairs.count == 3 * len(for_pairs.numbers)
    assert course_to(lambda n: [n + 1], 10, 100) is None
    assert course_to(lambda n: [n / 2], 1_000, 100) is None
    assert course_to(lambda n: [n // 2, n // 3], 10**30, 100) is None
    assert course_to(lambda word: [word[1:]] if word else [], "a" * 90, 100) is None


@pytest.mark.parametrize(
    ("rule", "root", "row"),
    [
        (lambda a, b: [(a, b - 1)] * (b > 0) + [(a - 1, b)] * (a > b), (40, 40),
         [0, 1, 2, 3, 4, 5]),
        (lambda a, b: [(a, b - 1)] * (b > a) + [(a - 1, b - 2)] * (a > 0 and b > a), (40, 80),
         [5, 6, 7, 8, 9, 10]),
        (lambda a, b: [(a - 1, b + 1)] * (a > 0) + [(a, b - 1)] * (b > 0 and a > 20), (40, 0),
         None),
    ],
)  # fmt: skip
def test_rows_may_begin_and_end_elsewhere(rule: Any, root: Any, row: list[int] | None) -> None:
    """Where each row is a little shorter than the one above, it is expected to go on like that."""

    def of_pair(pair: tuple[int, int]) -> list[tuple[int, int]]:
        return list(rule(*pair))

    course = course_to(of_pair, root, 400)
    if row is not None:
        assert course is not None
        assert list(course.seconds_of(5)) == row
    assert RuleGame(of_pair).value(root) == by_definition(of_pair, root)[root]


def test_a_number_beyond_all_limits_is_not_climbed_to() -> None:
    """The way to 10^30 is too long: the search stops at its limit, as it would without one."""
    game = RuleGame(lambda n: [n - 1, n - 2])
    with pytest.raises(LimitError, match="2,000 positions"):
        game.value(10**30, limits=Limits(positions=2_000))


def test_the_rule_is_not_asked_below_the_end_of_play() -> None:
    """Play ends at 1: about 0, where the rule would never return, nobody asks."""
    asked = set()

    def rule(n: int) -> Iterator[int]:
        asked.add(n)
        if n > 1:
            yield n - 1
            yield max(n // 2, 1)

    assert RuleGame(rule).value(150) == by_definition(rule, 150)[150]
    asked.clear()
    RuleGame(rule).value(150)
    assert asked == set(range(1, 151))


def test_each_number_is_looked_at_about_once() -> None:
    """Only what is near the top is looked at more than twice, however long the way."""
    asked: list[int] = []

    def rule(n: int) -> Iterator[int]:
        asked.append(n)
        yield from (n - take for take in (1, 3, 4) if take <= n)

    RuleGame(rule).value(3_000)
    assert len(asked) < 3_200


@pytest.mark.parametrize(
    ("rule", "root"),
    [
        (lambda n: [[n - 1]] if n == 37 else [n - 1] * (n > 0), 150),
        (
            lambda pair: (
                [[pair[0] - 1, pair[1]]]
                if pair == (17, 2)
                else [(pair[0] - 1, other) for other in (0, 1, 2) if pair[0]]
            ),
            (60, 0),
        ),
        (lambda n: None if n == 30 else [n - 1] * (n > 0), 150),
    ],
    ids=["number", "pair", "None"],
)
def test_what_is_no_option_is_found_on_the_way(rule: Rule, root: Any) -> None:
    """A list for a tuple, or None for a list, far from the top, is the error that it always is."""
    with pytest.raises(RulesetError, match=r"not hashable|cannot be gone through"):
        RuleGame(rule).value(root)


@pytest.mark.parametrize("root", [200, (40, 3)])
def test_an_interrupt_on_the_way_loses_nothing(root: Any) -> None:
    """After Ctrl-C what is known is right, and the next search finds the rest."""
    interrupted = []

    def rule(state: Any) -> Iterator[Any]:
        if state in (100, (20, 2)) and len(interrupted) < 2:
            interrupted.append(state)
            raise KeyboardInterrupt
        if isinstance(state, int):
            yield from range(max(state - 3, 0), state)
        else:
            a, b = state
            yield from ((a - 1, c) for c in range(4) if a)
            yield from ((a, c) for c in range(b))

    game = RuleGame(rule)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            game.value(root)
    known = game.solver.known()
    true = by_definition(rule, root)
    assert known
    assert {state: true[state] for state in known} == known
    assert game.value(root) == true[root]


def test_a_limit_on_the_way_keeps_all_that_is_known() -> None:
    """Seconds stop a way up, and the values found on it are in the error, pairs too."""

    def rule(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
        a, b = pair
        yield from ((a - 1, c) for c in range(3) if a)
        yield from ((a, c) for c in range(b))

    game = RuleGame(rule)
    with pytest.raises(LimitError) as caught:
        game.value((200_000, 2), limits=Limits(seconds=0.3))
    known: Any = caught.value.partial
    assert len(known) > 10
    assert all(value == by_definition(rule, state)[state] for state, value in known.items()
               if state[0] < 50)  # fmt: skip
    assert (0, 0) in known
    assert (200_000, 2) not in known
    with pytest.raises(KeyError):
        known[200_000, 2]
