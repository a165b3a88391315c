"""Theorems on periods: what Coq accepts, what it refuses, and what a file says."""

import pytest

from commands import answered, called, require_refused
from grundy import TakeAndBreak
from grundy.answers import theorems
from grundy.answers.theorems import coq_list, period_theorem
from grundy.errors import RulesetError
from grundy.heaps.periods.period import Period, Proof
from grundy.named.notation import read_game
from project import ROOT

GAMES = [
    ("0.77", 200), ("0.156", 8_000), ("4.7", 100), ("0.B2", 100), ("{2,4,7}", 100),
    ("allbut{1,4}", 100), ("0.0033[3]", 100), ("allbut{5,9,12,30}", 2_000), ("4.[3]", 20),
    ("take-a-prime", 20), ("take-a-power-of-two", 20), ("0.[03]", 100), ("0.3003[0033]", 400),
]  # fmt: skip


def theorem_of(game, stop=300):
    ruleset = read_game(game)
    return period_theorem(ruleset, ruleset.find_period(stop)).decode()


def refused(ended, *checks):
    assert ended.returncode != 0
    return any(check in ended.stderr for check in checks)


@pytest.mark.parametrize(("game", "stop"), GAMES)
def test_coq_accepts_a_period(game, stop, coqc):
    ruleset = read_game(game)
    found = ruleset.find_period(stop)
    text = period_theorem(ruleset, found)
    assert f"{found.preperiod} <= n -> G (n + {found.period}) = G n" in text.decode()
    ended = coqc(text)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(("game", "rule", "repeats", "least"), [
    ("0.77", "digits [0; 7; 7]", "71 <= n -> G (n + 12) = G n)", "(12 | p) /\\ 71 <= n0"),
    ("0.F", "digits [0; 15]", "0 <= n -> G (n + 2) = G n)", "(2 | p) /\\ 0 <= n0"),
    ("{1,3,4}", "subtraction [1; 3; 4]%nat", "0 <= n -> G (n + 7) = G n)", "(7 | p) /\\ 0 <= n0"),
    ("allbut{1,4}", "all_but [1; 4]%nat", "0 <= n -> G (n + 2) = G n + 1)", "(2 | p) /\\ 0 <= n0"),
])  # fmt: skip
def test_a_file_states_the_rule_and_its_period(game, rule, repeats, least):
    text = theorem_of(game)
    assert f"Definition G := grundy ({rule})." in text
    assert f"(forall n, {repeats}" in text
    assert least in text


@pytest.mark.parametrize(("game", "rule", "first", "again", "formula"), [
    ("4.[3]", "laskers_nim", [0], [1, 2, 4, 3],
     "if n <? 1 then nth (N.to_nat n) first 0 "
     "else nth (N.to_nat ((n - 1) mod 4)) again 0 + (n - 1) / 4 * 4"),
    ("take-a-power-of-two", "taking power_of_two", [], [0, 1, 2],
     "if n <? 0 then nth (N.to_nat n) first 0 else nth (N.to_nat ((n - 0) mod 3)) again 0"),
    ("4.7", "digits [4; 7]", [0], [1, 2],
     "if n <? 1 then nth (N.to_nat n) first 0 else nth (N.to_nat ((n - 1) mod 2)) again 0"),
])  # fmt: skip
def test_a_file_states_all_values_where_few_come_again(game, rule, first, again, formula):
    text = " ".join(theorem_of(game).split())
    assert f"Definition G := grundy ({rule})." in text
    assert f"Definition first : list N := {coq_list(first)}." in text
    assert f"Definition again : list N := {coq_list(again)}." in text
    assert f"forall n, G n = {formula}. Proof." in text


def test_the_page_shows_what_a_file_states():
    page = (ROOT / "docs" / "proofs.md").read_text()
    shown = page[page.index("Definition G") :].split("```")[0]
    assert shown in theorem_of("{1,3,4}")


@pytest.mark.parametrize(("game", "listed"), [("0.055", False), ("0.116", True), ("0.45", False)])
def test_many_values_are_not_listed(game, listed):
    ruleset = read_game(game)
    found = ruleset.find_period(3_000)
    assert (found.preperiod + found.period <= 400) is listed
    assert (b"Definition again" in period_theorem(ruleset, found)) is listed


def test_coq_refuses_a_file_with_a_wrong_value(coqc):
    right = theorem_of("0.07")
    changes = {":= [0; 0; 1;": ":= [0; 1; 1;", "again : list N := [3;": "again : list N := [2;"}
    for old, new in changes.items():
        assert right.count(old) == 1
        assert refused(coqc(right.replace(old, new)), "check_octal")


def test_nothing_that_a_user_names_is_in_a_file(tmp_path, capsys, coqc):
    rules = tmp_path / "x *) Axiom all : False. (*.py"
    rules.write_text(
        "from grundy import TakeAndBreak\n"
        "class Evil(TakeAndBreak):\n"
        '    text = "*) Axiom all : False. (*"\n'
        'game = Evil("0.77")\n'
    )
    plain, file = tmp_path / "plain.v", tmp_path / "*) Fail. (*.v"
    answered(capsys, "period", "0.77", "--certificate", str(plain))
    answered(capsys, "period", f"{rules}:game", "--certificate", str(file))
    assert file.read_bytes() == plain.read_bytes()


@pytest.mark.parametrize(("words", "why"), [
    ("describe at-most-half", "proofs/ has no theorem on such a game"),
    ("period 4!.0 --stop 50", "there is no proof"),
])  # fmt: skip
def test_a_game_without_theorem_says_why(words, why, tmp_path, capsys):
    file = tmp_path / "theorem.v"
    done = called(capsys, *words.split(), "--certificate", str(file))
    assert done.err.strip().splitlines()[-1] == f"grundy: {why}, so no certificate was written."
    assert not file.exists()


@pytest.mark.parametrize(("game", "found", "why"), [
    ("0.[12]", None, "on such a game"),
    ("0.77", None, "on such a proof"),
    ("4.[3]", Period(1, 4, 4, proved=False), "on such a game"),
])  # fmt: skip
def test_what_is_not_proved_has_no_theorem(game, found, why):
    with pytest.raises(RulesetError, match=why):
        period_theorem(read_game(game), found)


@pytest.mark.parametrize("game", ["0.3516", "0.156", "0.7005"])
def test_coq_accepts_a_window_of_values(game, coqc, monkeypatch):
    """So long periods are proved; here shorter ones, the first with rare heaps by position."""
    monkeypatch.setattr(theorems, "_MANY", 0)
    text = theorem_of(game, 10_000)
    assert "window_period" in text
    ended = coqc(text)
    assert (ended.returncode, ended.stderr) == (0, "")


GUY_SMITH = "Guy and Smith 1956"


@pytest.mark.parametrize(("preperiod", "period"), [(1433, 36), (1434, 18), (1432, 18), (1433, 9)])
def test_coq_refuses_a_window_that_shows_something_else(preperiod, period, coqc, monkeypatch):
    """0.3516 has the period 18 from heap 1433 on, and no other is the least one."""
    monkeypatch.setattr(theorems, "_MANY", 0)
    ruleset = TakeAndBreak("0.3516")
    heaps = ruleset.period_theorem.needed(preperiod, period)
    claim = Period(preperiod, period, 0, proved=True, proof=Proof(GUY_SMITH, heaps))
    assert refused(coqc(period_theorem(ruleset, claim)), "check_window", "check_octal")


def test_coq_refuses_a_window_with_wrong_guesses(coqc, monkeypatch):
    monkeypatch.setattr(theorems, "_MANY", 0)
    right = theorem_of("0.3516", 10_000)
    changes = {
        "[1; 2; 3; 6; 9])": "[1; 2; 3; 6])", "(Some false)": "None", "[1; 3]%uint63": "[1]%uint63",
        " 297 296\n": " 297 200\n", " 217 _ _": " 21 _ _", "[43; 90;": "[43; 900;",
    }  # fmt: skip
    for old, new in changes.items():
        assert right.count(old) == 1, old
        assert refused(coqc(right.replace(old, new)), "check_window"), old


@pytest.mark.long
def test_coq_accepts_a_period_that_begins_after_ten_million_heaps(coqc):
    """0.354; the array of all its values would be longer than Coq has one."""
    ruleset = TakeAndBreak("0.354")
    heaps = ruleset.period_theorem.needed(10_061_916, 1_180)
    claim = Period(10_061_916, 1_180, 0, proved=True, proof=Proof(GUY_SMITH, heaps))
    assert coqc(period_theorem(ruleset, claim)).returncode == 0


def test_too_many_heaps_for_an_array_are_refused():
    """Where no move leaves two heaps there are no rare ones, and all values are kept."""
    found = Period(2_268_248, 4, 0, proved=True, proof=Proof(GUY_SMITH, 4_536_506))
    with pytest.raises(RulesetError, match="4,536,506 heaps"):
        period_theorem(TakeAndBreak("0.33"), found)


def test_verify_says_how_a_theorem_is_checked(tmp_path, capsys):
    """It runs no file of Coq, which could do more than prove, and so does not call it checked."""
    file = tmp_path / "kayles.v"
    answered(capsys, "period", "kayles", "--certificate", str(file))
    require_refused(called(capsys, "verify", str(file)), f"coqc -Q proofs Grundy {file}")
