"""Whole games solved on disk: a byte for each position, in blocks that prove what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.tabulated.game_table import GameTable, open_table
    from grundy.tabulated.tabulate import tabulate

__all__ = [
    "GameTable",
    "open_table",
    "tabulate",
]

_find = on_first_use(
    __name__,
    {
        "GameTable": "game_table",
        "open_table": "game_table",
        "tabulate": "tabulate",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
