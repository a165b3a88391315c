"""The kernels of the misère theory, plain and compiled, on arrays at random."""

import numpy as np
import pytest

from both_forms import in_both_forms
from grundy.misere.kernels import invariant, outcomes

pytestmark = [pytest.mark.large, pytest.mark.long]


def _wins(chance: np.random.Generator, rows: int, order: int) -> np.ndarray:
    bits = chance.integers(0, 2, (rows, order), np.uint8)
    padded = np.pad(bits, [(0, 0), (0, -order % 64)])
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


@pytest.mark.parametrize("order", [1, 63, 64, 65, 130])
@pytest.mark.parametrize("seed", range(4))
def test_the_search_of_sums(order, seed):
    """It stops at the same sum, with the same sets, wherever the arrays are full."""
    chance = np.random.default_rng(seed)
    table = chance.integers(0, order, (order, order), np.int32)
    kinds, size = 4, (4, 30, 200)[seed % 3]
    wins = _wins(chance, kinds, order) | np.uint64(seed < 3)
    grown = np.zeros((size, wins.shape[1]), np.uint64)
    elements, items, parents, links, stack, cursors = np.zeros((6, size), np.int32)
    items[0], parents[0], links[0] = kinds - 1, -1, -1
    heads = np.full(order, -1, np.int32)
    heads[0] = 0
    state = np.array([1, 0, 0], np.int64)
    portion = chance.random(order) < 0.5
    kind_elements = chance.integers(0, order, kinds, np.int32)
    why, _ = in_both_forms(
        outcomes.search, table, portion, kind_elements, wins, elements, grown, items, parents,
        links, heads, stack, cursors, state, np.zeros(2, np.int64),
    )  # fmt: skip
    assert why != outcomes.STOPPED
    starts = np.minimum(np.arange(order + 1), 6)
    in_both_forms(
        invariant.kept, table, portion, kind_elements, wins, starts, _wins(chance, 6, order),
        np.zeros(wins.shape[1], np.uint64), np.zeros(2, np.int64),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_models(seed):
    """Products, outcomes, and numbers of 64 bits that overflow, are the same."""
    chance = np.random.default_rng(seed)
    base, sizes = 5, np.array([4, 3][: seed % 3], np.int64)
    table = chance.integers(0, base, (base, base), np.int32)
    indices = np.ones(len(sizes), np.int64)
    digits = np.indices((base, *sizes.tolist()), np.int32).reshape(len(sizes) + 1, -1).T.copy()
    order = len(digits)
    images = chance.integers(0, order, 3)
    action = np.zeros((order, 3), np.int32)
    _, arrays = in_both_forms(outcomes.actions, table, indices, sizes, digits, images, action)
    control = np.zeros(2, np.int64)
    in_both_forms(
        outcomes.fill, table, indices, sizes, digits, images, np.array([0, 1, 2, 4]),
        chance.integers(0, order, 4), np.full(order, outcomes.UNKNOWN, np.int8),
        *np.zeros((3, order + 1), np.int64), control,
    )  # fmt: skip
    colours = chance.integers(0, 2**62, order)
    in_both_forms(outcomes.mixed, colours, arrays[-1], np.zeros(order, np.uint64))
