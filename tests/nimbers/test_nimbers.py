"""mex, nim-sum, the field of nimbers, and the reading of expressions."""

import copy
import operator
import pickle
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grundy import Nimber, mex, nim_sum
from grundy.errors import CodeError
from grundy.nimbers import nim_divide, nim_inverse, nim_power, nim_product, nim_sqrt
from grundy.nimbers.expression import evaluate
from grundy.values import LoopyValue

# Small numbers, the whole field below 2^64, and numbers that need the fields above it.
naturals = st.one_of(
    st.integers(0, 20), st.integers(0, 2**32), st.integers(0, 2**64 - 1), st.integers(0, 2**200)
)
nonzero = naturals.filter(bool)
uint64_arrays = hnp.arrays(
    np.uint64,
    hnp.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=6),
    elements=st.one_of(st.integers(0, 20), st.integers(0, 2**32), st.integers(0, 2**64 - 1)),
)


@cache
def product_by_definition(x, y):
    """Conway's definition: the least number that no smaller pair forces to be excluded."""
    excluded = {
        product_by_definition(a, y) ^ product_by_definition(x, b) ^ product_by_definition(a, b)
        for a in range(x)
        for b in range(y)
    }
    return min(set(range(len(excluded) + 1)) - excluded)


@pytest.mark.parametrize(("values", "expected"), [
    ({1, 2, 4}, 0),  # the source's examples: the lecture notes on Sprague-Grundy theory
    ({0, 1, 2, 6}, 3), ({0, 1, 2, 3}, 4), (set(), 0), ([0, 0, 1, 1], 2), ([10**30, 0], 1),
    ([np.int64(0), Nimber(1)], 2),
])  # fmt: skip
def test_mex_of_known_sets(values, expected):
    assert expected == mex(values)
    assert expected == mex(iter(values))


@given(st.lists(st.integers(0, 30)))
def test_mex_is_the_boundary_of_what_is_present(values):
    found = mex(values)
    assert found not in values
    assert set(range(found)) <= set(values)
    assert found == mex(np.array(values, np.uint8))
    assert found == mex(np.array(values, np.int64).reshape(1, -1))


@pytest.mark.parametrize(("heaps", "expected"), [
    ((4, 8, 17), 29),  # the source's Nim example
    ((1, 3, 5, 7), 0),  # a P-position of Nim; the film "L'année dernière à Marienbad"
    ((4, 8, 12), 0),  # what the winning move from 4, 8, 17 leaves
    ((5, 12), 9), ((), 0), ((2**200, 1), 2**200 + 1),
])  # fmt: skip
def test_known_nim_sums(heaps, expected):
    assert expected == nim_sum(*heaps)


@given(st.lists(st.frozensets(st.integers(0, 20)), max_size=3), st.lists(st.integers(0, 20)))
def test_loopy_values_absorb(sets, heaps):
    """∞(K) plus numbers shifts K; two loopy values make ∞() whatever the numbers."""
    total = nim_sum(*map(LoopyValue, sets), *heaps)
    rest = nim_sum(*heaps)
    if not sets:
        assert total == rest
    elif len(sets) == 1:
        assert total == LoopyValue({k ^ rest for k in sets[0]})
    else:
        assert total == LoopyValue()


@given(uint64_arrays, st.integers(0, 2**64 - 1))
def test_nim_sums_of_arrays_are_elementwise(array, number):
    total = nim_sum(array, number, array, array)
    assert total.dtype == np.uint64
    assert total.shape == array.shape
    assert total.ravel().tolist() == [nim_sum(x, number) for x in array.ravel().tolist()]


@pytest.mark.parametrize("values", [
    (-1,), (1.0,), ("1",), ([1, 2],), (True,), (None,), (np.array([1, -1]),), (np.array([0.5]),),
    (np.array([1]), 2**64), (np.array([True]),), (np.array([1]), LoopyValue()),
    (np.array([None]),),
])  # fmt: skip
def test_nim_sum_refuses_the_rest(values):
    with pytest.raises((TypeError, ValueError), match=r"\.$"):
        nim_sum(*values)


def test_products_are_conways():
    table = [[product_by_definition(x, y) for y in range(16)] for x in range(16)]
    assert table == [[nim_product(x, y) for y in range(16)] for x in range(16)]
    assert table == nim_product(np.arange(16)[:, None], np.arange(16)).tolist()


@pytest.mark.parametrize(("x", "y", "expected"), [
    (2, 2, 3),  # x ⊗ x = 3x/2 for x = 2^(2^k): Conway, On Numbers and Games, ch. 6
    (4, 4, 6), (16, 16, 24), (256, 256, 384), (65536, 65536, 98304), (2**32, 2**32, 6442450944),
    (2**64, 2**64, 3 * 2**63), (2**128, 2**128, 3 * 2**127),
    (2**64, 2**63, 2**127),  # and x ⊗ y = xy for y < x = 2^(2^k)
    (2**64 - 1, 2**64 - 1, 11290409524105353207),  # from two independent programs
    (123456789, 987654321, 2797059340),
])  # fmt: skip
def test_known_products(x, y, expected):
    assert expected == nim_product(x, y)
    if max(x, y) < 2**64:
        assert [expected] == nim_product(np.array([x], np.uint64), y).tolist()


@given(naturals, naturals, naturals)
def test_the_nimbers_are_a_commutative_ring(x, y, z):
    assert nim_product(x, y) == nim_product(y, x)
    assert nim_product(nim_product(x, y), z) == nim_product(x, nim_product(y, z))
    assert nim_product(x, y ^ z) == nim_product(x, y) ^ nim_product(x, z)
    assert nim_product(x, 1) == x
    assert nim_product(x, 0) == 0


@given(naturals, nonzero)
def test_the_nimbers_are_a_field(x, y):
    bits = max(16, 1 << (max(x, y).bit_length() - 1).bit_length())
    assert nim_product(nim_divide(x, y), y) == x
    assert nim_product(y, nim_inverse(y)) == 1
    assert nim_product(x, y) < 2**bits
    assert nim_divide(x, y) < 2**bits


@given(naturals, naturals)
def test_square_roots_are_linear(x, y):
    assert nim_product(nim_sqrt(x), nim_sqrt(x)) == x
    assert nim_sqrt(nim_product(x, x)) == x
    assert nim_sqrt(x ^ y) == nim_sqrt(x) ^ nim_sqrt(y)


@given(nonzero, st.integers(-(2**70), 2**70), st.integers(-40, 40))
def test_exponents_add(x, many, few):
    assert nim_power(x, many + few) == nim_product(nim_power(x, many), nim_power(x, few))


@pytest.mark.parametrize("exponent", [1, 15, 2**16 - 1, 2**64 - 1, 10**3000])
def test_powers_of_zero(exponent):
    assert nim_power(0, exponent) == 0
    assert nim_power(np.array([0, 1]), exponent).tolist() == [0, 1]
    assert nim_power(0, 0) == 1
    with pytest.raises(ZeroDivisionError, match="nimber 0 has no inverse"):
        nim_power(0, -exponent)


@given(uint64_arrays, st.data())
def test_arrays_agree_with_ints(x, data):
    y = data.draw(hnp.arrays(np.uint64, x.shape[-1:], elements=st.integers(1, 2**64 - 1)))
    pairs = list(zip(*(a.ravel().tolist() for a in np.broadcast_arrays(x, y)), strict=True))
    exponent = data.draw(st.integers(0, 2**66))
    assert [nim_product(a, b) for a, b in pairs] == nim_product(x, y).ravel().tolist()
    assert [nim_divide(a, b) for a, b in pairs] == nim_divide(x, y).ravel().tolist()
    assert [nim_sqrt(a) for a, _ in pairs] == nim_sqrt(x).ravel().tolist()
    assert [nim_inverse(b) for b in y.tolist()] == nim_inverse(y).tolist()
    assert [nim_power(a, exponent) for a, _ in pairs] == nim_power(x, exponent).ravel().tolist()
    assert [nim_power(b, -3) for b in y.tolist()] == nim_power(y, -3).tolist()
    assert nim_product(x, y).shape == np.broadcast_shapes(x.shape, y.shape)


def test_arrays_longer_than_a_block_and_in_any_layout():
    """Blocks, strides, transposes and broadcasting change nothing, nor do small dtypes."""
    x = np.random.default_rng(1).integers(0, 2**63, (3, 40_000), np.int64)[:, ::3]
    table = nim_product(x.T, x[:1].T)
    assert table.shape == x.T.shape
    assert table.dtype == np.uint64
    for row, column in ((0, 0), (8191, 1), (8192, 2), (13_333, 2)):
        assert table[row, column] == nim_product(x[column, row], x[0, row])
    assert (
        nim_product(x % 200, 255).tolist() == nim_product((x % 200).astype(np.uint8), 255).tolist()
    )


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ((1, -2), ValueError, "found -2"), ((1.5, 2), TypeError, "found 1.5"),
    (("2", 2), TypeError, "found '2'"), ((True, 2), TypeError, "found True"),
    (([1, 2], 2), TypeError, r"found \[1, 2\]"),
    ((np.array([1.0]), 2), TypeError, "integers, found float64"),
    ((np.array([True]), 2), TypeError, "integers, found bool"),
    ((np.array(["1"]), 2), TypeError, "integers, found"),
    ((np.array([3, -4]), 2), ValueError, "found -4 at index 1"),
    ((2, np.array([[3, 4], [5, -6]])), ValueError, r"found -6 at index \(1, 1\)"),
    ((np.array([3]), 2**64), ValueError, "65 bits"), ((np.array([3]), -1), ValueError, "found -1"),
    ((-(10**400), 1), ValueError, "negative number of 1329 bits"),
])  # fmt: skip
def test_products_of_anything_else_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        nim_product(*arguments)


@given(naturals, nonzero)
def test_operators_are_the_functions(x, y):
    for left, right in ((Nimber(x), Nimber(y)), (Nimber(x), y), (x, Nimber(y))):
        assert left + right == left - right == left ^ right == Nimber(x ^ y)
        assert left * right == nim_product(x, y)
        assert left / right == nim_divide(x, y)
    assert Nimber(y) ** -2 == nim_power(y, -2)
    assert Nimber(y).inverse() * y == 1
    assert Nimber(x).sqrt() ** 2 == x
    assert -Nimber(x) == +Nimber(x) == x


def test_a_nimber_is_the_number_it_is_written_with():
    three = Nimber(np.uint8(3))
    assert three == 3 == three.value == operator.index(three) == np.int64(3)
    assert np.int64(3) == three
    assert three not in (4, "*3")
    assert {three: "x"}[3] == "x"
    assert (str(three), repr([three]), f"{three}") == ("*3", "[*3]", "*3")
    assert not Nimber(0)
    assert pickle.loads(pickle.dumps(three)) == copy.deepcopy(three) == Nimber(three)  # noqa: S301
    with pytest.raises(TypeError):
        _ = three < Nimber(4)
    with pytest.raises(AttributeError):
        three.value = 4


@pytest.mark.parametrize(("act", "error", "said"), [
    (lambda: Nimber(-1), ValueError, "A nimber is a natural number"),
    (lambda: Nimber("3"), TypeError, "A nimber is a natural number"),
    (lambda: Nimber(2) ** Nimber(3), TypeError, r"write \*\* 3"),
    (lambda: nim_power(2, 1.0), TypeError, "ordinary integer"),
    (lambda: 1 / Nimber(0), ZeroDivisionError, "no inverse"),
    (lambda: Nimber(3) * 1.5, TypeError, "unsupported operand"),
    (lambda: mex([-1]), ValueError, "found"), (lambda: mex("01"), TypeError, "found"),
    (lambda: mex([LoopyValue()]), TypeError, "found"),
    (lambda: nim_divide(7, np.array([[1, 2], [0, 0]])), ZeroDivisionError, r"index \(1, 0\)"),
    (lambda: nim_power(np.array([1, 2, 0]), -1), ZeroDivisionError, "index 2"),
    (lambda: nim_divide(3, 0), ZeroDivisionError, "no inverse"),
])  # fmt: skip
def test_what_is_no_natural_number_is_refused(act, error, said):
    with pytest.raises(error, match=said):
        act()


@pytest.mark.parametrize(("text", "expected"), [
    ("2*3 + 4", 5), ("4 + 8 + 17", 29), ("4 ^ 8 - 17", 29), ("2*(3 + 4)", nim_product(2, 7)),
    ("16 / 2 * 3", nim_product(nim_divide(16, 2), 3)), ("-3", 3), ("2**3", 1), ("4 ** -1", 15),
    ("-2**2", 3), ("7 ** 0", 1), ("2**" + "9" * 900, nim_power(2, 10**900 - 1)),
    ("sqrt(4) + inverse(4)", 7 ^ 15), ("mex(1, 2, 4)", 0), ("mex(0, 1, 2*2)", 2), ("mex()", 0),
    ("*2 + *3", 1), ("*2 * *2", 3), ("(*2)*2", 3), ("sqrt(*2)", 3), ("2 ⊗ 2 ⊕ 1", 2),
    ("0x1f + 0b1", 30), ("\t 1 +\n 2 ", 3), ("+".join(["1"] * 500), 0), ("*".join(["1"] * 500), 1),
    ("(" * 40 + "5" + ")" * 40, 5), (str(2**256 - 1), 2**256 - 1),
])  # fmt: skip
def test_expressions_mean_what_the_operators_do(text, expected):
    assert expected == evaluate(text)


TOKENS = st.sampled_from(
    ["2", "7", "16", "(", ")", "+", "-", "*", "**", "/", "^", ",", "mex", "sqrt", "inverse", "*5"]
)  # fmt: skip


def error_of(text):
    """Return the error that the text leads to, or None when it has a value."""
    try:
        value = evaluate(text)
    except CodeError as error:
        return error
    assert 0 <= value < 2**256
    return None


@given(st.lists(TOKENS, max_size=12).map(" ".join) | st.text(max_size=40))
def test_any_text_gives_a_number_or_a_sentence(text):
    error = error_of(text)
    if error is not None:
        assert 1 <= error.column <= len(text) + 1
        assert str(error)[-1] in ".?"
        assert "\n" not in str(error)


@pytest.mark.parametrize(("text", "column", "problem"), [
    ("", 1, "empty"), ("2 * (3 +", 5, '"(" at column 5 is never closed'),
    ("2 *", 4, "a number is missing at the end"), ("2 )", 3, '")" at column 3 closes nothing'),
    ("2 3", 3, 'an operator is missing before "3"'),
    ("2 */ 3", 4, 'a number is missing before "/"'), ("007", 1, "leave the zero out"),
    ("1e5", 1, '"1e5" at column 1'), ("2 // 3", 3, 'operator "//"'),
    ("2 * ∞", 5, '"∞" at column 5'), ("1\x07", 2, "U+0007"), ("1 + \udcff", 5, "U+DCFF"),
    ("2 + sqr(4)", 5, "did you mean sqrt?"), ("1 and 2", 3, '"and" at column 3 is unknown'),
    ("sqrt", 5, '"(" is missing after sqrt'), ("2 + sqrt(1, 2)", 5, "takes one number, not 2"),
    ("(1, 2)", 1, "no meaning"), ("1 / 0", 3, "division by 0 at column 3"),
    ("inverse(2 + 2)", 1, "division by 0"), ("2 ** (1 + 1)", 7, "ordinary integer"),
    ("1 + " + str(2**256), 5, "257 bits"), ("1+" * 500 + "1", 1001, "longer than 1000 characters"),
    ("(" * 300 + "1" + ")" * 300, 201, "too deeply"),
    ("sqrt(" * 90 + "1" + ")" * 90, 256, "levels deep"),
])  # fmt: skip
def test_errors_point_at_the_column(text, column, problem):
    with pytest.raises(CodeError) as caught:
        evaluate(text)
    assert problem in str(caught.value)
    assert column == caught.value.column
    assert len(str(caught.value)) < 250
    assert text.startswith(caught.value.text[:1000])
