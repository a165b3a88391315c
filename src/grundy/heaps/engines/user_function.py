"""Values by the definition: mex over the options, one by one; a user's function may be compiled.

What a user's function returns is looked up as it comes, a block of heaps at a time; that these
are heaps, and what kinds of numbers, is seen for the block at once. A block with anything else in
it is done again by the definition, which knows what to say.

It starts in plain Python: to compile takes longer than many an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import xor
from typing import Any, Protocol

from grundy.games.state_text import pass_on
from grundy.games.values.compiled_rule import CompiledFunction
from grundy.heaps.engines.engine import Engine, mex
from grundy.running.watched import Control

_BLOCK = 256  # heaps between two looks at whether to stop
_CALLED = 32  # the same, where a function of the user is called
_FEW = 1_000  # heaps that Python answers for a second, at most, before the function is compiled
_SECONDS = 1.0
_STEP = 64  # heaps between two looks at the clock
_NUMBERS = frozenset({int})
_SUMS = frozenset({tuple, list})

Known = list[int]
Look = Callable[[Known, Sequence[Any]], set[int]]


class HasFunction(Protocol):
    """A game whose options a user's function returns."""

    text: str
    function: Callable[[int], Iterable[Any]]
    tuples_are_sums: bool

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap as a tuple of heaps."""


class DefinitionEngine(Engine):
    """Values by the definition, option by option."""

    name = "definition"

    def __init__(self, options: Callable[[int], Iterator[tuple[int, ...]]]) -> None:
        super().__init__()
        self._options = options
        self._block = _BLOCK

    def _extend_compiled(self, stop: int, control: Control) -> int:
        start = self.filled
        known: Known = self.values[:start].tolist()
        while len(known) < stop and not control[1]:
            control[0] = len(known)
            self._extend_block(known, min(len(known) + self._block, stop))
        return self._store(known, start)

    def _extend_block(self, known: Known, end: int) -> None:
        """Append the values up to heap end - 1."""
        for heap in range(len(known), end):
            known.append(mex(_at_tuples(known, self._options(heap))))


class FunctionEngine(DefinitionEngine):
    """Values from what a user's function returns; as fast as a loop that calls it."""

    by_function = True

    def __init__(self, game: HasFunction) -> None:
        super().__init__(game.options)
        self._block = _CALLED
        self._function = game.function
        self._looks: list[Look] = [_at_heaps]
        if game.tuples_are_sums:
            self._looks += [_at_pairs, _at_tuples]

    def _extend_block(self, known: Known, end: int) -> None:
        if not known or not self._extend_unchecked(known, end):
            super()._extend_block(known, end)

    def _extend_unchecked(self, known: Known, end: int) -> bool:
        """Append the values up to heap end - 1; or leave them as they are, and return False."""
        start, options = len(known), self._function
        looked_up: list[Any] = []
        for look in tuple(self._looks):
            try:
                for heap in range(start, end):
                    some = list(options(heap))
                    reached = look(known, some)
                    value = 0
                    while value in reached:
                        value += 1
                    known.append(value)
                    looked_up += some
                if _are_heaps(looked_up, alone=look is _at_heaps):
                    self._looks.remove(look)
                    self._looks.insert(0, look)
                    return True
            except Exception as error:  # another look, or the definition, says what is wrong
                pass_on(error)
            del known[start:]
            looked_up.clear()
        return False


def _at_heaps(known: Known, options: Sequence[Any]) -> set[int]:
    return set(map(known.__getitem__, options))


def _at_pairs(known: Known, options: Sequence[Any]) -> set[int]:
    return {known[one] ^ known[other] for one, other in options}


def _at_tuples(known: Known, options: Iterable[Any]) -> set[int]:
    value_of = known.__getitem__
    return {reduce(xor, map(value_of, option), 0) for option in options}


def _are_heaps(options: Iterable[Any], *, alone: bool) -> bool:
    """Return whether options are natural numbers, or else tuples of them; True is no number."""
    if not alone:
        if not _SUMS.issuperset(map(type, options)):
            return False
        options = list(chain.from_iterable(options))
    return _NUMBERS.issuperset(map(type, options)) and min(options, default=0) >= 0


class RuleEngine(FunctionEngine):
    """Values by the definition, with the function of the game compiled."""

    name = "definition"
    by_function = False  # it compiles, and compiled code looks at whether to stop

    def __init__(self, game: HasFunction) -> None:
        super().__init__(game)
        self._compiled = CompiledFunction(game.function, game.text, game.options)
        self._spent = 0.0

    def _extend_compiled(self, stop: int, control: Control) -> int:
        while self.filled < stop <= _FEW and self._spent < _SECONDS and not control[1]:
            start = time.monotonic()
            self.filled = super()._extend_compiled(min(self.filled + _STEP, stop), control)
            self._spent += time.monotonic() - start
        if self.filled < stop and not control[1]:
            self._compiled.compare(self.filled, stop)
            self.name = "compiled definition"
            return self._run(stop, control)
        return self.filled

    def _run(self, stop: int, control: Control) -> int:
        wide = self._wide()
        control[0] = self.filled
        try:
            return self._keep(wide, self._compiled.extend(wide, self.filled, stop, control))
        except Exception:
            self.filled = self._keep(wide, int(control[0]))
            raise
