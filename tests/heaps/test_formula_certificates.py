"""Certificates of formulas: they hold, they say what the values are, and no false one passes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
import reference
from commands import called
from grundy.errors import VerificationError
from grundy.heaps.certificates import read_certificate, verify_certificate
from grundy.heaps.periods.certificate import DIVISORS, RESIDUES, FormulaCertificate, of_formula
from grundy.heaps.periods.period import Period

GAMES = {"4.[3]": (1, 4, 4), "take-a-prime": (0, 4, 0), "take-a-power-of-two": (0, 3, 0)}


@cache
def certificate_of(game: str) -> FormulaCertificate:
    """Return the certificate of a game."""
    rules: Any = grundy.read_game(game)
    found = of_formula(rules, rules.find_period())
    assert found is not None
    return found


def passes(certificate: FormulaCertificate) -> str:
    """Return the condition that fails; empty where the certificate holds."""
    try:
        verify_certificate(certificate)
    except VerificationError as error:
        return error.condition or "unnamed"
    return ""


@pytest.mark.parametrize("game", GAMES)
def test_a_certificate_holds_and_says_what_the_definition_says(game: str) -> None:
    """What goes on from its values is what plain recursion finds."""
    certificate = certificate_of(game)
    rules: Any = grundy.read_game(game)
    values = list(certificate.values)
    while len(values) < 80:
        values.append(values[-certificate.period] + certificate.saltus)

    verify_certificate(certificate)
    assert (certificate.preperiod, certificate.period, certificate.saltus) == GAMES[game]
    assert values == list(reference.values(rules, 80))


@pytest.mark.parametrize("name", ["lasker", "take-a-prime", "take-a-power-of-two"])
def test_period_writes_what_verify_accepts(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is read back, and the sentence says that a formula proves it."""
    file = tmp_path / "c.json"
    done = called(capsys, "period", name, "--certificate", str(file))

    assert (done.status, done.err) == (0, "")
    assert passes(read_certificate(file)) == ""  # type: ignore[arg-type]
    assert "proved by a formula" in called(capsys, "verify", str(file)).out


def test_other_periods_have_another_certificate() -> None:
    """What a theorem on values proves, what is observed, and no period at all have none here."""
    for game in ("0.77", "nim", "{1,2,3}"):
        rules: Any = grundy.read_game(game)
        assert of_formula(rules, rules.find_period()) is None
    lasker = grundy.TakeAndBreak("4.[3]")
    assert of_formula(lasker, None) is None
    assert of_formula(lasker, Period(1, 4, 4, proved=False)) is None


EIGHT = (0, 1, 2, 4, 3, 5, 6, 8, 7)  # true of Lasker's Nim, and not the least period
FALSE = [
    ("4.[3]", {"values": (0, 1, 2, 3, 4)}, {"splits", "values"}),
    ("4.[3]", {"values": (0, 2, 1, 4, 3)}, {"splits", "values"}),
    ("4.[3]", {"values": (0, 1, 2, 4)}, {"values"}),
    ("4.[3]", {"values": ()}, {"values"}),
    ("4.[3]", {"values": (4, 1, 2, 0, 3)}, {"values"}),
    ("4.[3]", {"period": 1, "saltus": 1, "values": (0, 1)}, {"splits"}),
    ("4.[3]", {"period": 2, "saltus": 2, "values": (0, 1, 2)}, {"splits"}),
    ("4.[3]", {"period": 3, "saltus": 3, "values": (0, 1, 2, 3)}, {"period"}),
    ("4.[3]", {"period": 8, "saltus": 8, "values": EIGHT}, {"period"}),
    ("4.[3]", {"period": 0, "saltus": 0}, {"period"}),
    ("4.[3]", {"period": 1 << 40, "saltus": 1 << 40}, {"period"}),
    ("4.[3]", {"saltus": 0}, {"saltus"}),
    ("4.[3]", {"preperiod": 0}, {"preperiod"}),
    ("4.[3]", {"preperiod": 2}, {"preperiod"}),
    ("4.[3]", {"theorem": DIVISORS}, {"theorem"}),
    ("4.[3]", {"rule": "0.[3]"}, {"rule"}),
    ("4.[3]", {"rule": "4.1[3]"}, {"rule"}),
    ("4.[3]", {"rule": "4!.[3]"}, {"rule"}),
    ("4.[3]", {"rule": "lasker"}, {"rule"}),
    ("4.[3]", {"version": "new"}, {"version"}),
    ("4.[3]", {"command": "grundy period 0.77"}, {"command"}),
    ("take-a-prime", {"rule": "take-a-square"}, {"rule"}),
    ("take-a-prime", {"rule": "take-a-power-of-two"}, {"period"}),
    ("take-a-prime", {"period": 3, "values": (0, 1, 2)}, {"period"}),
    ("take-a-prime", {"period": 8, "values": tuple(range(8))}, {"period"}),
    ("take-a-prime", {"period": 6, "values": tuple(range(6))}, {"period"}),
    ("take-a-prime", {"values": (0, 1, 3, 2)}, {"values"}),
    ("take-a-prime", {"saltus": 4}, {"saltus"}),
    ("take-a-prime", {"preperiod": 1}, {"preperiod"}),
    ("take-a-prime", {"theorem": RESIDUES}, {"theorem"}),
    ("take-a-prime", {"command": "grundy period {1,2,3}"}, {"command"}),
    ("take-a-power-of-two", {"rule": "take-a-prime"}, {"period"}),
    ("take-a-power-of-two", {"period": 5, "values": tuple(range(5))}, {"period"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "changes", "conditions"), FALSE)
def test_a_false_certificate_fails(
    game: str, changes: dict[str, Any], conditions: set[str], tmp_path: Path
) -> None:
    """A false field fails by the mathematics, though its seal is right."""
    replace(certificate_of(game), **changes).save(tmp_path / "c.json")

    assert passes(read_certificate(tmp_path / "c.json")) in conditions  # type: ignore[arg-type]


@given(
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 3).flatmap(lambda e: st.permutations(range(1, 2**e + 1))),
    st.integers(0, 2),
    st.integers(0, 8),
)
def test_what_passes_is_the_one_that_is_true(
    game: str, values: list[int], preperiod: int, saltus: int
) -> None:
    """Of all claims of small periods only the true one passes."""
    true = certificate_of(game)
    found = [0, *values] if game == "4.[3]" else [0, *values][:-1]
    changed = replace(
        true, period=len(values), values=tuple(found), preperiod=preperiod, saltus=saltus
    )
    claimed = (preperiod, len(values), saltus, changed.values)

    assert (passes(changed) == "") == (claimed == (*GAMES[game], true.values))
