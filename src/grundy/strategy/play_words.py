"""What a play says: positions as pictures, moves and ends in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grundy.games.text import shown as cut
from grundy.strategy.session import Session
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.position import Move, Part, Play, Position

_MOST_PARTS = 12
_LONGEST = 200  # signs of a name or a position; more are cut off
_MANY_DIGITS = re.compile("[0-9]{31,}")


def picture(position: Position) -> str:
    """Draw a position as text: its parts in one line, or each with its own picture.

    >>> from grundy import TakeAndBreak
    >>> print(picture(TakeAndBreak("0.77")[5] + TakeAndBreak("0.77")[7]))
      ooooo  5
      ooooooo  7
    """
    drawn = [_drawn(part) for part in position.parts[:_MOST_PARTS]]
    more = len(position.parts) - len(drawn)
    names = [shown(part) for part in position.parts[:_MOST_PARTS]]
    if names == [text for _, text in drawn]:
        names += [f"{more:,} more"] * bool(more)
        return "  " + (" + ".join(names) or "nothing is left")
    width = max(len(name) for name, _ in drawn)
    lines = [line for name, text in drawn for line in _placed(name, text, width)]
    return "\n".join(lines + [f"  and {more:,} more"] * bool(more))


def told(move: Move) -> str:
    """Say a move and what it leaves.

    >>> from grundy import TakeAndBreak
    >>> told(next((TakeAndBreak("0.77")[5] + TakeAndBreak("0.77")[7]).moves()))
    'take 1 from 5, leaving 4 + 7'
    """
    name, left = shown(move.name), shown(move.option)
    return name if name == left else f"{name}, leaving {left}"


def shown(thing: object) -> str:
    """Show a name or a position in one line, without endless digits.

    >>> shown(f"take {10**60} tokens")
    'take 10000000…00000000 (61 digits) tokens'
    """
    return cut(_shortened(" ".join(str(thing).split())), _LONGEST)


def standing(position: Position, player: int, play: Play) -> int:
    """Say who wins with best play when *player* is to move: 1 or 2, or 0 for a draw."""
    outcome = position.outcome(play)
    if outcome is Outcome.D:
        return 0
    return player if outcome is Outcome.N else 3 - player


def who_wins(winner: int, names: tuple[str, str]) -> str:
    """Say who wins with best play; 0 stands for a draw.

    >>> who_wins(1, ("you", "the computer")), who_wins(0, ("player 1", "player 2"))
    ('with best play you win', 'with best play it is a draw')
    """
    if not winner:
        return "with best play it is a draw"
    return f"with best play {_wins(names[winner - 1])}"


def rule_of_end(play: Play) -> str:
    """Say who wins when nobody can move."""
    if play == "misere":
        return "misère play: who cannot move wins"
    return "normal play: who cannot move loses"


def ending(session: Session, names: tuple[str, str]) -> str:
    """Say how a play has ended."""
    if session.drawn:
        return (
            "This position has come for the third time with the same player to move: "
            "the play is a draw."
        )
    winner = session.winner
    if winner is None:
        return "The play is not finished."
    reason = " (misère play)" if session.play == "misere" else ""
    return sentence(f"{names[session.player - 1]} cannot move: {_wins(names[winner - 1])}{reason}.")


def sentence(text: str) -> str:
    """Let a text begin with a capital.

    >>> sentence("the computer: take 1 from 5")
    'The computer: take 1 from 5'
    """
    return text[:1].upper() + text[1:]


def _shortened(text: str) -> str:
    return _MANY_DIGITS.sub(
        lambda digits: f"{digits[0][:8]}…{digits[0][-8:]} ({len(digits[0])} digits)", text
    )


def _wins(name: str) -> str:
    return f"{name} win" if name == "you" else f"{name} wins"


def _drawn(part: Part) -> tuple[str, str]:
    """Give a part's text, or "" where its picture has it anyway, and its picture."""
    name = shown(part)
    text = name if _MANY_DIGITS.search(str(part)) else part.ruleset.draw(part.state)
    return ("" if name in text else name), text


def _placed(name: str, text: str, width: int) -> list[str]:
    """Put a picture of one line beside its name, and a larger one below."""
    if "\n" not in text:
        return [f"  {name:<{width}}  {text}" if width else f"  {text}"]
    return [f"  {name}"] * bool(name) + [f"    {line}" for line in text.split("\n")]
