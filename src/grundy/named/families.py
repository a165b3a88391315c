"""Families of undirected graphs by their numbers: paths, grids, chessmen's boards, trees."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, pairwise, product

from grundy.errors import PositionError
from grundy.named.boards import letters
from grundy.named.undirected import MOST_OF_TREES

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Shape:
    """A family of graphs."""

    least: tuple[int, ...]
    size: Callable[..., tuple[int, int]]
    build: Callable[..., tuple[list[str], list[Edge]]]
    example: str
    alone: tuple[int, ...] | None = None  # the numbers that are meant where none is written
    square: bool = False  # whether one number stands for both
    any_count: bool = False


def _numbered(count: int, pairs: Iterator[tuple[int, int]]) -> tuple[list[str], list[Edge]]:
    return [str(n) for n in range(count)], [(str(a), str(b)) for a, b in pairs]


def _grid(rows: int, columns: int) -> tuple[list[str], list[Edge]]:
    cells = list(product(range(columns), range(1, rows + 1)))
    there = set(cells)
    steps = ((a, b) for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in there)
    return [_cell(*cell) for cell in cells], [(_cell(*a), _cell(*b)) for a, b in steps]


def _boxes(rows: int, columns: int) -> tuple[list[str], list[Edge]]:
    """Build the grid of boxes with an end outside for each line of its rim."""
    names, edges = _grid(rows + 2, columns + 2)
    inside = {_cell(c, r) for c in range(1, columns + 1) for r in range(2, rows + 2)}
    lines = [edge for edge in edges if not inside.isdisjoint(edge)]
    return [name for name in names if name in {*chain.from_iterable(lines)}], lines


def _cell(column: int, row: int) -> str:
    """Name a cell as on a chessboard: a1, …, z1, aa1 and so on."""
    return f"{letters(column + 1)}{row}"


def _cube(dimension: int) -> tuple[list[str], list[Edge]]:
    corners = [f"{corner:0{dimension}b}" for corner in range(2**dimension)]
    flips = ((a, a | 1 << d) for a in range(2**dimension) for d in range(dimension))
    return corners, [(corners[a], corners[b]) for a, b in flips if a != b]


def _board(moves: Callable[[int, int], bool]) -> Callable[..., tuple[list[str], list[Edge]]]:
    """Return what joins two cells of a board where a piece moves so many columns and rows."""

    def build(rows: int, columns: int) -> tuple[list[str], list[Edge]]:
        cells = list(product(range(columns), range(1, rows + 1)))
        pairs = ((a, b) for a, b in combinations(cells, 2)
                 if moves(abs(a[0] - b[0]), abs(a[1] - b[1])))  # fmt: skip
        return [_cell(*cell) for cell in cells], [(_cell(*a), _cell(*b)) for a, b in pairs]

    return build


def _cycle(n: int) -> Iterator[tuple[int, int]]:
    return ((v, (v + 1) % n) for v in range(n))


def _petersen(n: int, k: int) -> tuple[list[str], list[Edge]]:
    if not 2 * k < n:
        raise PositionError(
            f"petersen:{n},{k}: the second number has to be less than half the first; write such "
            "as petersen:7,2."
        )
    star = ((n + v, n + (v + k) % n) for v in range(n))
    return _numbered(2 * n, iter([*_cycle(n), *star, *((v, v + n) for v in range(n))]))


def _tree_size(*numbers: int) -> tuple[int, int]:
    if not numbers[0]:
        return len(numbers) + 1, len(numbers)
    children, height = _children_and_height(numbers)
    if children == 1:
        return height + 1, height
    if height > math.log2(MOST_OF_TREES):
        return MOST_OF_TREES + 1, 0
    return int((children ** (height + 1) - 1) // (children - 1)), 0


def _tree(*numbers: int) -> tuple[list[str], list[Edge]]:
    if numbers[0]:
        count = _tree_size(*numbers)[0]
        parents = (((child - 1) // numbers[0], child) for child in range(1, count))
        return _numbered(count, parents)
    for child, parent in enumerate(numbers, 1):
        if parent >= child:
            raise PositionError(
                f"In a tree by its parents vertex {child} hangs at one before it, found {parent}; "
                "the root is 0, as in tree:0,0,1,1."
            )
    return _numbered(len(numbers) + 1, ((parent, v) for v, parent in enumerate(numbers, 1)))


def _children_and_height(numbers: tuple[int, ...]) -> tuple[int, int]:
    if len(numbers) != 2:
        raise PositionError(
            "A tree is the number of children and the height, as in tree:2,3, or the parents of "
            "the vertices 1, 2, …, as in tree:0,0,1,1, of which the first is the root 0; found "
            f"{numbers[0]} first."
        )
    return numbers[0], numbers[1]


def _board_size(rows: int, columns: int) -> tuple[int, int]:
    return rows * columns, rows * columns * (rows + columns + 2 * min(rows, columns)) // 2


_PIECES: dict[str, Callable[[int, int], bool]] = {
    "rook": lambda x, y: not x or not y,
    "bishop": lambda x, y: x == y,
    "queens": lambda x, y: not x or not y or x == y,
    "king": lambda x, y: max(x, y) == 1,
    "knight": lambda x, y: {x, y} == {1, 2},
}
"""Whether a chessman that stands alone moves so many columns and rows, which are not both 0."""

SHAPES = {
    "path": Shape((0,), lambda n: (n, n),
                  lambda n: _numbered(n, iter(pairwise(range(n)))), "path:9"),
    "cycle": Shape((3,), lambda n: (n, n), lambda n: _numbered(n, _cycle(n)), "cycle:7"),
    "complete": Shape((0,), lambda n: (n, n * n // 2),
                      lambda n: _numbered(n, combinations(range(n), 2)), "complete:5"),
    "complete-bipartite": Shape(
        (0, 0), lambda m, n: (m + n, m * n),
        lambda m, n: _numbered(m + n, product(range(m), range(m, m + n))),
        "complete-bipartite:2,3"),
    "star": Shape((0,), lambda n: (n + 1, n),
                  lambda n: _numbered(n + 1, ((0, v) for v in range(1, n + 1))), "star:5"),
    "wheel": Shape((3,), lambda n: (n + 1, 2 * n),
                   lambda n: _numbered(n + 1, (pair for v in range(n)
                                               for pair in ((0, v + 1), (v + 1, (v + 1) % n + 1)))),
                   "wheel:5"),
    "grid": Shape((1, 1), lambda m, n: (m * n, 2 * m * n), _grid, "grid:3x4", square=True),
    **{
        name: Shape((1, 1), _board_size, _board(moves), f"{name}:3x4", square=True)
        for name, moves in _PIECES.items()
    },
    "boxes": Shape((1, 1), lambda m, n: ((m + 2) * (n + 2) - 4, 2 * m * n + m + n), _boxes,
                   "boxes:2x3", square=True),
    "cube": Shape((0,), lambda d: (2**min(d, 40), d * 2**min(d, 40)), _cube, "cube:3"),
    "tree": Shape((1, 0), _tree_size, _tree, "tree:2,3", any_count=True),
    "petersen": Shape((3, 1), lambda n, k: (2 * n, 3 * n), _petersen, "petersen:5,2",
                      alone=(5, 2)),
    "empty": Shape((), lambda: (0, 0), lambda: ([], []), "empty", alone=()),
}  # fmt: skip
"""The shapes by name. A star has a centre and n leaves, a wheel a hub and n on its rim; a tree has
b children at each vertex and height h, or is the list of its parents; of chessmen's graphs the
vertices are the cells of a board, one step of the piece apart; boxes are those of Dots and Boxes,
an end outside for each line of the rim."""
