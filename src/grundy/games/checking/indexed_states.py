"""What has to hold for a game's states as numbers: word, number, options and their order."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from grundy.errors import PositionError, RulesetError
from grundy.games.rule_errors import named

if TYPE_CHECKING:
    from grundy.games.indexed.indexed import Indexed
    from grundy.games.ruleset import Ruleset, State

_DRAWN = 60
_GUARD = 4_096  # words behind the room that `most` says
_SIGN = np.int64(0x5AFE_5AFE_5AFE_5AFE)


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
    from grundy.games.kernels.calls import call
    from grundy.games.valuers.packed import kernel

    packed = indexed.packed
    out = np.full(packed.most + _GUARD, _SIGN)
    count = call(kernel(packed.followers), np.int64(word), packed.data, out)
    if count > packed.most or (out[packed.most :] != _SIGN).any():
        raise RulesetError(
            f"The compiled function of `indexed` writes {count} words for "
            f"{named(game, indexed.state_of(word))}, more than the {packed.most} that `most` says."
        )
    return None if count < 0 else [int(option) for option in out[:count]]
