"""Rules as people write them: several numbers, and lists, sets, arrays, records as states."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games.state_text import freeze, thaw


@dataclass
class Table:
    """A record that changes, with a list in it."""

    piles: list[int]
    name: str = ""


class Row(NamedTuple):
    """A record of which one part changes."""

    piles: list[int]


def in_place(state):
    """Nim as one writes it who saves copies: the state changes, and is put back."""
    piles = getattr(state, "piles", state)
    for place in range(len(piles)):
        size = piles[place]
        for left in range(size):
            piles[place] = left
            yield state
        piles[place] = size


def take_some(state):
    """Take a number from a set, with its multiples where one likes."""
    for number in sorted(state):
        yield state - {number}
        yield {other for other in state if other % number}


def by_name(state):
    for name, size in state.items():
        yield from ({**state, name: left} for left in range(size))


FORMS = {
    "list": list, "array": np.array, "record": Table, "list in a tuple": Row,
    "list in a list": lambda piles: [piles],
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@settings(deadline=None, max_examples=25)
@given(piles=st.lists(st.integers(0, 4), max_size=3))
def test_a_state_that_changes_is_one_by_what_is_in_it(form, piles):
    rule = (
        (lambda state: ([p] for p in in_place(state[0]))) if form == "list in a list" else in_place
    )
    nim, mine = grundy.game(rule), FORMS[form](list(piles))
    before = repr(mine)
    position = nim[mine]
    assert position.value() == grundy.nim_sum(*piles, 0)
    assert len(position.winning_moves()) == sum(
        (size ^ position.value()) < size for size in piles if position.value()
    )
    assert position.outcome("misere") == grundy.catalogue["nim"].sum(piles).outcome("misere")
    assert position == nim[FORMS[form](list(piles))]
    assert repr(mine) == before


@settings(deadline=None, max_examples=25)
@given(numbers=st.sets(st.integers(2, 9), max_size=5))
def test_sets_and_dicts_are_states(numbers):
    @cache
    def value(state):
        found = {value(frozenset(option)) for option in take_some(state)}
        return next(n for n in range(len(found) + 1) if n not in found)

    assert grundy.game(take_some)[numbers].value() == value(frozenset(numbers))
    piles = {str(number): number % 4 for number in numbers}
    named = grundy.game(by_name)
    assert named[piles].value() == grundy.nim_sum(*piles.values(), 0)
    assert named[piles] == named[dict(reversed(piles.items()))]


def test_an_array_keeps_its_type_and_shape():
    for array in np.zeros((0, 3), np.int8), np.arange(6, dtype=np.uint16).reshape(2, 3):
        again = thaw(freeze(array))
        assert (again.dtype, again.tolist()) == (array.dtype, array.tolist())
        assert again.shape == array.shape


def test_a_state_in_ever_more_lists_is_one_sentence():
    with pytest.raises(grundy.RulesetError, match=r"lists in lists, more than 100 deep; does"):
        grundy.game(lambda state: [[state]])[[1]].value()


# ---- several numbers ----------------------------------------------------------------------------


@grundy.game
def wythoff(a: int, b: int):
    """Take from one heap, or the same from both."""
    yield from ((a - i, b) for i in range(1, a + 1))
    yield from ((a, b - i) for i in range(1, b + 1))
    yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))


def test_a_function_of_two_numbers_is_a_game_of_pairs():
    table = grundy.value_table(wythoff, 8, 12)
    assert table.cells == grundy.value_table(grundy.catalogue["wythoff"], 8, 12).cells
    assert sorted(wythoff(1, 1)) == [(0, 0), (0, 1), (1, 0)]
    assert wythoff[[8, 12]] == wythoff[8, 12]
    assert "value" in grundy.check(wythoff, (3, 4)).checked


def test_hooks_take_as_many_arguments_as_they_name():
    pairs = grundy.game(
        canonical=lambda a, b: sorted((a, b)),
        moves=lambda state: [(f"to {option}", option) for option in wythoff(*state)],
        format=lambda a, b: f"{a}|{b}",
        parse=lambda text: list(map(int, text.split("|"))),
    )(lambda a, b, _more=None: wythoff(a, b))
    assert (pairs[8, 12].value(), str(pairs.read("8|12"))) == (18, "8|12")
    assert [move.name for move in pairs[8, 12].winning_moves()] == ["to (6, 10)"]


@pytest.mark.parametrize("state", [3, (1, 2, 3), (), "ab", None])
def test_other_than_so_many_numbers_is_one_sentence(state):
    with pytest.raises(grundy.PositionError, match=r"of wythoff is 2 values, wythoff\[a, b\]; fou"):
        wythoff[state]


def test_text_is_read_as_the_rule_takes_it():
    nim = grundy.game(
        lambda sizes: [
            [*sizes[:at], left, *sizes.copy()[at + 1 :]]  # a list has copies, a tuple none
            for at, size in enumerate(sizes)
            for left in range(size)
        ]
    )
    assert [nim.read(text).value() for text in ("3,5,7", "4")] == [1, 4]
    assert wythoff.read("8,12").value() == 18


def test_a_rule_without_a_state_is_refused_where_it_stands():
    with pytest.raises(TypeError, match="takes no state; a rule is a function of the state"):
        grundy.game(lambda: [1])
    with pytest.raises(TypeError, match="takes no state"):
        grundy.game(lambda *, state: [])
    assert grundy.game(lambda state=3: range(state))[4].value() == 4


def test_any_number_of_piles_is_a_rule_of_star_piles():
    @grundy.game
    def nim(*piles):
        for place, size in enumerate(piles):
            yield from ([*piles[:place], left, *piles[place + 1 :]] for left in range(size))

    assert [nim[piles].value() for piles in ((3, 5, 6), 4, (), (3, 4))] == [0, 4, 0, 7]
    assert str(nim.read("3,4").best_move()) == "3,3"
    two = grundy.game(lambda first, *more: [(first - 1, *more)] if first else [])
    assert (two[3].value(), two[2, 7].value()) == (1, 0)
    with pytest.raises(grundy.PositionError, match=r"1 values or more, .*\[first, \*more\]; found"):
        two[()]
    wrapped = grundy.game(lambda *args, **names: wythoff(*args[0], **names))
    assert wrapped[1, 2].value() == 0  # what wraps a rule takes what it takes


@settings(deadline=None, max_examples=25)
@given(a=st.integers(0, 6), b=st.integers(0, 6), seed=st.randoms(use_true_random=False))
def test_one_rule_may_give_tuples_lists_and_arrays(a, b, seed):
    @grundy.game
    def mixed(a, b):
        for option in wythoff(a, b):
            yield seed.choice((tuple, list, np.array))(option)

    asked = (grundy.Position.value, grundy.Position.outcome, lambda one: one.outcome("misere"))
    for ask in seed.sample(asked, 3):  # the first of them meets what cannot be hashed
        assert ask(mixed[a, b]) == ask(grundy.catalogue["wythoff"][a, b])


@pytest.mark.parametrize(("rule", "start", "problem"), [
    (lambda n: [n / 2] if n else [], 4, r"\[2\.0\] has a float, .* such as n // 2 for n / 2"),
    (lambda n: [n - 1, n / 2] if n else [], 5, r"\[0\.5\] has a float"),
    (lambda n: [np.floor(n / 2)] if n else [], 4, r"\[2\.0\] has a float"),
    (lambda n: [float("nan")], 4, r"\[nan\] has a float"),
    (lambda a, b: [(a - 1, b / 2)] if a else [], (3, 4), r"\[2,2\.0\] has a float"),
    (lambda n: [], 4.0, r"\[4\.0\] has a float"),
    (lambda row: [(cell for cell in row)], (1, 2), r"is <generator .*\(\.\.\.\) for one state"),
    (lambda row: [map(int, row)], (1, 2), r'is <map .* write "yield from"'),
])  # fmt: skip
def test_what_is_rounded_or_read_once_is_one_sentence(rule, start, problem):
    with pytest.raises(grundy.PositionError, match=problem):
        grundy.game(rule)[start].value()


def test_infinity_is_a_state():
    """It is not rounded: a limit that is none, say."""
    rule = grundy.game(lambda n, most: [(n - 1, 1.0 * most)] if n and most > 0 else [])
    assert rule[3, float("inf")].value() == 1


def test_integers_of_numpy_are_numbers_of_heaps_and_floats_are_none():
    whole = grundy.game(lambda n: [n - take for take in np.array([1, 2, 5]) if take <= n])
    halves = grundy.game(lambda n: [n / 2] if n else [])
    assert grundy.describe(whole, 100).conjectures[0].text == "n mod 3"
    assert grundy.lost_heap(whole, 5) == 12
    with pytest.raises(grundy.RulesetError, match=r"\[1\] has the option 0\.5, which is no whole"):
        grundy.describe(halves)
