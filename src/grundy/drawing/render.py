"""Run in a process of its own: DOT texts in, pictures out. Imports nothing of this package.

Graphviz is C code with one state for a whole process. In a fresh process the same texts always
give the same bytes, Ctrl-C and a time limit end it, and its messages go nowhere.

Standard input: one JSON object with
    path      where pygraphviz is
    format    "svg", "png", "pdf" or "json"
    seconds   the processor time of a picture that ends the process, by SIGPROF, where there is such
    pictures  objects with
        dot       the DOT text
        program   a Graphviz layout program
        legend    rows {"kind": "text" | "vertex" | "arc", "text": …, "attributes": {…}}
Standard output: a line of JSON with the sizes of the pictures, and the pictures.
"""

from __future__ import annotations

import json
import signal
import sys
from typing import Any

_TEXT_SIZE = 12.0
_ROW = 26.0
_SAMPLE = 40.0
_GAP = 18.0
_LETTER = 0.6 * _TEXT_SIZE
# Wider pictures are shown smaller, so their legend is written larger.
_USUAL_WIDTH = 1000.0
_LARGEST_SCALE = 3.0
# Beyond this many points a side, 96 dots an inch are enough and spare memory.
_LARGE = 3000.0


def main() -> None:
    """Read the order, draw, write."""
    order = json.load(sys.stdin.buffer)
    sys.path.append(order["path"])
    drawn = []
    for picture in order["pictures"]:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, order["seconds"])
        drawn.append(render(picture, order["format"]))
    sys.stdout.buffer.write(json.dumps([len(each) for each in drawn]).encode() + b"\n")
    sys.stdout.buffer.writelines(drawn)


def render(order: dict[str, Any], format: str) -> bytes:
    """Lay out, add the legend below, and draw without another layout."""
    import pygraphviz

    picture = pygraphviz.AGraph(string=order["dot"])
    picture.layout(order["program"])
    box = picture.graph_attr["bb"] or "0,0,0,0"
    left, bottom, right, top = map(float, box.split(","))
    if order["legend"]:
        _add_legend(picture, order["legend"], (left + right) / 2, bottom, right - left)
    if format == "png":
        large = max(right - left, top - bottom) > _LARGE
        picture.graph_attr["dpi"] = "96" if large else "144"
    drawn: bytes = picture.draw(format=format, prog="nop2")
    return drawn


def _add_legend(
    picture: Any, rows: list[dict[str, Any]], middle: float, bottom: float, width: float
) -> None:
    """Place the rows below the picture, in one column, or in two where there is room."""
    scale = min(_LARGEST_SCALE, max(1.0, width / _USUAL_WIDTH))
    heading = [row for row in rows if row["kind"] == "text"]
    vertices = [row for row in rows if row["kind"] == "vertex"]
    arcs = [row for row in rows if row["kind"] == "arc"]
    columns = [column for column in (vertices, arcs) if column]
    widths = [scale * _column_width(column) for column in columns]
    if sum(widths) + scale * _GAP > width:
        columns, widths = [vertices + arcs], [max(widths, default=0.0)]
    total = sum(widths) + scale * _GAP * (len(widths) - 1)
    start = middle - max(total, scale * _column_width(heading)) / 2
    top = bottom - scale * _ROW
    legend = LegendWriter(picture, scale)
    for row in heading:
        legend.text(row["text"], start, top)
        top -= scale * _ROW
    for column, wide in zip(columns, widths, strict=True):
        for position, row in enumerate(column):
            y = top - position * scale * _ROW
            legend.sample(row, start + scale * _SAMPLE / 2, y)
            legend.text(row["text"], start + scale * (_SAMPLE + _GAP / 2), y)
        start += wide + scale * _GAP


def _column_width(rows: list[dict[str, Any]]) -> float:
    longest = max((len(row["text"]) for row in rows), default=0)
    return _SAMPLE + _GAP / 2 + _LETTER * longest


class LegendWriter:
    """Puts texts and samples at places of a picture that has its layout."""

    def __init__(self, picture: Any, scale: float) -> None:
        self.picture = picture
        self.scale = scale
        self.count = 0

    def text(self, text: str, left: float, y: float) -> None:
        """Write a text to the right of a place."""
        width = _LETTER * self.scale * (len(text) + 1)
        self._node(
            left + width / 2, y, width, _TEXT_SIZE * 1.5 * self.scale,
            {"shape": "plaintext", "style": "", "label": text + "\\l", "margin": "0"},
        )  # fmt: skip

    def sample(self, row: dict[str, Any], x: float, y: float) -> None:
        """Draw an empty vertex or a short arc around a place."""
        half = self.scale * _SAMPLE / 2
        if row["kind"] == "vertex":
            wide = 0.55 if row["attributes"]["shape"] == "circle" else 0.8
            self._node(x, y, 2 * half * wide, 2 * half * 0.5, {**row["attributes"], "label": ""})
            return
        ends = [
            self._node(x + end, y, 1, 1, {"shape": "point", "style": "invis", "label": ""})
            for end in (-half, half)
        ]
        tip = 8 * self.scale
        third = (2 * half - tip) / 3
        points = " ".join(f"{x - half + third * step:.2f},{y:.2f}" for step in range(4))
        self.picture.add_edge(
            *ends, pos=f"e,{x + half:.2f},{y:.2f} {points}", arrowsize=str(0.8 * self.scale),
            **{**row["attributes"], "penwidth": str(
                self.scale * float(row["attributes"]["penwidth"]))},
        )  # fmt: skip

    def _node(
        self, x: float, y: float, width: float, height: float, attributes: dict[str, str]
    ) -> str:
        name = f"legend{self.count}"
        self.count += 1
        size = {"width": f"{width / 72:.4f}", "height": f"{height / 72:.4f}", "fixedsize": "true"}
        self.picture.add_node(
            name, **{
                **attributes, **size, "pos": f"{x:.2f},{y:.2f}",
                "fontsize": f"{_TEXT_SIZE * self.scale:.1f}",
            },
        )  # fmt: skip
        return name


if __name__ == "__main__":
    main()
