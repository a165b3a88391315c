"""GameTable: a solved game on disk, what it answers, and values out of it."""

from __future__ import annotations

import copy
import os
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from grundy.errors import FolderError, PositionError, RulesetError
from grundy.games.position import Move, Position
from grundy.games.protocols import State
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.named.notation import read_game
from grundy.printable import counted
from grundy.runtime.limits import Limits
from grundy.tabulated.kernels import fill
from grundy.tabulated.table import Mapped, Plan, Rules, plan, read_manifest, verify_table
from grundy.values import LoopyValue, Outcome, Value

# A game and a state that bounds it, with the numbers of all states below.


def bounded(game: Ruleset, start: Any) -> Rules:
    """Return the rules of all states that a table of *start* has."""
    position = start if isinstance(start, Position) else (
        game.read(start) if isinstance(start, str) else game[start]
    )  # fmt: skip
    if position.part_count != 1:
        sums = "the values of sums follow from those of their parts"
        one = f"A table is of one state and what it leads to, found {shown(position)}"
        raise PositionError(f"{one}; {sums}.")
    part = position.parts[0]
    if part.ruleset is not game:
        raise PositionError(f"{shown(position)} is no position of {game.text}.")
    indexed = game.indexed(part.state)
    if indexed is None:
        raise RulesetError(
            f"{game.text} does not number the states below {shown(game.format(part.state))}; a "
            "game does so by the hook `indexed`, and docs/large.md names those that have it."
        )
    indexed.number_of(part.state)  # refuses a state that has none itself
    return Rules(game, indexed)


class FromTable(Valuer["Ruleset"]):
    """The table of a game; a state that it has not is valued as the game does without it."""

    theorem = None  # the table answers

    def __init__(self, ruleset: Ruleset, entries: Entries) -> None:
        super().__init__(ruleset)
        self._entries, self._otherwise = entries, ruleset.valuer

    def value(self, state: State, *, limits: Limits | None = None) -> Value:
        if (number := self._number(state)) is not None:
            return self._entries.value(number)
        return self._otherwise.value(state, limits=limits)

    def rank(self, state: State) -> int:
        number = self._number(state)
        return self._otherwise.rank(state) if number is None else self._entries.rank(number)

    def may_cycle(self, state: State) -> bool:
        is_ours = self._number(state) is not None
        return self._entries.plan.cyclic if is_ours else self._otherwise.may_cycle(state)

    def reason(self, state: State) -> str:
        return "read from the table." if self._number(state) is not None else super().reason(state)

    def _number(self, state: State) -> int | None:
        try:
            return self._entries.number_of(state)
        except PositionError:
            return None


def with_table(ruleset: Ruleset, entries: Entries) -> Ruleset:
    """Return the same game with a table for its values; the one given stays as it is."""
    clone = copy.copy(ruleset)
    for name in ("solver", "valuer"):
        vars(clone).pop(name, None)
    install(clone, entries)
    return clone


def install(ruleset: Ruleset, entries: Entries) -> None:
    """Make a game use a table, falling back on its own solver."""
    vars(ruleset)["valuer"] = FromTable(ruleset, entries)


class Entries:
    """A table's entries, read where they are mapped, and checked by the hashes of their pages."""

    def __init__(
        self, rules: Rules, plan: Plan, mapped: Mapped, pieces: dict[str, dict[str, Any]]
    ) -> None:
        self.rules, self.plan, self._mapped, self._pages = rules, plan, mapped, mapped.pages(pieces)

    def number_of(self, state: State) -> int:
        """Return the number of a state."""
        number = self.rules.indexed.number_of(state)
        if self._entry(number) == _NO_STATE:
            raise PositionError(f"{self.rules.state_text(number)} is no state of the table.")
        return number

    def value(self, number: int) -> Value:
        """Return the value of a number; the finite values of an ∞'s options are looked up."""
        entry = self._entry(number)
        if entry >= 0:
            return entry
        entries = (self._entry(option) for option in self.rules.options(number) or ())
        return LoopyValue(frozenset(each for each in entries if each >= 0))

    def rank(self, number: int) -> int:
        """Return a natural number that orders states by value, stage and counter; 0 for ∞."""
        entry = self._entry(number)
        if not self.plan.cyclic or entry < 0:
            return 0
        stage = self.plan.tiers[number >> self.plan.shift]
        counter = self._one("counters", number)
        return (entry * (max(self.plan.tiers) + 1) + stage) << 32 | counter

    def remoteness(self, number: int) -> int | None:
        """Return the moves that a play lasts; None for a draw."""
        length = self._one("remoteness", number)
        return None if length == fill.DRAWN else length

    def histogram(self) -> Counter[int]:
        """Count the entries: values, -1 for ∞; numbers that stand for no state are left out."""
        totals: Counter[int] = Counter()
        for _, piece in self._pieces():
            top = np.iinfo(piece.dtype).max
            counts = np.bincount(piece)
            for entry in np.flatnonzero(counts).tolist():
                if entry != top:
                    totals[-1 if entry == top - 1 else entry] += int(counts[entry])
        return totals

    def numbers_of(self, entry: int) -> Iterator[int]:
        """Yield the numbers whose value is *entry*."""
        for first, piece in self._pieces():
            yield from (np.flatnonzero(piece == entry) + first).tolist()

    def many(self, numbers: np.ndarray) -> np.ndarray:
        """Return the entries of many numbers: int64[n], -1 for ∞, -2 where there is no state."""
        entries, blocks = np.zeros(len(numbers), np.int64), numbers >> self.plan.shift
        for block in np.unique(blocks).tolist():
            inside = numbers[blocks == block] - (block << self.plan.shift)
            self._pages["values", block].check_each(inside)
        fill.look_up(numbers, *self._mapped.table, entries)
        return entries

    def _entry(self, number: int) -> int:
        self._one("values", number)
        return int(fill.looked_up(number, *self._mapped.table))

    def _one(self, kind: str, number: int) -> int:
        block = number >> self.plan.shift
        inside = number - (block << self.plan.shift)
        return int(self._checked(kind, block, inside, inside + 1)[0])

    def _checked(self, kind: str, block: int, first: int, stop: int) -> np.ndarray:
        """Return some entries of a block, whose pages are whole."""
        self._pages[kind, block].check(first, stop)
        return self._mapped.array(kind, block)[first:stop]

    def _pieces(self) -> Iterator[tuple[int, np.ndarray]]:
        """Yield all values, a piece at a time, with the number of the first."""
        for block in range(len(self.plan.tiers)):
            first, stop = self.plan.bounds(block)
            for start in range(0, stop - first, _PIECE):
                end = min(start + _PIECE, stop - first)
                yield first + start, self._checked("values", block, start, end)


_NO_STATE = -2
_PIECE = 1 << 22


class GameTable:
    """All positions of a bounded part of a game, solved; `tabulate` and `open_table` give one.

    States may be written as text. Sums of states, also with other games, are positions of
    `game`, which is the game with the table for its values.

    Attributes:
        path: The folder.
        rules: The game, and its states as numbers.
        plan: How the table is cut into blocks.
        entries: What it says of numbers.
        game: The game; what it is asked of states of the table it answers by look-ups.
        sha256: One hash for all files.
        bytes: How long they are together.
    """

    def __init__(self, rules: Rules, plan: Plan, path: Path) -> None:
        self.rules, self.plan, self.path = rules, plan, path
        manifest = read_manifest(path)
        pieces = manifest["pieces"]
        mapped = Mapped(path, plan)
        mapped.add(list(pieces))
        if missing := mapped.missing():
            raise FolderError(
                f"{path}: {counted(len(missing), 'block')} of {len(plan.tiers):,} not there yet; "
                "go on with `grundy tabulate --resume`."
            )
        self.entries = Entries(rules, plan, mapped, pieces)
        self.sha256 = str(manifest["state"].get("sha256", ""))
        self.bytes = sum(int(each["bytes"]) for each in pieces.values())
        self.game = with_table(rules.ruleset, self.entries)

    @property
    def start(self) -> str:
        """The state that bounds the table, as text."""
        return self.rules.start

    # ---- one state --------------------------------------------------------------------------

    def position(self, state: Any) -> Position:
        """Return a state of the table as a position; sums of such are answered by it too.

        Raises:
            PositionError: If the table has not got it.
        """
        position = self.game.read(state) if isinstance(state, str) else self.game[state]
        if position.part_count != 1:
            raise PositionError("A table answers one state; add `game` positions for a sum.")
        self.entries.number_of(position.parts[0].state)
        return position

    def value(self, state: Any) -> Value:
        """Return the value of a state.

        Raises:
            PositionError: If the table has not got it.
        """
        return self.position(state).value()

    def outcome(self, state: Any) -> Outcome:
        """Say who wins a state."""
        return self.position(state).outcome()

    def winning_moves(self, state: Any) -> list[Move]:
        """List every winning move of a state."""
        return list(self.position(state).winning_moves())

    def best_move(self, state: Any) -> Move | None:
        """Return one good move: it surely ends a win, and keeps a draw; None where none is."""
        return self.position(state).best_move()

    def remoteness(self, state: Any) -> int | None:
        """Return the moves until the end when the winner hurries and the loser delays.

        None for a draw.

        Raises:
            PositionError: If the table was made without remoteness.
        """
        if not self.plan.remoteness:
            make = "make one with remoteness=True, or --remoteness"
            raise PositionError(f"This table has no remoteness; {make}.")
        (part,) = self.position(state).parts
        return self.entries.remoteness(self.entries.number_of(part.state))

    # ---- all of them ------------------------------------------------------------------------

    def count(self) -> int:
        """Count the states."""
        return sum(self._histogram.values())

    def histogram(self) -> dict[int, int]:
        """Count the states of each value, in order; -1 stands for ∞."""
        return self._histogram.copy()

    def zeros(self) -> Iterator[State]:
        """Yield the states of value 0, the P-positions, in the order of their numbers."""
        for number in self.entries.numbers_of(0):
            yield self.rules.indexed.state_at(number)

    def entries_of(self, numbers: np.ndarray) -> np.ndarray:
        """Return the values of many numbers at once: int64[n], -1 for ∞, -2 for no state."""
        return self.entries.many(np.asarray(numbers, np.int64))

    def verify(self, *, sample: int | None = None, seed: int = 0) -> None:
        """Check the table by the definition, with code that knows no solver.

        Args:
            sample: So many states, drawn by *seed*, rather than all.
            seed: See above.

        Raises:
            VerificationError: If a block is not what was written, or a value is wrong.
        """
        verify_table(self.path, self.rules, sample=sample, seed=seed)

    @cached_property
    def _histogram(self) -> dict[int, int]:
        return dict(sorted(self.entries.histogram().items()))

    def __repr__(self) -> str:
        return f"GameTable({self.rules.ruleset.text} {self.start}, {self.plan.count:,} numbers)"


def use_table(path: str | os.PathLike[str]) -> None:
    """Attach a table to a named game of this process, which answers by it from then on."""
    table = open_table(path)
    install(table.rules.ruleset, table.entries)


def open_table(path: str | os.PathLike[str], *, game: Ruleset | None = None) -> GameTable:
    """Open a table that `tabulate` has made.

    Args:
        path: Its folder.
        game: The game, where it is none that `grundy.read_game` knows by its name.

    Raises:
        FolderError: If it is no table, of another game or other rules, or not whole yet.
        UnknownNameError: If the game is not known by its name.
    """
    task = read_manifest(path)["task"]
    rules = bounded(read_game(task["game"]) if game is None else game, task["start"])
    cut = plan(rules.indexed, remoteness="remoteness" in task["kinds"])
    if rules.fingerprint != task["rules"]:
        raise FolderError(
            f"{path}: this table was made by other rules than those of {rules.ruleset.text} now; "
            "make it anew."
        )
    return GameTable(rules, cut, Path(path))
