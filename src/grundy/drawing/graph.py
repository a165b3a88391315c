"""Draw a labelled digraph, or that of a position's states."""

from __future__ import annotations

import os
from itertools import islice
from operator import methodcaller
from pathlib import Path
from typing import Any, Literal

from grundy import markup
from grundy.drawing import graph_scene, graphviz
from grundy.drawing.graph_scene import Arcs, build_scene, shown, value_text, without_values
from grundy.errors import GraphFormatError, GrundyError
from grundy.games.position import Position
from grundy.games.states import named_graph
from grundy.graphs.labelling import Labelling, label
from grundy.printable import joined
from grundy.runtime.delivery import deliver_named
from grundy.values import Play, outcome_of

MAX_VERTICES = 200

Hide = Literal["values"]

_ROWS_SHOWN = 20
# What Graphviz draws in well under a second, and when to give up where it does not.
_NOTEBOOK_VERTICES, _NOTEBOOK_ARCS, _NOTEBOOK_SECONDS = 60, 120, 2.0


def draw(
    labelling: Labelling,
    path: str | os.PathLike[str],
    *,
    color: bool = True,
    layout: str = "dot",
    palette: str | None = None,
    legend: bool = True,
    arcs: Arcs = "all",
    limit: int = MAX_VERTICES,
    hide: Hide | None = None,
) -> None:
    """Draw a labelled digraph to a file, written whole or not at all.

    A vertex shows its name and value, as in ``a_1``. Its colour is that of its outcome and an
    arc's is that of the outcome it leads to: into a P-position a winning move, into an
    N-position a move to avoid.

    Args:
        labelling: The labelling.
        path: The file; its ending says the format: .png, .svg, .pdf, .dot, or .tikz and
            .tex for LaTeX. "-" writes SVG to standard output.
        color: False gives black and white: shapes tell the outcomes.
        layout: "dot" (layers), "circo" (circles), "neato" or "sfdp" (springs), or "grid" for
            vertices that are named by two numbers.
        palette: "source" (red, yellow, green), "safe" for colour-blind eyes, or "bw".
        legend: Whether to say below the picture what it means. A DOT file has none.
        arcs: "winning" draws the winning moves only.
        limit: The greatest number of vertices.
        hide: "values" draws an exercise: names alone, without values, colours or outcomes. The
            solutions go to a file beside it, with ``-solutions`` in its name.

    Raises:
        ValueError: If *hide* is another word.
        GraphFormatError: If the ending is another one, the graph is larger than *limit*, or
            the file cannot be written.
        UnknownNameError: If there is no such layout or palette.
        LimitError: If the layout takes too long.
        MissingExtraError: If pygraphviz is not installed.

    Cost: about 0.3 s for ten vertices; ten seconds for 200 with two arcs each, more with more.
    A picture of 200 vertices is to be zoomed into: on a page its names are small print.

    >>> import tempfile
    >>> from grundy import label
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     draw(label([("a", "b")]), Path(directory, "graph.dot"))
    ...     Path(directory, "graph.dot").read_text(encoding="utf-8").splitlines()[-2]
    '  "a" -> "b" [color="#188038", style="solid", penwidth="1.6"];'

    Source: the colours, shapes and lines are those of the Italian paper, section 3.2.
    """
    format = format_of(path)
    if hide is not None and os.fspath(path) == "-":
        raise GraphFormatError(
            "An exercise has solutions, and standard output has room for one picture; name a file."
        )

    files = {path: hide}
    if hide is not None:
        files[solutions_path(path)] = None
    scenes = [
        scene_of(labelling, color=color, palette=palette, legend=legend, arcs=arcs, limit=limit,
                 hide=hidden)
        for hidden in files.values()
    ]  # fmt: skip
    for file, picture in zip(files, graphviz.render(scenes, format, layout), strict=True):
        deliver_named(file, methodcaller("write", picture))


def solutions_path(path: str | os.PathLike[str]) -> Path:
    """Return where the solutions of an exercise go."""
    whole = Path(path)
    return whole.with_name(f"{whole.stem}-solutions{whole.suffix}")


def scene_of(
    labelling: Labelling, *, limit: int = MAX_VERTICES, hide: Hide | None = None, **look: Any
) -> graph_scene.Scene:
    """Return the scene of a labelled digraph; see `draw`."""
    if hide not in (None, "values"):
        raise ValueError(f'hide is "values" or None, not {hide!r}.')
    require_drawable(len(labelling), limit)
    scene = build_scene(labelling, **look)
    return without_values(scene) if hide == "values" else scene


def require_drawable(vertex_count: int, limit: int = MAX_VERTICES) -> None:
    """Raise `GraphFormatError` when a graph has too many vertices for a picture."""
    if vertex_count > limit:
        raise GraphFormatError(
            f"A picture shows at most {limit:,} vertices; this graph has {vertex_count:,}. "
            "Write the table instead (grundy label FILE --output labels.csv), or draw a part."
        )


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the picture format that the ending of a path names."""
    if os.fspath(path) == "-":
        return "svg"
    ending = Path(path).suffix
    if ending[1:].lower() not in graphviz.FORMATS:
        listed = joined([f".{name}" for name in graphviz.FORMATS], "or")
        sentence = f'"{ending}" is no picture format' if ending else "a picture needs an ending"
        raise GraphFormatError(f"{sentence}; use {listed}.", file=str(path))
    return ending[1:].lower()


def require_library(format: str) -> None:
    """Raise `MissingExtraError` where a picture of this format needs what is not installed."""
    if format != "dot":
        graphviz.package_folder()


def notebook_bundle(labelling: Labelling) -> dict[str, str]:
    """Return what a notebook shows: a picture when it is small and quick, else a short table."""
    text = {"text/plain": repr(labelling)}
    small = len(labelling) <= _NOTEBOOK_VERTICES and labelling.graph.arc_count <= _NOTEBOOK_ARCS
    if small and graphviz.installed():
        try:
            scene = build_scene(labelling)
            [drawn] = graphviz.render([scene], "svg", seconds=_NOTEBOOK_SECONDS)
            return {**text, "text/html": graphviz.on_page(drawn.decode())}
        except GrundyError:
            pass  # too dense to draw in time: the table says it too
    return {**text, "text/html": _table(labelling)}


def _table(labelling: Labelling) -> str:
    values = (
        (shown(name), labelling.value_at(number))
        for number, name in enumerate(islice(labelling, _ROWS_SHOWN))
    )
    # The value tells the outcome: to ask for it might go through the whole graph.
    rows = [(name, value_text(value), outcome_of(value)) for name, value in values]
    more = markup.paragraph("…") if len(labelling) > _ROWS_SHOWN else ""
    sentence = markup.paragraph(repr(labelling))
    return f"{sentence}{markup.table(['vertex', 'value', 'outcome'], rows, left=(0,))}{more}"


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
    """Draw the states that a position can reach, at most *limit* of them, as `draw` does."""
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
    pairs = graph.arc_count > _LAYERS and graph_scene.fits(list(map(str, graph.names)))
    layout = layout or ("grid" if pairs else "dot")
    arcs = arcs or ("all" if graph.arc_count <= _EVERY_ARC else "winning")
    draw(labelling, path, layout=layout, arcs=arcs, **options)


def require_few(count: int, limit: int = MAX_VERTICES) -> None:
    """Raise `GraphFormatError` where a picture cannot show so many states."""
    if count > limit:
        raise GraphFormatError(
            f"A picture shows at most {limit:,} states; this position reaches {count:,}. "
            "Draw a smaller position, or write the labels (grundy graph GAME POSITION --output "
            "labels.csv)."
        )
