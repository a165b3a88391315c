"""A position's board as a file: SVG, or TikZ for LaTeX."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from grundy.drawing import tikz
from grundy.drawing.board import MOST_PARTS, MOST_SHAPES, scene_svg
from grundy.drawing.tikz_board import BOARD_SCALE, scene_paths
from grundy.errors import GraphFormatError
from grundy.files.delivery import deliver_bytes
from grundy.files.endings import require_format
from grundy.games.position import Position
from grundy.games.scenes.scene import Scene

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
