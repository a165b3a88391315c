"""Games by rule: the plain solver against other ways in Python, and games on graphs compiled."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from benchmarks import floor, measure
from grundy.games.rule_game import game
from grundy.games.values.packed import ConnectedSets, PackedValues
from grundy.named.games.deletion import Grim, NodeKayles
from grundy.named.shapes import parse_graph
from grundy.runtime.limits import Watch

Row = tuple[str, str, str, str]

TWENTY = ("grid:4x5", "complete:20", "complete-bipartite:10,10", "wheel:19", "star:19", "cycle:20")


def wythoff(position: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the options in Wythoff's game."""
    a, b = position
    yield from ((a - i, b) for i in range(1, a + 1))
    yield from ((a, b - i) for i in range(1, b + 1))
    yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))


def least_missing(found: set[int]) -> int:
    """Return the mex, without looking at what the values are."""
    value = 0
    while value in found:
        value += 1
    return value


def by_recursion(side: int) -> int:
    """Find a value by the recursion that one writes first, with a memo."""

    @cache
    def value(position: tuple[int, int]) -> int:
        return least_missing({value(option) for option in wythoff(position)})

    return value((side, side))


def bottom_up(side: int) -> int:
    """Find a value by a loop over all positions, the smaller first."""
    values: dict[tuple[int, int], int] = {}
    for a in range(side + 1):
        for b in range(side + 1):
            values[a, b] = least_missing({values[option] for option in wythoff((a, b))})
    return values[side, side]


def through_the_api(side: int) -> int:
    """Find a value as a user does."""
    return int(game(wythoff)[side, side].value())  # type: ignore[call-overload]


def plain_rows(side: int, repetitions: int) -> Iterator[Row]:
    """Compare the ways in turn, each some times."""
    ways: list[Callable[[int], int]] = [through_the_api, by_recursion, bottom_up]
    spent: list[list[float]] = [[] for _ in ways]
    for _ in range(repetitions):
        found = set()
        for way, seconds in zip(ways, spent, strict=True):
            value, busy = with_deep_stack(way, side)
            found.add(value)
            seconds.append(busy)
        assert len(found) == 1
    own, recursion, loop = (measure.Timing(tuple(seconds)) for seconds in spent)
    name = f"rules: Wythoff {side} × {side} by a generator"
    yield (f"{name}, the API", f"{own.median:.2f} s", "1", "")
    yield (
        f"{name}, recursion with a memo",
        "",
        f"takes {recursion.over(own)} times the time of the API",
        "at least 1.00",
    )
    yield (
        f"{name}, a bottom-up loop",
        "",
        f"takes {loop.over(own)} times the time of the API",
        "at least 0.83",
    )


def with_deep_stack(way: Callable[[int], int], side: int) -> tuple[int, float]:
    """Call in a thread whose stack bears the recursion; give the seconds it was busy too."""
    found: list[tuple[int, float]] = []

    def run() -> None:
        start = time.thread_time()
        value = way(side)
        found.append((value, time.thread_time() - start))

    gc.collect()
    limit, stack = sys.getrecursionlimit(), threading.stack_size(512 << 20)
    sys.setrecursionlimit(10**6)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(stack)
    return found[0]


def graph_rows(small: list[str], large: str) -> Iterator[Row]:
    """Time whole calls on graphs of 20 vertices and on the large grid; kernels are compiled."""
    for make in (Grim, NodeKayles):
        make()["grid:4x5" if make is Grim else "grid:5x6"].value()  # compiles
        times = {shape: measure.timed(lambda s=shape, m=make: m()[s].value(), 1) for shape in small}
        worst = max(times, key=lambda shape: times[shape].best)
        yield (
            f"graphs: {make.text}, {len(small)} graphs of about 20 vertices, the slowest: {worst}",
            f"{times[worst].best:.2f} s",
            "",
            "at most 2 s",
        )
    gathers = floor.random_reads(1 << vertices(large))
    for make in (Grim, NodeKayles):
        ruleset = make()
        busy = time.process_time()
        spent = measure.timed(lambda r=ruleset: r[large].value(), 1)
        busy = time.process_time() - busy
        table: Any = ruleset.solver._compiled._table if ruleset.solver._compiled else None
        seen = 0 if table is None else table.seen
        kind = "a table" if isinstance(table, ConnectedSets) else "hashing"
        share = seen * vertices(large) / 2 / busy / gathers
        yield (
            f"graphs: {make.text} {large}, {seen:,} sets by {kind}",
            f"{spent.best:.2f} s ({busy:.2f} s of all cores together)",
            f"{share:.2f} of the gather's speed, a look-up for half of the vertices a set",
            "at most 30 s" if large == "grid:5x6" else "",
        )
    yield ("graphs: random gather of bytes from such a table, one core (the floor)",
           f"{gathers / 1e6:,.0f} M look-ups/s", "1", "")  # fmt: skip


def hash_rows(shape: str) -> Iterator[Row]:
    """Compare the hash table with the table of all connected sets on the same question."""
    rules = Grim().packed(parse_graph(shape).graph)
    assert rules is not None
    spent = {}
    for kind in (ConnectedSets, PackedValues, ConnectedSets, PackedValues):
        table: Any = kind(rules)
        start = time.perf_counter()
        table.value(rules.signed, Watch(None, "", {}))
        now = time.perf_counter() - start
        spent[kind] = min(now, spent.get(kind, now))
        seen = table.seen
    ratio = spent[PackedValues] / spent[ConnectedSets]
    yield (
        f"graphs: grim {shape}, {seen:,} sets by hashing, one core",
        f"{seen / spent[PackedValues] / 1e6:.2f} M sets/s",
        f"takes {ratio:.1f} times the time of the table on all cores",
        "",
    )


def vertices(shape: str) -> int:
    """Count the vertices of a shape."""
    return len(parse_graph(shape).graph.names)


def rule_rows(*, smoke: bool) -> Iterator[Row]:
    """Yield all rows; small sizes where *smoke* is set."""
    yield from plain_rows(30 if smoke else 150, 1 if smoke else 3)
    yield from graph_rows(
        list(TWENTY[:2] if smoke else TWENTY), "grid:4x5" if smoke else "grid:5x6"
    )
    yield from hash_rows("grid:4x4" if smoke else "grid:5x5")
