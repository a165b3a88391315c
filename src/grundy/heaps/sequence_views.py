"""The values of a heap game, or a summary of them, and what is shown of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.engines.counts import counts_of
from grundy.heaps.engines.summary import Summary
from grundy.heaps.value_files import Columns

if TYPE_CHECKING:
    from grundy.errors import LimitError
    from grundy.heaps.ruleset import HeapRuleset


@dataclass
class SequenceAnswer:
    """What a run has found: the values, or a summary of them, and the limit it reached, if any."""

    ruleset: HeapRuleset
    view: str
    result: npt.NDArray[Any] | Summary
    limit: LimitError | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def values(self) -> npt.NDArray[Any]:
        """The values, of a run that keeps them."""
        return self.result if isinstance(self.result, np.ndarray) else np.zeros(0, np.uint8)

    @cached_property
    def summary(self) -> Summary:
        """What is asked besides the values."""
        return (
            self.result
            if isinstance(self.result, Summary)
            else Summary.of(self.values, {self.view} if self.view != "values" else ())
        )

    @property
    def stop(self) -> int:
        """How many values there are."""
        return self.result.stop if isinstance(self.result, Summary) else len(self.result)

    def facts_from(self, start: int) -> dict[str, Any]:
        """Return the facts that go with every view."""
        return {"game": self.ruleset.text, "from": start, "stop": self.stop} | self.facts

    def columns(self, start: int, command: str) -> Columns:
        """Return what the view shows of the heaps from *start* on; *command* gives it again."""
        return VIEWS[self.view](self, start, command)


def _values(found: SequenceAnswer, start: int, told: str) -> Columns:
    heaps = range(start, len(found.values))
    return Columns(("heap", "value"), (heaps, found.values[start:]), found.facts_from(start), told)


def _zeros(found: SequenceAnswer, start: int, told: str) -> Columns:
    zeros = found.summary.zeros
    return Columns(("heap",), (zeros[zeros >= start],), found.facts_from(start), told)


def _records(found: SequenceAnswer, start: int, told: str) -> Columns:
    pairs = [pair for pair in found.summary.records if pair[0] >= start]
    return _pairs(("heap", "value"), pairs, found.facts_from(start), told)


def _frequencies(found: SequenceAnswer, start: int, told: str) -> Columns:
    counts = counts_of(found.values[start:]) if start else found.summary.counts
    taken = np.flatnonzero(counts)
    return Columns(("value", "count"), (taken, counts[taken]), found.facts_from(start), told)


def _hash(found: SequenceAnswer, start: int, told: str) -> Columns:
    return Columns((), (), found.facts_from(start) | {"sha256": found.summary.sha256}, told)


def _rares(found: SequenceAnswer, start: int, told: str) -> Columns:
    # A heap whose value flowed by is common: one that was not would have ended the run.
    sequence = found.ruleset.sequence
    pairs = [pair for pair in sequence.rares if start <= pair[0] < found.stop]
    facts = found.facts_from(start) | {"mask": sequence.mask}
    if facts["mask"] is None:
        facts["message"] = sequence.why_no_mask
    return _pairs(("heap", "value"), pairs, facts, told)


def _pairs(
    names: tuple[str, str], pairs: list[tuple[int, int]], facts: dict[str, Any], told: str
) -> Columns:
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    return Columns(names, (first, second), facts, told)


VIEWS = {
    "values": _values,
    "zeros": _zeros,
    "records": _records,
    "frequencies": _frequencies,
    "rares": _rares,
    "hash": _hash,
}
"""What is shown, by name: the options of `grundy values`."""
