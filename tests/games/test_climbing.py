"""The way up: values from below are those of the definition, and the rules are asked with care."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import RulesetError
from grundy.games.rule_game import RuleGame
from grundy.games.values import bottom_up, solver
from grundy.games.values.bottom_up import course_to
from often import often


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Look for a way up after few states, and let few of a path wait."""
    monkeypatch.setattr(solver, "_FIRST_SAMPLES", (16, 64))
    monkeypatch.setattr(solver, "_SUSPENDED", 3)
    monkeypatch.setattr(bottom_up, "_RUN", 4)
    monkeypatch.setattr(bottom_up, "_LEAST", 6)
    monkeypatch.setattr(bottom_up, "_LEAST_ROW", 1)


def by_definition(rule, root):
    """Return the values of all states that play reaches, by the definition."""
    values = {}

    def value(state):
        if state not in values:
            values[state] = grundy.mex({value(option) for option in rule(state)})
        return values[state]

    value(root)
    return values


@often(30)
@given(
    takes=st.sets(st.integers(1, 9), min_size=1, max_size=4),
    divisors=st.sets(st.integers(2, 4), max_size=2),
    forbidden=st.sets(st.integers(0, 60), max_size=6),
    kind=st.integers(0, 2),
    root=st.integers(0, 170),
)
def test_numbers_have_the_values_of_the_definition(takes, divisors, forbidden, kind, root):
    """Subtract, divide, and never land on some numbers, about which the rule may not be asked."""

    def rule(n):
        if n in forbidden:
            raise ZeroDivisionError
        options = [n - take for take in takes] + [n // divisor for divisor in divisors]
        yield from (option for option in options if 0 <= option < n and option not in forbidden)

    if root in forbidden:
        return
    ways = [lambda n: list(rule(n)), rule, lambda n: list(rule(n))[::-1]]
    game = RuleGame(ways[kind])
    assert game.value(root) == by_definition(rule, root)[root]
    known = game.solver._values.everything()
    for state, value in by_definition(rule, root).items():
        assert game.value(state) == value == known[state]
    assert all(by_definition(rule, state)[state] == value for state, value in known.items())


@settings(max_examples=40)
@given(
    steps=st.sets(st.tuples(st.integers(0, 3), st.integers(-2, 3)), min_size=1, max_size=4),
    width=st.integers(1, 9),
    forbidden=st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=3),
    root=st.tuples(st.integers(0, 25), st.integers(0, 9)),
)
def test_pairs_have_the_values_of_the_definition(steps, width, forbidden, root):
    """Moves that lower the first number, or else the second, on a strip."""

    def rule(pair):
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
    known = game.solver._values.everything()
    assert all(by_definition(rule, state)[state] == value for state, value in known.items())
    assert [game.value(state) for state in known] == list(known.values())


@given(back=st.integers(1, 30), top=st.integers(100, 160), low=st.integers(0, 40))
def test_cycles_below_are_found(back, top, low):
    """A number that leads up again, far below the one asked, is met by the search, not the way."""

    def rule(n):
        yield from (n - take for take in (1, 2, 4) if take <= n)
        if n == low:
            yield n + back

    labels = grundy.label({n: list(rule(n)) for n in range(max(top, low + back) + 1)})
    game = RuleGame(rule)
    assert game.value(top) == labels[top]
    assert [game.value(n) for n in range(top)] == [labels[n] for n in range(top)]


def test_a_way_up_is_seen_from_the_top():
    """The sample shows gaps and rows; what is no plain way up shows none."""
    for_numbers = course_to(lambda n: [n - take for take in (6, 9) if take <= n], 1_000, 100)
    for_pairs = course_to(
        lambda pair: [(pair[0] - take, take) for take in (1, 2, 3) if take <= pair[0]], (90, 0), 50
    )
    assert (for_numbers.numbers.step, for_numbers.numbers.start) == (3, 7)
    assert (for_pairs.numbers.start, for_pairs.seconds_of(5)) == (1, (1, 2, 3))
    assert for_pairs.count == 3 * len(for_pairs.numbers)
    assert course_to(lambda n: [n + 1], 10, 100) is None
    assert course_to(lambda n: [n / 2], 1_000, 100) is None
    assert course_to(lambda n: [n // 2, n // 3], 10**30, 100) is None
    assert course_to(lambda word: [word[1:]] if word else [], "a" * 90, 100) is None


@pytest.mark.parametrize(("rule", "root", "row"), [
    (lambda a, b: [(a, b - 1)] * (b > 0) + [(a - 1, b)] * (a > b), (40, 40), [0, 1, 2, 3, 4, 5]),
    (lambda a, b: [(a, b - 1)] * (b > a) + [(a - 1, b - 2)] * (a > 0 and b > a), (40, 80),
     [5, 6, 7, 8, 9, 10]),
    (lambda a, b: [(a - 1, b + 1)] * (a > 0) + [(a, b - 1)] * (b > 0 and a > 20), (40, 0), None),
])  # fmt: skip
def test_rows_may_begin_and_end_elsewhere(rule, root, row):
    """Where each row is a little shorter than the one above, it is expected to go on like that."""

    def of_pair(pair):
        return list(rule(*pair))

    course = course_to(of_pair, root, 400)
    if row is not None:
        assert list(course.seconds_of(5)) == row
    assert RuleGame(of_pair).value(root) == by_definition(of_pair, root)[root]


def test_the_rule_is_not_asked_below_the_end_of_play():
    """Play ends at 1: about 0, where the rule would never return, nobody asks."""
    asked = set()

    def rule(n):
        asked.add(n)
        if n > 1:
            yield n - 1
            yield max(n // 2, 1)

    assert RuleGame(rule).value(150) == by_definition(rule, 150)[150]
    asked.clear()
    RuleGame(rule).value(150)
    assert asked == set(range(1, 151))


@pytest.mark.parametrize(("rule", "root"), [
    (lambda n: [[n - 1]] if n == 37 else [n - 1] * (n > 0), 150),
    (
        lambda pair: (
            [bytearray(pair)]
            if pair == (17, 2)
            else [(pair[0] - 1, other) for other in (0, 1, 2) if pair[0]]
        ),
        (60, 0),
    ),
    (lambda n: None if n == 30 else [n - 1] * (n > 0), 150),
], ids=["number", "pair", "None"])  # fmt: skip
def test_what_is_no_option_is_found_on_the_way(rule, root):
    """Far from the top it is an error, too: a list for a number, bytes for a pair, None."""
    with pytest.raises(RulesetError, match=r"not hashable|cannot be gone through"):
        RuleGame(rule).value(root)
