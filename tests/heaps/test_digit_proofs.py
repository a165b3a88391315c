"""Values by the digits of the heap: rules by arithmetic, their automata, and what is proved."""

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import called
from forgeries import broken
from grundy import verify_certificate
from grundy.errors import LimitError, RulesetError, VerificationError
from grundy.heaps.conjectures import proved_by_digits
from grundy.heaps.periods import verify_digits
from grundy.heaps.periods.verify_digits import (
    Automaton,
    Powers,
    Progression,
    check_mex,
    parse_terms,
    terms_of,
)
from grundy.heaps.rules import HeapGame, Leave, TakeAndBreak
from often import often

# each term with its plain meaning
TERMS = {
    **{f"n-{less}": lambda n, less=less: [n - less] for less in (1, 3, 6)},
    "n-2i": lambda n: range(n - 2, -1, -2),
    "n-(2i+1)": lambda n: range(n - 1, -1, -2),
    "n-(3i+2)": lambda n: range(n - 2, -1, -3),
    **{f"n-{r}^i": lambda n, r=r: [n - r**e for e in range(14)] for r in (2, 3, 4)},
    "n-3*2^i": lambda n: [n - 3 * 2**e for e in range(13)],
    **{f"n//{k}": lambda n, k=k: [n // k] for k in (2, 3, 5)},
    **{f"ceil(n/{k})": lambda n, k=k: [-(-n // k)] for k in (2, 3)},
    **{f"n/{k}": lambda n, k=k: [n // k] if n % k == 0 else [] for k in (2, 3)},
}
PROVED = (
    ("leave(n-2^i)", "n mod 3"),  # C.-S. Negruseri
    ("leave(n-3^i)", "n mod 2"),  # all amounts are odd
    ("leave(n-(2i+1))", "n mod 2"),
    ("leave(n-4^i,n-1,n-2*4^i)", "n mod 3"),
    ("leave(n-2^i,n-3)", "n mod 5"),
    ("divide-2-3-6", "G(⌊n/12⌋) for n ≥ 12"),  # GeeksforGeeks
    ("leave(n//2,n//3)", "G(⌊n/6⌋) for n ≥ 6"),
    ("0.[30]", "n mod 2"),
)
AUTOMATA = ("mark", "divide-2-3-6", "leave(n-2^i)", "leave(n-1,n-2,n//2)", "leave(n-(2i+1))",
            "leave(n-1,ceil(n/2))", "leave(n//3,ceil(n/3))", "leave(n-1,n/2)", "leave(n//2,n-3)",
            "leave(n-1,n//5)", "leave(n-2,n//4)")  # fmt: skip

some_terms = st.lists(st.sampled_from(sorted(TERMS)), min_size=1, max_size=3, unique=True)


def options(terms: list[str], heap: int) -> set[int]:
    return {rest for term in terms for rest in TERMS[term](heap) if 0 <= rest < heap}


def mex(values: set[int]) -> int:
    return next(value for value in range(len(values) + 1) if value not in values)


def values_by_definition(terms: list[str], stop: int) -> list[int]:
    found: list[int] = []
    for heap in range(stop):
        found.append(mex({found[rest] for rest in options(terms, heap)}))
    return found


@cache
def true_values(rule: str, stop: int) -> list[int]:
    terms, found = terms_of(rule), []
    for heap in range(stop):
        found.append(mex({found[rest] for term in terms for rest in term.rests(heap)}))
    return found


@given(terms=some_terms, heap=st.integers(0, 5_000))
def test_terms_mean_what_they_say(terms: list[str], heap: int) -> None:
    """Every option is that of the plain meaning, once, in order."""
    rule = Leave(*terms)
    found = [sum(option) for option in rule.options(heap)]
    assert found == sorted(options(terms, heap))
    assert rule.code is None or {*TakeAndBreak(rule.code).options(heap)} == {*rule.options(heap)}


@given(
    amounts=st.one_of(
        st.builds(Progression, st.integers(0, 9), st.integers(1, 7)),
        st.builds(Progression, st.integers(0, 9), st.integers(1, 7), st.integers(0, 30)),
        st.builds(Powers, st.integers(1, 9), st.integers(2, 9)),
    ),
    base=st.integers(2, 16),
)
def test_the_digits_of_an_amount_are_read_by_few_states(amounts, base: int) -> None:
    """After all digits the state is in the set just if the number is."""
    if not amounts.fits(base):
        return
    for number in (*range(300), *Powers(1, 3).up_to(20_000), *Powers(3, 4).up_to(20_000)):
        digits, rest = [], number
        while rest:
            rest, digit = divmod(rest, base)
            digits.append(digit)
        state = 0
        for digit in reversed(digits):
            state = amounts.fold(state * base + digit, base) if state >= 0 else -1
        assert amounts.contains(state) is (number in amounts.up_to(number))


@often(6)
@given(terms=some_terms)
def test_what_is_proved_holds_beyond_what_was_looked_at(terms: list[str]) -> None:
    """Of any rule, by the plain definition."""
    rule = Leave(*terms)
    if rule.formula is None:
        return
    expected = values_by_definition(terms, 1_200)
    assert rule.values(1_200).tolist() == expected
    assert [rule.value(heap) for heap in range(1_100, 1_200)] == expected[1_100:]
    period = rule.find_period()
    if period is not None:
        n0, p = period.preperiod, period.period
        assert all(expected[n] == expected[n + p] for n in range(n0, 1_200 - p))
        assert not n0 or expected[n0 - 1] != expected[n0 - 1 + p]


@pytest.mark.parametrize(("rule", "text"), PROVED)
def test_known_forms_are_proved(rule: str, text: str) -> None:
    """Published ones and easy ones."""
    assert proved_by_digits(rule).text == text


@pytest.mark.parametrize("rule", AUTOMATA)
def test_a_changed_automaton_is_refused_where_the_definition_differs(rule: str) -> None:
    """At the least such heap; and what is accepted differs at none."""
    terms, true, draw = terms_of(rule), proved_by_digits(rule).automaton, Random(rule)
    expected = true_values(rule, 3_000)
    refused = 0
    for _ in range(10 if rule == "divide-2-3-6" else 30):
        changed = mutated(true, draw)
        said = [changed(heap) for heap in range(len(expected))]
        wrong = [heap for heap, (a, b) in enumerate(zip(said, expected, strict=True)) if a != b]
        assert first_refused(terms, changed) == (wrong[0] if wrong else None)
        refused += bool(wrong)
    assert refused > 5


def first_refused(terms, automaton: Automaton) -> int | None:
    """Return the heap at which the check fails; None where it accepts."""
    try:
        check_mex(terms, automaton)
    except VerificationError as error:
        return error.where
    return None


def mutated(true: Automaton, draw: Random) -> Automaton:
    """Return an automaton with one or two outputs or steps changed; zeros at the front stay."""
    steps, outputs = [list(row) for row in true.steps], list(true.outputs)
    for _ in range(draw.randint(1, 2)):
        state = draw.randrange(len(outputs))
        if draw.random() < 0.3:
            outputs[state] = draw.randrange(max(outputs) + 2)
        else:
            digit = draw.randrange(state == 0, true.base)
            steps[state][digit] = draw.randrange(len(outputs))
    return Automaton(true.base, tuple(map(tuple, steps)), tuple(outputs))


@given(terms=some_terms, seed=st.integers(0, 10**6))
def test_no_automaton_drawn_at_random_is_accepted_falsely(terms: list[str], seed: int) -> None:
    """What is accepted are the values; what is refused fails at the least heap that differs."""
    draw = Random(seed)
    base, size = draw.choice((2, 3, 4)), draw.randint(1, 3)
    steps = [[draw.randrange(size) for _ in range(base)] for _ in range(size)]
    steps[0][0] = 0
    outputs = (0, *(draw.randrange(3) for _ in range(size - 1)))
    automaton = Automaton(base, tuple(map(tuple, steps)), outputs)
    expected = values_by_definition(terms, 400)
    wrong = (heap for heap, value in enumerate(expected) if automaton(heap) != value)
    read = parse_terms(tuple(terms))
    if all(term.amounts.fits(base) for term in read):
        found = first_refused(read, automaton)
        assert next(wrong, None) == (None if found is None or found >= len(expected) else found)


MARK = proved_by_digits("mark").certificate("grundy describe mark")
ROW, STATES = MARK.steps[-1], len(MARK.values)
FORGED = [
    ("rule", {"rule": "kayles"}), ("theorem", {"theorem": "induction"}),
    *(("base", {"base": base}) for base in (0, 1, 37)),
    ("steps", {"steps": ((0, 9), (0, 1))}), ("values", {"rule": "leave(n-1,n//3)"}),
    ("command", {"command": "grundy label mark"}),
    # a zero before the number has to change nothing, and every digit leads to a state
    ("steps", {"steps": ((1, *MARK.steps[0][1:]), *MARK.steps[1:])}),
    *(("steps", {"steps": (*MARK.steps[:-1], row)})
      for row in ((*ROW[:-1], STATES), ROW[:-1], (*ROW, 0))),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "changes"), FORGED)
def test_a_forged_certificate_is_refused(condition, changes) -> None:
    """Each field that is changed is named."""
    assert not broken(MARK.to_json())
    assert broken(replace(MARK, **changes)) == condition


@pytest.mark.parametrize("rule", ["mark", "leave(n-4^i)", "leave(n-2^i)"])
def test_an_array_is_read_as_each_of_its_numbers_is(rule: str) -> None:
    """Also where the largest number has one digit more than all others."""
    automaton = proved_by_digits(rule).automaton
    for stop in (0, 1, 2, automaton.base + 1, automaton.base**3 + 1, 500):
        expected = [automaton(number) for number in range(stop)]
        assert automaton.array(np.arange(stop)).tolist() == expected


def test_too_much_work_is_given_up(monkeypatch) -> None:
    """A check that would take too many sets says so, and proves nothing."""
    true = proved_by_digits("mark").certificate()
    monkeypatch.setattr(verify_digits, "_MOST_WORK", 10)
    with pytest.raises(LimitError, match="too many sets of states"):
        verify_certificate(true)


def test_a_name_of_a_users_own_proves_nothing() -> None:
    """A Python function that is called as a named game is another rule."""
    mark = HeapGame(lambda n: [n - 1], "mark")
    assert (mark.text, mark.formula) == ("mark", None)


@pytest.mark.parametrize("term", ["n-0", "n//1", "n/0", "n-1^i", "n+1", "n-i^2", "", "2n"])
def test_what_is_no_term_is_refused(term: str) -> None:
    with pytest.raises(RulesetError, match="no term"):
        Leave("n-1", term)


def test_the_command_writes_what_verify_checks(tmp_path, capsys) -> None:
    """Of a game by digits, of one with a period, and of one whose formula is published."""
    for game in ("leave(n-1,n/2)", "kayles", "mark", "lasker", "0.[30]"):
        path = str(tmp_path / "proof.json")
        done = called(capsys, "describe", game, "--certificate", path)
        assert "proved" in done.out
        assert called(capsys, "verify", path).status == 0
    none = called(capsys, "describe", "take-a-square", "--stop", "300", "--certificate", path)
    assert "no certificate was written" in none.err
