"""The compiled search for pieces of Cram that fit a board of 8 × 8: its table and its limits."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from grundy.named.kernels import cram as kernels
from grundy.running.limits import Limits, Watch
from grundy.running.progress import Control, watched

if TYPE_CHECKING:
    from grundy.named.cram.cram import Board, Cram
    from grundy.running.progress import Progress

_FIRST_SLOTS = 1 << 16
_SLOT_BYTES = 13


class CramSearch:
    """The questions about pieces of Cram, and the answers proved so far.

    Two threads may use one search; they take turns.

    Attributes:
        asked: The questions looked at so far.
    """

    def __init__(self, game: Cram) -> None:
        self._game = game
        self._lock = threading.Lock()
        self._stack = (
            np.zeros(kernels.DEPTH, np.uint64),
            np.zeros(kernels.DEPTH, np.int64),
            np.zeros(kernels.DEPTH, np.int64),
            np.zeros(kernels.DEPTH, np.int64),
            np.zeros((kernels.DEPTH, kernels.OPTIONS), np.uint64),
            np.zeros((kernels.DEPTH, kernels.OPTIONS), np.int64),
        )
        self._state = np.zeros(3, np.int64)
        self._table = _empty_table(_FIRST_SLOTS)

    @property
    def asked(self) -> int:
        """How many questions have been looked at."""
        return int(self._state[kernels.ASKED])

    @property
    def pieces(self) -> int:
        """How many pieces the table holds."""
        return int(self._state[kernels.USED])

    def value(
        self, piece: Board, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> int:
        """Return the value of a piece.

        Args:
            piece: A board of up to 8 × 8 whose free cells, 63 at most, hang together.
            limits: How far the search may go; its positions count the questions.
            progress: Called now and then as ``progress("positions", done, 0)``.

        Raises:
            LimitError: If a limit is passed; ``partial`` has False for each value that the
                piece is proved not to have. What is proved stays known.
        """
        with self._lock:
            key, answers = self._key(piece), dict[int, bool]()
            watch = self._watch(piece, answers, limits, progress)
            while (value := self._known(key, answers)) is None:
                self._ask(key, next(n for n in range(33) if n not in answers), watch)
            return value

    def has_value(
        self,
        piece: Board,
        wanted: int,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> bool:
        """Say whether a piece has this value; arguments and errors are those of `value`."""
        if 2 * wanted > piece.free.bit_count():
            return False  # a value is no more than the moves that are left
        with self._lock:
            key, answers = self._key(piece), dict[int, bool]()
            watch = self._watch(piece, answers, limits, progress)
            while (value := self._known(key, answers)) is None and wanted not in answers:
                self._ask(key, wanted, watch)
            return value == wanted

    # ---- the table --------------------------------------------------------------------------

    def _key(self, piece: Board) -> int:
        rows = (piece.free >> piece.columns * row for row in range(piece.rows))
        row_bits = (1 << piece.columns) - 1
        board = sum((row & row_bits) << 8 * place for place, row in enumerate(rows))
        return int(kernels.canonical(np.uint64(board)))

    def _known(self, key: int, answers: dict[int, bool]) -> int | None:
        """Return the value of a piece, or None; *answers* gains the values proved wrong."""
        keys, excluded, exact = self._table
        slot = kernels.find(keys, np.uint64(key))
        if keys[slot] != key:
            return None
        answers.update((n, False) for n in range(32) if excluded[slot] >> n & 1)
        return None if exact[slot] == kernels.UNKNOWN else int(exact[slot])

    def _ask(self, key: int, n: int, watch: Watch) -> None:
        pieces, wanted, cursors, *_ = self._stack
        pieces[0], wanted[0], cursors[0] = key, n, kernels.NEW
        self._state[kernels.OPEN] = 1
        while True:
            ended = watched(
                self._run,
                "positions",
                0,
                lambda *_: watch.look(self.asked - self._before, plain=False),
            )
            if ended != kernels.FULL:
                return
            self._grow(watch)

    def _run(self, control: Control) -> int:
        return int(kernels.search(*self._stack, self._state, *self._table, control))

    def _grow(self, watch: Watch) -> None:
        slots = 2 * len(self._table[0])
        watch.require_memory(slots * _SLOT_BYTES, self.asked - self._before)
        larger = _empty_table(slots)
        kernels.move_table(*self._table, *larger)
        self._table = larger

    def _watch(
        self,
        piece: Board,
        answers: dict[int, bool],
        limits: Limits | None,
        progress: Progress | None,
    ) -> Watch:
        self._before = self.asked
        name = f"The value of cram[{self._game.format(piece)}]"
        return Watch(limits, name, answers, progress)


def _empty_table(slots: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return (
        np.zeros(slots, np.uint64),
        np.zeros(slots, np.uint32),
        np.full(slots, kernels.UNKNOWN, np.uint8),
    )
