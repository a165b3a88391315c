"""A position's board as a file: SVG, or TikZ for LaTeX."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grundy import latex
from grundy.drawing import tikz
from grundy.drawing.board import LETTERS, MOST_PARTS, MOST_SHAPES, NARROW, line_ends, scene_svg
from grundy.errors import GraphFormatError
from grundy.files.delivery import deliver_bytes, require_format
from grundy.games.position import Position
from grundy.games.scenes import Cell, Link, Scene

# A scene as TikZ: the shapes of `grundy.drawing.board`, with y up.


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


# A position's board as a file: SVG, or TikZ for LaTeX.


FORMATS = ("svg", *tikz.FORMATS)

_APART = 1.5  # between the boards of a sum


def draw_board(
    position: Position, path: str | os.PathLike[str], *, format: str | None = None
) -> None:
    r"""Draw a position as its rules show it, its parts below each other, to a file.

    Args:
        position: The position.
        path: The file; its ending says the format: .svg, .tikz for \input in LaTeX, or .tex, a
            document of its own. "-" is standard output.
        format: "svg", "tikz" or "tex", where the ending does not say it.

    Raises:
        GraphFormatError: If the ending is none of these, or a board cannot be shown: the rules
            draw none, or it has more than 600 shapes, or there are more than 20 parts.

    >>> import tempfile, pathlib
    >>> from grundy import read
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     draw_board(read("kayles 5 + nim 3"), pathlib.Path(folder, "board.tikz"))
    ...     pathlib.Path(folder, "board.tikz").read_text(encoding="utf-8").count("circle")
    3
    """
    if format is None:
        chosen = "svg" if os.fspath(path) == "-" else require_format(path, FORMATS)
    else:
        chosen = format
    deliver_bytes(path, board_bytes(position, chosen))


def board_bytes(position: Position, format: str) -> bytes:
    """Draw a position as bytes in the format "svg", "tikz" or "tex"; see `draw_board`."""
    if format not in FORMATS:
        raise GraphFormatError(f'No format "{format}" of a board; use {", ".join(FORMATS)}.')
    scene = _whole(position)
    if format == "svg":
        return scene_svg(scene, str(position)).encode()
    return tikz.as_file(scene_paths(scene), format, scale=BOARD_SCALE)


def _whole(position: Position) -> Scene:
    """Put the scenes of the parts below each other."""
    if not 0 < position.part_count <= MOST_PARTS:
        raise GraphFormatError(
            f"A picture shows 1 to {MOST_PARTS} parts; this position has {position.part_count:,}."
        )
    scenes = []
    for part in position.parts:
        scene = part.ruleset.scene(part.state)
        if scene is None or not scene.cells:
            raise GraphFormatError(f"{part.ruleset.text} has no picture of {part}.")
        scenes.append(scene)
    if sum(len(scene.cells) + len(scene.links) for scene in scenes) > MOST_SHAPES:
        raise GraphFormatError(f"A picture shows at most {MOST_SHAPES} shapes; draw fewer parts.")
    return below_each_other(scenes)


def below_each_other(scenes: Sequence[Scene]) -> Scene:
    """Join scenes into one, the first at the top, each with room around it."""
    cells, links, top = [], [], 0.0
    for number, scene in enumerate(scenes):
        down = top - min(cell.y for cell in scene.cells)
        cells += [
            replace(cell, name=f"{number}:{cell.name}", y=cell.y + down) for cell in scene.cells
        ]
        links += [
            replace(
                link,
                name=f"{number}:{link.name}",
                source=f"{number}:{link.source}",
                target=f"{number}:{link.target}",
            )
            for link in scene.links
        ]
        top = max(cell.y for cell in scene.cells) + down + _APART
    return Scene(tuple(cells), tuple(links))
