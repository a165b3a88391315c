"""check: does a game keep what its hooks promise?"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grundy.errors import RulesetError
from grundy.games.check_values import PlainValues
from grundy.games.position import Position
from grundy.games.protocols import State
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import named, require_options, shown
from grundy.printable import counted


def _options(game: Ruleset, state: State) -> set[Hashable]:
    try:
        return set(game.options(state))
    except TypeError:
        require_options(game, state)
        raise


def _check_options(game: Ruleset, state: State, options: set[Hashable]) -> None:
    if _options(game, state) != options:
        raise RulesetError(
            f"The options of {named(game, state)} are others when asked again; they may depend on "
            "nothing but the state."
        )
    for option in options:
        if isinstance(option, Position):  # its parts are checked where they are met
            continue
        try:
            legal = game.legal(option)
        except Exception as error:
            raise RulesetError(
                f"{named(game, state)} has the option {shown(option)}, which `legal` refuses: "
                f"{error}"
            ) from error
        if legal != option:
            raise RulesetError(
                f"{named(game, state)} has the option {shown(option)}, which `legal` turns into "
                f"{shown(legal)}; options have to be in the form that the rules use."
            )


def _check_moves(game: Ruleset, state: State, options: set[Hashable]) -> None:
    reached: set[Hashable] = set()
    seen: set[tuple[str, Hashable]] = set()
    for name, option in game.moves(state):
        if not isinstance(name, str) or not name or not name.isprintable():
            raise RulesetError(
                f"{named(game, state)} has a move with the name {name!r}; a name is a printable "
                "text in one line."
            )
        if (name, option) in seen:
            raise RulesetError(
                f"{named(game, state)} has the move {name!r} to {shown(option)} more than once; "
                "each legal move is listed once."
            )
        seen.add((name, option))
        reached.add(option)
    for kind, other, more in (("moves", "options", reached - options),
                              ("options", "moves", options - reached)):  # fmt: skip
        for option in more:
            raise RulesetError(
                f"In {named(game, state)} {shown(option)} is among the {kind}, but not among the "
                f"{other}."
            )


def _check_text(game: Ruleset, state: State) -> None:
    picture = game.draw(state)
    if not isinstance(picture, str) or not picture.replace("\n", "").isprintable():
        raise RulesetError(f"The picture of {named(game, state)} is no printable text.")
    if not game.has_own("parse"):
        return
    text = game.format(state)
    try:
        read = game.parse(text)
    except Exception as error:
        raise RulesetError(
            f"`format` writes {text!r} for {shown(state)}, which `parse` refuses: {error}"
        ) from error
    if read != state:
        raise RulesetError(
            f"`format` writes {text!r} for {shown(state)}, but `parse` reads it as {shown(read)}."
        )


# check: does a game keep what its hooks promise? Tried on many of its states.

_WALKS = 12
_LONGEST_WALK = 200
_MOST_OPTIONS = 2_000  # of a guessed start
_GUESSES: tuple[tuple[Any, ...], ...] = (
    (9, 6, 4),
    ((4, 5), (3, 3), (2, 4)),
    ((2, 3, 2), (1, 3, 5)),
    ((5,), (1, 2, 2, 1)),
    ("|||||", "....", "oooo", "abc"),
)


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` has looked at, all of it in order."""

    game: str
    states: int
    positions: int
    checked: tuple[str, ...]
    cyclic: bool

    def __str__(self) -> str:
        cycles = " with cycles" if self.cyclic else ""
        return (
            f"{self.game}: {', '.join(self.checked)} agree on "
            f"{counted(self.states, 'state')} and {counted(self.positions, 'position')}{cycles}."
        )


def check(
    game: Ruleset, *starts: State | Position, positions: int = 400, seed: int = 0
) -> CheckReport:
    """Try a game on many of its states: do its hooks agree with its options?

    Random plays from the starts give the states. For each of them the options can be gone
    through, are hashable, legal and the same when asked again; the moves lead to exactly the
    options, and none is listed twice; the text that ``format`` writes is read back by ``parse``;
    ``draw`` gives a picture. Then ``value``, ``formula``, ``packed``, ``answers`` and the winning
    moves are compared with the plain definition, which knows no hook, on all that a late part of
    each play can reach; a state with its ``canonical`` form and with the sum of its ``components``,
    under both ways of play. With ``indexed``, numbers and states have to be each other's, and the
    compiled options those of the plain rules, in the order that it says.

    Args:
        game: The game.
        starts: States or positions to start from. Without any, numbers and short tuples are
            tried. Starts need not be small.
        positions: The most positions that are compared for one play.
        seed: Of the random plays; the same seed gives the same check.

    Returns:
        What was checked.

    Raises:
        RulesetError: If something does not agree; it names the state and what differs. Also if
            no start is found. What the rules raise themselves passes through.

    Cost: a dozen plays, each some seconds at most for games with few options; ``packed`` is
    compiled.

    >>> from grundy import game
    >>> @game(canonical=lambda state: tuple(sorted(state)))
    ... def two_heaps(state):
    ...     a, b = state
    ...     yield from ((i, b) for i in range(a))
    ...     yield from ((a, i) for i in range(b))
    >>> print(check(two_heaps))
    two_heaps: options, moves, draw, canonical, value, winning moves agree on ...
    >>> @game(canonical=lambda state: (0, max(state)))
    ... def wrong(state):
    ...     a, b = state
    ...     yield from ((i, b) for i in range(a))
    ...     yield from ((a, i) for i in range(b))
    >>> check(wrong, (2, 1))
    Traceback (most recent call last):
        ...
    grundy.errors.RulesetError: `canonical` takes Position(wrong[1,1]) to ...
    """
    begun = [_position(game, start) for start in starts] or _start_positions(game)
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    seen: dict[Hashable, None] = {}
    plain = PlainValues(game, positions)
    for walk in range(_WALKS):
        path = []
        for position in _walk(begun[walk % len(begun)], chance):
            _check_states(game, position, seen)
            path.append(position)
        plain.check(path)
        _check_numbers(game, path, chance)
    return CheckReport(
        game.text,
        len(seen),
        len(plain.compared),
        ("options", "moves", *(["parse"] if game.has_own("parse") else []), "draw",
         *plain.hooks, *(["indexed"] if game.has_own("indexed") else []), "value", "winning moves"),
        plain.cyclic,
    )  # fmt: skip


def _check_states(game: Ruleset, position: Position, seen: dict[Hashable, None]) -> None:
    for part in position.parts:
        if part.ruleset is not game and part.ruleset != game:
            raise RulesetError(f"{position} is no position of {game.text}.")
        if part.state not in seen:
            seen[part.state] = None
            options = _options(game, part.state)
            _check_options(game, part.state, options)
            _check_moves(game, part.state, options)
            _check_text(game, part.state)


def _check_numbers(game: Ruleset, path: list[Position], chance: random.Random) -> None:
    """Check the states as numbers below the first of a play, where the game has them."""
    if game.has_own("indexed") and path[0].part_count == 1:
        from grundy.games.check_values import check_indexed

        single = [position.parts[0].state for position in path if position.part_count == 1]
        check_indexed(game, single[0], single, chance)


def _walk(start: Position, chance: random.Random) -> Iterator[Position]:
    """Yield the positions of one random play."""
    yield start
    for _ in range(_LONGEST_WALK):
        options = [option for option in start.options() if not option.is_over]
        if not options:
            return
        start = chance.choice(options)
        yield start


# ---- where to start ---------------------------------------------------------------------------


def _position(game: Ruleset, start: State | Position) -> Position:
    return start if isinstance(start, Position) else game[start]


def _start_positions(game: Ruleset) -> list[Position]:
    """Find states that the rules take for such, and that can be moved."""
    failed: Exception | None = None
    for guesses in _GUESSES:
        positions = []
        for guess in guesses:
            try:
                state = game.legal(guess)
                if list(islice(game.options(state), _MOST_OPTIONS)):
                    positions.append(game.as_position(state))
            except Exception as error:  # the rules say so in their own way
                failed = failed or error
        if positions:
            return positions
    raise RulesetError(
        f"No state of {game.text} is known to start from; give one: check(game, state)."
    ) from failed
