"""Outcomes, loopy values, how values add; and errors travel between processes."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import errors
from grundy.errors import GrundyError
from grundy.values import LoopyValue, Outcome, format_value, outcome_of, parse_value

naturals = st.integers(0, 2**70)
loopy_values = st.builds(LoopyValue, st.frozensets(st.integers(0, 40)))
values = st.one_of(naturals, loopy_values)

# The sum of Smith 1966, on every pair of values that can stand for its cases:
# left, right, their sum, the outcome of the sum.
SUMS = [
    (LoopyValue({0}), 0, LoopyValue({0}), Outcome.N),
    (LoopyValue({0}), 1, LoopyValue({1}), Outcome.D),
    (LoopyValue({1}), 1, LoopyValue({0}), Outcome.N),
    (LoopyValue({0, 2}), 3, LoopyValue({1, 3}), Outcome.D),
    (LoopyValue({0, 2}), 2, LoopyValue({0, 2}), Outcome.N),
    (LoopyValue(), 5, LoopyValue(), Outcome.D),
    (LoopyValue({0}), LoopyValue({0}), LoopyValue(), Outcome.D),
    (LoopyValue(), LoopyValue({0, 1}), LoopyValue(), Outcome.D),
]


@pytest.mark.parametrize(("left", "right", "expected", "outcome"), SUMS)
def test_sums_with_infinity(left, right, expected, outcome):
    """∞(K) ⊕ a = ∞(K ⊕ a) and ∞ ⊕ ∞ = ∞(), and 0 in K decides who wins."""
    assert expected == left ^ right
    assert expected == right ^ left
    assert outcome is outcome_of(left ^ right)


@given(values, values, values)
def test_values_add_in_any_order(x, y, z):
    assert x ^ y == y ^ x
    assert (x ^ y) ^ z == x ^ (y ^ z)
    assert x ^ 0 == x


@given(loopy_values, st.integers(0, 60))
def test_a_heap_beside_infinity_wins_by_moving_to_it(value, heap):
    """∞(K) with a heap of k is a win for the mover exactly when k is in K, else a draw."""
    expected = Outcome.N if heap in value.finite else Outcome.D
    assert expected is outcome_of(value ^ heap)


@pytest.mark.parametrize("member", [-1, 0.0, "0", None, True, np.int8(-1), np.float64(1), np.True_])
def test_only_naturals_are_in_k(member):
    with pytest.raises(ValueError, match="natural numbers in K, found"):
        LoopyValue({member})


@pytest.mark.parametrize("other", [-1, 1.0, "1", None, True, [1], np.array([1, 2]), np.int8(-1)])
def test_infinity_does_not_add_to_anything_else(other):
    with pytest.raises(TypeError):
        _ = LoopyValue({0}) ^ other
    with pytest.raises(TypeError):
        _ = other ^ LoopyValue({0})


@given(values, st.sampled_from(["∞", "inf"]))
def test_a_written_value_reads_back(value, infinity):
    assert parse_value(format_value(value, infinity=infinity)) == value
    assert parse_value(f"  {format_value(value)}\n") == value


@pytest.mark.parametrize("value", [LoopyValue({10, 9, 0}), LoopyValue()])
def test_infinity_prints_as_in_the_books(value):
    assert [str(outcome) for outcome in Outcome] == ["P", "N", "D"]
    assert str(value) in ("∞(0,9,10)", "∞()")
    assert format_value(value, infinity="inf") in ("inf(0,9,10)", "inf()")


@pytest.mark.parametrize("text", [
    "", "x", "-1", "1.5", "∞", "∞(", "∞(a)", "∞(-1)", "∞(1,,2)", "∞(1,)", "inf", "²", "∞(0;1)",
])  # fmt: skip
def test_what_is_no_value(text):
    with pytest.raises(ValueError, match=r"write a natural number, or ∞\(0,2\)"):
        parse_value(text)


EXAMPLES = [
    GrundyError("plain"), errors.CodeError("0.79: digit 9 is not octal", text="0.79", column=4),
    errors.GraphFormatError("an edge needs two ends", file="g.csv", line=7),
    errors.RulesetError("no game"), errors.CycleError(["a", "b"]),
    errors.UnknownNameError("vertex", "appel", ["apple", "pear"]),
    errors.PositionError("an illegal position"),
    errors.MissingExtraError("pyarrow", "formats", "Writing Parquet"),
    errors.LimitError("too long", partial=(lambda: 1), prepare=lambda: 2),
    errors.VerificationError("condition A fails", where="c", condition="A"),
    errors.FolderError("kept: another run writes here"), errors.AddressError("port 80 is taken"),
    errors.ClusterError("no scheduler answers"), errors.LostWorkerError(("G", 7), 3),
    errors.NoJsonError("The request is no JSON."),
    errors.RequestError("Expected `str`, got `int`").inside(".name"),
]  # fmt: skip


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickle_and_copy(error: GrundyError) -> None:
    there_and_back = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    for twin in (there_and_back, copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        left = {"_partial": None, "prepare": None} if isinstance(error, errors.LimitError) else {}
        assert vars(twin) == vars(error) | left


def test_every_error_is_among_the_examples() -> None:
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type)}
    ours = {kind for kind in kinds if issubclass(kind, GrundyError)}
    assert {type(error) for error in EXAMPLES} == ours
