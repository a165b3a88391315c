"""`grundy describe` as a user meets it."""

import json
import re
from pathlib import Path

import pytest

from commands import answered, called


def test_a_proved_period_and_the_known_games(capsys):
    """Dawson's chess: the theorem, the period, and Dawson's Kayles one heap further on."""
    assert answered(capsys, "describe", "0.137").splitlines() == [
        "0.137: G(n) is periodic with G(n + 34) = G(n) for all n ≥ 52 "
        "(proved: Guy and Smith 1956).",
        "  period   34, from heap 52 on.",
        "  same as  heap n + 1 of Dawson's Kayles, Arc Kayles on a path (0.07): "
        "proved, the periods and the first values are equal.",
        "  same as  Dawson's chess, Node Kayles on a path (0.137, OEIS A002187): the same rule.",
    ]


def test_a_conjecture_says_how_far_it_was_tested(capsys):
    """What only fits is said to look like, on which heaps, and not to be proved."""
    first = answered(capsys, "describe", "to-divisor", "--stop", "1e3").splitlines()[0]

    assert first == (
        "to-divisor: G(n) looks like the number of prime factors (with repeats) of n "
        "on heaps 1 … 999; not proved."
    )


@pytest.mark.parametrize("stop", ["0", "23", "1000"])
def test_nothing_is_claimed_of_an_open_problem(stop, capsys):
    """Grim on a path (0.6) has no known formula; no line has the word "is"."""
    text = answered(capsys, "describe", "0.6", "--stop", stop)
    assert text.startswith(f"0.6: no period proved and no formula found below heap {int(stop):,}.")
    assert not re.search(r"\bis\b", text)
    assert "A046695" in text


def test_json_holds_all_parts(capsys):
    """JSON has the sentences and their parts."""
    answer = json.loads(answered(capsys, "describe", "to-divisor", "--stop", "600", "--json"))

    assert (answer["game"], answer["stop"], answer["proved"]) == ("to-divisor", 600, None)
    (conjecture,) = answer["conjectures"]
    assert (conjecture["start"], conjecture["stop"], conjecture["proof"]) == (1, 600, None)
    proved = json.loads(answered(capsys, "describe", "0.07", "--json"))
    assert proved["period"]["period"] == 34
    assert proved["same_as"][1]["known"]["oeis"] == "A002187"
    assert proved["same_as"][1]["shift"] == -1


def test_a_game_in_a_python_file(capsys, tmp_path, monkeypatch):
    """`file.py:name` is described as far as its kind allows; other games are refused."""
    monkeypatch.chdir(tmp_path)
    Path("g.py").write_text(
        "import grundy\n"
        "odd = grundy.HeapGame(lambda n: [n - k for k in range(1, n + 1, 2)], name='odd')\n"
        "three = grundy.Subtraction({1, 3})\n"
        "one = grundy.game(name='one')(lambda n: [n - 1] if n else [])\n"
        "pair = grundy.game(lambda state: [(state[0] - 1, state[1])] if state[0] else [])\n",
        encoding="utf-8",
    )

    for name, begins in (
        ("odd", "odd: G(n) looks like n mod 2"),
        ("three", "{1,3}: G(n) is n mod 2 (proved"),
        ("one", "one: G(n) looks like n mod 2"),
    ):
        assert answered(capsys, "describe", f"g.py:{name}", "--stop", "200").startswith(begins)
    assert "g.py:pair is no game of heaps" in called(capsys, "describe", "g.py:pair").err
