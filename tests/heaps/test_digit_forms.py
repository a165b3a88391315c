"""Forms by digits and by runs that grow: found, right far beyond what was seen, not made up."""

import re
from collections.abc import Callable, Iterable

import numpy as np
import pytest

from grundy import HeapGame, describe
from grundy.heaps import digit_forms
from grundy.heaps.closed_forms import is_guess
from grundy.heaps.conjectures import search, search_zeros
from grundy.nimbers import mex

SEEN, AFTERWARDS = 200, 3_000
Rule = Callable[[int], Iterable[int]]


def values_of(rule: Rule, stop: int) -> np.ndarray:
    """Return the values by the definition."""
    found: list[int] = []
    for heap in range(stop):
        found.append(mex(found[option] for option in rule(heap)))
    return np.array(found, np.int64)


def divided_is_lost(n: int) -> bool:
    """Return who loses where even n are divided by powers of two, odd ones lose 1 (ALBOFACE)."""
    return n == 0 or (n % 4 > 0 and not divided_is_lost(n - 1 if n % 2 else n // 2))


@pytest.mark.parametrize(("is_lost", "text"), [
    (lambda n: n & 2 * n == 0,  # Project Euler 301, Nim with n, 2n and 3n
     "P(2n) = P(n), P(4n + 1) = P(n), P(4n + 3) = 0"),
    (divided_is_lost,
     "P(2n + 1) = − P(2n) + 1, P(4n) = 0, P(4n + 2) = P(2n) for n ≥ 1"),
])  # fmt: skip
def test_64_values_are_enough_where_a_sequence_is_constant_or_another_turned_round(
    is_lost: Callable[[int], bool], text: str
) -> None:
    """Such a one needs few terms to be seen."""
    lost = np.array([is_lost(n) for n in range(AFTERWARDS)])
    form = search_zeros(np.where(lost, 0, 1)[:64]).holding

    assert form is not None
    assert form.text.endswith(text)
    assert form.first_failure(lost.astype(np.int64)) is None


def test_terms_that_two_sequences_share_do_not_say_which_it_is() -> None:
    """One more may be taken, or a one of binary n: n -> P(2n + 1) and P(4n + 1) differ late."""
    values = values_of(
        lambda n: [n ^ 1 << i for i in range(10) if n >> i & 1] + [n - 1] * (n > 0), 800
    )
    members = (values == 0).astype(np.int64)

    assert members[1:26:2].tolist() == members[1:50:4].tolist()
    assert members[1::2][13] != members[1::4][13]
    for family in digit_forms.FAMILIES:
        assert not [form for form in family(members[:133], 0) if "base 2" in form.text]
    seen = [search_zeros(values[:few]).holding for few in (400, 800)]  # few have five digits
    said = [(is_guess(form.bits), form.first_failure(members)) for form in seen if form]
    assert said == [(True, 421), (True, None)]  # the second fails at heap 853


def test_runs_that_the_least_amount_makes_are_little_evidence() -> None:
    """A prime + 10 is taken: at first there are runs of 12."""
    amounts = [p + 10 for p in range(2, 130) if all(p % d for d in range(2, p))]
    values = values_of(lambda n: [n - amount for amount in amounts if amount <= n], 200)
    for shown, failing, is_likely in ((values, 135, False), (np.arange(200) // 3, None, True)):
        form = search(shown[:64]).holding
        assert form is not None
        assert (form.first_failure(shown), form.bits >= 4) == (failing, is_likely)


def test_a_description_says_that_it_was_seen_and_how_likely_chance_is() -> None:
    """A form by digits stands with the heaps it was tested on, and is called no proof."""
    middle = HeapGame(lambda n: [n // 2, (n + 1) // 2 if n > 1 else 0])
    (sentence,) = map(str, describe(middle, 1_000).conjectures)
    assert "each start is 4 times that of 3 runs before and −2, −1, −4 more in turn" in sentence
    assert re.search(
        r"heaps 0 … 999; borne .*, not proved, chance fits these at most once in 10\^3", sentence
    )
