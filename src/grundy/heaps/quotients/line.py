"""The heaps of a code beside other games, in a joint quotient."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.games.misere.heap_line import HeapLine
from grundy.heaps.quotients.quotient import MisereQuotient
from grundy.heaps.quotients.rows import reach_of, rows_of
from grundy.misere.lines import Reach
from grundy.misere.records import Rows
from grundy.misere.solve import Solution

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset


@dataclass(frozen=True)
class CodeLine(HeapLine):
    """The heaps of a game whose elements may be proved to repeat."""

    ruleset: HeapRuleset
    reach: Reach

    def options(self, heap: int) -> Rows:
        """Return the options of a heap."""
        return rows_of(self.ruleset)(heap)

    def elements(self, solution: Solution) -> MisereQuotient:
        """Return the elements of the heaps, in a monoid of more than these."""
        return MisereQuotient(self.ruleset, solution)


def line_of(ruleset: HeapRuleset) -> CodeLine | None:
    """Return the heaps of a game, where a theorem on periods holds."""
    reach = reach_of(ruleset)
    return None if reach is None else CodeLine(ruleset, reach)
