"""Moves that are listed once for figures that are alike, shown on each of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, islice, permutations, product

MOST_WAYS = 200

Figure = tuple[Hashable, range]
"""What kind of figure it is, and its places; figures of one kind have as many places."""


def equal_ways(places: Sequence[int], figures: Sequence[Figure]) -> Iterator[tuple[int, ...]]:
    """Yield the places of a move, and those of the same move on other figures of the same kinds."""
    owner = [next(n for n, (_, held) in enumerate(figures) if at in held) for at in places]
    kinds: dict[Hashable, list[int]] = {}
    for figure in dict.fromkeys(owner):
        kinds.setdefault(figures[figure][0], []).append(figure)
    used = list(chain.from_iterable(kinds.values()))
    alike = [
        permutations([n for n, (kind, _) in enumerate(figures) if kind == one], len(touched))
        for one, touched in kinds.items()
    ]
    for chosen in islice(product(*alike), MOST_WAYS):
        instead = dict(zip(used, chain.from_iterable(chosen), strict=True))
        yield tuple(
            figures[instead[mine]][1][at - figures[mine][1].start]
            for at, mine in zip(places, owner, strict=True)
        )
