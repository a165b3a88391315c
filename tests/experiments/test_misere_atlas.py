"""The atlas of misère play: each row against the quotient of its own code."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from grundy import MisereCertificate, read_certificate, verify_certificate
from grundy.experiments.misere_atlas import MisereResult, compute, table
from grundy.experiments.sweep_folder import Kept
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


def test_each_game_leaves_a_certificate(tmp_path: Path) -> None:
    """In the folder of a run each game has a file that is accepted, solved or open."""
    done: dict[str, MisereResult] = {}
    with Kept(tmp_path, {}) as kept:
        compute(1, 60, done, seconds=0.3, kept=kept)

    paths = {path.stem: path for path in (tmp_path / "certificates").iterdir()}
    assert paths.keys() == done.keys()
    for code, path in paths.items():
        certificate = read_certificate(path)
        assert isinstance(certificate, MisereCertificate)
        verify_certificate(certificate)
        assert (certificate.rule, len(certificate.phi)) == (code, done[code].heaps)
        assert (certificate.period is None) == (done[code].period is None)


def test_no_game_is_done_before_its_certificate_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that ends while a certificate is written does that game again."""
    done: dict[str, MisereResult] = {}

    def full(certificate: MisereCertificate, path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with Kept(tmp_path, {}) as kept, monkeypatch.context() as patched:
        patched.setattr(MisereCertificate, "save", full)
        with pytest.raises(OSError, match="No space left"):
            compute(1, 60, done, seconds=0.3, kept=kept)
    assert not done
    with Kept(tmp_path, {}, resume=True) as kept:
        compute(1, 60, done, seconds=0.3, kept=kept)
        assert done.keys() == kept.results.keys()
    assert len(list((tmp_path / "certificates").iterdir())) == len(done)
