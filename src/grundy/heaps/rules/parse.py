"""Take-and-break games, and the notation of heap games: 0.77, {1,3,4}, allbut{1,4}."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from grundy.heaps import formulas
from grundy.heaps.codes import Code, looks_like_code, parse_code, parse_set
from grundy.heaps.formulas import Formula
from grundy.heaps.rules.functions import HeapGame
from grundy.heaps.rules.subtraction import RULES, AllBut, NamedRule, Subtraction
from grundy.heaps.ruleset import HeapRuleset

__all__ = [
    "RULES",
    "AllBut",
    "GrundysGame",
    "HeapGame",
    "HeapRuleset",
    "NamedRule",
    "Subtraction",
    "TakeAndBreak",
]


_FORMULAS = {"0.[3]": formulas.NIM, "4.[3]": formulas.LASKER}


class TakeAndBreak(HeapRuleset):
    """The game of a take-and-break code, such as Kayles, 0.77.

    Args:
        code: The code as text, see `grundy.heaps.codes.parse_code`, or as a `Code`.

    Raises:
        CodeError: If the text is malformed.

    >>> sorted(TakeAndBreak("0.77").options(4))
    [(1, 1), (1, 2), (2,), (3,)]
    """

    def __init__(self, code: str | Code) -> None:
        if not isinstance(code, (str, Code)):
            raise TypeError(f"TakeAndBreak needs a code such as '0.77', found {code!r}.")
        self._code = parse_code(code) if isinstance(code, str) else code
        self.text = str(self._code)

    @property
    def code(self) -> Code:
        """The code in canonical form."""
        return self._code

    @cached_property
    def formula(self) -> Formula | None:
        """The closed form of Nim and of Lasker's Nim."""
        return _FORMULAS.get(str(self._code))

    def _key(self) -> object:
        return self._code

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield each option of a heap once: its non-empty heaps in order, () for nothing left."""
        code = self._code
        longest = heap if code.tail else min(heap, code.last)
        for taken in range(longest + 1):
            digit, constraint = code.digit(taken), code.constraint_at(taken)
            for parts in range(digit.bit_length()):
                if digit >> parts & 1:
                    yield from filter(constraint.allows, partitions(heap - taken, parts))


class GrundysGame(TakeAndBreak):
    """Grundy's game: split a heap into two unequal heaps; code 4!.0.

    >>> GrundysGame().values(14).tolist()
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3]

    Source: P. M. Grundy, 1939; OEIS A002188.
    """

    def __init__(self) -> None:
        super().__init__("4!.0")
        self.text = "grundys-game"

    def __repr__(self) -> str:
        return "GrundysGame()"


def partitions(total: int, parts: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write *total* as so many parts, in non-decreasing order."""
    if parts == 0:
        if total == 0:
            yield ()
    elif parts == 1:
        if total >= least:
            yield (total,)
    else:
        for first in range(least, total // parts + 1):
            for rest in partitions(total - first, parts - 1, first):
                yield (first, *rest)


# The notation of heap games: codes such as 0.77, sets such as {1,3,4} and allbut{1,4}.


def parse_notation(text: str) -> HeapRuleset | None:
    """Read a code or a set; None where the text is neither, such as a name."""
    found = parse_set(text)
    if found is not None:
        return (AllBut if found.excluded else Subtraction)(found.numbers)
    return TakeAndBreak(text) if looks_like_code(text) else None
