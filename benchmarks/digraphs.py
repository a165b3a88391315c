"""Random digraphs for the benchmarks, randomly numbered, made in little memory."""

from __future__ import annotations

import numpy as np

Arcs = tuple[np.ndarray, np.ndarray]


def random_arcs(vertices: int, arcs: int, *, acyclic: bool, seed: int = 1) -> Arcs:
    """Return about *arcs* arcs between *vertices* vertices as int64 arrays.

    Out-degrees are geometric, so that there are sinks and hubs; followers are uniform.
    Acyclic arcs lead down in a hidden order. Vertex numbers and arcs stand in random order,
    the worst case for a cache.
    """
    rng = np.random.default_rng(seed)
    degrees = rng.geometric(1 / (1 + arcs / vertices), vertices) - 1
    sources = np.repeat(np.arange(vertices), degrees)
    rng.shuffle(sources)
    hidden = rng.permutation(vertices)
    if acyclic:
        sources = sources[sources > 0]
        targets = (rng.random(len(sources), np.float32) * sources).astype(np.int64)
        np.minimum(targets, sources - 1, out=targets)
        np.take(hidden, targets, out=targets)
    else:
        targets = rng.integers(0, vertices, len(sources))
    np.take(hidden, sources, out=sources)
    return sources, targets
