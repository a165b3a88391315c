"""Misère play of sums in some of whose parts the values 0 and 1 are exchanged, by a proved rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from grundy.games.protocols import Answers, State
from grundy.games.states import MisereRule
from grundy.misere.forms import NOTHING, Tame, tame_sum
from grundy.printable import joined
from grundy.runtime.limits import Limits
from grundy.values import Outcome

if TYPE_CHECKING:
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
