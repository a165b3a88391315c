"""What is said about the values of heap games: proved, conjectured, refuted, known."""

import math
import re
from functools import partial
from itertools import count
from math import isqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import reference
from grundy import RulesetError, catalogue, count_positions
from grundy import game as rule_game
from grundy.heaps.conjectures import agreement, closed_form_of, repetition, search, search_zeros
from grundy.heaps.rules import HeapGame, TakeAndBreak
from grundy.heaps.ruleset import as_heap_game
from grundy.heaps.set_forms import Quadratic
from grundy.heaps.subtraction import RULES, AllBut, Subtraction
from grundy.named.description import ZEROS, describe, known_games, same_values
from grundy.named.notation import read_game
from heap_strategies import parse_game
from often import often

GOLDEN = Quadratic(1, 1, 5, 2)


def without_formula(name):
    """Return a named game as a Python function, of which no formula is known."""
    moves = RULES[name].moves
    return HeapGame(lambda n: [(rest,) for rest in moves(n)], name)


PROVED = [entry for family in catalogue.families().values() for entry in family
          if (game := catalogue.new(entry.game)).theorems or game.formula]  # fmt: skip


@pytest.mark.parametrize("entry", PROVED, ids=[entry.key for entry in PROVED])
def test_what_is_proved_of_who_wins_is_said_of_any_game(entry):
    """Describe says it with its source, and explain where it says something of the start."""
    ruleset = read_game(entry.game)
    if as_heap_game(ruleset) is None:
        found = describe(ruleset)
        assert (found.stop, found.conjectures, found.proved.about) == (0, (), "who wins")
        for one in ruleset.theorems:
            assert one.statement.removesuffix(".") in found.proved.text
            assert one.source in str(found.proved)
    start = ruleset.read(entry.start)
    for play, theorem in (("normal", ruleset.theorem), ("misere", ruleset.misere_theorem)):
        if theorem and start.part_count == 1 and theorem.lost(start.parts[0].state) is not None:
            assert theorem.cited in " ".join(str(start.explain(play)).split())


@pytest.mark.parametrize(("game", "text", "proof"), [
    ("take-a-prime", "n mod 4", "Negrușeri"),
    ("aliquot", "the exponent of 2 in n", "Iannucci"),
    ("{1,2,3}", "n mod 4", "Winning Ways"),
    ("{2,4,7}", "−n mod 3", "repetition"),  # from heap 8 on: 1, 0, 2, 1, 0, 2, …
    ("{2,5}", "periodic with G(n + 7) = G(n)", "repetition"),
    ("allbut{1,2,3}", "⌊n/4⌋", "repetition"),
    ("0.77", "periodic with G(n + 12) = G(n)", "Guy and Smith 1956"),
    ("allbut{2}", "arithmetic-periodic with G(n + 4) = G(n) + 2", "repetition"),
])  # fmt: skip
def test_what_is_proved_is_said_with_its_proof(game, text, proof):
    """A formula or a period with a proof comes with its source, and nothing is conjectured."""
    found = describe(parse_game(game), 500)
    assert found.proved.text == text
    assert proof in found.proved.proof
    assert f" is {text}" in str(found.proved)
    assert (found.conjectures, found.failed) == ((), ())


@often(7)
@given(st.sets(st.integers(1, 12), min_size=1, max_size=4), st.booleans())
def test_a_proved_sentence_is_true(amounts, all_but):
    """A sentence that is called proved holds on heaps that were not looked at."""
    ruleset = AllBut(amounts) if all_but else Subtraction(amounts)
    found = describe(ruleset, 300)
    assume(found.proved is not None)
    said, after = sentence(ruleset, found.proved.text, found.period)
    start, values = found.proved.start + after, reference.values(ruleset, 700)
    assert said(np.array(values))[start:].tolist() == list(values[start:])


def sentence(ruleset, text, period):
    """Return what a proved sentence says of the values, and after how many heaps it says it."""
    if ruleset.formula is not None:
        assert text == ruleset.formula.text
        return lambda values: np.array([ruleset.formula(n) for n in range(len(values))]), 0
    form = closed_form_of(ruleset.values(2_000), period)
    if form is None:
        assert f"G(n + {period.period:,}) = G(n)" in text
        return repetition(period).predict, period.period
    assert text == form.text
    return form.predict, 0


@pytest.mark.parametrize(("game", "text", "start"), [
    ("take-a-prime", "n mod 4", 0),  # Negrușeri
    ("take-a-power-of-two", "n mod 3", 0),  # Negrușeri
    ("aliquot", "the exponent of 2 in n", 1),  # Iannucci, Larsson
    ("at-most-half", "k for n = 2k, G(k) for n = 2k + 1", 2),  # Negrușeri
    ("divide-2-3-6", "G(⌊n/12⌋)", 12),  # GeeksforGeeks
    ("to-divisor", "the number of prime factors (with repeats) of n", 1),
])  # fmt: skip
def test_published_formulas_are_found(game, text, start):
    """Without the formula at hand, the values alone lead to it, as a conjecture."""
    found = describe(without_formula(game), 500)
    assert found.proved is None
    (finding,) = found.conjectures
    assert (finding.text, finding.start, finding.proof) == (text, start, None)
    assert str(finding).startswith(f"G(n) looks like {text} on heaps {start} … 499; borne out ")


def strange(n: int) -> int:
    """Return the value where at most a third may be taken (AtCoder, ARC 091 F)."""
    if n < 3:
        return 0
    return n // 3 if n % 3 == 0 else strange(n - n // 3 - 1)


def equal_towers(n: int) -> int:
    """Return the value of a tower that is broken into equal ones (HackerRank, Tower Breakers)."""
    factors = [p for p in range(2, n + 1) if n % p == 0 and all(p % q for q in range(2, p))]
    return sum(next(e for e in count() if n % p ** (e + 1)) if p > 2 else 1 for p in factors)


def fibonacci(stop: int) -> set[int]:
    """Return 0 and the Fibonacci numbers below *stop*."""
    terms = [0, 1]
    while terms[-1] < stop:
        terms.append(terms[-1] + terms[-2])
    return set(terms)


SEQUENCES = [
    (lambda n: n, "n"),
    (lambda n: (n + 1) // 2, "⌊(n + 1)/2⌋"),
    (lambda n: 3 * n // 4, "⌊3n/4⌋"),
    (lambda n: (n + 2) % 5, "(n + 2) mod 5"),
    (lambda n: n // 2 % 3, "⌊n/2⌋ mod 3"),
    (lambda n: (n + 1 & -n - 1).bit_length() - 1, "the exponent of 2 in (n + 1)"),
    (lambda n: n & -n, "the greatest power of two that divides n"),
    (lambda n: n ^ n >> 1, "n xor ⌊n/2⌋"),
    (lambda n: n.bit_count() % 2, "the parity of the number of ones in binary n"),
    (lambda n: n.bit_count(), "the number of ones in binary n"),
    (lambda n: n.bit_length(), "1 + ⌊log₂ n⌋"),
    (isqrt, "⌊√n⌋"),
    (equal_towers, "the number of prime factors (with repeats, but 2 once) of n"),
    (lambda n: (isqrt(8 * n + 1) - 1) // 2, "the greatest k with k(k + 1)/2 ≤ n"),
    (Quadratic(2, 1, 2, 1).floor, "⌊n·(2 + √2)⌋"),
    (lambda n: Quadratic(0, 1, 2, 1).floor(n) % 3, "⌊n·√2⌋ mod 3"),
    (strange, "k for n = 3k, G(2k) for n = 3k + 1, G(2k + 1) for n = 3k + 2"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), SEQUENCES, ids=[text for _, text in SEQUENCES])
def test_every_form_is_recognised(value, text):
    """A sequence made by a formula leads back to this formula."""
    assert search(np.array([value(n) for n in range(500)])).holding.text == text


def test_a_run_that_goes_on_is_no_period():
    """Runs that grow have no form while the last one may end (HDU 1517, A Multiplication Game)."""
    ends = (2, 10, 19, 163, 325, 2917, 5833)

    def won(n):
        return sum(n >= end for end in ends) % 2

    for stop in (30, 64, 90, 320):
        assert search(np.array([won(n) for n in range(stop)])).holding is None
    found = search(np.array([won(n) for n in range(9_000)])).holding
    assert "each start is 18 times that of 2 runs before − 17" in found.text


def test_values_of_a_twelfth_need_more_than_one_step():
    """G(⌊n/m⌋) is not said of values that change once where it would speak."""
    for values in ([0, 0, *[1] * 4, *[0] * 20, *[1] * 38], [*[0] * 4, *[1] * 12, *[2] * 48]):
        assert search(np.array(values)).holding is None  # the second is Codeforces 255E: 0 from 82


@pytest.mark.parametrize(("members", "text"), [
    ({GOLDEN.floor(k) for k in range(2_000)}, "⌊k·(1 + √5)/2⌋ for k = 0, 1, 2, …"),
    ({Quadratic(2, 1, 2, 1).floor(k) for k in range(2_000)}, "⌊k·(2 + √2)⌋ for k = 0, 1, 2, …"),
    ({2 * GOLDEN.floor(k) for k in range(2_000)}, "2·⌊k·(1 + √5)/2⌋ for k = 0, 1, 2, …"),
    ({GOLDEN.floor(k) - 1 for k in range(1, 2_000)}, "⌊k·(1 + √5)/2⌋ − 1 for k = 1, 2, 3, …"),
    ({0} | {1 << e for e in range(12)}, "0 and the powers of two"),
    ({k * k for k in range(99)}, "the squares"),
    ({0}, "{0}"),
    ({0, 2, *range(5, 1_000, 2)}, "0, 2 and the odd n ≥ 5"),
    ({*range(4, 1_000, 2)}, "the even n ≥ 4"),
    ({1, 3, *range(9, 1_000, 3)}, "1, 3 and the n ≥ 9 with n mod 3 in {0}"),
    ({0, 1, 4, *range(9, 1_000)}, "0, 1, 4 and all n ≥ 9"),
    ({4, 7}, "4 and 7"),
    (fibonacci(1_000), "0, 1, 2, and then x(i) = x(i − 1) + x(i − 2)"),
    ({n for n in range(1_000) if Quadratic(0, 1, 2, 1).floor(n) % 2 == 0},
     "the heaps n with even ⌊n·√2⌋"),
    ({*range(1, 1_000, 2), 0, *(1 << e for e in range(12))},
     "the odd n, and n = 2k for k in the set: 0 and the powers of two"),
    ({*range(1, 1_000, 2), 0, *(2 * 4**e for e in range(6))},  # Codeforces 1537D
     "the odd n, and n = 2k for k in the set: 0 and the powers of four"),
    ({*range(4, 1_000, 2), *(2 * k * k + 1 for k in range(99))},
     "the even n ≥ 4, and n = 2k + 1 for k in the set: the squares"),
])  # fmt: skip
def test_sets_of_p_positions_are_recognised(members, text):
    """A game whose P-positions follow a form shows it, when its values have no form."""
    found = search_zeros(np.array([n not in members for n in range(1_000)], int)).holding
    assert found.text == text


def test_the_p_positions_of_mark_are_found():
    """In Mark P is 0 and each number with an odd number of binary zeros at its end (Fraenkel)."""
    finding, values = describe(without_formula("mark"), 500).conjectures
    assert "G(4n) = G(n)" in values.text
    assert finding.about == ZEROS
    assert finding.text == "0 and the heaps with an odd number of zeros at the end of binary n"


@given(st.integers(-5, 5), st.sampled_from([1, -1, 2]), st.integers(1, 3), st.integers(0, 10**40))
def test_beatty_terms_are_exact(a, b, c, k):
    """⌊k·α⌋ is right for k of any size."""
    floor = Quadratic(a, b, 5, c).floor(k)
    # floor <= (a k + b k √5)/c < floor + 1, in whole numbers
    low, high = c * floor - a * k, c * floor + c - a * k

    def signed_square(number):
        return number * abs(number)

    assert signed_square(low) <= signed_square(b * k) * 5 < signed_square(high) or k == 0


@pytest.mark.parametrize("ask", [describe, partial(count_positions, piles=2, below=3)])
def test_a_name_is_no_game(ask):
    with pytest.raises(RulesetError, match="'kayles' is no game; give one"):
        ask("kayles")


@pytest.mark.parametrize("game", ["0.6", "0.007", "take-a-square", "to-divisor", "4.1[3]"])
def test_what_is_not_proved_is_never_called_so(game):
    """Without a proof no sentence has the word "is"."""
    found = describe(parse_game(game), 400)
    assert found.proved is None
    for sentence in (*found.conjectures, *found.failed, *found.same_as):
        assert not re.search(r"\bis\b", str(sentence)), sentence
    for sentence in found.conjectures:
        assert re.search("looks like .*; .*not proved|might be .*; .*only a guess", str(sentence))


@pytest.mark.parametrize(("code", "known", "shift"), [
    ("0.137", "0.07", 1),  # Winning Ways, ch. 4
    ("0.07", "0.137", -1),  # OEIS A002187
    ("0.4", "0.137", -2),  # OEIS A002187
    ("0.0177", "0.11377", -1),  # OEIS A071452
    ("0.074", "0.1377", -1),  # OEIS A071434
    ("0.440", "0.1377", -2),  # OEIS A071434
    ("0.450", "0.177", -1),  # OEIS A071435
    ("4.4", "0.77", -1),
])  # fmt: skip
def test_published_equivalences_are_proved(code, known, shift):
    """Two games with proved periods have equal values for ever, as published."""
    found = {match.known.game: match for match in describe(TakeAndBreak(code)).same_as}
    assert found[known].shift == shift
    assert (found[known].proof or "").startswith("proved")


def test_an_equivalence_without_periods_is_only_seen():
    """Grim played by a Python function agrees with 0.6 as far as one looks."""
    grim = HeapGame(lambda n: [(k, n - 1 - k) for k in range(n)] if n > 1 else [], "grim")
    moves, match = same_values(grim, 200)
    assert str(moves).startswith("0.6: the same moves on heaps 0 … 199; what is proved of it says ")
    assert (match.known.oeis, match.shift, match.stop, match.proof) == ("A046695", 0, 200, None)
    assert str(match).endswith("agrees on heaps 0 … 199; not proved")


# First terms as OEIS prints them, with the heap of the first.
@pytest.mark.parametrize(("oeis", "first", "terms"), [
    ("A002186", 0, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]),
    ("A002187", 0, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
    ("A071074", 0, [0, 1, 2, 3, 4, 5, 6, 7, 3, 2, 8, 9, 7, 6, 5, 4, 3, 2, 8, 9, 4, 5, 12]),
    ("A071434", 1, [1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 3, 3, 2, 2, 1, 1, 4, 4, 2, 2, 6, 6]),
    ("A071435", 1, [1, 1, 2, 2, 3, 1, 1, 4, 4, 3, 2, 2, 1, 1, 4, 2, 2, 6, 4, 4, 1, 1]),
    ("A071436", 1, [1, 0, 2, 2, 4, 1, 1, 3, 2, 4, 4, 6, 6, 2, 1, 1, 7, 6, 8, 4, 1, 1]),
    ("A071452", 1, [1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 4, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1]),
    ("A071464", 1, [1, 0, 2, 2, 1, 0, 4, 4, 1, 2, 2, 0, 1, 4, 4, 6, 1, 7, 7, 0, 1, 2]),
    ("A071509", 1, [1, 1, 2, 2, 3, 4, 1, 1, 6, 6, 3, 2, 2, 1, 1, 6, 6, 8, 4, 4, 5, 10]),
    ("A002188", 0, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3]),
    ("A014586", 0, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3]),
    ("A025480", 0, [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0]),
    ("A007814", 1, [0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2]),
    ("A001222", 1, [0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]),
    ("A001477", 0, [0, 1, 2, 3, 4, 5, 6, 7]),
])  # fmt: skip
def test_oeis_numbers_belong_to_the_games(oeis, first, terms):
    """The values of a known game are the terms that OEIS has under its number."""
    (known,) = [known for known, _ in known_games() if known.oeis == oeis]
    assert parse_game(known.game).values(first + len(terms))[first:].tolist() == terms


@given(
    *[st.tuples(st.integers(0, 6), st.integers(1, 6), st.integers(0, 2)) for _ in range(2)],
    st.data(),
)
def test_agreement_decides(one, other, data):
    """Two repeating sequences that agree below the bound agree for ever."""
    sequences = []
    for preperiod, period, saltus in (one, other):
        values = [data.draw(st.integers(0, 1)) for _ in range(preperiod + period)]
        while len(values) < 200:
            values.append(values[-period] + saltus)
        sequences.append(values)
    needed = agreement(one, other)
    if needed is not None and sequences[0][:needed] == sequences[1][:needed]:
        assert sequences[0] == sequences[1]
    if needed is None:
        assert sequences[0] != sequences[1]
    assert math.lcm(one[1], other[1]) <= (needed or 36)


def test_a_rule_of_two_numbers_has_what_its_table_shows():
    rook = rule_game(lambda a, b: [*((i, b) for i in range(a)), *((a, i) for i in range(b))])
    assert "G(a, b) might be a xor b, for a ≤ 40" in str(describe(rook).conjectures[0])
