"""From values to play: why a move wins, in words and figures, and an opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.strategy.table import Table, value_table

__all__ = [
    "Table",
    "value_table",
]

_find = on_first_use(
    __name__,
    {
        "Table": "table",
        "value_table": "table",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
