"""Pictures: coordinates, shapes and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.drawing.board import draw_board
    from grundy.drawing.graph import draw, draw_states
    from grundy.drawing.table import draw_table

__all__ = [
    "draw",
    "draw_board",
    "draw_states",
    "draw_table",
]

_find = on_first_use(
    __name__,
    {
        "draw": "graph",
        "draw_board": "board",
        "draw_states": "graph",
        "draw_table": "table",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
