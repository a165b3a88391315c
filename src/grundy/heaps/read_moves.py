"""The rule by a set, a code or arithmetic that makes the moves of a function, as far as tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from grundy.heaps.codes import Code
from grundy.heaps.larger_heaps import half_the_time
from grundy.heaps.periods.verify_digits import parse_terms
from grundy.heaps.rules import HeapGame, Leave, TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import AllBut, Subtraction

Moves = Sequence[frozenset[tuple[int, ...]]]

_FEWEST = 24  # heaps, fewer of which any rule would fit
_MOST_MOVES = 20_000  # that are read; of all heaps together
_MOST_AMOUNTS = 24
_LONGEST = 12  # digits of a code before the last one repeats
_LARGEST_DIVISOR = 16


def rule_by_moves(ruleset: HeapRuleset, stop: int) -> tuple[HeapRuleset, int] | None:
    """Return a rule with a text that has the moves of a function, and on how many heaps it has.

    >>> rule_by_moves(HeapGame(lambda n: [n - 1, n // 2]), 300)
    (Leave(n-1,n//2), 300)
    """
    if not isinstance(ruleset, HeapGame):
        return None
    moves: list[frozenset[tuple[int, ...]]] = []
    count, is_over = 0, half_the_time()
    while len(moves) < stop and count < _MOST_MOVES and not is_over():
        moves.append(frozenset(ruleset.options(len(moves))))
        count += len(moves[-1])
    if len(moves) < _FEWEST:
        return None
    for rule in _read(moves):
        if all(set(rule.options(heap)) == options for heap, options in enumerate(moves)):
            return rule, len(moves)
    return None


def _read(moves: Moves) -> Iterator[HeapRuleset]:
    """Yield rules that may have the moves."""
    last = len(moves) - 1
    breaks = any(len(option) > 1 for options in moves for option in options)
    if not breaks:
        excluded = {*range(1, last + 1)} - {last - sum(option) for option in moves[last]}
        if max(excluded, default=0) <= last // 2 and len(excluded) <= _MOST_AMOUNTS:
            yield AllBut(excluded)
        yield from _by_terms(moves)
    yield from _by_code(moves, endless=breaks)


def _by_code(moves: Moves, *, endless: bool) -> Iterator[HeapRuleset]:
    """Yield the code whose digits say what was seen, of which the last may repeat."""
    digits = [0] * len(moves)
    for heap, options in enumerate(moves):
        for option in options:
            if sum(option) > heap:
                return
            digits[heap - sum(option)] |= 1 << len(option)
    last = max((amount for amount, digit in enumerate(digits) if digit), default=0)
    head, tail = digits[: last + 1], digits[:0]
    if last >= len(moves) // 2:
        head, tail = digits[:_LONGEST], digits[_LONGEST : _LONGEST + 1]
    if tail and not endless:
        return
    with suppress(ValueError):  # more heaps than a digit can say
        yield TakeAndBreak(str(Code(tuple(head), tuple(tail))))


def _by_terms(moves: Moves) -> Iterator[HeapRuleset]:
    """Yield the rule of terms that make all moves, the one with most moves first."""
    reached = [{sum(option) for option in options} for options in moves]
    open_ = {(heap, rest) for heap, rests in enumerate(reached) for rest in rests}
    amounts = sorted({heap - rest for heap, rest in open_})[:_MOST_AMOUNTS]
    words = [*(f"n-{amount}" for amount in amounts), *_words()]  # of equal ones the plainer
    made = {word: pairs for word in words if (pairs := _made(word, reached))}
    chosen: list[str] = []
    while open_ and made:
        chosen.append(max(made, key=lambda word: len(made[word] & open_)))
        open_ -= made.pop(chosen[-1])
    numbers = [word.removeprefix("n-") for word in chosen]
    if chosen and not open_:
        all_numbers = all(map(str.isdigit, numbers))
        yield Subtraction(map(int, numbers)) if all_numbers else Leave(*sorted(chosen))


def _words() -> Iterator[str]:
    for k in range(2, _LARGEST_DIVISOR + 1):
        yield from (f"n//{k}", f"ceil(n/{k})", f"n/{k}", f"n-{k}i", f"n-{k}^i")
        yield from (f"n-({k}i+{c})" for c in range(1, k))
        yield from (f"n-{c}*{k}^i" for c in range(2, k + 2))


def _made(word: str, reached: Sequence[set[int]]) -> set[tuple[int, int]] | None:
    """Return the moves that a term makes, None where it makes others."""
    (term,) = parse_terms((word,))
    pairs = set()
    for heap, rests in enumerate(reached):
        for rest in term.rests(heap):
            if rest not in rests:
                return None
            pairs.add((heap, rest))
    return pairs
