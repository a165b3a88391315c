"""What others have published about octal games (`published.txt`), and whether an atlas agrees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from grundy.heaps.codes import parse_code
from grundy.heaps.rules import TakeAndBreak
from research.atlas.normal import Row
from research.atlas.standard_form import standard_form

FILE = Path(__file__).with_name("published.txt")


class PublishedPeriod(NamedTuple):
    """A period that somebody printed, and its last exception; of the standard form where so."""

    code: str
    period: int
    last: int
    standard: bool
    source: str


class PublishedEquality(NamedTuple):
    """Somebody's claim that two codes have the same values, but for zeros before them."""

    code: str
    other: str
    source: str


def facts() -> Iterator[PublishedPeriod | PublishedEquality]:
    """Read the file: a source stands above its facts."""
    source = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            source = line.strip("[]")
            continue
        for code, *said in filter(None, map(str.split, line.partition("#")[0].split("|"))):
            if said[0] == "=":
                yield PublishedEquality(code, said[1], source)
            else:
                period, last = map(int, said[:2])
                yield PublishedPeriod(code, period, last, said[2:] == ["standard"], source)


class Comparison(NamedTuple):
    """What the atlas says to a published fact."""

    claim: PublishedPeriod | PublishedEquality
    verdict: str
    finding: str


def compare(rows: Mapping[str, Row]) -> Iterator[Comparison]:
    """Compare every published fact about a code of the atlas with it."""
    for fact in facts():
        if isinstance(fact, PublishedPeriod) and fact.code in rows:
            yield _compare_period(fact, rows[fact.code])
        if isinstance(fact, PublishedEquality) and {fact.code, fact.other} <= rows.keys():
            yield _compare_codes(fact)


def _compare_period(claim: PublishedPeriod, row: Row) -> Comparison:
    if row.period is None or row.preperiod is None:
        finding = f"no period is proved within {row.heaps:,} heaps"
        return Comparison(claim, "not reached", finding)
    shift = standard_form(parse_code(claim.code)).shift if claim.standard else 0
    # The zeros before a standard form may belong to a period that begins with it.
    last = max(-1, row.preperiod - 1 - shift)
    agrees = (claim.period, claim.last) == (row.period, last)
    finding = f"period {row.period:,}, last exception {last:,}".replace(" -1", " none")
    return Comparison(claim, "agrees" if agrees else "differs", finding)


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
