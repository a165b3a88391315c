"""Impartial Amazons, against the plain definition on random boards."""

from functools import cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

import grundy

AMAZONS = grundy.catalogue["amazons"]


def queen(board, at):
    """Give the free cells that a queen reaches from a cell; a board maps cells to signs."""
    for step in product((-1, 0, 1), repeat=2):
        if step != (0, 0):
            row, column = at[0] + step[0], at[1] + step[1]
            while board.get((row, column)) == ".":
                yield row, column
                row, column = row + step[0], column + step[1]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_values_are_those_of_the_definition(data):
    """Any amazon moves as a queen, and shoots as a queen from where it is then."""
    width = data.draw(st.integers(1, 3))
    row = st.text("x.#", min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=1, max_size=6 // width))

    @cache
    def value(items):
        board, found = dict(items), set()
        for at, sign in items:
            if sign == "x":
                free = {**board, at: "."}
                for to in queen(free, at):
                    for arrow in queen(free, to):
                        found.add(value(tuple(sorted({**free, to: "x", arrow: "#"}.items()))))
        return grundy.mex(found)

    cells = {(r, c): sign for r, text in enumerate(rows) for c, sign in enumerate(text)}
    assert AMAZONS["/".join(rows)].value() == value(tuple(sorted(cells.items())))
