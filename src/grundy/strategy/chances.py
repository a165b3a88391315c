"""All plays from a position: the longest one, and who wins when moves are drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import chain
from typing import Literal

from grundy.errors import CycleError
from grundy.games.misere_quotient import closed
from grundy.games.position import Position
from grundy.games.state_text import shown
from grundy.runtime.limits import Limits, Watch, reports


class _Reached:
    """All that a position reaches, by names that are the same for the same parts in any order.

    With *apart*, what each part reaches by itself.
    """

    def __init__(
        self, position: Position, purpose: str, limits: Limits | None, *, apart: bool = False
    ) -> None:
        self._apart = apart
        self._positions: dict[Hashable, Position] = {}
        self._moves: dict[Hashable, list[list[Hashable]]] = {}
        self.ends_all = False  # whether a move wins at once
        self.first = self._named(position)
        self._watch = Watch(limits, purpose, {})
        try:  # options first
            self.in_order = closed(self.first, self._following, self._watch, self._text)
        except CycleError as error:
            advice = "grundy graph shows all that can be reached."
            raise CycleError(error.cycle, f"{purpose} has no end", advice) from None

    def moves(self, name: Hashable) -> list[list[Hashable]]:
        """Return the names of what each move leaves: one name, or apart one of each part."""
        if name not in self._moves:
            names = self._moves[name] = []
            for move in self._positions[name].moves():
                self._watch.again()
                self.ends_all |= move.option.is_over
                names.append(self._named(move.option))
        return self._moves[name]

    def _following(self, name: Hashable) -> Iterable[Hashable]:
        return chain.from_iterable(self.moves(name))

    def _named(self, position: Position) -> list[Hashable]:
        each = [Position((part,)) for part in position.parts] if self._apart else [position]
        names: list[Hashable] = [frozenset(Counter(one.parts).items()) for one in each]
        self._positions.update(zip(names, each, strict=True))
        return names

    def _text(self, name: Hashable) -> str:
        return shown(self._positions[name])


@reports
def longest_play(position: Position, *, limits: Limits | None = None) -> int:
    """Return the most moves that a play from a position can have.

    Raises:
        CycleError: If a play need not end.
        LimitError: If a limit is passed.

    Cost: that of all states which the parts reach, each by itself; where a move wins at once, of
    all sums that are reached.

    >>> from grundy import catalogue
    >>> longest_play(catalogue["kayles"][5] + catalogue["kayles"][7])
    12
    """
    each = [part.ruleset.as_copies(part.state) for part in position.parts]
    times = [count for count, base, _ in each for _ in base.parts]
    bases = Position(part for _, base, _ in each for part in base.parts)
    reached = _Reached(bases, "The longest play", limits, apart=True)
    if reached.ends_all:
        times, reached = [1], _Reached(position, "The longest play", limits)
    longest: dict[Hashable, int] = {}
    for name in reached.in_order:
        lengths = (1 + sum(map(longest.__getitem__, left)) for left in reached.moves(name))
        longest[name] = max(lengths, default=0)
    return sum(k * longest[name] for k, name in zip(times, reached.first, strict=True))


@reports
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
            left = [1 - wins[option, not turn] for (option,) in reached.moves(name)]
            wins[name, turn] = _expected(left, drawn=at_random[turn])
    return wins[reached.first[0], False]


def _expected(chances: Iterable[Fraction], *, drawn: bool) -> Fraction:
    probabilities = list(chances)
    if not probabilities:
        return Fraction(0)
    return sum(probabilities, Fraction(0)) / len(probabilities) if drawn else max(probabilities)
