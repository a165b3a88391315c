"""Rules of one number, compiled: the values of Python, or an error that says why not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import LimitError, Limits, RulesetError
from grundy.games import rule_game
from grundy.games.rule_game import RuleGame
from grundy.games.values import compiled_rule
from grundy.heaps.rules import functions


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile for small numbers too."""
    monkeypatch.setattr(compiled_rule, "_FEW", 10)


def rule(n: int) -> Iterator[int]:
    """Take one, three or four, or leave a half."""
    for take in (1, 3, 4):
        if take <= n:
            yield n - take
    if n > 0:
        yield n // 2


def test_a_compiled_rule_has_the_values_of_python() -> None:
    """Values come from the array, in any order of questions, and are those of the plain rule."""
    compiled, plain = RuleGame(rule, compiled=True), RuleGame(rule)

    asked = [3, 500, 90, 501, 700, 20_000]
    assert [compiled.value(n) for n in asked] == [plain.value(n) for n in asked]
    assert not compiled.solver.known().keys() & set(range(100, 20_000))
    assert [compiled.value(n) for n in range(2_000)] == [plain.value(n) for n in range(2_000)]


def test_without_numba_a_rule_runs_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The values are the same; numba is not asked."""
    monkeypatch.setattr(rule_game, "has_numba", lambda: False)
    monkeypatch.setattr(functions, "has_numba", lambda: False)
    monkeypatch.setattr(compiled_rule, "compiled_or_refused", None)

    assert RuleGame(rule, compiled=True).value(3_000) == RuleGame(rule).value(3_000)
    heaps = [grundy.HeapGame(rule, compiled=compiled) for compiled in (True, False)]
    assert heaps[0].values(9_000).tolist() == heaps[1].values(9_000).tolist()


@settings(deadline=None, max_examples=3)
@given(first=st.integers(1, 5), second=st.integers(2, 7), stop=st.integers(70, 400))
def test_random_rules_have_the_values_of_python(first: int, second: int, stop: int) -> None:
    """Whatever the constants."""

    def random_rule(n: int) -> Iterator[int]:
        for part in range(n % second, n, first):  # noqa: UP028 - yielded one by one
            yield part

    compiled, plain = RuleGame(random_rule, compiled=True), RuleGame(random_rule)
    assert compiled.value(stop) == plain.value(stop)
    assert all(compiled.value(n) == plain.value(n) for n in range(stop))


def test_a_compiled_rule_serves_sums_and_moves() -> None:
    """Positions, sums and winning moves are those of the plain game."""
    compiled, plain = (grundy.game(compiled=given)(rule) for given in (True, False))

    found, expected = compiled[300] + compiled[41], plain[300] + plain[41]
    assert found.value() == expected.value()
    assert list(map(str, found.winning_moves())) == list(map(str, expected.winning_moves()))


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (lambda n: [n + 2 * (n == 77) - 1 for _ in range(n)], "leave out compiled=True"),
        (lambda n: [n - 1 - (2**n // 3) % 2 * (n > 1) for _ in range(n)], "Integers have 64 bits"),
        (lambda n: [n - 1], r"\[0\] has the option -1, which is no smaller natural number"),
        (lambda n: [str(n)], "has the option '0'"),
        (lambda n: (part for part in sorted(range(n), key=str)), "cannot be compiled"),
    ],
)
def test_what_cannot_be_compiled_is_refused(bad: object, said: str) -> None:
    """An option that is not smaller, a number that wraps, and what numba does not know."""
    with pytest.raises(RulesetError, match=said):
        RuleGame(bad, compiled=True).value(90)  # type: ignore[arg-type]


def test_other_states_are_searched() -> None:
    """Pairs, and numbers that are few, are for the search in Python."""

    @grundy.game(compiled=True)
    def pairs(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        a, b = state
        yield from ((i, b) for i in range(a))
        yield from ((a, i) for i in range(b))

    assert pairs[12, 5].value() == 12 ^ 5


def test_limits_stop_a_compiled_rule() -> None:
    """Seconds stop it, what is done stays done, and the next question goes on."""

    def slow(n: int) -> Iterator[int]:
        for part in range(n):  # noqa: UP028 - yielded one by one
            yield part

    game = RuleGame(slow, compiled=True)
    with pytest.raises(LimitError):
        game.value(50_000, limits=Limits(seconds=0.3))
    assert game.value(400) == 400
