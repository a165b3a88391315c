"""Random codes, and who wins by a full search of the game tree."""

from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st

import heap_strategies
from grundy.games.position import Move, Solved
from grundy.heaps.codes import Code
from grundy.heaps.ruleset import HeapRuleset

HeapMove = tuple[int, int, tuple[int, ...]]
"""The place of a heap, its size, and what it becomes."""


def codes(greatest: int = 15) -> st.SearchStrategy[Code]:
    return heap_strategies.codes(greatest, 4)


def wins(ruleset: HeapRuleset, start: tuple[int, ...], *, misere: bool) -> bool:
    """Return whether the player to move wins, by the whole game tree."""
    return searched(ruleset, misere=misere)(tuple(sorted(start)))


def searched(ruleset: HeapRuleset, *, misere: bool) -> Callable[[tuple[int, ...]], bool]:
    @cache
    def search(heaps: tuple[int, ...]) -> bool:
        replies = {
            tuple(sorted((*heaps[:place], *heaps[place + 1 :], *option)))
            for place, heap in enumerate(heaps)
            for option in ruleset.options(heap)
        }
        return not all(search(reply) for reply in replies) if replies else misere

    return search


def all_winning_moves(
    ruleset: HeapRuleset, heaps: list[int], *, misere: bool = False
) -> set[HeapMove]:
    """Return the moves after which the other player loses, by the whole game tree."""
    return {
        (place, heap, option)
        for place, heap in enumerate(heaps)
        for option in ruleset.options(heap)
        if not wins(ruleset, (*heaps[:place], *heaps[place + 1 :], *option), misere=misere)
    }


def places(answer: Solved, move: HeapMove) -> int:
    place, heap, option = move
    if answer.position.part(place).ruleset.text != "0.007":
        return 1
    rests = ((left, heap - 3 - left) for left in range(heap - 2))
    return sum(tuple(sorted(filter(None, rest))) == option for rest in rests)


def assert_agrees(answer: Solved, expected: set[HeapMove]) -> None:
    moves = heap_moves(answer)
    each = [move for move in expected for _ in range(places(answer, move))]
    assert sorted(moves) == sorted(each)
    assert answer.winning_move_count() == len(each)
    one = answer.winning_move()
    assert (heap_move(answer, one) in expected) if one else not expected


def heap_moves(answer: Solved) -> list[HeapMove]:
    """Return the winning moves by the place of the heap, its size, and what it becomes."""
    return [heap_move(answer, move) for move in answer.winning_moves()]


def heap_move(answer: Solved, move: Move) -> HeapMove:
    before, after = answer.position.parts, move.option.parts
    grown = len(after) - len(before) + 1
    assert (after[: move.part], after[move.part + grown :]) == (
        before[: move.part], before[move.part + 1 :])  # fmt: skip
    option = tuple(part.state for part in after[move.part : move.part + grown])
    return move.part, before[move.part].state, option
