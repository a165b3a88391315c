"""The bytes of a file, never more than fit, its format, and the names of vertices in it."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import zlib
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from grundy.errors import GraphFormatError, GrundyError, LimitError
from grundy.graphs.graph import GameGraph
from grundy.printable import joined
from grundy.runtime import files
from grundy.runtime.delivery import CUT_OFF, DAMAGED, is_bzip2, is_packed
from grundy.runtime.files import byte_size

if TYPE_CHECKING:
    from bz2 import BZ2File
    from gzip import GzipFile


UNDIRECTED = "this graph is undirected and so has no moves"
DIRECTED = "this graph is directed, and the game is played on an undirected one"

_NATURAL = re.compile(r"(?:0|[1-9][0-9]*)\Z")
_MOST_DIGITS = 4_300  # Python itself reads and writes no longer ones
INTEGER = re.compile(r"-?[0-9]+\Z")


def natural_if_all(names: Sequence[str]) -> list[Hashable]:
    """Turn names into integers when every one is a natural number in its usual writing."""
    if all(_NATURAL.match(name) and len(name) <= _MOST_DIGITS for name in names):
        return [int(name) for name in names]
    return list(names)


def negative_number(names: Sequence[Hashable]) -> str | None:
    """Return the first negative number where every name is an integer, or None."""
    negative = next((name for name in names if isinstance(name, str) and name[:1] == "-"), None)
    if negative is None or not all(INTEGER.match(str(name)) for name in names):
        return None
    return negative


def no_vertex_number(number: object) -> str:
    """Return the refusal of a negative number, which is no vertex."""
    return f"{number} is no vertex number; numbers count from 0."


def different_texts(names: Sequence[Hashable]) -> list[str]:
    """Write every name as text."""
    texts = [str(name) for name in names]
    require_different(texts)
    return texts


def require_different(texts: Sequence[str]) -> None:
    """Raise `GraphFormatError` when a text occurs twice or cannot be written as UTF-8."""
    if len(set(texts)) < len(texts):
        seen: set[str] = set()
        for text in texts:
            if text in seen:
                raise GraphFormatError(
                    f'Two vertices have the name "{text}" when written as text; rename one of them.'
                )
            seen.add(text)
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        raise GraphFormatError(
            "A vertex name holds half of a surrogate pair, which is no text; rename it."
        ) from None


def tidy(message: object, *, limit: int = 160) -> str:
    """Bring a library's message into one line of plain text, without its full stop."""
    words = "".join(c if c.isprintable() else " " for c in str(message)).split()
    text = " ".join(words).rstrip(" .:;")
    return text if len(text) <= limit else text[: limit - 1] + "…"


# Get the bytes of a file: from a path or standard input, unzipped, never more than fit.

_CHUNK = 1 << 20
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Source:
    """The contents of a file, and what to call it in an error."""

    name: str
    data: bytes

    def error(self, message: str, line: int | None = None) -> GraphFormatError:
        """Make the error that names this file."""
        return GraphFormatError(message, file=self.name, line=line)

    @contextlib.contextmanager
    def named(self) -> Iterator[None]:
        """Name this file in an error of what is read inside, where it names none."""
        try:
            yield
        except (GraphFormatError, LimitError) as error:
            if isinstance(error, GraphFormatError) and error.file is not None:
                raise
            raise self.error(str(error)) from None

    def require_direction(
        self, is_directed: bool, directed: bool, direct: str, undirect: str
    ) -> None:
        """Raise `GraphFormatError` where a graph is not directed as wanted; say what to write."""
        if is_directed != directed:
            advice = f"{UNDIRECTED}; {direct}." if directed else f"{DIRECTED}; {undirect}."
            raise self.error(advice)

    def text(self, declared: str | None = None) -> str:
        """Decode the contents."""
        encoding = declared or "UTF-8"
        if self.data[:2] in _UTF16:
            encoding = "UTF-16"
        elif encoding.upper() == "UTF-8":
            encoding = "UTF-8-sig"
        try:
            text = self.data.decode(encoding)
        except LookupError:
            raise self.error(f'the encoding "{encoding}" is not known; write UTF-8.', 1) from None
        except UnicodeError as error:
            line = self.data.count(b"\n", 0, getattr(error, "start", 0)) + 1
            name = encoding.removesuffix("-sig")
            raise self.error(
                f"this is no {name} text; save the file as UTF-8, or give its true format.", line
            ) from None
        place = text.find("\0")
        if place >= 0:
            raise self.error(
                "this is a binary file (it holds a NUL); give its true format.",
                text.count("\n", 0, place) + 1,
            )
        return text


@dataclass(frozen=True)
class NamedArcs:
    """The vertices of a graph by name, and its arcs or edges between their numbers."""

    names: list[str]
    arcs: list[tuple[int, int]]

    def graph(self) -> GameGraph:
        """Return the digraph."""
        ends = np.array(self.arcs, np.int32).reshape(-1, 2)
        names = natural_if_all(self.names)
        return GameGraph.from_arrays(ends[:, 0], ends[:, 1], vertex_count=len(names), names=names)


def display_name(path: str | os.PathLike[str]) -> str:
    """Return what an error calls the file."""
    return "standard input" if os.fspath(path) == "-" else os.fspath(path)


def load(path: str | os.PathLike[str], *, memory: float, zipped: bool = False) -> Source:
    """Read a whole file."""
    name = display_name(path)
    try:
        if os.fspath(path) == "-":
            if sys.stdin is None:
                raise GraphFormatError("it is closed; send a file to it, or name one.", file=name)
            data = _read_bounded(sys.stdin.buffer, name, memory)
        else:
            require_room(name, int(Path(path).stat().st_size * memory))
            with Path(path).open("rb") as stream:
                data = _read_bounded(stream, name, memory)
    except (OSError, ValueError) as error:
        if isinstance(error, GraphFormatError):
            raise
        raise GraphFormatError(_why(error), file=name) from None
    if zipped and is_packed(data):
        data = _unpacked(data, name, memory)
    return Source(name, data)


def require_room(name: str, needed: int) -> None:
    """Raise `GraphFormatError` when *needed* bytes are more than are free."""
    free = files.free_memory()
    if free is not None and needed > free:
        raise GraphFormatError(
            f"reading it needs about {byte_size(needed)} of memory and {byte_size(free)} are free; "
            "use a smaller graph or a larger machine.",
            file=name,
        )


def _read_bounded(stream: BinaryIO | BZ2File | GzipFile, name: str, memory: float) -> bytes:
    # A pipe or a device does not say its size beforehand.
    collected = io.BytesIO()
    while chunk := stream.read(_CHUNK):
        collected.write(chunk)
        if collected.tell() > 64 * _CHUNK:
            require_room(name, int(collected.tell() * memory))
    return collected.getvalue()


def _unpacked(data: bytes, name: str, memory: float) -> bytes:
    """Unpack gzip or bzip2: one packed member after another."""
    import bz2
    import gzip

    packed, bzip2 = io.BytesIO(data), is_bzip2(data)
    kind = "bzip2" if bzip2 else "gzip"
    try:
        with bz2.BZ2File(packed) if bzip2 else gzip.GzipFile(fileobj=packed) as stream:
            return _read_bounded(stream, name, memory)
    except EOFError:
        raise GraphFormatError(CUT_OFF.replace("gzip", kind), file=name) from None
    except (OSError, zlib.error):
        raise GraphFormatError(DAMAGED.replace("gzip", kind), file=name) from None


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file."
    if isinstance(error, IsADirectoryError):
        return "this is a directory; name a file in it."
    reason = getattr(error, "strerror", None) or str(error)
    return f"cannot be read: {reason.lower()}."


@dataclass(frozen=True)
class Format:
    """A file format."""

    name: str
    endings: tuple[str, ...]
    reader: str
    memory: float
    text: bool = True
    options: tuple[tuple[str, Any], ...] = ()

    def load(self) -> Callable[..., Any]:
        """Return the reader, whose libraries are loaded now."""
        module, _, function = self.reader.partition(":")
        reader: Callable[..., Any] = getattr(import_module(f"grundy.graphs.io.{module}"), function)
        return reader


FORMATS = {
    entry.name: entry
    for entry in (
        Format("dot", (".dot", ".gv"), "dot:parse_dot", 45),
        Format("graphml", (".graphml",), "dot:parse_graphml", 32),
        Format("gml", (".gml",), "dot:parse_gml", 25),
        Format("pajek", (".net", ".paj"), "lists:parse_pajek", 45),
        Format("edgelist", (".edges", ".edgelist", ".el", ".txt"), "lists:read_edge_list", 20),
        Format("csv", (".csv",), "lists:read_edge_list", 20, options=(("kind", "csv"),)),
        Format("tsv", (".tsv",), "lists:read_edge_list", 20, options=(("kind", "tsv"),)),
        Format("adjlist", (".adj", ".adjlist"), "lists:read_adjacency_list", 20),
        Format("judge", (), "lists:read_judge", 20),
        Format("mtx", (".mtx",), "arrays:read_matrix_market", 8),
        Format("npz", (".npz",), "arrays:read_npz", 2, text=False),
        Format("npy", (".npy",), "arrays:read_npy", 6, text=False),
        Format("parquet", (".parquet", ".pq"), "arrays:read_parquet", 2, text=False),
        Format("graph6", (".g6", ".s6", ".d6"), "arrays:read_graph6", 20),
        Format("json", (".json",), "label_readers:read_json_graph", 10),
    )
}
"""What `read_graph` reads."""


def read_source(source: Source, entry: Format, **options: Any) -> GameGraph:
    """Read a graph from what was loaded, by options of its reader; every error names the file."""
    try:
        with source.named():
            result: GameGraph | NamedArcs = entry.load()(source, **dict(entry.options), **options)
            return result.graph() if isinstance(result, NamedArcs) else result
    except GrundyError:
        raise
    except (MemoryError, RecursionError, ValueError, OverflowError) as error:
        raise source.error(
            f"cannot be read as {entry.name}: {tidy(error) or type(error).__name__}."
        ) from None


def find_format(
    path: str | os.PathLike[str],
    stated: str | None,
    allowed: tuple[str, ...],
    *,
    reading: bool = False,
) -> Format:
    """Find the format that is stated, or else that the ending of the path means."""
    name = display_name(path)
    if stated is not None:
        # An ending is a good name of its format too: --input-format edges, or .gv
        ending = f".{stated.lower().removeprefix('.')}"
        for key in allowed:
            if stated.lower() == key or ending in FORMATS[key].endings:
                return FORMATS[key]
        raise GraphFormatError(f'"{stated}" is no format; write {joined(allowed, "or")}.')
    if os.fspath(path) == "-":
        raise GraphFormatError(f"write the format: {joined(allowed, 'or')}.", file=name)
    lowered = name.lower()
    bare = lowered.removesuffix(".gz")
    if reading:
        bare = bare.removesuffix(".bz2")
    for key in allowed:
        if bare.endswith(FORMATS[key].endings) and (bare == lowered or FORMATS[key].text):
            return FORMATS[key]
    if reading and not os.path.exists(path):
        raise GraphFormatError("there is no such file.", file=name)
    endings = [ending for key in allowed for ending in FORMATS[key].endings]
    raise GraphFormatError(
        f"the ending says no format; known are {', '.join(endings)}, or state the format.",
        file=name,
    )


_BARE = ("csv", "tsv", "edgelist", "adjlist")  # files of edges, which say nothing of direction
_STATED = ("dot", "graphml", "gml", "graph6")
_NUMBERED = re.compile(r"(.+):([1-9][0-9]{0,9})")

Undirected = tuple[list[str], list[tuple[str, str]]]


def read_undirected(path: str | os.PathLike[str]) -> Undirected:
    r"""Read an undirected graph from a file."""
    path, number = _numbered(path)
    entry = find_format(path, None, (*_BARE, *_STATED), reading=True)
    source = load(path, memory=entry.memory, zipped=entry.text)
    with source.named():
        if number is not None and entry.name != "graph6":
            raise source.error(f"a number, :{number}, is for files in graph6 or sparse6.")
        if entry.name in _STATED:
            which = {} if number is None else {"number": number}
            found = entry.load()(source, directed=False, **which)
        else:
            graph = read_source(source, entry)
            arcs = list(zip(*graph.arcs(), strict=True))
            found = NamedArcs(list(map(str, graph.names)), arcs)
    return found.names, [(found.names[u], found.names[v]) for u, v in found.arcs]


def is_graph_file(path: str) -> bool:
    """Return whether the ending of a path is that of a file of graphs."""
    bare = os.fspath(_numbered(path)[0]).lower().removesuffix(".gz")
    return bare.endswith(tuple(ending for entry in FORMATS.values() for ending in entry.endings))


def _numbered(path: str | os.PathLike[str]) -> tuple[str | os.PathLike[str], int | None]:
    """Split ``graphs.g6:2``; a file that is called so is itself."""
    match = _NUMBERED.fullmatch(os.fspath(path))
    if match is None or Path(path).is_file():
        return path, None
    return match[1], int(match[2])
