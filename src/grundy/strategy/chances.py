"""All plays from a position: the longest one, and who wins when moves are drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Literal

from grundy.errors import CycleError
from grundy.games.misere_quotient import closed
from grundy.games.position import Position
from grundy.games.state_text import shown
from grundy.runtime.limits import Limits, Watch


class _Reached:
    """All that a position reaches, by names that are the same for the same parts in any order."""

    def __init__(self, position: Position, purpose: str, limits: Limits | None) -> None:
        self._positions: dict[Hashable, Position] = {}
        self._options: dict[Hashable, list[Hashable]] = {}
        self.first = self._named(position)
        watch = Watch(limits, purpose, {})
        try:
            self.in_order = closed([self.first], self.options, watch, self._text)  # options first
        except CycleError as error:
            advice = "grundy graph shows all that can be reached."
            raise CycleError(error.cycle, f"{purpose} has no end", advice) from None

    def options(self, name: Hashable) -> list[Hashable]:
        """Return what each move leads to, one for each move."""
        if name not in self._options:
            moves = self._positions[name].moves()
            self._options[name] = [self._named(move.option) for move in moves]
        return self._options[name]

    def _named(self, position: Position) -> Hashable:
        name = frozenset(Counter(position.parts).items())
        self._positions.setdefault(name, position)
        return name

    def _text(self, name: Hashable) -> str:
        return shown(self._positions[name])


def longest_play(position: Position, *, limits: Limits | None = None) -> int:
    """Return the most moves that a play from a position can have.

    Raises:
        CycleError: If a play need not end.
        LimitError: If a limit is passed.

    >>> from grundy import catalogue
    >>> longest_play(catalogue["kayles"][5] + catalogue["kayles"][7])
    12
    """
    reached = _Reached(position, "The longest play", limits)
    longest: dict[Hashable, int] = {}
    for name in reached.in_order:
        longest[name] = max((1 + longest[option] for option in reached.options(name)), default=0)
    return longest[reached.first]


def chance(
    position: Position,
    random: Literal["first", "second", "both"] = "both",
    *,
    limits: Limits | None = None,
) -> Fraction:
    """Return the chance that who begins wins, when one or both players move at random.

    Each of the listed moves is drawn alike. Who does not move at random moves best: so that the
    chance to win is the greatest. Who cannot move loses.

    Raises:
        ValueError: If *random* is another word.
        CycleError: If a play need not end.
        LimitError: If a limit is passed.

    >>> from grundy import catalogue
    >>> chance(catalogue["nim"][2]), chance(catalogue["nim"].sum([1, 2]), "first")
    (Fraction(1, 2), Fraction(1, 3))
    """
    if random not in ("first", "second", "both"):
        raise ValueError(f'At random moves the "first", the "second" or "both", not {random!r}.')
    reached = _Reached(position, "The chance to win", limits)
    at_random = (random != "second", random != "first")  # the one who begins, the other
    wins: dict[tuple[Hashable, bool], Fraction] = {}
    for name in reached.in_order:
        for turn in (False, True):
            left = [1 - wins[option, not turn] for option in reached.options(name)]
            wins[name, turn] = _expected(left, drawn=at_random[turn])
    return wins[reached.first, False]


def _expected(chances: Iterable[Fraction], *, drawn: bool) -> Fraction:
    probabilities = list(chances)
    if not probabilities:
        return Fraction(0)
    return sum(probabilities, Fraction(0)) / len(probabilities) if drawn else max(probabilities)
