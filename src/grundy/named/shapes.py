"""Undirected graphs as one word of text: a shape such as path:9, or edges such as a-b,b-c."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from urllib.parse import quote, unquote

from grundy.errors import CodeError, PositionError
from grundy.games.text import shown
from grundy.named.undirected import MOST_VERTICES, Graph

MOST_EDGES = 200_000
Edge = tuple[str, str]

_CODED = set("-,:@%+()[]{}\"'")  # signs that mean something in text, so a name has them coded
_WORDS = re.compile("[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True, slots=True)
class Written:
    """A graph as it was written.

    Attributes:
        vertices: The names in the order of their first appearance.
        edges: Pairs of names, repeats kept.
        marked: The name behind @, or None.
    """

    vertices: list[str]
    edges: list[Edge]
    marked: str | None = None

    @property
    def graph(self) -> Graph:
        """The graph without repeats."""
        return Graph.of(self.edges, self.vertices)


def parse_graph(text: str, *, marks: bool = False) -> Written:
    """Read a graph that is one word.

    Args:
        text: A shape (``path:9``, ``grid:3x4``, ``petersen``), or edges with commas between
            them; ``a-b-c`` is the edges a-b and b-c, and a name alone is a vertex. In a name a
            sign that means something else is written by its code, as in ``%2D`` for a hyphen.
        marks: Whether a vertex may be marked, as in ``a-b,b-c@a``.

    Raises:
        CodeError: If it is malformed; it carries the column.
        PositionError: If the graph is too large.

    >>> parse_graph("a-b-c,d").graph.names
    ('a', 'b', 'c', 'd')
    >>> parse_graph("grid:2x2").edges
    [('a1', 'a2'), ('a1', 'b1'), ('a2', 'b2'), ('b1', 'b2')]
    """
    word = text.strip()
    body, at, mark = word.partition("@")
    if at and not marks:
        raise _error(word, len(body), "a mark (@) has no meaning in this game")
    edges, vertices = _shape(body) if _is_shape(body) else _listed(body)
    if not at:
        return Written(vertices, edges)
    marked = _name(word, mark, len(body) + 1)
    if marked not in vertices:
        known = "is no vertex of this graph"
        raise _error(word, len(body) + 1, f'"{shown(marked, 30)}" {known}')
    return Written(vertices, edges, marked)


def write_graph(vertices: tuple[str, ...], edges: list[tuple[int, int]]) -> str:
    """Write a graph by its edges, so that `parse_graph` reads it.

    >>> write_graph(("a", "b", "c", "d"), [(0, 1), (1, 2)])
    'a-b,b-c,d'
    >>> write_graph((), []), write_graph(("x-y",), [])
    ('empty', 'x%2Dy')
    """
    if not vertices:
        return "empty"
    joined = {end for edge in edges for end in edge}
    pieces = [f"{coded(vertices[a])}-{coded(vertices[b])}" for a, b in edges]
    pieces += [coded(name) for number, name in enumerate(vertices) if number not in joined]
    text = ",".join(pieces)
    return _code(text[0]) + text[1:] if _is_shape(text) else text


def write_edges(vertices: Iterable[str], edges: Iterable[Edge]) -> str:
    """Write a graph by the names of its edges' ends, as `write_graph` does.

    >>> write_edges(["a", "b", "x y"], [("b", "a")])
    'b-a,x%20y'
    """
    names = tuple(dict.fromkeys(vertices))
    place = {name: number for number, name in enumerate(names)}
    return write_graph(names, [(place[one], place[other]) for one, other in edges])


def coded(name: str) -> str:
    """Write a vertex's name so that it is one piece of a word."""
    return "".join(_code(sign) if _is_special(sign) else sign for sign in name)


def decoded(word: str) -> str | None:
    """Read a name that `coded` has written; None where it cannot be one.

    >>> decoded("x%2Dy"), decoded("x-y"), decoded("")
    ('x-y', None, None)
    """
    if not word or any(sign != "%" and _is_special(sign) for sign in word):
        return None
    try:
        return unquote(word, errors="surrogatepass")
    except UnicodeError:
        return None


def _is_special(sign: str) -> bool:
    return sign in _CODED or sign.isspace() or not sign.isprintable()


def _code(sign: str) -> str:
    found = quote(sign, safe="", errors="surrogatepass")
    return found if found != sign else f"%{ord(sign):02X}"


# ---- edges --------------------------------------------------------------------------------------


def _listed(text: str) -> tuple[list[Edge], list[str]]:
    """Read edges and vertices with commas between them."""
    edges: list[Edge] = []
    vertices: dict[str, None] = {}
    column = 0
    for piece in text.split(","):
        names: list[str] = []
        for word in piece.split("-"):
            names.append(_name(text, word, column))
            column += len(word) + 1
        vertices.update(dict.fromkeys(names))
        edges.extend(pairwise(names))
    _require_size(len(vertices), len(edges))
    return edges, list(vertices)


def _name(text: str, word: str, column: int) -> str:
    if not word.strip():
        raise _error(text, column, "the name of a vertex is missing here; write such as a-b,b-c")
    for place, sign in enumerate(word):
        if sign != "%" and _is_special(sign):
            raise _error(
                text, column + place, f'"{shown(sign)}" cannot stand in a name; {_hint(text)}'
            )
    found = decoded(word)
    if found is None:
        raise _error(text, column, "a code of this name (%..) is no sign")
    return found


def _hint(text: str) -> str:
    shape = text.partition(":")[0]
    if ":" in text and _WORDS.fullmatch(shape):
        return f'and "{shown(shape, 30)}" is no shape; the shapes are {", ".join(SHAPES)}'
    return "write its code, such as %2D for a hyphen"


def _error(text: str, at: int, problem: str) -> CodeError:
    return CodeError(
        f"{shown(text.strip())}: column {at + 1}: {problem}.", text=text, column=at + 1
    )


def _require_size(vertices: int, edges: int) -> None:
    if vertices > MOST_VERTICES or edges > MOST_EDGES:
        what, count, most = (
            ("vertices", vertices, MOST_VERTICES)
            if vertices > MOST_VERTICES
            else ("edges", edges, MOST_EDGES)
        )
        raise PositionError(
            f"A graph of {count:,} {what} is too large for a game on a graph; {most:,} are the "
            "most."
        )


# ---- shapes -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """A family of graphs.

    Attributes:
        least: The least that each number may be; their count says how many there are.
        size: The vertices and the edges, from the numbers: known before anything is built.
        build: Gives vertices and edges.
        example: How it is written.
    """

    least: tuple[int, ...]
    size: Callable[..., tuple[int, int]]
    build: Callable[..., tuple[list[str], list[Edge]]]
    example: str


def _numbered(count: int, pairs: Iterator[tuple[int, int]]) -> tuple[list[str], list[Edge]]:
    return [str(n) for n in range(count)], [(str(a), str(b)) for a, b in pairs]


def _grid(rows: int, columns: int) -> tuple[list[str], list[Edge]]:
    cells = list(product(range(columns), range(1, rows + 1)))
    there = set(cells)
    steps = ((a, b) for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in there)
    return [_cell(*cell) for cell in cells], [(_cell(*a), _cell(*b)) for a, b in steps]


def _cell(column: int, row: int) -> str:
    """Name a cell as on a chessboard: a1, …, z1, aa1 and so on."""
    letters = ""
    column += 1
    while column:
        column, last = divmod(column - 1, 26)
        letters = chr(ord("a") + last) + letters
    return f"{letters}{row}"


def _cube(dimension: int) -> tuple[list[str], list[Edge]]:
    corners = [f"{corner:0{dimension}b}" for corner in range(2**dimension)]
    flips = ((a, a | 1 << d) for a in range(2**dimension) for d in range(dimension))
    return corners, [(corners[a], corners[b]) for a, b in flips if a != b]


def _petersen() -> tuple[list[str], list[Edge]]:
    ring = ((n, (n + 1) % 5) for n in range(5))
    star = ((5 + n, 5 + (n + 2) % 5) for n in range(5))
    return _numbered(10, iter([*ring, *star, *((n, n + 5) for n in range(5))]))


def _parents(count: int, children: int) -> Iterator[tuple[int, int]]:
    return (((child - 1) // children, child) for child in range(1, count))


def _tree_size(children: int, height: int) -> int:
    if children == 1:
        return height + 1
    if height > math.log2(MOST_VERTICES):
        return MOST_VERTICES + 1
    return int((children ** (height + 1) - 1) // (children - 1))


SHAPES = {
    "path": Shape((0,), lambda n: (n, n),
                  lambda n: _numbered(n, iter(pairwise(range(n)))), "path:9"),
    "cycle": Shape((3,), lambda n: (n, n),
                   lambda n: _numbered(n, ((v, (v + 1) % n) for v in range(n))), "cycle:7"),
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
    "grid": Shape((1, 1), lambda m, n: (m * n, 2 * m * n), _grid, "grid:3x4"),
    "cube": Shape((0,), lambda d: (2**min(d, 40), d * 2**min(d, 40)), _cube, "cube:3"),
    "tree": Shape((1, 0), lambda b, h: (_tree_size(b, h), 0),
                  lambda b, h: _numbered(_tree_size(b, h), _parents(_tree_size(b, h), b)),
                  "tree:2,3"),
    "petersen": Shape((), lambda: (10, 15), _petersen, "petersen"),
    "empty": Shape((), lambda: (0, 0), lambda: ([], []), "empty"),
}  # fmt: skip
"""The shapes by name. A star has a centre and n leaves, a wheel a hub and n on its rim; a tree has
b children at each vertex and height h."""


def _is_shape(text: str) -> bool:
    name, colon, _ = text.partition(":")
    return name in SHAPES and bool(colon) == bool(SHAPES[name].least)


def _shape(text: str) -> tuple[list[Edge], list[str]]:
    name, _, given = text.partition(":")
    shape = SHAPES[name]
    numbers = _shape_numbers(text, given, len(name) + 1, shape)
    _require_size(*shape.size(*numbers))
    vertices, edges = shape.build(*numbers)
    return edges, vertices


def _shape_numbers(text: str, given: str, column: int, shape: Shape) -> list[int]:
    if not shape.least:
        return []
    words = re.split("[,x]", given)
    if len(words) != len(shape.least):
        raise _error(text, column, f"write such as {shape.example}")
    numbers = []
    for word, least in zip(words, shape.least, strict=True):
        if not re.fullmatch("[0-9]{1,9}", word):
            raise _error(
                text, column, f"a whole number is missing here; write such as {shape.example}"
            )
        if int(word) < least:
            raise _error(text, column, f"{int(word)} is too small; {least} is the least")
        numbers.append(int(word))
        column += len(word) + 1
    return numbers
