"""Known games by name and code, and which of them has the values of a game, shifted or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from grundy.heaps.periods.period import Period, Progress, search_period
from grundy.heaps.rules.take_and_break import TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset, as_heap_game
from grundy.heaps.structure.conjectures import FEWEST, agreement
from grundy.named.families.heaps import ENTRIES

_SHIFTS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5)
_SCREENED = 60  # heaps that tell nearly all games apart, in plain Python


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A heap game that has a name."""

    name: str
    game: str
    oeis: str | None
    source: str

    def __str__(self) -> str:
        number = f", OEIS {self.oeis}" if self.oeis else ""
        return f"{self.name} ({self.game}{number})"


@dataclass(frozen=True, slots=True)
class KnownMatch:
    """A known game whose heap n + shift has the value of heap n."""

    known: KnownGame
    shift: int
    stop: int
    proof: str | None

    def __str__(self) -> str:
        """Say which game, and how sure that is."""
        if self.shift:
            sign = "+" if self.shift > 0 else "−"
            heap = f"heap n {sign} {abs(self.shift)} of {self.known}"
        else:
            heap = str(self.known)
        if self.proof is not None:
            return f"{heap}: {self.proof}"
        first = max(0, -self.shift)
        return f"{heap}: agrees on heaps {first} … {self.stop - 1:,}; not proved"


def known_games() -> Iterator[tuple[KnownGame, HeapRuleset]]:
    """Yield the heap games of the catalogue, and codes with a number; they know no values yet."""
    for entry in ENTRIES:
        rules = None if entry.parameters else as_heap_game(entry.make())
        if rules is not None:
            name = ", ".join(filter(None, (entry.name, entry.also)))
            yield KnownGame(name, rules.text, next(iter(entry.oeis), None), entry.source), rules
    for name, code, oeis, source in _CODES:
        yield KnownGame(name, code, oeis, source), TakeAndBreak(code)


_BOOKS = "Winning Ways, ch. 4; A. Flammenkamp"

_CODES = (
    ("Double Kayles", "0.7777", "A071074", "Guy and Smith, 1956"),
    ("full rows of Sticks", "0.777", None, "CEOI 2000"),
    ("octal game 0.56", "0.56", "A071436", _BOOKS),
    ("octal game 0.127", "0.127", "A071464", _BOOKS),
    ("octal game 0.177", "0.177", "A071435", _BOOKS),
    ("octal game 0.1377", "0.1377", "A071434", _BOOKS),
    ("octal game 0.1777", "0.1777", "A071509", _BOOKS),
    ("octal game 0.11377", "0.11377", "A071452", _BOOKS),
)


def same_values(
    ruleset: HeapRuleset,
    stop: int,
    period: Period | None = None,
    progress: Progress = None,
) -> Iterator[KnownMatch]:
    """Find the known games with the values of a game, moved by up to five heaps."""
    for known, other in known_games():
        if other == ruleset or (ruleset.code is not None and ruleset.code == other.code):
            yield KnownMatch(known, 0, stop, "the same rule")
            continue
        if stop < FEWEST:
            continue
        for shift in _SHIFTS:
            pair = _Pair(ruleset, other, shift, progress)
            if pair.agrees(min(stop, _SCREENED)):
                found = pair.compared(stop, period)
                if found is not None:
                    yield KnownMatch(known, shift, *found)
                    break


@dataclass(frozen=True, slots=True)
class _Pair:
    """A game, and another one whose heap n + shift is held against its heap n."""

    ruleset: HeapRuleset
    other: HeapRuleset
    shift: int
    progress: Progress

    def agrees(self, stop: int) -> bool:
        """Return whether the values below *stop* do."""
        first = max(0, -self.shift)
        here = self.ruleset.values(stop, self.progress)[first:]
        there = self.other.values(max(stop + self.shift, 0), self.progress)
        return np.array_equal(here, there[first + self.shift :])

    def compared(self, stop: int, period: Period | None) -> tuple[int, str | None] | None:
        """Compare as many heaps as decide, or *stop*; give their number, and the proof if any."""
        theirs = None if period is None else search_period(self.other, stop, self.progress)
        if period is not None and theirs is not None:
            moved = max(0, theirs.preperiod - self.shift), theirs.period, theirs.saltus
            # a heap before the first that is compared proves nothing
            mine = max(period.preperiod, -self.shift), period.period, period.saltus
            enough = agreement(mine, moved)
            if enough is None:
                return None
            if enough <= stop:
                proof = "proved, the periods and the first values are equal"
                return (enough, proof) if self.agrees(enough) else None
        return (stop, None) if self.agrees(stop) else None
