"""`grundy quotient`, and `grundy values --play misere`: elements of the quotient, and genera."""

import csv
import json

import numpy as np
import pytest
from pyarrow import parquet

import grundy
from commands import answered, called
from grundy.heaps.certificates import read_certificate
from grundy.misere.growth import Growth


def test_kayles_is_shown(capsys):
    printed = answered(capsys, "quotient", "kayles")
    assert printed.splitlines()[0] == (
        "0.77: misère quotient of 40 elements, 9 P-positions; proved for heaps of every size."
    )
    assert "heap 1 to 2 (1 P), heap 2 to 6 (2 P), heap 5 to 12 (3 P), heap 9 to 18 (6 P)" in printed
    assert "12 from heap 71 on, of the elements of heaps; proved by heaps 0 to 166" in printed
    assert "no: heap 5 is the first wild one" in printed
    assert "16 elements; in the kernel misère play is normal play" in printed
    assert "⟨a, b, c, d, e, f, g | a² = 1," in printed


def test_a_tame_game_is_called_tame(capsys):
    assert "yes: every heap is fickle or firm" in answered(capsys, "quotient", "{1,2,3}")
    printed = answered(capsys, "quotient", "0.07", "--stop", "9")
    assert "as far as looked: no heap up to 8 is wild" in printed
    assert "partial: proved for heaps 0 to 8." in printed
    assert "1 element, 0 P-positions" in answered(capsys, "quotient", "0.0")


@pytest.mark.parametrize("limit", [["--limit", "100"], ["--seconds", "0"]])
def test_a_limit_leaves_what_is_proved(capsys, limit):
    done = called(capsys, "quotient", "0.07", "--stop", "40", *limit)
    assert done.status == 3
    assert "partial: proved for heaps 0 to" in done.out
    assert "it is proved for heaps up to" in done.err
    assert "it has at least" in done.err


def interrupt(monkeypatch: pytest.MonkeyPatch, heap: int) -> None:
    advance = Growth.advance

    def advanced(growth: Growth) -> None:
        if growth.count == heap:
            raise KeyboardInterrupt
        advance(growth)

    monkeypatch.setattr(Growth, "advance", advanced)


def test_ctrl_c_leaves_what_is_proved(capsys, monkeypatch):
    interrupt(monkeypatch, 20)
    done = called(capsys, "quotient", "kayles")
    assert done.status == 130
    assert "24 elements, 8 P-positions; partial: proved for heaps 0 to 19." in done.out
    assert done.err.endswith("Interrupted; this is proved for heaps 0 to 19.\n")


def test_a_run_goes_on_from_its_folder(capsys, monkeypatch, tmp_path):
    whole = answered(capsys, "quotient", "kayles")
    folder = str(tmp_path / "kept")
    with monkeypatch.context() as patch:
        interrupt(patch, 30)
        done = called(capsys, "quotient", "kayles", "--save", folder)
    assert "--resume goes on from there" in done.err
    advanced = []
    advance = Growth.advance
    monkeypatch.setattr(Growth, "advance", lambda self: [advanced.append(0), advance(self)])
    assert called(capsys, "quotient", "kayles", "--save", folder).status == 2
    assert answered(capsys, "quotient", "kayles", "--save", folder, "--resume") == whole
    assert len(advanced) <= 167 - 30 + 3  # three heaps when all is compiled
    assert answered(capsys, "quotient", "kayles", "--save", folder, "--resume") == whole


def test_what_a_folder_keeps_is_a_certificate(capsys, tmp_path):
    folder = tmp_path / "kept"
    answered(capsys, "quotient", "0.07", "--stop", "20", "--save", str(folder))
    assert "heaps 0 to 19 only" in answered(capsys, "verify", str(folder / "quotient-20.json"))
    done = called(capsys, "quotient", "0.77", "--save", str(folder), "--resume")
    assert (done.status, "another quotient" in done.err) == (2, True)


def test_a_certificate_is_written_and_checked(capsys, tmp_path):
    path = tmp_path / "kayles.json"
    answered(capsys, "quotient", "kayles", "--certificate", str(path))
    certificate = read_certificate(path)
    assert certificate.command == "grundy quotient kayles --stop 200"
    assert answered(capsys, "verify", str(path)) == (
        "0.77: misère quotient of 40 elements, 9 of them P-positions; its elements have period 12 "
        "from heap 71 on, proved by heaps 0 to 166.\n"
    )
    written = answered(capsys, "quotient", "kayles", "--certificate", "-")
    assert written == path.read_text()


ASKED = ("values", "kayles", "--play", "misere")
FORMS = ["csv", "json", "parquet", "npy", "txt", "tex"]


def test_elements_stand_in_rows_of_ten(capsys):
    output = answered(capsys, *ASKED, "--stop", "15", "--from", "8")
    assert output.startswith(
        "0.77, heaps 8 to 14, misère play: quotient of heaps 0 to 14, 24 elements; P-positions: e,"
    )
    rows = [line.split() for line in output.splitlines() if line.strip()[:1].isdigit()][1:]
    assert rows == [["0", "ab²", "d"], ["10", "b", "bc", "e", "ab²", "b"]]


def test_elements_go_into_files_as_values_do(capsys, tmp_path):
    quotient = grundy.TakeAndBreak("0.77").misere_quotient()
    elements = [quotient.phi(heap) for heap in range(30, 45)]
    paths = {ending: tmp_path / f"elements.{ending}" for ending in FORMS}
    for path in paths.values():
        answered(capsys, *ASKED, "--stop", "45", "--from", "30", "--output", str(path))
    with paths["csv"].open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["element"]) for row in rows] == elements
    assert [int(row["heap"]) for row in rows] == list(range(30, 45))
    answer = json.loads(paths["json"].read_text(encoding="utf-8"))
    assert (answer["elements"], answer["from"], answer["stop"]) == (elements, 30, 45)
    table = parquet.read_table(paths["parquet"]).to_pydict()
    for row, element, word in zip(rows, elements, answer["words"], strict=True):
        assert (row["word"], word) == (quotient.presentation().element(element),) * 2
        assert row["outcome"] == str(quotient.outcome_of(element))
    assert table["word"] == answer["words"]
    assert table["outcome"] == answer["outcomes"]
    assert np.load(paths["npy"]).tolist() == elements
    lines = paths["txt"].read_text(encoding="utf-8").splitlines()
    assert lines == [f"{heap} {element}" for heap, element in enumerate(elements, start=30)]
    cells = [line.split(" & ") for line in paths["tex"].read_text().splitlines()[3:-1]]
    assert " ".join(map(str, elements)) in " ".join(
        cell.strip(" \\") for row in cells for cell in row[1:]
    )


@pytest.mark.parametrize("more", [[], ["--genus"]])
def test_the_file_is_what_json_prints(capsys, tmp_path, more):
    words = [*ASKED, "--stop", "9", *more]
    path = tmp_path / "printed.json"
    printed = answered(capsys, *words, "--json", "--output", str(path))
    assert printed == path.read_text(encoding="utf-8")
    assert answered(capsys, *words, "--output", "-", "--format", "json") == printed
    assert ("genera" in json.loads(printed)) == bool(more)


@pytest.mark.parametrize("option", ["--plot", "--plot-frequencies"])
def test_elements_are_plotted(capsys, tmp_path, option):
    path = tmp_path / "elements.svg"
    answered(capsys, *ASKED, option, str(path))
    drawn = path.read_text(encoding="utf-8")
    assert "element of the misère quotient" in drawn
    assert ("P-positions" in drawn) == (option == "--plot")
    assert "value 0" not in drawn


def test_a_heap_of_any_size_has_its_element(capsys):
    """Where a period is proved; else a sentence says up to which heap the quotient goes."""
    output = answered(capsys, *ASKED, "--heap", "10^200", "--heap", "4")
    assert output.splitlines() == [f"heap {10**200}: element ab², N", "heap 4: element a, P"]
    done = called(capsys, "values", "0.6", "--play", "misere", "--heap", "10^200")
    assert (done.status, done.out) == (3, "")
    assert "it is proved for heaps up to" in done.err


def test_genera_are_those_of_the_books(capsys):
    """Kayles, heaps 1 to 12: Winning Ways and plambeck.org; a file has values and outcomes, too."""
    asked = [*ASKED, "--genus", "--stop", "13", "--from", "1"]
    expected = "1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046"
    assert " ".join(word for word in answered(capsys, *asked).split() if "^" in word) == expected
    lines = answered(capsys, *asked, "--output", "-").splitlines()
    assert (lines[0], lines[4:6]) == ("heap,genus,value,outcome", ["4,1^031,1,P", "5,4^146,4,N"])


def test_a_limit_leaves_the_elements_before_it(capsys):
    done = called(capsys, "values", "0.3122", "--play", "misere", "--stop", "20")
    assert done.status == 3
    assert "heaps 0 to 6, misère play" in done.out
    assert "it is proved for heaps up to 6" in done.err


def test_a_genus_is_sought_within_limits():
    with pytest.raises(grundy.LimitError, match="more than 50 positions") as stopped:
        grundy.TakeAndBreak("0.77").genus(40, limits=grundy.Limits(positions=50))
    assert stopped.value.partial[(1,)] is grundy.Outcome.P
    with pytest.raises(grundy.LimitError, match="is not done within 0 seconds"):
        grundy.TakeAndBreak("0.77").genus(40, limits=grundy.Limits(seconds=0))
    with pytest.raises(grundy.PositionError):
        grundy.TakeAndBreak("0.77").genus(-1)
