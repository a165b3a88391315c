"""Functions of a heap in plain Python: the values and the errors are those of the definition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from grundy import HeapGame, RulesetError


@given(
    takes=st.sets(st.integers(1, 7), min_size=1, max_size=3),
    shapes=st.lists(st.integers(0, 5), min_size=1, max_size=4),
    stop=st.integers(0, 140),
)
def test_functions_of_every_shape_have_the_values_of_the_definition(
    takes: set[int], shapes: list[int], stop: int
) -> None:
    """Heaps, pairs, tuples, lists, and all of these mixed; the shape may change with the heap."""

    def function(heap: int) -> Iterable[Any]:
        for take in takes:
            rest = heap - take
            if rest >= 0:
                shape = shapes[heap // 40 % len(shapes)]
                yield [
                    rest, (rest,), (rest // 3, rest - rest // 3), [rest // 2, rest - rest // 2],
                    (1, rest // 2, rest // 4) if rest > 1 else (), np.int64(rest),
                ][shape]  # fmt: skip
        if heap % 50 == 49:
            yield ()

    game = HeapGame(function)

    assert game.values(stop).tolist() == reference.values(game, stop)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (-1, "a part that is no natural number"),
        (-200, "a part that is no natural number"),
        (True, "no tuple of heaps"),
        (2.0, "no tuple of heaps"),
        ("12", "no tuple of heaps"),
        ({1, 2}, "no tuple of heaps"),
        ((3, -4), "a part that is no natural number"),
        ((3, True), "a part that is no natural number"),
        (50, "not smaller than 50"),
        ((1, 50), "not smaller than 50"),
        (10**30, "not smaller than 50"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("beside", [1, (1, 2)], ids=["heaps", "pairs"])
def test_what_is_no_heap_is_found_at_its_heap(option: Any, said: str, beside: Any) -> None:
    """Whatever the other options are, and however late it comes, and the values before are kept."""
    game = HeapGame(lambda n: [option if n == 50 else beside, beside] if n > 2 else [])
    with pytest.raises(RulesetError, match=f"of heap 50 .*{said}"):
        game.values(100)
    assert game.values(50).tolist() == reference.values(game, 50)
