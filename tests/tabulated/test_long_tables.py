"""Tables of a size that is met in use: behind the marker, for they take minutes and a gigabyte."""

from functools import reduce
from operator import xor

import numpy as np
import pytest

import grundy
from grundy.games.values.questions import ByQuestions
from grundy.named.games.cram import Board

pytestmark = pytest.mark.long


def test_cram_on_five_by_six(tmp_path):
    """All 2^30 sets of free cells; a million of them against the search of single boards."""
    cram = grundy.catalogue["cram"]

    table = grundy.tabulate(cram, "5x6", path=tmp_path / "cram")

    assert table.value("5x6") == 2
    numbers = np.random.default_rng(6).integers(0, 1 << 30, 10**6)
    known: dict[Board, int] = {}
    search = cram.valuer
    assert isinstance(search, ByQuestions)
    for number, entry in zip(numbers.tolist(), table.entries_of(numbers).tolist(), strict=True):
        pieces = list(cram.components(Board(5, 6, number)))
        for piece in pieces:
            if piece not in known:
                known[piece] = search.value(piece)
        assert entry == reduce(xor, map(known.__getitem__, pieces), 0)
    table.verify(sample=10**7)


def test_northcott_on_four_columns_of_eight_rows(tmp_path):
    """19,668,992 states with cycles: every value is the xor of the gaps, none is ∞."""
    game = grundy.catalogue["northcott"]

    table = grundy.tabulate(game, "1,3 1,4 1,7 2,5", path=tmp_path / "northcott")

    assert table.count() == 19_668_992
    numbers = np.arange(table.count())
    gaps = np.zeros(table.count(), np.int64)
    rest = numbers.copy()
    for _ in range(4):
        rest, column = rest // 56, rest % 56
        white, black = column // 7, column % 7
        gaps ^= abs(black + (black >= white) - white) - 1
    assert np.array_equal(table.entries_of(numbers), gaps)
