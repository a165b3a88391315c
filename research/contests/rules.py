"""The rules of `rules.toml`: their values by the plain definition, and the published answers."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from grundy import HeapGame
from research.contests import answers
from research.contests.answers import Option

FILE = Path(__file__).with_name("rules.toml")
FAR, FAR_PAIRS = 300, 24  # how far a form that is found is compared


@dataclass(frozen=True)
class Rule:
    """One rule; texts of functions are those of the file."""

    name: str
    source: str
    rule: str
    moves: str
    value: str = ""
    lost: str = ""
    answer: str = ""
    over: str = "n"
    start: str = ""
    play: str = "normal"
    first: int = 0
    stop: int = FAR
    where: str = ""

    @property
    def has_pairs(self) -> bool:
        """Whether it is a rule of two numbers, a and b."""
        return self.over == "a, b" and "n" not in self._inputs

    @property
    def _inputs(self) -> str:
        if not self.start:
            return self.over
        return "n" if "n" in self.start else "a, b"

    @property
    def game(self) -> HeapGame | None:
        """The rule as a game of heaps, where n is all that there is to say."""
        if (self.over, self.start, self.play) != ("n", "", "normal"):
            return None
        return HeapGame(lambda n: [o for o in self._moves(n) if not _is_negative(o)], self.name)

    def values(self, stop: int) -> list[int]:
        """Return the values of 0 .. stop - 1; under misère play 1 for those that are won."""
        return [self._of(n) for n in range(stop)]

    def table(self, stop: int) -> list[list[int]]:
        """Return the values of all pairs below *stop*."""
        return [[self._of(a, b) for b in range(stop)] for a in range(stop)]

    def is_as_published(self, value: int, *numbers: int) -> bool:
        """Return whether a value is what the published answer says."""
        if numbers[0] < self.first:
            return True
        said = self._published(*numbers)
        return bool(said == value if self.value else said == (value == 0))

    def _of(self, *numbers: int) -> int:
        state = self._start(*numbers)
        return self._together(state if isinstance(state, list) else [state])

    def _together(self, states: list[Any]) -> int:
        total = 0
        for state in states:
            total ^= self._value(state if isinstance(state, tuple) else (state,))
        return total

    def _value(self, state: tuple[Any, ...]) -> int:
        if state not in self._known:
            options = [option for option in self._moves(*state) if not _is_negative(option)]
            found = {
                self._together(option if isinstance(option, list) else [option])
                for option in options
            }
            if self.play == "misere":
                self._known[state] = int(0 in found or not options)
            else:
                self._known[state] = next(v for v in range(len(found) + 1) if v not in found)
        return self._known[state]

    @cached_property
    def _known(self) -> dict[tuple[Any, ...], int]:
        return {}

    @cached_property
    def _moves(self) -> Callable[..., list[Option]]:
        return self._function(self.over, self.moves)

    @cached_property
    def _start(self) -> Callable[..., Option]:
        return self._function(self._inputs, self.start or f"({self.over})")

    @cached_property
    def _published(self) -> Callable[..., Any]:
        return self._function(self._inputs, self.value or self.lost)

    @cached_property
    def _names(self) -> dict[str, Any]:
        names = vars(answers).copy()
        exec(self.where, names)  # noqa: S102 - no user's text comes here
        return names

    def _function(self, inputs: str, text: str) -> Callable[..., Any]:
        found: Callable[..., Any] = eval(f"lambda {inputs}: {text}", self._names)  # noqa: S307
        return found


def _is_negative(option: Option) -> bool:
    parts = option if isinstance(option, tuple) else (option,)
    return any(isinstance(part, int) and part < 0 for part in parts)


def rules() -> list[Rule]:
    """Read the file."""
    with FILE.open("rb") as file:
        return [Rule(**entry) for entry in tomllib.load(file)["rule"]]
