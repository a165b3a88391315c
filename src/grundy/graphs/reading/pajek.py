"""Read Pajek with networkx's reader, after a look for what it would let through unsaid.

networkx wants a label on every vertex, takes edges after arcs for arcs, and passes over an arc
with one end. So each line is looked at first, with its number for the error, and the reader is
handed the same network with every label written out.
"""

from __future__ import annotations

import shlex

from grundy.errors import GraphFormatError
from grundy.graphs.graph import GameGraph
from grundy.graphs.reading.gml import from_networkx, import_networkx
from grundy.graphs.reading.intake import Source, require_room
from grundy.graphs.reading.names import UNDIRECTED, tidy

_START = "a Pajek file starts with *Vertices and their number"


def read_pajek(source: Source) -> GameGraph:
    """Read Pajek's vertices and arcs; an edge has no direction and is an error."""
    networkx = import_networkx("Pajek")
    found = _Look(source)
    for line, text in enumerate(source.text().splitlines(), 1):
        if text.strip() and text[:1] != "%":
            found.read(line, text)
    if found.count is None:
        raise source.error(f"{_START}, found none.")
    return from_networkx(networkx.parse_pajek(found.labelled()))


class _Look:
    """What was read so far, and the section that the next line stands in."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.line = 0
        self.section = ""
        self.count: int | None = None
        self.labels: dict[int, str] = {}
        self.lines: dict[int, int] = {}
        self.arcs: list[str] = []

    def read(self, line: int, text: str) -> None:
        """Read one line."""
        self.line = line
        words = self.words(text)
        if words[0].startswith("*"):
            self.start_section(words)
        elif self.section == "":
            raise self.error(f"{_START}.")
        elif self.section == "*vertices":
            self.read_vertex(words)
        elif self.section == "*edges":
            raise self.error(f"{UNDIRECTED}; write *Arcs for *Edges.")
        elif self.section == "*arcs":
            self.read_arc(words)

    def words(self, text: str) -> list[str]:
        """Split a line at blanks that are not in quotes."""
        try:
            return shlex.split(text) if '"' in text else text.split()
        except ValueError as error:
            raise self.error(f"{tidy(error).lower()}; check the quotes.") from None

    def start_section(self, words: list[str]) -> None:
        """Read a line such as *Vertices 3."""
        self.section = words[0].lower()
        if self.section in ("*arcslist", "*edgeslist", "*matrix"):
            raise self.error(f"{words[0]} is not read; write *Arcs, one arc a line.")
        if self.section == "*vertices":
            if len(words) != 2 or not (words[1].isascii() and words[1].isdecimal()):
                raise self.error("write the number of vertices, as in *Vertices 3.")
            if self.count is not None:
                raise self.error("a second *Vertices is not read; keep one network a file.")
            # A short file may promise any number of vertices.
            require_room(self.source.name, 200 * int(words[1]))
            self.count = int(words[1])

    def read_vertex(self, words: list[str]) -> None:
        """Read a vertex: its number and perhaps a label; what follows is for drawing."""
        vertex = self.number(words[0], "a vertex has")
        if vertex in self.lines:
            raise self.error(f"the vertex {vertex} stands here again.")
        self.lines[vertex] = self.line
        if len(words) > 1:
            self.labels[vertex] = words[1]

    def read_arc(self, words: list[str]) -> None:
        """Read an arc: two numbers; a weight and more may follow."""
        if len(words) < 2:
            raise self.error(f'an arc needs two ends, found one ("{tidy(words[0])}").')
        tail, head = (self.number(word, "an arc names the vertex") for word in words[:2])
        self.arcs.append(f"{tail} {head}")

    def number(self, word: str, what: str) -> int:
        """Read a vertex's number."""
        count = self.count or 0
        if word.isascii() and word.isdecimal() and len(word) < 12 and 1 <= int(word) <= count:
            return int(word)
        raise self.error(
            f'{what} "{tidy(word)}", but there are {count} vertices, numbered 1 to {count}.'
        )

    def labelled(self) -> list[str]:
        """Return the lines of the same network with a label for every vertex."""
        names = self.names()
        vertices = [f"{vertex} {shlex.quote(name)}" for vertex, name in enumerate(names, 1)]
        return [f"*Vertices {len(names)}", *vertices, "*Arcs", *self.arcs]

    def names(self) -> list[str]:
        """Return the vertices' names, all different."""
        numbers = range(1, (self.count or 0) + 1)
        names = [self.labels.get(vertex, str(vertex)) for vertex in numbers]
        seen: dict[str, int] = {}
        for vertex, name in enumerate(names, 1):
            if seen.setdefault(name, vertex) != vertex:
                self.line = self.lines.get(vertex) or self.lines[seen[name]]
                raise self.error(f'two vertices have the same label "{tidy(name)}"; rename one.')
        return names

    def error(self, message: str) -> GraphFormatError:
        """Make the error about the line that is looked at."""
        return self.source.error(message, self.line)
