"""The atlas of misère play: each row against the quotient of its own code."""

from __future__ import annotations

import pytest

from grundy.experiments.misere_atlas import MisereResult, compute, table
from grundy.heaps.codes import parse_code
from grundy.heaps.rules.standard_form import last_cousin, standard_form
from grundy.heaps.rules.take_and_break import TakeAndBreak


@pytest.fixture(scope="module")
def found() -> dict[str, MisereResult]:
    """The games of two digits, to forty heaps."""
    done: dict[str, MisereResult] = {}
    compute(2, 40, done, seconds=30)
    return done


def test_each_code_has_a_row(found: dict[str, MisereResult]) -> None:
    """63 codes of two digits; cousins are one game."""
    rows = table(2, found)

    assert len(rows) == 63
    assert len({row.code for row in rows if row.equivalent_to is None}) == len(found) == 41


def test_a_solved_row_is_what_its_own_code_gives(found: dict[str, MisereResult]) -> None:
    """Order, P-portion, the first wild heap and the period, in the code's own numbering."""
    for row in table(2, found):
        if row.status == "solved":
            own = TakeAndBreak(row.code).misere_quotient(60)
            assert own.period is not None, row
            assert (own.order, own.p_count) == (row.order, row.p_count), row
            assert (own.period.preperiod, own.period.period) == (row.preperiod, row.period), row
            assert own.first_wild == row.first_wild, row
            assert (row.kind == "wild") == (own.first_wild is not None)


def test_cousins_stand_together_and_idle_bits_do_not(found: dict[str, MisereResult]) -> None:
    """0.07 and 0.4 are one game; 0.501 is 0.5 under normal play only."""
    by_code = {row.code: row for row in table(2, found)}

    assert by_code["0.07"].equivalent_to == "0.4"
    assert by_code["0.07"].offset == 1
    five, idle = (parse_code(text) for text in ("0.5", "0.501"))
    assert standard_form(five) == standard_form(idle)
    assert last_cousin(five) != last_cousin(idle)


def test_a_game_that_is_given_up_says_why() -> None:
    """0.16 has no small quotient: what was proved before is in the row."""
    done: dict[str, MisereResult] = {}
    compute(1, 1_000, done, seconds=0.2)

    given_up = [result for result in done.values() if result.stopped]
    assert given_up
    assert all("at least" in (result.stopped or "") for result in given_up)
    assert {row.status for row in table(1, done)} == {"solved", "open"}
