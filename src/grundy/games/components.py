"""Components: what positions fall apart into, by number, for play that no values add up in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grundy.games.parts import Part
from grundy.games.rule_errors import require_options

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.running.limits import Watch

_LOOK = 4_095  # options between two looks at the limits, less one; a power of two less one

Sum = tuple[int, ...]
"""A multiset of parts by number, ascending, without the parts that cannot be moved."""


class Components:
    """Parts by number, so that a sum is a short tuple, and options are worked out once."""

    watch: Watch

    def __init__(self) -> None:
        self._numbers: dict[Part, int | None] = {}
        self._parts: list[Part] = []
        self._options: list[tuple[Sum, ...] | None] = []

    def __getitem__(self, number: int) -> Part:
        """Return the part of a number."""
        return self._parts[number]

    def of(self, parts: tuple[Part, ...]) -> Sum:
        """Return the sum of some parts, each split into its components in canonical form."""
        numbers: list[int] = []
        for ruleset, state in parts:
            numbers += self._components(ruleset, state)
        return tuple(sorted(numbers))

    def still(self) -> Iterator[Part]:
        """Yield the parts met that cannot be moved, and so have no number."""
        return (part for part, number in self._numbers.items() if number is None)

    def options(self, position: Sum) -> Iterator[Sum]:
        """Yield the options of a sum."""
        before = -1
        for place, number in enumerate(position):
            if number == before:  # one of several equal parts is enough
                continue
            before = number
            rest = position[:place] + position[place + 1 :]
            for option in self.options_of(number):
                yield tuple(sorted(rest + option)) if option else rest

    def options_of(self, number: int) -> tuple[Sum, ...]:
        """Return the options of one part."""
        found = self._options[number]
        if found is None:
            ruleset, state = self._parts[number]
            try:
                positions = map(ruleset.as_position, self._watched(ruleset.options(state)))
                found = tuple(dict.fromkeys(self.of(option.parts) for option in positions))
            except TypeError:
                require_options(ruleset, state)  # says what is wrong with a user's rule
                raise
            self._options[number] = found
        return found

    def _watched(self, options: Iterable[State]) -> Iterator[State]:
        for count, option in enumerate(options, 1):
            if not count & _LOOK:
                self.watch.look(count)
            yield option

    def _components(self, ruleset: Ruleset, state: State) -> Iterator[int]:
        for component in ruleset.components(state):
            part = Part(ruleset, ruleset.canonical(component))
            if part not in self._numbers:
                self._numbers[part] = self._new(part)
            number = self._numbers[part]
            if number is not None:
                yield number

    def _new(self, part: Part) -> int | None:
        """Number a part; one that cannot be moved is no part of the game."""
        try:
            if not any(True for _ in part.ruleset.options(part.state)):
                return None
        except TypeError:
            require_options(part.ruleset, part.state)
            raise
        self._parts.append(part)
        self._options.append(None)
        return len(self._parts) - 1
