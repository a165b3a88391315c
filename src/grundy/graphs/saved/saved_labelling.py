"""Labels as a file states them, and the check of all that they state, without a solver."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.errors import VerificationError
from grundy.graphs import columns
from grundy.graphs.csr import Csr
from grundy.graphs.graph import GameGraph
from grundy.values import LoopyValue, Play

_GREATEST = 2**31 - 1


@dataclass(frozen=True, eq=False)
class SavedLabelling:
    """Labels as a file states them, in the order of the graph's vertices."""

    graph: GameGraph
    play: Play
    names: Sequence[Hashable]
    values: npt.NDArray[np.int32]
    counters: npt.NDArray[np.int32]
    finite: Sequence[frozenset[int] | None]
    outcomes: npt.NDArray[np.uint8] | None
    remoteness: npt.NDArray[np.int32] | None
    winning_moves: Sequence[Sequence[int]] | None
    best_moves: npt.NDArray[np.int32] | None

    def verify(self) -> None:
        """Check conditions A, B and C, and everything else that the file states."""
        from grundy.graphs.verify import verify_values

        misere = self.play == "misere"
        verify_values(self.graph, self.values, self.counters, misere=misere)
        self._require_counters()
        forward = self.graph.forward
        finite = columns.finite_rows(forward, self.values)
        self._compare_sets(finite)
        outcomes = columns.outcomes_of(self.values, finite)
        if self.outcomes is not None:
            self._compare_outcomes(outcomes)
        if self.winning_moves is not None:
            self._compare_moves(columns.winning_rows(forward, outcomes))
        if self.remoteness is not None:
            self._compare_remoteness(outcomes)
        if self.best_moves is not None:
            self._compare_best(outcomes)

    def _require_counters(self) -> None:
        """Check that finite vertices have a counter, and the others none."""
        wrong = np.flatnonzero((self.values < 0) != (self.counters < 0))
        if len(wrong):
            u = int(wrong[0])
            if self.counters[u] < 0:
                self._complain(u, "counter", "there is no counter, and a finite value needs one")
            self._complain(
                u, "counter", f"the stated counter is {self.counters[u]}, and a value ∞ has none"
            )

    def _compare_sets(self, expected: Csr) -> None:
        for u, (stated, row) in enumerate(zip(self.finite, expected.each_row(), strict=True)):
            if stated is not None and stated != frozenset(row):
                self._fail(u, "K", LoopyValue(stated), LoopyValue(row))

    def _compare_moves(self, expected: Csr) -> None:
        assert self.winning_moves is not None  # noqa: S101 - the caller looked
        for u, (stated, row) in enumerate(
            zip(self.winning_moves, expected.each_row(), strict=True)
        ):
            if sorted(stated) != row:
                shown = [", ".join(str(self.names[v]) for v in moves) for moves in (stated, row)]
                self._fail(u, "set of winning moves", *(f"{{{text}}}" for text in shown))

    def _compare_remoteness(self, outcomes: npt.NDArray[np.uint8]) -> None:
        """Check that each remoteness is one more than the followers' rule gives."""
        assert self.remoteness is not None  # noqa: S101 - the caller looked
        forward, stated = self.graph.forward, self.remoteness
        ranks = columns.move_ranks(forward, outcomes, stated)
        best = columns.row_minima(forward, ranks)
        expected = np.where(forward.degrees == 0, 0, np.abs(best) + 1)
        expected[outcomes == columns.DRAWN] = -1
        wrong = np.flatnonzero(stated != expected)
        if len(wrong):
            # Below the least number that disagrees all is right, so there the fault lies.
            pairs = np.stack([stated[wrong], expected[wrong]])
            lowest = np.where(pairs < 0, _GREATEST, pairs).min(axis=0)
            u = int(wrong[np.argmin(lowest)])
            shown = ["none" if n < 0 else n for n in (int(stated[u]), int(expected[u]))]
            self._fail(u, "remoteness", shown[0], shown[1], by="its followers make it")

    def _compare_best(self, outcomes: npt.NDArray[np.uint8]) -> None:
        assert self.best_moves is not None  # noqa: S101 - the caller looked
        forward, remoteness = self.graph.forward, self.remoteness
        if remoteness is None:
            remoteness = columns.remoteness_of(forward, self.graph.reverse, outcomes)
        ranks = columns.move_ranks(forward, outcomes, remoteness)
        owners = forward.owners()
        good = ranks == columns.row_minima(forward, ranks)[owners]
        right = np.zeros(len(outcomes), np.bool_)
        right[owners[good & (forward.indices == self.best_moves[owners])]] = True
        right |= (forward.degrees == 0) & (self.best_moves == -1)
        if not right.all():
            u = int(np.argmin(right))
            found = columns.best_moves(forward, outcomes, remoteness)
            shown = (
                "none" if best < 0 else self.names[best]
                for best in (int(self.best_moves[u]), int(found[u]))
            )
            self._fail(u, "best move", *shown, by="a right one is")

    def _compare_outcomes(self, expected: npt.NDArray[np.uint8]) -> None:
        assert self.outcomes is not None  # noqa: S101 - the caller looked
        wrong = np.flatnonzero(self.outcomes != expected)
        if len(wrong):
            u = int(wrong[0])
            letters = columns.OUTCOMES
            self._fail(u, "outcome", letters[self.outcomes[u]], letters[expected[u]])

    def _fail(
        self, vertex: int, what: str, stated: object, found: object, *, by: str = "it is"
    ) -> None:
        self._complain(vertex, what, f"the stated {what} is {stated}, and {by} {found}")

    def _complain(self, vertex: int, what: str, message: str) -> None:
        name = self.names[vertex]
        raise VerificationError(f'vertex "{name}": {message}.', where=name, condition=what)
