"""Games on digraphs."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.named.entry import Entry, formula, values_of
from grundy.named.on_graphs.token_walks import TokenWalk
from grundy.values import LoopyValue, Value


def _paths() -> Iterator[tuple[str, Value]]:
    for arcs in range(1, 12):
        yield ">".join(map(str, range(arcs + 1))) + "@0", arcs % 2


ENTRIES = (
    Entry(
        key="token",
        name="Token on a digraph",
        rule="Move the token along an arc; a play that goes round for ever is a draw.",
        make=TokenWalk,
        start="a>c>b>a,c>d>e>f,g>h>g,g>e,h>i>h,i>f@c",
        source="Sprague 1935; Grundy 1939; Smith 1966",
        facts=[
            formula("Along a path 0 and 1 alternate from its end", _paths),
            values_of({
                "a>b,b>a@a": LoopyValue(frozenset()),
                "a>a,a>t@a": LoopyValue(frozenset({0})),
                "a>b,b>a,b>t@a": 0,
                "a>b,b>a,b>t@b": 1,
            }, source="by the definition"),
        ],
    ),
)  # fmt: skip
