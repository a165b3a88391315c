"""`grundy describe` as a user meets it."""

import json

from commands import answered


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
        "on heaps 1 … 999; not proved, but fits by chance once in 10^743 only."
    )


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
