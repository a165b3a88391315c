"""Each kernel of the heaps gives the same plain and compiled: its answer, and all arrays."""

import random

import numpy as np
import pytest

from both_ways import both_ways, kernels_of
from grundy import TakeAndBreak
from grundy.heaps.codes import Code, Constraint
from grundy.heaps.engines import octal
from grundy.heaps.engines.codes import AllButEngine, DivisorEngine, TakeEngine, engine_of
from grundy.heaps.engines.engine import Engine, best_mask
from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.kernels import general, recursion, splits
from grundy.heaps.kernels import octal as many
from grundy.heaps.periods import verify, verify_splits
from grundy.heaps.periods.certificate import RareHeaps
from grundy.heaps.quotients.tame import tame_heaps

pytestmark = [pytest.mark.large, pytest.mark.long]


def never() -> np.ndarray:
    """Return the control array of a run that nobody stops."""
    return np.zeros(2, np.int64)


def random_code(rng: random.Random) -> Code:
    """Return a code with digits up to 31, with constraints, some with a tail."""
    most = rng.choice([3, 7, 7, 15, 31])
    digits = (0, *(rng.randint(0, most) for _ in range(rng.randint(1, 4))))
    tail = tuple(rng.randint(0, most) for _ in range(rng.choice([0, 0, 1, 2])))
    sign = rng.choice([sign for sign in Constraint if sign is not Constraint.MIXED])
    return Code(digits, tail, (sign,) * len(digits + tail))


def extend(engine: Engine, stop: int) -> None:
    """Extend an engine by its kernels, in two steps."""
    engine.plain_heaps = 0
    for end in (stop // 2, stop):
        engine.extend(end, never())


def test_codes_and_sets():
    """Values of random codes, sets and divisors, at sizes around those of words."""
    rng = random.Random(1)
    with both_ways() as compared:
        for _ in range(30):
            extend(engine_of(random_code(rng)), rng.choice([20, 64, 65, 130]))
        extend(engine_of(Code((0, 3), (2, 1))), 200)
        extend(AllButEngine((2, 5)), 200)
        extend(TakeEngine.of_set((1, 2, 7)), 70_000)
        extend(TakeEngine.of_set(tuple(range(1, 300, 3))), 600)
        extend(DivisorEngine(), 300)
    assert kernels_of(general) - compared <= {"fill_sums", "mark_head"}


def test_octal_codes(monkeypatch):
    """Values of random octal codes by recursion, by comparisons and by the sparse space."""
    monkeypatch.setattr(octal, "_PLAIN_HEAPS", 20)
    monkeypatch.setattr(octal, "_RECURSION_HEAPS", 64)
    monkeypatch.setattr(octal, "_length", lambda block: 7)
    monkeypatch.setattr(octal, "_FEW_HEAPS", 5)
    monkeypatch.setattr(octal, "_PROBES", 8)
    rng = random.Random(2)
    with both_ways() as compared:
        for _ in range(30):
            monkeypatch.setattr(octal, "_FEW", rng.choice([1, 8, 1000]))
            monkeypatch.setattr(octal, "_ALL_SPLITS", rng.choice([0, 150, 1000]))
            monkeypatch.setattr(octal, "_RARE", rng.choice([0, 1, 4]))
            digits = tuple(rng.randint(0, 7) for _ in range(3))
            extend(OctalEngine((0, *digits), unequal=rng.random() < 0.5), 300)
    assert kernels_of(recursion) | {"extend_sparse"} <= compared


def test_checkers(monkeypatch):
    """Values by the definition, from splits and from rare heaps, as certificates are checked."""
    rng = random.Random(3)
    with both_ways() as compared:
        for _ in range(30):
            verify.recomputed(random_code(rng), rng.choice([30, 90]))
        monkeypatch.setattr(verify, "_SMALL", 0)
        for digits in [(0, 7, 7), (0, 0, 6), (0, 3, 1, 4)]:
            verify.recomputed(Code(digits), 700)
    heaps, moves = 1_500, verify._moves(Code((0, 6)), 2)
    engine = OctalEngine((0, 6))
    engine.extend(heaps, never())
    mask = best_mask(engine.values[:heaps], 64, engine.breaking)
    kinds = mask.rare_class(64, 1)
    rare = tuple(n for n in range(1, heaps) if kinds[(n - 1) & 1, engine.values[n]])
    with both_ways(longest=2) as by_rares:
        named = RareHeaps(mask.bits, mask.by_position, rare)
        values = verify_splits.recomputed_by_rares(moves, heaps, named)
    assert np.array_equal(values, engine.values[:heaps])
    assert kernels_of(splits) | {"by_definition"} <= compared | by_rares


def test_tame_games():
    """Which heaps are firm under misère play."""
    with both_ways() as compared:
        for code in ("0.23", "0.137", "4.56", "0.53", "0.07"):
            tame_heaps(TakeAndBreak(code), 600)
    assert "classify_tame" in compared


def test_many_games_at_once():
    """One heap of many codes."""
    rng = np.random.default_rng(4)
    heaps, width, codes = 30, 512, rng.integers(0, 16, (40, 4), np.uint8)
    codes[:, 0] = 0
    ends, none = np.full(40, 4), np.zeros(4, np.uint8)
    sums, work = np.zeros((2, heaps, width // 64), np.uint64), np.zeros(width // 64, np.uint64)
    seen, values = np.zeros(width, np.int32), np.zeros(heaps, np.uint32)
    values[:9] = TakeAndBreak(Code(tuple(codes[0].tolist()))).values(9)
    with both_ways() as compared:
        for heap in range(1, 9):
            general.fill_sums(heap, values, sums)
        many.codes_at(codes, ends, none, values, 9, sums, work, seen, np.zeros(40, np.int64))
    assert {"codes_at", "fill_sums"} <= compared
