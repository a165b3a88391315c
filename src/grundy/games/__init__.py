"""Games given as rules: positions, their sums, and the solver of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.games.checking.check import check
    from grundy.games.families.coins import Coins
    from grundy.games.families.coordinates import Coordinates
    from grundy.games.families.token import token
    from grundy.games.position import Move, Part, Position
    from grundy.games.rule_game import game
    from grundy.games.ruleset import Ruleset
    from grundy.games.states import state_graph
    from grundy.games.valuers.one_value import search_value
    from grundy.games.valuers.packed import Packed

__all__ = [
    "Coins",
    "Coordinates",
    "Move",
    "Packed",
    "Part",
    "Position",
    "Ruleset",
    "check",
    "game",
    "search_value",
    "state_graph",
    "token",
]

_find = on_first_use(
    __name__,
    {
        "Coins": "families.coins",
        "Coordinates": "families.coordinates",
        "Move": "position",
        "Packed": "valuers.packed",
        "Part": "position",
        "Position": "position",
        "Ruleset": "ruleset",
        "check": "checking.check",
        "game": "rule_game",
        "search_value": "valuers.one_value",
        "state_graph": "states",
        "token": "families.token",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
