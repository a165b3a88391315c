"""The title of an explanation: the position, the play, who is to move."""

from __future__ import annotations

from grundy.games.position import Position
from grundy.strategy.explain.phrases import MOST_ROWS
from grundy.strategy.explain.position_facts import Facts
from grundy.strategy.explain.reasons import game_name, written


def title(told: Facts) -> str:
    """Say what is asked: the position, the play, who is to move."""
    rule = "who cannot move loses" if told.play == "normal" else "who cannot move wins"
    kind = "normal" if told.play == "normal" else "misère"
    return f"{position_text(told.position)}; {kind} play: {rule}. Player {told.turn} is to move."


def position_text(position: Position) -> str:
    """Write a position as the command line reads it: games, each with its states."""
    groups: list[tuple[str, list[str]]] = []
    parts = position.parts
    for part in parts[:MOST_ROWS]:
        game = game_name(part.ruleset)
        if not groups or groups[-1][0] != game:
            groups.append((game, []))
        groups[-1][1].append(written(part))
    text = " + ".join(f"{game} {' '.join(states)}" for game, states in groups) or "Nothing"
    more = len(parts) - MOST_ROWS
    return f"{text} and {more:,} more" if more > 0 else text
