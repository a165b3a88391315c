"""The misère atlas of four digits in the documents: its rows, and the file that proves them."""

import csv
import json
from functools import cache
from typing import Any

import pytest

from project import ROOT
from research.atlas.misere import forms
from research.certificate_lines import verify_lines
from research.lines import read_lines

DOCS = ROOT / "docs"
FILE = DOCS / "proofs" / "misere/atlas-four.jsonl.gz"
MOST_HEAPS = 500_000  # what rests on more is left out of the file; the page says so


@cache
def rows(name: str) -> dict[str, dict[str, str]]:
    """Return the rows of a file by their codes."""
    with (DOCS / name).open(encoding="utf-8", newline="") as file:
        return {row["code"]: row for row in csv.DictReader(file)}


@cache
def certificates() -> dict[str, dict[str, Any]]:
    return {fields["rule"]: fields for fields in map(json.loads, read_lines(FILE))}


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
    assert verify_lines(FILE).quotients == len(certificates())
