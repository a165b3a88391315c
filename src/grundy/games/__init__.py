"""Games given as rules: positions, their sums, and the solver of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.games.checking.check import check
    from grundy.games.families.coins import Coins
    from grundy.games.families.coordinates import Coordinates
    from grundy.games.families.token import token
    from grundy.games.families.token_product import token_product
    from grundy.games.indexed.indexed import Indexed
    from grundy.games.indexed.ranking import Ranking, k_of_n, multisets, numbers, subsets
    from grundy.games.position import Move, Part, Position
    from grundy.games.rule_game import game
    from grundy.games.ruleset import Ruleset
    from grundy.games.states import state_graph
    from grundy.games.valuers.one_value import search_value
    from grundy.games.valuers.packed import Packed

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
        "Coins": "families.coins",
        "Coordinates": "families.coordinates",
        "Indexed": "indexed.indexed",
        "Move": "position",
        "Packed": "valuers.packed",
        "Part": "position",
        "Position": "position",
        "Ranking": "indexed.ranking",
        "Ruleset": "ruleset",
        "check": "checking.check",
        "game": "rule_game",
        "k_of_n": "indexed.ranking",
        "multisets": "indexed.ranking",
        "numbers": "indexed.ranking",
        "search_value": "valuers.one_value",
        "state_graph": "states",
        "subsets": "indexed.ranking",
        "token": "families.token",
        "token_product": "families.token_product",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
