"""`grundy period` as a user meets it."""

import json
from pathlib import Path
from typing import Any

import pytest

import grundy
from commands import answered, as_json, called
from grundy.cli.commands import period
from grundy.cli.main import run
from grundy.heaps.engines.sequence import Sequence
from grundy.heaps.ruleset import HeapRuleset


@pytest.mark.parametrize(("game", "length", "preperiod"), [
    ("dawsons-chess", 34, 52), ("{1,3,4}", 7, 0),
])  # fmt: skip
def test_what_a_proof_says(game, length, preperiod, capsys):
    lines = answered(capsys, "period", game, "--stop", "1000").splitlines()
    text = dict(line.strip().split("  ", 1) for line in lines[1:])
    assert lines[0].endswith(f": period {length}, proved.")
    assert text["preperiod"].strip().startswith(f"{preperiod}: G(n + {length}) = G(n) for all")
    assert text["last exception"].strip() == (str(preperiod - 1) if preperiod else "none")
    assert ", with heaps 0 to " in text["theorem"]


def test_the_limit_grows_by_itself(capsys):
    """Without --stop no more heaps are computed than a proof needs, or somewhat more."""
    answer = as_json(capsys, "period", "0.77")
    assert (answer["preperiod"], answer["period"], answer["proved"]) == (71, 12, True)
    assert answer["heaps"] == 2 * (71 + 12) + 2 - 2 + 1  # Guy and Smith's bound
    assert answer["theorem"] == "Guy and Smith 1956"
    assert (answer["last_exception"], answer["stop"], answer["found"]) == (70, 10**6, True)


def test_a_search_can_be_stopped_and_resumed(capsys, monkeypatch, tmp_path):
    folder = str(tmp_path / "kept")
    arguments = ["period", "0.356", "--save", folder, "--save-every", "0", "--json"]
    compute, known = Sequence._compute, [0]

    def interrupted(self: Sequence, *given: Any) -> None:
        known.append(self.filled)
        if self.filled > 8_000:
            raise KeyboardInterrupt
        compute(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Sequence, "_compute", interrupted)
        assert run(arguments) == 130
    assert f"heaps 0 to {known[-1] - 1:,} is kept in {folder}, and" in capsys.readouterr().err
    assert run(arguments) == 2
    assert "add --resume to go on from them" in capsys.readouterr().err

    def recorded(self: Sequence, *given: Any) -> None:
        assert self.filled >= known[-1]
        compute(self, *given)

    monkeypatch.setattr(Sequence, "_compute", recorded)
    answer = json.loads(answered(capsys, *arguments, "--resume"))
    assert (answer["preperiod"], answer["period"], answer["proved"]) == (7_315, 142, True)


def test_what_is_not_proved_is_never_called_so(capsys):
    """No period found is an answer; a guess is what was observed; some games have no theorem."""
    text = answered(capsys, "period", "0.77", "--stop", "166")
    assert text.startswith("0.77: no period found up to 166.\n")
    answer = as_json(capsys, "period", "0.6", "--stop", "300")
    assert answer["found"] is False
    assert "period" not in answer
    asked = ("period", "4.1[3]", "--stop", "200", "--guess")
    text = answered(capsys, *asked)
    assert text.startswith("4.1[3]: period 8, saltus 4, observed up to 200, not proved.")
    assert "theorem" not in text
    answer = as_json(capsys, *asked)
    assert (answer["period"], answer["saltus"], answer["proved"]) == (8, 4, False)
    assert answer["command"].endswith("--stop 200 --guess")
    text = answered(capsys, "period", "grundys-game")
    assert "no theorem" in text
    assert "--guess" in text
    guessed = answered(capsys, "period", "grundys-game", "--stop", "300", "--guess")
    assert guessed == "grundys-game: no period found up to 300, not even an observed one.\n"


def test_no_proof_no_certificate(capsys, tmp_path):
    file = tmp_path / "c.json"
    done = called(capsys, "period", "0.77", "--stop", "100", "--certificate", str(file))
    assert (done.status, "no certificate was written" in done.err) == (0, True)
    assert not file.exists()


RULES = """
from grundy import HeapGame, Subtraction, TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset

kayles = TakeAndBreak("0.77")
amounts = Subtraction({2, 4, 7})
game = HeapGame(lambda n: [n - t for t in (1, 3, 4) if t <= n], name="\\x1b[31mmine")

class Mine(HeapRuleset):
    text = "0.77"
    code = kayles.code
    def options(self, heap):
        return kayles.options(heap)

mine = Mine()
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize(
    ("name", "rule", "first"),
    [("kayles", "0.77", "0.77: period 12"), ("amounts", "{2,4,7}", "{2,4,7}: period 3")],
)
def test_a_game_in_a_python_file_whose_text_says_its_rules(name, rule, first, capsys):
    text = answered(capsys, "period", f"rules.py:{name}", "--certificate", "c.json")
    assert text.startswith(f"{first}, proved.")
    assert json.loads(Path("c.json").read_text())["rule"] == rule
    assert run(["verify", "c.json"]) == 0


@pytest.mark.usefixtures("rules")
def test_a_function_of_the_user_has_no_certificate(capsys):
    guessed = answered(capsys, "period", "rules.py:game", "--stop", "100", "--guess")
    assert guessed.startswith("�[31mmine: period 7, observed up to 100, not proved.\n")
    status, out, err = called(capsys, "period", "rules.py:mine", "--certificate", "-")
    assert (status, out.splitlines()[0]) == (0, "0.77: period 12, proved.")
    assert "the text of this game does not say its rules, so no certificate" in err


@pytest.mark.parametrize("searching", [
    "grundy.heaps.periods.period.search_period", "grundy.heaps.ruleset.HeapRuleset.guess_period",
])  # fmt: skip
def test_an_interrupted_search_says_how_far_it_came(searching, monkeypatch, capsys):
    def interrupted(ruleset: HeapRuleset, *_: object) -> None:
        ruleset.values(200)
        raise KeyboardInterrupt

    monkeypatch.setattr(searching, interrupted)
    done = called(capsys, "period", "0.6", "--guess", "--stop", "200")
    assert done.status == 130
    assert "Interrupted at heap 200 of 0.6; the greatest value below it is " in done.err


@pytest.mark.parametrize("game", ["0.45", "0.156"])
@pytest.mark.parametrize("looks", [0, 1, 4])
def test_where_the_time_ends_the_heaps_before_are_all_tried(game, looks, monkeypatch, capsys):
    clock = iter([0.0, *[0.0] * looks, *[99.0] * 10**6])
    monkeypatch.setattr(period.time, "monotonic", lambda: next(clock))
    said = as_json(capsys, "period", game)
    monkeypatch.undo()
    proved = grundy.TakeAndBreak(game).find_period(said["stop"])
    assert said["found"] == (proved is not None)
