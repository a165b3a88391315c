"""Heap engines: ratios to plain recursion, and the figures that were published for others."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from grundy.heaps.octal import OctalEngine

# (code, unequal parts, heaps, the time to beat in seconds of one core elsewhere, its source)
RUNS = (
    ("0.106", False, 10**7, "1.26 s, C prototype (THEORY 3.4)"),
    ("0.054", False, 10**7, "2.65 s, C prototype (THEORY 3.4)"),
    ("4.0", True, 10**6, "4.1 s, C prototype (THEORY 3.4)"),
    ("0.6", False, 10**6, "3.4 s, ogs; 4.8 s, octal-games (THEORY 3.4)"),
    ("0.6", False, 10**7, "48 s, octal-games; 6.6 s, C prototype (THEORY 3.4)"),
    ("0.6", False, 3 * 10**7, "headline: 1.3 to 2 M values/s"),
    ("0.007", False, 10**6, "52.9 s, C prototype (THEORY 3.4)"),
)


def heap_rows(scale: int = 1) -> Iterator[tuple[str, str, str, str]]:
    """Time each engine, in units of plain recursion's nim-sums measured in the same run."""
    if scale == 1:
        for code, stop in (("0.6", 135_000), ("0.007", 70_000)):  # compiles blocks, comparisons
            fresh(code, unequal=False).extend(stop, np.zeros(2, np.int64))
    rate = recursion_rate(20_000 // scale if scale > 1 else 60_000)
    yield ("heaps: plain recursion, all cores", f"{rate / 1e9:.2f} G xor/s", "1", "2.00 a core")
    for code, unequal, heaps, peers in RUNS:
        stop = max(heaps // scale, 2_000)
        engine = fresh(code, unequal)
        start = time.perf_counter()
        engine.extend(stop, np.zeros(2, np.int64))
        spent = time.perf_counter() - start
        splits = engine.breaking.size * stop**2 / 4
        name = "Grundy's game" if unequal else code
        yield (
            f"heaps: {name} to {stop:,} ({engine.rares} rares)",
            f"{spent:.2f} s, {stop / spent / 1e6:.2f} M values/s",
            f"{splits / spent / rate:.1f} times plain recursion",
            peers,
        )


def recursion_rate(heaps: int) -> float:
    """Nim-sums a second of plain recursion on 0.007, which has no sparse space."""
    engine = fresh("0.007", unequal=False)
    engine.extend(heaps // 2, np.zeros(2, np.int64))
    start = time.perf_counter()
    engine.extend(heaps, np.zeros(2, np.int64))
    return 3 / 16 * heaps**2 / (time.perf_counter() - start)


def fresh(code: str, unequal: bool) -> OctalEngine:
    """Give an engine that has computed nothing, with its kernels compiled."""
    digits = tuple(int(sign) for sign in code.replace(".", ""))
    OctalEngine(digits, unequal=unequal).extend(10_000, np.zeros(2, np.int64))
    return OctalEngine(digits, unequal=unequal)
