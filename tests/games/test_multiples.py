"""k times a position, against the sum of k of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games import multiples

KAYLES, NIM = grundy.catalogue["kayles"], grundy.catalogue["nim"]
LOOP = grundy.token({"a": ["b", "c"], "b": ["a", "end"], "c": ["c", "b"], "end": []})


@settings(deadline=None, max_examples=60)
@given(
    times=st.integers(0, 5), heaps=st.lists(st.integers(0, 5), max_size=2),
    vertex=st.sampled_from(["", "a", "b", "c"]), beside=st.integers(0, 3),
)  # fmt: skip
def test_one_part_for_many_is_the_sum_of_all(times, heaps, vertex, beside):
    """The same value and the same winning moves, each for all copies, and a win that ends."""
    one = KAYLES.sum(heaps) + (LOOP[vertex] if vertex else grundy.Position())
    literal = grundy.Position()
    for _ in range(times):
        literal += one
    literal += NIM[beside]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(multiples, "_MOST_PARTS", 0)
        many = times * one + NIM[beside]

        assert many.value() == literal.value()
        assert {move.name for move in many.winning_moves()} == {
            move.name for move in literal.winning_moves()
        }
        position, turns = many, 0
        while position.outcome() is grundy.Outcome.N and turns < 99:
            position, turns = position.best_move().option, turns + 1
            position = next(iter(position.options()), position)
        assert turns < 99
    assert times * one + NIM[beside] == literal


def test_very_many_answer_at_once():
    """As many as one likes, also of positions that may go on without end."""
    assert (10**30 * KAYLES[5] + KAYLES[3]).value() == 3
    assert ((10**9 + 1) * (KAYLES[5] + NIM[3])).value() == 4 ^ 3
    for vertex in "abc":
        assert (10**9 * LOOP[vertex]).value() == (LOOP[vertex] + LOOP[vertex]).value()
    assert str(10**9 * KAYLES[5]) == "1,000,000,000 × (0.77 5)"


@pytest.mark.parametrize("times", [-1, 2.5, "3", True, None])
def test_what_is_no_number_of_times_is_one_sentence(times):
    """Negative, broken, text, True."""
    with pytest.raises(grundy.PositionError, match="taken a natural number of times, found"):
        times * KAYLES[5]
