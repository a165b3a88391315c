"""Certificates of infinite quotients: the one there is holds, and no changed one does."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.errors import VerificationError
from grundy.files.sealed import text_of
from grundy.heaps.codes import parse_code
from grundy.heaps.quotients.verify import options_by_definition
from project import ROOT
from research.certificates import AnyCertificate, parse_certificate, verify_certificate
from research.endless.certificate import EndlessCertificate
from research.endless.claim import Endless, Family
from research.endless.families import Families
from research.endless.outcomes import Outcomes
from research.endless.same import SameHeaps
from research_programs import called_verify

PROOFS = ROOT / "docs" / "proofs"
FILE = PROOFS / "misere/grundys-game-29.json"
CODE = parse_code("4!.0")


def read_certificate(path: Path) -> AnyCertificate:
    """Read a certificate from its file."""
    return parse_certificate(*text_of(path))


@cache
def certificate() -> EndlessCertificate:
    """Return the certificate of Grundy's game."""
    found = read_certificate(FILE)
    assert isinstance(found, EndlessCertificate)
    return found


@cache
def claim() -> Endless:
    """Return what it claims."""
    return certificate().claim()


@cache
def outcomes() -> Outcomes:
    """Return its monoid."""
    return Outcomes(claim().outcomes, options)


@cache
def same() -> SameHeaps:
    """Return its equal heaps."""
    return SameHeaps(claim().same, options)


def options(heap: int) -> list[list[int]]:
    """Return the options of a heap of Grundy's game."""
    found: list[list[int]] = options_by_definition(CODE, heap).tolist()
    return found


def condition(changed: EndlessCertificate) -> str | None:
    """Return the condition that a certificate breaks; None where it holds."""
    try:
        verify_certificate(changed)
    except VerificationError as error:
        return error.condition
    return None


def family_condition(families: tuple[Family, ...]) -> str | None:
    """Return the condition that other families break; None where they hold."""
    try:
        Families(families, claim().last.company, same(), outcomes()).check()
    except VerificationError as error:
        return error.condition
    return None


def test_the_certificate_holds(tmp_path):
    """It is verified, and written and read again it is the same."""
    certificate().save(tmp_path / "c.json")

    assert read_certificate(tmp_path / "c.json") == certificate()
    assert EndlessCertificate.of("4!.0", claim()) == certificate()
    assert condition(certificate()) is None


def test_what_verify_says(capsys):
    """A sentence that says what is infinite, and a summary for machines."""
    done = called_verify(capsys, str(FILE))
    assert (done.status, done.out) == (0, (
        "4!.0: the misère quotient of the heaps 0 to 29 is infinite, and so is that of more "
        "heaps: n times 25 + 25, for n = 1, 2, …, are distinguished by 29 + 29 + 27 + 18 and n "
        "times 13 + 13.\n"
    ))  # fmt: skip
    assert certificate().summary["company"] == [29, 29, 27, 18]


def test_the_quotient_before_has_a_certificate_too():
    """Both hold, and nothing lies between the heaps that they are about."""
    finite, endless = map(read_certificate, sorted(PROOFS.glob("misere/grundys-game-*.json")))
    assert (finite.rule, len(finite.phi), len(endless.phi)) == (endless.rule, 29, 30)
    verify_certificate(finite)
    verify_certificate(endless)

    quotient = grundy.GrundysGame().misere_quotient(29)
    assert (quotient.order, quotient.p_count) == (finite.order, len(finite.p_portion))


def changed_fields() -> Iterator[tuple[dict[str, Any], set[str]]]:
    """Yield false fields of a certificate, and the conditions that they break."""
    good = certificate()
    action = [list(row) for row in good.action]
    action[7][3] = action[8][3]
    yield {"rule": "4.0"}, {"same", "phi", "outcomes", "heaps"}
    yield {"rule": "nim"}, {"rule"}
    yield {"command": "grundy period 4!.0"}, {"command"}
    yield {"action": tuple(map(tuple, action))}, {"table", "generators"}
    yield {"action": (*good.action[:5], (0,), *good.action[6:])}, {"table"}
    yield {"p_portion": (0, *good.p_portion)}, {"outcomes"}
    yield {"p_portion": (*good.p_portion, 10**6)}, {"outcomes"}
    yield {"phi": (*good.phi[:-1], 0)}, {"outcomes"}
    yield {"phi": (good.phi[3], *good.phi[1:])}, {"phi"}
    yield {"phi": good.phi[:-1]}, {"parts"}
    yield {"largest": (28, 27, 26, 25)}, {"parts"}
    yield {"largest": (28, 28, 25, 25)}, {"parts"}
    yield {"largest": (28, 28, 27, 25)}, {"outcomes"}
    yield {"companies": ((), (29,), (29, 29), (27, 29, 29))}, {"parts"}
    yield {"same": good.same[:-1]}, {"same"}
    yield {"same": (*good.same[:-1], (24,))}, {"same"}
    yield {"bases": good.bases[:-1]}, {"families"}
    yield {"bases": ((26,), *good.bases[1:])}, {"families"}
    yield {"by": (25, 25)}, {"apart"}
    yield {"grown": (13, 13)}, {"apart"}
    yield {"beside": (18, 3)}, {"apart"}
    yield {"beside": (3, 18)}, {"families"}


def test_a_changed_certificate_fails():
    """Each field matters."""
    for fields, expected in changed_fields():
        assert condition(replace(certificate(), **fields)) in expected, fields.keys()


def test_every_family_is_needed():
    """Without one of them a move has no reply."""
    families = claim().families
    assert family_condition(families) is None
    for place in range(2, len(families)):
        without = families[:place] + families[place + 1 :]
        assert family_condition(without) == "families", families[place]


@pytest.mark.parametrize("family", [
    Family((), ()),  # 29 + 29 + 27 alone is won by a move in it
    Family((18, 13), ()),  # and so is this
    Family((25, 25, 18), ((13, 13),)),  # 25 + 25 + 18 + 13 + 13 is an N-position
    Family((25, 18, 13, 13, 3), ((25, 25),)),  # 25 + 25 + 25 + 18 + 13 + 13 + 3 as well
    Family((6, 13), ()),  # 6 is written as 3
    Family((13,), ((3,),)),  # 3 + 3 cancels
    Family((13,), ((),)),
])  # fmt: skip
def test_no_false_family_passes(family):
    """Sums that are N-positions, or in another form than is claimed, are refused."""
    assert family_condition((*claim().families, family)) == "families"


def test_replies_to_finitely_many_sums_prove_nothing():
    """True families that answer the sums which are looked at, but not all that stand for them."""
    families = claim().families
    few = tuple(Family((13,) * count, ()) for count in range(1, 20, 2))
    others = tuple(family for family in families if family.base != (13,))

    assert len(others) == len(families) - 1
    assert family_condition(few) is None
    assert family_condition((*others, *few)) == "families"


@pytest.mark.parametrize(("heap", "form", "holds"), [
    (4, (), True), (6, (3,), True), (8, (5,), True), (21, (18,), True), (4, (3,), False),
    (5, (3,), False), (8, (), False), (13, (5,), False), (9, (5,), False), (6, (3, 3), False),
])  # fmt: skip
def test_equal_heaps_are_proved(heap, form, holds):
    """Conway's condition tells the heaps that are equal from others."""
    claimed = [*claim().same[:heap], form]
    if holds:
        SameHeaps(claimed, options)
        return
    with pytest.raises(VerificationError) as raised:
        SameHeaps(claimed, options)
    assert raised.value.condition == "same"


def test_a_game_equal_to_none_is_an_n_position():
    """A heap whose only move leads to *2 is not 0: under misère play it is lost."""
    rows: dict[int, list[list[int]]] = {0: [], 1: [[0]], 2: [[0], [1]], 3: [[2]]}
    for form in ((), (1,)):  # *1 is not it either, whose move to 0 it has not
        with pytest.raises(VerificationError):
            SameHeaps([(), (1,), (2,), form], rows.__getitem__)
    SameHeaps([(), (1,), (2,), ()], (rows | {3: [[1]]}).__getitem__)


# Equal heaps beside any game: docs/results-misere-grundy.md, part 1 of the proof.
EQUAL = {4: 0, 7: 0, 10: 0, 1: 0, 2: 0, 6: 3, 9: 3, 12: 3, 15: 3, 8: 5, 11: 5, 14: 5, 17: 5,
         16: 13, 19: 13, 21: 18}  # fmt: skip


def reduced(heaps: Iterable[int]) -> tuple[int, ...]:
    """Write a sum with as few heaps as can be; two heaps of 3 are none."""
    found = [EQUAL.get(heap, heap) for heap in heaps]
    threes = found.count(3) % 2
    return tuple(sorted([heap for heap in found if heap not in (0, 3)] + [3] * threes))


@cache
def is_lost(heaps: tuple[int, ...]) -> bool:
    """Who has to move loses: there is a move, and each is to a position that is not lost."""
    moves = {
        reduced((*heaps[:place], *heaps[place + 1 :], part, heap - part))
        for place, heap in enumerate(heaps)
        for part in range(1, (heap + 1) // 2)
    }
    return bool(moves) and not any(map(is_lost, moves))


@pytest.mark.parametrize(("many", "few", "lost"), [
    (1, 1, False), pytest.param(2, 0, True, marks=pytest.mark.long),
    pytest.param(2, 2, False, marks=pytest.mark.long),
    pytest.param(3, 1, True, marks=pytest.mark.long),
])  # fmt: skip
def test_plain_recursion_says_the_same(many, few, lost):
    """By nothing but the rule and the equal heaps, for few heaps of 25 and of 13."""
    assert is_lost(reduced((29, 29, 27, 18, *[25] * many, *[13] * few))) == lost


def test_a_made_up_element_is_refused():
    """An element that no sum of heaps has, with products that fit all others: a zero."""
    found = certificate()
    zero, width = len(found.action), len(found.generators)
    action = (*((*row, zero) for row in found.action), (zero,) * (width + 1))
    changed = replace(found, generators=(*found.generators, zero), action=action)

    assert condition(changed) == "generators"
