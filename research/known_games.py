"""`python -m research.known_games`: the file of codes and families among which values are found.

Each row of values stands there once. Of the sets of numbers, which are walked, it only says which
of them are to be: one of each row.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import cast

import click
import numpy as np
import numpy.typing as npt

from grundy import catalogue
from grundy.cli.output import progress_bar
from grundy.recognition import spaces as known
from grundy.recognition.known import is_distinct, packed
from grundy.recognition.spaces import FAMILIES, FILE, LARGEST, Codes, Families, Family, Part, Sets
from grundy.runtime.limits import report
from research.program import start

_TOGETHER = 1 << 15


def codes_part(space: Codes, numbers: Iterable[int]) -> Part:
    """Return some codes with their values, each row once, in the order in which they come."""
    row_numbers: dict[bytes, int] = {}
    games, row_of = list(numbers), []
    for done, number in enumerate(games):
        values = space.rules(number).values(space.heaps).astype(np.uint16)
        row_of.append(row_numbers.setdefault(values.tobytes(), len(row_numbers)))
        report("codes", done, len(games))
    rows = np.frombuffer(b"".join(row_numbers), np.uint16).reshape(-1, space.heaps)
    return Part(space, rows, np.array(row_of, np.int32), np.array(games))


def families_part(space: Families) -> Part:
    """Return the families with their values; each has a row of its own."""
    rows = np.zeros((space.size, space.heaps), np.uint16)
    rows[:] = known.padding(rows)
    for number, family in enumerate(FAMILIES):
        rows[number, family.first : family.stop] = family_values(family)
    return Part(space, rows, np.arange(space.size, dtype=np.int32), np.arange(space.size))


def distinct_sets(space: Sets) -> npt.NDArray[np.uint8]:
    """Return a bit for each set, set for one of each row; bits of the same small numbers are near.

    A set with the number n has its bit at n with its own bits from last to first.
    """
    found = np.zeros(space.size, np.bool_)
    for first in range(0, space.size, _TOGETHER):
        places = np.arange(first, first + _TOGETHER, dtype=np.uint32)
        numbers = np.zeros_like(places)
        for place in range(LARGEST):
            numbers |= (places >> np.uint32(LARGEST - 1 - place) & np.uint32(1)) << np.uint32(place)
        found[places] = is_distinct(numbers, space)
    return np.packbits(found)


def family_values(family: Family) -> list[int]:
    """Return the values of the numbers of a family, by the catalogue's own rules."""
    rules = catalogue.new(family.game)
    states = (
        known.position_text(family.text, number).removeprefix(family.game)
        for number in range(family.first, family.stop)
    )
    return [cast("int", rules.read(state).value()) for state in states]


def write(path: Path) -> None:
    """Write the file; it takes about a minute."""
    codes = Codes()
    arrays = packed(codes_part(codes, range(codes.size)))
    arrays |= packed(families_part(Families()))
    for space in known.spaces():
        if isinstance(space, Sets):
            arrays[f"{space.name}_distinct"] = distinct_sets(space)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


@click.command
@click.argument("path", type=click.Path(path_type=Path), default=FILE)
def command(path: Path) -> None:
    """Write the file anew, to PATH or where `grundy recognise` reads it."""
    with progress_bar("codes"):
        write(path)


if __name__ == "__main__":
    start("known_games", command)
