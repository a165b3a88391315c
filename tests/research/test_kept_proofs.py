"""What the documents and the package keep: proofs, rows and codes are what commands make."""

import csv
import json
from functools import cache
from typing import Any

import numpy as np
import pytest

from grundy.recognition.formulas import FAMILIES
from grundy.recognition.known import packed, read_part
from grundy.recognition.spaces import FILE, Codes, Families
from project import ROOT
from research.atlas.misere import forms
from research.certificate_lines import verify_lines
from research.known_games import codes_part, family_values, write
from research.lines import read_lines
from research_programs import called_verify

FILES = sorted(path for path in (ROOT / "docs" / "proofs").rglob("*") if path.is_file())
# What takes seconds and more
SLOW = ("0.054", "0.1777", "0.454", "0.104", "0.354", "0.376", "0.56", "atlas-four", "wild")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            str(path.relative_to(ROOT)),
            marks=pytest.mark.long if path.name.startswith(SLOW) else (),
        )
        for path in FILES
    ],
)
def test_every_file_of_the_documents_holds(name, capsys, monkeypatch):
    """It is accepted as it stands, with a sentence of what it proves."""
    monkeypatch.chdir(ROOT)
    done = called_verify(capsys, name)

    assert (done.status, done.err) == (0, "")
    assert done.out.count("\n") == 1


DOCS = ROOT / "docs"
QUOTIENTS = DOCS / "proofs" / "misere/atlas-four.jsonl.gz"
MOST_HEAPS = 500_000  # what rests on more is left out of the file; the page says so


@cache
def rows(name: str) -> dict[str, dict[str, str]]:
    """Return the rows of a file by their codes."""
    with (DOCS / name).open(encoding="utf-8", newline="") as file:
        return {row["code"]: row for row in csv.DictReader(file)}


@cache
def certificates() -> dict[str, dict[str, Any]]:
    return {fields["rule"]: fields for fields in map(json.loads, read_lines(QUOTIENTS))}


def test_every_solved_row_has_its_certificate():
    """Order, P-portion, heaps and period of each game are those that the file proves."""
    shifts = forms(4)
    proved = {}
    for code, row in rows("atlas-misere-four.csv").items():
        if row["status"] == "solved" and int(row["heaps"]) <= MOST_HEAPS:
            form = shifts[code]
            proved.setdefault(str(form.code), []).append((row, form.shift))

    assert proved.keys() == certificates().keys()
    for rule, shifts in proved.items():
        fields = certificates()[rule]
        for row, shift in shifts:
            assert int(row["order"]) == len(fields["action"]), row
            assert int(row["p_count"]) == len(set(fields["p_portion"])), row
            assert int(row["heaps"]) == len(fields["phi"]), row
            assert int(row["period"]) == fields["period"], row
            if fields["preperiod"]:
                assert int(row["preperiod"]) == fields["preperiod"] + shift, row


def test_the_atlases_agree_where_both_are_solved():
    """Codes of up to three digits stand in both; a longer look never changes what is proved."""
    columns = ("kind", "first_wild", "order", "p_count", "period", "preperiod", "grew_at")
    three, four = rows("atlas-misere.csv"), rows("atlas-misere-four.csv")
    both = [code for code in three if three[code]["status"] == four[code]["status"] == "solved"]

    assert len(both) > 150
    for code in both:
        for column in columns:
            assert three[code][column] == four[code][column], (code, column)


@pytest.mark.long
def test_the_file_holds():
    """Every certificate is checked."""
    assert verify_lines(QUOTIENTS).quotients == len(certificates())


def test_codes_of_the_file_have_the_values_of_their_games():
    """A code in fifty, and all games with a name."""
    kept = read_part(Codes())
    numbers = [*range(0, kept.space.size, 50), *kept.space.famous.tolist()]
    part = codes_part(Codes(), numbers)

    assert np.array_equal(part.rows[part.row_of], kept.rows[kept.row_of[numbers]])
    assert len(kept.row_of) == kept.space.size


@pytest.mark.parametrize("name", ["dudeney(2)", "fibonacci-nim", "wythoff", "ruler"])
def test_families_of_the_file_have_the_values_of_their_positions(name):
    """Those that are found quickly."""
    kept = read_part(Families())
    for number, family in enumerate(FAMILIES):
        if family.game == name:
            assert kept.known(number)[family.first :].tolist() == family_values(family)


def test_what_is_packed_is_read_again():
    """The arrays of the file are those of the parts that are read from it."""
    with np.load(FILE) as file:
        for space in (Codes(), Families()):
            for name, array in packed(read_part(space)).items():
                assert np.array_equal(array, file[name])
                assert array.dtype == file[name].dtype


@pytest.mark.long
def test_the_command_writes_the_file_byte_for_byte(tmp_path):
    """It takes about a minute."""
    write(tmp_path / FILE.name)

    assert (tmp_path / FILE.name).read_bytes() == FILE.read_bytes()
