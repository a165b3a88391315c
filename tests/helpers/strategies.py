"""Random digraphs for property tests."""

import random

from hypothesis import strategies as st

Followers = dict[int, list[int]]


@st.composite
def digraphs(draw: st.DrawFn, *, most: int = 9, acyclic: bool | None = None) -> Followers:
    size = draw(st.integers(0, most))
    density = draw(st.sampled_from([0.05, 0.1, 0.2, 0.3, 0.5]))
    descending = draw(st.booleans()) if acyclic is None else acyclic
    parallel = draw(st.booleans())
    rng = random.Random(draw(st.integers(0, 2**32)))
    order = rng.sample(range(size), size)
    followers: Followers = {u: [] for u in range(size)}
    for i, u in enumerate(order):
        for j, v in enumerate(order):
            if rng.random() < density and (j < i or not descending):
                followers[u] += [v] * (2 if parallel and rng.random() < 0.2 else 1)
    return followers
