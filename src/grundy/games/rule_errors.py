"""What is wrong with the options that a rule gave, in a sentence."""

from __future__ import annotations

import signal
from collections.abc import Iterable
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
    step, codes = error.__traceback__, None
    while step is not None:
        if codes is None:
            handlers = map(signal.getsignal, signal.valid_signals())
            codes = {getattr(handler, "__code__", None) for handler in handlers} - {None}
        if step.tb_frame.f_code in codes:
            return True
        step = step.tb_next
    return False


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
