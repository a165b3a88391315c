"""Turn a scene into SVG, PNG, PDF or DOT with the Graphviz that pygraphviz brings."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from grundy.drawing import dot, grid, svg, tikz
from grundy.drawing.fonts import font_environment
from grundy.drawing.graph_scene import LegendRow, Scene
from grundy.drawing.styles import ArcStyle, VertexStyle
from grundy.errors import GrundyError, LimitError, MissingExtraError, UnknownNameError

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


def render(scene: Scene, format: str, layout: str = "dot", seconds: float = SECONDS) -> bytes:
    """Draw a scene."""
    if layout not in LAYOUTS:
        raise UnknownNameError("layout", layout, LAYOUTS)
    settings, program, positions = _settings(scene, layout), layout, None
    if layout == "grid":
        program, positions = "nop", grid.places(scene)
    if format == "dot":
        head = {"layout": program, **LAYOUTS[layout]}
        return dot.dot_text(scene, graph=head, positions=positions).encode()
    path = package_folder()
    if layout == "circo" and len(scene.arcs) > _CIRCO_ARCS:
        settings, program, positions = _STRAIGHT, "nop", _circle(scene)
    order = {
        "dot": dot.dot_text(
            scene, numbered=True, graph=settings, positions=positions,
            pen=_LARGE_PEN if len(scene.vertices) > _LARGE_VERTICES else 1.0,
        ),
        "program": program,
        "format": "json" if format in tikz.FORMATS else format,
        "legend": [_legend_row(row) for row in scene.legend],
        "path": path,
    }  # fmt: skip
    drawn = _run(order, layout, seconds)
    if format in tikz.FORMATS:
        return tikz.as_file(tikz.graph_paths(scene, drawn), format)
    if format == "svg":
        return svg.annotate(drawn.decode(), scene).encode()
    return _PDF_DATE.sub(_undated, drawn) if format == "pdf" else drawn


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
    found = find_spec("pygraphviz")
    if found is None or found.origin is None:
        raise MissingExtraError("pygraphviz", "draw", "Drawing a picture")
    return str(Path(found.origin).parent.parent)


def _run(order: dict[str, Any], layout: str, seconds: float) -> bytes:
    script = Path(__file__).with_name("render.py")
    too_long = LimitError(
        f"The layout {layout} of this graph takes more than {seconds:g} s; "
        "neato and sfdp are faster, or draw a part of it."
    )
    with tempfile.TemporaryDirectory(prefix="grundy-") as workspace:
        environment = {**os.environ, **font_environment(Path(workspace))}
        try:
            done = subprocess.run(  # noqa: S603 - our own script, and no shell
                [sys.executable, "-P", str(script)],
                input=json.dumps({**order, "seconds": seconds}).encode(),
                capture_output=True,
                env=environment,
                timeout=seconds if _PROF is None else _PATIENCE + 10 * seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise too_long from None
    if _PROF is not None and done.returncode == -_PROF:
        raise too_long
    if done.returncode or not done.stdout:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise GrundyError(f"Graphviz could not draw this graph: {lines[-1]}")
    return done.stdout


def _undated(found: re.Match[bytes]) -> bytes:
    # As long as before: a PDF lists the places of its objects.
    return b"/CreationDate (D:19700101000000Z)".ljust(len(found[0]))


def _legend_row(row: LegendRow) -> dict[str, Any]:
    if isinstance(row.sample, VertexStyle):
        return {"kind": "vertex", "text": row.text, "attributes": dot.vertex_attributes(row.sample)}
    if isinstance(row.sample, ArcStyle):
        return {"kind": "arc", "text": row.text, "attributes": dot.arc_attributes(row.sample)}
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
    wanted = filled[0] + (filled[-1] - filled[0]) * np.arange(count) / count
    turned = np.interp(wanted, filled, angles)
    radius = count / ((filled[-1] - filled[0]) * (angles[1] - angles[0]))
    return list(zip(radius * np.sin(turned), radius * np.cos(turned), strict=True))
