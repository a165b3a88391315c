"""The solver of rules: one state's value by a search that is iterative and remembers.

A state is split into its components, each in canonical form, before anything is looked up.
When a cycle shows itself, the reachable states go to the labelling of digraphs instead; when a
search takes long and the rules are there in compiled form, it goes on by these.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial, reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.errors import CycleError, RulesetError
from grundy.games.parts import Parts, canonical_options
from grundy.games.rulebook import Rulebook, Valuer
from grundy.games.state_text import named, pass_on, require_options
from grundy.games.values import bottom_up
from grundy.games.values.bottom_up import Atom, KnownValues, Unknown, mex
from grundy.games.values.one_value import Search
from grundy.runtime.limits import Limits, Watch
from grundy.values import LOONY, OVER, LoopyValue, Outcome, Value

if TYPE_CHECKING:
    from grundy.games.protocols import State
    from grundy.games.values.packed import CompiledRules


_OPEN: Any = object()  # stands for the value of a state whose options are being looked at
_NONE: Any = object()
_AT_ONCE = 4_096  # options of one state between two looks: it may have any number
_SUSPENDED = 1_024  # states of a path whose options wait half gone through, at least
_FIRST_SAMPLES = (512, 8_192, 131_072)  # positions of a search after which a way up is looked for


class Solver(Valuer[Rulebook]):
    """The way of every game that names no other: the values are found from those of the options."""

    asks_outcome = True

    def __init__(self, ruleset: Rulebook) -> None:
        super().__init__(ruleset)
        self._values = KnownValues()
        self._order: list[Atom] = []  # those of finite value in games with cycles, by counter
        self._ranks: dict[Atom, int] | None = None
        self._cyclic = False
        self._options = ruleset.options_as_given
        self._splits = ruleset.has_own("components")
        self._canonical = ruleset.canonical if ruleset.has_own("canonical") else None
        self._canonical_options = canonical_options(ruleset)
        self._values.of_sum = self._value_of_position
        self._value_of: Callable[[State], Value] = (
            self._value_of_sum if self._splits else self._values.__getitem__
        )
        self._compiled: CompiledRules | None = None
        if ruleset.has_own("packed"):
            from grundy.games.values.packed import CompiledRules

            self._compiled = CompiledRules(ruleset.packed)
        self._lock = threading.RLock()
        self.asks_less = self._compiled is None

    def value(self, state: State, *, limits: Limits | None = None) -> Value:
        """Return the value of a state: a Grundy value, or ∞(K) where there are cycles.

        Source: R. P. Sprague 1935; P. M. Grundy 1939; for cycles C. A. B. Smith 1966.
        """
        with self._lock:
            watch = self._watch(state, limits)
            result = self._by_compiled_rules(state, watch)
            return result if result is not None else self._sum(self._search(state, watch))

    def value_of_few(self, state: State, most: int, limits: Limits | None) -> Value | None:
        """Return the value of a state that needs fewer than *most* others, or None."""
        with self._lock, suppress(_LongSearch):
            return self._sum(self._search(state, self._watch(state, limits), most))
        return None

    def _watch(self, state: State, limits: Limits | None) -> Watch:
        purpose = f"The value of {named(self.ruleset, state)}"
        watch = Watch(limits, purpose, self._values.everything())
        watch.keep(self._values)
        return watch

    def outcome(self, state: State, beside: int = 0, *, limits: Limits | None = None) -> Outcome:
        """Return who wins a state beside a part of the value *beside*, by questions."""
        with self._lock:
            if (
                not self._knows(self._atoms(state))
                and (valuer := self._querying_valuer(state)) is not None
            ):
                with suppress(CycleError):
                    return valuer.outcome(state, beside, limits=limits)
            return super().outcome(state, beside, limits=limits)

    def _querying_valuer(self, state: State) -> Valuer[Any] | None:
        """Return what asks about a state; None where all values are found as soon."""
        if self._compiled is None:
            return self._questions
        packed = self.ruleset.packed(state)
        if packed is None:
            return self._questions
        # By `weigh` a game says that its plays end; and values that are there are looked up.
        asks = packed.weigh is not None and not self._compiled.has_begun_with(state)
        return self._packed_questions if asks else None

    def prove_move(self, state: State, *, limits: Limits | None = None) -> None:
        """Prove that an option is lost, by questions."""
        with self._lock, suppress(CycleError):
            self._questions.prove_move(state, limits=limits)

    def proved(self, state: State) -> int:
        """Return the value where it is known, or else what is proved by questions."""
        if self._knows(self._atoms(state)):
            value = self._sum(self._atoms(state))
            return ~value if isinstance(value, int) else 0
        valuer = self._querying_valuer(state)
        return 0 if valuer is None else valuer.proved(state)

    def proofs_below(self, state: State) -> Callable[[State], int | None] | None:
        """Return what numbers the proofs by questions; None where values are known instead."""
        return None if self._knows(self._atoms(state)) else self._questions.number_of_proof

    @cached_property
    def _questions(self) -> Search:
        return Search(self.ruleset, self._values)

    @cached_property
    def _packed_questions(self) -> Valuer[Any]:
        from grundy.games.values.questions import ByQuestions

        return ByQuestions(self.ruleset)

    def rank(self, state: State) -> int:
        """Return the place of a state among those of finite value, by (value, counter)."""
        with self._lock:
            self.value(state)
            if not self._cyclic:
                return 0
            atoms = self._atoms(state)
            if self._ranks is None:
                ranked = sorted(self._order, key=lambda atom: _finite(self._values[atom]))
                self._ranks = {atom: place for place, atom in enumerate(ranked)}
            return sum(self._ranks.get(atom, 0) for atom in atoms)

    def may_cycle(self, state: State) -> bool:
        """Return whether a cycle was found among the states looked at so far."""
        return self._cyclic

    def for_one_value(self) -> Search:
        """Return the search of Lemoine and Viennot, which needs no values of all that is below."""
        return Search(self.ruleset)

    # ---- from states to atoms ---------------------------------------------------------------

    def _atoms(self, state: State) -> tuple[Atom, ...]:
        # With cycles an option that falls apart would be no vertex of a digraph.
        whole = self._cyclic or not self._splits
        parts = (state,) if whole else tuple(self.ruleset.components(state))
        return parts if self._canonical is None else tuple(map(self._canonical, parts))

    def _sum(self, atoms: Iterable[Atom]) -> Value:
        values = list(map(self._values.__getitem__, atoms))
        if _OPEN in values:
            raise RulesetError(
                f"A state of {self.ruleset.text} is needed for its own value, by way of another "
                "game; let one game have the moves of both."
            )
        return reduce(xor, values, 0)

    # ---- the search -------------------------------------------------------------------------

    def _by_compiled_rules(self, state: State, watch: Watch) -> Value | None:
        """Return the value by the compiled rules, where the plain ones would take long; or None."""
        if self._compiled is None or self._cyclic or self._knows(self._atoms(state)):
            return None
        try:
            if not self._compiled.has_begun_with(state):
                return self._sum(self._search(state, watch, self.ruleset.packed_after))
        except _LongSearch:
            pass
        value = self._compiled.value(state, watch)
        if value is None and self.ruleset.packed(state) is not None:
            self._compiled = None  # the state fits, so they have met a cycle
        return value

    def _search(self, state: State, watch: Watch, most: int | None = None) -> tuple[Atom, ...]:
        """Find the values of a state's components, and give these."""
        atoms = self._atoms(state)
        if self._knows(atoms):
            return atoms
        try:
            for atom in atoms:
                if not self._cyclic and atom not in self._values:
                    self._find(atom, watch, most)
        except _CycleFound:
            self._cyclic = True
            if self._splits:
                self._values.clear()
        except TypeError:
            if not self.ruleset.freezes_from_now_on():
                raise
            return self._search(state, watch, most)
        if self._cyclic:
            atoms = self._atoms(state)
            if not self._knows(atoms):
                self._label(atoms, watch)
        return atoms

    def _find(self, root: Atom, watch: Watch, most: int | None) -> None:
        """Find the value of one component; from below, where the search shows a way up."""
        samples = () if most is not None or self._splits or self._canonical else _FIRST_SAMPLES
        for sample in samples:
            try:
                self._depth_first(root, watch, sample)
            except _LongSearch:
                pass
            else:
                return
            self._climb(root, watch, sample)
        self._depth_first(root, watch, most)

    def _climb(self, root: Atom, watch: Watch, sample: int) -> None:
        try:
            course = bottom_up.course_to(self._options, root, sample, watch.again)
        except Exception as error:  # the search meets it again, if play does
            pass_on(error)
            return
        if course is not None and course.count < watch.positions_left:
            search = partial(self._depth_first, watch=watch)
            on_numbers = course.rows is None
            climb = bottom_up.climb_numbers if on_numbers else bottom_up.climb_pairs
            climb(course, self._options, self._values, search, watch)

    def _knows(self, atoms: Iterable[Atom]) -> bool:
        return all(map(self._values.__contains__, atoms))

    def _depth_first(self, root: Atom, watch: Watch, most: int | None = None) -> None:
        """Go through the options of *root* and of what it leads to, each once."""
        values, value_of = self._values, self._value_of  # `Unknown` says what is to be found
        below = self._options if self._splits else self._canonical_options
        path: list[_Frame] = []
        aside: list[Atom] = []  # the beginning of a long path: its options are gone through anew
        child: Atom = root
        seen = 0
        left = watch.positions_left
        try:
            while True:
                path.append(_Frame(child, map(value_of, below(child))))
                values[child] = _OPEN
                if len(path) > 2 * _SUSPENDED:
                    aside += [frame.state for frame in path[:_SUSPENDED]]
                    del path[:_SUSPENDED]
                seen += 1
                if not seen & watch.between or seen > left:
                    watch.look(seen)
                if seen == most:
                    raise _LongSearch
                try:
                    while path:
                        frame = path[-1]
                        if frame.waiting is not _NONE:
                            frame.option_values.add(value_of(frame.waiting))
                            frame.waiting = _NONE
                        frame.option_values.update(islice(frame.values, _AT_ONCE))
                        for more in frame.values:
                            frame.option_values.add(more)
                            watch.listed(_AT_ONCE)
                            frame.option_values.update(islice(frame.values, _AT_ONCE))
                        if _OPEN in frame.option_values:
                            raise _CycleFound
                        values[frame.state] = mex(frame.option_values)
                        path.pop()
                        if not path and aside:
                            state = aside.pop()
                            path.append(_Frame(state, map(value_of, below(state))))
                    return
                except Unknown as unknown:
                    child, path[-1].waiting = unknown.atom, unknown.option
        except TypeError:
            for state in (child, *(frame.state for frame in path[-1:])):
                require_options(self.ruleset, state)
            raise
        finally:
            watch.count(seen)
            for state in (*aside, *(frame.state for frame in path)):
                del values[state]

    def _value_of_position(self, option: Parts[Any]) -> Value:
        """Return the value of an option that is a sum; parts of other games are asked there."""
        total: Value = 0
        for ruleset, state in option.parts:
            if ruleset is not self.ruleset:
                value = ruleset.value(state)
                self.met_end |= value is OVER
            else:
                try:
                    one = state if self._splits or not self._canonical else self._canonical(state)
                    value = self._value_of(one)
                except Unknown as unknown:
                    unknown.option = option
                    raise
            total = _OPEN if value is _OPEN else total ^ value
            if value is _OPEN:
                break
        return total

    def _value_of_sum(self, option: State) -> Value:
        if isinstance(option, Parts):
            return self._value_of_position(option)
        try:
            below = tuple(map(self._values.__getitem__, self._atoms(option)))
        except Unknown as unknown:
            unknown.option = option
            raise
        return _OPEN if _OPEN in below else reduce(xor, below, 0)

    # ---- cycles -----------------------------------------------------------------------------

    def _label(self, atoms: tuple[Atom, ...], watch: Watch) -> None:
        """Label the digraph of what can be reached, and keep its values and its order."""
        from grundy.games.states import reach, without_lost_moves
        from grundy.graphs.labelling import label

        graph, lost = without_lost_moves(reach(atoms, self._vertices_below, watch))
        self.met_end |= bool(lost)
        with watch.keeping_free():
            labelling = label(graph)
        earlier = {*self._order, *lost}
        ordered = (graph.names[number] for number in labelling.order_array.tolist())
        self._order += (atom for atom in ordered if atom not in earlier)
        self._ranks = None
        values = (labelling.value_at(number) for number in range(len(labelling)))
        self._values.update(zip(graph.names, values, strict=True))
        self._values.update(dict.fromkeys(lost, LOONY))

    def _vertices_below(self, vertex: Atom) -> Iterator[Atom]:
        """Return the options of a vertex, which is a state, or a sum that is an option of one."""
        if isinstance(vertex, Parts):
            return map(self._vertex, vertex.options())
        return map(self._vertex, self.ruleset.options(vertex))

    def _vertex(self, option: State) -> Atom:
        if not isinstance(option, Parts):
            return option if self._canonical is None else self._canonical(option)
        if len(option.parts) == 1 and option.parts[0].ruleset is self.ruleset:
            return self._vertex(option.parts[0].state)
        return option


class _LongSearch(Exception):  # noqa: N818 - no error: compiled rules are asked for
    pass


class _CycleFound(Exception):  # noqa: N818 - no error: the search goes another way
    pass


class _Frame:
    """A state whose options are being looked at."""

    __slots__ = ("option_values", "state", "values", "waiting")

    def __init__(self, state: Atom, values: Iterator[Value]) -> None:
        self.state = state
        self.values = values
        self.option_values: set[Value] = set()
        self.waiting: Any = _NONE


def _finite(value: Value) -> int:
    assert not isinstance(value, LoopyValue)  # noqa: S101 - the order holds finite vertices only
    return value
