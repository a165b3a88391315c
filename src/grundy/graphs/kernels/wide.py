"""The plain path for small graphs and large labels, and retrograde analysis.

The functions index, compare and count, nothing else, so the same text serves twice: on lists
in plain Python (`grundy.graphs.engines`), where small graphs are labelled,
and on arrays when compiled (`grundy.graphs.kernels.labelling`). The fast kernels keep the
followers' labels of a vertex in one 64-bit mask; these have no such bound.
"""

from __future__ import annotations

from typing import Any

from grundy.runtime.kernels import compiled

# Who wins and how soon, by walking back from the end of the game. It never looks at a
# Grundy value, so it also checks the labelling.

DRAWN = 0
PREVIOUS = 1
NEXT = 2

Ints = Any  # a list of integers, or an int32 or int64 array


@compiled(lists=True)
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


# Labels of any size, by stamps: the plain path for small graphs and the fallback for large
# labels.

UNLABELLED = -1
INFINITE = -2


def sweep(forward_pointers: Ints, forward: Ints, misere: bool, label: Ints, stamp: Ints) -> None:
    """Label in the order of the numbers, where every follower has a lower one.

    forward_pointers[n + 1], forward[m]   rows of followers
    label[n]     on exit the values
    stamp[n + 2] workspace, all -1 on entry
    """
    for u in range(len(label)):
        start = forward_pointers[u]
        stop = forward_pointers[u + 1]
        if misere and start == stop:
            stamp[0] = u
        for arc in range(start, stop):
            stamp[label[forward[arc]]] = u
        value = 0
        while stamp[value] == u:
            value += 1
        label[u] = value


def peel(
    forward_pointers: Ints,
    forward: Ints,
    reverse_pointers: Ints,
    reverse: Ints,
    misere: bool,
    label: Ints,
    opened: Ints,
    queue: Ints,
    stamp: Ints,
) -> int:
    """Label from the sinks upwards; return how many vertices got a label.

    forward_pointers[n + 1], forward[m]   rows of followers
    reverse_pointers[n + 1], reverse[m]   rows of predecessors
    misere       a sink counts as having one follower of value 0
    label[n]     all UNLABELLED on entry; on exit the value of every vertex that reaches no cycle
    opened[n]    out-degrees on entry; on exit the number of followers without a label
    queue[n]     workspace; on exit the labelled vertices in order
    stamp[n + 2] workspace, all -1 on entry: stamp[g] == u says that u has a follower of value g

    Cost: O(n + m). A label is at most the out-degree, so it indexes inside `stamp`.
    """
    vertex_count = len(label)
    tail = 0
    for u in range(vertex_count):
        if opened[u] == 0:
            queue[tail] = u
            tail += 1
    head = 0
    while head < tail:
        u = queue[head]
        start = forward_pointers[u]
        stop = forward_pointers[u + 1]
        if misere and start == stop:
            stamp[0] = u
        for arc in range(start, stop):
            stamp[label[forward[arc]]] = u
        value = 0
        while stamp[value] == u:
            value += 1
        label[u] = value
        head += 1
        for arc in range(reverse_pointers[u], reverse_pointers[u + 1]):
            p = reverse[arc]
            opened[p] -= 1
            if opened[p] == 0:
                queue[tail] = p
                tail += 1
    return tail


def levels(
    reverse_pointers: Ints, reverse: Ints, label: Ints, opened: Ints, queue: Ints, tail: int,
    stamp: Ints, count: Ints, marked: Ints, active: Ints, first: Ints, following: Ints,
) -> int:  # fmt: skip
    """Label what `peel` left over with values and INFINITE; return how many are finite.

    label, opened, queue, tail   as `peel` left them
    stamp[n]       workspace, all -1 on entry: stamp[u] == i says that u has a follower labelled i
    count[n]       workspace: followers that still stand against the label i
    marked[n], active[n], following[n]    workspace
    first[n + 2]   workspace, all -1 on entry: chains of the peeled vertices by label

    On exit every label is a value or INFINITE, and queue holds the finite vertices in order.
    Cost: O(levels * (residue + arcs into it)).

    Source: A. S. Fraenkel's algorithm for the generalized Sprague-Grundy function; the
    bookkeeping by counts is ours.
    """
    for u in queue[:tail]:
        following[u] = first[label[u]]
        first[label[u]] = u
    residue = 0
    for u in range(len(label)):
        if label[u] == UNLABELLED:
            active[residue] = u
            residue += 1
            count[u] = opened[u]
    head = tail
    level = 0
    while residue > 0:
        fresh = 0
        x = first[level]
        while x >= 0:
            for p in reverse[reverse_pointers[x] : reverse_pointers[x + 1]]:
                if label[p] < 0 and stamp[p] != level:
                    stamp[p] = level
                    marked[fresh] = p
                    fresh += 1
            x = following[x]
        for u in active[:residue]:
            if count[u] == 0 and stamp[u] != level:
                queue[tail] = u
                tail += 1
        while fresh > 0 or head < tail:
            for p in marked[:fresh]:
                for w in reverse[reverse_pointers[p] : reverse_pointers[p + 1]]:
                    if label[w] == UNLABELLED:
                        count[w] -= 1
                        if count[w] == 0 and stamp[w] != level:
                            queue[tail] = w
                            tail += 1
            fresh = 0
            while head < tail:
                u = queue[head]
                label[u] = level
                head += 1
                for p in reverse[reverse_pointers[u] : reverse_pointers[u + 1]]:
                    if label[p] < 0:
                        opened[p] -= 1
                        if stamp[p] != level:
                            stamp[p] = level
                            marked[fresh] = p
                            fresh += 1
        survivors = 0
        for u in active[:residue]:
            if label[u] == UNLABELLED and stamp[u] == level:
                active[survivors] = u
                survivors += 1
                count[u] = opened[u]
            elif label[u] == UNLABELLED:
                label[u] = INFINITE
        residue = survivors
        level += 1
    return tail
