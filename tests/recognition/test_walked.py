"""Sets walked all at once: against each by itself, by the definition."""

import random

import numpy as np
import pytest

import reference
from grundy.heaps.periods.period import all_but_theorem, subtraction_theorem
from grundy.heaps.subtraction import AllBut, Subtraction
from grundy.recognition import known as walking
from grundy.recognition.known import is_distinct, walked, walked_rows
from grundy.recognition.spaces import Sets, spaces
from grundy.recognition.terms import Terms

HEAPS = 40
MEMBERS = 6


def small_space(kind: type[Subtraction | AllBut]) -> tuple[Sets, list[list[int]]]:
    """Return the sets of few numbers, and the values of each by the definition."""
    theorem = subtraction_theorem if kind is Subtraction else all_but_theorem
    space = Sets("small", kind, theorem(MEMBERS))
    space.heaps = HEAPS
    space.largest_value = HEAPS - 1 if space.all_but else MEMBERS
    rows = [reference.values(space.rules(number), HEAPS) for number in range(1 << MEMBERS)]
    greatest = {tuple(row): number for number, row in enumerate(rows)}
    least = {tuple(row): number for number, row in reversed([*enumerate(rows)])}
    found = (least if space.all_but else greatest).values()
    space.distinct = np.array([*found], np.uint32)
    return space, rows


def windows(rows: list[list[int]], seed: int, count: int) -> list[list[int | None]]:
    """Return values of random games from random heaps on, with gaps, and some with a slip."""
    chance = random.Random(seed)
    found: list[list[int | None]] = []
    for _ in range(count):
        row, size = chance.choice(rows), chance.choice([1, 2, 3, 4, 6, 9, 14])
        start = chance.choice([0, 1, chance.randrange(HEAPS - size)])
        values: list[int | None] = [*row[start : start + size]]
        if chance.random() < 0.3:
            place = chance.randrange(size)
            values[place] = max(0, row[start + place] + chance.choice([-1, 1, 3]))
        if size > 2 and chance.random() < 0.4:
            values[chance.randrange(1, size)] = None
        found.append(values)
    return found


def have(row: list[int], values: list[int | None]) -> bool:
    return any(
        all(value in (None, said) for value, said in zip(values, row[start:], strict=False))
        for start in range(len(row) - len(values) + 1)
    )


@pytest.mark.parametrize("kind", [Subtraction, AllBut])
@pytest.mark.parametrize(("together", "few"), [(16, 16), (1 << 15, 2)])
def test_sets_are_walked_as_each_by_itself(kind, together, few, monkeypatch):
    """Of all sets of small numbers those are left that have the values; each row is there once."""
    monkeypatch.setattr(walking, "LARGEST", MEMBERS)
    monkeypatch.setattr(walking, "_TOGETHER", together)
    monkeypatch.setattr(walking, "_FEW_ROWS", few)
    monkeypatch.setattr(walking, "_STAGES", (10, 18))
    space, rows = small_space(kind)
    sizes = set()
    for values in windows(rows, 5, 45):
        while values[-1] is None:
            values.pop()
        part = walked(space, Terms(tuple(values)))
        expected = [number for number, row in enumerate(rows) if have(row, values)]

        assert part.numbers.tolist() == expected
        assert part.rows[part.row_of].tolist() == [rows[number] for number in expected]
        assert len(np.unique(part.rows, axis=0)) == len(part.rows)
        most = max(0, *(value or 0 for value in values))
        one_each = walked_rows(space, Terms(tuple(values)), most)
        assert sorted(one_each.rows.tolist()) == sorted(np.minimum(part.rows, most + 1).tolist())
        assert set(one_each.numbers.tolist()) <= set(expected)
        sizes.add(len(expected))
    assert {0, 1} <= sizes
    assert len(sizes) > 8


@pytest.mark.parametrize("place", [0, 2])
def test_one_set_of_each_row_is_known(place):
    """The file has the greatest set of each row, or where a set may not be taken the least."""
    space, chance = spaces()[place], np.random.default_rng(place)
    assert isinstance(space, Sets)
    numbers = chance.integers(0, space.size, 2_000).astype(np.uint32)

    assert np.isin(numbers, space.distinct).tolist() == is_distinct(numbers, space).tolist()
    assert is_distinct(space.distinct[::41], space).all()


@pytest.mark.parametrize("values", [(21,), (0, 200), (5, 5, *[None] * 200, 5)])
def test_what_no_set_has_leaves_none(values):
    """Values that are too great, and more heaps than there are rows of."""
    part = walked(spaces()[0], Terms(values))
    assert len(part.numbers) == len(part.rows) == len(part.row_of) == 0
