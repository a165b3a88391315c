"""A game of one's own with numbered states: name a number, and take it with all its multiples.

Some numbers lie on the table, such as 2 to 20. Who cannot move loses.

grundy tabulate examples/multiples.py:multiples 2..20 --output multiples-20
grundy solve examples/multiples.py:multiples 5,6,10,12 --table multiples-20
grundy verify multiples-20 --game examples/multiples.py:multiples
"""

import numpy as np

import grundy
from grundy.games import Indexed, Packed, subsets


@grundy.game(parse=lambda text: read(text), format=lambda left: write(left),
             indexed=lambda board: as_numbers(board))  # fmt: skip
def multiples(left):
    """From 5, 6, 10 and 12 one may name 5 and go to 6 and 12."""
    for number in left:
        yield tuple(other for other in left if other % number)


def read(text):
    """Read 5,6,10 or 2..20 or, where nothing is left, a minus sign."""
    first, dots, last = text.strip().partition("..")
    words = [first, last] if dots else [] if first == "-" else first.split(",")
    if not all(word.isdecimal() and 0 < len(word) < 5 and int(word) for word in words):
        raise grundy.PositionError(f"Write such as 5,6,10 or 2..20, found {text!r}.")
    given = [int(word) for word in words]
    return tuple(range(given[0], given[1] + 1)) if dots else tuple(sorted(set(given)))


def write(left):
    """Write the numbers that are left."""
    return ",".join(map(str, left)) or "-"


def take(word, multiples, out):
    """Write the options of a set of numbers, which are bits; multiples[i] go with number i."""
    count = 0
    for place in range(len(multiples)):
        if word >> place & 1:
            out[count] = word & ~multiples[place]
            count += 1
    return count


def as_numbers(board):
    """Number all subsets of what lies on the table. Moves only take away, so they "shrink"."""
    if not 0 < len(board) <= 40:
        return None
    place = {number: at for at, number in enumerate(board)}

    def word_of(left):
        if not set(left) <= set(board):
            raise grundy.PositionError(f"{write(left)} is not among {write(board)}.")
        return sum(1 << place[number] for number in left)

    rows = [sum(1 << at for other, at in place.items() if other % n == 0) for n in board]
    return Indexed(
        Packed(word_of(board), take, data=np.array(rows, np.int64), most=len(board)),
        subsets(len(board)),
        word_of=word_of,
        state_of=lambda word: tuple(n for n in board if word >> place[n] & 1),
        order="shrinks",
    )
