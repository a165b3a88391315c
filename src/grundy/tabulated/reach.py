"""The digraph of all states that a position reaches, written to a folder: larger than memory.

The states are dealt out by a hash of their words, so that each has one part that knows it. A part
takes what was found to lead to it, sees which of it is new, and asks the rules for the options of
that, which go to the files of their parts. The part with most to do comes next, until none has.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import FolderError, MissingExtraError, RulesetError
from grundy.files.whole import byte_size, free_memory, whole_folder
from grundy.games.state_text import shown
from grundy.games.states import named_graph
from grundy.games.valuers.packed import kernel
from grundy.printable import counted
from grundy.running.threads import in_parallel
from grundy.tabulated.kernels import reach as kernels
from grundy.tabulated.state_parts import LEAST, PARTS, Part, Rows

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.games.valuers.packed import Packed
    from grundy.running.progress import Progress

_SHIFT = 58  # 64 less the bits of a part
_AT_ONCE = 1 << 21  # pairs or options in memory at a time
_PLACE = 1 << 40  # a code is part * 2^40 + place
_ROW_BYTES = 80  # a word, a pair that waits, an arc; twice, while some are put together


@dataclass(frozen=True, slots=True)
class Reached:
    """What was written."""

    folder: str
    states: int
    arcs: int
    seconds: float


def compiled_rules(position: Position) -> Packed | None:
    """Return the compiled rules of a position of one part, on one word; None without them."""
    if position.part_count != 1:
        return None
    (part,) = position.parts
    packed = part.ruleset.packed(part.state)
    if packed is None or packed.words > 1:
        indexed = part.ruleset.indexed(part.state)
        return None if indexed is None else indexed.packed
    return packed


def write_state_graph(
    position: Position,
    path: str | os.PathLike[str],
    *,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Reached:
    """Write the digraph of all states that a position reaches, by compiled rules."""
    rules = compiled_rules(position)
    if rules is None:
        raise RulesetError(
            f"{shown(position)} has no compiled rules: the hook `packed` or `indexed` gives them."
        )
    if memory is None:
        memory = (free_memory() or 4_000_000_000) // 2
    with _new_folder(path) as made:
        spill = made.parent / "spill"
        spill.mkdir()
        found = _Reach(rules, spill, memory)
        began = time.perf_counter()
        found.run(progress)
        seconds = time.perf_counter() - began
        arcs = found.write(made, progress)
    return Reached(os.fspath(path), found.states, arcs, seconds)


def write_plain_graph(
    position: Position,
    path: str | os.PathLike[str],
    *,
    limit: int = 1_000_000,
    progress: Progress | None = None,
) -> Reached:
    """Write the digraph of a position by its rules in Python, computed in memory."""
    with _new_folder(path) as made:
        began = time.perf_counter()
        graph = named_graph(position, limit, progress=progress)
        seconds = time.perf_counter() - began
        write_parquet(
            made / "arcs" / "arcs-000.parquet", {"source": "int64", "target": "int64"},
            [graph.arcs()],
        )  # fmt: skip
        write_parquet(
            made / "states" / "states-000.parquet", {"vertex": "int64", "state": "string"},
            [(range(graph.vertex_count), list(map(str, graph.names)))],
        )  # fmt: skip
    return Reached(os.fspath(path), graph.vertex_count, graph.arc_count, seconds)


@contextlib.contextmanager
def _new_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a folder with arcs/ and states/ that stands at *path* when the block ends well."""
    target = Path(path)
    if target.exists():
        raise FolderError(f"{target}: this is there already; name a new folder.")
    target.parent.mkdir(parents=True, exist_ok=True)
    with whole_folder(target.parent) as work:
        made = work / "made"
        for name in ("arcs", "states"):
            (made / name).mkdir(parents=True)
        yield made
        made.replace(target)


class _Reach:
    """The search: which part is next, and what its new words lead to."""

    def __init__(self, rules: Packed, folder: Path, memory: int) -> None:
        self._followers, self._data = kernel(rules.followers), rules.data
        self._memory = memory // 2  # of the tables; the other half is for rows
        most_kept = max(memory // 2 // (PARTS * _ROW_BYTES), LEAST)
        self._buffer = np.zeros(rules.most, np.int64)
        room = max(_AT_ONCE, 2 * rules.most)
        self._heads, self._tails = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self._owners = np.zeros(room, np.uint8)
        self._parts = [Part(folder, number, most_kept) for number in range(PARTS)]
        start = np.array([[-1, rules.signed]], np.int64)
        self._first = int(kernels.owner(rules.signed, _SHIFT))
        self._parts[self._first].waiting.add(start)

    @property
    def states(self) -> int:
        """How many states have been met."""
        return sum(part.count for part in self._parts)

    def run(self, progress: Progress | None) -> None:
        """Go on until nothing waits."""
        while True:
            number = max(range(PARTS), key=lambda n: len(self._parts[n].waiting))
            part = self._parts[number]
            pairs = part.waiting.take(_AT_ONCE)
            if not len(pairs):
                return
            before = part.count
            fresh = part.insert(pairs, number * _PLACE)
            # the position itself came from nowhere, and is the first pair of all
            part.arcs.add(pairs[1:] if pairs[0, 0] < 0 else pairs)
            self._expand(fresh, number * _PLACE + before)
            self._keep_memory(part)
            if progress is not None:
                progress("states", self.states, 0)

    def _expand(self, words: np.ndarray, tail: int) -> None:
        first = 0
        while first < len(words):
            counts = np.zeros(PARTS, np.int64)
            count, after = kernels.expand(
                self._followers, self._data, words, first, tail, _SHIFT, self._buffer,
                self._heads, self._tails, self._owners, counts,
            )  # fmt: skip
            if count < 0:
                raise RulesetError(f"The compiled rules lead to {words[after]:#x}, no state.")
            first = after
            ends = np.cumsum(counts)
            pairs = np.empty((count, 2), np.int64)
            kernels.deal(self._heads, self._tails, self._owners, count, ends - counts, pairs)
            for number, (end, size) in enumerate(zip(ends, counts, strict=True)):
                if size:
                    self._parts[number].waiting.add(pairs[end - size : end])

    def _keep_memory(self, last: Part) -> None:
        for part in self._parts:
            if sum(each.bytes for each in self._parts) <= self._memory:
                return
            if part is not last:
                part.forget()

    def write(self, folder: Path, progress: Progress | None) -> int:
        """Write the arcs and the words as Parquet; return how many arcs there are."""
        offsets = np.zeros(PARTS, np.int64)
        total = 0
        for number in self._order:
            offsets[number] = total
            total += self._parts[number].count
        if progress is not None:
            progress("writing arcs", 0, 0)
        in_parallel(
            [
                partial(self._write_part, folder, place, number, offsets)
                for place, number in enumerate(self._order)
            ]
        )
        return sum(len(part.arcs) for part in self._parts)

    def _write_part(self, folder: Path, place: int, number: int, offsets: np.ndarray) -> None:
        part = self._parts[number]
        part.forget()
        write_parquet(
            folder / "arcs" / f"arcs-{place:03d}.parquet",
            {"source": "int64", "target": "int64"},
            (tuple(offsets[codes // _PLACE] + codes % _PLACE for codes in piece.T)
             for piece in part.arcs.pieces()),
        )  # fmt: skip
        write_parquet(
            folder / "states" / f"states-{place:03d}.parquet",
            {"vertex": "int64", "word": "int64"},
            _numbered(part.words, int(offsets[number])),
        )

    @property
    def _order(self) -> list[int]:
        """The parts, that of the position itself first: it is vertex 0."""
        return [(self._first + number) % PARTS for number in range(PARTS)]


def _numbered(rows: Rows, offset: int) -> Iterator[tuple[np.ndarray, ...]]:
    for piece in rows.pieces():
        words = piece[:, 0]
        yield np.arange(offset, offset + len(words), dtype=np.int64), words
        offset += len(words)


def write_parquet(path: Path, columns: dict[str, str], batches: Iterable[tuple[Any, ...]]) -> None:
    """Write batches of columns, which have these names and types of arrow."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "large", "Parquet") from None
    schema = pyarrow.schema(
        [(name, pyarrow.type_for_alias(kind)) for name, kind in columns.items()]
    )
    with parquet.ParquetWriter(path, schema, use_dictionary=False, compression="lz4") as writer:
        for batch in batches:
            arrays = [
                pyarrow.array(column, field.type)
                for column, field in zip(batch, schema, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


def said(reached: Reached) -> str:
    """Say what was written, in a sentence."""
    size = sum(file.stat().st_size for file in Path(reached.folder).rglob("*.parquet"))
    return (
        f"{counted(reached.states, 'state')} and {counted(reached.arcs, 'arc')} "
        f"in {reached.folder}, "
        f"{byte_size(size)}; grundy label {reached.folder}/arcs labels them"
    )
