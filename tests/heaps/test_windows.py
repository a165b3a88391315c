"""Windows of values: rare heaps end, and small heaps make all smaller values options."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import TakeAndBreak
from grundy.heaps.engines.engine import window_of

_STOP = 600


def rare_by_definition(code, mask, values):
    """The heaps of even parity; by position, those whose parity is not that of the heap."""
    first = next(r for r, digit in enumerate(code.digits) if digit & 4)
    parity = [bin(v & mask.bits).count("1") & 1 for v in values.tolist()]
    turn = [(n - first) & 1 if mask.by_position else 0 for n in range(len(values))]
    return [n for n in range(1, len(values)) if parity[n] == turn[n]]


def failures(code, values, rares, near, start):
    """The heaps of which rare and small heaps alone do not make out the value."""
    wrong = []
    rests = [r for r, digit in enumerate(code.digits) if r and digit & 2]
    splits = [r for r, digit in enumerate(code.digits) if digit & 4]
    for n in range(start, len(values)):
        few = {values[n - r] for r in rests}
        few |= {values[a] ^ values[n - r - a] for r in splits for a in rares}
        small = {values[a] ^ values[n - r - a] for r in splits for a in range(1, near)}
        value = values[n]
        if value in few or not set(range(value)) <= few | small:
            wrong.append(n)
    return wrong


@pytest.mark.parametrize("digits", ["077", "0156", "03516", "0165", "05042", "07005", "4034"])
def test_a_window_is_enough_and_none_is_smaller(digits):
    """Every value follows by the pairs of the window, and by fewer small heaps some does not."""
    game = TakeAndBreak(f"{digits[0]}.{digits[1:]}")
    check_window(game, np.array(game.values(4 * _STOP)))


@given(st.text("01234567", min_size=2, max_size=4).filter(lambda text: set(text) & set("4567")))
def test_windows_of_random_codes(digits):
    game = TakeAndBreak(f"0.{digits}")
    check_window(game, np.array(game.values(_STOP)))


def check_window(game, values):
    """Compare the window with the definition."""
    window = window_of(game.code, values, _STOP // 2)
    if window is None:
        return
    listed = [int(v) for v in values]
    rares = rare_by_definition(game.code, window.mask, values)
    assert max(rares, default=0) < _STOP // 2
    assert max(rares, default=0) + len(game.code.digits) <= window.reach
    start = max(rares, default=0) + len(game.code.digits)
    assert not failures(game.code, listed, rares, window.near, window.reach + 1)
    if window.near > 1:
        assert failures(game.code, listed, rares, window.near - 1, start)
    assert not set(window.tries) & set(rares)
    assert all(1 <= a < window.near for a in window.tries)
