"""What a second core is worth: the same work on one core and on all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import grundy
from benchmarks import measure
from benchmarks.digraphs import random_arcs
from benchmarks.heaps import fresh
from grundy.heaps.certificates import verify_certificate
from grundy.heaps.periods.certificate import certify
from grundy.named.games.deletion import Grim
from grundy.runtime.threads import limited, thread_count

Row = tuple[str, str, str, str]


def core_rows(*, smoke: bool = False) -> Iterator[Row]:
    """Time each kind of work with one core and with all, in turn."""
    for what, call in works(smoke=smoke).items():
        spent = measure.in_turn({"one": alone(call), "all": call}, 1 if smoke else 3)
        ratio = spent["one"].over(spent["all"])
        yield (f"cores: {what}, {thread_count()} cores", "", f"{ratio} times as fast as one", "")


def alone(call: Callable[[], object]) -> Callable[[], object]:
    """Let a call use one core."""

    def run() -> object:
        with limited(1):
            return call()

    return run


def works(*, smoke: bool) -> dict[str, Callable[[], object]]:
    """Return the work that may use more cores, by name."""
    edges = random_arcs(10**4 if smoke else 10**6, 10**5 if smoke else 10**7, acyclic=True)
    cyclic = random_arcs(10**4 if smoke else 10**6, 10**5 if smoke else 10**7, acyclic=False)

    def heaps(what: str, code: str, stop: int) -> dict[str, Callable[[], object]]:
        def run() -> object:
            return fresh(code, unequal=False, warm=False).extend(stop, np.zeros(2, np.int64))

        return {f"{what} ({code} to {stop:,})": run}

    def check(code: str, stop: int) -> dict[str, Callable[[], object]]:
        proof = certify(grundy.TakeAndBreak(code), stop)
        assert proof is not None
        return {f"check of a certificate ({proof.rule})": lambda: verify_certificate(proof)}

    side = "grid:3x4" if smoke else "grid:5x5"
    return {
        f"label, {len(edges[0]):,} arcs, acyclic": lambda: grundy.label(edges),
        f"label, {len(cyclic[0]):,} arcs, with cycles": lambda: grundy.label(cyclic),
        **heaps("plain recursion, short", "0.007", 2_000 if smoke else 20_000),
        **heaps("plain recursion, long", "0.007", 4_000 if smoke else 65_000),
        **heaps("guesses and comparisons", "0.007", 5_000 if smoke else 200_000),
        **heaps("blocks", "0.6", 5_000 if smoke else 2_000_000),
        **heaps("one heap after the other", "0.106", 5_000 if smoke else 3_000_000),
        **check("0.77" if smoke else "0.16", 600_000),
        **check("0.17" if smoke else "0.56", 700_000),
        f"connected sets (grim {side})": lambda: Grim()[side].value(),
    }
