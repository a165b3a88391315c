"""Games given as rules: positions, their sums, and the solver of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.games.checks import check
    from grundy.games.coins import Coins
    from grundy.games.coordinates import Coordinates
    from grundy.games.indexed import Indexed, Ranking, k_of_n, multisets, numbers, subsets
    from grundy.games.position import Move, Part, Position
    from grundy.games.rule_game import game
    from grundy.games.ruleset import Ruleset
    from grundy.games.states import state_graph
    from grundy.games.tokens import token, token_product
    from grundy.games.values.one_value import search_value
    from grundy.games.values.packed import Packed

__all__ = [
    "Coins",
    "Coordinates",
    "Indexed",
    "Move",
    "Packed",
    "Part",
    "Position",
    "Ranking",
    "Ruleset",
    "check",
    "game",
    "k_of_n",
    "multisets",
    "numbers",
    "search_value",
    "state_graph",
    "subsets",
    "token",
    "token_product",
]

_find = on_first_use(
    __name__,
    {
        "Coins": "coins",
        "Coordinates": "coordinates",
        "Indexed": "indexed",
        "Move": "position",
        "Packed": "values.packed",
        "Part": "position",
        "Position": "position",
        "Ranking": "indexed",
        "Ruleset": "ruleset",
        "check": "checks",
        "game": "rule_game",
        "k_of_n": "indexed",
        "multisets": "indexed",
        "numbers": "indexed",
        "search_value": "values.one_value",
        "state_graph": "states",
        "subsets": "indexed",
        "token": "tokens",
        "token_product": "tokens",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
