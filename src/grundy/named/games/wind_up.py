"""The wind-up game: a token goes back round a clock, by steps of a set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from grundy.errors import PositionError, RulesetError
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Scene, clock_scene, strip_drawn
from grundy.games.state_text import read_numbers, shown, whole
from grundy.named.entry import NUMBERS, Entry, OfParameters, values
from grundy.values import integer


class WindUp(OfParameters, NamedMoves):
    """A clock of n hours: move back by a number of a set, round the clock; 0 is the end."""

    def __init__(self, n: int, steps: Iterable[int]) -> None:
        example = "such as wind-up(7,{1,2,5})"
        self.n = whole(n, f"wind-up(n,S) needs a number of places, {example}")
        if isinstance(steps, str) or not isinstance(steps, Iterable):
            raise RulesetError(f"wind-up(n,S) needs a set of steps, {example}.")
        self.steps = tuple(sorted({whole(s, f"A step is at least 1, {example}") for s in steps}))
        idle = [step for step in self.steps if step % self.n == 0]
        if idle:
            raise RulesetError(
                f"A step of {idle[0]} leads back to the same of {self.n} places, so it is no move."
            )
        self.text = f"wind-up({self.n},{{{','.join(map(str, self.steps))}}})"

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        if state == 0:
            return
        seen = set()
        for step in self.steps:
            option = (state - step) % self.n
            if option not in seen:
                seen.add(option)
                yield f"back {step} to {option}", option

    def legal(self, state: Any) -> int:
        try:
            place = integer(state[0] if isinstance(state, tuple) and len(state) == 1 else state, "")
        except TypeError:
            place = -1
        if not 0 <= place < self.n:
            raise PositionError(
                f"A position of {self.text} is a place from 0 to {self.n - 1}; "
                f"found {shown(state)}."
            )
        return place

    def parse(self, text: str) -> int:
        """Read a place, such as ``3``."""
        return self.legal(read_numbers(text))

    def format(self, state: int) -> str:
        return str(state)

    def draw(self, state: int) -> str:
        return strip_drawn({state: "o"}, self.n)

    def scene(self, state: int) -> Scene | None:
        return clock_scene(self.n, state)


FAMILY = NUMBERS

ENTRIES = (
    Entry(
        key="wind-up",
        name="Wind-up",
        rule="Move a token back round a clock of n places, by a number of the set S; "
        "who reaches 0 wins.",
        make=WindUp,
        start="4",
        source="Davies, 2023",
        facts=[values(0, 1, 2, 0, 1, 2, 0)],
        parameters="wind-up(7,{1,2,5})",
        letters=("n", "S"),
    ),
)
