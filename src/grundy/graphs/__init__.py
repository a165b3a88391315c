"""Games given as digraphs: from arcs to values, moves and a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.graphs.formats import read_graph, read_labelling
    from grundy.graphs.graph import GameGraph
    from grundy.graphs.labelling import Labelling, label
    from grundy.graphs.random import random_graph

__all__ = [
    "GameGraph",
    "Labelling",
    "label",
    "random_graph",
    "read_graph",
    "read_labelling",
]

_find = on_first_use(
    __name__,
    {
        "GameGraph": "graph",
        "Labelling": "labelling",
        "label": "labelling",
        "random_graph": "random",
        "read_graph": "formats",
        "read_labelling": "formats",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
