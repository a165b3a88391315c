"""Genera, canonical forms and tame games: published ones, and against the game tree."""

from collections.abc import Callable, Hashable, Iterable
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import TakeAndBreak
from grundy.heaps.misere_search import genera
from grundy.misere.forms import Form, Genus, Tame, canonical, classify, genus_of
from quotients import plain_codes


def closed(starts, options):
    """Return all that some positions lead to, options first, and the options of each by number."""
    numbers: dict[Hashable, int] = {}
    numbered: list[list[int]] = []

    def visit(position):
        if position not in numbers:
            left = [visit(option) for option in options(position)]
            numbers[position] = len(numbered)
            numbered.append(left)
        return numbers[position]

    for start in starts:
        visit(start)
    return list(numbers), numbered


def sums_of(ruleset: TakeAndBreak) -> Callable[[Hashable], Iterable[Hashable]]:
    """Return the options of sums of heaps, each in ascending order."""

    def options(heaps: Hashable) -> Iterable[Hashable]:
        assert isinstance(heaps, tuple)
        for place, heap in enumerate(heaps):
            rest = heaps[:place] + heaps[place + 1 :]
            for option in ruleset.options(heap):
                yield tuple(sorted((*rest, *option)))

    return options


def folded(options: Iterable[Iterable[int]]) -> list[Genus]:
    """Return the genera of positions whose options are numbers of earlier ones."""
    found: list[Genus] = []
    for those in options:
        found.append(genus_of(found[option] for option in those))
    return found


def heap_genera(code: str, stop: int) -> list[str]:
    starts: list[Hashable] = [(heap,) for heap in range(1, stop)]
    positions, options = closed(starts, sums_of(TakeAndBreak(code)))
    known = dict(zip(positions, folded(options), strict=True))
    return [str(known[start]) for start in starts]


@pytest.mark.parametrize(("code", "expected"), [
    ("0.312", "1^031 2^20 0^02 2^1420 0^02 1^13 0^02 1^13"),  # plambeck.org
    # Winning Ways, ch. 13: Kayles
    ("0.77", "1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046"),
    # Winning Ways, ch. 13: Dawson's Kayles, which has no move in a heap of 1
    ("0.07", "0^120 1^031 1^031 2^20 0^120 3^31 1^031 1^031 0^120 3^1431 3^31 2^0520 2^20 "
             "4^146 0^120 5^057"),
    ("0.[3]", "1^031 2^20 3^31 4^46 5^57 6^64"),
])  # fmt: skip
def test_genera_of_known_games(code, expected):
    game, heaps = TakeAndBreak(code), range(1, 1 + len(expected.split()))
    assert heap_genera(code, heaps.stop) == expected.split()
    assert [str(game.genus(heap)) for heap in heaps] == expected.split()
    assert " ".join(map(str, genera(game, heaps))) == expected


@settings(max_examples=25)
@given(plain_codes(), st.lists(st.integers(1, 6), min_size=1, max_size=2))
def test_a_genus_gives_the_values_beside_twos(ruleset, heaps):
    """Each digit is the misère value of the position beside so many heaps *2."""
    sums = sums_of(ruleset)

    def with_twos(position):
        """Options of (heaps, Nim's heaps); the second are what the genus adds."""
        heaps, nim = position
        for option in sums(heaps):
            yield option, nim
        for place, size in enumerate(nim):
            for left in range(size):
                yield heaps, tuple(sorted((*nim[:place], left, *nim[place + 1 :])))

    start = tuple(sorted(heaps))
    positions, options = closed([(start, (2,) * 4)], with_twos)
    values: list[int] = []
    for left in options:
        met = {values[option] for option in left}
        values.append(next(n for n in range(len(met) + 1) if n not in met) if left else 1)
    known = dict(zip(positions, values, strict=True))
    alone, alone_options = closed([start], sums)
    genus = dict(zip(alone, folded(alone_options), strict=True))[start]

    digits = list(genus.digits)
    while len(digits) < 5:
        digits.append(digits[-2] if len(digits) > 1 else digits[-1] ^ 2)
    assert [known[start, tuple(sorted((2,) * n + (0,) * (4 - n)))] for n in range(5)] == digits[:5]
    assert genus.value == ruleset.sum(heaps).value()


def test_forms_by_birthday():
    """There are 1, 2, 3, 5 and 22 games born by day 0 to 4 (Conway, ONAG chapter 12)."""
    known: set[Form] = set()
    counts = []
    for _ in range(5):
        every = chain.from_iterable(combinations(known, n) for n in range(len(known) + 1))
        known = {canonical(chosen) for chosen in every}
        counts.append(len(known))
    assert counts == [1, 2, 3, 5, 22]


@pytest.mark.parametrize(("options", "expected"), [
    ([], Tame(0, False)), ([Tame(0, False)], Tame(1, False)), ([Tame(1, False)], Tame(0, False)),
    ([Tame(1, False), Tame(2, True)], Tame(0, False)),
    ([Tame(0, False), Tame(3, True)], Tame(1, False)), ([Tame(2, True)], Tame(0, True)),
    ([Tame(0, False), Tame(1, False)], Tame(2, True)),
    ([Tame(0, True), Tame(0, False), Tame(1, True)], Tame(2, True)),
    ([Tame(0, False), Tame(0, True)], None), ([Tame(1, False), Tame(0, True)], None),
    ([Tame(1, False), Tame(1, True)], None), ([Tame(0, False), Tame(1, True)], None),
])  # fmt: skip
def test_each_case_of_fickle_and_firm(options, expected):
    """A heap is fickle, firm or wild by the options it has, as Conway says."""
    assert classify(options) == expected
