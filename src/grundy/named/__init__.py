"""Named games: one file a family, one table; `grundy.catalogue` is the way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.named.catalogue import Catalogue
    from grundy.named.description import Description, describe
    from grundy.named.entry import Entry
    from grundy.named.notation import read, read_game

__all__ = [
    "Catalogue",
    "Description",
    "Entry",
    "describe",
    "read",
    "read_game",
]

_find = on_first_use(
    __name__,
    {
        "Catalogue": "catalogue",
        "Description": "description",
        "Entry": "entry",
        "describe": "description",
        "read": "notation",
        "read_game": "notation",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
