"""WON: an option that wins at once, whoever makes the move, under either play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from grundy.games.position import Position
from grundy.games.protocols import State
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import Ruleset
from grundy.runtime.limits import Limits
from grundy.values import OVER, Value


class Ended(Valuer["Won"]):
    """The one value of a play that has ended."""

    def value(self, state: State, *, limits: Limits | None = None) -> Value:
        return OVER


class Won(Ruleset):
    """What is left when a move has won at once."""

    text = "won"
    is_over = True

    def options(self, state: State) -> Iterator[State]:
        return iter(())

    def format(self, state: State) -> str:
        return "won"

    @cached_property
    def valuer(self) -> Ended:
        """The value that ends every sum."""
        return Ended(self)


WON: Position = Won().as_position("won")
"""An option of a rule: who moves to it wins at once, whatever else is on the table.

A state with this option is won by the player to move, in every sum, so its value is no number but
*loony*; moves to such a state lose, and count for no value. Other states have their Grundy
values, which add up as ever. Under misère play, too, the move to it wins.

>>> from grundy import game
>>> @game
... def fives(number):
...     \"\"\"Take 1 or 2 tokens; who leaves a multiple of 5 wins at once.\"\"\"
...     for left in (number - 1, number - 2):
...         if left >= 0:
...             yield left if left % 5 else WON
>>> [fives[number].value() for number in (7, 8, 9, 10, 12)]
[loony, 0, 1, 2, loony]
>>> fives[7].best_move().name, (fives[8] + fives[8]).outcome()
('won', <Outcome.P: ...>)

Source: Winning Ways, ch. 12, on entailing moves and loony values.
"""
