"""What others have published about octal games, and whether an atlas agrees.

Each fact stands with its source. Where sources contradict each other, both stand here, and the
computation decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from grundy.heaps.codes import parse_code
from grundy.heaps.rules import TakeAndBreak
from research.atlas.normal import Row
from research.atlas.standard_form import standard_form

TRIVIAL = "octal-games, TrivialGames.md"
SOLVED = "octal-games, SolvedGames.md"
FLAMMENKAMP = "A. Flammenkamp's tables"

# code, period, first heap of the period; in the numbering of the standard form where *standard*
_TRIVIAL = """
.1 1 2|.4 34 52|.02 4 0|.11 1 3|.12 4 1|.15 10 1|.17 34 33|.22 3 0|.26 4 0|.31 2 3|.32 3 1|.34 8 7
.35 6 1|.44 24 141|.51 1 1|.52 4 4|.53 9 11|.54 7 3|.57 4 1|.71 2 3|.72 4 1|.75 2 1|.77 12 71
.002 6 0|.017 60 14|.022 5 0|.044 36 211|.045 32 187|.051 48 47|.055 148 258|.101 1 4|.102 6 1
.111 1 4|.112 6 1|.115 14 1|.116 96 139|.121 4 4|.122 5 1|.123 5 5|.124 62 122|.131 4 4|.132 5 1
.134 62 60|.141 11 14|.144 10 4|.145 9 3|.147 8 3|.152 48 2|.153 14 16|.154 11 4|.157 6 1
.171 11 12|.173 40 21|.176 8 24|.226 5 20|.312 2 5|.316 12 4|.331 3 4|.332 4 1|.351 8 1|.353 2 4
.373 28 2|.375 18 37|.512 6 3|.524 52 1|.532 5 7|.536 5 1|.772 4 8
"""
_SOLVED = """
.45 20 498|.156 349 3479|.356 142 7315|.644 442 3256|.165 1550 5181|.16 149459 105351|.56 144 326640
.127 4 46578|.376 4 2268248|.354 1180 10061916
"""


@dataclass(frozen=True, slots=True)
class PublishedPeriod:
    """A period that somebody printed."""

    code: str
    period: int
    last: int
    standard: bool
    source: str


@dataclass(frozen=True, slots=True)
class PublishedEquality:
    """Somebody's claim that two codes have the same values, but for zeros before them."""

    code: str
    other: str
    source: str


def _listed(text: str, *, standard: bool, source: str) -> Iterator[PublishedPeriod]:
    for entry in text.replace("\n", "|").strip("|").split("|"):
        code, period, preperiod = entry.split()
        yield PublishedPeriod("0" + code, int(period), int(preperiod) - 1, standard, source)


PERIODS: tuple[PublishedPeriod, ...] = (
    *_listed(_TRIVIAL, standard=True, source=TRIVIAL),
    *_listed(_SOLVED, standard=False, source=SOLVED),
    PublishedPeriod("0.77", 12, 70, False, "OEIS A002186"),
    PublishedPeriod("0.137", 34, 51, False, "OEIS A002187"),
    PublishedPeriod("0.07", 34, 52, False, "Winning Ways, ch. 4"),
    PublishedPeriod("0.44", 24, 140, True, "OEIS A071434"),
    PublishedPeriod("0.177", 20, 496, False, "OEIS A071435"),
    PublishedPeriod("0.56", 144, 326637, False, "OEIS A071436"),
    PublishedPeriod("0.044", 36, 210, True, "OEIS A071451"),
    PublishedPeriod("0.045", 32, 186, True, "OEIS A071452"),
    PublishedPeriod("0.117", 48, 46, False, "OEIS A071453"),
    PublishedPeriod("0.127", 4, 46577, False, "OEIS A071464; Gangolli and Plambeck, 1989"),
    PublishedPeriod("0.1777", 60620715, 160949017, False, "OEIS A071509, after A. Flammenkamp"),
    PublishedPeriod("0.454", 60620715, 160949018, False, "OEIS A071509, as 0.1777 a heap later"),
    PublishedPeriod("0.055", 148, 258, False, FLAMMENKAMP),
    PublishedPeriod("0.156", 349, 3478, False, FLAMMENKAMP),
    PublishedPeriod("0.356", 142, 7314, False, FLAMMENKAMP),
    PublishedPeriod("0.165", 1550, 5180, False, "R. B. Austin, 1976"),
    PublishedPeriod("0.16", 149459, 105350, False, "Gangolli and Plambeck, 1989"),
    PublishedPeriod("0.054", 10015179, 193235615, False, "computed for this project once"),
    PublishedPeriod("0.104", 11770282, 197769597, False, "recalled, no source at hand"),
)  # fmt: skip

EQUALITIES = (
    PublishedEquality("0.27", "0.06", "game locator of Winning Ways, as octal-games quotes it"),
    PublishedEquality("0.314", "0.31", "game locator of Winning Ways, as octal-games quotes it"),
    PublishedEquality("0.161", "0.36", "A. Flammenkamp's tables, as octal-games quotes them"),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the atlas says to a published fact."""

    claim: PublishedPeriod | PublishedEquality
    verdict: str
    finding: str


def compare(rows: Mapping[str, Row]) -> Iterator[Comparison]:
    """Compare every published fact about a code of the atlas with it."""
    for period in PERIODS:
        if period.code in rows:
            yield _compare_period(period, rows[period.code])
    for equality in EQUALITIES:
        if equality.code in rows and equality.other in rows:
            yield _compare_codes(equality)


def _compare_period(claim: PublishedPeriod, row: Row) -> Comparison:
    if row.period is None or row.preperiod is None:
        finding = f"no period is proved within {row.heaps:,} heaps"
        return Comparison(claim, "not reached", finding)
    shift = standard_form(parse_code(claim.code)).shift if claim.standard else 0
    # The zeros before a standard form may belong to a period that begins with it.
    last = max(-1, row.preperiod - 1 - shift)
    agrees = (claim.period, claim.last) == (row.period, last)
    finding = f"period {row.period:,}, last exception {_heap(last)}"
    return Comparison(claim, "agrees" if agrees else "differs", finding)


def _heap(last: int) -> str:
    return "none" if last < 0 else f"{last:,}"


def _compare_codes(claim: PublishedEquality, heaps: int = 1_000) -> Comparison:
    forms = [standard_form(parse_code(code)) for code in (claim.code, claim.other)]
    one, other = (TakeAndBreak(form.code).values(heaps) for form in forms)
    places = np.flatnonzero(one != other)
    if not len(places):
        return Comparison(claim, "agrees", f"the same values on {heaps:,} heaps")
    place = int(places[0])
    heap, there = place + forms[0].shift, place + forms[1].shift
    return Comparison(
        claim, "differs",
        f"heap {heap:,} of {claim.code} has the value {one[place]}, "
        f"heap {there:,} of {claim.other} has {other[place]}",
    )  # fmt: skip
