"""@game: a function of the state becomes a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, overload

from grundy.games.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.games.ruleset import State

_HOOKS = {"moves", "components", "canonical", "legal", "parse", "format", "draw", "scene", "packed"}


class RuleGame(Ruleset):
    """A game given by functions; `game` makes one."""

    def __init__(
        self,
        options: Callable[[State], Iterable[State]],
        text: str | None = None,
        hooks: dict[str, Callable[..., Any]] | None = None,
    ) -> None:
        if not callable(options):
            raise TypeError(f"A game needs a function of the state, found {options!r}.")
        self.text = str(text or getattr(options, "__name__", "game"))
        self._options = options
        for name, hook in (hooks or {}).items():
            setattr(self, name, hook)
        self.__doc__ = options.__doc__

    def options(self, state: State) -> Iterable[State]:
        """Return the states that one move leads to, as the function says."""
        return self._options(state)

    def __call__(self, state: State) -> Iterable[State]:
        """Return the options, as the function that was decorated does."""
        return self._options(state)


@overload
def game(options: Callable[[State], Iterable[State]], /) -> RuleGame: ...


@overload
def game(
    *, name: str | None = None, **hooks: Callable[..., Any]
) -> Callable[[Callable[[State], Iterable[State]]], RuleGame]: ...


def game(
    options: Callable[[State], Iterable[State]] | None = None,
    /,
    *,
    name: str | None = None,
    **hooks: Callable[..., Any],
) -> RuleGame | Callable[[Callable[[State], Iterable[State]]], RuleGame]:
    """Turn a function of the state, such as a generator of options, into a game.

    Args:
        options: Takes a state and gives its options.
        name: How the game is called; by default the function's name.
        hooks: Functions of a state that stand for the methods of `Ruleset` by these names:
            moves, components, canonical, legal, format, draw, scene, packed; and parse, a
            function of text.

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
        return lambda function: RuleGame(function, name, hooks)
    return RuleGame(options, name, hooks)
