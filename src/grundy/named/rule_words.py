"""The rule of a game with its own numbers, in one sentence, as it stands above a board."""

from __future__ import annotations

from collections.abc import Iterable

from grundy.games.rulebook import Rulebook
from grundy.heaps.rules import TakeAndBreak
from grundy.heaps.subtraction import AllBut, Subtraction
from grundy.named.catalogue import catalogue
from grundy.named.notation import entry_by_text

_MOST = 12  # numbers in a sentence


def rule_of(ruleset: Rulebook) -> str:
    """Return the rule of a game, such as "Take 1, 3 or 4 tokens from one heap."; "" for others."""
    entry = entry_by_text(ruleset.text)
    if entry is not None and not entry.parameters:
        return entry.rule
    own = _of_amounts(ruleset) or _of_code(ruleset)
    alike = (one for one in map(catalogue.entry, catalogue) if one.make is type(ruleset))
    return own or next((one.rule for one in alike), "")


def _of_amounts(ruleset: Rulebook) -> str:
    if not isinstance(ruleset, Subtraction | AllBut) or not 0 < len(ruleset.amounts) <= _MOST:
        return ""
    if isinstance(ruleset, AllBut):
        return f"Take any number of tokens from one heap, but not {_either(ruleset.amounts)}."
    noun = "token" if list(ruleset.amounts) == [1] else "tokens"
    return f"Take {_either(ruleset.amounts)} {noun} from one heap."


def _of_code(ruleset: Rulebook) -> str:
    code = ruleset.code if isinstance(ruleset, TakeAndBreak) else None
    if code is None or not code.is_finite or code.constraints or code.last > _MOST:
        return ""
    taken: dict[int, list[int]] = {}
    for number in range(code.last + 1):
        if code.digit(number):
            taken.setdefault(code.digit(number), []).append(number)
    ways = [
        f"take {_either(numbers)} and leave {_heaps(digit)}" for digit, numbers in taken.items()
    ]
    return f"{'; '.join(ways).capitalize()}." if ways else ""


def _heaps(digit: int) -> str:
    """Say how many heaps a digit of a code lets a move leave of the one that it is made in."""
    left = [count for count in range(digit.bit_length()) if digit >> count & 1]
    return f"{_either(left)} heap{'s' if left[-1] > 1 or left == [0] else ''}".replace("0", "no")


def _either(numbers: Iterable[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last
