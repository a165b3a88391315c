"""`grundy values` as a user meets it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commands import answered, as_json, called
from grundy import TakeAndBreak
from grundy.answers import values as answer
from grundy.cli.options import parse_number
from grundy.errors import LimitError
from grundy.heaps.engines import octal
from grundy.heaps.value_files import hash_of
from grundy.runtime import threads

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2]  # OEIS A002186
# The P-positions of Grim on a path, Łącka and Łącki
GRIM_ZEROS = [1, 4, 12, 20, 30, 46, 72, 98, 124, 150, 176, 314, 408]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status, out, err = called(capsys, "values", *arguments)
    assert (status, err) == (0, "")
    return out


def rows(text: str) -> list[list[str]]:
    lines = [line.split() for line in text.splitlines()]
    return [cells for cells in lines if cells and cells[0].isdecimal()]


def test_the_first_values_of_kayles(capsys):
    text = printed(capsys, "0.77", "--stop", "20")
    assert "0.77, heaps 0 to 19: 1 P-position, greatest value 7 (heap 15)" in text
    assert rows(text) == [["0", *map(str, KAYLES[:10])], ["10", *map(str, KAYLES[10:])]]
    later = printed(capsys, "0.77", "--stop", "20", "--from", "8")
    assert rows(later) == [["0", "1", "4"], ["10", *map(str, KAYLES[10:])]]
    assert later.splitlines()[4].rstrip().endswith("1    4")  # in the columns of 8 and 9


@pytest.mark.parametrize(("view", "start", "expected"), [
    ("--records", "1", "1 1/2 2/3 3/5 4/11 6/15 7"),
    ("--frequencies", "10", "1 2 20 %/2 3 30 %/3 1 10 %/4 2 20 %/6 1 10 %/7 1 10 %"),
])  # fmt: skip
def test_views_of_the_values(view, start, expected, capsys):
    text = printed(capsys, "0.77", "--stop", "20", view, "--from", start)
    assert "/".join(" ".join(cells) for cells in rows(text)) == expected


def test_many_values_are_shown_in_part(capsys, monkeypatch):
    monkeypatch.setattr(answer, "MOST_ROWS", 30)
    text = printed(capsys, "0.77", "--stop", "1400", "--from", "7")
    assert len(rows(text)) == 20
    assert "The first 193 of 1,393 values; --output FILE writes them all." in text
    assert len(rows(printed(capsys, "0.77", "--stop", "300"))) == 30


def test_zeros(capsys):
    text = printed(capsys, "0.6", "--stop", "1000", "--zeros", "--from", "1")
    assert [int(word) for word in text.split()] == GRIM_ZEROS
    assert printed(capsys, "0.6", "--stop", "2", "--zeros") == "0 1\n"
    many = printed(capsys, "{1,3,4}", "--stop", "1500", "--zeros")
    assert max(map(len, many.splitlines())) <= 79
    terms = ("--zeros", "--stop", "50", "--format", "oeis")
    assert printed(capsys, "0.6", *terms) == "0, 1, 4, 12, 20, 30, 46\n"


def test_no_heaps_at_all(capsys, tmp_path):
    for view in ([], ["--zeros"], ["--records"], ["--frequencies"], ["--rares"]):
        printed(capsys, "0.77", "--stop", "0", *view)
        printed(capsys, "0.77", "--stop", "9", "--from", "9", *view)
    plots = ("--plot", str(tmp_path / "v.svg"), "--plot-frequencies", str(tmp_path / "f.png"))
    printed(capsys, "{1,3,4}", "--stop", "0", *plots)
    printed(capsys, "{1,3,4}", "--stop", "300", "--zeros", *plots)
    assert "{1,3,4}: heaps 0 to 299" in (tmp_path / "v.svg").read_text(encoding="utf-8")
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")


def test_rares(capsys):
    answer = as_json(capsys, "values", "0.6", "--stop", "30000", "--rares")
    assert answer["mask"] == 0x1EE
    assert (len(answer["heaps"]), answer["heaps"][-1]) == (1584, 20627)  # docs/theory.md 3.3
    assert all((value & 0x1EE).bit_count() % 2 == 0 for value in answer["values"])


@pytest.mark.parametrize(("game", "stop", "why"), [
    ("0.007", 4096, "as that needs more than 4,096 heaps"),
    ("0.77", 10_000, "as the values repeat for all larger heaps"),
    ("0.33", 10_000, "as no finite octal code with splits is its rule"),
])  # fmt: skip
def test_rares_say_why_there_are_none(game, stop, why, capsys):
    text = printed(capsys, game, "--stop", str(stop), "--rares")
    assert text.startswith(f"{game}, heaps 0 to {stop - 1:,}: no sparse space ")
    assert text.endswith(f", {why}.\n")
    answer = as_json(capsys, "values", game, "--stop", str(stop), "--rares")
    assert (answer["mask"], answer["heaps"]) == (None, [])
    assert answer["message"].endswith(why)


@pytest.mark.parametrize("heap", ["12", "1e20", str(10**200 + 7)])
def test_one_heap_of_any_size(heap, capsys):
    number = parse_number(heap)
    assert number is not None
    # Winning Ways, ch. 4: the last row of Kayles, n mod 12 = 0, 1, …
    expected = 4 if number == 12 else [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][number % 12]
    assert printed(capsys, "kayles", "--heap", heap) == f"heap {number}: value {expected}, N\n"
    answer = as_json(capsys, "values", "kayles", "--heap", heap, "--heap", "0")
    assert (answer["heaps"], answer["values"]) == ([number, 0], [expected, 0])


def test_heaps_before_one_out_of_reach_are_answered(capsys, monkeypatch):
    def value(game: object, heap: int) -> int:
        if heap > 10:
            raise LimitError("out of reach")
        return heap

    monkeypatch.setattr("grundy.heaps.ruleset.HeapRuleset.value", value)
    done = called(capsys, "values", "0.6", "--heap", "7", "--heap", "11")
    assert done == (3, "heap 7: value 7, N\n", "grundy: out of reach\n")


def test_a_limit_writes_what_is_known(capsys, monkeypatch, tmp_path):
    def values(*_: object) -> Any:
        raise LimitError("stopped early", partial=np.array(KAYLES[:12], np.uint8))

    monkeypatch.setattr("grundy.heaps.engines.sequence.Sequence.values", values)
    file = tmp_path / "k.txt"
    status, out, err = called(capsys, "values", "0.77", "--stop", "20", "--output", str(file))
    assert (status, err) == (3, "grundy: stopped early\n")
    assert "heaps 0 to 11" in out
    assert len(file.read_text().splitlines()) == 12


@pytest.mark.parametrize(("options", "expected"), [
    ("--output -", "heap,value\n3,3\n4,1\n5,4\n"),
    ("--output - --format b-file", "3 3\n4 1\n5 4\n"), ("--format oeis", "3, 1, 4\n"),
])  # fmt: skip
def test_a_file_on_standard_output(options, expected, capsys):
    asked = ("0.77", "--from", "3", "--stop", "6", *options.split())
    assert printed(capsys, *asked) == expected


@pytest.mark.parametrize(("text", "number"), [
    ("0", 0), ("007", 7), ("1_000_000", 10**6), ("1e8", 10**8), ("1E+8", 10**8), ("1.5e3", 1500),
    ("2.50e1", 25), ("10^8", 10**8), ("10**6", 10**6), (" 20 ", 20),
    *((text, None) for text in (
        "", "-1", "1.5", "1e-3", "1.55e1", "2*3", "1__0", "_1", "0x10", "٣", "9" * 5000, "9^99999",
        "1e99999", "999999999^600", "10^10^10", "__import__('os')",
    )),
])  # fmt: skip
def test_spellings_of_numbers(text, number):
    """Numbers are read as people write them; anything else is none, and takes no time."""
    assert parse_number(text) == number


def test_a_run_goes_on_from_its_folder(capsys, tmp_path):
    folder = str(tmp_path / "kept")
    first = called(capsys, "values", "0.6", "--stop", "200", "--save", folder)
    output = f"{folder}: 200 values, SHA-256 {hash_of(TakeAndBreak('0.6').values(200))}\n"
    assert first.err.endswith(output)
    more = ("values", "0.6", "--stop", "500", "--zeros", "--from", "1")
    assert "add --resume" in called(capsys, *more, "--save", folder).err
    other = called(capsys, "values", "0.77", "--stop", "500", "--save", folder, "--resume")
    assert (other.status, "0.6" in other.err) == (2, True)
    assert answered(capsys, *more, "--save", folder, "--resume") == answered(capsys, *more)


@pytest.mark.parametrize("view", [[], ["--zeros"], ["--frequencies"], ["--rares"]])
def test_a_json_file_is_what_json_prints(view, capsys, tmp_path):
    file = tmp_path / "v.json"
    output = as_json(capsys, "values", "0.77", "--stop", "20", *view, "--output", str(file))
    assert json.loads(file.read_text()) == output
    assert output["sha256"] == hash_of(np.array(KAYLES, np.uint8))
    printed(capsys, "0.77", "--stop", "20", *view, "--output", str(file))
    assert json.loads(file.read_text()) == output


RULES = """
import grundy
from pathlib import Path
Path("has-run").touch()
game = grundy.HeapGame(lambda n: [n - t for t in (1, 3, 4) if t <= n])
kayles = grundy.TakeAndBreak("0.77")
other = grundy.game(lambda pair: [(pair[0] - 1, pair[1])] if pair[0] else [])
number = 7
const = grundy.game(lambda n: [])
@grundy.HeapGame
def raises(n):
    if n == 2500:
        raise KeyError("ours")
    return [n - 1]
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")


@pytest.mark.usefixtures("rules")
def test_a_game_of_heaps_in_a_python_file(capsys):
    printed(capsys, "{1,3,4}", "--stop", "9")
    assert not Path("has-run").exists()
    assert rows(printed(capsys, "rules.py:game", "--stop", "9")) == [["0", *"010123201"]]
    assert Path("has-run").exists()
    answer = as_json(capsys, "values", "rules.py:game", "--heap", "9")
    assert (answer["command"], answer["values"]) == ("grundy values rules.py:game --heap=9", [0])
    assert printed(capsys, "rules.py:kayles", "--heap", "12") == "heap 12: value 4, N\n"
    # a folder belongs to one game: a code in the file is the same one
    answered(capsys, "values", "rules.py:kayles", "--stop", "50", "--save", "kept")
    answered(capsys, "values", "0.77", "--stop", "90", "--save", "kept", "--resume")


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize(("command", "said"), [
    ("rules.py:game --save kept", "--save needs a game whose text says its rules"),
    ("rules.py:other", "rules.py:other is no game of heaps, as values, period and describe need"),
    ("rules.py:const", "rules.py:const has no move from 0 … 31, so nothing shows that"),
    ("rules.py:number", "number in rules.py is no game; make it with grundy.HeapGame(function)."),
    ("rules.py:gama", 'Unknown game in rules.py: "gama". Did you mean game?'),
    ("rules.py", "it defines raises, game, kayles, other, number, const."),
    ("rules.py:raises --stop 3000", "KeyError: 'ours'"),  # far out, in another thread
])  # fmt: skip
def test_what_is_wrong_in_a_python_file(command, said, capsys):
    done = called(capsys, "values", *command.split())
    assert done.status == 2
    assert said in done.err
    assert "src/grundy" not in done.err
    assert not Path("kept").exists()


def test_too_many_values_for_the_memory(capsys):
    done = called(capsys, "values", "0.77", "--stop", "1e14")
    assert done.status == 3
    assert "take a smaller --stop" in done.err


@pytest.mark.parametrize(("options", "cores"), [((), {3}), (("--threads", "1"), {1})])
def test_threads_limits_the_cores_of_the_engine(options, cores, capsys, monkeypatch):
    seen = set()

    def counted() -> int:
        seen.add(threads.thread_count())
        return 1

    monkeypatch.setattr(threads, "_cores", lambda: 3)
    monkeypatch.setattr(octal, "thread_count", counted)
    monkeypatch.setattr(octal, "_ONE_THREAD", 0)
    printed(capsys, "0.77", "--stop", "5000", *options)
    assert seen == cores
