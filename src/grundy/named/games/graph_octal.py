"""Octal games on graphs: a move deletes a connected set of vertices, as a code allows."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.errors import RulesetError
from grundy.games.scenes import Way
from grundy.games.symmetry import bits
from grundy.heaps.codes import parse_code
from grundy.named.entry import GRAPHS, OURS, Entry, family, values_of
from grundy.named.games.deletion import DeletionGame, paths
from grundy.named.shapes import coded
from grundy.named.undirected import Graph, lowest


class GraphOctal(DeletionGame):
    """Delete r connected vertices if digit r allows what is left of their component.

    Bit 0 of the digit allows nothing to be left, bit 1 one component, bit 2 several.

    Raises:
        RulesetError: If the code is none of finitely many octal digits after 0.
    """

    def __init__(self, code: str) -> None:
        self.code = parse_code(str(code))
        octal = self.code.is_octal and self.code.is_finite and not self.code.digit(0)
        if not octal or self.code.constraints:
            raise RulesetError(
                f"A game on a graph needs a code of some digits 0 to 7 after 0, such as 0.33; "
                f"found {self.code}."
            )
        self.text = f"graph-octal({self.code})"

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        for gone in self._sets(state):
            yield "delete " + ", ".join(coded(state.names[v]) for v in bits(gone)), gone

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        return ((tuple(state.names[v] for v in bits(gone)),) for gone in self._sets(state))

    def _sets(self, state: Graph) -> Iterator[int]:
        connected = dict.fromkeys(1 << vertex for vertex in range(len(state.rows)))
        for taken in range(1, self.code.last + 1):
            digit = self.code.digit(taken)
            yield from (gone for gone in connected if digit and _allows(digit, state, gone))
            wider = (
                gone | 1 << beside
                for gone in connected
                for vertex in bits(gone)
                for beside in bits(state.rows[vertex] & ~gone)
            )
            connected = dict.fromkeys(wider) if taken < self.code.last else {}

    def alive(self, state: Graph) -> bool:
        return next(self._sets(state), None) is not None


def _allows(digit: int, state: Graph, gone: int) -> bool:
    """Return whether a digit allows what is left of the component of some vertices."""
    left = state.reached(lowest(gone)) & ~gone
    if not left:
        return bool(digit & 1)
    rest = state.on(left)
    whole = rest.reached(0) == rest.everything
    return bool(digit & (2 if whole else 4))


_PAPER = "L. Beaudou, P. Coupechoux, A. Dailly, S. Gravier, J. Moncel, A. Parreau, É. Sopena, 2018"


FAMILY = GRAPHS

ENTRIES = (
    Entry(
        key="graph-octal",
        name="Octal game on a graph",
        rule="Delete connected vertices, as many as the code has a digit for, which says whether "
        "nothing, one component or several may be left of theirs.",
        make=GraphOctal,
        start="tree:0,0,1,1",
        source=_PAPER,
        facts=[
            paths("0.33", 30),
            family("Stars of more than one leaf: 0, 1 alternating", "star", range(2, 9),
                   {0: 0, 1: 1}, OURS),
            values_of({"tree:2,2": 1, "tree:0,0,1,1": 2, "grid:2x3": 0, "petersen": 1},
                      source=OURS),
        ],
        parameters="graph-octal(0.33)",
    ),
)  # fmt: skip
