"""Boards as pictures: SVG and HTML, and files of both kinds and TikZ.

Shapes and letters tell the pieces apart; the colour is that of the text around them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain
from operator import xor

from grundy import markup
from grundy.drawing import tikz
from grundy.errors import GraphFormatError
from grundy.games.position import Part, Position
from grundy.games.scenes import Cell, Link, Scene
from grundy.runtime.delivery import deliver_bytes, require_format
from grundy.runtime.limits import Limits
from grundy.values import Value

MOST_PARTS = 20
MOST_SHAPES = 600
MOST_BOARDS = 12
_LARGEST_HEAP = 100_000  # whose value is looked for: an engine stops where a block of heaps ends
_LOOKED_AT, _SECONDS = 2_000, 0.3  # positions and seconds, for the values beside the boards
_UNIT = 26.0

# The shapes that each kind of cell is drawn by.
SHAPES = {
    "stone": ("solid",),
    "stick": ("stick",),
    "gap": ("gap",),
    "square": ("square",),
    "taken": ("dashed",),
    "poison": ("square", "crossed"),
    "coin": ("square", "solid"),
    "heads": ("solid",),
    "tails": ("ring",),
    "queen": ("square", "solid"),
    "white": ("square", "ring"),
    "black": ("square", "solid"),
    "cut": (),
    "red": ("square", "ring"),
    "blue": ("square", "solid"),
    "vertex": ("ring",),
    "token": ("ring", "halo"),
    "ground": ("ground",),
    "cross": ("cross",),
    "mark": (),
    "pin": ("pin",),
    "chocolate": ("square", "inset"),
    "step": ("step",),
}
_FAINT, _HALF, _NONE = (f'fill="currentColor" fill-opacity="{depth}"' for depth in (0.08, 0.4, 0))
_BOX = '<rect x="{left:g}" y="{top:g}" width="1" height="1"'
_ROUND = '<circle cx="{x:g}" cy="{y:g}" r'
# Each shape as SVG: {x} and {y} are its middle, {left} and {top} its corner.
_SVG = {
    "square": f"{_BOX} {_FAINT}/>",
    "dashed": f'{_BOX} {_NONE} stroke-dasharray="0.1 0.1"/>',
    "solid": f'{_ROUND}="0.36" {_HALF}/>',
    "ring": f'{_ROUND}="0.36" {_NONE}/>',
    "halo": f'{_ROUND}="0.46" fill="none"/>',
    "crossed": '<path d="M{left:g} {top:g}l1 1m0-1l-1 1"/>',
    "stick": '<path d="M{x:g} {top:g}v1" stroke-width="0.16"/>',
    "gap": '<path d="M{x:g} {top:g}v1" stroke-dasharray="0.06 0.14"/>',
    "ground": '<path d="M{left:g} {y:g}h1" stroke-width="0.2"/>',
    "cross": '<path d="M{x:g} {top:g}v1M{left:g} {y:g}h1"/>',
    "pin": '<path d="M{x:g} {top:g}c-0.3 0.1 0 0.4 -0.1 0.5c-0.2 0.2 -0.1 0.5 0 0.5h0.2'
    'c0.1 0 0.2 -0.3 0 -0.5c-0.1 -0.1 0.2 -0.4 -0.1 -0.5"/>',
    "inset": '<path d="M{left:g} {top:g}m0.15 0.15h0.7v0.7h-0.7z"/>',
    "step": '<path d="M{x:g} {y:g}m-1.5 0h3v0.12h-3z"/>',
}
# Each shape as TikZ, with y up and its middle at (0,0).
_TIKZ = {
    "square": r"\path[draw, fill=black!8] (-0.5,-0.5) rectangle (0.5,0.5);",
    "dashed": r"\path[draw, densely dashed] (-0.5,-0.5) rectangle (0.5,0.5);",
    "solid": r"\path[draw, fill=black!40] (0,0) circle [radius=0.36];",
    "ring": r"\path[draw] (0,0) circle [radius=0.36];",
    "halo": r"\path[draw] (0,0) circle [radius=0.46];",
    "crossed": r"\path[draw] (-0.5,-0.5) -- (0.5,0.5) (-0.5,0.5) -- (0.5,-0.5);",
    "stick": r"\path[draw, line width=2.5pt] (0,-0.5) -- (0,0.5);",
    "gap": r"\path[draw, dotted] (0,-0.5) -- (0,0.5);",
    "ground": r"\path[draw, line width=3pt] (-0.5,0) -- (0.5,0);",
    "cross": r"\path[draw] (0,-0.5) -- (0,0.5) (-0.5,0) -- (0.5,0);",
    "pin": r"\path[draw] (0,0.5) .. controls (-0.3,0.4) and (0,0.1) .. (-0.1,0) .. controls "
    r"(-0.3,-0.2) and (-0.2,-0.5) .. (-0.1,-0.5) -- (0.1,-0.5) .. controls (0.2,-0.5) and "
    r"(0.3,-0.2) .. (0.1,0) .. controls (0,0.1) and (0.3,0.4) .. (0,0.5);",
    "inset": r"\path[draw] (-0.35,-0.35) rectangle (0.35,0.35);",
    "step": r"\path[draw] (-1.5,-0.12) rectangle (1.5,0);",
}
LETTERS = {"heads": "H", "tails": "T", "queen": "Q", "white": "W", "black": "B",
            "red": "R", "blue": "B"}  # fmt: skip
"""What is written on a piece that has no text of its own."""
# What is too narrow to be written on; the text stands below.
NARROW = {"stick", "gap", "cross"}
_ON, _BELOW = 0.14, 0.85


def position_html(position: Position) -> str:
    """Show a position: its parts side by side as their rules draw them, each with its value."""
    values = _values(position)
    parts = "".join(
        _beside(f"{markup.text(part.ruleset.text)}{_value_text(value)}", part_html(part))
        for part, value in zip(position.parts, values, strict=False)
    )
    return f"<div>{parts}</div>{_sum(position, values)}<code>{markup.text(repr(position))}</code>"


def _beside(title: str, drawn: str, margin: str = "0 1em .5em 0") -> str:
    """Return what stands below its title, beside others."""
    place = f"display:inline-block;vertical-align:top;margin:{margin}"
    return f'<div style="{place}">{title}<br/>{drawn}</div>'


def _values(position: Position) -> list[Value | None]:
    """Return the value of each part, or None where it takes too long."""
    limits = Limits(positions=_LOOKED_AT, seconds=_SECONDS).for_one_question()
    values: list[Value | None] = []
    for part in position.parts[:MOST_PARTS]:
        if isinstance(part.state, int) and part.state > _LARGEST_HEAP:
            values.append(None)
            continue
        try:
            values.append(Position([part]).value(limits=limits))
        except Exception:  # a rule of the user's own may fail in any way; the board is shown
            values.append(None)
    return values


def _value_text(value: Value | None) -> str:
    return "" if value is None else f": <b>{markup.text(value)}</b>"


def _sum(position: Position, values: list[Value | None]) -> str:
    """Return the value of a sum of parts whose values are all numbers."""
    numbers = [value for value in values if isinstance(value, int)]
    if not 2 <= len(numbers) == position.part_count:
        return ""
    terms = " ⊕ ".join(map(str, numbers))
    return markup.paragraph(f"{terms} = {reduce(xor, numbers)}")


def strip_html(positions: Sequence[Position], titles: Sequence[str]) -> str:
    """Show the positions of a play side by side, each below its title; of a long play the ends."""
    shown = list(zip(positions, titles, strict=True))
    if len(shown) > MOST_BOARDS:
        shown = shown[: MOST_BOARDS // 2] + shown[-MOST_BOARDS // 2 :]
    boards = "".join(
        _beside(
            markup.text(title, 60),
            "".join(map(part_html, position.parts[:MOST_PARTS])),
            margin="0 1.2em .8em 0",
        )
        for position, title in shown
    )
    cut = "" if len(shown) == len(positions) else markup.paragraph("The middle is left out.")
    return f"<div>{boards}</div>{cut}"


def part_html(part: Part) -> str:
    """Show one part: its scene as SVG where its rules give one, else its picture as text."""
    scene = part.ruleset.scene(part.state)
    if scene is None or not 0 < len(scene.cells) + len(scene.links) <= MOST_SHAPES:
        return markup.picture(part.ruleset.draw(part.state))
    return scene_svg(scene, f"{part.ruleset.text}: {part}")


def scene_svg(scene: Scene, title: str) -> str:
    """Draw a scene as SVG; what is written in it is text, never markup."""
    cells = {cell.name: cell for cell in scene.cells}
    left, right = _ends(
        [cell.x for cell in scene.cells],
        [max(0.6, 0.13 * len(cell.text) + 0.1) for cell in scene.cells],
    )
    top, bottom = _ends(
        [cell.y for cell in scene.cells],
        [1.0 if cell.kind in NARROW and cell.text else 0.6 for cell in scene.cells],
    )
    wide, high = right - left, bottom - top
    drawn = "".join(
        chain((_line(link, cells) for link in scene.links), map(_shape, scene.cells),
              map(_text, scene.cells))
    )  # fmt: skip
    named = markup.text(title, 200)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{named}" '
        f'viewBox="{left:g} {top:g} {wide:g} {high:g}" width="{wide * _UNIT:.0f}" '
        f'height="{high * _UNIT:.0f}" style="max-width:100%" fill="none" stroke="currentColor" '
        f'stroke-width="0.05"><title>{named}</title>{drawn}</svg>'
    )


def _ends(middles: list[float], reaches: list[float]) -> tuple[float, float]:
    pairs = list(zip(middles, reaches, strict=True))
    return min(at - reach for at, reach in pairs), max(at + reach for at, reach in pairs)


def _shape(cell: Cell) -> str:
    look = "".join(_SVG[shape] for shape in SHAPES[cell.kind])
    return look.format(x=cell.x, y=cell.y, left=cell.x - 0.5, top=cell.y - 0.5)


def _written(cell: Cell) -> str:
    return cell.text or LETTERS.get(cell.kind, "")


def _text(cell: Cell) -> str:
    written, under = _written(cell), _BELOW if cell.kind in NARROW else _ON
    return written and (
        f'<text x="{cell.x:g}" y="{cell.y + under:g}" text-anchor="middle" font-size="0.4" '
        f'fill="currentColor" stroke="none">{markup.text(written, 24)}</text>'
    )


def _line(link: Link, cells: dict[str, Cell]) -> str:
    ends = line_ends(link, cells)
    if ends is None:
        a = cells[link.source]
        return f'<circle cx="{a.x:g}" cy="{a.y - 0.5:g}" r="0.2"/>'
    left, top, x, y, across, down = ends
    line = f"M{left:.3f} {top:.3f}L{x:.3f} {y:.3f}"
    if link.directed:
        for side in (1, -1):
            line += f"M{x:.3f} {y:.3f}l{-0.2 * across - side * 0.1 * down:.3f} "
            line += f"{-0.2 * down + side * 0.1 * across:.3f}"
    return f'<path d="{line}"/>'


def line_ends(
    link: Link, cells: dict[str, Cell]
) -> tuple[float, float, float, float, float, float] | None:
    """Return where a line between two cells starts and ends, and its direction of length 1."""
    a, b = cells[link.source], cells[link.target]
    across, down = b.x - a.x, b.y - a.y
    length = (across**2 + down**2) ** 0.5
    if length <= 0.8:
        return None
    across, down = across / length, down / length
    x, y = b.x - 0.37 * across, b.y - 0.37 * down
    return a.x + 0.37 * across, a.y + 0.37 * down, x, y, across, down


BOARD_SCALE = 18.0
"""Points that a unit square is wide and high."""


def _cell(cell: Cell) -> Iterator[str]:
    look = "".join(_TIKZ[shape] for shape in SHAPES[cell.kind])
    if look:
        yield f"\\begin{{scope}}[shift={{({cell.x:g},{-cell.y:g})}}]{look}\\end{{scope}}"
    if written := _written(cell):
        down = 0.7 if cell.kind in NARROW else 0.0
        place = f"({cell.x:g},{-cell.y - down:g})"
        yield f"\\node[inner sep=0pt, font=\\tiny] at {place} {{{markup.latex_text(written)}}};"


def _path(link: Link, cells: dict[str, Cell]) -> str:
    ends = line_ends(link, cells)
    if ends is None:
        cell = cells[link.source]
        return f"\\path[draw] ({cell.x:g},{0.5 - cell.y:g}) circle [radius=0.2];"
    x, y, right, low = ends[:4]
    tip = ", -{Stealth}" if link.directed else ""
    return f"\\path[draw{tip}] ({x:.3f},{-y:.3f}) -- ({right:.3f},{-low:.3f});"


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
        format = "svg" if os.fspath(path) == "-" else require_format(path, FORMATS)
    deliver_bytes(path, board_bytes(position, format))


def board_bytes(position: Position, format: str) -> bytes:
    """Draw a position as bytes in the format "svg", "tikz" or "tex"; see `draw_board`."""
    if format not in FORMATS:
        raise GraphFormatError(f'No format "{format}" of a board; use {", ".join(FORMATS)}.')
    scene = _whole(position)
    if format == "svg":
        return scene_svg(scene, str(position)).encode()
    cells = {cell.name: cell for cell in scene.cells}
    paths = chain((_path(link, cells) for link in scene.links), *map(_cell, scene.cells))
    return tikz.as_file(paths, format, scale=BOARD_SCALE)


def _whole(position: Position) -> Scene:
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
        own = f"{number}:"
        cells += [replace(cell, name=own + cell.name, y=cell.y + down) for cell in scene.cells]
        links += [
            replace(link, name=own + link.name, source=own + link.source, target=own + link.target)
            for link in scene.links
        ]
        top = max(cell.y for cell in scene.cells) + down + _APART
    return Scene(tuple(cells), tuple(links))
