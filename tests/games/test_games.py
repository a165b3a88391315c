"""The solver of rules: against the definition, with limits, interrupts, threads, faulty rules."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import grundy
from grundy.errors import LimitError, PositionError, RulesetError
from grundy.games.position import Position
from grundy.games.rule_game import RuleGame
from grundy.games.ruleset import Ruleset
from grundy.running.limits import Limits
from grundy.values import LoopyValue, Outcome, Value, outcome_of
from often import often
from strategies import Followers, digraphs

# ---- values against the definition --------------------------------------------------------------


@settings(deadline=None, max_examples=200)
@given(digraphs(acyclic=True))
def test_a_rule_without_cycles_has_the_recursive_values(followers: Followers) -> None:
    """The value is the mex of the options' values."""
    rule = RuleGame(lambda state: followers[state], "rule")

    @cache
    def value(state: int) -> int:
        return grundy.mex(map(value, followers[state]))

    assert [rule.value(state) for state in followers] == [value(state) for state in followers]


@settings(deadline=None, max_examples=200)
@given(digraphs())
def test_a_rule_with_cycles_has_the_labels_of_its_digraph(followers: Followers) -> None:
    """In whatever order states are asked for, their values are those of the labelling."""
    rule, labels = RuleGame(lambda state: followers[state], "rule"), grundy.label(followers)

    for state in followers:
        assert rule.value(state) == labels[state]
        assert rule[state].outcome() is labels.outcome(state)


@settings(deadline=None, max_examples=100)
@given(digraphs(), st.randoms(use_true_random=False))
def test_components_and_canonical_change_no_value(
    followers: Followers, chance: random.Random
) -> None:
    """A game on tuples of vertices has the same values when it is split and sorted, with cycles."""

    def options(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place, vertex in enumerate(state):
            for other in followers[vertex]:
                yield (*state[:place], other, *state[place + 1 :])

    plain = RuleGame(options, "plain")
    games = [
        RuleGame(options, "sorted", {"canonical": lambda state: tuple(sorted(state))}),
        RuleGame(options, "split", {"components": lambda state: [(v,) for v in state]}),
        RuleGame(
            options,
            "both",
            {
                "components": lambda state: [(v,) for v in state if followers[v]],
                "canonical": lambda state: tuple(sorted(state)),
            },
        ),
    ]
    vertices = chance.sample(list(followers), min(4, len(followers)))
    for state in product(vertices, repeat=2):
        for game in games:
            assert game.value(state) == plain.value(state), game.text


@settings(deadline=None, max_examples=60)
@given(digraphs().filter(bool), st.integers(0, 8), st.integers(0, 5))
def test_a_sum_of_three_kinds_of_game(followers: Followers, heap: int, pile: int) -> None:
    """A token, a heap and a rule add up as their values do, and winning moves leave P-positions."""
    token, kayles = grundy.token(followers), grundy.TakeAndBreak("0.77")
    nim = RuleGame(range, "nim")
    position = token[next(iter(followers))] + kayles[heap] + nim[pile]
    value: Value = token.labelling[next(iter(followers))]

    assert position.value() == grundy.nim_sum(value, kayles.value(heap), pile)
    assert [move for move in position.moves() if move.option.outcome() is Outcome.P] == sorted(
        position.winning_moves(), key=list(position.moves()).index
    )


def test_components_may_be_none() -> None:
    """A state that falls apart into nothing is over."""
    game = RuleGame(lambda state: [], "over", {"components": lambda state: []})

    assert game.value("x") == 0


def test_a_formula_stands_for_the_search() -> None:
    """A closed form is used for states that no search could reach."""

    class Nim(Ruleset):
        text = "nim"

        def options(self, state: int) -> range:
            """Take any number."""
            return range(state)

        @property
        def formula(self) -> Any:
            """The size."""
            return int

    assert Nim()[10**50].value() == 10**50


# ---- plays that end -----------------------------------------------------------------------------


@often(60)
@given(st.lists(digraphs().filter(bool), min_size=1, max_size=3), st.integers(0, 3))
def test_best_moves_win_against_every_reply(graphs: list[Followers], heap: int) -> None:
    """From a win in a sum of rules with cycles no line of play goes round for ever.

    The positions after the winner's moves, with an arc to each that one reply and one best move
    lead to, are a digraph without cycles, whose sinks are lost for the loser.
    """
    rules = [RuleGame(lambda state, f=f: f[state], f"rule {n}") for n, f in enumerate(graphs)]
    position = sum((rule[next(iter(f))] for rule, f in zip(rules, graphs, strict=True)), Position())
    position += grundy.TakeAndBreak("0.3")[heap]
    assume(position.outcome() is Outcome.N)
    first = answer(position)

    def lines(lost: Position) -> list[Position]:
        return [answer(reply) for reply in lost.options()]

    seen = {first: lines(first)}
    queue = [first]
    while queue and len(seen) < 2_000:
        for option in seen[queue.pop()]:
            if option not in seen:
                seen[option] = lines(option)
                queue.append(option)
    assume(not queue)  # else there are too many lines to look at all
    assert all(isinstance(value, int) for value in grundy.label(seen).values())
    grundy.label(seen, acyclic=True)


def answer(position: Position) -> Position:
    """Return the position after the best move from a won one."""
    move = position.best_move()
    assert move is not None
    assert move.option.outcome() is Outcome.P
    return move.option


@settings(deadline=None, max_examples=100)
@given(digraphs())
def test_a_draw_is_kept(followers: Followers) -> None:
    """From a draw the best move leaves a draw."""
    rule = RuleGame(lambda state: followers[state], "rule")
    for state in followers:
        if rule[state].outcome() is Outcome.D:
            move = rule[state].best_move()
            assert move is not None
            assert move.option.outcome() is Outcome.D


# ---- size, limits, interrupts, threads ----------------------------------------------------------


def countdown(state: int) -> Iterator[int]:
    """Take one or two."""
    yield from (state - take for take in (1, 2) if take <= state)


def test_a_long_play_is_no_deep_recursion() -> None:
    """A state that is thirty thousand moves from the end has its value."""
    assert RuleGame(countdown)[30_000].value() == 30_000 % 3


def test_a_limit_keeps_what_is_known() -> None:
    """A LimitError has the values found so far, all right, and a later search goes on from them."""
    asked: list[int] = []

    def counted(state: int) -> Iterator[int]:
        asked.append(state)
        yield from range(max(0, state - 3), state)

    rule = RuleGame(counted)
    assert rule.value(400) == 0
    with pytest.raises(LimitError, match=r"not done within 1,000 positions") as caught:
        rule.value(5_000, limits=Limits(positions=1_000))

    known = dict(caught.value.partial)  # type: ignore[call-overload]
    assert {state: value for state, value in known.items() if isinstance(value, int)} == {
        state: state % 4 for state in range(401)
    }
    asked.clear()
    assert rule.value(1_200) == 0
    assert set(asked) == set(range(401, 1_201))


def test_seconds_are_a_limit() -> None:
    """A search that takes too long stops, also one that never ends."""
    endless = RuleGame(lambda state: [state + 1, state + 2], "endless")

    with pytest.raises(LimitError, match="if the game ends at all"):
        endless.value(0, limits=Limits(seconds=0.05))
    with pytest.raises(LimitError, match="10,000 positions"):
        endless.value(0, limits=Limits(positions=10_000))


def test_progress_is_told() -> None:
    """A search that takes some tenths of a second reports how many positions it has seen."""
    reports: list[tuple[str, int, int]] = []

    def slow(state: int) -> Iterator[int]:
        threading.Event().wait(0.0002)
        yield from range(state)

    RuleGame(slow).value(1_500, progress=lambda *said: reports.append(said))
    assert reports
    assert all(said[0] == "positions" and 0 < said[1] <= 1_501 for said in reports)


@pytest.mark.parametrize("cyclic", [False, True])
def test_an_interrupt_loses_nothing(cyclic: bool) -> None:
    """After Ctrl-C the values found so far are there, right, and the next search finds the rest."""
    interrupted = threading.Event()

    def options(state: int) -> Iterator[int]:
        yield from range(state)
        if cyclic and state:
            yield state % 5 + 1
        if state == 70 and not interrupted.is_set():
            interrupted.set()
            raise KeyboardInterrupt

    rule, labels = RuleGame(options), None
    with pytest.raises(KeyboardInterrupt):
        rule.value(100)
    known = rule.solver.known()
    interrupted.set()
    labels = grundy.label({state: list(options(state)) for state in range(101)})
    assert all(labels[state] == value for state, value in known.items())
    assert cyclic or known
    assert [rule.value(state) for state in range(101)] == list(labels.values())


def test_two_threads_share_a_solver() -> None:
    """Threads that ask for overlapping states all get the right values."""
    rule = RuleGame(countdown)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(rule.value, [5_000, 3_000, 4_999, 17, 5_001] * 8))
    assert found == [n % 3 for n in [5_000, 3_000, 4_999, 17, 5_001] * 8]


def test_a_thread_waits_for_the_search_of_another() -> None:
    """Who asks for a state that another thread is in the midst of waits for its value."""
    inside, asked = threading.Event(), threading.Event()

    def options(state: int) -> Iterator[int]:
        if state == 5 and not inside.is_set():
            inside.set()
            asked.wait(0.2)  # as long as the other waits, nobody sets it
        yield from range(state)

    rule = RuleGame(options)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(rule.value, 5)
        inside.wait()
        second = pool.submit(lambda: (rule.value(5), asked.set())[0])
        assert [first.result(), second.result()] == [5, 5]


# ---- faulty rules -------------------------------------------------------------------------------


class OddError(Exception):
    """An error that only this test knows."""


ERRORS = [KeyError("a"), TypeError("b"), AttributeError("c"), OddError("d"), IndexError("e"),
          LookupError("f"), ValueError("g")]  # fmt: skip


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("where", ["options", "late", "canonical", "components"])
def test_errors_of_a_rule_pass_through_unchanged(error: Exception, where: str) -> None:
    """What a rule raises arrives as it is, once, and the next question is answered."""
    broken = threading.Event()
    broken.set()

    def fail(here: str, state: int) -> None:
        if here == where and state == 20 and broken.is_set():
            raise error

    def options(state: int) -> Iterator[int]:
        fail("options", state)
        yield from range(state)
        fail("late", state)

    def canonical(state: int) -> int:
        fail("canonical", state)
        return state

    def components(state: int) -> list[int]:
        fail("components", state)
        return [state]

    hooks = {"canonical": canonical, "components": components}
    for used in ({}, hooks, {name: hook for name, hook in hooks.items() if name == where}):
        if where in hooks and where not in used:
            continue
        rule = RuleGame(options, "faulty", used)
        broken.set()
        with pytest.raises(type(error)) as caught:
            rule.value(30)
        assert caught.value is error
        assert caught.value.__context__ is None or not isinstance(
            caught.value.__context__, type(error)
        )
        broken.clear()
        assert rule.value(30) == 30


def test_a_type_error_of_the_rules_is_raised_once() -> None:
    """A rule that fails only the second time it is asked keeps its first error."""
    errors = [TypeError("first"), TypeError("second")]

    def options(state: int) -> Iterator[int]:
        yield from range(state)
        raise errors.pop(0)

    with pytest.raises(TypeError, match="first"):
        RuleGame(options).value(3)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (lambda state: [[state - 1]] if state else [], r"odd\[\d\] has the option \[\d\], which"),
        (lambda state: [{state - 1}] if state else [], r"has the option \{\d\}, which is not hash"),
        (lambda state: 7, r"The options of odd\[5\] cannot be gone through"),
        (lambda state: None, r"The options of odd\[5\] cannot be gone through"),
    ],
)
@pytest.mark.parametrize("hooked", [False, True])
def test_what_is_no_option_is_a_ruleset_error(options: Any, said: str, hooked: bool) -> None:
    """An option that is not hashable, and options that are no list, name the state."""
    hooks: Any = {"components": lambda state: [state]} if hooked else {}

    asked: list[Callable[[Position], Any]] = [
        Position.value,
        lambda position: position.outcome("misere"),
        grundy.search_value,
    ]
    for ask in asked:
        with pytest.raises(RulesetError, match=said):
            ask(RuleGame(options, "odd", hooks)[5])


def test_a_state_of_very_many_options_meets_the_limit() -> None:
    """The options of one state are not all asked for before a limit is looked at."""

    def fan(state: int) -> Iterator[int]:
        yield from range(1, 50_000 if state == 0 else 0)
        assert state, "the limit is far behind"

    game, few = RuleGame(fan, "fan"), Limits(positions=5_000)

    with pytest.raises(LimitError):
        grundy.state_graph(game[0], limit=5_000)
    with pytest.raises(LimitError):
        game[0].outcome("misere", limits=few)
    with pytest.raises(LimitError):
        (game[0] + grundy.catalogue["nim"][2]).outcome("misere", limits=few)


def test_a_state_has_to_be_hashable() -> None:
    """A list is read as a tuple; a set is refused with advice."""
    pairs = RuleGame(lambda state: [], "pairs")

    assert pairs[[1, 2]].parts[0].state == (1, 2)
    with pytest.raises(PositionError, match="write a tuple or a frozenset"):
        pairs[{1, 2}]


def test_an_unknown_hook_is_named() -> None:
    """A hook of another name is a TypeError that lists the hooks."""
    with pytest.raises(TypeError, match=r"'cannonical' is no hook of a game; the hooks are "):
        grundy.game(cannonical=sorted)


def test_a_state_that_is_its_own_option_is_a_draw() -> None:
    """A loop is no error: alone it is a draw, and beside an end it is decided."""
    rule = RuleGame(lambda state: {0: [], 1: [1], 2: [2, 0]}[state], "loop")

    assert rule.value(1) == LoopyValue()
    assert rule.value(2) == LoopyValue({0})
    assert [outcome_of(rule.value(state)) for state in (0, 1, 2)] == [
        Outcome.P, Outcome.D, Outcome.N,
    ]  # fmt: skip


def test_hashable_states_of_any_kind() -> None:
    """Strings, frozensets and tuples of tuples are states too."""

    def bites(state: frozenset[int]) -> Iterator[frozenset[int]]:
        yield from (state - {item} for item in state)

    states: list[Hashable] = [frozenset({1, 2, 3}), frozenset()]
    assert [RuleGame(bites).value(state) for state in states] == [1, 0]
    assert RuleGame(lambda s: [s[:-1]] if s else [], "word").value("abc") == 1
