r"""Pictures as TikZ: paths and text, for \input in a document or as a document of their own.

Only the library arrows.meta is needed. Lengths are in points of 1/72 inch.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from grundy import markup
from grundy.drawing.graph_scene import Scene, Vertex

FORMATS = ("tikz", "tex")

_HEAD = "% A picture by grundy. It needs \\usepackage{tikz} and \\usetikzlibrary{arrows.meta}."
_DOCUMENT = (
    "\\documentclass[border=4pt]{standalone}\n\\usepackage[T1]{fontenc}\n"
    "\\usepackage{tikz}\n\\usetikzlibrary{arrows.meta}\n\\begin{document}\n%s\\end{document}\n"
)
_VERTEX = re.compile(r"v(\d+)")
_INCH = 72.0
_LINES = {"solid": "", "dashed": ", dashed", "dotted": ", densely dotted", "filled": ""}


def as_file(paths: Iterable[str], format: str, *, scale: float = 1.0) -> bytes:
    r"""Put TikZ paths together as a picture, or as a document that holds it."""
    lines = "".join(f"  {line}\n" for line in paths)
    unit = f"x={scale:g}bp, y={scale:g}bp"
    picture = f"\\begin{{tikzpicture}}[{unit}]\n{lines}\\end{{tikzpicture}}\n"
    return (_DOCUMENT % picture if format == "tex" else f"{_HEAD}\n{picture}").encode()


def without_note(picture: str) -> str:
    """Leave out what a file in the format "tikz" says first, for a document that has it."""
    return picture.removeprefix(f"{_HEAD}\n")


def graph_paths(scene: Scene, placed: bytes) -> list[str]:
    """Return the paths of a graph."""
    drawn = json.loads(placed)
    shapes: list[dict[str, Any]] = drawn.get("objects", [])
    lines = []
    for arc in drawn.get("edges", []):
        lines += _arc(arc)
    for shape in shapes:
        match = _VERTEX.fullmatch(shape["name"])
        lines += _shape(shape, _label(scene.vertices[int(match[1])]) if match else None)
    return lines


def _arc(arc: dict[str, Any]) -> list[str]:
    *_, tip = [part for part in arc["pos"].split() if part.startswith("e,")]
    ends = [part for part in arc["pos"].split() if not part.startswith(("e,", "s,"))]
    first, *others = map(_point, ends)
    curve = first + "".join(
        f" .. controls {others[at]} and {others[at + 1]} .. {others[at + 2]}"
        for at in range(0, len(others), 3)
    )
    colour, line = markup.latex_colour(arc["color"]), _LINES[arc["style"]]
    width = float(arc["penwidth"])
    head = f"-{{Stealth[length={5 + width:g}bp]}}"
    style = f"draw={colour}, line width={0.6 * width:.3g}bp{line}, {head}"
    paths = [f"\\path[{style}] {curve} -- {_point(tip[2:])};"]
    if arc.get("label"):
        paths.append(_written(_point(arc["lp"]), markup.latex_text(arc["label"]), f"text={colour}"))
    return paths


def _shape(shape: dict[str, Any], label: str | None) -> list[str]:
    """Return the paths of a vertex, or of a sample or a text of the legend."""
    if shape.get("style") == "invis":
        return []
    x, y = map(float, shape["pos"].split(","))
    wide, high = (float(shape[side]) * _INCH / 2 for side in ("width", "height"))
    if shape["shape"] == "plaintext":
        legend = markup.latex_text(shape["label"].removesuffix("\\l"))
        return [_written(f"({x - wide:g},{y:g})", legend, "anchor=west, font=\\footnotesize")]
    line, inside = (markup.latex_colour(shape[key]) for key in ("color", "fillcolor"))
    style = f"draw={line}, fill={inside}"
    lower = high / 4 if shape["shape"] == "triangle" else 0.0
    paths = [f"\\path[{style}] {_outline(shape['shape'], x, y, wide, high)};"]
    return paths + ([_written(f"({x:g},{y - lower:g})", label)] if label else [])


def _outline(kind: str, x: float, y: float, wide: float, high: float) -> str:
    if kind == "box":
        return f"({x - wide:g},{y - high:g}) rectangle ({x + wide:g},{y + high:g})"
    if kind == "triangle":
        corners = (x, y + high), (x + wide, y - high), (x - wide, y - high)
        return " -- ".join(f"({a:g},{b:g})" for a, b in corners) + " -- cycle"
    return f"({x:g},{y:g}) ellipse [x radius={wide:g}, y radius={high:g}]"


def _label(vertex: Vertex) -> str:
    """Write what stands in a vertex: a name with its value below, or both in lines."""
    *names, last = vertex.lines
    if names:
        return "\\\\".join(map(markup.latex_text, vertex.lines))
    name, sign, value = last.rpartition("_")
    if vertex.value is None or not sign:
        return markup.latex_text(last)
    return f"{markup.latex_text(name)}\\textsubscript{{{markup.latex_text(value)}}}"


def _point(pair: str) -> str:
    x, y = pair.split(",")
    return f"({float(x):g},{float(y):g})"


def _written(place: str, text: str, *styles: str) -> str:
    style = ", ".join(("inner sep=0pt", "align=center", *styles))
    return f"\\node[{style}] at {place} {{{text}}};"
