"""The programs for the OEIS and for theorems: what they write, and bad use of all."""

import shlex
from functools import partial
from pathlib import Path

import pytest

import grundy
import reference
from commands import called, require_refused
from project import ROOT
from research import theorems
from research.oeis import oeis_draft
from research.program import run_program
from research_programs import answered_oeis, called_atlas, called_oeis


@pytest.mark.parametrize(
    ("game", "b_file", "certificate"),
    [("kayles", "b002186.txt", True), ("{2,5,7}", "b000000.txt", True),
     ("allbut{1,4}", "b000000.txt", True), ("0.6", "b046695.txt", False),
     ("lasker", "b000000.txt", False)],
)  # fmt: skip
def test_the_folder_has_what_an_entry_needs(game, b_file, certificate, tmp_path, capsys):
    """The b-file has the values; the certificate holds; the draft says what is proved."""
    folder = tmp_path / "oeis"
    asked = [game, "--terms", "50", "--from", "2", "--stop", "600"]
    answered_oeis(capsys, *asked, "--output", str(folder))
    names = {path.name for path in folder.iterdir()}
    rows = [line.split() for line in (folder / b_file).read_text().splitlines()]
    draft = (folder / "draft.txt").read_text()
    assert names == {b_file, "draft.txt"} | ({"certificate.json"} if certificate else set())
    known = reference.values(grundy.read_game(game), 52)
    assert rows == [[str(heap), str(known[heap])] for heap in range(2, 52)]
    assert f"DATA\n  {', '.join(map(str, known[2:]))}"[:200] in draft
    assert "OFFSET\n  2," in draft
    if certificate:
        assert "holds" not in called(capsys, "verify", str(folder / "certificate.json")).err
        assert called(capsys, "verify", str(folder / "certificate.json")).status == 0
        assert "grundy verify certificate.json" in draft


def test_an_older_certificate_of_another_game_goes(tmp_path, capsys):
    folder = str(tmp_path / "oeis")
    answered_oeis(capsys, "kayles", "--terms", "20", "--output", folder)
    answer = answered_oeis(capsys, "0.6", "--terms", "20", "--stop", "200", "--output", folder)
    assert "no certificate" in answer
    assert not (tmp_path / "oeis" / "certificate.json").exists()


def test_the_draft_tells_what_is_known():
    """Name, number, offset, formula, example, and the same values elsewhere."""
    draft = oeis_draft(grundy.read_game("0.07"), 40, stop=500)
    assert draft.fields["FORMULA"] == ["a(n + 34) = a(n) for n >= 53."]
    assert draft.fields["OFFSET"] == ["0,5"]
    assert draft.fields["CROSSREFS"] == ["A002187: a(n) is its term n - 1 (proved)."]
    (example,) = draft.fields["EXAMPLE"]
    assert example.startswith("a(4) = 2: the options of a heap of 4 have the values 0, 1,")
    assert len(oeis_draft(grundy.read_game("nim"), 400, stop=9).fields["DATA"][0]) <= 260


BAD = [
    (called_atlas, "--digits 5", ""), (called_atlas, "--seconds 0", ""),
    (called_atlas, "--resume", ""),
    (called_atlas, "--workers 2 --scheduler tcp://127.0.0.1:1", ""),
    (called_atlas, "--table no-such.csv", ""),
    (called_atlas, "--digits 1 --play misere --proofs docs", ""),
    (called_atlas, "--digits 1 --certificates a.jsonl.gz", "needs --play misere and --save DIR"),
    (called_atlas, "--digits 1 --play misere --save kept --most-heaps 99",
     "--most-heaps is for --certificates OUT"),
    (called_atlas, "--digits 1 --play misere --save kept --certificates a.json",
     "are written as *.jsonl.gz"),
    (called_atlas, "--digits 1 --play misere --save kept --certificates no/a.jsonl.gz",
     'there is no folder "no".'),
    (called_oeis, "kayles --output none/here", 'there is no folder "none"'),
    (called_oeis, "kayles --output x --terms 1e15", "more heaps than can be computed"),
    (called_oeis, "wythoff --output x", "no game of heaps"),
    (called_oeis, "kayls --output x", "Did you mean kayles"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "words", "said"), BAD)
def test_bad_use_is_one_sentence_and_status_2(program, words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("mine")
    done = program(capsys, *shlex.split(words))
    require_refused(done, said)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


FOUR = ROOT / "docs" / "atlas-four.csv"


def called_theorems(capsys, *arguments):
    return called(capsys, *arguments, run=partial(run_program, "theorems", theorems.command))


def head_of_the_atlas(folder, rows, changed=("", "")):
    """Write the first rows of the atlas of four digits to a file."""
    lines = FOUR.read_text().splitlines(keepends=True)[: rows + 1]
    (folder / "atlas.csv").write_text("".join(lines).replace(*changed))


def test_a_page_says_what_coq_accepts(development, tmp_path, monkeypatch, capsys):
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
    monkeypatch.chdir(tmp_path)
    head_of_the_atlas(tmp_path, 1)
    (claim,) = theorems.period_claims("atlas.csv")
    assert theorems.check(claim, heaps=100, seconds=1).refused == "not done in 1 s"


def test_bad_use_is_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    head_of_the_atlas(tmp_path, 1)
    for words, said in [
        ("periods atlas.csv --output page.txt", "cannot write this kind of file"),
        ("periods no.csv --output page.md", "no.csv"),
        ("quotients atlas.csv --output page.md", "atlas.csv"),
    ]:
        require_refused(called_theorems(capsys, *words.split()), said)
