"""@game: a function of the state becomes a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Protocol, overload

from grundy.display import hook
from grundy.errors import PositionError
from grundy.games import state_text
from grundy.games.frozen import Frozen, freeze, freeze_each, thaw
from grundy.games.position import Position
from grundy.games.protocols import State
from grundy.games.ruleset import Ruleset
from grundy.games.values.solver import Solver
from grundy.runtime.limits import Limits
from grundy.runtime.threads import has_numba

if TYPE_CHECKING:
    import numpy as np


_HOOKS = {
    "moves", "components", "canonical", "legal", "parse", "format", "draw", "scene", "packed",
    "indexed",
}  # fmt: skip


class Heaps(Protocol):
    """A game of heaps: what `RuleGame.heaps` gives, a `grundy.heaps.HeapRuleset`."""

    def value(self, state: int) -> int:
        """Return the value of one heap."""

    def values(self, stop: int, *, limits: Limits | None = None) -> np.ndarray:
        """Return the Grundy values of heaps 0 .. stop - 1."""

    def zeros(self, stop: int, *, limits: Limits | None = None) -> np.ndarray:
        """Return the heaps below *stop* with value 0, the P-positions."""

    def find_period(self, stop: int | None = None, *, limits: Limits | None = None) -> Any:
        """Return the proved `grundy.Period` of the values, or None."""

    def sum(self, states: Iterable[int]) -> Position:
        """Return the sum of many heaps."""


def _required(function: Callable[..., Any]) -> list[str]:
    """Return the names of the arguments that a function needs."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):  # of some functions in C nothing is known
        return ["state"]
    alone = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    if not any(one.kind in (*alone, Parameter.VAR_POSITIONAL) for one in parameters):
        raise TypeError(f"{function!r} takes no state; a rule is a function of the state.")
    return [one.name for one in parameters if one.kind in alone and one.default is one.empty]


def _of_state(function: Callable[..., Any], text: str) -> Callable[[State], Any]:
    """Return a user's function as one of the state, which may be several arguments."""
    names = _required(function)
    if len(names) > 1:
        return lambda state: function(*_spread(thaw(state), names, text))
    return lambda state: function(state.thaw() if isinstance(state, Frozen) else state)


def _spread(state: Any, names: list[str], text: str) -> Sequence[Any]:
    if isinstance(state, (tuple, list)) and len(state) == len(names):
        return state
    found = state_text.shown(state_text.write(state))
    raise PositionError(
        f"A position of {text} is {len(names)} values, {text}[{', '.join(names)}]; found {found}."
    )


def _hook(name: str, function: Callable[..., Any], text: str) -> Callable[[Any], Any]:
    """Return a user's hook as one of the state, and what it gives as a game keeps it."""
    if name == "parse":
        return lambda given: freeze(function(given))
    called = _of_state(function, text)
    if name in ("canonical", "legal"):
        return lambda state: freeze(called(state))
    if name == "components":
        return lambda state: freeze_each(called(state))[0]
    if name == "moves":
        return lambda state: map(_frozen_move, called(state))
    return called


def _frozen_move(move: Any) -> Any:
    return (move[0], freeze(move[1])) if isinstance(move, tuple) and len(move) == 2 else move


class RuleGame(Ruleset):
    """A game given by functions; `game` makes one."""

    def __init__(
        self,
        options: Callable[..., Iterable[State]],
        text: str | None = None,
        hooks: dict[str, Callable[..., Any]] | None = None,
        *,
        compiled: bool = False,
    ) -> None:
        if not callable(options):
            raise TypeError(f"A game needs a function of the state, found {options!r}.")
        self.text = str(text or getattr(options, "__name__", "game"))
        self._function = options
        self._names = _required(options)
        self._of_any = _of_state(options, self.text)
        self._options = options if len(self._names) < 2 else self._of_any
        self._stays = False  # whether a state that cannot change has led to such another
        self.compiled = compiled
        for name, given in (hooks or {}).items():
            setattr(self, name, _hook(name, given, self.text))
        self.__doc__ = options.__doc__

    def options(self, state: State) -> Iterable[State]:
        """Return the states that one move leads to, as the function says."""
        # What a number leads to is no list: who writes one means a sum, and an error says it.
        if type(state) is int or (self._stays and not isinstance(state, Frozen)):
            options: Iterable[State] = self._options(state)
            return options
        options, stays = freeze_each(self._of_any(state))
        self._stays |= stays and not isinstance(state, Frozen)
        return options

    def __call__(self, *state: Any) -> Iterable[State]:
        """Return the options, as the function that was decorated does."""
        return self._function(*state)

    def legal(self, state: Any) -> State:
        """Return a state: a list, a set, a dict, an array or a dataclass stays one for the rule."""
        if len(self._names) > 1:
            state = tuple(_spread(state, self._names, self.text))
        return super().legal(freeze(state))

    def format(self, state: State) -> str:
        """Write a state as text."""
        return state_text.write(thaw(state))

    def read(self, text: str) -> Position:
        """Read a position; numbers are a tuple or a list where the rules take only such."""
        if self.has_own("parse"):
            return super().read(text)
        states = map(self._meant_by, map(self.parse, text.split()))
        return sum(map(self.as_position, states), Position())

    def _meant_by(self, state: State) -> State:
        """Return what is read as numbers in the first form that the rules take."""
        forms = [state]
        if isinstance(state, int):
            forms += [(state,), [state]]
        elif isinstance(state, tuple):
            forms.append(list(state))
        return next(filter(self._takes, map(freeze, forms)), state)

    def _takes(self, state: State) -> bool:
        try:
            next(iter(self.options(state)), None)
        except (AttributeError, TypeError, PositionError):
            return False
        return True

    @cached_property
    def solver(self) -> Solver:
        """The search of the options; with ``compiled`` one that compiles them for numbers."""
        if not (self.compiled and has_numba()):
            return Solver(self)
        from grundy.games.values.compiled_rule import CompiledNumbers

        return CompiledNumbers(self, self._function)

    @cached_property
    def heaps(self) -> Heaps:
        """The same game as one of heaps."""
        heaps: Heaps = hook(self, "heaps")(self)
        return heaps


@overload
def game(options: Callable[..., Iterable[State]], /) -> RuleGame: ...


@overload
def game(
    *, name: str | None = None, compiled: bool = False, **hooks: Callable[..., Any]
) -> Callable[[Callable[..., Iterable[State]]], RuleGame]: ...


def game(
    options: Callable[..., Iterable[State]] | None = None,
    /,
    *,
    name: str | None = None,
    compiled: bool = False,
    **hooks: Callable[..., Any],
) -> RuleGame | Callable[[Callable[..., Iterable[State]]], RuleGame]:
    """Turn a function of the state, such as a generator of options, into a game.

    Args:
        options: Takes a state and gives its options. A state is anything that Python compares
            by what is in it: a number, a tuple, a list, a set, a dict, an array, a dataclass,
            None. A function of several arguments has states of as many values.
        name: How the game is called; by default the function's name.
        compiled: Whether to compile the function with numba for states that are numbers above
            1,000, or pairs of natural numbers with more than 10,000 pairs up to them: some
            seconds, then some tens of times as fast. What `HeapGame` says of compiled functions
            holds. Each option of a number has to be a smaller natural number. Values of pairs
            fill a table, row after row, 4 bytes each; a pair that leads out of it or to a later
            place is searched in Python, as all other states are.
        hooks: Functions of a state that stand for the methods of `Ruleset` by these names:
            moves, components, canonical, legal, format, draw, scene, packed, indexed; and
            parse, a function of text.

    Raises:
        TypeError: If a hook has another name.

    >>> @game
    ... def countdown(state):
    ...     yield from (state - take for take in (1, 2) if take <= state)
    >>> countdown[7].value(), countdown.text
    (1, 'countdown')
    >>> @game(canonical=lambda state: tuple(sorted(state)))
    ... def two_heaps(state):
    ...     a, b = state
    ...     yield from ((i, b) for i in range(a))
    ...     yield from ((a, i) for i in range(b))
    >>> two_heaps[8, 12].value()
    4
    >>> @game
    ... def rook(column, row):
    ...     yield from ((c, row) for c in range(column))
    ...     yield from ((column, r) for r in range(row))
    >>> @game
    ... def piles(sizes):
    ...     for place, size in enumerate(sizes):
    ...         for left in range(size):
    ...             yield sizes[:place] + [left] + sizes[place + 1 :]
    >>> rook[3, 5].value(), piles[[3, 5]].value()
    (6, 6)
    """
    unknown = set(hooks) - _HOOKS
    if unknown:
        raise TypeError(
            f"{min(unknown)!r} is no hook of a game; the hooks are {', '.join(sorted(_HOOKS))}; a "
            "move that wins at once is said by the rule: yield grundy.WON."
        )
    if options is None:
        return lambda function: RuleGame(function, name, hooks, compiled=compiled)
    return RuleGame(options, name, hooks, compiled=compiled)
