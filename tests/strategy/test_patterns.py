"""What is seen in tables of two numbers, and that nothing is said where there is nothing."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.nimbers import mex, nim_product
from grundy.strategy.patterns import ZEROS, Pattern, patterns

ROWS, COLUMNS = 30, 41
PI = [int(digit) for digit in "314159265358979323846264338327950288419716939937510582097494459230"]
PI += PI
TESTED = "a ≤ 29 and b ≤ 40"


def seen(function: Callable[[int, int], int], *, outcomes: bool = False) -> list[str]:
    cells = [[function(a, b) for b in range(COLUMNS)] for a in range(ROWS)]
    found = patterns(cells, outcomes=outcomes)
    return [str(each).partition("; only a guess: chance fits these at")[0] for each in found]


@pytest.mark.parametrize(("function", "text"), [
    (lambda a, b: a ^ b, "a xor b"), (lambda a, b: a % 4 ^ b // 2, "(a mod 4) xor ⌊b/2⌋"),
    (lambda a, b: b % 3, "b mod 3"), (lambda a, b: (a + b) % 5, "n mod 5 with n = a + b"),
    (lambda a, b: abs(a - b), "|a − b|"), (lambda a, b: min(a, b) // 2, "⌊n/2⌋ with n = min(a, b)"),
    (lambda a, b: max(a, b), "max(a, b)"),
    (lambda a, b: 99 + a - b, "a function of a − b alone: it is the same along each diagonal"),
    (lambda a, b: 2 * (a % 2) + a % 2 * (b % 2),
     "a function of a mod 2 and b mod 2 alone: rows 0 0, 2 3"),
    (lambda a, b: PI[a] ^ PI[b], "f(a) xor f(b) with f = 0, 2, 7, 2, 6, 10, 1, 5, 6, 0, 6, 11, …"),
    (lambda a, b: PI[a] ^ 3 ^ b,
     "(a function of a alone: 0, 2, 7, 2, 6, 10, 1, 5, 6, 0, 6, 11, …) xor b"),
    (lambda a, b: (~(a | b) & (a | b) + 1).bit_length() - 1,  # Luogu P2148
     "a function of a | b (bitwise or) alone: 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, …"),
    (nim_product, "a ⊗ b (nim-product)"),
    (lambda a, b: nim_product(a % 4, b // 2), "(a mod 4) ⊗ ⌊b/2⌋ (nim-product)"),
    (lambda a, b: PI[a + b], "a function of a + b alone: 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, …"),
])  # fmt: skip
def test_values_that_follow_a_pattern(function: Callable[[int, int], int], text: str) -> None:
    assert seen(function) == [f"G(a, b) might be {text}, for {TESTED}"]


@pytest.mark.parametrize(("is_zero", "text"), [
    (lambda a, b: a == b, "(a, b) with a − b in {0}"),
    (lambda a, b: a + b in (0, 7), "(a, b) with a + b in {0, 7}"),
    (lambda a, b: (a + b) % 3 == 0, "(a, b) with (a mod 3, b mod 3) in {(0, 0), (1, 2), (2, 1)}"),
    (lambda a, b: a % 2 == 0 or b in (0, 7), "(a, b) with a mod 2 in {0} or b in {0, 7}"),
    (lambda a, b: a == b if max(a, b) > 1 else a != b,  # misère Nim
     "(a, b) with a − b in {0} where a or b is above 1, and (0, 1), (1, 0)"),
    (lambda a, b: a == b > 1,
     "(a, b) with a − b in {0} where a or b is above 1, and no others"),
])  # fmt: skip
def test_p_positions_that_follow_a_pattern(is_zero: Callable[[int, int], bool], text: str) -> None:
    expected = f"the set of P-positions might be {text}, for {TESTED}"
    assert seen(lambda a, b: int(not is_zero(a, b)), outcomes=True) == [expected]


@pytest.mark.parametrize("is_zero", [
    lambda a, b: a == 0 or b < 15, lambda a, b: a - b in (0, 10), lambda a, b: a + b in (0, 23),
])  # fmt: skip
def test_a_set_that_goes_far_is_not_said_to_end(is_zero: Callable[[int, int], bool]) -> None:
    """Its last number has to stand in the first third (LeetCode 3222 in eight rows)."""
    assert seen(lambda a, b: int(not is_zero(a, b)), outcomes=True) == []


def drawn_moves(draw: random.Random) -> Callable[[int, int], list[tuple[int, int]]]:
    """Return a rule of two numbers: amounts up to 4 from one, both or either, or any from one."""
    pairs = [(draw.randrange(4), draw.randrange(1, 4)) for _ in range(draw.randrange(1, 4))]
    some, others = (draw.sample(range(1, 5), draw.randrange(1, 4)) for _ in "ab")
    kind = draw.randrange(4)

    def moves(a: int, b: int) -> list[tuple[int, int]]:
        both = [(a - x, b - y) for x, y in pairs]
        turned = [(a - y, b - x) for x, y in pairs]
        rows = [*((k, b) for k in range(a)), *((a, k) for k in range(b))]
        few = [*((a - k, b) for k in some), *((a, b - k) for k in others)]
        return [both + turned, few + both[:1], rows + [(a - k, b - k) for k in some],
                rows + both + turned][kind]  # fmt: skip

    return moves


def drawn_table(moves: Any, stop: int, misere: bool) -> list[list[int]]:
    """Return the values by the definition; under misère play 1 for what is won."""
    found: dict[tuple[int, int], int] = {}
    for a, b in np.ndindex(stop, stop):
        options = {found[move] for move in moves(a, b) if min(move) >= 0}
        found[a, b] = (0 in options or not options) if misere else mex(options)
    return [[int(found[a, b]) for b in range(stop)] for a in range(stop)]


@pytest.mark.parametrize("rules", [60, pytest.param(1_000, marks=pytest.mark.long)])
def test_eight_rows_of_a_rule_drawn_at_random_show_nothing_false(rules: int) -> None:
    draw = random.Random(rules)
    said = 0
    for _ in range(rules):
        moves, misere = drawn_moves(draw), draw.random() < 0.4
        table = drawn_table(moves, 24, misere)
        for outcomes in (True, misere):
            for one in patterns([row[:8] for row in table[:8]], outcomes=outcomes)[:1]:
                of_zeros = one.about == ZEROS
                (other, *_) = patterns(table, outcomes=of_zeros)
                assert one.text == other.text or (not of_zeros and kind(one) == kind(other)), one
                said += 1
    assert said >= rules // 3


def kind(of_values: Pattern) -> str:
    """Return what a sentence on values says, without the functions in it."""
    kinds = (" xor ", " ⊗ ", "a + b", "|a − b|", "min(a, b)", "max(a, b)", "a | b")
    return next(kind for kind in kinds if kind in of_values.text)


def test_pairs_without_one_mirror_image_are_none() -> None:
    """Wythoff's pairs turned round, all but one: nothing is said of Beatty sequences."""
    golden = (1 + 5**0.5) / 2
    pairs = {(int(k * golden), int(k * golden) + k) for k in range(30)}
    both = pairs | {(b, a) for a, b in pairs}
    assert "(1 + √5)/2" in seen(lambda a, b: int((a, b) not in both), outcomes=True)[0]
    assert seen(lambda a, b: int((a, b) not in both - {(10, 6)}), outcomes=True) == []


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_noise_has_no_pattern(seed: int) -> None:
    """Random values show nothing, and one wrong cell takes away what a table shows."""
    noise = np.random.default_rng(seed)
    for rows, columns, most in ((ROWS, COLUMNS, 9), (8, 8, 2), (8, 8, 5)):
        drawn = noise.integers(0, most, (rows, columns)).tolist()
        assert patterns(drawn, outcomes=False) == ()
    cells = np.bitwise_xor.outer(np.arange(ROWS), np.arange(COLUMNS))
    cells[noise.integers(ROWS), noise.integers(COLUMNS)] += 100
    assert not any("xor" in str(seen) for seen in patterns(cells.tolist(), outcomes=False))


def test_small_tables_show_nothing() -> None:
    assert patterns([[0] * 50] * 7, outcomes=False) == ()
    assert patterns([[0] * 7] * 50, outcomes=False) == ()


def king(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    a, b = pair
    if a:
        yield a - 1, b
    if b:
        yield a, b - 1
    if a and b:
        yield a - 1, b - 1


# W. A. Wythoff 1907; A. S. Fraenkel 1982 for differences less than two: α = √2, β = 2 + √2.
def wythoff(pair: tuple[int, int], most: int = 0) -> Iterator[tuple[int, int]]:
    """Take from one heap, or from both numbers that differ by at most *most*."""
    a, b = pair
    yield from ((i, b) for i in range(a))
    yield from ((a, i) for i in range(b))
    yield from ((i, j) for i in range(a) for j in range(b) if abs((a - i) - (b - j)) <= most)


@pytest.mark.parametrize(("most", "text"), [
    (0, "(⌊k·(1 + √5)/2⌋, ⌊k·(3 + √5)/2⌋) for k = 0, 1, 2, … and these turned round"),
    (1, "(⌊k·√2⌋, ⌊k·(2 + √2)⌋) for k = 0, 1, 2, … and these turned round"),
])  # fmt: skip
def test_beatty_pairs_of_wythoffs_games(most: int, text: str) -> None:
    table = grundy.value_table(grundy.game(lambda pair: wythoff(pair, most)), 18, 40)
    zeros, *rows = table.patterns()
    assert zeros.text == text
    assert str(rows[0]) == (
        "row a = 0 might be one of period 1 and saltus 1 from b = 0 on, for b ≤ 40; only a guess: "
        "chance fits these at most once in 41, and larger ones may differ"
    )


def test_outcomes_and_infinite_values() -> None:
    """A table of outcomes shows its P-positions; one with a draw, or with holes, nothing."""
    outcomes = grundy.value_table(grundy.game(king), 12, 12, outcomes=True)
    assert [seen.text for seen in outcomes.patterns()] == [
        "(a, b) with (a mod 2, b mod 2) in {(0, 0)}"
    ]
    drawn = grundy.value_table(grundy.game(lambda pair: [pair]), 9, 9)
    assert drawn.patterns() == ()
    assert grundy.value_table(grundy.catalogue["kayles"], 40).patterns() == ()
