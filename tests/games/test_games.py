"""The solver of rules: against the definition, with limits, interrupts, threads, faulty rules."""

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.errors import LimitError, PositionError, RulesetError
from grundy.games.position import Position
from grundy.games.rule_game import RuleGame
from grundy.runtime.limits import Limits
from strategies import digraphs


@settings(max_examples=100)
@given(digraphs())
def test_a_rule_with_cycles_has_the_labels_of_its_digraph(followers):
    rule, labels = RuleGame(lambda state: followers[state], "rule"), grundy.label(followers)
    for state in followers:
        assert rule.value(state) == labels[state]
        assert rule[state].outcome() is labels.outcome(state)


@settings(max_examples=30)
@given(digraphs(), st.randoms(use_true_random=False))
def test_components_and_canonical_change_no_value(followers, chance):
    """A game on tuples of vertices has the same values when it is split and sorted, with cycles."""

    def options(state):
        for place, vertex in enumerate(state):
            for other in followers[vertex]:
                yield (*state[:place], other, *state[place + 1 :])

    def ordered(state):
        return tuple(sorted(state))

    def split(state):
        return [(vertex,) for vertex in state if followers[vertex]]

    plain = RuleGame(options, "plain")
    games = [
        RuleGame(options, "sorted", {"canonical": ordered}),
        RuleGame(options, "split", {"components": lambda state: [(v,) for v in state]}),
        RuleGame(options, "both", {"components": split, "canonical": ordered}),
    ]
    vertices = chance.sample(list(followers), min(4, len(followers)))
    for state in product(vertices, repeat=2):
        for game in games:
            assert game.value(state) == plain.value(state), game.text


def countdown(state):
    yield from (state - take for take in (1, 2) if take <= state)


def test_a_long_play_is_no_deep_recursion():
    assert RuleGame(countdown)[30_000].value() == 30_000 % 3


def test_a_limit_keeps_what_is_known():
    """A LimitError has the values found so far, all right, and a later search goes on from them."""
    asked = []

    def counted(state):
        asked.append(state)
        yield from range(max(0, state - 3), state)

    rule = RuleGame(counted)
    assert rule.value(400) == 0
    with pytest.raises(LimitError, match=r"not done within 1,000 positions") as caught:
        rule.value(5_000, limits=Limits(positions=1_000))
    known = dict(caught.value.partial)
    assert {state: value for state, value in known.items() if isinstance(value, int)} == {
        state: state % 4 for state in range(401)
    }
    asked.clear()
    assert rule.value(1_200) == 0
    assert set(asked) == set(range(401, 1_201))


@pytest.mark.parametrize("cyclic", [False, True])
def test_an_interrupt_loses_nothing(cyclic):
    """After Ctrl-C the values found so far are there, right, and the next search finds the rest."""
    interrupted = threading.Event()

    def options(state):
        yield from range(state)
        if cyclic and state:
            yield state % 5 + 1
        if state == 70 and not interrupted.is_set():
            interrupted.set()
            raise KeyboardInterrupt

    rule, labels = RuleGame(options), None
    with pytest.raises(KeyboardInterrupt):
        rule.value(100)
    known = rule.solver._values.everything()
    interrupted.set()
    labels = grundy.label({state: list(options(state)) for state in range(101)})
    assert all(labels[state] == value for state, value in known.items())
    assert cyclic or known
    assert [rule.value(state) for state in range(101)] == list(labels.values())


def test_threads_share_a_solver():
    rule = RuleGame(countdown)
    asked = [5_000, 3_000, 4_999, 17, 5_001] * 8
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(rule.value, asked)) == [n % 3 for n in asked]


class OddError(Exception):
    """An error that only this test knows."""


ERRORS = [KeyError("a"), TypeError("b"), AttributeError("c"), OddError("d")]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("where", ["options", "late", "canonical", "components"])
def test_errors_of_a_rule_pass_through_unchanged(error, where):
    broken = threading.Event()

    def fail(here, state):
        if here == where and state == 20 and broken.is_set():
            raise error
        return state

    def options(state):
        fail("options", state)
        yield from range(state)
        fail("late", state)

    hooks = {"canonical": lambda state: fail("canonical", state),
             "components": lambda state: [fail("components", state)]}  # fmt: skip
    alone = {name: hook for name, hook in hooks.items() if name == where}
    for used in (alone, hooks):
        rule = RuleGame(options, "faulty", used)
        broken.set()
        with pytest.raises(type(error)) as caught:
            rule.value(30)
        assert caught.value is error
        assert not isinstance(caught.value.__context__, type(error))
        broken.clear()
        assert rule.value(30) == 30


@pytest.mark.parametrize(("options", "said"), [
    (lambda state: [[state - 1]] if state else [], r"odd\[\d\] has the option \[\d\], which"),
    (lambda state: [{state - 1}] if state else [], r"has the option \{\d\}, which is not hash"),
    (lambda state: 7, r"The options of odd\[5\] cannot be gone through"),
    (lambda state: None, r"The options of odd\[5\] cannot be gone through"),
    (lambda state: [state - 1] if state > 2 else None, r"of odd\[2\] cannot be gone through"),
])  # fmt: skip
@pytest.mark.parametrize("hooked", [False, True])
def test_what_is_no_option_is_a_ruleset_error(options, said, hooked):
    hooks = {"components": lambda state: [state]} if hooked else {}
    asked = [Position.value, lambda position: position.outcome("misere"), grundy.search_value]
    for ask in asked:
        with pytest.raises(RulesetError, match=said):
            ask(RuleGame(options, "odd", hooks)[5])


def test_a_state_has_to_be_hashable():
    pairs = RuleGame(lambda state: [], "pairs")
    assert pairs[[1, 2]].parts[0].state == (1, 2)
    with pytest.raises(PositionError, match="write a tuple or a frozenset"):
        pairs[bytearray(2)]


def test_an_unknown_hook_is_named():
    with pytest.raises(TypeError, match=r"'cannonical' is no hook of a game; .* yield grundy.WON"):
        grundy.game(cannonical=sorted)
