"""Rules of one number or two, compiled: the values of Python, or an error that says why not."""

import pytest

from grundy import LimitError, Limits, RulesetError
from grundy.games.rule_game import RuleGame
from grundy.games.values import compiled_rule


def rule(n):
    """Take one, three or four, or leave a half."""
    for take in (1, 3, 4):
        if take <= n:
            yield n - take
    if n > 0:
        yield n // 2


def test_a_compiled_rule_has_the_values_of_python():
    compiled, plain = RuleGame(rule, compiled=True), RuleGame(rule)
    asked = [3, 500, 90, 501, 700, 20_000]
    assert [compiled.value(n) for n in asked] == [plain.value(n) for n in asked]
    assert not compiled.solver._values.everything().keys() & set(range(100, 20_000))
    assert [compiled.value(n) for n in range(2_000)] == [plain.value(n) for n in range(2_000)]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(compiled_rule, "_FEW", 10)
    monkeypatch.setattr(compiled_rule, "_FEW_PAIRS", 10)
    monkeypatch.setattr(compiled_rule, "_FEW_POSITIONS", 10)


def wythoff(state):
    a, b = state
    for i in range(a):
        yield i, b
    for i in range(b):
        yield a, i
    for i in range(1, min(a, b) + 1):
        yield a - i, b - i


def moved_up(state):
    """Lower the first number by more or less than last time: the second is what was taken."""
    n, last = state
    return [(n - take, take) for take in range(1, min(n, 6) + 1) if take != last]


def euclid(state):
    """Take multiples of the lesser from the greater: from above the diagonal to any place."""
    a, b = state
    if a < b:
        yield b, a
    elif b:
        for k in range(1, a // b + 1):
            yield a - k * b, b


def raising(state):
    """Raise where play from even numbers never comes."""
    a, b = state
    if a % 2:
        raise ValueError("odd")
    return [(k, b) for k in range(0, a, 2)] + [(a, k) for k in range(b)]


def circling(state):
    a, b = state
    return [(a - 1, b), (a, b)] if (a, b) == (3, 3) else [(k, b) for k in range(a)]


def first_only(state):
    """Lower the first number: the value is it, past the 64 that have marks at first."""
    return [(k, 0) for k in range(state[0])]


RULES = [
    wythoff, moved_up, euclid, raising, circling, pytest.param(first_only, marks=pytest.mark.long),
]  # fmt: skip


def asked(rule):
    """Return pairs in an order in which the table has to grow in both directions."""
    pairs = [(6, 6), (2, 30), (40, 3), (12, 12), (30, 30), (8, 60), (0, 11), (64, 2)]
    return [(a & ~1, b) for a, b in pairs] if rule is raising else pairs


@pytest.mark.parametrize("rule", RULES)
def test_a_compiled_rule_of_pairs_has_the_values_of_python(rule):
    compiled, plain = RuleGame(rule, compiled=True), RuleGame(rule)
    pairs = asked(rule)
    assert [compiled.value(pair) for pair in pairs] == [plain.value(pair) for pair in pairs]


def test_a_second_number_that_grows_has_room_in_the_table():
    compiled, plain = RuleGame(moved_up, compiled=True), RuleGame(moved_up)
    assert [compiled.value((n, 1)) for n in (90, 40)] == [plain.value((n, 1)) for n in (90, 40)]
    assert not compiled.solver._values.everything()


@pytest.mark.parametrize(("bad", "state", "said"), [
    (lambda pair: [(pair[0] - 1, str(pair[1]))], (40, 60), "cannot be compiled"),
    (lambda pair: [pair[0] - 1], (40, 60), "not that of pairs of numbers"),
    (lambda pair: [(k, 7 ** pair[1] % 3) for k in range(pair[0])], (40, 60), "have 64 bits"),
    (lambda n: [n + 2 * (n == 77) - 1 for _ in range(n)], 90, "leave out compiled=True"),
    (lambda n: [n - 1 - (2**n // 3) % 2 * (n > 1) for _ in range(n)], 90, "Integers have 64 bits"),
    (lambda n: [n - 1], 90, r"\[0\] has the option -1, which is no smaller natural number"),
    (lambda n: [str(n)], 90, "has the option '90'"),
    (lambda n: (part for part in sorted(range(n), key=str)), 90, "cannot be compiled"),
])  # fmt: skip
def test_what_cannot_be_compiled_is_refused(bad, state, said):
    """An option of another kind or not smaller, a number that wraps, what numba does not know."""
    with pytest.raises(RulesetError, match=said):
        RuleGame(bad, compiled=True).value(state)


def each_smaller(n):
    for part in range(n):  # noqa: UP028 - yielded one by one
        yield part


@pytest.mark.parametrize(("rule", "large", "small", "value"), [
    pytest.param(wythoff, (4_000, 4_000), (21, 34), 0, marks=pytest.mark.long),
    (each_smaller, 50_000, 400, 400),
])  # fmt: skip
def test_limits_stop_a_table_and_the_next_question_goes_on(rule, large, small, value):
    game = RuleGame(rule, compiled=True)
    with pytest.raises(LimitError):
        game.value(large, limits=Limits(seconds=0.1))
    assert game.value(small) == value
