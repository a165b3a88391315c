"""The atlas of octal games: standard forms, kept results, tables, proofs and pages."""

import re
import shlex
from collections import defaultdict
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from grundy import AllBut, TakeAndBreak
from grundy.errors import FolderError, GrundyError, VerificationError
from grundy.heaps.certificates import read_certificate
from grundy.heaps.codes import Code
from grundy.heaps.periods.certificate import Certificate, certify
from project import ROOT
from research.atlas.normal import Row, Survey, codes, look_alikes, survey
from research.atlas.proofs import checked, read_proofs
from research.atlas.published import compare
from research.atlas.row_reader import read_rows
from research.atlas.standard_form import standard_form
from research.atlas.sweep_folder import Kept
from research_programs import atlas, run_atlas

octal_digits = st.lists(st.integers(0, 7), min_size=1, max_size=5).filter(any)


@given(octal_digits, st.sampled_from([0, 4]))
def test_a_game_has_the_values_of_its_standard_form_after_zeros(digits, first):
    """Heap n of a game has the value of heap n - shift of its standard form, by the definition."""
    code = Code((first, *digits))
    form = standard_form(code)
    values = list(reference.values(TakeAndBreak(code), 40 + form.shift))
    assert values[: form.shift] == [0] * form.shift
    assert values[form.shift :] == list(reference.values(TakeAndBreak(form.code), 40))
    assert form.code.digit(1) & 1


def test_a_folder_of_results_is_not_taken_for_another(tmp_path):
    """Another sweep, no --resume, a second run, and rubbish are refused in one sentence."""
    with Kept(tmp_path, {"stop": 5}) as kept:
        kept.add_result("a", {})
        with pytest.raises(FolderError, match="another run writes here"):
            Kept(tmp_path, {"stop": 5}, resume=True)
    with pytest.raises(FolderError, match="another sweep"):
        Kept(tmp_path, {"stop": 6}, resume=True)
    with pytest.raises(FolderError, match="1 results are here already; add --resume"):
        Kept(tmp_path, {"stop": 5})
    for rubbish in (b"\xff\n", b"[]\n", b'{"version": 1}\n', b'{"version": 1, "about": {}}\n3\n'):
        (tmp_path / "state.json").write_bytes(rubbish)
        with pytest.raises(FolderError, match="no state of a run"):
            Kept(tmp_path, {"stop": 5}, resume=True)


@pytest.fixture(scope="module")
def rows():
    """Return the atlas of three digits to 600 heaps, by code."""
    return {row.code: row for row in atlas(3, 600, workers=1)}


def test_every_code_has_a_row_and_is_what_its_row_says(rows):
    assert list(rows) == [str(code) for code in codes(3)]
    assert len(rows) == 511
    for row in rows.values():
        if row.status == "open" or row.preperiod + 2 * row.period > 600:
            continue
        start, period = row.preperiod, row.period
        values = TakeAndBreak(row.code).values(start + 3 * period + 10)
        assert np.array_equal(values[start + period :], values[start:-period]), row
        assert start == 0 or values[start - 1] != values[start - 1 + period], row
        assert row.greatest == values.max(), row


def test_equivalent_codes_have_the_same_values(rows):
    """Heap n of a code has the value of heap n + offset of the code it is equivalent to."""
    for row in rows.values():
        if row.equivalent_to is None:
            assert (row.offset, row.proof) == (0, None)
            continue
        values = TakeAndBreak(row.code).values(60)
        there = TakeAndBreak(row.equivalent_to).values(60 + row.offset)
        first = max(0, -row.offset)
        assert values[first:].tolist() == there[first + row.offset :].tolist(), row


def test_the_games_are_those_of_another_table(rows):
    """511 codes fall into the classes of the look-up table of octal-games (T. Czajka), 149 games.

    The only facts here about which our heaps prove nothing are those of open games: there the
    standard forms alone have to do.
    """
    table = {}
    for line in (Path(__file__).parent / "octal_lookup.txt").read_text().splitlines():
        start, *cells = line.split()
        codes = [f".{start[:-1]}{digit}" for digit in range(1, len(cells) + 1)]
        for code, cell in zip(codes, cells, strict=True):
            table[code] = code if cell == "-" else cell
    theirs, ours = defaultdict(set), defaultdict(set)
    for code in table:
        original = code
        while table.get(original, original) != original:
            original = table[original]
        theirs[original].add("0" + code)
    for row in rows.values():
        ours[row.equivalent_to or row.code].add(row.code)
    assert sorted(map(sorted, ours.values())) == sorted(map(sorted, theirs.values()))
    assert len(ours) == 149


def test_published_periods_agree_where_they_are_reached(rows):
    """Of the published facts none differs but three claims of equality that others refuted."""
    found = list(compare(rows))
    different = {one.claim.code: one.finding for one in found if one.verdict == "differs"}
    assert sum(one.verdict == "agrees" for one in found) >= 70
    assert different.keys() == {"0.27", "0.314", "0.161"}
    # as the README of octal-games says
    assert different["0.161"] == "heap 519 of 0.161 has the value 2, heap 519 of 0.36 has 4"


def test_open_games_that_agree_so_far_are_listed(rows):
    """Two games that part at heap 519 look alike up to 512 heaps; others do not."""
    some = {"0.37": 500, "0.133": 500, "0.161": 600, "0.36": 511}
    found = [replace(rows[code], status="open", heaps=heaps) for code, heaps in some.items()]
    assert look_alikes(found) == [("0.161", "0.36", 256)]
    further = [replace(row, heaps=1_024) for row in found]
    assert look_alikes(further) == []


@pytest.mark.parametrize(("text", "message"), [
    ("code,order\n0.1,2\n", "line 1: this is no table of the atlas; its columns have to be"),
    ("{head}\n0.1,,0,,0.1,solved,one,2,0,1,,64,0.1,\n", "line 2: this is no row of the atlas"),
    ("{head}\n0.1,,0,,0.1\n", "line 2: this is no row of the atlas"),
])  # fmt: skip
def test_a_false_table_is_refused(text, message, tmp_path, capsys):
    head = ",".join(part.name for part in fields(Row))
    (tmp_path / "a.csv").write_text(text.format(head=head))
    assert run_atlas(["--table", str(tmp_path / "a.csv")]) == 2
    assert message in capsys.readouterr().err


DOCS = ROOT / "docs"
COMMAND = re.compile(r"```text\nuv run python -m research.atlas (.*)\n```")


def kept(folder: Path, *codes: str) -> Path:
    for code in codes:
        certificate = certify(TakeAndBreak(code), 2_000)
        certificate.save(folder / f"{code}.json")
    return folder


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.4", "0.02", "0.05", "0.3", "0.12", "0.45"])
def test_a_certificate_tells_what_a_search_finds(code, tmp_path):
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
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(GrundyError, match="no certificates"):
            read_proofs(folder)
    TakeAndBreak("0.75").misere_quotient().certificate().save(tmp_path / "quotient.json")
    with pytest.raises(GrundyError, match=r"quotient\.json: this is no certificate of a period"):
        read_proofs(tmp_path)


PAGES = {
    "atlas": [], "atlas-four": [], "atlas-misere": [],
    "atlas-misere-four": [
        "--certificates", "proofs/misere/atlas-four.jsonl.gz", "--most-heaps", "500000",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.long if name == "atlas-four" else ()) for name in PAGES
])  # fmt: skip
def test_a_page_is_what_its_command_makes_of_its_table(name, tmp_path, capsys, monkeypatch):
    (tmp_path / "proofs" / "misere").mkdir(parents=True)
    (tmp_path / "docs").symlink_to(DOCS)  # where the certificates are that the command names
    monkeypatch.chdir(tmp_path)
    page = (DOCS / f"{name}.md").read_bytes()
    command = COMMAND.search(page.decode())
    table = ["--table", f"docs/{name}.csv", "--output", f"{name}.md"]
    assert run_atlas([*shlex.split(command[1]), *PAGES[name], *table]) == 0
    assert Path(f"{name}.md").read_bytes() == page


def test_the_atlas_has_the_certificates_of_the_documents():
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
