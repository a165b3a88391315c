"""A game of one number that is given by rules, such as `game` makes, as a game of heaps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.games.parts import Parts
from grundy.games.rule_errors import named, pass_on
from grundy.games.state_text import shown
from grundy.heaps.rules.functions import HeapGame
from grundy.heaps.ruleset import as_heap_game

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset
    from grundy.heaps.engines.engine import Engine
    from grundy.heaps.ruleset import HeapRuleset

_TRIED = 32  # numbers that are asked for options
_MOST = 1_000  # of the options of each


def as_heaps(ruleset: Ruleset) -> HeapRuleset | None:
    """Return a game as one of heaps: one that is, or one whose states are single numbers."""
    heaps = as_heap_game(ruleset)
    if heaps is None and any(_leads_to_numbers(ruleset, number) for number in range(_TRIED)):
        return NumberGame(ruleset)
    return heaps


def require_heaps(ruleset: Ruleset) -> HeapRuleset:
    """Return a game as one of heaps."""
    heaps = as_heaps(ruleset)
    if heaps is None:
        raise RulesetError(
            f"{ruleset.text} is no game of heaps: its states are no single natural numbers."
        )
    return heaps


def _leads_to_numbers(ruleset: Ruleset, number: int) -> bool:
    try:
        state = ruleset.legal(number)
        some = list(islice(ruleset.options(number), _MOST))
        found = [_parts_of(ruleset, option) for option in some]
        return state == number and bool(found) and None not in found
    except Exception as error:  # whatever rules for other states raise when given a number
        pass_on(error)
        return False


class NumberGame(HeapGame):
    """A game of one number as a game of heaps; every option has to be smaller."""

    tuples_are_sums = False

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules.options, rules.text, compiled=rules.compiled)
        self._rules = rules

    def rule_engine(self) -> Engine:
        """Make what computes the values; that 0 has no options is seen first."""
        for option in self._rules.options(0):
            raise RulesetError(
                f"{named(self._rules, 0)} has the option {_shown(option)}; in a game of heaps 0 "
                "is the end, so ask for single positions with solve instead."
            )
        return super().rule_engine()

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield each option of a heap once, as those of `HeapGame`."""
        seen = set()
        for option in self._rules.options(heap):
            parts = _parts_of(self._rules, option)
            if parts is None:
                raise RulesetError(
                    f"{named(self._rules, heap)} has the option {_shown(option)}, which is no "
                    "number, so this is no game of one number."
                )
            found = self._parts(heap, parts)
            if found not in seen:
                seen.add(found)
                yield found

    def _key(self) -> object:
        return self._rules

    def __repr__(self) -> str:
        return f"NumberGame({self._rules!r})"


def _parts_of(rules: Ruleset, option: Any) -> tuple[int, ...] | None:
    """Return an option as numbers, or None where it is none; a pair is no sum of two numbers."""
    if isinstance(option, Parts):
        if any(part.ruleset is not rules for part in option.parts):
            return None
        parts = tuple(part.state for part in option.parts)
    else:
        parts = tuple(rules.components(option)) if rules.has_own("components") else (option,)
    return parts if all(type(part) is int for part in parts) else None


def _shown(option: Any) -> str:
    return shown(option if isinstance(option, str) else repr(option))
