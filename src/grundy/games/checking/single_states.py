"""What has to hold for each state of a game by itself: options, moves, text, picture."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from grundy.errors import RulesetError
from grundy.games.position import Position
from grundy.games.rule_errors import named, require_options
from grundy.games.state_text import shown

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State


def check_state(game: Ruleset, state: State) -> None:
    """Check one state."""
    options = _options(game, state)
    _check_options(game, state, options)
    _check_moves(game, state, options)
    _check_text(game, state)


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
    met: set[tuple[str, Hashable]] = set()
    for name, option in game.moves(state):
        if not isinstance(name, str) or not name or not name.isprintable():
            raise RulesetError(
                f"{named(game, state)} has a move with the name {name!r}; a name is a printable "
                "text in one line."
            )
        if (name, option) in met:
            raise RulesetError(
                f"{named(game, state)} has the move {name!r} to {shown(option)} more than once; "
                "each legal move is listed once."
            )
        met.add((name, option))
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
