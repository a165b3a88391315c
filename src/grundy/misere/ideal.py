"""The kernel of a quotient: the least ideal, a group, in which misère play may be normal play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grundy.misere.monoid import Monoid


@dataclass(frozen=True, slots=True)
class Kernel:
    """The least ideal of a monoid."""

    elements: tuple[int, ...]
    identity: int
    is_normal: bool


def kernel(monoid: Monoid, phi: Sequence[int], values: Sequence[int]) -> Kernel:
    """Return the kernel."""
    table = monoid.table
    everything = np.arange(monoid.order)
    identity = monoid.product(np.flatnonzero(table[everything, everything] == everything).tolist())
    elements = np.unique(table[identity])
    lost = elements[monoid.p_portion[elements]].tolist()
    twofold = bool((table[elements, elements] == identity).all())
    images = table[identity, np.asarray(phi)].tolist()
    pairs = set(zip(images, map(int, values), strict=True))
    one_to_one = len(pairs) == len({image for image, _ in pairs}) == len({v for _, v in pairs})
    return Kernel(tuple(elements.tolist()), identity, twofold and lost == [identity] and one_to_one)
