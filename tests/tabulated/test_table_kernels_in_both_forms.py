"""The kernels of tables, plain and compiled: fill a block, look it up, and check it."""

import numpy as np
import pytest

import grundy
from both_forms import in_both_forms
from grundy.games import Coordinates
from grundy.tabulated.game_table import bounded
from grundy.tabulated.kernels import fill, verify
from numbered_rules import digraph_game

pytestmark = [pytest.mark.large, pytest.mark.long]

CONTROL = np.zeros(2, np.int64)
GAMES = {
    "cram": (grundy.catalogue["cram"], "2x4"),  # words that are their numbers
    "chomp": (grundy.catalogue["chomp"], "3x4"),  # heaps, and words that are no states
    "heap": (Coordinates(rays=[(1,)]), (300,)),  # values over 253
    "wythoff": (grundy.catalogue["wythoff"], "9,9"),
}


def _addresses(*arrays):
    return np.array([array.ctypes.data for array in arrays], np.int64)


@pytest.mark.parametrize("name", GAMES)
def test_blocks_of_named_games(name):
    """Values, remoteness and arcs of the upper half, with the lower one as a block on disk."""
    game, start = GAMES[name]
    rules = bounded(game, start)
    count, most = rules.indexed.count, rules.indexed.packed.most
    shift = (count - 1).bit_length() - 1
    first, lower, buffer = 1 << shift, None, np.zeros(most, np.int64)
    no_table = np.zeros((2, 2), np.int64)
    for begin, stop in ((0, first), (first, count)):
        table = no_table if lower is None else np.stack(
            [_addresses(lower, lower) * [1, 0], [lower.itemsize == 2, 0]]
        )  # fmt: skip
        for kind in (np.uint8, np.uint16):
            why, arrays = in_both_forms(
                fill.fill, *rules.arguments, shift, *table, begin, np.zeros(stop - begin, kind),
                buffer, np.zeros(2, np.int64), CONTROL,
            )  # fmt: skip
            if why == fill.DONE:
                break
            assert why == fill.WIDE
            assert name == "heap"
        entries = arrays[10]
        if lower is None:
            lower = entries
    assert why == fill.DONE
    whole = np.concatenate([lower.astype(entries.dtype), entries])
    _check_whole(rules, whole, buffer)


def _check_whole(rules, values, buffer):
    """Look up and check a table of one block; then spoil an entry."""
    count, shift = len(values), len(values).bit_length()
    table = shift, _addresses(values), np.array([values.itemsize == 2], np.int64)
    _, arrays = in_both_forms(
        fill.hurry, *rules.arguments, *table, np.zeros(1, np.int64), 0,
        np.zeros(count, np.uint16), buffer, np.zeros(2, np.int64), CONTROL,
    )  # fmt: skip
    lengths = arrays[11]
    numbers = np.arange(count)
    in_both_forms(fill.look_up, numbers, *table, np.zeros(count, np.int64))
    in_both_forms(fill.look_up_ends, numbers, shift, _addresses(lengths), np.zeros(count, np.int64))
    in_both_forms(
        fill.arcs, *rules.arguments, 0, count, *np.zeros((2, 3 * len(buffer)), np.int64), buffer,
        np.zeros(2, np.int64),
    )  # fmt: skip
    in_both_forms(fill.count_options, *rules.arguments, numbers, buffer)
    masks = np.zeros((count, len(buffer) // 64 + 1), np.uint64)
    in_both_forms(fill.finite_options, *rules.arguments, *table, numbers, buffer, masks)
    for place, change in ((0, 0), (count // 2, 1), (count - 1, 3)):
        values[place] ^= change
        wrong, arrays = in_both_forms(
            verify.first_fault, *rules.arguments, *table, False, CONTROL, CONTROL,
            _addresses(lengths), True, numbers[:0], 0, buffer, buffer, buffer,
            np.array([0, count]), CONTROL,
        )  # fmt: skip
        assert (wrong == verify.FINE) == (change == 0)
        values[place] ^= change


@pytest.mark.parametrize("spoilt", [None, 0, 1, 2, 3])
def test_entries_with_infinity(spoilt):
    """Conditions A, B and C on a digraph with cycles, right and with one entry changed."""
    rules = bounded(digraph_game([[1], [0, 2], [], [0, 1]]), 3)
    values = np.array([254, 254, 0, 0], np.uint8)  # 3 has no move to 0; ∞ all around
    values[:2] = [0, 1]  # 1 leads to 2, which is 0
    counters = np.array([1, 2, 0, 0], np.uint32)
    if spoilt is not None:
        values[spoilt] = 254
    buffers = [np.zeros(4, np.int64) for _ in range(3)]
    lengths = np.zeros(4, np.uint16)
    in_both_forms(
        verify.first_fault, *rules.arguments, 2, _addresses(values), CONTROL, True, CONTROL,
        _addresses(counters), _addresses(lengths), spoilt == 2, np.arange(4), 0, *buffers,
        np.array([0, 4]), CONTROL,
    )  # fmt: skip


@pytest.mark.parametrize("rows", [[[1], []], [[], [5]], [[], [0], [1, 0]]])
def test_refusals(rows):
    """An option above its state, and one that is no number of the table."""
    rules = bounded(digraph_game(rows, "falls"), len(rows) - 1)
    in_both_forms(
        fill.fill, *rules.arguments, 2, *np.zeros((2, 1), np.int64), 0,
        np.zeros(len(rows), np.uint8), np.zeros(4, np.int64), np.zeros(2, np.int64), CONTROL,
    )  # fmt: skip
