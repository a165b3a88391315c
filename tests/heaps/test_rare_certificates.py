"""Certificates that name the rare heaps: what is accepted is true, whatever they name."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from forgeries import broken, forged
from grundy.errors import GraphFormatError, VerificationError
from grundy.heaps.certificates import parse_certificate, read_certificate, verify_certificate
from grundy.heaps.codes import Code
from grundy.heaps.periods import verify, verify_splits
from grundy.heaps.periods.certificate import RareHeaps, certify
from grundy.heaps.periods.verify_splits import recomputed_by_rares
from grundy.heaps.rules import TakeAndBreak
from often import often


def rares_among(values: list[int], mask: int, by_position: bool, offset: int) -> tuple[int, ...]:
    """Return the heaps of rare value by the words of docs/theory.md 3.3."""
    return tuple(
        heap
        for heap in range(1, len(values))
        if ((values[heap] & mask).bit_count() + (heap - offset) * by_position) % 2 == 0
    )


def moves_of(code: Code) -> np.ndarray[Any, Any]:
    return verify._moves(code, len(code.digits))


@pytest.fixture
def small_steps(monkeypatch):
    """Reach every branch of the check with few heaps."""
    sizes = {"_WIDTH": 4, "_MARKED": 3, "_HEAD": 40, "_SHORTEST": 13, "_WORK": 1}
    for name, size in sizes.items():
        monkeypatch.setattr(verify_splits, name, size)


octal_codes = st.lists(st.integers(0, 7), min_size=1, max_size=4).map(lambda rest: Code((4, *rest)))


@pytest.mark.usefixtures("small_steps")
@often(40)
@given(
    code=octal_codes | st.lists(st.integers(0, 7), min_size=1, max_size=3).flatmap(
        lambda rest: st.integers(4, 7).map(lambda last: Code((0, *rest, last)))
    ),
    mask=st.integers(0, 31),
    by_position=st.booleans(),
    heaps=st.integers(1, 260),
    threads=st.integers(1, 3),
)  # fmt: skip
def test_values_from_rare_heaps_are_those_of_the_definition(
    code, mask, by_position, heaps, threads
):
    expected = list(reference.values(TakeAndBreak(code), heaps))
    offsets = [r for r, digit in enumerate(code.digits) if digit & 4]
    rare = RareHeaps(mask, by_position, rares_among(expected, mask, by_position, offsets[0]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify_splits, "thread_count", lambda: threads)
        if by_position and len({r % 2 for r in offsets}) > 1:
            with pytest.raises(VerificationError) as failure:
                recomputed_by_rares(moves_of(code), heaps, rare)
            assert failure.value.condition == "mask"
        else:
            assert recomputed_by_rares(moves_of(code), heaps, rare).tolist() == expected


@pytest.mark.usefixtures("small_steps")
@often(60)
@given(code=octal_codes, mask=st.integers(0, 31), by_position=st.booleans(), data=st.data())
def test_no_list_of_heaps_gives_a_false_value(code, mask, by_position, data):
    heaps = 120
    expected = list(reference.values(TakeAndBreak(code), heaps))
    true = rares_among(expected, mask, by_position, 0)
    changed = data.draw(st.sets(st.integers(1, heaps - 1), max_size=3))
    named = tuple(sorted(set(true) ^ changed))
    try:
        found = recomputed_by_rares(moves_of(code), heaps, RareHeaps(mask, by_position, named))
    except VerificationError:
        return
    assert (found.tolist(), named) == (expected, true)


@pytest.mark.usefixtures("small_steps")
def test_the_last_heap_is_checked_as_well():
    code = TakeAndBreak("0.77").code
    values = list(reference.values(TakeAndBreak(code), 150))
    rares = rares_among(values, 1, False, 1)
    assert len(rares) > 40
    for place, heap in enumerate(rares):
        recomputed_by_rares(moves_of(code), heap + 1, RareHeaps(1, False, rares[: place + 1]))
        with pytest.raises(VerificationError, match=f"heap {heap} is not named"):
            recomputed_by_rares(moves_of(code), heap + 1, RareHeaps(1, False, rares[:place]))


@pytest.mark.long
def test_values_of_more_than_a_byte():
    """A value of 256 and more begins the check again with wider rows: so in 0.006."""
    game = TakeAndBreak("0.006")
    values = game.values(12_000)
    assert values.max() >= 256
    rare = RareHeaps(1, False, rares_among(values.tolist(), 1, False, 0))
    found = recomputed_by_rares(moves_of(game.code), 12_000, rare)
    assert found.dtype == np.uint16
    assert np.array_equal(found, values)


GAMES = [
    # code, preperiod, period as in A. Flammenkamp's table; mask by position or not
    ("0.356", 7_315, 142, False),
    ("0.156", 3_479, 349, False),
    ("0.644", 3_256, 442, False),
    ("0.127", 46_578, 4, True),
    pytest.param("0.16", 105_351, 149_459, False, marks=pytest.mark.long),
]


@cache
def certificate(code):
    return certify(TakeAndBreak(code), 600_000, command=f"grundy period {code}")


@pytest.mark.parametrize(("code", "preperiod", "period", "by_position"), GAMES)
def test_a_long_certificate_names_the_rare_heaps(tmp_path, code, preperiod, period, by_position):
    found = certificate(code)
    assert (found.preperiod, found.period) == (preperiod, period)
    assert found.rare.by_position is by_position
    assert forged(tmp_path, found) == ""
    assert read_certificate(tmp_path / "forged.json") == found
    if found.heaps < 100_000:
        verify_certificate(replace(found, rare=None))


def test_named_heaps_rise_and_lie_in_reach():
    """Heap 0, a heap past the end, one that stands twice, and heaps that fall are refused."""
    true = certificate("0.356")
    named = true.rare.heaps
    for wrong in ((0, *named), (*named, true.heaps), (named[0], *named), named[::-1], ()):
        assert broken(replace(true, rare=replace(true.rare, heaps=wrong))) == "rare heaps"


@pytest.mark.parametrize("rule", ["0.F", "0.03003", "0.0[3]"])
def test_rare_heaps_serve_octal_codes_only(rule):
    """Three heaps, moves that leave no two heaps, and tails are checked without them."""
    claim = certify(TakeAndBreak(rule), 200)
    assert broken(claim) == ""
    assert broken(replace(claim, rare=RareHeaps(1, False, (1,)))) == "rare heaps"


@pytest.mark.parametrize("form", [1, 3])
def test_the_form_is_that_of_the_fields(form):
    """A certificate that names rare heaps is of format 2; an older program refuses it as that."""
    fields = json.loads(certificate("0.356").to_json())
    assert fields["format"] == 2
    with pytest.raises(GraphFormatError, match="format"):
        parse_certificate(json.dumps(fields | {"format": form}), "c.json")
    del fields["rare"]
    with pytest.raises(GraphFormatError, match="these are the fields of format 1, not 2"):
        parse_certificate(json.dumps(fields), "c.json")
