"""What is wrong with the options that a rule gave, in a sentence."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from functools import partial
from traceback import walk_tb
from typing import TYPE_CHECKING

from grundy.errors import LimitError, RulesetError
from grundy.games.state_text import shown

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State


def named(ruleset: Ruleset, state: State) -> str:
    """Write a state with its game, for a message."""
    return f"{ruleset.text}[{shown(ruleset.format(state))}]"


def pass_on(error: BaseException) -> None:
    """Raise again what is not the rule's own: a limit, or an exception of a signal handler."""
    if isinstance(error, LimitError) or _is_of_a_signal(error):
        raise error


def _is_of_a_signal(error: BaseException) -> bool:
    """Whether a handler of a signal is among the calls that raised an error."""
    # Most errors are of look-ups in this library, and to list all handlers takes long.
    calls = (frame for frame, _ in walk_tb(error.__traceback__))
    codes = {
        call.f_code
        for call in calls
        if not call.f_globals.get("__name__", "").startswith("grundy.")
    }
    handlers = map(signal.getsignal, signal.valid_signals()) if codes else ()
    return any(_code_of(handler) in codes for handler in handlers)


def _code_of(handler: object) -> object:
    """Return what runs where a handler is called: a function, a partial one, or an object."""
    while isinstance(handler, partial):
        handler = handler.func
    if not hasattr(handler, "__code__"):
        handler = getattr(handler, "__call__", None)  # noqa: B004 - its code, not whether
    return getattr(handler, "__code__", None)


def require_iterable(ruleset: Ruleset, state: State, options: object) -> None:
    """Raise `RulesetError` if what a rule gave for a state cannot be gone through."""
    if not isinstance(options, Iterable):
        raise RulesetError(
            f"The options of {named(ruleset, state)} cannot be gone through; a rule yields its "
            "options, or returns a list of them."
        ) from None


def require_options(ruleset: Ruleset, state: State) -> None:
    """Raise `RulesetError` where a TypeError came from what the rules gave."""
    try:
        options = ruleset.options(state)
        listed = list(options) if isinstance(options, Iterable) else []
    except Exception as error:
        pass_on(error)
        return
    require_iterable(ruleset, state, options)
    for option in listed:
        if not is_hashable(option):
            raise RulesetError(
                f"{named(ruleset, state)} has the option {shown(option)}, which is not "
                "hashable; write a tuple or a frozenset."
            ) from None


def is_hashable(option: object) -> bool:
    """Return whether something has a hash, which what is inside it decides."""
    try:
        hash(option)
    except TypeError:
        return False
    return True
