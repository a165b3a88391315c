"""False certificates, with the right hash and the right seal: none is ever accepted."""

from collections.abc import Iterator
from dataclasses import fields, replace
from math import lcm
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from forgeries import broken
from grundy.errors import GrundyError
from grundy.heaps.codes import Code, parse_code
from grundy.heaps.periods.certificate import ENCODING, Certificate, RareHeaps, certify, hash_of
from grundy.heaps.periods.period import ALL_BUT, GUY_SMITH, REPEATING, SUBTRACTION
from grundy.heaps.periods.verify import recomputed
from heap_strategies import parse_game
from often import often

THEOREMS = (GUY_SMITH, SUBTRACTION, ALL_BUT, REPEATING)
_SMALL = 7  # the greatest period and preperiod that are claimed
_FAR = 120  # heaps beyond those of a claim, on which it has to hold

takes = st.lists(st.sampled_from([0, 3]), min_size=1, max_size=5)
digits = st.lists(st.integers(0, 7), min_size=1, max_size=4)
some_splits = digits.filter(lambda found: any(digit not in (0, 3) for digit in found))
amounts = st.sets(st.integers(1, 9), max_size=4).map(sorted)


def _set_of(found: list[int]) -> str:
    return "{" + ",".join(map(str, found)) + "}"


def _code_of(found: list[int], tail: tuple[int, ...] = (), first: int = 0) -> str:
    return str(Code((first, *found), tail))


# kind of rule -> its rules, and the theorems that speak of them
KINDS = {
    "set": (amounts.map(_set_of), {GUY_SMITH, SUBTRACTION}),
    "code that only takes": (takes.map(_code_of), {GUY_SMITH, SUBTRACTION}),
    "code": (some_splits.map(_code_of), {GUY_SMITH}),
    "code that may split first": (digits.map(lambda d: _code_of(d, first=4)), {GUY_SMITH}),
    "code of three heaps": (st.sampled_from(["0.8F", "0.F", "0.0B", "8.A"]), {GUY_SMITH}),
    "constrained code": (st.sampled_from(["4!.0", "4!.3", "0.7!", "0.37!", "0.07="]), set()),
    "all-but set": (amounts.map(lambda found: "allbut" + _set_of(found)), {ALL_BUT, REPEATING}),
    "code that only takes, with a tail": (
        st.builds(lambda *found: _code_of(found[0], (*found[1], 3)), takes, takes | st.just([])),
        {ALL_BUT, REPEATING},
    ),
    "tail of 3 after other digits": (
        some_splits.map(lambda found: _code_of([*found, 0], (3,))), set(),
    ),
    "split, then a tail of 3": (takes.map(lambda found: _code_of(found, (3,), 4)), set()),
    "other tail": (st.sampled_from(["0.[30]", "0.[7]", "0.1[03]", "4.[1]", "0.[12]"]), {REPEATING}),
}  # fmt: skip
rules = st.sampled_from(sorted(KINDS)).flatmap(
    lambda kind: st.tuples(st.just(kind), KINDS[kind][0])
)


def code_of(rule: str) -> Code:
    game: Any = parse_game(rule)
    return parse_code(rule) if game.code is None else game.code


def values_of(rule: str, stop: int) -> np.ndarray[Any, Any]:
    return recomputed(code_of(rule), max(stop, 1))[:stop].astype(np.int64)


def claimed(rule: str, theorem: str, heaps: int, **claim: int) -> Certificate:
    """Write a certificate as a forger would: all that can be recomputed is right."""
    values = values_of(rule, heaps)
    return Certificate(
        rule=rule, theorem=theorem, heaps=heaps, sha256=hash_of(values),
        first_values=tuple(values[:24].tolist()), **claim,
    )  # fmt: skip


def bounds(code: Code, preperiod: int, period: int) -> dict[str, int]:
    most = code.most_heaps
    left_out = [r for r, digit in enumerate(code.digits) if not digit and r]
    return {
        GUY_SMITH: most * (max(preperiod, 1) + period) + code.last - most + 1,
        SUBTRACTION: preperiod + period + code.last,
        ALL_BUT: preperiod + period + max([1, *left_out]),
        REPEATING: preperiod + period + lcm(period, len(code.tail) or 1) + max(1, code.last),
    }


def forgeries(rule: str, theorem: str) -> Iterator[Certificate]:
    """Claim each small period that the heaps which the theorem asks for seem to show."""
    code = code_of(rule)
    values = values_of(rule, 200)
    for period in range(1, _SMALL):
        for preperiod in range(_SMALL):
            heaps = bounds(code, preperiod, period)[theorem]
            moved = values[preperiod + period : heaps] - values[preperiod : heaps - period]
            if len(moved) and np.all(moved == moved[0]) and moved[0] >= 0:
                claim = {"preperiod": preperiod, "period": period, "saltus": int(moved[0])}
                yield claimed(rule, theorem, heaps, **claim)


def is_true(certificate: Certificate) -> bool:
    """Return whether all holds that a certificate claims, also on many more heaps.

    The values are those of the engines: the check does not know them.
    """
    start, period, saltus = certificate.preperiod, certificate.period, certificate.saltus
    heaps, first = certificate.heaps, certificate.first_values
    game: Any = parse_game(certificate.rule)
    values = game.values(heaps + 2 * period + _FAR).astype(np.int64)

    def repeats(start: int, period: int, saltus: int) -> bool:
        return bool(np.all(values[start + period :] - values[start:-period] == saltus))

    return (
        certificate.encoding == ENCODING
        and certificate.sha256 == hash_of(values[:heaps])
        and 0 < len(first) <= heaps
        and first == tuple(values[: len(first)].tolist())
        and repeats(start, period, saltus)
        and not (start and repeats(start - 1, period, saltus))
        and not any(
            saltus * less % period == 0 and repeats(start, less, saltus * less // period)
            for less in range(1, period)
        )
    )


def holds(certificate):
    """Return whether the check accepts a certificate; a limit is no acceptance."""
    try:
        return not broken(certificate)
    except GrundyError:
        return False


@pytest.mark.parametrize("theorem", THEOREMS)
@pytest.mark.parametrize("kind", sorted(KINDS))
@often(3)
@given(data=st.data())
def test_no_theorem_proves_a_false_claim(kind, theorem, data):
    rule = data.draw(KINDS[kind][0])
    for certificate in forgeries(rule, theorem):
        if holds(certificate):
            assert theorem in KINDS[kind][1]
            assert is_true(certificate)


FIELDS = {
    "rule": rules.map(lambda drawn: drawn[1]) | st.sampled_from(["{0}", "allbut{0,1}", "kayles"]),
    "theorem": st.sampled_from([*THEOREMS, "", "because"]),
    "preperiod": st.integers(0, 60), "period": st.integers(0, 60), "saltus": st.integers(0, 20),
    "heaps": st.integers(0, 150) | st.just(2**62), "sha256": st.sampled_from(["", "0" * 64]),
    "first_values": st.lists(st.integers(0, 9), max_size=5).map(tuple),
    "encoding": st.sampled_from(["", "each value as two bytes"]),
    "version": st.sampled_from(["", "x", "1"]),
    "command": st.sampled_from(["x", "grundy label", "grundy period 0.777"]),
    "rare": st.builds(
        RareHeaps, st.integers(0, 9), st.booleans(), st.lists(st.integers(0, 20)).map(tuple)
    ),
}  # fmt: skip


def test_every_field_is_tried():
    assert set(FIELDS) == {field.name for field in fields(Certificate)}


@pytest.mark.parametrize("field", sorted(FIELDS))
@often(6)
@given(drawn=rules, data=st.data(), hashed=st.booleans())
def test_a_field_changed_with_care(field, drawn, data, hashed):
    kind, rule = drawn
    assume(KINDS[kind][1])
    true = certify(parse_game(rule), 150)
    assume(true is not None)
    assert true.theorem in KINDS[kind][1]
    assert holds(true)
    changed = replace(true, **{field: data.draw(FIELDS[field])})
    assume(changed != true)
    if hashed and field in ("rule", "heaps", "preperiod", "period") and changed.heaps < 200:
        try:
            code = code_of(changed.rule)
        except GrundyError:
            assert not holds(changed)
            return
        needed = bounds(code, changed.preperiod, changed.period)[changed.theorem]
        heaps = changed.heaps if field == "heaps" else needed
        claim = {name: getattr(changed, name) for name in ("preperiod", "period", "saltus")}
        changed = claimed(changed.rule, changed.theorem, heaps, **claim)
    if holds(changed):
        assert field not in ("version", "command")
        assert is_true(changed)


FALSE = [
    # (rule, theorem, preperiod, period, saltus, heaps): what only one condition refuses
    ("{1,2,3,4,5,6,7,8,9}", SUBTRACTION, 0, 1, 1, 10),  # G(10) = 0, no saltus
    ("0.730[3]", ALL_BUT, 0, 1, 1, 4),  # a split besides the numbers that may be taken
    ("4!.0", GUY_SMITH, 3, 2, 0, 9),  # a constraint, of Grundy's game
    ("4.[3]", GUY_SMITH, 1, 1, 1, 3),  # a tail, and a saltus
    ("allbut{6}", ALL_BUT, 6, 1, 1, 18),  # values 0 to 11 of heaps 6 to 17; its period is 12
    ("0.3[30]", REPEATING, 3, 1, 1, 9),  # what stays an option differs with the parity of a heap
    ("0.0[2]", REPEATING, 0, 1, 0, 3),  # amounts that may not leave an empty heap
]


@pytest.mark.parametrize(("rule", "theorem", "preperiod", "period", "saltus", "heaps"), FALSE)
def test_known_forgeries(rule, theorem, preperiod, period, saltus, heaps):
    """Claims with the right hash that repeat for as long as the theorem asks, and are false."""
    claim = claimed(rule, theorem, heaps, preperiod=preperiod, period=period, saltus=saltus)
    assert not is_true(claim)
    assert not holds(claim)
