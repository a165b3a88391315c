"""What a play says: positions as pictures, moves and ends in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grundy.games.state_text import shown as cut
from grundy.strategy.letters import letter
from grundy.strategy.play.session import Session
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.position import Move, Part, Position
    from grundy.values import Play

_MOST_PARTS = 12
_LONGEST = 200  # signs of a name or a position; more are cut off
_MANY_DIGITS = re.compile("[0-9]{31,}")


def picture(position: Position) -> str:
    """Draw a position as text: each part by its letter, the letter of the explanations."""
    if not position.parts:
        return "  nothing is left"
    parts = position.parts[:_MOST_PARTS]
    several = len(position.parts) > 1
    lines = []
    for place, part in enumerate(parts):
        first, *others = _drawn(part).split("\n")
        margin = f"  {letter(place)}  " if several else "  "
        lines += [margin + first, *(" " * len(margin) + line for line in others)]
    more = len(position.parts) - len(parts)
    return "\n".join(lines + [f"  and {more:,} more"] * bool(more))


def move_text(move: Move, position: Position) -> str:
    """Say a move of a position, the letter of the part that it is made in, and what it leaves."""
    name, left = shown(move.name), shown(move.option)
    if len(position.parts) > 1:
        name += f" in {letter(move.part)}"
    return name if name == left else f"{name}, leaving {left}"


def shown(thing: object) -> str:
    """Show a name or a position in one line, without endless digits."""
    return cut(_shortened(" ".join(str(thing).split())), _LONGEST)


def standing(position: Position, player: int, play: Play) -> int:
    """Say who wins with best play when *player* is to move: 1 or 2, or 0 for a draw."""
    outcome = position.outcome(play)
    if outcome is Outcome.D:
        return 0
    return player if outcome is Outcome.N else 3 - player


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
    """Let a text begin with a capital."""
    return text[:1].upper() + text[1:]


def _shortened(text: str) -> str:
    return _MANY_DIGITS.sub(
        lambda digits: f"{digits[0][:8]}…{digits[0][-8:]} ({len(digits[0])} digits)", text
    )


def _wins(name: str) -> str:
    return f"{name} win" if name == "you" else f"{name} wins"


def _drawn(part: Part) -> str:
    """Draw one part; a number with many digits is only written."""
    text = str(part)
    return _shortened(text) if _MANY_DIGITS.search(text) else part.ruleset.draw(part.state)
