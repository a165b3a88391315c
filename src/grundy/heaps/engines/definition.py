"""The engine for any other game: mex over the options, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.heaps.engines.engine import ArrayEngine, Control, mex

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

_BLOCK = 256  # heaps between two looks at whether to stop


class DefinitionEngine(ArrayEngine):
    """Values by the definition, option by option."""

    name = "definition"

    def __init__(self, ruleset: HeapRuleset) -> None:
        super().__init__()
        self._ruleset = ruleset

    def _extend_compiled(self, stop: int, control: Control) -> int:
        start = self.filled
        known = self.values[:start].tolist()
        while len(known) < stop and not control[1]:
            control[0] = len(known)
            self._extend_by_definition(known, min(len(known) + _BLOCK, stop))
        return self._store(known, start)

    def _extend_by_definition(self, known: list[int], end: int) -> None:
        """Append the values up to heap end - 1."""
        for heap in range(len(known), end):
            reached = set()
            for option in self._ruleset.options(heap):
                nim_sum = 0
                for part in option:
                    nim_sum ^= known[part]
                reached.add(nim_sum)
            known.append(mex(reached))
