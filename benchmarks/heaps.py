"""Heap engines: ratios to plain recursion, and the figures of other programs."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from benchmarks import measure
from grundy.heaps.engines.octal import OctalEngine

Row = tuple[str, str, str, str]

# Who made what others' figures are of, and who measured them.
SOURCES = """\
Figures of other programs, with their sources:

- *octal-games*: T. Czajka's program in C++, https://github.com/tczajka/octal-games; *ogs*:
  P. Beling's library in Rust, version 0.0.6 of 2024, https://docs.rs/ogs; *C prototype*: a
  sketch in C that this project began with. All three were run by us, not quoted: CPU seconds
  of one core of a Zen 5.
- *Grossman*: quoted from J. P. Grossman, "Searching for periodicity in Officers", Games of No
  Chance 5 (MSRI Publications 70), whose summary tells of over 5 million values a second and
  140 trillion values, on many cores. We have not run his program.
"""

# code, heaps, heaps unless --full, figures of others, and what we want
RUNS = (
    ("0.106", 10**7, 10**7, "C prototype, run by us: 1.26 s"),
    ("0.054", 10**7, 10**7, "C prototype, run by us: 2.65 s"),
    ("4.0", 10**6, 10**6, "C prototype, run by us: 4.1 s"),
    ("0.6", 10**6, 10**6, "ogs, run by us: 3.4 s; octal-games, run by us: 4.8 s"),
    ("0.6", 10**7, 10**7, "octal-games, run by us: 48 s; C prototype, run by us: 6.6 s"),
    ("0.6", 10**8, 10**8, "at least 2 M values/s; quoted from Grossman: over 5 M values/s"),
    ("0.007", 10**6, 10**6, "C prototype, run by us: 52.9 s; at most 50 s, better 25 s"),
)
ALL_ENGINES = 170_000  # heaps of 0.6 that come to blocks, of 0.007 to comparisons
_AGAIN = 4.0  # seconds; what takes longer is timed once


def heap_rows(*, smoke: bool = False, full: bool = False) -> Iterator[Row]:
    """Time each engine, in units of plain recursion's nim-sums measured in the same run."""
    if not smoke:
        for code in ("0.6", "0.007"):  # compiles
            fresh(code, unequal=False).extend(ALL_ENGINES, np.zeros(2, np.int64))
    rate = recursion_rate(5_000 if smoke else 60_000)
    yield (
        "heaps: plain recursion, all cores",
        f"{rate / 1e9:.2f} G xor/s",
        "1",
        "at least 2.00 a core",
    )
    yield from python_rows(300 if smoke else 2_000)
    for code, most, usual, others in RUNS:
        heaps = 5_000 if smoke else most if full else usual
        if heaps:
            yield run_row(code, heaps, rate, others)


def run_row(code: str, heaps: int, rate: float, others: str) -> Row:
    """Time one run from nothing, three times where that is not long."""
    unequal = code == "4.0"
    seconds: list[float] = []
    while not seconds or (len(seconds) < 3 and seconds[0] < _AGAIN):
        engine = fresh(code, unequal)
        start = time.perf_counter()
        engine.extend(heaps, np.zeros(2, np.int64))
        seconds.append(time.perf_counter() - start)
    spent = measure.Timing(tuple(seconds))
    splits = engine.breaking.size * heaps**2 / 4
    ratio = measure.Spread.of([splits / one / rate for one in seconds])
    rares = f" ({engine.rares:,} rares)" if engine.name in ("sparse", "blocks") else ""
    return (
        f"heaps: {'Grundy’s game' if unequal else code} to {heaps:,}{rares}",
        f"{spent.median:.2f} s, {spent.rate(heaps / 1e6)} M values/s",
        f"{ratio} times as fast as plain recursion would be",
        others,
    )


def python_rows(heaps: int) -> Iterator[Row]:
    """Compare 0.6 with the recursion in Python that one writes first."""
    spent = measure.in_turn(
        {
            "own": lambda: fresh("0.6", unequal=False, warm=False).extend(
                heaps, np.zeros(2, np.int64)
            ),
            "python": lambda: plain_python(heaps),
        },
        3,
    )
    yield (
        f"heaps: 0.6 to {heaps:,}, recursion in plain Python",
        "",
        f"takes {spent['python'].over(spent['own'])} times the time of our engine",
        "",
    )


def plain_python(heaps: int) -> list[int]:
    """Compute 0.6, Officers, by the recursion that one writes first."""
    values = [0, 0]
    for heap in range(2, heaps):
        rest = heap - 1
        reached = {values[part] ^ values[rest - part] for part in range(1, rest // 2 + 1)}
        reached.add(values[rest])
        value = 0
        while value in reached:
            value += 1
        values.append(value)
    return values


def recursion_rate(heaps: int) -> float:
    """Nim-sums a second of plain recursion on 0.007, which has no sparse space."""
    engine = fresh("0.007", unequal=False)
    engine.extend(heaps // 2, np.zeros(2, np.int64))
    start = time.perf_counter()
    engine.extend(heaps, np.zeros(2, np.int64))
    return 3 / 16 * heaps**2 / (time.perf_counter() - start)


def fresh(code: str, unequal: bool, *, warm: bool = True) -> OctalEngine:
    """Return an engine that has computed nothing, with its kernels compiled when *warm*."""
    digits = tuple(int(sign) for sign in code.replace(".", ""))
    if warm:
        OctalEngine(digits, unequal=unequal).extend(10_000, np.zeros(2, np.int64))
    return OctalEngine(digits, unequal=unequal)
