"""Certificates in the place of searches, and the atlas as files beside its pages."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from grundy.errors import GrundyError, VerificationError
from grundy.heaps.certificates import read_certificate
from grundy.heaps.periods.certificate import Certificate, certify
from grundy.heaps.rules import AllBut, TakeAndBreak
from project import ROOT
from research.atlas.normal import Row, Survey, survey
from research.atlas.normal_page import page
from research.atlas.proofs import checked, read_proofs
from research.atlas.row_reader import read_rows
from research_programs import atlas, run_atlas

DOCS = ROOT / "docs"
COMMAND = re.compile(r"```text\nuv run python -m research.atlas (.*)\n```")


def kept(folder: Path, *codes: str) -> Path:
    """Write a certificate of each code into the folder."""
    for code in codes:
        certificate = certify(TakeAndBreak(code), 2_000)
        certificate.save(folder / f"{code}.json")
    return folder


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.4", "0.02", "0.05", "0.3", "0.12", "0.45"])
def test_a_certificate_tells_what_a_search_finds(code, tmp_path):
    """All but the heaps that were looked at and the time is the same, also of shifted games."""
    [proof] = read_proofs(kept(tmp_path, code)).values()

    by_proof, found = checked(proof), survey(Survey(proof.code, 2_000, 60))

    assert by_proof.certificate == proof.certificate.sha256
    assert by_proof == replace(
        found, heaps=by_proof.heaps, seconds=by_proof.seconds, rares=by_proof.rares,
        certificate=by_proof.certificate,
    )  # fmt: skip


def test_rare_heaps_are_counted_as_a_search_counts_them(tmp_path):
    """0.127 has 694 of them, heap 0 among them, as the atlas found."""
    (tmp_path / "a.json").write_bytes((DOCS / "proofs" / "0.127.json").read_bytes())
    [proof] = read_proofs(tmp_path).values()

    found = checked(proof)

    assert (found.rares, found.greatest, found.heaps) == (694, 56, 93_166)


def test_a_game_beyond_the_heaps_is_solved_by_its_certificate(tmp_path):
    """Every code of the game has the period, each from its own heap on; the others are as ever."""
    proofs = read_proofs(kept(tmp_path, "0.45"))  # its period begins at heap 498
    plain = {row.code: row for row in atlas(2, 300, workers=1)}
    rows = {row.code: row for row in atlas(2, 300, workers=1, proofs=proofs)}

    assert plain["0.45"].status == "open"
    changed = {code for code, row in rows.items() if _timeless(row) != _timeless(plain[code])}
    assert changed == {code for code, row in plain.items() if row.standard_form == "0.177"}
    assert (rows["0.45"].period, rows["0.45"].preperiod) == (20, 498)
    text = page(list(rows.values()), command="x", stop=300)
    assert re.search(r"\| 0\.45 \| 20 \| 498 \|", text)
    assert "For 1 game the certificate was" in text


def _timeless(row: Row) -> Row:
    return replace(row, seconds=0.0)


def test_the_certificate_of_the_standard_form_is_preferred(tmp_path):
    """Two certificates of one game are one proof; rules that are no octal code have none."""
    kept(tmp_path, "0.07", "0.137", "0.4", "0.33")
    every_other = certify(AllBut({1, 4}), 500)
    every_other.save(tmp_path / "all-but.json")

    proofs = read_proofs(tmp_path)

    assert {code: proof.certificate.rule for code, proof in proofs.items()} == {
        "0.137": "0.137", "0.33": "0.33",
    }  # fmt: skip


def test_a_false_certificate_ends_the_run(tmp_path, capsys):
    """What was claimed and is not so is one sentence that names the file, and no row."""
    true = read_certificate(kept(tmp_path, "0.77") / "0.77.json")
    assert isinstance(true, Certificate)
    replace(true, sha256="0" * 64).save(tmp_path / "0.77.json")
    [proof] = read_proofs(tmp_path).values()

    with pytest.raises(VerificationError, match=r"0\.77\.json: .*hash"):
        checked(proof)
    out = tmp_path / "out.csv"
    small = ["--digits", "2", "--stop", "64", "--workers", "1", "--output", str(out)]
    assert run_atlas([*small, "--proofs", str(tmp_path)]) != 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "0.77.json" in said.err
    assert "\n0.77," not in out.read_text()


def test_a_folder_without_proofs_is_refused(tmp_path):
    """No folder, no files, and certificates of another kind are each refused in one sentence."""
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(GrundyError, match="no certificates"):
            read_proofs(folder)
    TakeAndBreak("0.75").misere_quotient().certificate().save(tmp_path / "quotient.json")
    with pytest.raises(GrundyError, match=r"quotient\.json: this is no certificate of a period"):
        read_proofs(tmp_path)


PAGES = {
    "atlas": [],
    "atlas-four": [],
    "atlas-misere": [],
    "atlas-misere-four": [
        "--certificates", "proofs/misere/atlas-four.jsonl.gz", "--most-heaps", "500000",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.long if name == "atlas-four" else ()) for name in PAGES
])  # fmt: skip
def test_a_page_is_what_its_command_makes_of_its_table(name, tmp_path, capsys, monkeypatch):
    """None is edited by hand: the command on the page makes it again, byte for byte."""
    (tmp_path / "proofs" / "misere").mkdir(parents=True)
    (tmp_path / "docs").symlink_to(DOCS)  # where the certificates are that the command names
    monkeypatch.chdir(tmp_path)
    page = (DOCS / f"{name}.md").read_bytes()
    command = COMMAND.search(page.decode())
    table = ["--table", f"docs/{name}.csv", "--output", f"{name}.md"]

    assert run_atlas([*shlex.split(command[1]), *PAGES[name], *table]) == 0
    assert Path(f"{name}.md").read_bytes() == page


def test_the_atlas_has_the_certificates_of_the_documents():
    """Each certificate of the documents is in the atlas: its hash, or that of its game."""
    rows = {row.code: row for row in read_rows(DOCS / "atlas.csv", Row)}
    for code, proof in read_proofs(DOCS / "proofs").items():
        games = [row for row in rows.values() if row.standard_form == code]
        assert games
        assert {row.certificate for row in games} == {proof.certificate.sha256}
        assert {row.period for row in games} == {proof.certificate.period}


def test_the_long_exceptions_are_counted_in_heaps_of_the_code():
    """OEIS A071509 counts heaps of 0.1777; in 0.454 everything is one heap later."""
    text = (DOCS / "atlas.md").read_text(encoding="utf-8")

    assert "| 0.454 | 60,620,715 | 160,949,019 |" in text
    assert "160,949,017" not in text
