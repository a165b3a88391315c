"""The quotient of the heaps of games, as far as asked or until their periods are proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np

from grundy.errors import BoundError, LimitError
from grundy.misere.bounds import Bounds
from grundy.misere.claim import Claim
from grundy.misere.growth import Growth, Step
from grundy.misere.judge import Invariant
from grundy.misere.lines import Line, Lines, Reach
from grundy.misere.model import Candidate
from grundy.misere.monoid import Elements, Monoid, from_action
from grundy.misere.records import Rows
from grundy.printable import counted
from grundy.running.limits import Limits
from grundy.running.progress import Progress


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A quotient of heaps 0 .. n - 1, and what proves it."""

    monoid: Monoid
    phi: Elements
    growth: tuple[Step, ...]
    invariant: Invariant
    repetition: tuple[int, int] | None

    def claim(self) -> Claim:
        """Return what a checker has to know."""
        generators = self._generators()
        sets: dict[int, list[int]] = {}
        for element, row in zip(self.invariant.elements.tolist(), self.invariant.wins, strict=True):
            sets.setdefault(element, []).append(int.from_bytes(row.tobytes(), "little"))
        return Claim(
            generators=generators,
            action=self.monoid.table[:, generators].astype(np.int64),
            p_portion=np.flatnonzero(self.monoid.p_portion),
            phi=self.phi.astype(np.int64),
            invariant=tuple((element, tuple(sorted(sets[element]))) for element in sorted(sets)),
            period=self.repetition,
        )

    @classmethod
    def of(cls, claim: Claim, growth: Iterable[tuple[int, int, int]]) -> Solution:
        """Return what a claim says; nothing of it is checked."""
        p_portion = np.zeros(claim.order, bool)
        p_portion[claim.p_portion] = True
        size = 8 * -(-claim.order // 64)
        wins = [
            (element, np.frombuffer(bits.to_bytes(size, "little"), np.uint64))
            for element, sets in claim.invariant
            for bits in sets
        ]
        return cls(
            from_action(claim.action.astype(np.int32), p_portion),
            claim.phi.astype(np.int32),
            tuple(Step(*step) for step in growth),
            Invariant(
                np.array([element for element, _ in wins], np.int32),
                np.array([row for _, row in wins], np.uint64),
            ),
            claim.period,
        )

    def _generators(self) -> np.ndarray:
        """Return elements of heaps that make all others, none of them by those before it."""
        found: list[int] = []
        reached = {0}
        for element in self.phi.tolist():
            if element not in reached:
                found.append(element)
                reached = set(self.monoid.generated(found))
        return np.array(found, np.int64)


def solve(
    options: Callable[[int], Rows],
    stop: int,
    text: str,
    reach: Reach | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    start: Solution | None = None,
    kept: Callable[[Solution], None] | None = None,
) -> Solution:
    """Return the quotient of heaps 0 .. stop - 1, or of fewer that prove it for all heaps."""
    lines = Lines([Line(options, stop, reach)], 1 if start is None else len(start.phi))
    found = solve_lines(lines, text, limits, progress, start=start, kept=kept)
    return replace(found, repetition=lines.repetitions[0])


def _in_time(rule: Callable[[int], Rows], bounds: Bounds, number: int) -> Rows:
    return bounds.watched(lambda control: rule(number), small=False, by_function=True)


def solve_lines(
    lines: Lines,
    text: str,
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    start: Solution | None = None,
    kept: Callable[[Solution], None] | None = None,
) -> Solution:
    """Return the quotient of the heaps of some games, by their numbers."""
    _compile()
    bounds = Bounds(limits, progress)
    rule: Callable[[int], Rows] = lines.options
    if limits is not None and limits.seconds is not None and lines.by_functions:
        # A function of the user's may take any time for one heap.
        rule = partial(_in_time, lines.options, bounds)
    growth = _growth(rule, bounds, start)
    try:
        while lines.goes_on(growth.phi):
            steps = len(growth.steps)
            growth.advance()
            lines.taken(grown=len(growth.steps) > steps)
            if kept is not None:
                kept(_solution(growth))
            bounds.look("heaps", growth.count, lines.total)
    except BoundError as bound:
        least = counted(growth.at_least, "element")
        raise LimitError(
            f"The misère quotient of {text} is not found within {bound}: it is proved for "
            f"{lines.done} ({counted(growth.monoid.order, 'element')}), and with "
            f"{lines.following} it has at least {least}; a higher limit goes further, if the "
            "quotient is finite at all.",
            partial=_solution(growth),
        ) from None
    return _solution(growth)


def _growth(options: Callable[[int], Rows], bounds: Bounds, start: Solution | None) -> Growth:
    if start is None:
        return Growth(options, bounds)
    proved = Candidate(start.monoid, start.phi)
    return Growth.going_on(options, bounds, proved, start.invariant, start.growth)


def _solution(growth: Growth) -> Solution:
    return Solution(growth.monoid, growth.phi, tuple(growth.steps), growth.invariant, None)


@cache
def _compile() -> None:
    """Solve three heaps of Kayles, so that compiling is not charged to a limit of seconds."""
    rows = {
        0: np.zeros((0, 2), np.int64),
        1: np.array([[0, 0]]),
        2: np.array([[1, 0], [0, 0]]),
    }
    growth = Growth(rows.__getitem__, Bounds())
    while growth.count < len(rows):
        growth.advance()
