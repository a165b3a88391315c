"""Entry: everything that a person, a test, the command line and the page need about a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grundy.games.ruleset import Ruleset
from grundy.named.facts import Fact

_OEIS = re.compile(r"\bA\d{6}\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """One named game.

    Attributes:
        key: What the command line takes, in lower case with hyphens.
        name: The game's name for people.
        rule: The rule in one sentence.
        make: Gives the ruleset. A game with parameters takes them here.
        start: A position to start from, as text that the game reads; several parts are
            separated by spaces.
        source: Where the game comes from: author and year, a book, the OEIS number of its values.
        facts: What is known of it; the tests check each.
        parameters: For a game with parameters, how it is written, such as ``moore(2)``; the
            facts and the start are about this one.
        also: What else has the values of its heaps, such as a game on a path.
    """

    key: str
    name: str
    rule: str
    make: Callable[..., Ruleset]
    start: str
    source: str
    facts: Sequence[Fact] = ()
    parameters: str = ""
    also: str = ""

    @property
    def game(self) -> str:
        """The text that names this game on the command line, parameters included."""
        return self.parameters or self.key

    @property
    def oeis(self) -> list[str]:
        """The OEIS numbers that the source names."""
        return _OEIS.findall(self.source)
