"""Undirected graphs as one word of text: shapes, edges and the names of vertices."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from urllib.parse import quote, unquote

from grundy.errors import CodeError, PositionError
from grundy.games.state_text import shown
from grundy.named.boards import letters
from grundy.named.undirected import MOST_OF_TREES, MOST_VERTICES, Graph, NamedGraph

# Names of vertices inside a word of text, and the notation of a vertex that no edge meets.


# Signs that mean something in text, and those of file names: in a vertex's name they are coded,
# so that a mistyped file is never taken for a vertex.
_CODED = set("-,:@%+()[]{}\"'./\\;")
_ALONE = "vertex:"

Hint = Callable[[str], str]


def coded(name: str) -> str:
    """Write a vertex's name so that it is one piece of a word."""
    if name.isalnum():
        return name
    return "".join(code(sign) if _is_special(sign) else sign for sign in name)


def decoded(word: str) -> str | None:
    """Read a name that `coded` has written; None where it cannot be one."""
    if not word or any(sign != "%" and _is_special(sign) for sign in word):
        return None
    try:
        return unquote(word, errors="surrogatepass")
    except UnicodeError:
        return None


def alone(name: str) -> str:
    """Write a vertex that no edge meets."""
    return f"{_ALONE}{name}"


def without_alone(piece: str) -> str | None:
    """Take the notation of a vertex alone off a piece of text; None where it has none."""
    return piece[len(_ALONE) :] if piece.startswith(_ALONE) else None


def read_name(text: str, word: str, at: int, example: str, hint: Hint | None = None) -> str:
    """Read the name of a vertex; the hint, made of the text, is for a sign that cannot stand."""
    if word.isalnum():
        return word
    if not word.strip():
        raise word_error(text, at, f"the name of a vertex is missing here; {example}")
    for place, sign in enumerate(word):
        if sign != "%" and _is_special(sign):
            advice = (hint and hint(text)) or f"write its code, {code(sign)}"
            problem = f'"{shown(sign)}" cannot stand in a name; {advice}'
            raise word_error(text, at + place, problem)
    found = decoded(word)
    if found is None:
        raise word_error(text, at, "a code of this name (%..) is no sign")
    return found


def word_error(text: str, at: int, problem: str) -> CodeError:
    """Make the error that shows a word and the column of what is wrong in it."""
    return CodeError(
        f"{shown(text.strip())}: column {at + 1}: {problem}.", text=text, column=at + 1
    )


def code(sign: str) -> str:
    """Write a sign by its code."""
    found = quote(sign, safe="", errors="surrogatepass")
    return found if found != sign else f"%{ord(sign):02X}"


def _is_special(sign: str) -> bool:
    return sign in _CODED or sign.isspace() or not sign.isprintable()


# Undirected graphs as one word of text: a shape such as path:9, or edges such as a-b,b-c.


MOST_EDGES = 200_000
Edge = tuple[str, str]

_WORDS = re.compile("[a-z]+(?:-[a-z]+)*")
_NEAR = re.compile("([a-z]+(?:-[a-z]+)*)-([0-9]+(?:[x,][0-9]+)*)")
_EXAMPLE = "write such as a-b,b-c"


@dataclass(frozen=True, slots=True)
class Written:
    """A graph as it was written."""

    vertices: list[str]
    edges: list[Edge]
    marked: str | None = None
    shape: str = ""

    @property
    def graph(self) -> Graph:
        """The graph without repeats."""
        graph = Graph.of(self.edges, self.vertices)
        return NamedGraph.called(graph, self.shape) if self.shape else graph


def parse_graph(text: str, *, marks: bool = False, most: int = MOST_VERTICES) -> Written:
    """Read a graph that is one word."""
    word = text.strip()
    body, at, mark = word.partition("@")
    if at and not marks:
        raise word_error(word, len(body), "a mark (@) has no meaning in this game")
    shape = body if _is_shape(body) else ""
    edges, vertices = (_shape if shape else _listed)(body, most)
    if not at:
        return Written(vertices, edges, shape=shape)
    marked = _name(word, mark, len(body) + 1)
    if marked not in vertices:
        known = "is no vertex of this graph"
        raise word_error(word, len(body) + 1, f'"{shown(marked, 30)}" {known}')
    return Written(vertices, edges, marked, shape)


def written_graph(graph: Graph) -> str:
    """Write a graph as it was written where that was a shape, and else by its edges."""
    if isinstance(graph, NamedGraph):
        return graph.shape
    return write_graph(graph.names, list(graph.edges()))


def write_graph(vertices: tuple[str, ...], edges: list[tuple[int, int]]) -> str:
    """Write a graph by its edges, so that `parse_graph` reads it."""
    if not vertices:
        return "empty"
    joined = {end for edge in edges for end in edge}
    names = list(map(coded, vertices))
    pieces = [f"{names[a]}-{names[b]}" for a, b in edges]
    pieces += [alone(name) for number, name in enumerate(names) if number not in joined]
    text = ",".join(pieces)
    return code(text[0]) + text[1:] if _is_shape(text) or _near_shape(text) else text


def write_edges(vertices: Iterable[str], edges: Iterable[Edge]) -> str:
    """Write a graph by the names of its edges' ends, as `write_graph` does."""
    names = tuple(dict.fromkeys(vertices))
    place = {name: number for number, name in enumerate(names)}
    return write_graph(names, [(place[one], place[other]) for one, other in edges])


# ---- edges --------------------------------------------------------------------------------------


def _listed(text: str, most: int) -> tuple[list[Edge], list[str]]:
    """Read edges and vertices with commas between them."""
    if near := _near_shape(text):
        raise word_error(text, 0, near)
    edges: list[Edge] = []
    vertices: dict[str, None] = {}
    column = 0
    for piece in text.split(","):
        names = _piece(text, piece, column)
        column += len(piece) + 1
        vertices.update(dict.fromkeys(names))
        edges.extend(pairwise(names))
    _require_size(len(vertices), len(edges), most)
    return edges, list(vertices)


def _piece(text: str, piece: str, column: int) -> list[str]:
    """Read a walk along edges, a-b-c, or a vertex alone, vertex:d."""
    lonely = without_alone(piece)
    if lonely is not None:
        return [_name(text, lonely, column + len(piece) - len(lonely))]
    names = []
    place = column
    for word in piece.split("-"):
        names.append(_name(text, word, place))
        place += len(word) + 1
    if len(names) == 1:
        raise word_error(text, column, _no_edge(piece))
    return names


def _name(text: str, word: str, column: int) -> str:
    return read_name(text, word, column, _EXAMPLE, _hint)


def _hint(text: str) -> str:
    shape = text.partition(":")[0]
    if ":" in text and _WORDS.fullmatch(shape):
        return f'and "{shown(shape, 30)}" is no shape; the shapes are {", ".join(SHAPES)}'
    return ""


def _no_edge(piece: str) -> str:
    """Return the error for a name that stands alone."""
    named = f'"{shown(piece, 30)}" is neither an edge nor a shape'
    name = difflib.get_close_matches(piece.rstrip("0123456789x").lower(), SHAPES, n=1, cutoff=0.7)
    asked = f"did you mean {_with_numbers(name[0], piece)}? " if name else ""
    return f"{named}; {asked}{_EXAMPLE}, and {alone(shown(piece, 30))} for a vertex alone"


def _near_shape(text: str) -> str:
    """Return what is wrong where a shape's sign is mistyped, as in path-9; "" where it is none."""
    match = _NEAR.fullmatch(text.lower())
    if not match or match[1] not in SHAPES:
        return ""
    meant = _with_numbers(match[1], match[2])
    as_names = f"{code(text[0])}{text[1:]}"
    return f"did you mean {meant}? For an edge between vertices of these names write {as_names}"


def _with_numbers(name: str, text: str) -> str:
    """Write a shape with the numbers that stand in the text, as far as they are as many."""
    numbers = re.findall("[0-9]+", text)
    sign = "x" if name == "grid" else ","
    same = numbers and len(numbers) == len(SHAPES[name].least)
    return f"{name}:{sign.join(numbers)}" if same else SHAPES[name].example


def _require_size(vertices: int, edges: int, most: int) -> None:
    most_edges = max(MOST_EDGES, most)
    if vertices > most or edges > most_edges:
        what, count, limit = (
            ("vertices", vertices, most) if vertices > most else ("edges", edges, most_edges)
        )
        raise PositionError(
            f"A graph of {count:,} {what} is too large for a game on a graph; {limit:,} are the "
            "most."
        )


# ---- shapes -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """A family of graphs."""

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
    return f"{letters(column + 1)}{row}"


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
    if height > math.log2(MOST_OF_TREES):
        return MOST_OF_TREES + 1
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


def _shape(text: str, most: int) -> tuple[list[Edge], list[str]]:
    name, _, given = text.partition(":")
    shape = SHAPES[name]
    numbers = _shape_numbers(text, given, len(name) + 1, shape)
    _require_size(*shape.size(*numbers), most)
    vertices, edges = shape.build(*numbers)
    return edges, vertices


def _shape_numbers(text: str, given: str, column: int, shape: Shape) -> list[int]:
    if not shape.least:
        return []
    words = re.split("[,x]", given)
    if len(words) != len(shape.least):
        raise word_error(text, column, f"write such as {shape.example}")
    numbers = []
    for word, least in zip(words, shape.least, strict=True):
        if not re.fullmatch("[0-9]{1,9}", word):
            raise word_error(
                text, column, f"a whole number is missing here; write such as {shape.example}"
            )
        if int(word) < least:
            raise word_error(text, column, f"{int(word)} is too small; {least} is the least")
        numbers.append(int(word))
        column += len(word) + 1
    return numbers
