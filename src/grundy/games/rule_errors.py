"""What is wrong with the options that a rule gave, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grundy.errors import RulesetError
from grundy.games.state_text import shown

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State


def named(ruleset: Ruleset, state: State) -> str:
    """Write a state with its game, for a message."""
    return f"{ruleset.text}[{shown(ruleset.format(state))}]"


def require_iterable(ruleset: Ruleset, state: State, options: object) -> None:
    """Raise `RulesetError` if what a rule gave for a state cannot be gone through."""
    if not isinstance(options, Iterable):
        raise RulesetError(
            f"The options of {named(ruleset, state)} cannot be gone through; a rule yields its "
            "options, or returns a list of them."
        ) from None


def require_options(ruleset: Ruleset, state: State) -> None:
    """Raise `RulesetError` where a TypeError came from what the rules gave.

    Where they fail by themselves when asked again, it is theirs, and the caller's to raise.
    """
    try:
        options = ruleset.options(state)
        listed = list(options) if isinstance(options, Iterable) else []
    except Exception:
        return
    require_iterable(ruleset, state, options)
    for option in listed:
        if not is_hashable(option):
            raise RulesetError(
                f"{named(ruleset, state)} has the option {shown(option)}, which is not "
                "hashable; write a tuple or a frozenset."
            ) from None


def is_hashable(option: object) -> bool:
    """Say whether something has a hash, which what is inside it decides."""
    try:
        hash(option)
    except TypeError:
        return False
    return True
