"""Other engines and the page: graphs larger than memory, and many clients at once."""

from __future__ import annotations

from collections.abc import Iterator

Row = tuple[str, str, str, str]


def large_rows(arcs: int, repetitions: int) -> Iterator[Row]:
    """Compare the engines for large graphs on the same files, and when memory is short."""
    from benchmarks import large
    from benchmarks.measure import short

    for name, count, engine, ratio, spread in large.rows(arcs, ["memory", "disk"], repetitions):
        yield (
            f"large: {name}, a file of {count} arcs, engine {engine}",
            spread,
            "1" if engine == "memory" else f"takes {ratio} times the time of memory",
            "",
        )
    for what, spent, memory in large.short_of_memory(arcs):
        yield (
            f"large: {what}",
            f"{short(spent)} s",
            f"takes {short(spent / memory)} times the time of memory, which took {short(memory)} s",
            "",
        )


def load_rows(clients: int, seconds: float) -> Iterator[Row]:
    """Let clients of the explorer label a graph of 50 vertices again and again."""
    from benchmarks import load

    result = load.run(clients, seconds)
    assert result.seconds, "no client had an answer"
    assert not result.errors, f"{result.errors} answers were not good"
    yield (f"page: {clients} clients for {seconds:g} s", str(result), "", "")
