"""Undirected graphs as one word of text, and as pictures."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import quote, unquote

from grundy.errors import PositionError, UnknownNameError
from grundy.games import scenes
from grundy.games.scenes import MOST_LINES, MOST_PLACED, Cell, Link, Point, Scene, ring
from grundy.games.state_text import shown
from grundy.games.symmetry import bits
from grundy.named.boards import letters
from grundy.named.entry import word_error
from grundy.named.families import SHAPES, Edge, Shape
from grundy.named.undirected import MOST_VERTICES, Graph, NamedGraph, cells_of, edges_of

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
    name = decoded(word)
    if name is None:
        raise word_error(text, at, "a code of this name (%..) is no sign")
    return name


def code(sign: str) -> str:
    """Write a sign by its code."""
    escape = quote(sign, safe="", errors="surrogatepass")
    return escape if escape != sign else f"%{ord(sign):02X}"


def _is_special(sign: str) -> bool:
    return sign in _CODED or sign.isspace() or not sign.isprintable()


MOST_EDGES = 200_000

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
    marked = read_name(word, mark, len(body) + 1, _EXAMPLE, _hint)
    if marked not in vertices:
        problem = "is no vertex of this graph"
        raise word_error(word, len(body) + 1, f'"{shown(marked, 30)}" {problem}')
    return Written(vertices, edges, marked, shape)


def as_written(given: Any, *, marks: bool = False, most: int = MOST_VERTICES) -> Written:
    """Return a graph that is one word, or an object that has edges, as it was written."""
    if isinstance(given, str):
        return parse_graph(given, marks=marks, most=most)
    edges, isolated = edges_of(given, most)
    return Written(list(dict.fromkeys([*isolated, *(v for edge in edges for v in edge)])), edges)


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


def _listed(text: str, most: int) -> tuple[list[Edge], list[str]]:
    if near := _near_shape(text):
        raise word_error(text, 0, near)
    edges: list[Edge] = []
    vertices: dict[str, None] = {}
    column = 0
    for piece in text.split(","):
        names = read_walk(text, piece, column, "-", _EXAMPLE, _no_edge, _hint)
        column += len(piece) + 1
        vertices.update(dict.fromkeys(names))
        edges.extend(pairwise(names))
    _require_size(len(vertices), len(edges), most)
    return edges, list(vertices)


def read_walk(
    text: str, piece: str, at: int, sign: str, example: str, wrong: Hint, hint: Hint | None = None
) -> list[str]:
    """Read a walk, a-b-c, or a vertex alone, vertex:d; *wrong* says what is if it is neither."""
    lonely = without_alone(piece)
    if lonely is not None:
        return [read_name(text, lonely, at + len(piece) - len(lonely), example, hint)]
    names = []
    place = at
    for word in piece.split(sign):
        names.append(read_name(text, word, place, example, hint))
        place += len(word) + 1
    if len(names) == 1:
        raise word_error(text, at, wrong(piece))
    return names


def _hint(text: str) -> str:
    shape = text.partition(":")[0]
    if ":" in text and _WORDS.fullmatch(shape):
        return f'and "{shown(shape, 30)}" is no shape; the shapes are {", ".join(SHAPES)}'
    return ""


def _no_edge(piece: str) -> str:
    named = f'"{shown(piece, 30)}" is neither an edge nor a shape'
    name = difflib.get_close_matches(piece.rstrip("0123456789x").lower(), SHAPES, n=1, cutoff=0.7)
    suggestion = f"did you mean {_with_numbers(name[0], piece)}? " if name else ""
    return f"{named}; {suggestion}{_EXAMPLE}, and {alone(shown(piece, 30))} for a vertex alone"


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
    sign = "x" if SHAPES[name].square else ","
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


def _is_shape(text: str) -> bool:
    name, colon, _ = text.partition(":")
    if name not in SHAPES:
        return False
    return bool(SHAPES[name].least) if colon else SHAPES[name].alone is not None


def _shape(text: str, most: int) -> tuple[list[Edge], list[str]]:
    name, colon, sizes = text.partition(":")
    shape = SHAPES[name]
    numbers = _shape_numbers(text, sizes, len(name) + 1, shape) if colon else shape.alone or ()
    _require_size(*shape.size(*numbers), most)
    vertices, edges = shape.build(*numbers)
    return edges, vertices


def _shape_numbers(text: str, sizes: str, column: int, shape: Shape) -> list[int]:
    words = re.split("[,x]", sizes)
    if shape.square and len(words) == 1:
        words *= 2
    each = (0,) * len(words) if shape.any_count else shape.least
    if len(words) != len(each):
        raise word_error(text, column, f"write such as {shape.example}")
    numbers = []
    for word, least in zip(words, each, strict=True):
        if not re.fullmatch("[0-9]{1,9}", word):
            wrong = "this is too large" if word.isdecimal() else "a whole number is missing here"
            raise word_error(text, column, f"{wrong}; write such as {shape.example}")
        if int(word) < least:
            raise word_error(text, column, f"{int(word)} is too small; {least} is the least")
        numbers.append(int(word))
        column += len(word) + 1
    return numbers


def started(state: Any, most: int = MOST_VERTICES) -> tuple[Written, str | None]:
    """Take apart a graph, or a pair of a graph and a vertex; give the vertex's name as text."""
    vertex = None
    if isinstance(state, tuple) and len(state) == 2 and not isinstance(state[0], tuple):
        state, vertex = state
    graph = as_written(state, marks=True, most=most)
    if vertex is None:
        return graph, graph.marked
    if str(vertex) not in graph.vertices:
        raise UnknownNameError("vertex", str(vertex), graph.vertices)
    return graph, str(vertex)


def sketch(graph: Graph) -> str:
    """Draw a graph in plain text."""
    return _board(graph) or "\n".join(
        f"{coded(name)}: {' '.join(coded(graph.names[other]) for other in bits(row))}".rstrip()
        for name, row in zip(graph.names, graph.rows, strict=True)
    )


def _board(graph: Graph) -> str:
    """Draw cells such as a1 where they stand, if all edges join neighbouring cells; else ""."""
    cells = cells_of(graph)
    if cells is None:
        return ""
    joined = {(cells[one], cells[other]) for one, other in graph.edges()}
    joined |= {(other, one) for one, other in joined}
    there = set(cells)
    columns = range(min(c for c, _ in cells), max(c for c, _ in cells) + 1)
    rows = range(min(r for _, r in cells), max(r for _, r in cells) + 1)
    lines = ["   " + "".join(f"{letters(column):<4}" for column in columns)]
    for row in rows:
        across, down = f"{row:<3}", "   "
        for column in columns:
            across += "o" if (column, row) in there else " "
            across += "---" if ((column, row), (column + 1, row)) in joined else "   "
            down += "|   " if ((column, row), (column, row + 1)) in joined else "    "
        lines += [across, down]
    return "\n".join(line.rstrip() for line in lines[:-1])


_STEP = 1.5


def graph_scene(graph: Graph, token: int | None = None) -> Scene | None:
    """Return a graph, perhaps with a token on a vertex; None for a large one."""
    edges = list(graph.edges())
    if len(graph.names) > MOST_PLACED or len(edges) > MOST_LINES:
        return None
    kinds = ["token" if vertex == token else "vertex" for vertex in range(len(graph.names))]
    cells = tuple(
        Cell(name, x, y, kind, name)  # type: ignore[arg-type]
        for name, kind, (x, y) in zip(graph.names, kinds, _points(graph), strict=True)
    )
    return Scene(cells or (_EMPTY,), tuple(links(graph.names, edges)))


def edge_name(names: Sequence[str], one: int, other: int) -> str:
    """Name the link of an edge."""
    return f"{names[one]} – {names[other]}"


def links(names: Sequence[str], edges: Iterable[tuple[int, int]]) -> Iterator[Link]:
    """Yield the links; the second of two parallel edges is numbered 2."""
    counts: Counter[str] = Counter()
    for one, other in edges:
        name = edge_name(names, one, other)
        counts[name] += 1
        number = f" ({counts[name]})" if counts[name] > 1 else ""
        yield Link(name + number, names[one], names[other])


def _points(graph: Graph) -> list[Point]:
    if graph == _PETERSEN:
        inner = [(round(x * 0.9, 3), round(y * 0.9, 3)) for x, y in ring(5)]
        return [(round(2 * x, 3), round(2 * y, 3)) for x, y in inner] + inner
    cells = cells_of(graph, beside=False)
    if _is_cube(graph):
        return [_corner(name) for name in graph.names]
    if cells is not None:
        return [(_STEP * (column - 1), _STEP * (row - 1)) for column, row in cells]
    return scenes.place([list(bits(row)) for row in graph.rows])


def _is_cube(graph: Graph) -> bool:
    """Whether the vertices are corners of a cube, named in binary, and the edges its edges."""
    names = graph.names
    if not all(re.fullmatch(f"[01]{{2,{len(_AXES)}}}", name) for name in names):
        return False
    corners = [int(name, 2) for name in names]
    return len(set(map(len, names))) == 1 and all(
        (corners[one] ^ corners[other]).bit_count() == 1 for one, other in graph.edges()
    )


def _corner(name: str) -> Point:
    along = [axis for axis, bit in zip(_AXES, reversed(name), strict=False) if bit == "1"]
    return round(sum(x for x, _ in along), 3), round(sum(y for _, y in along), 3)


_AXES = ((2.4, 0.0), (0.0, -2.4), (1.05, -0.95), (4.7, 1.15))
"""Where the first four directions of a cube go on paper."""

_EMPTY = Cell("empty", 0, 0, "mark", "nothing is left")
_PETERSEN = parse_graph("petersen").graph
