"""Draw the digraph of a position's states, labelled; how, where the caller does not say."""

from __future__ import annotations

import os
from typing import Any

from grundy.drawing import grid
from grundy.drawing.graph import MAX_VERTICES, draw
from grundy.drawing.graph_scene import Arcs
from grundy.errors import GraphFormatError
from grundy.games.position import Position
from grundy.games.states import named_graph
from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import Labelling, label
from grundy.values import Play

# Above this many arcs two coordinates say more than the layers of dot.
_LAYERS = 120
# Above this many arcs nothing is seen but arcs.
_EVERY_ARC = 400


def draw_states(
    position: Position,
    path: str | os.PathLike[str],
    play: Play = "normal",
    *,
    layout: str | None = None,
    arcs: Arcs | None = None,
    color: bool = True,
    palette: str | None = None,
    legend: bool = True,
    limit: int | None = None,
) -> None:
    """Draw the states that a position can reach, to a file.

    Args:
        position: Where to start.
        path: The file; its ending says the format: .png, .svg, .pdf, .tikz, .tex or .dot.
        play: "normal" or "misere".
        layout: As `usual_layout` chooses, or as `grundy.drawing.graph.draw` takes it.
        arcs: As `usual_arcs` chooses, or "all" or "winning".
        color: False gives black and white: shapes tell the outcomes.
        palette: As `grundy.drawing.graph.draw` takes it.
        legend: Whether to say what the colours mean.
        limit: The most states in a picture; by default as many as can be seen.

    Raises:
        GraphFormatError: If there are more states than a picture shows.
        LimitError: If there are far more.
    """
    most = MAX_VERTICES if limit is None else limit
    graph = named_graph(position, limit=max(100 * most, 100_000))
    require_few(graph.vertex_count, most)
    draw_labelled(
        label(graph, play), path, layout=layout, arcs=arcs, color=color, palette=palette,
        legend=legend, limit=most,
    )  # fmt: skip


def draw_labelled(
    labelling: Labelling,
    path: str | os.PathLike[str],
    *,
    layout: str | None = None,
    arcs: Arcs | None = None,
    **options: Any,
) -> None:
    """Draw labelled states to a file; see `draw_states`."""
    graph = labelling.graph
    chosen = layout or usual_layout(graph)
    draw(labelling, path, layout=chosen, arcs=arcs or usual_arcs(graph), **options)


def usual_layout(graph: GameGraph) -> str:
    """Return the layout for states: "grid" for many arcs between pairs of numbers, else "dot"."""
    pairs = graph.arc_count > _LAYERS and grid.fits(list(map(str, graph.names)))
    return "grid" if pairs else "dot"


def usual_arcs(graph: GameGraph) -> Arcs:
    """Say which arcs to draw: of a great many only the winning moves."""
    return "all" if graph.arc_count <= _EVERY_ARC else "winning"


def require_few(count: int, limit: int = MAX_VERTICES) -> None:
    """Raise `GraphFormatError` where a picture cannot show so many states."""
    if count > limit:
        raise GraphFormatError(
            f"A picture shows at most {limit:,} states; this position reaches {count:,}. "
            "Draw a smaller position, or write the labels (grundy graph GAME POSITION --output "
            "labels.csv)."
        )
