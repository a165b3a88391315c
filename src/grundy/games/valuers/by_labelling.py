"""Values by the labelling of a digraph that is there as a whole."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING

from grundy.games.valuers.valuer import Valuer
from grundy.graphs.cycles import endless
from grundy.graphs.labelling import label
from grundy.running.limits import Watch
from grundy.values import Value

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from grundy.games.families.token import Token
    from grundy.graphs.labelling import Labelling
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress


class ByLabelling(Valuer["Token"]):
    """The labels of all vertices of a token's digraph, found once."""

    def __init__(self, ruleset: Token) -> None:
        super().__init__(ruleset)
        self._graph = ruleset.graph

    def value(
        self, state: Hashable, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of a vertex."""
        if limits is not None and "labelling" not in vars(self):
            watch = Watch(limits, f"The labelling of {self.ruleset.text}", {}, progress)
            watch.look(self._graph.vertex_count, plain=False)
        return self.labelling[state]

    def rank(self, state: Hashable) -> int:
        """The place of a vertex of finite value by (value, counter); see `Ruleset.rank`."""
        return self._ranks.get(self._graph.index(state), 0) if self.may_cycle(state) else 0

    def may_cycle(self, state: Hashable) -> bool:
        """Return whether a cycle can be reached from a vertex."""
        return bool(self._endless[self._graph.index(state)])

    @cached_property
    def labelling(self) -> Labelling:
        """The values of all vertices."""
        return label(self._graph)

    @cached_property
    def _endless(self) -> npt.NDArray[np.bool_]:
        return endless(self._graph)

    @cached_property
    def _ranks(self) -> dict[int, int]:
        values = self.labelling.value_array
        ranked = sorted(self.labelling.order_array.tolist(), key=lambda number: values[number])
        return {number: place for place, number in enumerate(ranked)}
