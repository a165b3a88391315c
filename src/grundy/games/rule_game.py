"""@game: a function of the state becomes a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from grundy.display import hook
from grundy.errors import PositionError
from grundy.games import state_text
from grundy.games.parts import Part
from grundy.games.position import Position
from grundy.games.protocols import State
from grundy.games.ruleset import WON, Ruleset
from grundy.games.state_text import Frozen, are_exact, freeze, freeze_each, thaw
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


def _arguments(function: Callable[..., Any]) -> list[str]:
    """Return the names of the arguments that a function needs; *name for any number of them."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):  # of some functions in C nothing is known
        return ["state"]
    alone = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    kinds = {one.kind for one in parameters}
    if not kinds & {*alone, Parameter.VAR_POSITIONAL}:
        raise TypeError(f"{function!r} takes no state; a rule is a function of the state.")
    names = [one.name for one in parameters if one.kind in alone and one.default is one.empty]
    # (*args, **keywords) is what wraps another function.
    if Parameter.VAR_KEYWORD not in kinds:
        names += [f"*{one.name}" for one in parameters if one.kind is Parameter.VAR_POSITIONAL]
    return names


def _are_several(names: Sequence[str]) -> bool:
    return len(names) > 1 or "".join(names).startswith("*")


def takes_pairs(ruleset: Ruleset) -> bool:
    """Return whether the function of a game takes two values, none of which says who moves."""
    names = ruleset._names if isinstance(ruleset, RuleGame) and not ruleset.has_turns else ()
    return len(names) == 2 and not "".join(names).startswith("*")


def _of_state(function: Callable[..., Any], text: str) -> Callable[[State], Any]:
    """Return a user's function as one of the state, which may be several arguments."""
    names = _arguments(function)
    if not _are_several(names):
        return lambda state: function(state.thaw() if isinstance(state, Frozen) else state)
    count = 0 if names[-1].startswith("*") else len(names)

    def called(state: Any) -> Any:
        if type(state) is tuple and len(state) == count:
            return function(*state)
        return function(*_spread(thaw(state), names, text))

    return called


def _spread(state: Any, names: list[str], text: str) -> Sequence[Any]:
    """Return a state as the arguments of a function."""
    items = state.tolist() if hasattr(state, "tolist") else state  # an array
    more = names[-1].startswith("*")
    if more and not isinstance(items, (tuple, list)):
        items = (items,)
    least = len(names) - more
    if isinstance(items, (tuple, list)) and (len(items) == least or (more and len(items) > least)):
        return items
    as_text = state_text.shown(state_text.write(state))
    count = f"{least} values{' or more' if more else ''}"
    raise PositionError(
        f"A position of {text} is {count}, {text}[{', '.join(names)}]; found {as_text}."
    )


def _hook(name: str, function: Callable[..., Any], text: str) -> Callable[[Any], Any]:
    """Return a user's hook as one of the state, and what it gives as a game keeps it."""
    if name == "parse":
        return lambda string: freeze(function(string))
    called = _of_state(function, text)
    if name in ("canonical", "legal"):
        return lambda state: freeze(called(state))
    if name == "components":
        return lambda state: freeze_each(called(state))
    if name == "moves":
        return lambda state: map(_frozen_move, called(state))
    return called


def _frozen_move(move: Any) -> Any:
    return (move[0], freeze(move[1])) if isinstance(move, tuple) and len(move) == 2 else move


def _is_last_won(last: str | None, hooks: Iterable[str]) -> bool:
    """Return whether the last move of a game wins at once."""
    if last not in (None, "wins"):
        raise ValueError(
            f'What the last move does is "wins", or not said; found {last!r}. Where it loses, ask '
            "for misère play."
        )
    compiled = {"compiled", "packed", "indexed"} & {*hooks}
    if last and compiled:
        raise TypeError(f'last="wins" needs a rule in Python: it does not go with {min(compiled)}.')
    return last is not None


class RuleGame(Ruleset):
    """A game given by functions; `game` makes one."""

    def __init__(
        self,
        options: Callable[..., Iterable[State]],
        text: str | None = None,
        hooks: dict[str, Callable[..., Any]] | None = None,
        *,
        compiled: bool = False,
        last: Literal["wins"] | None = None,
    ) -> None:
        if not callable(options):
            raise TypeError(f"A game needs a function of the state, found {options!r}.")
        self.text = str(text or getattr(options, "__name__", "game"))
        self._function = options
        self._names = _arguments(options)
        self._of_any = _of_state(options, self.text)
        self._of_fixed = self._of_any if _are_several(self._names) else options
        self._freezes = False
        self._last_wins = _is_last_won(last, {"compiled"} if compiled else set(hooks or ()))
        self.compiled = compiled
        for name, function in (hooks or {}).items():
            setattr(self, name, self._with_ends(name, _hook(name, function, self.text)))
        self.__doc__ = options.__doc__

    def options(self, state: State) -> Iterable[State]:
        """Return the states that one move leads to, as the function says."""
        options = self._options_by_rule(state)
        if self._last_wins and isinstance(options, Iterable):
            return map(self._ended, options)
        return options

    def _options_by_rule(self, state: State) -> Iterable[State]:
        # What a number leads to is no list: who writes one means a sum, and an error says it.
        if type(state) is int:
            options: Iterable[State] = self._of_fixed(state)
        else:
            state_text.require_exact(self.text, state)
            options = freeze_each(self._of_any(state))
        return options

    @property
    def options_as_given(self) -> Callable[[State], Iterable[State]]:
        """The options as the function gives them, until one that can change was met."""
        return self.options if self._last_wins else self._as_given

    def _as_given(self, state: State) -> Iterable[State]:
        # by the type first: this is asked once for each position of a search
        kind = type(state)
        if kind is tuple:
            is_plain = are_exact(map(type, state)) and not self._freezes
        else:
            is_plain = kind is int or (kind is str and not self._freezes)
        options: Iterable[State] = self._of_fixed(state) if is_plain else self._of_others(state)
        return options

    def _of_others(self, state: State) -> Iterable[State]:
        if self._freezes or isinstance(state, Frozen):
            return self._options_by_rule(state)
        state_text.require_exact(self.text, state)
        options: Iterable[State] = self._of_fixed(state)
        return options

    def freezes_from_now_on(self) -> bool:
        """Freeze each option that is mutable; return whether that is new."""
        is_new, self._freezes = not self._freezes, True
        return is_new

    def _ended(self, option: State) -> State:
        """Return WON for an option without moves, or with a part that has none."""
        parts = self.as_position(option).parts
        return option if parts and all(map(self._goes_on, parts)) else WON

    def _goes_on(self, part: Part) -> bool:
        game = part.ruleset
        options = (game._options_by_rule if isinstance(game, RuleGame) else game.options)(
            part.state
        )
        return any(True for _ in options)

    def _with_ends(self, name: str, called: Callable[[Any], Any]) -> Callable[[Any], Any]:
        if name != "moves" or not self._last_wins:
            return called
        return lambda state: ((move, self._ended(option)) for move, option in called(state))

    def __call__(self, *state: Any) -> Iterable[State]:
        """Return the options, as the function that was decorated does."""
        return self._function(*state)

    def legal(self, state: Any) -> State:
        """Return a state: a list, a set, a dict, an array or a dataclass stays one for the rule."""
        if _are_several(self._names):
            state = tuple(_spread(state, self._names, self.text))
        state_text.require_exact(self.text, state)
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
    *,
    name: str | None = None,
    compiled: bool = False,
    last: Literal["wins"] | None = None,
    **hooks: Callable[..., Any],
) -> Callable[[Callable[..., Iterable[State]]], RuleGame]: ...


def game(
    options: Callable[..., Iterable[State]] | None = None,
    /,
    *,
    name: str | None = None,
    compiled: bool = False,
    last: Literal["wins"] | None = None,
    **hooks: Callable[..., Any],
) -> RuleGame | Callable[[Callable[..., Iterable[State]]], RuleGame]:
    """Turn a function of the state, such as a generator of options, into a game.

    Args:
        options: Takes a state and gives its options. A state is anything that Python compares
            by what is in it: a number, a tuple, a list, a set, a dict, an array, a dataclass,
            None. A function of several arguments has states of as many values, one of ``*piles``
            states of any number.
        name: How the game is called; by default the function's name.
        compiled: Whether to compile the function with numba for states that are numbers above
            1,000, or pairs of natural numbers with more than 10,000 pairs up to them: some
            seconds, then some tens of times as fast. What `HeapGame` says of compiled functions
            holds. Each option of a number has to be a smaller natural number. Values of pairs
            fill a table, row after row, 4 bytes each; a pair that leads out of it or to a later
            place is searched in Python, as all other states are.
        last: "wins" where who makes the last move in it wins at once, whatever else is on the
            table: an option without moves is `WON`. The rule is asked about each option for that.
        hooks: Functions of a state that stand for the methods of `Ruleset` by these names:
            moves, components, canonical, legal, format, draw, scene, packed, indexed; and
            parse, a function of text.

    Raises:
        TypeError: If a hook has another name, or is compiled, too, and the last move wins.
        ValueError: If *last* is another word.

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
    >>> @game(last="wins")
    ... def sudden(tokens):
    ...     yield from (tokens - take for take in (1, 2) if take <= tokens)
    >>> [sudden[tokens].value() for tokens in range(6)], (sudden[3] + sudden[4]).outcome()
    ([0, loony, loony, 0, 1, 2], <Outcome.N: ...>)
    """
    unknown = set(hooks) - _HOOKS
    if unknown:
        raise TypeError(
            f"{min(unknown)!r} is no hook of a game; the hooks are {', '.join(sorted(_HOOKS))}; a "
            'move that wins at once is said by the rule: yield grundy.WON, or last="wins".'
        )
    if options is None:
        return lambda function: RuleGame(function, name, hooks, compiled=compiled, last=last)
    return RuleGame(options, name, hooks, compiled=compiled, last=last)
