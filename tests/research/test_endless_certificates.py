"""Certificates of infinite quotients: the one there is holds, and no changed one does."""

from dataclasses import replace
from functools import cache

import pytest

from forgeries import broken
from grundy.errors import VerificationError
from grundy.heaps.certificates import options_by_definition
from grundy.heaps.codes import parse_code
from grundy.runtime.sealed import text_of
from project import ROOT
from research.certificates import parse_certificate, verify_certificate
from research.endless.certificate import EndlessCertificate
from research.endless.claim import Family
from research.endless.families import Families
from research.endless.outcomes import Outcomes
from research.endless.same import SameHeaps

PROOFS = ROOT / "docs" / "proofs"
FILE = PROOFS / "misere/grundys-game-29.json"


def read_certificate(path):
    return parse_certificate(*text_of(path))


@cache
def certificate():
    return read_certificate(FILE)


@cache
def claim():
    return certificate().claim()


def options(heap):
    """Return the options of a heap of Grundy's game."""
    return options_by_definition(parse_code("4!.0"), heap).tolist()


@cache
def parts():
    return SameHeaps(claim().same, options), Outcomes(claim().outcomes, options)


def condition(changed):
    """Return the condition that a certificate breaks; "" where it holds."""
    return broken(changed, verify_certificate)


def family_condition(families):
    """Return the condition that other families break; "" where they hold."""
    return broken(Families(families, claim().last.company, *parts()), Families.check)


def test_the_certificate_holds(tmp_path):
    """It is verified, and written and read again it is the same."""
    certificate().save(tmp_path / "c.json")

    assert read_certificate(tmp_path / "c.json") == certificate()
    assert EndlessCertificate.of("4!.0", claim()) == certificate()
    assert condition(certificate()) == ""


def test_a_changed_certificate_fails():
    """Each field matters."""
    good = certificate()
    action = [list(row) for row in good.action]
    action[7][3] = action[8][3]
    for fields, expected in (
        ({"rule": "4.0"}, {"same", "phi", "outcomes", "heaps"}),
        ({"rule": "nim"}, {"rule"}),
        ({"command": "grundy period 4!.0"}, {"command"}),
        ({"action": tuple(map(tuple, action))}, {"table", "generators"}),
        ({"action": (*good.action[:5], (0,), *good.action[6:])}, {"table"}),
        ({"p_portion": (0, *good.p_portion)}, {"outcomes"}),
        ({"p_portion": (*good.p_portion, 10**6)}, {"outcomes"}),
        ({"phi": (*good.phi[:-1], 0)}, {"outcomes"}),
        ({"phi": (good.phi[3], *good.phi[1:])}, {"phi"}),
        ({"phi": good.phi[:-1]}, {"parts"}),
        ({"largest": (28, 27, 26, 25)}, {"parts"}),
        ({"largest": (28, 28, 25, 25)}, {"parts"}),
        ({"largest": (28, 28, 27, 25)}, {"outcomes"}),
        ({"companies": ((), (29,), (29, 29), (27, 29, 29))}, {"parts"}),
        ({"same": good.same[:-1]}, {"same"}),
        ({"same": (*good.same[:-1], (24,))}, {"same"}),
        ({"bases": good.bases[:-1]}, {"families"}),
        ({"bases": ((26,), *good.bases[1:])}, {"families"}),
        ({"by": (25, 25)}, {"apart"}),
        ({"grown": (13, 13)}, {"apart"}),
        ({"beside": (18, 3)}, {"apart"}),
        ({"beside": (3, 18)}, {"families"}),
    ):  # fmt: skip
        assert condition(replace(good, **fields)) in expected, fields.keys()


def test_every_family_is_needed():
    """Without one of them a move has no reply."""
    families = claim().families
    assert family_condition(families) == ""
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
    assert family_condition(few) == ""
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


def test_a_made_up_element_is_refused():
    """An element that no sum of heaps has, with products that fit all others: a zero."""
    found = certificate()
    zero, width = len(found.action), len(found.generators)
    action = (*((*row, zero) for row in found.action), (zero,) * (width + 1))
    changed = replace(found, generators=(*found.generators, zero), action=action)

    assert condition(changed) == "generators"
