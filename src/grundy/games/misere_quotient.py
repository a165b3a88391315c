"""misere_form and misere_quotient: the misère theory of positions of rule games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from grundy.errors import CycleError, LimitError, PositionError
from grundy.games.parts import Components, Move, Part, Parts
from grundy.games.protocols import HasRuns, HeapElements, HeapLine, State
from grundy.games.rulebook import Rulebook
from grundy.games.state_text import shown
from grundy.misere.certificate import (
    FOR_EVER,
    HEAPS_ONLY,
    JointCertificate,
    JointGame,
    check,
    check_period,
    of_claim,
)
from grundy.misere.forms import Form, Kernel, forms, kernel
from grundy.misere.growth import Solution, checked_when_read, solve_lines
from grundy.misere.quotient import Quotient
from grundy.misere.records import MOST_HEAPS, Line, Lines, Rows, padded
from grundy.nimbers import mex, nim_sum
from grundy.runtime.limits import Limits, Progress, Watch, reports
from grundy.values import Outcome

# What some positions reach, options first: closed under moves, and never round in a circle.

Node = TypeVar("Node", bound=Hashable)


def closed(
    roots: Iterable[Node],
    following: Callable[[Node], Iterable[Node]],
    watch: Watch,
    text: Callable[[Node], str],
) -> Mapping[Node, int]:
    """Return numbers for all that can be reached; what follows on something has smaller ones."""
    numbers: dict[Node, int] = {}
    for root in roots:
        path: dict[Node, Iterator[Node]] = {} if root in numbers else {root: iter(following(root))}
        while path:
            here, left = next(reversed(path.items()))
            more = next((node for node in left if node not in numbers), None)
            if more is None:
                numbers[here] = len(numbers)
                del path[here]
            elif more in path:
                met = list(path)
                raise CycleError(
                    [text(node) for node in met[met.index(more) :]],
                    "Misère quotients and forms are of games that end",
                    'Ask outcome("misere") of the position instead.',
                )
            else:
                path[more] = iter(following(more))
                if not (len(numbers) + len(path)) & watch.between:
                    watch.look(len(numbers) + len(path))
    watch.look(len(numbers))
    return numbers


@reports
def misere_form(
    position: Parts[Any], *, limits: Limits | None = None, progress: Progress | None = None
) -> Form:
    """Return the canonical form of a position under misère play; ``.genus`` is its genus.

    Positions of one form are equal in every context, of whatever games.

    Args:
        position: Any sum of states of games that end.
        limits: How many positions are looked at, and how long; by default as for a value.
        progress: Called now and then as ``progress("positions", done, 0)``.

    Raises:
        CycleError: If a play need not end.
        LimitError: If a limit is passed.

    Cost: all positions that can be reached, sums included.

    >>> from grundy import TakeAndBreak
    >>> kayles = TakeAndBreak("0.77")
    >>> form = misere_form(kayles[5])
    >>> print(form, form.genus)
    {{3, 2}, 3, 2, 1} 4^146

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    """
    components = Components()
    purpose = f"The misère form of {shown(position)}"
    components.watch = watch = Watch(limits, purpose, {})
    root = components.of(position.parts)
    numbers = closed([root], components.options, watch, lambda sum_: " + ".join(
        str(components[number]) for number in sum_
    ))  # fmt: skip
    options = [[numbers[option] for option in components.options(sum_)] for sum_ in numbers]
    return forms(options)[-1]


@dataclass(frozen=True, eq=False)
class PositionQuotient(Quotient):
    """The misère quotient of the sums of all components that some positions reach."""

    components: Components
    lines: Mapping[Rulebook, HeapElements]
    heaps: Mapping[int, int]
    options: tuple[Rows, ...]
    solution: Solution

    def covers(self, position: HasRuns) -> bool:
        """Return whether a position has an element: whether all its components were reached."""
        return all(self._missing(ruleset, states) is None for ruleset, states in position.runs)

    def element(self, position: HasRuns) -> int:
        """Return the element of a position: any sum, of any length, of what was reached."""
        return self.solution.monoid.product(self.of(*run) for run in position.runs)

    def of(self, ruleset: Rulebook, states: Sequence[State]) -> int:
        """Return the element of some states of one game."""
        missing = self._missing(ruleset, states)
        if missing is not None:
            raise PositionError(
                f"{shown(missing)} is reached by none of the positions that "
                "this quotient was made of; add it to them."
            )
        if ruleset in self.lines:
            return self.lines[ruleset].element(states)
        phi, numbers = self.solution.phi, self._numbers(ruleset, states)
        return self.solution.monoid.product(int(phi[self.heaps[number]]) for number in numbers)

    def _missing(self, ruleset: Rulebook, states: Sequence[State]) -> Part | None:
        """Return a part that was not reached, or None."""
        if ruleset in self.lines:
            largest = max(states, default=0)
            return None if self.lines[ruleset].covers(largest) else Part(ruleset, largest)
        numbers = self._numbers(ruleset, states)
        missing = next((number for number in numbers if number not in self.heaps), None)
        return None if missing is None else self.components[missing]

    def _numbers(self, ruleset: Rulebook, states: Sequence[State]) -> tuple[int, ...]:
        return self.components.of(tuple(Part(ruleset, state) for state in states))

    def outcome(self, position: HasRuns) -> Outcome:
        """Return who wins a position under misère play."""
        return self.outcome_of(self.element(position))

    def winning_moves(self, position: Parts[Move]) -> list[Move]:
        """List every move after which the other player loses under misère play."""
        return [move for move in position.moves() if self.outcome(move.option) is Outcome.P]

    @cached_property
    def kernel(self) -> Kernel:
        """The least ideal, and whether misère play in it is normal play."""
        values: list[int] = []
        for options in self.options:
            values.append(mex(nim_sum(*(values[part] for part in row)) for row in options.tolist()))
        return kernel(self.solution.monoid, self.solution.phi.tolist(), values)

    def certificate(self, *, command: str = "") -> JointCertificate:
        """Return what proves the quotient, for a file that `grundy.verify_certificate` checks."""
        games = _games(self)
        ever = any(game.period is not None for game in games)
        whole = of_claim("", self.solution.claim())
        return JointCertificate(
            games=games,
            theorem=FOR_EVER if ever else HEAPS_ONLY,
            generators=whole.generators,
            action=whole.action,
            p_portion=whole.p_portion,
            invariant=whole.invariant,
            command=command,
        )

    def __repr__(self) -> str:
        return (
            f"PositionQuotient(order={self.order}, p_count={self.p_count}, "
            f"components={len(self.options) - 1})"
        )


@reports
def misere_quotient(
    positions: Iterable[Parts[Any]],
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> PositionQuotient:
    """Return the misère quotient of what some positions reach, and of all sums of that.

    Of a heap game whose code has a theorem on periods it has all heaps up to the largest, whether
    they are reached or not: so its period can be proved beside the other games.

    Args:
        positions: Where to start, of one game or of several.
        limits: How far to go; its positions are the components, and the elements of a candidate.
        progress: Called now and then as ``progress("heaps", done, stop)``, a heap a component.

    Returns:
        The quotient, which the checker of certificates has accepted.

    Raises:
        CycleError: If a play need not end.
        LimitError: If a limit is passed; ``partial`` is the quotient of the components done.

    >>> from grundy import catalogue
    >>> cram = catalogue["cram"]
    >>> quotient = misere_quotient([cram.read("2x3")])
    >>> quotient.order, quotient.outcome(cram.read("2x3") + cram.read("2x3"))
    (6, <Outcome.N: ...>)
    """
    starts = list(positions)
    components = Components()
    components.watch = Watch(limits, "The misère quotient of these positions", {})
    heaps = _largest_heaps(starts)
    parts = tuple(part for position in starts for part in _without(position, heaps))
    numbers = closed(
        components.of(parts),
        lambda number: chain.from_iterable(components.options_of(number)),
        components.watch,
        lambda number: str(components[number]),
    )
    games = [
        Line(line.options, min(largest, MOST_HEAPS) + 1, line.reach, text=ruleset.text)
        for ruleset, (line, largest) in heaps.items()
    ]
    lines = Lines([*games, _line(components, numbers)])

    def as_quotient(solution: Solution) -> PositionQuotient:
        return _checked(solution, lines, components, numbers, heaps)

    try:
        quotient = as_quotient(solve_lines(lines, "these positions", limits))
    except LimitError as error:
        raise checked_when_read(error, as_quotient) from None
    if not all(map(quotient.covers, starts)):
        raise LimitError(
            f"The misère quotient of these positions is proved for {lines.done} only, and no "
            "period is found.",
            partial=quotient,
        )
    return quotient


_Heaps = dict["Rulebook", tuple["HeapLine", int]]
"""For each game whose heaps may repeat: them, and the largest that is asked about."""


def _largest_heaps(positions: Iterable[Parts[Any]]) -> _Heaps:
    largest: _Heaps = {}
    for ruleset, states in chain.from_iterable(position.runs for position in positions):
        line = ruleset.heap_line
        if line is not None:
            before = largest[ruleset][1] if ruleset in largest else 0
            largest[ruleset] = line, max(before, *states)
    return largest


def _without(position: Parts[Any], heaps: _Heaps) -> Iterator[Part]:
    """Yield the parts that are no heaps of these games."""
    for ruleset, states in position.runs:
        if ruleset not in heaps:
            yield from (Part(ruleset, state) for state in states)


def _line(components: Components, numbers: Mapping[int, int]) -> Line:
    """Return components as heaps, from 1 on."""
    order = list(numbers)

    def options(heap: int) -> Rows:
        rows = components.options_of(order[heap - 1])
        return padded(tuple(numbers[part] + 1 for part in option) for option in rows)

    return Line(options, len(order) + 1, part="component")


def _games(quotient: PositionQuotient) -> tuple[JointGame, ...]:
    """Return the games that are taken in heap by heap, then those of what was reached."""
    games = []
    for ruleset, line in quotient.lines.items():
        solution = line.solution
        preperiod, period = solution.repetition or (None, None)
        phi = tuple(solution.phi.tolist())
        games.append(
            JointGame(ruleset.sealed_rule(), preperiod, period, tuple(range(len(phi))), phi)
        )
    reached: dict[Rulebook, dict[int, int]] = {}
    for number, place in quotient.heaps.items():
        ruleset, heap = quotient.components[number]
        reached.setdefault(ruleset, {0: 0})[heap] = int(quotient.solution.phi[place])
    for ruleset, heap in quotient.components.still():
        reached.setdefault(ruleset, {0: 0})[heap] = 0
    for ruleset, elements in reached.items():
        rule = ruleset.sealed_rule()  # before states are sorted that are no heaps
        heaps = tuple(sorted(elements))
        phi = tuple(elements[heap] for heap in heaps)
        games.append(JointGame(rule, None, None, heaps, phi))
    return tuple(games)


def _checked(
    solution: Solution,
    lines: Lines,
    components: Components,
    numbers: Mapping[int, int],
    heaps: _Heaps,
) -> PositionQuotient:
    """Return the quotient, which the checker has accepted, and each period."""
    claim = solution.claim()
    check(claim, lines.options)
    games: dict[Rulebook, HeapElements] = {}
    for place, (ruleset, (line, _)) in enumerate(heaps.items()):
        at, repetition = lines.numbers[place], lines.repetitions[place]
        if repetition is not None:
            check_period(replace(claim, phi=claim.phi[at], period=repetition), *line.reach)
        games[ruleset] = line.elements(
            replace(solution, phi=solution.phi[at], repetition=repetition)
        )
    done = lines.numbers[len(heaps)].tolist()
    places = {number: done[place + 1] for number, place in numbers.items() if place + 1 < len(done)}
    options = tuple(map(lines.options, range(len(solution.phi))))
    return PositionQuotient(components, games, places, options, solution)
