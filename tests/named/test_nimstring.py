"""Nimstring: its values are those of the rule in which who frees a coin cuts again."""

from functools import cache
from random import Random

import pytest

from grundy import catalogue

Strings = frozenset[tuple[int, int]]
_MOST = 4  # no value of so few strings is greater


def random_graph(draw: Random) -> Strings:
    """Return a graph of five coins at most and their strings, some of them to the ground."""
    coins = draw.randint(1, 5)
    pairs = [(a, b) for a in range(coins) for b in range(a)]
    strings = {pair for pair in pairs if draw.random() < 0.5}
    ends = 10
    for coin in range(coins):
        have = sum(coin in pair for pair in strings)
        for _ in range(max(2 - have, draw.choice((0, 0, 1)))):
            strings.add((coin, ends))
            ends += 1
    return frozenset(strings)


@cache
def wins(strings: Strings, heap: int) -> bool:
    """Return whether who moves wins these strings beside a heap of Nim, where nobody has to cut."""
    if any(not wins(strings, smaller) for smaller in range(heap)):
        return True
    for string in strings:
        left = strings - {string}
        freed = any(end < 10 and not any(end in other for other in left) for end in string)
        if wins(left, heap) if freed else not wins(left, heap):
            return True
    return False


def graph_of(strings: Strings) -> list[tuple[str, str]]:
    return [(f"v{a}", f"v{b}") for a, b in sorted(strings)]


@pytest.mark.parametrize("seed", range(40))
def test_a_value_is_the_heap_beside_which_it_is_lost(seed: int) -> None:
    """Of random graphs in which every coin has two strings or more."""
    strings = random_graph(Random(seed))
    if len(strings) > 9:
        return
    lost = [heap for heap in range(_MOST + 1) if not wins(strings, heap)]

    assert lost == [catalogue["nimstring"][graph_of(strings)].value()]


@pytest.mark.parametrize("seed", range(12))
def test_a_cut_that_is_left_out_loses_whatever_stands_beside(seed: int) -> None:
    """And each that is there leads to a position with the value of what is left of it."""
    strings = random_graph(Random(100 + seed))
    if len(strings) > 8:
        return
    rules = catalogue["nimstring"]
    position = rules[graph_of(strings)]
    kept = {move.name: move.option for move in position.moves()}
    names = {f"cut v{min(one)}-v{max(one)}": one for one in strings}
    for name, string in names.items():
        lost = [heap for heap in range(_MOST + 1) if not wins(strings - {string}, heap)]
        assert lost == ([kept[name].value()] if name in kept else [])


def test_dots_and_boxes_has_a_line_for_each_string() -> None:
    """An empty board of 2 × 3 boxes has 17 lines, and every first move is there."""
    assert len(list(catalogue["nimstring"].read("boxes:2x3").moves())) == 17
