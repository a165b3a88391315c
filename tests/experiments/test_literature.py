"""docs/literature.md is right: what is printed in the OEIS, and what is computed."""

import itertools

import pytest

import grundy
from grundy.heaps.certificates import parse_certificate
from grundy.heaps.periods.certificate import Certificate
from project import EXAMPLES, ROOT

_PROOF = ROOT / "docs" / "proofs" / "0.56.json"

# OEIS A171948 and A171949 as printed, up to 64
N_OF_MARK_4 = """0 1 2 3 5 6 7 9 10 11 13 14 15 16 17 18 19 21 22 23 25 26 27 29 30 31 32 33 34 35
37 38 39 41 42 43 45 46 47 48 49 50 51 53 54 55 57 58 59 61 62 63"""
P_OF_MARK_4 = "0 4 8 12 20 24 28 36 40 44 52 56 60 64"


def test_the_last_exception_of_056_is_certified():
    """OEIS A071436 prints 326637; the certificate, whose seal is whole, claims 326639."""
    found = parse_certificate(_PROOF.read_bytes())
    assert isinstance(found, Certificate)
    assert (found.rule, found.period, found.preperiod - 1) == ("0.56", 144, 326_639)


def test_only_0_is_wrong_in_the_positions_of_mark_4():
    from grundy.cli.game import MAKE_GAME, load_game

    mark4 = load_game(str(EXAMPLES / "mark4.py"), "mark4", MAKE_GAME)
    lost = {n for n in range(65) if mark4[n].outcome() is grundy.Outcome.P}
    assert lost == set(map(int, P_OF_MARK_4.split()))
    assert set(map(int, N_OF_MARK_4.split())) & lost == {0}
    assert set(map(int, N_OF_MARK_4.split())) | lost == set(range(65))


# a code, another, by how much its heaps count later, and who says so
EQUAL = [
    *[("0.77", f"4.{end}", 1, "A002186") for end in ("4", "41", "42", "43", "6", "61", "62", "63")],
    ("0.77", "0.771", 0, "A002186"), ("0.137", "0.07", 1, "A002187"),
    *[("0.137", f"0.{end}", 2, "A002187") for end in ("4", "401", "402", "403", "42", "421")],
    *[("0.6", f"0.{end}", 0, "A046695") for end in ("601", "61", "611", "62", "621", "63", "631")],
    *[("0.1377", f"0.07{end}", 1, "A071434") for end in "4567"],
    *[("0.1377", f"0.4{end}", 2, "A071434") for end in ("40", "43", "60", "63")],
    *[("0.177", f"0.4{end}", 1, "A071435") for end in ("50", "53", "70", "73")],
    *[("0.56", f"0.56{end}", 0, "A071436") for end in "123"], ("0.113377", "0.01377", 1, "A071451"),
    ("0.113377", "0.0077", 2, "A071451"),
    *[("0.113377", f"0.04{end}", 3, "A071451") for end in "46"],
    ("0.11377", "0.0177", 1, "A071452"),
    *[("0.11377", f"0.04{end}", 2, "A071452") for end in "57"],
    *[("0.117", f"0.05{end}", 1, "A071453") for end in "13"], ("0.1777", "0.17771", 0, "A071509"),
    *[("0.1777", f"0.4{a}{b}", 1, "A071509") for a, b in itertools.product("57", "47")],
]  # fmt: skip


@pytest.mark.parametrize(("code", "other", "later", "source"), EQUAL)
def test_codes_that_the_oeis_calls_equal(code, other, later, source):
    stop = 500
    expected = [0] * later + grundy.TakeAndBreak(code).values(stop - later).tolist()
    assert grundy.TakeAndBreak(other).values(stop).tolist() == expected, source


def test_couples_are_forever_counts_one_more_than_06():
    """Heap n + 1 of the one has the value of heap n of the other, which is OEIS A046695's a(n)."""
    couples = grundy.HeapGame(
        lambda n: [(part, n - part) for part in range(1, n // 2 + 1)] if n != 2 else []
    )
    assert couples.values(301)[1:].tolist() == grundy.TakeAndBreak("0.6").values(300).tolist()
