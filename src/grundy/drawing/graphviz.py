"""A scene as DOT, and as SVG, PNG or PDF with the Graphviz that pygraphviz brings.

Without any font Graphviz draws empty boxes, and with other fonts other pictures. The fonts of
the system stay in reach for what DejaVu Sans lacks, such as Chinese or emoji.
"""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from grundy.drawing import graph_scene, tikz
from grundy.drawing.graph_scene import ArcStyle, LegendRow, Scene, Vertex, VertexStyle
from grundy.drawing.typeset import FONT, font_environment
from grundy.errors import GrundyError, LimitError, MissingExtraError, UnknownNameError
from grundy.values import LoopyValue

# Write a scene in the DOT language; every text is quoted, so that none is ever markup.


_GRAPH = {"charset": "UTF-8", "bgcolor": "white", "fontname": FONT}
# `len` is for neato: its usual inch is too short for wide vertices.
_VERTICES = {"fontname": FONT, "fontsize": "14", "style": "filled"}
_ARCS = {"fontname": FONT, "fontsize": "11", "arrowsize": "0.8", "len": "1.4"}

_SHAPES = {"ellipse": "ellipse", "rectangle": "box", "circle": "circle", "triangle": "triangle"}


def dot_text(
    scene: Scene,
    *,
    numbered: bool = False,
    graph: Mapping[str, str] | None = None,
    positions: Iterable[tuple[float, float]] | None = None,
    pen: float = 1.0,
) -> str:
    """Write a scene as a DOT text."""
    defaults = {**_GRAPH, "play": scene.play, **(graph or {})}
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
    # A triangle holds its text low down; without a margin it stays small.
    margin = "0,0.04" if style.shape == "triangle" else "0.07,0.04"
    return {
        "shape": _SHAPES[style.shape], "fillcolor": style.fill, "color": style.outline,
        "margin": margin, "width": "0.5", "height": "0.4",
    }  # fmt: skip


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


_TITLE = re.compile(r"<title>(v\d+|legend\d+|grundy)(?:&#45;&gt;(v\d+|legend\d+))?</title>\n?")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_VERTEX = re.compile(r"<title>[^<]*: value ([^<]*), outcome [PND]</title>.*?</g>", re.DOTALL)
_BARE_TEXT = re.compile(r"<text (?!fill=)")
_WHITE = re.compile(r'<polygon fill="white"')
_ON_COLOUR = "#111111"  # on the colours of the outcomes, whatever the page's own
_ROOT = re.compile(r"<svg [^>]*>")


def annotate(text: str, scene: Scene) -> str:
    """Return the SVG that Graphviz wrote the titles of *scene*."""
    # Its document type and comments are for nobody; a page can hold what is left.
    drawing = _HEAD + text[text.index("<svg ") :]
    hints = _TITLE.sub(lambda match: _hint(match, scene), _COMMENT.sub("", drawing))
    head = f"<title>{escape(scene.title)}</title>\n<desc>{escape(scene.description)}</desc>"
    return _ROOT.sub(lambda match: f'{match[0][:-1]} role="img">\n{head}', hints, count=1)


def on_page(text: str) -> str:
    """Return an annotated SVG for a page of any colour, with values as subscripts."""

    def vertex(match: re.Match[str]) -> str:
        lowered = f'<tspan dy="4" font-size="10">{match[1]}</tspan></text>'
        body = match[0].replace(f"_{match[1]}</text>", lowered)
        return body.replace("<text ", f'<text fill="{_ON_COLOUR}" ')

    lowered = _VERTEX.sub(vertex, text.removeprefix(_HEAD))
    inked = _BARE_TEXT.sub('<text fill="currentColor" ', lowered)
    drawing = _WHITE.sub('<polygon fill="none"', inked, count=1)
    sentence = drawing.replace("A vertex shows name_value.", "The small number is the value.")
    return sentence.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def _hint(match: re.Match[str], scene: Scene) -> str:
    source, target = match[1], match[2]
    if not source.startswith("v"):
        return ""
    vertex = scene.vertices[int(source[1:])]
    if target:
        sentence = f"{vertex.name} → {scene.vertices[int(target[1:])].name}"
    elif vertex.value is None:
        sentence = vertex.name
    else:
        sentence = f"{vertex.name}: value {vertex.value}, outcome {vertex.outcome}"
    return f"<title>{escape(sentence)}</title>\n"


FORMATS = ("png", "svg", "pdf", "tikz", "tex", "dot")

# Attributes of the graph by layout. Without them neato and sfdp put vertices on one another.
_SPREAD = {"start": "1", "overlap": "voronoi", "sep": "+10", "splines": "true"}
LAYOUTS = {
    "dot": {"nodesep": "0.4", "ranksep": "0.5"},
    "circo": {"mindist": "0.8"},
    "neato": _SPREAD,
    "sfdp": _SPREAD,
    # No program of Graphviz: the vertices say where they stand. Arcs lie below the vertices that
    # they pass.
    "grid": {"splines": "line", "outputorder": "edgesfirst"},
}

# A graph with more arcs than this fills a page with gaps, and dot takes a minute to make them a
# little better. It stands closer then, and dot stops early: of 200 vertices with 400 arcs the
# picture has a fifth of the area after a fifth of the time.
_CLOSE_ARCS = 120
_CLOSE = {"nodesep": "0.1", "ranksep": "0.25", "nslimit": "2", "nslimit1": "2", "mclimit": "0.2"}
# On a page a large picture is shown small; its arcs are drawn wider, to be seen.
_LARGE_VERTICES, _LARGE_PEN = 100, 1.8

# With many arcs the ways around vertices take neato and sfdp a minute; arcs are straight then.
_STRAIGHT_ARCS = 120
# The crossings that circo minds take longer still: above this many arcs the vertices stand on
# one circle in their own order.
_CIRCO_ARCS = 80
_VERTEX_WIDTH, _VERTEX_HEIGHT, _LETTER = 30.0, 45.0, 9.0
_STRAIGHT = {"splines": "line"}

# Cairo writes the time into a PDF.
_PDF_DATE = re.compile(rb"/CreationDate \(D:[^)]*\)")

SECONDS = 120.0
# The limit is on processor time where the system can keep it: a busy machine draws as much. Only
# a process that gets next to none is ended by the clock.
_PROF: int | None = getattr(signal, "SIGPROF", None)
_PATIENCE = 30.0


def render(
    scenes: Sequence[Scene], format: str, layout: str = "dot", seconds: float = SECONDS
) -> list[bytes]:
    """Draw scenes, each in at most so many seconds."""
    if layout not in LAYOUTS:
        raise UnknownNameError("layout", layout, LAYOUTS)
    if format == "dot":
        return [_dot_file(scene, layout) for scene in scenes]
    order = {
        "path": package_folder(),
        "format": "json" if format in tikz.FORMATS else format,
        "seconds": seconds,
    }
    pictures = [_picture(scene, layout) for scene in scenes]
    # sfdp goes on with the random numbers of the picture before; the others need one process.
    runs = [[each] for each in pictures] if layout == "sfdp" else [pictures]
    drawn = chain(*(_run({**order, "pictures": run}, layout) for run in runs))
    return [_finished(each, scene, format) for each, scene in zip(drawn, scenes, strict=True)]


def _dot_file(scene: Scene, layout: str) -> bytes:
    program, positions = _placed(scene, layout)
    head = {"layout": program, **LAYOUTS[layout]}
    return dot_text(scene, graph=head, positions=positions).encode()


def _placed(scene: Scene, layout: str) -> tuple[str, list[tuple[float, float]] | None]:
    """Return the program of a layout, and the places of vertices where it moves none."""
    return ("nop", graph_scene.places(scene)) if layout == "grid" else (layout, None)


def _picture(scene: Scene, layout: str) -> dict[str, Any]:
    settings, (program, positions) = _settings(scene, layout), _placed(scene, layout)
    if layout == "circo" and len(scene.arcs) > _CIRCO_ARCS:
        settings, program, positions = _STRAIGHT, "nop", _circle(scene)
    return {
        "dot": dot_text(
            scene, numbered=True, graph=settings, positions=positions,
            pen=_LARGE_PEN if len(scene.vertices) > _LARGE_VERTICES else 1.0,
        ),
        "program": program,
        "legend": [_legend_row(row) for row in scene.legend],
    }  # fmt: skip


def _finished(drawn: bytes, scene: Scene, format: str) -> bytes:
    if format in tikz.FORMATS:
        return tikz.as_file(tikz.graph_paths(scene, drawn), format)
    if format == "svg":
        return annotate(drawn.decode(), scene).encode()
    # As long as before: a PDF lists the places of its objects.
    undated = lambda match: b"/CreationDate (D:19700101000000Z)".ljust(len(match[0]))  # noqa: E731
    return _PDF_DATE.sub(undated, drawn) if format == "pdf" else drawn


def _settings(scene: Scene, layout: str) -> dict[str, str]:
    settings = dict(LAYOUTS[layout])
    if layout == "dot" and len(scene.arcs) > _CLOSE_ARCS:
        settings |= _CLOSE
    if layout in ("neato", "sfdp") and len(scene.arcs) > _STRAIGHT_ARCS:
        settings |= _STRAIGHT
    return settings


def installed() -> bool:
    """Whether pygraphviz is there."""
    return find_spec("pygraphviz") is not None


def package_folder() -> str:
    """Return the folder that pygraphviz is installed in."""
    spec = find_spec("pygraphviz")
    if spec is None or spec.origin is None:
        raise MissingExtraError("pygraphviz", "draw", "Drawing a picture")
    return str(Path(spec.origin).parent.parent)


def _run(order: dict[str, Any], layout: str) -> list[bytes]:
    script, seconds = Path(__file__).with_name("render.py"), order["seconds"]
    too_long = LimitError(
        f"The layout {layout} of this graph takes more than {seconds:g} s; "
        "neato and sfdp are faster, or draw a part of it."
    )
    with tempfile.TemporaryDirectory(prefix="grundy-") as workspace:
        environment = {**os.environ, **font_environment(Path(workspace))}
        try:
            done = subprocess.run(  # noqa: S603 - our own script, and no shell
                [sys.executable, "-P", str(script)],
                input=json.dumps(order).encode(),
                capture_output=True,
                env=environment,
                timeout=len(order["pictures"])
                * (seconds if _PROF is None else _PATIENCE + 10 * seconds),
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise too_long from None
    if _PROF is not None and done.returncode == -_PROF:
        raise too_long
    sizes, _, pictures = done.stdout.partition(b"\n")
    if done.returncode or not pictures:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise GrundyError(f"Graphviz could not draw this graph: {lines[-1]}")
    stream = io.BytesIO(pictures)
    return [stream.read(size) for size in json.loads(sizes)]


def _legend_row(row: LegendRow) -> dict[str, Any]:
    if isinstance(row.sample, VertexStyle):
        return {"kind": "vertex", "text": row.text, "attributes": vertex_attributes(row.sample)}
    if isinstance(row.sample, ArcStyle):
        return {"kind": "arc", "text": row.text, "attributes": arc_attributes(row.sample)}
    return {"kind": "text", "text": row.text, "attributes": {}}


def _circle(scene: Scene) -> list[tuple[float, float]]:
    """Place vertices on a circle, the first at the top, then clockwise; places in points."""
    letters = max(len(line) for vertex in scene.vertices for line in vertex.lines)
    wide = _VERTEX_WIDTH + _LETTER * letters
    flat = all(vertex.style.shape == "ellipse" for vertex in scene.vertices)
    high = _VERTEX_HEIGHT if flat else wide
    angles = np.linspace(0.0, 2 * np.pi, 3601)
    with np.errstate(divide="ignore"):
        room = np.minimum(wide / np.abs(np.cos(angles)), high / np.abs(np.sin(angles)))
    filled = np.cumsum(1 / room)
    count = len(scene.vertices)
    targets = filled[0] + (filled[-1] - filled[0]) * np.arange(count) / count
    turned = np.interp(targets, filled, angles)
    radius = count / ((filled[-1] - filled[0]) * (angles[1] - angles[0]))
    return list(zip(radius * np.sin(turned), radius * np.cos(turned), strict=True))
