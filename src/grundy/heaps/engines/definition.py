"""The engine for any other game: mex over the options, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.heaps.engines.engine import ArrayEngine, Control, mex

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

_REPORT = 0xFF


class DefinitionEngine(ArrayEngine):
    """Values by the definition, option by option."""

    name = "definition"

    def __init__(self, ruleset: HeapRuleset) -> None:
        super().__init__()
        self._ruleset = ruleset

    def _extend_compiled(self, stop: int, control: Control) -> int:
        start = self.filled
        known = self.values[:start].tolist()
        for heap in range(start, stop):
            reached = set()
            for option in self._ruleset.options(heap):
                nim_sum = 0
                for part in option:
                    nim_sum ^= known[part]
                reached.add(nim_sum)
            known.append(mex(reached))
            if heap & _REPORT == 0:
                control[0] = heap
                if control[1]:
                    break
        return self._store(known, start)
