"""Rules from rules: join, product, on_board; and by_turns, where a state says whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce, wraps
from operator import index, xor
from typing import Any

from grundy.errors import PositionError, RulesetError
from grundy.games.compounds import Compound, Positions
from grundy.games.position import Position
from grundy.games.protocols import State
from grundy.games.rule_game import RuleGame
from grundy.games.ruleset import WON, NamedMoves, Ruleset
from grundy.games.state_text import shown
from grundy.games.values.one_value import ByFormula
from grundy.values import Outcome, Play


class Join(NamedMoves):
    """A game with the moves of several on the same states; `join` makes one."""

    def __init__(self, *games: Ruleset) -> None:
        self.games = _checked(games)
        self.text = " or ".join(game.text for game in games)

    def moves(self, state: State) -> Iterator[tuple[str, State]]:
        made: set[State] = set()
        for move in (move for game in self.games for move in game.as_position(state).moves()):
            option = self._here(move.option)
            if option not in made:
                made.add(option)
                yield move.name, option

    def _here(self, option: Position) -> Position:
        """Return a position of one of the games as one of this."""
        if option.is_over:
            return WON
        return sum((self.as_position(part.state) for part in option.parts), Position())

    def legal(self, state: Any) -> State:
        for game in self.games:
            state = game.legal(state)
        return state

    def parse(self, text: str) -> State:
        return self.games[0].parse(text)

    def format(self, state: State) -> str:
        return self.games[0].format(state)


class Product(Compound):
    """A state of each of several games, as one state; `product` makes one."""

    sign = "×"

    def __init__(self, *games: Ruleset) -> None:
        self.games = _checked(games)
        self.text = f" {self.sign} ".join(game.text for game in games)

    def legal(self, state: Any) -> Positions:
        states = state if isinstance(state, (tuple, list)) else (state,)
        if len(states) != len(self.games):
            raise PositionError(
                f"A position of {self.text} has a state of each of {len(self.games)} games; found "
                f"{shown(state)}."
            )
        pairs = zip(self.games, states, strict=True)
        return tuple(one if isinstance(one, Position) else game[one] for game, one in pairs)

    @cached_property
    def valuer(self) -> ByFormula[Product]:
        """The nim-sum of the components' values, where these are numbers."""
        return ByFormula(self, self._value)

    def _value(self, state: Positions) -> int | None:
        values = [position.value() for position in state]
        if not all(isinstance(value, int) for value in values):
            return None
        return reduce(xor, (value for value in values if isinstance(value, int)), 0)


class OnBoard(RuleGame):
    """The rule of a piece on the squares of a board; `on_board` makes one."""

    def __init__(self, rule: Callable[..., Iterable[State]], board: str | Sequence[str]) -> None:
        rows = [*board] if isinstance(board, Iterable) else [board]
        if not all(isinstance(row, str) for row in rows):
            found = shown(board)
            raise PositionError(f'A board is rows of signs, such as "..#. ....", not {found}.')
        self.rows = board.split() if isinstance(board, str) else rows

        def options(row: int, column: int) -> Iterator[State]:
            for option in rule(row, column):
                if option is WON or self._has(option):
                    yield option

        super().__init__(options, getattr(rule, "text", getattr(rule, "__name__", None)))

    def legal(self, state: Any) -> State:
        square = super().legal(state)
        if not self._has(square):
            raise PositionError(f"{self.format(square)} is no square of this board.")
        return square

    def draw(self, state: Any) -> str:
        row, column = state
        rows = [*self.rows]
        rows[row] = f"{rows[row][:column]}o{rows[row][column + 1 :]}"
        return "\n".join(rows)

    def _has(self, square: Any) -> bool:
        try:
            row, column = map(index, square)
        except (TypeError, ValueError):
            raise RulesetError(
                f"A rule on a board gives squares, such as (row, column); found {shown(square)}."
            ) from None
        return (
            0 <= row < len(self.rows)
            and 0 <= column < len(self.rows[row])
            and self.rows[row][column] != "#"
        )


def _checked(games: tuple[Ruleset, ...]) -> tuple[Ruleset, ...]:
    for game in games:
        if not isinstance(game, Ruleset):
            raise TypeError(f"Rules come from games, such as @grundy.game makes; found {game!r}.")
    if not games:
        raise TypeError("Rules come from at least one game.")
    return games


def join(*games: Ruleset) -> Join:
    """Return the game in which a move is a move of any of several games, on the same states.

    Args:
        games: The games; a state has to be one of each.

    Raises:
        TypeError: If what is given is no game.

    >>> from grundy import game
    >>> @game
    ... def rook(column, row):
    ...     yield from ((c, row) for c in range(column))
    ...     yield from ((column, r) for r in range(row))
    >>> @game
    ... def bishop(column, row):
    ...     yield from ((column - k, row - k) for k in range(1, min(column, row) + 1))
    >>> queen = join(rook, bishop)
    >>> queen[8, 12].value(), queen[3, 5].outcome(), queen.text
    (18, <Outcome.P: ...>, 'rook or bishop')
    """
    return Join(*games)


def product(*games: Ruleset) -> Product:
    """Return the game of which a state has one of each of several games; a move is made in one.

    Its positions are worth what the sum of their components is, which ``+`` gives without a game
    of its own: the product is for where a game is needed, as in `join` and `grundy.check`.

    Args:
        games: The games, in the order of the components.

    Raises:
        TypeError: If what is given is no game.

    >>> from grundy import catalogue
    >>> both = product(catalogue["kayles"], catalogue["wythoff"])
    >>> both[5, (8, 12)].value(), both[5, (8, 12)]
    (22, Position(0.77 × wythoff[0.77 5 × wythoff 8,12]))
    """
    return Product(*games)


def on_board(rule: Callable[..., Iterable[State]], board: str | Sequence[str]) -> OnBoard:
    """Return the game of a piece that moves by a rule, on a board that may have holes.

    What the rule says beyond the edge, or onto a hole, is no move; a piece that slides has to
    look for holes on its way by itself. Several pieces that do not meet are a sum.

    Args:
        rule: Takes the row and the column of a square, from 0 at the top left, and gives the
            squares that a move leads to: a function, or what `grundy.game` made of it.
        board: Its rows, as texts or one text with spaces or lines; "#" is a hole, any other sign
            a square.

    Raises:
        PositionError: Where a position is no square of the board.
        RulesetError: Where the rule gives what is no square.

    >>> def lame_king(row, column):
    ...     yield from [(row + 1, column), (row, column + 1), (row + 1, column + 1)]
    >>> board = on_board(lame_king, "..#. .... #...")
    >>> board[0, 0].value(), str(board[0, 0].best_move())
    (2, '0,1')
    >>> (board[0, 0] + board[1, 2]).outcome()
    <Outcome.P: 'the previous player wins'>
    """
    return OnBoard(rule, board)


class GameByTurns(RuleGame):
    """A game in which the players move differently; `by_turns` makes one."""

    has_turns = True

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
    digraph of such states, and sums of them are refused: put all boards into one state.

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
