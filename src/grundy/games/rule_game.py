"""@game: a function of the state becomes a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, overload

from grundy.display import hook
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


class RuleGame(Ruleset):
    """A game given by functions; `game` makes one."""

    def __init__(
        self,
        options: Callable[[State], Iterable[State]],
        text: str | None = None,
        hooks: dict[str, Callable[..., Any]] | None = None,
        *,
        compiled: bool = False,
    ) -> None:
        if not callable(options):
            raise TypeError(f"A game needs a function of the state, found {options!r}.")
        self.text = str(text or getattr(options, "__name__", "game"))
        self._options = options
        self.compiled = compiled
        for name, given in (hooks or {}).items():
            setattr(self, name, given)
        self.__doc__ = options.__doc__

    def options(self, state: State) -> Iterable[State]:
        """Return the states that one move leads to, as the function says."""
        return self._options(state)

    def __call__(self, state: State) -> Iterable[State]:
        """Return the options, as the function that was decorated does."""
        return self._options(state)

    def read(self, text: str) -> Position:
        """Read a position; a number is a tuple of one where the rules take only tuples."""
        if not self.has_own("parse"):
            text = " ".join(f"{word}," if self._needs_comma(word) else word
                            for word in text.split())  # fmt: skip
        return super().read(text)

    def _needs_comma(self, word: str) -> bool:
        state = self.parse(word)
        return isinstance(state, int) and not self._takes(state) and self._takes((state,))

    def _takes(self, state: State) -> bool:
        try:
            next(iter(self.options(state)), None)
        except TypeError:
            return False
        return True

    @cached_property
    def solver(self) -> Solver:
        """The search of the options; with ``compiled`` one that compiles them for numbers."""
        if not (self.compiled and has_numba()):
            return Solver(self)
        from grundy.games.values.compiled_rule import CompiledNumbers

        return CompiledNumbers(self, self._options)

    @cached_property
    def heaps(self) -> Heaps:
        """The same game as one of heaps."""
        heaps: Heaps = hook(self, "heaps")(self)
        return heaps


@overload
def game(options: Callable[[State], Iterable[State]], /) -> RuleGame: ...


@overload
def game(
    *, name: str | None = None, compiled: bool = False, **hooks: Callable[..., Any]
) -> Callable[[Callable[[State], Iterable[State]]], RuleGame]: ...


def game(
    options: Callable[[State], Iterable[State]] | None = None,
    /,
    *,
    name: str | None = None,
    compiled: bool = False,
    **hooks: Callable[..., Any],
) -> RuleGame | Callable[[Callable[[State], Iterable[State]]], RuleGame]:
    """Turn a function of the state, such as a generator of options, into a game.

    Args:
        options: Takes a state and gives its options.
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
    """
    unknown = set(hooks) - _HOOKS
    if unknown:
        raise TypeError(
            f"{min(unknown)!r} is no hook of a game; the hooks are {', '.join(sorted(_HOOKS))}."
        )
    if options is None:
        return lambda function: RuleGame(function, name, hooks, compiled=compiled)
    return RuleGame(options, name, hooks, compiled=compiled)
