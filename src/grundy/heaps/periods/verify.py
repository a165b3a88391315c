"""Check certificates of periods; this imports no engine and no search.

The rule is read as a code or a set, the values are worked out anew, and the theorem's condition
is checked on them. The theorems, with the reasons why they hold, are those of
`grundy.heaps.periods.period`. Values come by the definition, in quadratic time, or from the
rare heaps that a certificate names (`verify_splits`).

Both theorems, with the reasons why they hold, stand in docs/theory.md 3.7. Each asks for
finitely many things, and all of them are looked at here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import ANY, Code
from grundy.heaps.periods import certificate as records
from grundy.heaps.periods.certificate import ENCODING, Certificate, FormulaCertificate
from grundy.heaps.periods.verify_splits import recomputed_by_rares, recomputed_splits
from grundy.runtime.files import require_memory
from grundy.runtime.kernels import compiled
from grundy.runtime.limits import report
from grundy.runtime.sealed import failure, require


def _splits(of: Any) -> int:
    return int((of.stop - of.start) * (of.stop + of.width * (1 + len(of.moves)) * len(of.sums)))


@compiled(lists=True, steps=_splits)
def by_definition(
    moves: Any, start: int, stop: int, width: int, values: Any, mirror: Any, sums: Any, seen: Any
) -> int:
    """Fill in values[start:stop] by the definition; return where it stopped.

    moves   int64[m, 2]             r and d_r, r rising, where d_r is not 0
    width   int                     a power of two; no value below may reach it
    values  uint32[n]               values[:start] valid on entry
    mirror  uint32[n]               the values from the end: mirror[n - 1 - m] = values[m]
    sums    uint8[b - 1, d, width]  sums[j, m % d, g] = 1: m falls into j + 2 heaps of value g
    seen    uint8[width]            workspace

    Needs d > every r, and d >= n when b > 2. Returns less than stop at a value of width or more.
    """
    size = len(values)
    for heap in range(start, stop):
        for j in range(len(sums)):
            row = sums[j][heap % len(sums[j])]
            for g in range(width):
                row[g] = 0
            if j == 0:
                half = heap // 2
                first = values[1 : half + 1]
                other = mirror[size - heap : size - heap + half]
                for i in range(half):
                    row[first[i] ^ other[i]] = 1
            else:
                for part in range(1, heap):
                    rest = sums[j - 1][(heap - part) % len(sums[j])]
                    for g in range(width):
                        if rest[g]:
                            row[g ^ values[part]] = 1
        for g in range(width):
            seen[g] = 0
        for amount, digit in moves:
            left = heap - amount
            if left < 0:
                break
            if digit & 1 and left == 0:
                seen[0] = 1
            if digit & 2 and left > 0:
                seen[values[left]] = 1
            for j in range(len(sums)):
                if digit >> (j + 2) & 1:
                    row = sums[j][left % len(sums[j])]
                    for g in range(width):
                        seen[g] |= row[g]
        value = 0
        while value < width and seen[value]:
            value += 1
        if value >= width:
            return heap
        values[heap] = value
        mirror[size - 1 - heap] = value
    return stop


_SMALL = 400  # heaps whose values come sooner by the definition
_WIDTH = 64
_BYTES_BY_RARES = 3  # a heap: a value of one byte, or two; pieces of them elsewhere
_BYTES = 36  # a heap: value, mirror, and the copies in which the repetition is checked
_BYTES_OF_TAIL = 200  # a heap: also in the sets of values that stay options
_TOO_LARGE = "Checking this certificate", "use a larger machine"
_PIECE = 1 << 20  # heaps compared together
_STEP = 1_000_000_000  # marks between two looks at the clock and at Ctrl-C

Values = npt.NDArray[Any]


def verify_period(certificate: Certificate) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    verified_values(certificate)


def verified_values(certificate: Certificate) -> Values:
    """Check a certificate as `verify_period` does; return the values that prove it."""
    code = records.certified_code(certificate.rule)
    _check_theorem(certificate, code)
    records.check_record(certificate, [code], "period", "describe")
    require(certificate.encoding == ENCODING, "encoding", f"the encoding has to be: {ENCODING}")
    values = _values(certificate, code)
    first = certificate.first_values
    right = bool(first) and first == tuple(values[: len(first)].tolist())
    require(right, "first values", "the first values are not those of this rule")
    require(certificate.sha256 == records.hash_of(values), "hash", "the values have another hash")
    _check_repetition(certificate, values)
    if code.tail:
        _check_state(certificate, values.astype(np.int64), code)
    return values


def _values(certificate: Certificate, code: Code) -> Values:
    """Return the values by the definition, or from the rare heaps, if they are named."""
    heaps, rare = certificate.heaps, certificate.rare
    if rare is None:
        return recomputed(code, heaps)
    is_octal = not code.tail and code.constraint is ANY and max(code.digits) < 8
    require(is_octal, "rare heaps", "they serve codes with finitely many octal digits")
    require_memory(_BYTES_BY_RARES * heaps, *_TOO_LARGE)
    return recomputed_by_rares(_moves(code, min(len(code.digits), heaps)), heaps, rare)


def _check_theorem(certificate: Certificate, code: Code) -> None:
    """Check that the theorem speaks of this rule, and that N is what it asks for."""
    preperiod, period, heaps = certificate.preperiod, certificate.period, certificate.heaps
    takes_only = {0, 3}.issuperset(code.digits) and code.digits[0] == 0
    applies, enough = False, False
    require(period > 0, "period", "a period is at least 1")
    if certificate.theorem == "Guy and Smith 1956":
        most = max(1, *(digit.bit_length() - 1 for digit in code.digits))
        needed = most * (max(preperiod, 1) + period) + len(code.digits) - 1 - most + 1
        applies = not code.tail and code.constraint is ANY and certificate.saltus == 0
        enough = heaps == needed
    elif certificate.theorem == "repetition of the last max(S) values":
        applies = not code.tail and takes_only and certificate.saltus == 0
        enough = heaps == preperiod + period + len(code.digits) - 1
    elif certificate.theorem == "shifted repetition of the state of an all-but set":
        applies = code.tail == (3,) and takes_only
        least = preperiod + period + _reach(code)
        # Each period lifts the mex by at least 1, so after that many periods it is above every
        # value of the first least heaps: a proof has been reached by then.
        enough = least <= heaps <= least + period * (least + 1)
    elif certificate.theorem == "shifted repetition of the state of a set that repeats":
        applies = takes_only and bool(code.tail) and {0, 3}.issuperset(code.tail)
        turn = math.lcm(period, len(code.tail)) if applies else period
        least = preperiod + turn + period + _reach(code)
        enough = least <= heaps <= least + turn * (least + 1)
    require(applies, "theorem", f"no theorem {certificate.theorem[:80]!r} is about this claim")
    require(enough, "heaps", "the theorem asks for another number of heaps")


def _reach(code: Code) -> int:
    """Return max(M, 1), M the greatest number before those that repeat: of an all-but set, all."""
    return max(1, len(code.digits) - 1)


def _check_repetition(certificate: Certificate, values: Values) -> None:
    start, period, saltus = certificate.preperiod, certificate.period, certificate.saltus
    heap = _first_change(values, start, period, saltus)
    if heap is not None:
        raise failure("repetition", f"heap {heap + period} does not repeat heap {heap}", heap)
    if start:
        earlier = int(values[start - 1 + period]) - int(values[start - 1]) == saltus
        require(not earlier, "preperiod", "the period holds from an earlier heap on")
    for prime in _primes(period):
        shorter, rest = period // prime, saltus % prime
        less = not rest and _first_change(values, start, shorter, saltus // prime) is None
        require(not less, "period", f"{shorter} is a period already")


def _first_change(values: Values, start: int, period: int, saltus: int) -> int | None:
    """Return the least heap n from *start* on where G(n + period) is not G(n) + saltus."""
    for first in range(start, len(values) - period, _PIECE):
        later = values[first + period : first + period + _PIECE].astype(np.int64)
        wrong = np.flatnonzero(later - values[first : first + len(later)] != saltus)
        if len(wrong):
            return first + int(wrong[0])
    return None


def _check_state(certificate: Certificate, values: npt.NDArray[np.int64], code: Code) -> None:
    """Check that the values which stay options of all larger heaps have moved up by the saltus.

    Of amounts that repeat with q, those which stay options of each class modulo q.
    """
    turn, reach = math.lcm(certificate.period, len(code.tail)), _reach(code)
    saltus = turn // certificate.period * certificate.saltus
    for heap in range(len(code.tail)):
        stay = [code.tail[(heap - n) % len(code.tail)] == 3 for n in range(len(values) - reach)]
        now = set(values[: len(stay)][stay].tolist())
        then = max(0, len(stay) - turn)
        before = set(values[:then][stay[:then]].tolist())
        base = next(g for g in range(len(before) + 1) if g not in before)
        moved = {g + saltus for g in before if g > base} | set(range(base + saltus))
        require(now == moved, "repetition", "the values that stay options do not repeat")


def recomputed(code: Code, heaps: int) -> Values:
    """Return the values of heaps 0 .. heaps - 1 by the definition, uint32[heaps]."""
    most = max(1, *(digit.bit_length() - 1 for digit in (*code.digits, *code.tail)))
    reach = heaps if code.tail else min(len(code.digits), heaps)
    depth = reach if most == 2 else heaps
    width, each = _WIDTH, _BYTES_OF_TAIL if code.tail else _BYTES
    while True:
        needed = each * heaps + 40 * reach + width * depth * (most - 1)
        require_memory(needed, *_TOO_LARGE)
        moves = _moves(code, reach)
        if heaps > _SMALL and most == 2 and not code.tail:
            return recomputed_splits(moves, heaps).astype(np.uint32)
        values = np.zeros(heaps, np.uint32)
        if _fill(moves, values, np.zeros((most - 1, max(depth, 1), width), np.uint8)):
            return values
        width *= 2


def _moves(code: Code, reach: int) -> Values:
    """Return r and d_r of all r < reach where d_r is not 0, int64[m, 2]."""
    digits = np.zeros(reach, np.int64)
    head = min(reach, len(code.digits))
    digits[:head] = code.digits[:head]
    if code.tail:
        digits[head:] = np.resize(code.tail, reach - head)
    places = np.flatnonzero(digits)
    return np.column_stack((places, digits[places]))


def _fill(moves: Values, values: Values, sums: Values) -> bool:
    """Fill in all values; say no when one needs wider rows."""
    heaps, width = len(values), sums.shape[2]
    seen, mirror, start = np.zeros(width, np.uint8), np.zeros(heaps, np.uint32), 0
    while start < heaps:
        stop = min(heaps, start + 1 + _STEP // (start + 1))
        if by_definition(moves, start, stop, width, values, mirror, sums, seen) < stop:
            return False
        start = stop
        report("computing values by the definition", start, heaps)
    return True


def _primes(number: int) -> list[int]:
    primes, divisor = [], 2
    while divisor * divisor <= number:
        if number % divisor == 0:
            primes.append(divisor)
            while number % divisor == 0:
                number //= divisor
        divisor += 1
    return [*primes, number] if number > 1 else primes


_LONGEST = 1_000  # the greatest period that is looked at
_LASKER = Code((4,), (3,))


# What these games let a player take. The divisors of a prime are 1 and itself, those of a power
# of two are powers of two: so both sets hold with each number its divisors.
_CLOSED_UNDER_DIVISORS: dict[str, Callable[[int], bool]] = {
    "take-a-prime": lambda n: n > 0 and all(n % divisor for divisor in range(2, n)),
    "take-a-power-of-two": lambda n: n.bit_count() == 1,
}


def verify_formula(certificate: FormulaCertificate) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    may_take = _CLOSED_UNDER_DIVISORS.get(certificate.rule)
    code = records.certified_code(certificate.rule) if may_take is None else None
    records.check_record(certificate, [code], "period", "describe")
    theorem = records.RESIDUES if may_take is None else records.DIVISORS
    require(certificate.theorem == theorem, "theorem", f"it has to be: {theorem}")
    require(0 < certificate.period <= _LONGEST, "period", f"it has to be 1 to {_LONGEST:,}")
    if may_take is None:
        require(code == _LASKER, "rule", "this theorem is about 4.[3] only")
        _check_residues(certificate)
    else:
        _check_divisors(certificate, may_take)


def _check_divisors(certificate: FormulaCertificate, may_take: Callable[[int], bool]) -> None:
    """Check that the period is the least number that may not be taken: then G(n) = n mod p."""
    period = certificate.period
    require(certificate.preperiod == 0, "preperiod", "n mod p repeats from heap 0 on")
    require(certificate.saltus == 0, "saltus", "n mod p has none")
    require(certificate.values == tuple(range(period)), "values", "they are those of n mod p")
    least = not may_take(period) and all(map(may_take, range(1, period)))
    require(least, "period", "it is not the least number that may not be taken")


def _check_residues(certificate: FormulaCertificate) -> None:
    """Check what makes the values of heaps 1 .. p of Lasker's Nim go on with saltus p."""
    period, values = certificate.period, certificate.values
    require(period.bit_count() == 1, "period", "the theorem needs a power of two")
    require(certificate.saltus == period, "saltus", "the theorem needs that of the period")
    require(certificate.preperiod == 1, "preperiod", "the theorem needs heap 1")
    arranged = values[:1] == (0,) and sorted(values) == list(range(period + 1))
    require(arranged, "values", "heap 0 has 0, and heaps 1 to p have 1 to p in some order")
    for heap in range(1, period + 1):
        _check_heap(values, heap)
    require(values[-1] != period, "preperiod", "it begins earlier")
    require(not _repeats_faster(values), "period", "a smaller one holds already")


def _check_heap(values: tuple[int, ...], heap: int) -> None:
    """Check the value of all heaps p·k + *heap*: no split has it, and each less is an option."""
    period = len(values) - 1
    residues = [values[rest or period] % period for rest in range(period)]
    own = values[heap] % period
    split = (residues[part] ^ residues[(heap - part) % period] for part in range(period))
    require(own not in split, "splits", f"a split may have the value of {heap} mod {period}")
    pairs = [(values[part], values[heap - part]) for part in range(1, heap)]
    reached = {a ^ b for a, b in pairs if max(a, b) < period} | set(values[:heap])
    missing = set(range(values[heap])) - reached
    require(not missing, "values", f"heap {heap} has no option of a smaller value")


def _repeats_faster(values: tuple[int, ...]) -> bool:
    period, rest = len(values) - 1, np.array(values[1:])
    divisors = (less for less in range(1, period) if period % less == 0)
    return any(np.array_equal(rest[less:], rest[:-less] + less) for less in divisors)
