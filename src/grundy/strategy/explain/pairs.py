"""Equal components: two and two they cancel, and copying the other player's moves wins."""

from __future__ import annotations

from grundy.errors import LimitError
from grundy.games.position import Part, Position

_MOST_PARTS = 200


def components(position: Position) -> list[tuple[int, Part]]:
    """Return the components of a position, each with the index of the part that it belongs to."""
    return [
        (place, Part(part.ruleset, state))
        for place, part in enumerate(position.parts)
        for state in part.ruleset.components(part.state)
    ]


def equal_pairs(parts: list[Part]) -> list[tuple[int, int]]:
    """Return the indices of equal components, two and two; those without a move are left out."""
    if len(parts) > _MOST_PARTS:
        return []
    waiting: dict[Part, int] = {}
    pairs = []
    for number, part in enumerate(parts):
        alike = Part(part.ruleset, part.ruleset.canonical(part.state))
        if alike in waiting:
            pairs.append((waiting.pop(alike), number))
        elif can_move(part):
            waiting[alike] = number
    return sorted(pairs)


def copies_itself(position: Position) -> bool:
    """Return whether a position is nothing but pairs of equal components, at least one."""
    return can_move_at_all(position) and all_paired(position)


def all_paired(position: Position) -> bool:
    """Return whether the components that can be moved are equal two and two; none is fine too."""
    parts = [part for _, part in components(position)]
    if len(parts) > _MOST_PARTS:
        return False
    return 2 * len(equal_pairs(parts)) == sum(map(can_move, parts))


def live_components(position: Position) -> list[Part]:
    """Return the components that can be moved."""
    return [part for _, part in components(position) if can_move(part)]


def can_move_at_all(position: Position) -> bool:
    """Return whether there is a move."""
    return any(map(can_move, position.parts))


def can_move(part: Part) -> bool:
    """Return whether a component has a move."""
    try:
        return any(True for _ in part.ruleset.moves(part.state))
    except LimitError:  # so many that they cannot be listed
        return True
