"""Nim with a pass, and Dudeney's game: a state says more than the heaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from operator import xor
from typing import Any, NamedTuple

import numpy as np

from grundy.errors import PositionError, RulesetError
from grundy.games.protocols import Theorem
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves, OfNumbers
from grundy.games.scenes import Cell, Scene, heaps_drawn, heaps_scene, lines_of, stones
from grundy.games.state_text import naturals, parse_number, read_numbers, shown, written
from grundy.games.values.one_value import ByFormula
from grundy.games.values.packed import MOST, Packed
from grundy.named.entry import (
    NUMBERS,
    OURS,
    Entry,
    Numbers,
    OfParameters,
    formula,
    p_positions,
    values_of,
    word_error,
)
from grundy.named.kernels import tables
from grundy.runtime.limits import Limits, Watch
from grundy.values import integer

_EXAMPLE = "3,4,5"
_PASS_BITS = 8


class HeapsAndPasses(NamedTuple):
    """Heaps, and how many passes are left for both players together."""

    heaps: tuple[int, ...]
    passes: int = 1


def _is_lost(state: HeapsAndPasses) -> bool | None:
    heaps = sorted(filter(None, state.heaps))
    if len(heaps) > 2:
        return None
    low, high = [0, 0, *heaps][-2:]
    return high == (_partner(low) if state.passes % 2 else low)


def _winning(state: HeapsAndPasses) -> Iterator[tuple[str, HeapsAndPasses]]:
    heaps, passes = state
    if passes and any(heaps):
        option = HeapsAndPasses(heaps, passes - 1)
        if _is_lost(option):
            yield "pass", option
    for place, heap in enumerate(heaps):
        other = sum(heaps) - heap
        left = _partner(other) if passes % 2 else other
        if left < heap:
            yield _take(state, place, left)


def _is_lost_in_misere(state: HeapsAndPasses) -> bool | None:
    heaps, passes = sorted(filter(None, state.heaps)), state.passes
    if not passes:
        return reduce(xor, heaps, 0) == int(max(heaps, default=0) < 2)
    low, high = [0, 0, *heaps][-2:]
    if len(heaps) > 2:
        return None
    if passes % 2:
        return (low, high) in ((0, 2), (1, 1)) or (low > 2 and high == _partner(low))
    return low == high > 1 or (low, high) == (0, 1)


def _winning_in_misere(state: HeapsAndPasses) -> Iterator[tuple[str, HeapsAndPasses]]:
    heaps, passes = state
    if passes and any(heaps) and _is_lost_in_misere(option := HeapsAndPasses(heaps, passes - 1)):
        yield "pass", option
    for place, heap in enumerate(heaps):
        others = reduce(xor, heaps, heap)
        for left in sorted({0, 1, 2, others, others ^ 1, _partner(others)}):
            if left < heap and _is_lost_in_misere((move := _take(state, place, left))[1]):
                yield move


class NimWithPass(NamedMoves):
    """Nim with one pass, which either player may use."""

    text = "nim-with-a-pass"
    ends = True

    def moves(self, state: HeapsAndPasses) -> Iterator[tuple[str, HeapsAndPasses]]:
        heaps, passes = state
        if passes and any(heaps):
            yield "pass", HeapsAndPasses(heaps, passes - 1)
        for place, heap in enumerate(heaps):
            for amount in range(1, heap + 1):
                yield _take(state, place, heap - amount)

    def components(self, state: HeapsAndPasses) -> Iterator[HeapsAndPasses]:
        if state.passes:
            return iter((state,))
        return (HeapsAndPasses((heap,), 0) for heap in state.heaps if heap)

    def canonical(self, state: HeapsAndPasses) -> HeapsAndPasses:
        heaps = tuple(sorted(filter(None, state.heaps)))
        return HeapsAndPasses(heaps, state.passes if heaps else 0)

    def legal(self, state: Any) -> HeapsAndPasses:
        if isinstance(state, HeapsAndPasses):
            heaps, passes = state
            (passes,) = naturals(passes, f"the passes of {self.text}", "1", count=1)
        else:
            heaps, passes = state, 1
        if passes >> _PASS_BITS:
            raise PositionError(
                f"{self.text} has at most {(1 << _PASS_BITS) - 1} passes; found {shown(passes)}."
            )
        return HeapsAndPasses(naturals(heaps, self.text, _EXAMPLE), passes)

    def parse(self, text: str) -> HeapsAndPasses:
        """Read heaps, such as ``3,4,5``, and behind a colon the passes that are left."""
        heaps, colon, number = text.partition(":")
        passes = parse_number(number) if colon else 1
        if passes is None:
            problem = "the number of passes that are left is missing here; write such as 3,4,5:0"
            raise word_error(text, len(heaps) + 1, problem)
        return self.legal(HeapsAndPasses(read_numbers(heaps), passes))

    def format(self, state: HeapsAndPasses) -> str:
        passes = "" if state.passes == 1 else f":{state.passes}"
        return f"{written(state.heaps)}{passes}"

    def draw(self, state: HeapsAndPasses) -> str:
        return f"{heaps_drawn(state.heaps)}\n{_passes(state)}".strip()

    def scene(self, state: HeapsAndPasses) -> Scene:
        below = sum(map(lines_of, state.heaps)) + 0.5
        label = Cell("passes", 0, below, "mark", "pass" if state.passes == 1 else "passes")
        coins = (
            Cell(f"pass {number + 1}", 2 + number, below, "coin", "")
            for number in range(state.passes)
        )
        return Scene((*heaps_scene(state.heaps).cells, label, *coins))

    @cached_property
    def valuer(self) -> Valuer[Any]:
        return ByFormula(self, self._value_by_formula, self._moves_to)

    def _value_by_formula(self, state: HeapsAndPasses) -> int | None:
        heaps = self.canonical(state).heaps
        if state.passes % 2 == 0 and (not state.passes or len(heaps) < 2):
            return reduce(xor, heaps, 0)
        return _partner(heaps[0]) if len(heaps) == 1 else None if heaps else 0

    def _moves_to(self, state: HeapsAndPasses, value: int) -> Iterator[tuple[str, HeapsAndPasses]]:
        heaps, passes = state
        if passes and any(heaps):
            option = HeapsAndPasses(heaps, passes - 1)
            if self._value_by_formula(option) == value:
                yield "pass", option
        rest = reduce(xor, heaps, 0)
        for place, heap in enumerate(heaps):
            left = value ^ rest ^ heap
            if passes % 2 and left:
                left = _partner(left)
            if left < heap:
                yield _take(state, place, left)

    theorem = Theorem(
        "Up to two heaps are lost when they are equal and the passes even in number, or when "
        "they are 2k - 1 and 2k, or empty, and the passes odd; for more no rule is known.",
        "R. E. Morrison, E. J. Friedman and A. S. Landsberg, 2012; R. M. Low and W. H. Chan, 2015",
        _is_lost,
        _winning,
    )

    misere_theorem = Theorem(
        "Misère: up to two heaps are lost when they are equal and 2 at least, or 0 and 1, and "
        "the passes even in number; or when they are 2k - 1 and 2k from 3 and 4 on, 1 and 1, "
        "or 0 and 2, and the passes odd; more heaps without a pass are as in misère Nim.",
        "docs/theory.md 7.11",
        _is_lost_in_misere,
        _winning_in_misere,
    )

    def packed(self, state: HeapsAndPasses) -> Packed | None:
        heaps, passes = state
        bits = max(heaps, default=0).bit_length() or 1
        if len(heaps) * bits + _PASS_BITS > 63 or sum(heaps) >= MOST:
            return None
        word = sum(heap << place * bits for place, heap in enumerate(sorted(heaps)))
        return Packed(
            word | passes << len(heaps) * bits,
            tables.nim_with_passes,
            tables.sorted_heaps,
            data=np.array([len(heaps), bits], np.int64),
            most=min(len(heaps) * ((1 << bits) - 1) + 1, MOST),  # one table for all that follows
            weigh=tables.tokens_and_passes,
        )


def _partner(heap: int) -> int:
    """Return the value of a heap with a pass: of 1 and 2, of 3 and 4, … each the other."""
    return heap + 1 if heap % 2 else max(heap - 1, 0)


def _take(state: HeapsAndPasses, place: int, left: int) -> tuple[str, HeapsAndPasses]:
    heaps = state.heaps
    option = HeapsAndPasses((*heaps[:place], left, *heaps[place + 1 :]), state.passes)
    return f"take {heaps[place] - left} from heap {place + 1}", option


def _passes(state: HeapsAndPasses) -> str:
    if not state.passes:
        return "no pass is left"
    return "one pass is left" if state.passes == 1 else f"{state.passes} passes are left"


_LOOK = 1_023
_MOST_AMOUNTS = 1_000


class Rows(Valuer["Dudeney"]):
    """The values of heaps 0, 1, 2, … in order, each with every last take."""

    def __init__(self, ruleset: Dudeney) -> None:
        super().__init__(ruleset)
        self._place = {0: 0} | {s: n for n, s in enumerate(ruleset.amounts, start=1)}
        self._rows: list[tuple[int, ...]] = []
        self._pool: dict[tuple[int, ...], tuple[int, ...]] = {}  # equal rows are one object
        self._period: tuple[int, int] | None = None  # preperiod and period
        self._next_look = 4 * ruleset.amounts[-1] + 64

    def value(self, state: Numbers, *, limits: Limits | None = None) -> int:
        tokens, last = state
        watch = Watch(limits, f"The value of {self.ruleset.text}[{shown(tokens)}]", {})
        before = len(self._rows)
        while tokens >= len(self._rows) and self._period is None:
            self._extend()
            if len(self._rows) >= self._next_look:
                self._look_for_period()
            if not len(self._rows) & _LOOK:
                watch.look(len(self._rows) - before)
        watch.look(len(self._rows) - before)
        if tokens >= len(self._rows) and self._period is not None:
            preperiod, period = self._period
            tokens = preperiod + (tokens - preperiod) % period
        return self._rows[tokens][self._place[last]]

    def _extend(self) -> None:
        heap = len(self._rows)
        below = [
            self._rows[heap - amount][place]
            for amount, place in self._place.items()
            if 0 < amount <= heap
        ]
        values = set(below)
        free = next(n for n in range(len(values) + 1) if n not in values)
        row = [free] * len(self._place)
        for place, value in enumerate(below, start=1):
            if value < free and below.count(value) == 1:
                row[place] = value  # only that take led to this value
        made = tuple(row)
        self._rows.append(self._pool.setdefault(made, made))

    def _look_for_period(self) -> None:
        self._next_look *= 2
        rows, width = self._rows, self.ruleset.amounts[-1]
        last = len(rows) - width
        for start in range(last - 1, -1, -1):
            if all(rows[start + n] is rows[last + n] for n in range(width)):
                self._period = start, last - start
                return


class Dudeney(OfParameters, NamedMoves, OfNumbers):
    """One heap: take a number of a set *S*, but not the number that the last move took."""

    evaluator = Rows

    def __init__(self, amounts: int | Iterable[int]) -> None:
        self.amounts = _set_of(amounts)
        run = self.amounts == tuple(range(1, len(self.amounts) + 1))
        listed = ",".join(map(str, self.amounts))
        self.text = f"dudeney({len(self.amounts) if run else f'{{{listed}}}'})"

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        tokens, last = state
        for amount in self.amounts:
            if amount <= tokens and amount != last:
                yield f"take {amount}", (tokens - amount, amount)

    def canonical(self, state: Numbers) -> Numbers:
        tokens, last = state
        return (tokens, last if last <= tokens else 0)

    def legal(self, state: Any) -> Numbers:
        pair = naturals(state, self.text, "12 or 12,3")
        if not 1 <= len(pair) <= 2:
            naturals(state, self.text, "12 or 12,3", count=2)
        tokens, last = (*pair, 0)[:2]
        if last not in (0, *self.amounts):
            listed = ", ".join(map(str, self.amounts))
            raise PositionError(
                f"The last take of {self.text} is one of {shown(listed)}; found {shown(last)}."
            )
        return tokens, last

    def format(self, state: Numbers) -> str:
        tokens, last = state
        return f"{tokens},{last}" if last else str(tokens)

    def draw(self, state: Numbers) -> str:
        return f"{heaps_drawn(state[:1])}\n{_last_take(state[1])}".strip()

    def scene(self, state: Numbers) -> Scene:
        tokens, last = state
        label = Cell("last", 0, lines_of(tokens), "mark", _last_take(last) or "first move")
        return Scene((*stones(tokens), label))


def _set_of(amounts: object) -> tuple[int, ...]:
    example = "such as dudeney(5) or dudeney({1,3,4})"
    items = amounts if isinstance(amounts, Iterable) and not isinstance(amounts, str) else None
    try:
        if items is None:
            takes = range(1, min(integer(amounts, ""), _MOST_AMOUNTS + 1) + 1)
        else:
            takes = sorted({integer(number, "") for number in items})  # type: ignore[assignment]
    except TypeError:
        takes = range(0)
    if not takes or takes[0] < 1:
        raise RulesetError(f"dudeney(S) needs numbers of at least 1, {example}.")
    if len(takes) > _MOST_AMOUNTS:
        raise RulesetError(f"dudeney(S) has at most {_MOST_AMOUNTS:,} numbers, {example}.")
    return tuple(takes)


def _last_take(last: int) -> str:
    return f"{last} was taken last" if last else ""


FAMILY = NUMBERS

ENTRIES = (
    Entry(
        key="nim-with-a-pass",
        name="Nim with a pass",
        rule="Take any number of tokens from one heap, or pass; only one pass is there for both "
        "players, and none once the heaps are empty.",
        make=NimWithPass,
        start="3,4,5",
        source="R. E. Morrison, E. J. Friedman and A. S. Landsberg, 2012; R. M. Low and "
        "W. H. Chan, 2015",
        facts=[
            formula(
                "One heap of n: n + 1 for odd n, n - 1 for even n",
                lambda: ((str(n), n + 1 if n % 2 else n - 1) for n in (*range(1, 40), 10**50)),
            ),
            p_positions(
                *(f"{n},{n + 1}" for n in range(1, 24, 2)),
                among=lambda: (f"{a},{b}" for a in range(1, 25) for b in range(a, 25)),
                statement="Two heaps are lost when they are 2k - 1 and 2k",
            ),
            values_of({"1,2,3": 1, "2,3,4": 4, "3,4,5": 3, "3,4,5:0": 2}, source=OURS),
        ],
    ),
    Entry(
        key="dudeney",
        name="Dudeney's game",
        rule="Take from one heap a number of the set S, or from 1 to S, but not the number that "
        "the last move took.",
        make=Dudeney,
        start="12",
        source="H. E. Dudeney; D.U.D.E.N.E.Y in Winning Ways, ch. 15",
        facts=[
            p_positions(
                *map(str, range(5, 100, 5)),
                among=lambda: map(str, range(1, 100)),
                statement="With an even Y a first move loses exactly from a multiple of Y + 1: the "
                "answer to x is Y + 1 - x, which is no echo",
            )
        ],
        parameters="dudeney(4)",
        letters=("S",),
    ),
)
