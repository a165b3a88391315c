"""Misère play of sums: by proved rules of tame games and copies, or by a joint quotient."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import CycleError, LimitError, RulesetError
from grundy.games.parts import Part, Parts
from grundy.games.protocols import Answers, HasRuns, Justification, State
from grundy.games.rulebook import Rulebook
from grundy.games.state_text import shown
from grundy.games.states import MisereRule
from grundy.misere.forms import NOTHING, Marks, Tame, tame_sum
from grundy.printable import counted, joined
from grundy.runtime.limits import Limits
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.misere_quotient import PositionQuotient
    from grundy.misere.quotient import Quotient


def is_lost(sum_: Tame) -> bool:
    """Return whether a sum is lost: with all parts exchanged when its value is 1, else when 0."""
    return sum_.value == int(not sum_.is_firm)


class TameAnswers(MisereRule):
    """What the states of one game do, beside a sum of other games."""

    def __init__(
        self,
        ruleset: Rulebook,
        states: Sequence[State],
        limits: Limits | None = None,
        *,
        beside: Tame = NOTHING,
        games: Sequence[Rulebook] = (),
    ) -> None:
        def winner(some: Sequence[State]) -> Outcome:
            tame = ruleset.tame(some)
            return Outcome.P if tame is not None and is_lost(tame + beside) else Outcome.N

        games = games or (ruleset,)
        theorems = (one.misere_theorem for one in games)
        said = " ".join(theorem.cited for theorem in theorems if theorem is not None)
        super().__init__(ruleset, states, winner, statement=said, limits=limits)
        self.rule = joined([one.text for one in games])
        self._beside = beside

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        others = (*self._states[:index], *self._states[index + 1 :])
        tame = self._ruleset.tame(others)
        beside = self._beside if tame is None else tame + self._beside
        for value in (0, 1) if self.outcome is Outcome.N else ():
            for name, option in self._ruleset.options_of_value(
                self._states[index], value ^ beside.value, limits=self._limits
            ):
                left = (part.state for part in self._ruleset.as_position(option).parts)
                if self._winner((*others, *left)) is Outcome.P:
                    yield name, option


def of_several(states: Mapping[Rulebook, Sequence[State]], limits: Limits | None) -> list[Answers]:
    """Return the answers of the parts of each game; nothing where one of them is not tame."""
    if any(ruleset.as_copies(some[0])[0] > 1 for ruleset, some in states.items()):
        return of_copies(states, limits)
    tame: list[Tame] = []
    for ruleset, some in states.items():
        found = ruleset.tame(some)
        if found is None:
            return []
        tame.append(found)
    besides = (tame_sum(tame[:n] + tame[n + 1 :]) for n in range(len(tame)))
    return [
        TameAnswers(ruleset, some, limits, beside=beside, games=tuple(states))
        for (ruleset, some), beside in zip(states.items(), besides, strict=True)
    ]


# Of very many equal parts so few are looked at as do the same beside positions of these games.


class _Place(NamedTuple):
    """Where a part of the few comes from: a state, and a part of the first of its copies."""

    ruleset: Rulebook
    number: int
    part: int
    base: Parts[Any]
    rest: Parts[Any] | None


class CopyAnswers(Answers):
    """What the states of one game do in a sum with very many equal parts."""

    def __init__(
        self, few: Any, ruleset: Rulebook, places: Sequence[_Place | None], said: tuple[str, ...]
    ) -> None:
        self.rule = few.rule
        self._few, self._ruleset, self._places, self._said = few, ruleset, places, said

    @property
    def outcome(self) -> Outcome:
        outcome: Outcome = self._few.outcome
        return outcome

    @property
    def because(self) -> Justification:
        because: Justification = self._few.because
        if not self.rule:
            return Justification(" ".join(self._said), self._said)
        return replace(because, theory=(*because.theory, *self._said))

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        for move in self._few.winning_moves():
            place = self._places[move.part]
            if place is None or (place.ruleset, place.number) != (self._ruleset, index):
                continue
            end = move.part + 1 + move.option.part_count - self._few.position.part_count
            left = type(place.base)(move.option.parts[move.part : end])
            if place.rest is not None:
                left = place.base.moved(place.part, move.name, left).option + place.rest
            yield move.name, left

    def promising(self, target: int = 0) -> Iterable[int]:
        found = {place.number for place in self._places if place and place.ruleset == self._ruleset}
        return sorted(found)


def of_copies(states: Mapping[Rulebook, Sequence[State]], limits: Limits | None) -> list[Answers]:
    """Return the answers of a sum with very many equal parts, by few; nothing without a rule."""
    each: list[tuple[Rulebook, int, int, Parts[Any], Parts[Any] | None]] = []
    for ruleset, some in states.items():
        each += ((ruleset, index, *ruleset.as_copies(state)) for index, state in enumerate(some))
    position: Any = type(each[0][3])
    bases = position(part for *_, base, _ in each for part in base.parts)
    tame = all(ruleset.tame(some) is not None for ruleset, some in bases.runs)
    quotient = None if tame else bases.runs[0].ruleset.joint_quotients.covering(bases, limits)
    if not tame and quotient is None:
        return []
    parts: list[Part] = []
    places: list[_Place | None] = []
    said: dict[str, None] = {}
    for ruleset, index, times, base, rest in each:
        few = _few(times, base, quotient)
        parts += base.parts * few
        places += (_Place(ruleset, index, part, base, rest) for part in range(base.part_count))
        places += [None] * (base.part_count * (few - 1))
        if few < times:
            same = f"{times:,} copies of {shown(base)} do the same as {few} of them"
            said[f"Beside positions of these games {same}."] = None
    solved = position(parts).solve("misere", limits=limits)
    return [CopyAnswers(solved, ruleset, places, tuple(said)) for ruleset in states]


def _few(times: int, base: Parts[Any], quotient: PositionQuotient | None) -> int:
    """Return how many copies do the same beside positions of these games, one of them moved in."""
    first, period = 1, 2  # of what is tame, three are as one
    if quotient is not None:
        first, period = quotient.solution.monoid.cycle(quotient.element(base))
    return times if times <= first else first + 1 + (times - first - 1) % period


# What is said of an element of a misère quotient: its name, and what it means.

IN_KERNEL = (
    "It lies in the kernel, where misère play is normal play: play as in normal play until you "
    "leave the kernel."
)
_ALIKE = (
    "Two sums are one element when no {parts} beside them make one a win and the other a loss; the "
    "element says who wins."
)
_MOST_WORDS = 1_000  # elements above which words are too long to read, and to find


def name(quotient: Quotient, element: int) -> str:
    """Return what an element is called: by generators, such as "ab²", where that can be read."""
    if quotient.order > _MOST_WORDS:
        return f"element {element}"
    return quotient.presentation().element(element)


def because(quotient: Quotient, element: int, proved: str, parts: str, *more: str) -> Justification:
    """Return why a sum that is this element is won or lost."""
    called = name(quotient, element)
    tells = "a P-position" if element in quotient.p_portion else "an N-position"
    return Justification(
        f"By the misère quotient of {counted(quotient.order, 'element')}: the sum is the element "
        f"{called}, {tells}.",
        (proved, _ALIKE.format(parts=parts)),
        (f"The sum is the element {called}, {tells}.", *more),
    )


class JointQuotients:
    """The joint quotient that was found last, which answers for what its position leads to."""

    def __init__(self) -> None:
        self._quotient: PositionQuotient | None = None
        self._last: tuple[Any, PositionQuotient | None] = ((None, None), None)

    def covering(self, position: Parts[Any], limits: Limits | None) -> PositionQuotient | None:
        """Return a quotient that has the element of a position; None where none is in reach."""
        quotient = self._quotient
        if quotient is not None and quotient.covers(position):
            return quotient
        return self.of(position, limits)

    def proving(self, position: Parts[Any]) -> PositionQuotient | None:
        """Return the quotient of a position that was answered for."""
        (key, _), alone = self._last
        if alone is not None and key == _key(position):
            return alone
        quotient = self._quotient
        if quotient is None or not quotient.covers(position):
            return None  # it was searched
        return self.of(position, None) or quotient

    def of(self, position: Parts[Any], limits: Limits | None) -> PositionQuotient | None:
        """Return the quotient of a position alone, so that elements are called by it alone."""
        from grundy.games.misere_quotient import misere_quotient
        from grundy.misere.records import UNASKED, share

        request = _key(position), limits
        last, quotient = self._last
        if last == request:
            return quotient
        try:
            quotient = misere_quotient([position], limits=share(limits) or UNASKED)
        except (CycleError, LimitError, RulesetError):
            quotient = None
        self._last = request, quotient
        self._quotient = quotient or self._quotient
        return quotient


def _key(position: Parts[Any]) -> tuple[Any, ...]:
    """Return what a quotient of a position depends on."""
    return tuple((rules, tuple(dict.fromkeys(some))) for rules, some in position.runs)


class JointSum:
    """A sum of several games, and a joint quotient that has its element."""

    def __init__(
        self, position: Parts[Any], found: PositionQuotient, limits: Limits | None
    ) -> None:
        self._position, self._quotient, self._limits = position, found, limits
        self._marks: dict[int, Marks] = {}  # by the element of a part

    @cached_property
    def own(self) -> PositionQuotient:
        """The quotient of this very position: what was asked before may have left a larger one."""
        kept: JointQuotients = self._position.runs[0].ruleset.joint_quotients
        return kept.of(self._position, self._limits) or self._quotient

    @property
    def because(self) -> Justification:
        """Return which element the sum is, and what that means."""
        own = self.own
        element = own.element(self._position)
        games = list(dict.fromkeys(ruleset.text for ruleset, _ in self._position.runs))
        proved = (
            f"What decides is the joint misère quotient of {joined(games)}, proved for "
            f"all sums of what these parts lead to: {counted(own.order, 'element')}, "
            f"{own.p_count:,} of them P-positions."
        )
        kernel = own.kernel
        inside = kernel.is_normal and element in kernel.elements
        return because(own, element, proved, "parts", *([IN_KERNEL] if inside else []))

    @cached_property
    def outcome(self) -> Outcome:
        """Who wins the sum."""
        quotient = self._quotient
        return quotient.outcome_of(quotient.element(self._position))

    def of_heaps(self, ruleset: Rulebook, states: Sequence[State]) -> Answers | None:
        """Return the winning moves of heaps that the quotient takes of any size; else None."""
        quotient = self._quotient
        if ruleset not in quotient.lines:
            return None
        others = (run for run in self._position.runs if run.ruleset != ruleset)
        beside = quotient.solution.monoid.product(quotient.of(*run) for run in others)
        return quotient.lines[ruleset].beside(states, beside)

    def winning(self, ruleset: Rulebook, state: State) -> Iterator[tuple[str, State]]:
        """Yield the moves of one state of the sum after which the other player loses."""
        element = self._quotient.element
        marks = self._beside(element(ruleset.as_position(state)))
        for move, option in ruleset.moves(state):
            if marks[element(ruleset.as_position(option))]:
                yield move, option

    def _beside(self, element: int) -> Marks:
        """Mark what a part of this element has to become for the sum to be lost."""
        if element not in self._marks:
            monoid = self._quotient.solution.monoid
            copies = self._copies - Counter([element])
            rest = monoid.product(monoid.power(x, count) for x, count in copies.items())
            self._marks[element] = monoid.p_portion[monoid.table[rest]]
        return self._marks[element]

    @cached_property
    def _copies(self) -> Counter[int]:
        """How many parts have each element."""
        element, parts = self._quotient.element, Counter(self._position.parts)
        copies: Counter[int] = Counter()
        for (ruleset, state), count in parts.items():
            copies[element(ruleset.as_position(state))] += count
        return copies


class JointAnswers(Answers):
    """What the states of one game do in a sum of several that a joint quotient answers for."""

    rule = "misère quotient"

    def __init__(self, whole: JointSum, ruleset: Rulebook, states: Sequence[State]) -> None:
        self._whole = whole
        self._ruleset = ruleset
        self._states = states
        self._heaps = whole.of_heaps(ruleset, states)

    @property
    def outcome(self) -> Outcome:
        return self._whole.outcome

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        if self._heaps is not None:
            return self._heaps.moves(index)
        return self._whole.winning(self._ruleset, self._states[index])

    def count(self, target: int = 0) -> int:
        if self._heaps is not None:
            return self._heaps.count()
        winning = self._whole.winning
        return sum(
            count * sum(1 for _ in winning(self._ruleset, state))
            for state, count in Counter(self._states).items()
        )

    def promising(self, target: int = 0) -> Iterable[int]:
        if self._heaps is not None:
            return self._heaps.promising()
        return range(len(self._states))

    @property
    def because(self) -> Justification:
        """Return which element the sum is, and what that means."""
        return self._whole.because

    def called(self, position: HasRuns) -> str:
        return name(self._whole.own, self._whole.own.element(position))


def answers(
    position: Parts[Any], states: Mapping[Rulebook, Sequence[State]], limits: Limits | None
) -> list[Answers]:
    """Return what a joint quotient says of the states of each game; nothing without one."""
    kept: JointQuotients = position.runs[0].ruleset.joint_quotients
    found = kept.covering(position, limits)
    if found is None:
        return []
    whole = JointSum(position, found, limits)
    return [JointAnswers(whole, ruleset, some) for ruleset, some in states.items()]
