"""Misère play by a proved rule: where 0 and 1 are exchanged, and of very many equal parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.games.parts import Part, Parts
from grundy.games.protocols import Answers, Justification, State
from grundy.games.state_text import shown
from grundy.games.states import MisereRule
from grundy.misere.forms import NOTHING, Tame, tame_sum
from grundy.printable import joined
from grundy.runtime.limits import Limits
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.misere_quotient import PositionQuotient
    from grundy.games.rulebook import Rulebook


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
        monoid, element = quotient.solution.monoid, quotient.element(base)
        powers: list[int] = []
        power = 0
        while power not in powers:
            powers.append(power)
            power = int(monoid.table[power, element])
        first = powers.index(power)
        period = len(powers) - first
    return times if times <= first else first + 1 + (times - first - 1) % period
