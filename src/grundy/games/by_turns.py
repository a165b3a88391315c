"""by_turns: two players with moves of their own; a state says whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from grundy.errors import PositionError
from grundy.games.protocols import State
from grundy.games.rule_game import RuleGame
from grundy.games.state_text import shown
from grundy.games.winning_end import WON
from grundy.values import Outcome, Play


class GameByTurns(RuleGame):
    """A game in which the players move differently; `by_turns` makes one."""

    def __init__(self, rule: Callable[..., Iterable[State]]) -> None:
        @wraps(rule)
        def options(*state: Any) -> Iterator[State]:
            *board, player = state
            for left in rule(*state):
                if left is WON:
                    yield WON
                else:
                    yield (left, 3 - player) if len(board) == 1 else (*left, 3 - player)

        super().__init__(options)
        if len(self._names) < 2:
            raise TypeError(f"{self.text} needs a state and the player to move as arguments.")

    def legal(self, state: Any) -> State:
        """Return a state, of which the last value is the player to move, 1 or 2."""
        found = super().legal(state)
        if found[-1] not in (1, 2):
            raise PositionError(
                f"A position of {self.text} ends with the player to move, which is 1 or 2; found "
                f"{shown(self.format(found))}."
            )
        return found

    def who_wins(self, *board: State, play: Play = "normal") -> tuple[int | None, int | None]:
        """Return who wins when player 1 begins, and when player 2 does; None for a draw."""
        won = {Outcome.N: (1, 2), Outcome.P: (2, 1), Outcome.D: (None, None)}
        one, other = (self[(*board, player)].outcome(play) for player in (1, 2))
        return won[one][0], won[other][1]


def by_turns(rule: Callable[..., Iterable[State]]) -> GameByTurns:
    """Turn a rule with moves of each player's own into a game that says whose turn it is.

    A state of the game is that of the rule with the player to move after it. It is solved as a
    digraph of such states, so values say nothing of a sum: put all boards into one state.

    Args:
        rule: Takes a state, or several values, and the player to move, 1 or 2; gives the states
            that this player's moves lead to, or `WON` for one that wins at once.

    >>> @by_turns
    ... def fair_shares(tokens, player):
    ...     \"\"\"Player 1 takes 1 or 2 tokens, player 2 takes 1 or 3.\"\"\"
    ...     yield from (tokens - take for take in (1, 1 + player) if take <= tokens)
    >>> fair_shares[4, 1].outcome(), str(fair_shares[4, 1].best_move())
    (<Outcome.N: ...>, '2,2')
    >>> [fair_shares.who_wins(tokens) for tokens in range(5)]
    [(2, 1), (1, 2), (1, 1), (1, 2), (1, 1)]
    """
    return GameByTurns(rule)
