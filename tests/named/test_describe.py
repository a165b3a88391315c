"""What is said about the values of heap games: proved, conjectured, refuted, known."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import grundy
import reference
from grundy.heaps.periods.period import Period
from grundy.heaps.rules.functions import HeapGame
from grundy.heaps.rules.parse import AllBut, Subtraction, TakeAndBreak
from grundy.heaps.rules.subtraction import RULES
from grundy.heaps.structure.conjectures import (
    CLOSED,
    FROM_EARLIER,
    SELF_SIMILAR,
    agreement,
    closed_form_of,
    repetition,
    search,
    search_zeros,
)
from grundy.heaps.structure.zero_forms import Quadratic
from grundy.named.description import ZEROS, describe, known_games, same_values
from heap_strategies import parse_game
from often import often

Predict = Callable[[np.ndarray], np.ndarray]
GOLDEN = Quadratic(1, 1, 5, 2)


def without_formula(name: str) -> HeapGame:
    """Return a named game as a Python function, of which no formula is known."""
    moves = RULES[name].moves
    return HeapGame(lambda n: [(rest,) for rest in moves(n)], name)


def game_with(wanted: Callable[[int], int]) -> HeapGame:
    """Return a game in which heap n has the value wanted(n): each move leaves a Nim heap.

    Heaps of that value have to come before; heap n moves to the first heap of each value.
    """
    first: dict[int, int] = {}

    def options(n: int) -> list[tuple[int, ...]]:
        return [(first[value],) if first[value] else () for value in range(wanted(n))]

    for n in range(2_000):
        first.setdefault(wanted(n), n)
    return HeapGame(options, "wanted")


# ---- what is proved ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text", "proof"),
    [
        ("take-a-prime", "n mod 4", "Negrușeri"),
        ("take-a-power-of-two", "n mod 3", "Negrușeri"),
        ("aliquot", "the exponent of 2 in n", "Iannucci"),
        ("{1,2,3}", "n mod 4", "Winning Ways"),
        ("{1,3}", "n mod 2", "repetition"),
        ("{2,4,7}", "−n mod 3", "repetition"),  # from heap 8 on: 1, 0, 2, 1, 0, 2, …
        ("{2}", "⌊n/2⌋ mod 2", "repetition"),
        ("allbut{1,2,3}", "⌊n/4⌋", "repetition"),
        ("0.77", "periodic with G(n + 12) = G(n)", "Guy and Smith 1956"),
        ("allbut{2}", "arithmetic-periodic with G(n + 4) = G(n) + 2", "repetition"),
    ],
)
def test_what_is_proved_is_said_with_its_proof(game: str, text: str, proof: str) -> None:
    """A formula or a period with a proof comes with its source, and nothing is conjectured."""
    found = describe(parse_game(game), 500)

    assert found.proved is not None
    assert found.proved.text == text
    assert proof in (found.proved.proof or "")
    assert f" is {text}" in str(found.proved)
    assert (found.conjectures, found.failed) == ((), ())


def test_a_proved_formula_keeps_its_period() -> None:
    """Lasker's Nim has period 4 with saltus 4 (Winning Ways, ch. 4)."""
    period = describe(parse_game("lasker")).period

    assert period is not None
    assert (period.preperiod, period.period, period.saltus) == (1, 4, 4)


@often(15)
@given(st.sets(st.integers(1, 12), min_size=1, max_size=4), st.booleans())
def test_a_proved_sentence_is_true(amounts: set[int], all_but: bool) -> None:
    """A sentence that is called proved holds on heaps that were not looked at."""
    ruleset = AllBut(amounts) if all_but else Subtraction(amounts)
    found = describe(ruleset, 300)
    assume(found.proved is not None)
    assert found.proved is not None

    said, after = sentence(ruleset, found.proved.text, found.period)
    start, values = found.proved.start + after, reference.values(ruleset, 700)
    assert said(np.array(values))[start:].tolist() == list(values[start:])


def sentence(
    ruleset: Subtraction | AllBut, text: str, period: Period | None
) -> tuple[Predict, int]:
    """Return what a proved sentence says of the values, and after how many heaps it says it."""
    if ruleset.formula is not None:
        assert text == ruleset.formula.text
        return lambda values: np.array([ruleset.formula(n) for n in range(len(values))]), 0
    assert period is not None
    form = closed_form_of(ruleset.values(2_000), period)
    if form is None:
        form = repetition(period)
        assert f"G(n + {period.period:,}) = G(n)" in text
        return form.predict, period.period
    assert text == form.text
    return form.predict, 0


@pytest.mark.parametrize(("ruleset", "text", "start"), [
    (Subtraction({1, 2, 3}), "n mod 4", 0),
    (Subtraction({2}), "⌊n/2⌋ mod 2", 0),
    (AllBut({1}), "⌊n/2⌋", 0),
    (Subtraction({2, 5}), "periodic with G(n + 7) = G(n)", 0),
])  # fmt: skip
def test_a_true_sentence_is_proved(ruleset: Subtraction | AllBut, text: str, start: int) -> None:
    """What is proved of some sets is known (Winning Ways, ch. 4)."""
    found = describe(ruleset, 300).proved

    assert found is not None
    assert (found.text, found.start) == (text, start)


# ---- conjectures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text", "start"),
    [
        ("take-a-prime", "n mod 4", 0),  # Negrușeri
        ("take-a-power-of-two", "n mod 3", 0),  # Negrușeri
        ("aliquot", "the exponent of 2 in n", 1),  # Iannucci, Larsson
        ("at-most-half", "k for n = 2k, G(k) for n = 2k + 1", 2),  # Negrușeri
        ("divide-2-3-6", "G(⌊n/12⌋)", 12),  # GeeksforGeeks
        ("to-divisor", "the number of prime factors (with repeats) of n", 1),
    ],
)
def test_published_formulas_are_found(game: str, text: str, start: int) -> None:
    """Without the formula at hand, the values alone lead to it, as a conjecture."""
    found = describe(without_formula(game), 500)

    assert found.proved is None
    (finding,) = found.conjectures
    assert (finding.text, finding.start, finding.proof) == (text, start, None)
    assert str(finding) == f"G(n) looks like {text} on heaps {start} … 499; not proved"


def test_laskers_saltus_is_seen_without_the_formula() -> None:
    """The values of Lasker's Nim look like a period 4 with saltus 4."""

    def lasker(n: int) -> list[tuple[int, ...]]:
        return [(k,) for k in range(n)] + [(k, n - k) for k in range(1, n // 2 + 1)]

    (finding,) = describe(HeapGame(lasker), 200).conjectures

    assert (finding.text, finding.start) == ("G(n − 4) + 4", 5)


SEQUENCES = [
    (lambda n: n, "n"),
    (lambda n: n // 3, "⌊n/3⌋"),
    (lambda n: (n + 1) // 2, "⌊(n + 1)/2⌋"),
    (lambda n: 3 * n // 4, "⌊3n/4⌋"),
    (lambda n: (n + 2) % 5, "(n + 2) mod 5"),
    (lambda n: n // 2 % 3, "⌊n/2⌋ mod 3"),
    (lambda n: (n + 1 & -n - 1).bit_length() - 1, "the exponent of 2 in (n + 1)"),
    (lambda n: n & -n, "the greatest power of two that divides n"),
    (lambda n: n ^ n >> 1, "n xor ⌊n/2⌋"),
    (lambda n: n ^ 5, "n xor 5"),
    (lambda n: n.bit_count() % 2, "the parity of the number of ones in binary n"),
    (lambda n: n.bit_count(), "the number of ones in binary n"),
    (lambda n: n.bit_length(), "1 + ⌊log₂ n⌋"),
    (GOLDEN.floor, "⌊n·(1 + √5)/2⌋"),
    (Quadratic(2, 1, 2, 1).floor, "⌊n·(2 + √2)⌋"),
    (lambda n: n ^ 3 * (n >> 1), "the xor of G(2^i) over the ones 2^i of n in binary"),
]


@pytest.mark.parametrize(("value", "text"), SEQUENCES, ids=[text for _, text in SEQUENCES])
def test_every_form_is_recognised(value: Callable[[int], int], text: str) -> None:
    """A sequence made by a formula leads back to this formula."""
    if text.startswith("the xor"):
        digits = [5, 9, 17, 2, 12, 1, 40, 3, 7, 11]

        def value(n: int) -> int:
            found = 0
            for place, digit in enumerate(digits):
                found ^= digit * (n >> place & 1)
            return found

    found = search(np.array([value(n) for n in range(500)])).holding

    assert found is not None
    assert found.text == text


def test_a_form_may_begin_late() -> None:
    """What repeats after exceptions is found with the first heap from which it holds."""
    values = np.arange(600) % 4
    values[:40] = 7

    found = search(values).holding

    assert found is not None
    assert (found.text, found.start) == ("n mod 4", 40)


def test_an_xor_of_earlier_values_is_recognised() -> None:
    """A long period that comes from xors is described by its rule."""
    values = [5, 1, 2, 7, 4, 8, 16]
    while len(values) < 300:
        values.append(values[-7] ^ values[-3])

    found = search(np.array(values)).holding

    assert found is not None
    assert found.text == "G(n − 3) xor G(n − 7)"


def test_noise_has_no_form() -> None:
    """Random values lead to no conjecture."""
    values = np.random.default_rng(1).integers(0, 8, 2_000)

    assert search(values).holding is None
    assert search_zeros(values).holding is None


# ---- P-positions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "text"),
    [
        ({GOLDEN.floor(k) for k in range(2_000)}, "⌊k·(1 + √5)/2⌋ for k = 0, 1, 2, …"),
        (
            {Quadratic(3, 1, 5, 2).floor(k) for k in range(2_000)},
            "⌊k·(3 + √5)/2⌋ for k = 0, 1, 2, …",
        ),
        ({Quadratic(2, 1, 2, 1).floor(k) for k in range(2_000)}, "⌊k·(2 + √2)⌋ for k = 0, 1, 2, …"),
        ({2 * GOLDEN.floor(k) for k in range(2_000)}, "2·⌊k·(1 + √5)/2⌋ for k = 0, 1, 2, …"),
        ({GOLDEN.floor(k) - 1 for k in range(1, 2_000)}, "⌊k·(1 + √5)/2⌋ − 1 for k = 1, 2, 3, …"),
        ({0} | {1 << e for e in range(12)}, "0 and the powers of two"),
        ({k * k for k in range(99)}, "the squares"),
        ({0}, "{0}"),
        ({0, 2, *range(5, 1_000, 2)}, "0, 2 and the odd n ≥ 5"),
        ({0, *range(4, 1_000, 2)} - {0}, "the even n ≥ 4"),
        ({1, 3, *range(9, 1_000, 3)}, "1, 3 and the n ≥ 9 with n mod 3 in {0}"),
        ({0, 1, 4, *range(9, 1_000)}, "0, 1, 4 and all n ≥ 9"),
        ({4, 7}, "4 and 7"),
        (
            {*range(1, 1_000, 2), 0, *(1 << e for e in range(12))},
            "the odd n, and n = 2k for k in the set: 0 and the powers of two",
        ),
        (
            {*range(4, 1_000, 2), *(2 * k * k + 1 for k in range(99))},
            "the even n ≥ 4, and n = 2k + 1 for k in the set: the squares",
        ),
    ],
)
def test_sets_of_p_positions_are_recognised(members: set[int], text: str) -> None:
    """A game whose P-positions follow a form shows it, when its values have no form."""
    found = search_zeros(np.array([n not in members for n in range(1_000)], int)).holding

    assert found is not None
    assert found.text == text


def test_the_p_positions_of_one_less_or_a_half() -> None:
    """With n − 1, and n/2 for even n, P are 0, 2 and the odd n ≥ 5.

    By induction: an odd n ≥ 5 has the one option n − 1, even and at least 4. It is N, for 4 has
    the option 2, and an even n ≥ 6 the odd n − 1 ≥ 5, which is P.
    """

    @grundy.game
    def half(n: int) -> Iterator[int]:
        if n:
            yield n - 1
            if n % 2 == 0:
                yield n // 2

    (finding,) = describe(half, 3_000).conjectures

    assert str(finding) == (
        "the set of P-positions looks like 0, 2 and the odd n ≥ 5 on heaps 0 … 2,999; not proved"
    )


def test_the_p_positions_of_mark_are_found() -> None:
    """In Mark P is 0 and each number with an odd number of binary zeros at its end (Fraenkel)."""
    (finding,) = describe(without_formula("mark"), 500).conjectures

    assert finding.about == ZEROS
    assert finding.text == "0 and the heaps with an odd number of zeros at the end of binary n"


@given(st.integers(-5, 5), st.sampled_from([1, -1, 2]), st.integers(1, 3), st.integers(0, 10**40))
def test_beatty_terms_are_exact(a: int, b: int, c: int, k: int) -> None:
    """⌊k·α⌋ is right for k of any size."""
    floor = Quadratic(a, b, 5, c).floor(k)
    # floor <= (a k + b k √5)/c < floor + 1, in whole numbers
    low, high = c * floor - a * k, c * floor + c - a * k

    def signed_square(number: int) -> int:
        return number * abs(number)

    assert signed_square(low) <= signed_square(b * k) * 5 < signed_square(high) or k == 0


# ---- counterexamples --------------------------------------------------------------------------


def test_the_first_counterexample_is_shown() -> None:
    """A form that fits heaps 0 to 99 and fails at 100 is reported with both values."""
    game = HeapGame(lambda n: [n - t for t in (1, 2, 3, 100) if t <= n], "taking 1, 2, 3 or 100")

    found = describe(game, 150)

    failed = found.failed[0]
    assert (failed.text, failed.heap, failed.said, failed.value) == ("n mod 4", 100, 0, 4)
    assert str(failed) == (
        "G(n) fits n mod 4 on heaps 0 … 99, but fails at heap 100: 0 there, not 4"
    )
    assert not any(finding.text == "n mod 4" for finding in found.conjectures)


@often(40)
@given(st.integers(100, 299))
def test_one_wrong_value_is_found(heap: int) -> None:
    """A single value that differs refutes a form at this very heap."""
    values = np.arange(300) // 2
    values[heap] += 1

    found = search(values)

    assert found.holding is None or found.holding.start > heap
    assert ("⌊n/2⌋", heap) in [(failure.form.text, failure.heap) for failure in found.failed]


def test_a_set_of_p_positions_is_refuted() -> None:
    """A heap more among the P-positions refutes a Beatty sequence there."""
    lower = {GOLDEN.floor(k) for k in range(400)}
    upper = {GOLDEN.floor(k) + k for k in range(400)}

    def options(n: int) -> list[tuple[int, ...]]:
        return [()] if n not in lower and n != GOLDEN.floor(99) + 99 else []

    failed = [one for one in describe(HeapGame(options), 500).failed if one.about == ZEROS]

    assert lower.isdisjoint(upper - {0})
    assert "⌊k·(1 + √5)/2⌋ for k = 0, 1, 2, …" in [one.text for one in failed]
    assert failed[0].heap == GOLDEN.floor(99) + 99
    assert str(failed[0]).endswith("fails at heap 259, which belongs to it")


def test_a_late_form_is_refuted_at_the_right_heap() -> None:
    """A form that speaks about heaps from 3 on fails at the heap that is wrong."""
    values = (np.arange(300) + 1) % 4
    values[:3] = 7
    values[200] = 9

    (failed,) = [one for one in search(values).failed if one.form.start == 3]

    assert (failed.form.text, failed.heap, failed.said) == ("(n + 1) mod 4", 200, 1)
    assert failed.form.first_failure(values) == 200


@given(st.data())
def test_a_form_never_looks_ahead(data: st.DataObject) -> None:
    """What a form says about a heap depends on the values of smaller heaps only."""
    family = data.draw(st.sampled_from([*CLOSED, *SELF_SIMILAR, *FROM_EARLIER]))
    kind = data.draw(st.sampled_from([value for value, _ in SEQUENCES]))
    values = np.array([kind(n) for n in range(64)])
    changed = values.copy()
    changed[40:] = 77

    for form in family(values, 0):
        said = form.predict(values)[form.start : 41]
        assert said.tolist() == form.predict(changed)[form.start : 41].tolist(), form.text


# ---- the words --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["0.6", "0.007", "take-a-square", "to-divisor", "4.1[3]"])
def test_what_is_not_proved_is_never_called_so(game: str) -> None:
    """Without a proof no sentence has the word "is"."""
    found = describe(parse_game(game), 400)

    for sentence in (*found.conjectures, *found.failed, *found.same_as):
        assert not re.search(r"\bis\b", str(sentence)), sentence
    assert found.proved is None
    for sentence in found.conjectures:
        assert "looks like" in str(sentence)
        assert str(sentence).endswith("; not proved")


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 60))
def test_few_heaps_are_enough_for_no_claim(stop: int) -> None:
    """Grim on a path (0.6) leads to no conjecture, however few heaps are looked at."""
    found = describe(TakeAndBreak("0.6"), stop)

    assert (found.proved, found.conjectures) == (None, ())


# ---- known games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "known", "shift"),
    [
        ("0.137", "0.07", 1),  # Winning Ways, ch. 4
        ("0.07", "0.137", -1),  # OEIS A002187
        ("0.4", "0.137", -2),  # OEIS A002187
        ("0.0177", "0.11377", -1),  # OEIS A071452
        ("0.074", "0.1377", -1),  # OEIS A071434
        ("0.440", "0.1377", -2),  # OEIS A071434
        ("0.450", "0.177", -1),  # OEIS A071435
        ("4.4", "0.77", -1),
    ],
)
def test_published_equivalences_are_proved(code: str, known: str, shift: int) -> None:
    """Two games with proved periods have equal values for ever, as published."""
    found = {match.known.game: match for match in describe(TakeAndBreak(code)).same_as}

    assert found[known].shift == shift
    assert (found[known].proof or "").startswith("proved")


def test_an_equivalence_without_periods_is_only_seen() -> None:
    """Grim played by a Python function agrees with 0.6 as far as one looks."""
    grim = HeapGame(lambda n: [(k, n - 1 - k) for k in range(n)] if n > 1 else [], "grim")

    (match,) = same_values(grim, 200)

    assert (match.known.oeis, match.shift, match.stop, match.proof) == ("A046695", 0, 200, None)
    assert str(match).endswith("agrees on heaps 0 … 199; not proved")


def test_one_late_difference_is_no_equivalence() -> None:
    """A game that leaves the values of another at heap 152 is not called the same."""

    def grim_but_once(n: int) -> list[tuple[int, ...]]:
        return [(k, n - 1 - k) for k in range(n)] if n > 1 and n != 152 else []

    assert list(same_values(HeapGame(grim_but_once), 152)) != []
    assert list(same_values(HeapGame(grim_but_once), 153)) == []


def test_the_same_rule_is_known_by_its_code() -> None:
    """Another way to write a game leads to its name."""
    matches = describe(TakeAndBreak("4!.0"), 50).same_as

    assert [(match.known.oeis, match.proof) for match in matches] == [("A002188", "the same rule")]


def test_known_games_can_be_read() -> None:
    """Each known game is one that the command line takes, and no number is used twice."""
    for known, _ in known_games():
        assert parse_game(known.game).values(2)[0] == 0, known.name
    numbers = [known.oeis for known, _ in known_games() if known.oeis]
    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch(r"A\d{6}", number) for number in numbers)


# First terms as OEIS prints them, with the heap of the first.
@pytest.mark.parametrize(
    ("oeis", "first", "terms"),
    [
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
        (
            "A014586",
            0,
            [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3],
        ),
        ("A025480", 0, [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0]),
        ("A007814", 1, [0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2]),
        ("A001222", 1, [0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]),
        ("A001477", 0, [0, 1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_oeis_numbers_belong_to_the_games(oeis: str, first: int, terms: list[int]) -> None:
    """The values of a known game are the terms that OEIS has under its number."""
    (known,) = [known for known, _ in known_games() if known.oeis == oeis]

    assert parse_game(known.game).values(first + len(terms))[first:].tolist() == terms


@given(
    *[st.tuples(st.integers(0, 6), st.integers(1, 6), st.integers(0, 2)) for _ in range(2)],
    st.data(),
)
def test_agreement_decides(
    one: tuple[int, int, int], other: tuple[int, int, int], data: st.DataObject
) -> None:
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


def test_equal_beginnings_of_different_growth_prove_nothing() -> None:
    """0, 0, 0, … and 0, 0, 1, 1, … agree for a common period, and differ later."""
    assert agreement((0, 1, 0), (0, 2, 1)) is None
    assert agreement((0, 1, 1), (0, 2, 2)) == 2


def test_a_proof_looks_beyond_both_preperiods() -> None:
    """A game that leaves Kayles at heap 300 and repeats from 400 on is not Kayles."""

    def options(n: int) -> list[tuple[int, ...]]:
        rows: list[tuple[int, ...]] = [(k, n - t - k) for t in (1, 2) for k in range(n - t + 1)]
        return rows if n != 300 else []

    period = Period(preperiod=400, period=12, saltus=0, proved=True)

    assert [match.shift for match in same_values(HeapGame(options), 250)] == [0]
    assert list(same_values(HeapGame(options), 450, period)) == []
