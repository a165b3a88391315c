"""Who wins and how soon, by walking back from the end of the game; knows nothing of values.

Like `grundy.graphs.kernels.wide`, the function runs on lists in plain Python and on arrays when
compiled. It never looks at a Grundy value, so it also checks the labelling.
"""

from __future__ import annotations

from typing import Any

DRAWN = 0
PREVIOUS = 1
NEXT = 2

Ints = Any


def remoteness(
    reverse_pointers: Ints,
    reverse: Ints,
    misere: bool,
    opened: Ints,
    outcome: Ints,
    remote: Ints,
    queue: Ints,
) -> int:
    """Find the outcome and the remoteness of every vertex; return how many are decided.

    reverse_pointers[n + 1], reverse[m]   rows of predecessors
    misere       a player who cannot move wins
    opened[n]    out-degrees on entry; spoilt
    outcome[n]   all DRAWN on entry; on exit PREVIOUS, NEXT or DRAWN
    remote[n]    all -1 on entry; on exit the moves until the end when the winner hurries and
                 the loser delays, and -1 for a draw
    queue[n]     workspace; on exit the decided vertices by growing remoteness

    Cost: O(n + m). A vertex is decided by the first P-follower or by the last N-follower, and
    the queue is in the order of the remoteness, so both come at the right time.
    """
    tail = 0
    for u in range(len(outcome)):
        if opened[u] == 0:
            outcome[u] = NEXT if misere else PREVIOUS
            remote[u] = 0
            queue[tail] = u
            tail += 1
    head = 0
    while head < tail:
        x = queue[head]
        head += 1
        for arc in range(reverse_pointers[x], reverse_pointers[x + 1]):
            p = reverse[arc]
            if outcome[p] != DRAWN:
                continue
            if outcome[x] == PREVIOUS:
                outcome[p] = NEXT
            else:
                opened[p] -= 1
                if opened[p] > 0:
                    continue
                outcome[p] = PREVIOUS
            remote[p] = remote[x] + 1
            queue[tail] = p
            tail += 1
    return tail
