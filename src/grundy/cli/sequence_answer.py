"""What a run of `grundy values` finds: the values or a summary, and the views of them."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import numpy.typing as npt

    from grundy.errors import LimitError
    from grundy.heaps.engines.store import Store
    from grundy.heaps.engines.summary import Summary
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.heaps.value_files import Columns

_PIECE = 1 << 20


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
        import numpy as np

        return self.result if isinstance(self.result, np.ndarray) else np.zeros(0, np.uint8)

    @cached_property
    def summary(self) -> Summary:
        """What is asked besides the values."""
        from grundy.heaps.engines.summary import Summary

        return (
            self.result
            if isinstance(self.result, Summary)
            else Summary.of(self.values, {self.view} if self.view != "values" else ())
        )

    @property
    def stop(self) -> int:
        """How many values there are."""
        from grundy.heaps.engines.summary import Summary

        return self.result.stop if isinstance(self.result, Summary) else len(self.result)

    def facts_from(self, start: int) -> dict[str, Any]:
        """Return the facts that go with every view."""
        return {"game": self.ruleset.text, "from": start, "stop": self.stop} | self.facts


def compute(
    ruleset: HeapRuleset,
    stop: int,
    save: str | None,
    view: str,
    *,
    keeps: bool,
    resume: bool,
    save_every: float | None = None,
) -> SequenceAnswer:
    """Compute the values and keep them, or only what the view needs."""
    from grundy.cli.output import progress_bar
    from grundy.errors import LimitError

    sequence = ruleset.sequence
    with contextlib.ExitStack() as stack:
        store = None
        if save is not None:
            from grundy.heaps.engines.store import USUAL_SECONDS, Store

            every = USUAL_SECONDS if save_every is None else save_every
            store = stack.enter_context(Store(save, ruleset.text, resume=resume, save_every=every))
            sequence.resume(store)
        report = stack.enter_context(progress_bar("values", lambda: _rares_found(ruleset)))
        try:
            if keeps:
                return SequenceAnswer(ruleset, view, sequence.values(stop, report, store))
            return SequenceAnswer(ruleset, view, sequence.summary(stop, {view}, report, store))
        except LimitError as error:
            if error.partial is None:
                raise
            return SequenceAnswer(ruleset, view, error.partial, error)  # type: ignore[arg-type]
        except KeyboardInterrupt:
            if store is None or not store.reached:
                raise
            click.echo(err=True)  # ends the line with ^C
            raise click.Abort(_interrupted(store)) from None


def _interrupted(store: Store) -> str:
    return (
        f"Interrupted; the work on heaps 0 to {store.reached - 1:,} is kept in {store.folder}, "
        "and the same command with --resume goes on from there."
    )


def _rares_found(ruleset: HeapRuleset) -> str:
    count = ruleset.sequence.rare_count
    return f"{count:,} rare" if count else ""


def _values(found: SequenceAnswer, start: int, told: str) -> Columns:
    from grundy.heaps.value_files import Columns

    heaps = range(start, len(found.values))
    return Columns(("heap", "value"), (heaps, found.values[start:]), found.facts_from(start), told)


def _zeros(found: SequenceAnswer, start: int, told: str) -> Columns:
    from grundy.heaps.value_files import Columns

    zeros = found.summary.zeros
    return Columns(("heap",), (zeros[zeros >= start],), found.facts_from(start), told)


def _records(found: SequenceAnswer, start: int, told: str) -> Columns:
    pairs = [pair for pair in found.summary.records if pair[0] >= start]
    return _pairs(("heap", "value"), pairs, found.facts_from(start), told)


def _frequencies(found: SequenceAnswer, start: int, told: str) -> Columns:
    import numpy as np

    from grundy.heaps.value_files import Columns

    counts = counts_of(found.values[start:]) if start else found.summary.counts
    taken = np.flatnonzero(counts)
    return Columns(("value", "count"), (taken, counts[taken]), found.facts_from(start), told)


def _hash(found: SequenceAnswer, start: int, told: str) -> Columns:
    from grundy.heaps.value_files import Columns

    return Columns((), (), found.facts_from(start) | {"sha256": found.summary.sha256}, told)


def counts_of(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Count how often each value occurs, a piece at a time: NumPy would copy all to int64."""
    import numpy as np

    counts = np.zeros(int(values.max(initial=0)) + 1, np.int64)
    for first in range(0, len(values), _PIECE):
        counts += np.bincount(values[first : first + _PIECE], minlength=len(counts))
    return counts


def _rares(found: SequenceAnswer, start: int, told: str) -> Columns:
    ruleset = found.ruleset
    pairs = [pair for pair in ruleset.rares(found.stop) if start <= pair[0] < found.stop]
    facts = found.facts_from(start) | {"mask": ruleset.sequence.mask}
    if facts["mask"] is None:
        facts["message"] = ruleset.sequence.why_no_mask
    return _pairs(("heap", "value"), pairs, facts, told)


def _pairs(
    names: tuple[str, str], pairs: list[tuple[int, int]], facts: dict[str, Any], told: str
) -> Columns:
    import numpy as np

    from grundy.heaps.value_files import Columns

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
