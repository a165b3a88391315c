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
