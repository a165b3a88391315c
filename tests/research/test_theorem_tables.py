"""The atlases as theorems: each row says what Coq said, and a run goes on from what is kept."""

from functools import partial
from pathlib import Path

import pytest

from commands import called
from project import ROOT
from research import theorems
from research.program import run_program

FOUR = ROOT / "docs" / "atlas-four.csv"
QUOTIENTS = ROOT / "docs" / "proofs" / "misere" / "atlas-four.jsonl.gz"


def called_theorems(capsys, *arguments):
    """Run the program, and return how it ended."""
    return called(capsys, *arguments, run=partial(run_program, "theorems", theorems.command))


def head_of_the_atlas(folder, rows, changed=("", "")):
    """Write the first rows of the atlas of four digits to a file."""
    lines = FOUR.read_text().splitlines(keepends=True)[: rows + 1]
    (folder / "atlas.csv").write_text("".join(lines).replace(*changed))


def test_a_page_says_what_coq_accepts(development, tmp_path, monkeypatch, capsys):
    """A period that is true is accepted, a false one is not, and a long one is not tried."""
    monkeypatch.chdir(tmp_path)
    head_of_the_atlas(tmp_path, 4, ("0.3,solved,2,1,", "0.3,solved,3,1,"))

    done = called_theorems(capsys, "periods", "atlas.csv", "--output", "page.md",
                           "--heaps", "100", "--save", "kept")  # fmt: skip

    assert done.status == 0
    page = Path("page.md").read_text()
    rows = [row.split(" | ") for row in page.splitlines() if row.startswith("| 0.")]
    said = {row[0].removeprefix("| "): row[-1].removesuffix(" |") for row in rows}
    refused = said.pop("0.2: period 3 from heap 1 on")
    assert refused.startswith("not accepted: ")
    assert "(first ++ again) = true" in refused
    assert said == {
        "0.1: period 1 from heap 2 on": "accepted",
        "0.4: period 34 from heap 54 on": "not tried: 176 heaps",
    }
    assert "Coq accepts 1 of 3 statements" in page
    assert "; 1 not accepted, 1 not tried." in page

    monkeypatch.setattr(theorems, "check", pytest.fail)  # all is kept
    again = called_theorems(capsys, "periods", "atlas.csv", "--output", "again.md",
                            "--heaps", "100", "--save", "kept", "--resume")  # fmt: skip
    assert again.out == done.out
    assert Path("again.md").read_text().replace("again.md", "page.md") == page


def test_what_takes_too_long_is_not_done(development, tmp_path, monkeypatch):
    """Coq needs more than a second to begin, and is ended by the limit."""
    monkeypatch.chdir(tmp_path)
    head_of_the_atlas(tmp_path, 1)
    (claim,) = theorems.period_claims("atlas.csv")

    assert theorems.check(claim, heaps=100, seconds=1).refused == "not done in 1 s"


def test_the_quotients_of_the_atlas_are_statements():
    """Each certificate of the atlas of misère play is one statement, with its heaps."""
    claims = list(theorems.quotient_claims(str(QUOTIENTS)))

    assert len({claim.statement for claim in claims}) == len(claims) == 511
    first = min(claims, key=lambda claim: claim.heaps)
    assert b"Theorem quotient" in first.write()
    assert theorems.check(first, heaps=first.heaps - 1, seconds=1).refused.startswith("not tried")


def test_bad_use_is_one_sentence(tmp_path, monkeypatch, capsys):
    """What cannot be done is said before anything is checked."""
    monkeypatch.chdir(tmp_path)
    head_of_the_atlas(tmp_path, 1)
    for words, said in [
        ("periods atlas.csv --output page.txt", "cannot write this kind of file"),
        ("periods no.csv --output page.md", "no.csv"),
        ("quotients atlas.csv --output page.md", "atlas.csv"),
    ]:
        done = called_theorems(capsys, *words.split())
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert said in done.err
