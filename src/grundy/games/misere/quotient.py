"""misere_quotient: the misère quotient of all that some positions of rule games reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError, PositionError
from grundy.games.components import Components
from grundy.games.misere.closed import closed
from grundy.games.state_text import shown
from grundy.misere.ideal import Kernel, kernel
from grundy.misere.presentation import Presentation, presentation
from grundy.misere.records import Rows, padded
from grundy.misere.solve import Solution, solve
from grundy.nimbers import mex, nim_sum
from grundy.running.limits import Limits, Watch
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.position import Move, Position
    from grundy.running.progress import Progress


@dataclass(frozen=True, eq=False)
class PositionQuotient:
    """The misère quotient of the sums of all components that some positions reach.

    Two sums are one element when no third sum beside them makes one a win and the other a loss.
    Elements are numbers; 0 is the identity, that of the empty sum.

    Attributes:
        components: The components by number.
        heaps: For the number of each component its place in the quotient, from 1 on.
        options: For each place the options, each as places of the components that it leaves.
        solution: The quotient and what proves it, in arrays.
    """

    components: Components
    heaps: Mapping[int, int]
    options: tuple[tuple[tuple[int, ...], ...], ...]
    solution: Solution

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return self.solution.monoid.order

    @property
    def p_count(self) -> int:
        """How many of them are P-positions."""
        return self.solution.monoid.p_count

    @property
    def table(self) -> npt.NDArray[np.int32]:
        """int32[order, order], the products of the elements."""
        return self.solution.monoid.table

    @property
    def p_portion(self) -> frozenset[int]:
        """The elements of P-positions."""
        return frozenset(np.flatnonzero(self.solution.monoid.p_portion).tolist())

    def element(self, position: Position) -> int:
        """Return the element of a position: any sum, of any length, of what was reached.

        Raises:
            PositionError: If a component of it was not reached.
        """
        numbers = self.components.of(position.parts)
        missing = next((number for number in numbers if number not in self.heaps), None)
        if missing is not None:
            raise PositionError(
                f"{shown(self.components[missing])} is reached by none of the positions that "
                "this quotient was made of; add it to them."
            )
        phi = self.solution.phi
        return self.solution.monoid.product(int(phi[self.heaps[number]]) for number in numbers)

    def outcome(self, position: Position) -> Outcome:
        """Say who wins a position under misère play.

        Raises:
            PositionError: As `element`.
        """
        lost = self.solution.monoid.p_portion[self.element(position)]
        return Outcome.P if lost else Outcome.N

    def winning_moves(self, position: Position) -> list[Move]:
        """List every move after which the other player loses under misère play.

        Raises:
            PositionError: As `element`.
        """
        return [move for move in position.moves() if self.outcome(move.option) is Outcome.P]

    @cached_property
    def kernel(self) -> Kernel:
        """The least ideal, and whether misère play in it is normal play."""
        values: list[int] = []
        for options in self.options:
            values.append(mex(nim_sum(*(values[part] for part in option)) for option in options))
        return kernel(self.solution.monoid, self.solution.phi.tolist(), values)

    def presentation(self) -> Presentation:
        """Return the quotient by generators and relations."""
        return presentation(self.solution.monoid, self.solution.phi.tolist())

    def __repr__(self) -> str:
        return (
            f"PositionQuotient(order={self.order}, p_count={self.p_count}, "
            f"components={len(self.options) - 1})"
        )


def misere_quotient(
    positions: Iterable[Position],
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> PositionQuotient:
    """Return the misère quotient of what some positions reach, and of all sums of that.

    Args:
        positions: Where to start, of one game or of several.
        limits: How far to go; its positions are the components, and the elements of a candidate.
        progress: Called now and then as ``progress("heaps", done, stop)``, a heap a component.

    Returns:
        The quotient, which the checker of certificates has accepted.

    Raises:
        CycleError: If a play need not end.
        LimitError: If a limit is passed; ``partial`` is the quotient of the components done.

    >>> from grundy import catalogue
    >>> cram = catalogue["cram"]
    >>> quotient = misere_quotient([cram.read("2x3")])
    >>> quotient.order, quotient.outcome(cram.read("2x3") + cram.read("2x3"))
    (6, <Outcome.N: ...>)
    """
    components = Components()
    components.watch = Watch(limits, "The misère quotient of these positions", {}, progress)
    roots = chain.from_iterable(components.of(position.parts) for position in positions)
    numbers = closed(
        roots,
        lambda number: chain.from_iterable(components.options_of(number)),
        components.watch,
        lambda number: str(components[number]),
    )
    heaps = {number: place + 1 for number, place in numbers.items()}
    options = ((), *(
        tuple(tuple(heaps[part] for part in option) for option in components.options_of(number))
        for number in numbers
    ))  # fmt: skip

    def found(solution: Solution) -> PositionQuotient:
        from grundy.misere.check_arrays import check_arrays

        check_arrays(solution.claim(), rows)
        done = {n: heap for n, heap in heaps.items() if heap < len(solution.phi)}
        return PositionQuotient(components, done, options[: len(solution.phi)], solution)

    def rows(heap: int) -> Rows:
        return padded(options[heap])

    try:
        return found(
            solve(rows, len(options), "these positions", None, limits, progress, part="component")
        )
    except LimitError as error:
        if isinstance(error.partial, Solution):
            raise LimitError(str(error), partial=found(error.partial)) from None
        raise
