"""Check the certificate of a formula; imports no solver, and no formula.

Both theorems, with the reasons why they hold, stand in docs/theory.md 3.7. Each asks for
finitely many things, and all of them are looked at here.
"""

from __future__ import annotations

from collections.abc import Callable

from grundy.heaps.codes import Code
from grundy.heaps.periods.formula_certificate import DIVISORS, RESIDUES, FormulaCertificate
from grundy.heaps.sealed.rule import certified_code, check_record, require

_LONGEST = 1_000  # the greatest period that is looked at
_LASKER = Code((4,), (3,))


def _is_one_or_prime(number: int) -> bool:
    return number > 0 and all(number % divisor for divisor in range(2, number))


def _is_power_of_two(number: int) -> bool:
    return number.bit_count() == 1


# What these games let a player take. The divisors of a prime are 1 and itself, those of a power
# of two are powers of two: so both sets hold with each number its divisors.
_CLOSED_UNDER_DIVISORS: dict[str, Callable[[int], bool]] = {
    "take-a-prime": _is_one_or_prime,
    "take-a-power-of-two": _is_power_of_two,
}


def verify_formula(certificate: FormulaCertificate) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    may_take = _CLOSED_UNDER_DIVISORS.get(certificate.rule)
    code = certified_code(certificate.rule) if may_take is None else None
    check_record(certificate.version, certificate.command, code, writer="period")
    theorem = RESIDUES if may_take is None else DIVISORS
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
    met = {a ^ b for a, b in pairs if max(a, b) < period} | set(values[:heap])
    missing = set(range(values[heap])) - met
    require(not missing, "values", f"heap {heap} has no option of a smaller value")


def _repeats_faster(values: tuple[int, ...]) -> bool:
    period = len(values) - 1
    return any(
        all(values[n + less] == values[n] + less for n in range(1, period - less + 1))
        for less in range(1, period)
        if period % less == 0
    )
