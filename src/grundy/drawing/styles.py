"""What an outcome looks like: colours, shapes and lines, in three palettes.

The source (its section 3.2) writes U, D, E for P, D, N. It colours a vertex by its outcome and an
arc by the outcome of its *target*: who moves into a P-position wins, who moves into an
N-position hands the win over. Lines keep their style in every palette, so that colour is
never the only sign; the value in a vertex tells its outcome too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from grundy.values import Outcome

Shape = Literal["ellipse", "rectangle", "circle", "triangle"]
Line = Literal["solid", "dashed", "dotted"]


@dataclass(frozen=True, slots=True)
class VertexStyle:
    """How a vertex looks; colours are #rrggbb."""

    shape: Shape
    fill: str
    outline: str = "#333333"


@dataclass(frozen=True, slots=True)
class ArcStyle:
    """How an arc looks."""

    color: str
    line: Line
    width: float


@dataclass(frozen=True, slots=True)
class Palette:
    """The look of the three outcomes: of vertices, and of the arcs into them."""

    vertices: Mapping[Outcome, VertexStyle]
    arcs: Mapping[Outcome, ArcStyle]


def _palette(
    shapes: tuple[Shape, Shape, Shape], fills: tuple[str, str, str], lines: tuple[str, str, str]
) -> Palette:
    order = (Outcome.P, Outcome.D, Outcome.N)
    strokes: tuple[tuple[Line, float], ...] = (("solid", 1.6), ("dashed", 1.2), ("dotted", 1.4))
    return Palette(
        vertices={o: VertexStyle(s, f) for o, s, f in zip(order, shapes, fills, strict=True)},
        arcs={
            o: ArcStyle(color, line, width)
            for o, color, (line, width) in zip(order, lines, strokes, strict=True)
        },
    )


# Each triple is for P, D, N. Fills carry black text; lines are darker, to be seen on white.
PALETTES = {
    # Source, section 3.2: P red, D yellow, N green; arcs into P green, into N red.
    "source": _palette(
        ("ellipse", "ellipse", "ellipse"),
        ("#f28b82", "#ffe168", "#8fd694"),
        ("#188038", "#a07000", "#c5221f"),
    ),
    # M. Okabe and K. Ito, "Color universal design", 2008.
    "safe": _palette(
        ("ellipse", "ellipse", "ellipse"),
        ("#e69f00", "#f0e442", "#56b4e9"),
        ("#0072b2", "#000000", "#d55e00"),
    ),
    # Source: rectangle, circle and triangle for E, D, U.
    "bw": _palette(
        ("triangle", "circle", "rectangle"),
        ("#ffffff", "#ffffff", "#ffffff"),
        ("#000000", "#000000", "#000000"),
    ),
}
