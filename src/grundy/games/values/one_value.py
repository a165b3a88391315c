"""Values by a closed form, and one value of a large position by search_value."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.errors import CycleError
from grundy.games.parts import Part, Parts
from grundy.games.rulebook import Rulebook, Rules, Valuer
from grundy.games.state_text import named, require_iterable, require_options
from grundy.runtime.limits import Limits, Progress, Watch, reports
from grundy.values import LoopyValue, Value, add

if TYPE_CHECKING:
    from grundy.games.protocols import State


# Values by a closed form.


class ByFormula(Valuer[Rules]):
    """A proved closed form; where it says nothing of a state, the game's search."""

    def __init__(
        self,
        ruleset: Rules,
        formula: Callable[[State], int | None],
        moves_to: Callable[[State, int], Iterator[tuple[str, State]] | None] | None = None,
    ) -> None:
        super().__init__(ruleset)
        self._formula = formula
        self._moves_to = moves_to or ruleset.moves_by_formula

    def value(self, state: State, *, limits: Limits | None = None) -> Value:
        """Return the value of one state."""
        found = self._formula(state)
        if found is None:
            return self.ruleset.solver.value(state, limits=limits)
        return found

    def options_of_value(
        self, state: State, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, State]]:
        """Return the moves to this value, of any number of moves where the closed form says."""
        moves = None if self._formula(state) is None else self._moves_to(state, wanted)
        return super().options_of_value(state, wanted, limits=limits) if moves is None else moves


# One value of one large position, by the search of Lemoine and Viennot.


Atom = Any
"""A component in canonical form: what answers are kept for."""

Atoms = tuple[Atom, ...]

Question = tuple[Atom, int]
"""Has this component this value?"""

_Asking = Generator[Question, None, bool]
_LOOK = 63  # questions between two looks at the limits, less one; a power of two less one


@reports
def search_value(
    position: Parts[Any], *, limits: Limits | None = None, progress: Progress | None = None
) -> Value:
    """Return the value of one large position, without the values of all that it leads to.

    It asks "is ``position + *n`` a P-position?" for n = 0, 1, 2, …, and each question stops at the
    first winning reply. A game that has its own way to a value (heaps, a token on a digraph, a
    formula) takes that way, and a game in which a cycle is met goes to its solver. Worth while
    for boards and graphs that fall apart as the play goes on; `Position.value` finds the values
    of everything below, and is better where many positions are asked for.

    Args:
        position: One position, or a sum: each part is asked for its value.
        limits: How far the search may go; `Limits()` by default. Its positions count the
            questions asked.
        progress: Called now and then as ``progress("positions", done, 0)``.

    Raises:
        LimitError: If a limit is passed; ``partial`` holds the values proved so far.

    >>> from grundy import game
    >>> @game
    ... def wythoff(state):
    ...     a, b = state
    ...     yield from ((a - i, b) for i in range(1, a + 1))
    ...     yield from ((a, b - i) for i in range(1, b + 1))
    ...     yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))
    >>> search_value(wythoff[8, 12])
    18

    Source: J. Lemoine and S. Viennot, "Nimbers are inevitable", 2012.
    """
    ways: dict[Rulebook, Valuer[Any]] = {}

    def value(part: Part) -> Value:
        ruleset, state = part
        way = ways.setdefault(ruleset, ruleset.valuer.for_one_value())
        try:
            return way.value(state, limits=limits)
        except CycleError:
            return ruleset.value(state, limits=limits)

    return add([value(part) for part in position.parts])


class Search(Valuer[Rulebook]):
    """The questions about one game, and the answers proved so far."""

    def __init__(self, ruleset: Rulebook) -> None:
        super().__init__(ruleset)
        self._values: dict[Atom, int] = {}
        self._excluded: dict[Atom, int] = {}  # bit n is 1 where the value is proved not to be n
        self._weights: dict[Atom, int] = {}
        self._lock = threading.RLock()

    def value(self, state: State, *, limits: Limits | None = None) -> int:
        """Return the value of a state."""
        with self._lock:
            watch = self._watch(state, limits)
            atoms = self._atoms(state)
            for atom in atoms:
                while atom not in self._values:
                    self._answer((atom, self._least(atom)), watch)
            return self._sum(atoms)

    def has_value(self, state: State, wanted: int, *, limits: Limits | None = None) -> bool:
        """Return whether a state has this value; errors are those of `value`."""
        with self._lock:
            watch = self._watch(state, limits)
            atoms = self._atoms(state)
            while not isinstance(judged := self._judge(atoms, wanted), bool):
                self._answer(judged, watch)
            return judged

    # ---- the questions ----------------------------------------------------------------------

    def _answer(self, question: Question, watch: Watch) -> None:
        """Answer one question, and before it all that it depends on, on a stack of our own."""
        open_atoms = {question[0]: None}
        left = watch.positions_left + self._asked
        asking = [self._ask(*question)]
        while asking:
            try:
                question = next(asking[-1])
            except StopIteration:
                asking.pop()
                open_atoms.popitem()
                continue
            except TypeError:
                require_options(self.ruleset, next(reversed(open_atoms)))
                raise
            if question[0] in open_atoms:
                raise self._cycle(list(open_atoms), question[0])
            open_atoms[question[0]] = None
            asking.append(self._ask(*question))
            self._asked += 1
            if not self._asked & _LOOK or self._asked > left:
                watch.look(self._asked)

    def _ask(self, atom: Atom, wanted: int) -> Generator[Question, None, None]:
        """Prove that a component has the value *wanted*, or that it has not."""
        for n in (wanted, *range(wanted)):
            if self._excluded.get(atom, 0) >> n & 1:
                continue
            if (yield from self._leads_to(atom, n)):
                self._excluded[atom] = self._excluded.get(atom, 0) | 1 << n
                if n == wanted:
                    return
            elif n != wanted:
                self._values[atom] = n
                return
        self._values[atom] = wanted

    def _leads_to(self, atom: Atom, n: int) -> _Asking:
        """Look for an option of value n: first what is known, then what looks cheap."""
        left: dict[Atoms, None] = {}
        for option in map(self._atoms, self.ruleset.options(atom)):
            judged = self._judge(option, n)
            if judged is True:
                return True
            if judged is not False:
                left[option] = None
        for option in sorted(left, key=self._weight):
            while not isinstance(judged := self._judge(option, n), bool):
                yield judged
            if judged:
                return True
        return False

    def _judge(self, atoms: Atoms, n: int) -> bool | Question:
        """Return whether a sum has the value n, or what has to be answered first."""
        unknown = []
        for atom in atoms:
            value = self._values.get(atom)
            if value is None:
                unknown.append(atom)
            else:
                n ^= value
        if not unknown:
            return n == 0
        if len(unknown) == 1:
            (atom,) = unknown
            return False if self._excluded.get(atom, 0) >> n & 1 else (atom, n)
        # All but one have to be known whatever happens: begin with the cheapest.
        atom = min(unknown, key=self._moves)
        return atom, self._least(atom)

    def _cycle(self, path: list[Atom], again: Atom) -> CycleError:
        cycle = [self.ruleset.format(atom) for atom in path[path.index(again) :]]
        return CycleError(
            cycle,
            f"{self.ruleset.text} has no value by this search",
            "Ask value() of the position instead.",
        )

    # ---- what is known ----------------------------------------------------------------------

    def _atoms(self, state: State) -> Atoms:
        if isinstance(state, Parts):
            return tuple(atom for part in state.parts for atom in self._atoms_of_part(part))
        return tuple(map(self.ruleset.canonical, self.ruleset.components(state)))

    def _atoms_of_part(self, part: Part) -> Atoms:
        if part.ruleset is self.ruleset:
            return self._atoms(part.state)
        value = part.ruleset.value(part.state)
        if isinstance(value, LoopyValue):
            raise self._cycle([part.state], part.state)
        self._values[part] = value
        return (part,)

    def _sum(self, atoms: Atoms) -> int:
        return reduce(xor, map(self._values.__getitem__, atoms), 0)

    def _least(self, atom: Atom) -> int:
        """Return the least value that is not excluded."""
        excluded = self._excluded.get(atom, 0)
        return (~excluded & (excluded + 1)).bit_length() - 1

    def _weight(self, atoms: Atoms) -> int:
        """Guess the work of a sum: by the moves of its components that are not known."""
        return sum(self._moves(atom) ** 2 for atom in atoms if atom not in self._values)

    def _moves(self, atom: Atom) -> int:
        if atom not in self._weights:
            options = self.ruleset.options(atom)
            require_iterable(self.ruleset, atom, options)
            self._weights[atom] = sum(1 for _ in options)
        return self._weights[atom]

    def _watch(self, state: State, limits: Limits | None) -> Watch:
        self._asked = 0
        return Watch(limits, f"The value of {named(self.ruleset, state)}", self._values)
