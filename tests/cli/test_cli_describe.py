"""`grundy describe` as a user meets it."""

from commands import answered, as_json


def test_a_proved_period_and_the_known_games(capsys):
    assert answered(capsys, "describe", "0.137").splitlines() == [
        "0.137: G(n) is periodic with G(n + 34) = G(n) for all n ≥ 52 "
        "(proved: Guy and Smith 1956).",
        "  period   34, from heap 52 on.",
        "  same as  heap n + 1 of Dawson's Kayles, Arc Kayles on a path (0.07): "
        "proved, the periods and the first values are equal.",
        "  same as  Dawson's chess, Node Kayles on a path (0.137, OEIS A002187): the same rule.",
    ]


def test_a_conjecture_says_how_far_it_was_tested(capsys):
    asked = ("describe", "to-divisor", "--stop", "600")
    assert answered(capsys, *asked).splitlines()[0] == (
        "to-divisor: G(n) looks like the number of prime factors (with repeats) of n "
        "on heaps 1 … 599; not proved."
    )
    answer = as_json(capsys, *asked)
    assert (answer["game"], answer["stop"], answer["proved"]) == ("to-divisor", 600, None)
    (conjecture,) = answer["conjectures"]
    assert (conjecture["start"], conjecture["stop"], conjecture["proof"]) == (1, 600, None)
