"""Digraphs larger than memory: three engines behind one call, which give the same labels.

memory   the whole graph in memory, as `grundy.label`
disk     the vertices in memory, the arcs in files that are mapped; names become numbers
cluster  the arcs in the memory of many workers, of which each labels its own vertices
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.large.run import label_file

__all__ = [
    "label_file",
]

_find = on_first_use(
    __name__,
    {
        "label_file": "run",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
