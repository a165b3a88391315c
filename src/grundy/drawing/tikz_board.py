"""A scene as TikZ: the shapes of `grundy.drawing.board`, with y up."""

from __future__ import annotations

from collections.abc import Iterator

from grundy import latex
from grundy.drawing.board import LETTERS, NARROW, line_ends
from grundy.games.scenes.scene import Cell, Link, Scene

BOARD_SCALE = 18.0
"""Points that a unit square is wide and high."""

_SQUARE = r"\path[draw, fill=black!8] (-0.5,-0.5) rectangle (0.5,0.5);"
_SOLID = r"\path[draw, fill=black!40] (0,0) circle [radius=0.36];"
_RING = r"\path[draw] (0,0) circle [radius=0.36];"
_CROSSED = r"\path[draw] (-0.5,-0.5) -- (0.5,0.5) (-0.5,0.5) -- (0.5,-0.5);"

# How a cell looks, by its kind; its middle is (0,0).
LOOKS = {
    "stone": _SOLID,
    "stick": r"\path[draw, line width=2.5pt] (0,-0.5) -- (0,0.5);",
    "gap": r"\path[draw, dotted] (0,-0.5) -- (0,0.5);",
    "square": _SQUARE,
    "taken": r"\path[draw, densely dashed] (-0.5,-0.5) rectangle (0.5,0.5);",
    "poison": _SQUARE + _CROSSED,
    "coin": _SQUARE + _SOLID,
    "heads": _SOLID,
    "tails": _RING,
    "queen": _SQUARE + _SOLID,
    "white": _SQUARE + _RING,
    "black": _SQUARE + _SOLID,
    "cut": "",
    "red": _SQUARE + _RING,
    "blue": _SQUARE + _SOLID,
    "vertex": _RING,
    "token": _RING + r"\path[draw] (0,0) circle [radius=0.46];",
    "ground": r"\path[draw, line width=3pt] (-0.5,0) -- (0.5,0);",
    "cross": r"\path[draw] (0,-0.5) -- (0,0.5) (-0.5,0) -- (0.5,0);",
    "mark": "",
    "pin": r"\path[draw] (0,0.5) .. controls (-0.3,0.4) and (0,0.1) .. (-0.1,0) .. controls "
    r"(-0.3,-0.2) and (-0.2,-0.5) .. (-0.1,-0.5) -- (0.1,-0.5) .. controls (0.2,-0.5) and "
    r"(0.3,-0.2) .. (0.1,0) .. controls (0,0.1) and (0.3,0.4) .. (0,0.5);",
    "chocolate": _SQUARE + r"\path[draw] (-0.35,-0.35) rectangle (0.35,0.35);",
    "step": r"\path[draw] (-1.5,-0.12) rectangle (1.5,0);",
}


def scene_paths(scene: Scene) -> list[str]:
    """Return the paths of a scene; a unit is the side of a square."""
    cells = {cell.name: cell for cell in scene.cells}
    return [_line(link, cells) for link in scene.links] + [
        line for cell in scene.cells for line in _cell(cell)
    ]


def _cell(cell: Cell) -> Iterator[str]:
    look = LOOKS[cell.kind]
    if look:
        yield f"\\begin{{scope}}[shift={{({cell.x:g},{-cell.y:g})}}]{look}\\end{{scope}}"
    written = cell.text or LETTERS.get(cell.kind, "")
    if written:
        down = 0.7 if cell.kind in NARROW else 0.0
        place = f"({cell.x:g},{-cell.y - down:g})"
        yield f"\\node[inner sep=0pt, font=\\tiny] at {place} {{{latex.text(written)}}};"


def _line(link: Link, cells: dict[str, Cell]) -> str:
    ends = line_ends(link, cells)
    if ends is None:
        cell = cells[link.source]
        return f"\\path[draw] ({cell.x:g},{0.5 - cell.y:g}) circle [radius=0.2];"
    x, y, right, low = ends[:4]
    tip = ", -{Stealth}" if link.directed else ""
    return f"\\path[draw{tip}] ({x:.3f},{-y:.3f}) -- ({right:.3f},{-low:.3f});"
