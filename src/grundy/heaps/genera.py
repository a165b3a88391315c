"""The genera of heaps, by a search of the positions that they can reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grundy.heaps.misere_search import MOST_POSITIONS, Positions
from grundy.misere.genus import Genus
from grundy.running.limits import Limits, Watch

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.progress import Progress


def genera(
    ruleset: HeapRuleset,
    heaps: Iterable[int],
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Iterator[Genus]:
    """Yield the genus of one heap after another; what is known of the first helps the next."""
    most = None if limits is None else limits.positions
    watch = Watch(limits, f"The search for genera of {ruleset.text}", {}, progress)
    positions = Positions(ruleset, MOST_POSITIONS if most is None else most, watch)
    for heap in heaps:
        yield positions.genus((heap,))
