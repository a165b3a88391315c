"""Write a scene in the DOT language; every text is quoted, so that none is ever markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grundy.drawing.graph_scene import Scene, Vertex
from grundy.drawing.styles import ArcStyle, VertexStyle
from grundy.values import LoopyValue

# matplotlib's DejaVu Sans is what the picture is laid out with; see fonts.py.
FONT = "DejaVu Sans,Verdana,Helvetica,Arial,sans-serif"

_GRAPH = {"charset": "UTF-8", "bgcolor": "white", "fontname": FONT}
# `len` is for neato: its usual inch is too short for wide vertices.
_VERTICES = {"fontname": FONT, "fontsize": "14", "style": "filled"}
_ARCS = {"fontname": FONT, "fontsize": "11", "arrowsize": "0.8", "len": "1.4"}

_SHAPES = {
    "ellipse": "ellipse",
    "rectangle": "box",
    "circle": "circle",
    "triangle": "triangle",
}


def dot_text(
    scene: Scene,
    *,
    numbered: bool = False,
    graph: Mapping[str, str] | None = None,
    positions: Iterable[tuple[float, float]] | None = None,
    pen: float = 1.0,
) -> str:
    """Write a scene as a DOT text."""
    defaults = {
        "charset": "UTF-8",
        "bgcolor": "white",
        "fontname": FONT,
        "play": scene.play,
        **(graph or {}),
    }
    if numbered:
        identifiers = [f"v{number}" for number in range(len(scene.vertices))]
    else:
        identifiers = [quoted(vertex.identifier) for vertex in scene.vertices]
    places = [None] * len(scene.vertices) if positions is None else list(positions)
    lines = [
        f"graph {attributes(defaults)}",
        f"node {attributes(_VERTICES)}",
        f"edge {attributes(_ARCS)}",
    ]
    for vertex, identifier, place in zip(scene.vertices, identifiers, places, strict=True):
        drawn = _vertex(vertex)
        if place is not None:
            drawn["pos"] = f"{place[0]:.2f},{place[1]:.2f}"
        lines.append(f"{identifier} {attributes(drawn)}")
    for arc in scene.arcs:
        drawn = arc_attributes(arc.style, pen)
        if arc.count > 1:
            drawn |= {"label": f"×{arc.count}", "fontcolor": arc.style.color}
        lines.append(f"{identifiers[arc.source]} -> {identifiers[arc.target]} {attributes(drawn)}")
    return "\n".join(['digraph "grundy" {', *(f"  {line};" for line in lines), "}\n"])


def vertex_attributes(style: VertexStyle) -> dict[str, str]:
    """Return a vertex style as DOT attributes."""
    drawn = {
        "shape": _SHAPES[style.shape],
        "fillcolor": style.fill,
        "color": style.outline,
        "margin": "0.07,0.04",
        "width": "0.5",
        "height": "0.4",
    }
    if style.shape == "triangle":
        # A triangle holds its text low down; without a margin it stays small.
        drawn["margin"] = "0,0.04"
    return drawn


def arc_attributes(style: ArcStyle, pen: float = 1.0) -> dict[str, str]:
    """Return an arc style as DOT attributes, *pen* times as wide."""
    width = f"{style.width * pen:.3g}"
    return {"color": style.color, "style": style.line, "penwidth": width}


def attributes(values: Mapping[str, str]) -> str:
    """Write a list of attributes."""
    return f"[{', '.join(f'{key}={quoted(text)}' for key, text in values.items())}]"


def label(lines: Iterable[str]) -> str:
    r"""Write lines as a label; Graphviz reads escapes such as \N and entities such as &amp;."""
    return "\\n".join(line.replace("\\", "\\\\").replace("&", "&amp;") for line in lines)


def quoted(text: str) -> str:
    r"""Quote a text for DOT; in quotes only a quote needs an escape, and <…> is no HTML."""
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'


def _vertex(vertex: Vertex) -> dict[str, str]:
    drawn = {"label": label(vertex.lines), **vertex_attributes(vertex.style)}
    if vertex.value is not None:
        drawn |= {"value": str(vertex.value), "outcome": str(vertex.outcome)}
    if isinstance(vertex.value, LoopyValue):
        drawn["K"] = ",".join(map(str, sorted(vertex.value.finite)))
    if vertex.counter is not None:
        drawn["counter"] = str(vertex.counter)
    return drawn
