"""Misère quotients: indistinguishable sums of a game, as a finite monoid, with proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt


def reached(action: npt.NDArray[np.integer], start: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield (element, an earlier one, the place of the generator that leads there) from a start."""
    met = {start}
    waiting = [start]
    for earlier in waiting:
        for place, element in enumerate(action[earlier].tolist()):
            if element not in met:
                met.add(element)
                waiting.append(element)
                yield element, earlier, place
