"""The values and the numbers of a game's states by the plain definition."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, cast

import numpy as np

from grundy.errors import LimitError, PositionError, RulesetError
from grundy.games.indexed import Indexed
from grundy.games.kernels.packed import call
from grundy.games.position import Position
from grundy.games.protocols import State
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import is_hashable, named
from grundy.games.states import reach, without_lost_moves
from grundy.games.values.packed import (
    ConnectedSets,
    Kernel,
    Packed,
    PackedValues,
    empty_table,
    kernel,
)
from grundy.graphs.engines import find_cycle
from grundy.graphs.labelling import label
from grundy.runtime.kernels import running
from grundy.runtime.limits import Limits, Watch
from grundy.runtime.threads import has_numba
from grundy.values import LOONY, OVER, LoopyValue, Outcome, Value, format_value, outcome_of

# The values of a game by the plain definition, and what its hooks make of them.

_HOOKS = ("canonical", "components", "formula", "packed", "answers")
_COMPARED = 2  # times as many positions are compared as for one play
_BESIDE = 8  # times as many are looked at for what hooks lead to
_GUARD = 4_096  # words behind the room that `most` says
_SIGN = np.int64(0x5AFE_5AFE_5AFE_5AFE)


class Judged(NamedTuple):
    """What the plain definition says of a position."""

    value: Value
    misere: Outcome


class PlainValues:
    """Compares a game with the plain definition, which asks for options only."""

    def __init__(self, game: Ruleset, most: int) -> None:
        self._game = game
        self._most = most
        self._results: dict[Position, Judged] = {}
        self._beside = _BESIDE * most
        self._table: tuple[object, PackedValues | ConnectedSets] | None = None
        self.compared: set[Position] = set()
        self.cyclic = False
        without = {"formula"} if game.formula is None else set()
        self.hooks = tuple(h for h in _HOOKS if h not in without and game.has_own(h))

    def check(self, path: list[Position]) -> None:
        """Compare all that the first position of a play that is small enough can reach."""
        if len(self.compared) > _COMPARED * self._most:
            return
        fresh = [p for p in reversed(self._largest(path)) if p not in self.compared]
        self.compared.update(fresh)
        for position in fresh:
            self._compare_value(position)
        for position in fresh:  # by values, which are right by now
            self._compare_winning(position)

    def _largest(self, path: list[Position]) -> tuple[Position, ...]:
        """Judge the positions below the first of a play from which not too many are reached."""
        low, high = 0, len(path)
        best: tuple[Position, ...] = ()
        while low < high:
            middle = (low + high) // 2
            # what is compared reaches nothing new
            reached = () if path[middle] in self.compared else self._judge(path[middle])
            if reached is None:
                low = middle + 1
            else:
                high, best = middle, reached
        return best

    def _judge(self, position: Position) -> tuple[Position, ...] | None:
        """Find out about a position and all that it reaches; None if that is too much."""
        watch = Watch(Limits(positions=self._most), "A check", {})
        try:
            graph = reach([position], Position.options, watch)
        except LimitError:
            return None
        less, won = without_lost_moves(graph)
        normal = label(less)
        misere = label(reach([position], _misere_options, watch), play="misere")
        self.cyclic |= find_cycle(graph) is not None
        if self.cyclic and self._game.ends:
            raise RulesetError(f"A play of {self._game.text} need not end; `ends` has to be False.")
        names = cast("tuple[Position, ...]", graph.names)
        for number, name in enumerate(names):
            value = OVER if name.is_over else normal.value_at(number)
            self._results[name] = Judged(value, misere.outcome(name))
        for name in cast("list[Position]", won):
            self._results[name] = self._results[name]._replace(value=LOONY)
        return names

    # ---- one position -----------------------------------------------------------------------

    def _compare_value(self, position: Position) -> None:
        value, misere = self._results[position]
        if len(position.parts) == 1 and not position.is_over:
            state = position.parts[0].state
            self._compare_canonical(state, position)
            self._compare_components(state, position)
            self._compare_formula(state, value)
            self._compare_packed(state, value)
            self._compare_misere(state, position, misere)
        actual = position.value()
        if actual != value:
            raise RulesetError(
                f"The value of {position!r} is {format_value(value)} by its options, but "
                f"`value` gives {format_value(actual)}."
            )

    def _compare_canonical(self, state: State, position: Position) -> None:
        if "canonical" not in self.hooks:
            return
        form = self._game.canonical(state)
        if not is_hashable(form):
            raise RulesetError(f"The canonical form {form!r} of {position!r} is not hashable.")
        self._require_same_play("canonical", position, self._game.as_position(form))

    def _compare_components(self, state: State, position: Position) -> None:
        if "components" in self.hooks:
            parts = map(self._game.as_position, self._game.components(state))
            self._require_same_play("components", position, sum(parts, Position()))

    def _require_same_play(self, hook: str, position: Position, other: Position) -> None:
        if other not in self._results and self._beside > 0:
            self._beside -= len(self._judge(other) or ()) + 1
        if other not in self._results:
            return
        mine, theirs = self._results[position], self._results[other]
        if mine.value != theirs.value:
            raise RulesetError(
                f"`{hook}` takes {position!r} to {other!r}, of value "
                f"{format_value(theirs.value)} and not {format_value(mine.value)}."
            )
        if mine.misere != theirs.misere:
            raise RulesetError(
                f"`{hook}` takes {position!r} to {other!r}, which under misère play has another "
                "outcome; both have to be the same game, not only of the same value."
            )

    def _compare_formula(self, state: State, value: Value) -> None:
        formula = self._game.formula
        if formula is not None and formula(state) != value:
            raise self._differs("formula", state, value, formula(state))

    def _compare_packed(self, state: State, value: Value) -> None:
        packed = self._game.packed(state) if "packed" in self.hooks else None
        if packed is None or packed.words > 1:
            return
        for function in filter(None, (packed.followers, packed.parts)):
            _written(self._game, "packed", packed, function, packed.signed, state)
        if self._table is None or self._table[0] != packed.key:
            self._table = packed.key, empty_table(packed)
        actual = self._table[1].value(packed.signed, Watch(None, "A check", {}))
        if actual is not None and actual != value:
            raise self._differs("packed", state, value, actual)
        if actual is None and not isinstance(value, LoopyValue) and not self.cyclic:
            raise RulesetError(
                f"By `packed` the options of {self._game.text}[{self._game.format(state)}] lead "
                "back to it, by the plain rules they do not."
            )

    def _compare_misere(self, state: State, position: Position, misere: Outcome) -> None:
        answers = self._game.answers((state,), "misere")
        if answers is not None and answers.outcome != misere:
            raise RulesetError(
                f"`answers` gives {answers.outcome} under misère play for {position!r}; by its "
                f"options it is {misere}."
            )

    def _compare_winning(self, position: Position) -> None:
        winning = Counter(
            (move.name, move.option)
            for move in position.moves()
            if outcome_of(self._results[move.option].value) is Outcome.P
        )
        actual = Counter((move.name, move.option) for move in position.winning_moves())
        for name, option in (winning - actual) + (actual - winning):
            wins = "wins, and is not listed" if (name, option) in winning - actual else (
                "is listed as winning, and does not win or is no move"
            )  # fmt: skip
            raise RulesetError(f"In {position!r} the move {name!r} to {option} {wins}.")

    def _differs(self, hook: str, state: State, value: Value, actual: Value) -> RulesetError:
        return RulesetError(
            f"The value of {self._game.text}[{self._game.format(state)}] is {format_value(value)} "
            f"by its options, but `{hook}` gives {format_value(actual)}."
        )


def _misere_options(position: Position) -> Iterable[Position]:
    """Yield the options; after a move that wins at once there is one more, which loses."""
    return [Position()] if position.is_over else position.options()


def _written(
    game: Ruleset, hook: str, packed: Packed, function: Kernel, word: int, state: State
) -> list[int] | None:
    """Return what a function writes, compiled where numba is there; None for a word of no state."""
    out = np.full(packed.most + _GUARD, _SIGN)
    with running(plain=not has_numba()):
        count = int(call(kernel(function), word, packed.data, out))
    least = -1 if hook == "indexed" else 0  # for what is no state
    if not least <= count <= packed.most or (out[packed.most :] != _SIGN).any():
        raise RulesetError(
            f"The compiled function of `{hook}` writes {count} words for {named(game, state)}, "
            f"more than the {packed.most} that `most` says."
        )
    return None if count < 0 else [int(option) for option in out[:count]]


# What has to hold for a game's states as numbers: word, number, options and their order.

_DRAWN = 60


def check_indexed(
    game: Ruleset, start: State, states: Iterable[State], chance: random.Random
) -> None:
    """Check the hook `indexed` of a state by some states below it, and by numbers at random."""
    indexed = game.indexed(start)
    if indexed is None:
        return
    for state in states:
        _check(game, indexed, state, _number(game, indexed, state))
    for _ in range(_DRAWN):
        number = chance.randrange(indexed.count)
        word = indexed.ranking.word(number)
        if _options(game, indexed, word) is None:
            continue  # it stands for no state
        state = indexed.state_of(word)
        if _number(game, indexed, state) != number:
            raise RulesetError(
                f"By `indexed` {named(game, state)} is the state of {number:,}, and its number "
                f"is {_number(game, indexed, state):,}."
            )
        _check(game, indexed, state, number)


def _check(game: Ruleset, indexed: Indexed, state: State, number: int) -> None:
    words = _options(game, indexed, indexed.ranking.word(number))
    if words is None:
        raise RulesetError(f"By `indexed` {named(game, state)} is no state.")
    compiled = {indexed.ranking.rank(word) for word in words}
    plain = {_number(game, indexed, option) for option in game.options(state)}
    if compiled != plain:
        raise RulesetError(
            f"The compiled options of `indexed` for {named(game, state)} are not those of the "
            f"plain rules: {len(compiled)} and {len(plain)} of them, "
            f"{len(compiled & plain)} in common."
        )
    for option in compiled:
        if not _in_order(indexed, number, option):
            raise RulesetError(
                f"{named(game, state)} leads to {named(game, indexed.state_at(option))}, which "
                "does not come before it as the order of `indexed` says."
            )


def _in_order(indexed: Indexed, number: int, option: int) -> bool:
    if indexed.tier is not None:
        mine, other = number >> indexed.bits, option >> indexed.bits
        if mine != other and indexed.tier(other) >= indexed.tier(mine):
            return False
        if mine != other or indexed.order == "cycles":
            return True
    if indexed.order == "shrinks":
        return option & ~number == 0 and option != number
    return indexed.order == "cycles" or option < number


def _number(game: Ruleset, indexed: Indexed, state: State) -> int:
    try:
        return indexed.number_of(state)
    except PositionError as error:
        raise RulesetError(f"`indexed` has no number for {named(game, state)}: {error}") from None


def _options(game: Ruleset, indexed: Indexed, word: int) -> list[int] | None:
    packed, state = indexed.packed, indexed.state_of(word)
    return _written(game, "indexed", packed, packed.followers, word, state)
