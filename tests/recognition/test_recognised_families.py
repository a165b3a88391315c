"""Values of games that are no heap games: each family is found, and nothing is made up."""

from collections.abc import Hashable
from functools import cache, reduce
from operator import xor
from typing import Any

import numpy as np
import pytest

import grundy
from grundy import catalogue, recognise
from grundy.games.ruleset import Ruleset
from grundy.recognition.found_games import least_heaps
from grundy.recognition.known import read_part
from grundy.recognition.spaces import FAMILIES, Families, Family, padding, position_text, spaces
from grundy.recognition.terms import as_terms

MOST_STATES = 250
NAMES = [family.text for family in FAMILIES]


@cache
def part() -> Any:
    return read_part(spaces()[3])


def row(family: Family) -> list[int]:
    return part().values_of(FAMILIES.index(family))[family.first :].tolist()


def heap_of(family: Family, values: list[Any]) -> int:
    return int(least_heaps(part(), as_terms(values))[FAMILIES.index(family)])


class TooManyStatesError(Exception):
    """More states than the plain solver is to look at."""


def plain_value(rules: Ruleset, state: Any, known: dict[Hashable, int]) -> int:
    """Return the mex over all options, each the nim-sum of its components."""
    key = rules.canonical(state)
    if key not in known:
        if len(known) > MOST_STATES:
            raise TooManyStatesError
        reached = {
            reduce(xor, (plain_value(rules, each, known) for each in rules.components(option)), 0)
            for option in rules.options(state)
        }
        known[key] = next(value for value in range(len(reached) + 1) if value not in reached)
    return known[key]


def plain_values(family: Family) -> list[int]:
    """Return the values of the first numbers, as far as few states decide them."""
    rules, known, values = catalogue.new(family.game), {}, []
    for number in range(family.first, min(family.stop, family.first + 24)):
        state = rules.parse(position_text(family.text, number).removeprefix(family.game).strip())
        try:
            parts = [plain_value(rules, each, known) for each in rules.components(state)]
        except TooManyStatesError:
            break
        values.append(reduce(xor, parts, 0))
    return values


@pytest.mark.parametrize("family", FAMILIES, ids=NAMES)
def test_each_family_is_found_by_values_of_the_definition(family):
    """Those of its first numbers, which the rules alone give, stand at its least number."""
    values = plain_values(family)

    assert len(values) >= 2
    assert row(family)[: len(values)] == values
    assert heap_of(family, values) == family.first


@pytest.mark.parametrize("family", FAMILIES, ids=NAMES)
def test_each_family_is_found_with_a_shift_and_a_gap(family):
    """From its second number on, and where a value is not known; it is like the game it names."""
    values = row(family)

    assert len(values) == family.stop - family.first >= 5
    assert heap_of(family, [*values[:2], "?", *values[3:]]) == family.first
    assert 0 <= heap_of(family, values[1:]) <= family.first + 1
    if family.like:
        other = catalogue.read(family.like).values(len(values) + 12).tolist()
        assert any(other[start : start + len(values)] == values for start in range(12))


@pytest.mark.parametrize("family", FAMILIES, ids=NAMES)
def test_what_is_not_known_never_fits(family):
    """Neither after the known values nor before them, whatever number is given there."""
    values, outside = row(family), padding(part().rows)
    for other in (0, 1, outside, outside + 1):
        assert heap_of(family, [*values, other]) == -1
        assert heap_of(family, [*values, "?", other]) == -1
    assert heap_of(family, [outside, *values]) == -1
    assert heap_of(family, [outside]) == -1


@pytest.mark.parametrize("family", FAMILIES, ids=NAMES)
def test_a_text_becomes_a_question(family):
    """With a number for its n; the game is called as in the catalogue."""
    position = grundy.read(position_text(family.text, family.first + 1))

    assert position.value() == row(family)[1]
    assert family.name == catalogue.entry(family.game.partition("(")[0]).name
    assert position_text(family.text, 10).count("10") == family.state.count("n")


def test_few_values_leave_families_to_the_end():
    """Five at the first number are enough, and one more for each number passed over."""
    space, number = Families(), NAMES.index("nogo 1xn")
    ranks = [
        int(space.ranks(np.array([number]), np.array([heap]), compared)[0])
        for heap, compared in ((1, 5), (1, 4), (4, 8), (4, 7))
    ]

    assert ranks[0] == ranks[2] == 0
    assert ranks[1] == ranks[3] > 31


def test_a_family_says_only_what_is_known():
    """No value, period or game is made up; what comes next can be asked."""
    match = recognise("0 1 0 1 2 0 1 0 1 2 3 1", ahead=20)[0]
    known = row(FAMILIES[NAMES.index("nogo 1xn")])

    assert list(match.next_values) == known[12:]
    assert (match.period, match.rules, match.is_family) == (None, None, True)
    assert match.position(13) == "nogo 1x13"
    assert str(match) == "nogo 1xn (NoGo), from n = 1 on"


def test_where_a_family_ends_nothing_decides():
    """Other games go on, and nobody knows whether Sprouts goes with them."""
    assert recognise("0 0 0 1 1 1").deciding is None
    assert recognise("0 1 1 3 0 0 2 2 4 0 5").deciding in range(5, 12)
