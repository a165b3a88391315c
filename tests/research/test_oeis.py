"""`python -m research.oeis`: what an entry of the OEIS needs."""

import pytest

import grundy
import reference
from commands import called
from research.oeis_draft import oeis_draft
from research_programs import answered_oeis


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
    """A folder never holds the draft of one game beside the proof of another."""
    folder = str(tmp_path / "oeis")
    answered_oeis(capsys, "kayles", "--terms", "20", "--output", folder)
    answer = answered_oeis(capsys, "0.6", "--terms", "20", "--stop", "200", "--output", folder)

    assert "no certificate" in answer
    assert not (tmp_path / "oeis" / "certificate.json").exists()


def test_the_draft_tells_what_is_known():
    """Name, number, offset, formula, example, and the same values elsewhere."""
    draft = oeis_draft(grundy.read_game("0.07"), 40, stop=500)

    assert draft.formulas == ("a(n + 34) = a(n) for n >= 53.",)
    assert draft.offset == (0, 5)
    assert draft.see_also == ("A002187: a(n) is its term n - 1 (proved).",)
    assert draft.example.startswith("a(4) = 2: the options of a heap of 4 have the values 0, 1,")
    assert len(", ".join(map(str, oeis_draft(grundy.read_game("nim"), 400, stop=9).data))) <= 260
