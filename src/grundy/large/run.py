"""label_file(): the labels of a digraph in a file, by the engine that its size asks for."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grundy.errors import GraphFormatError
from grundy.files.whole import free_memory, is_part_of, whole_folder
from grundy.large import text_rows
from grundy.large.edge_file import Choice, EdgeFile, Folder, choose, look
from grundy.large.engines import RUNNERS, Job
from grundy.large.shares.member import require_folder_of_labels
from grundy.running import threads as cores
from grundy.running.limits import Progress
from grundy.values import Play

_LEAST_MEMORY = 16_000_000


@dataclass(frozen=True, slots=True)
class FileLabelling:
    """What `label_file` found, without the labels themselves; those are in the output."""

    file: str
    play: Play
    engine: str
    why: str
    vertices: int
    arcs: int
    values: dict[int, int]
    infinite: int
    outcomes: dict[str, int]
    waves: int | None = None
    output: str | None = None
    workers: int | None = None
    exchanged: int | None = None


def label_file(
    path: str | os.PathLike[str],
    *,
    engine: str = "auto",
    play: Play = "normal",
    output: str | os.PathLike[str] | None = None,
    save: str | os.PathLike[str] | None = None,
    resume: bool = False,
    scheduler: str | None = None,
    memory: int | None = None,
    threads: int | None = None,
    format: str | None = None,
    header: bool | None = None,
    columns: tuple[str, str] | None = None,
    save_every: float = 60.0,
    progress: Progress | None = None,
) -> FileLabelling:
    r"""Label a digraph in a file that may be larger than memory.

    Args:
        path: Parquet, CSV or TSV; a folder of Parquet files. The columns are found as by
            `read_graph`.
        engine: "auto" goes by sizes; or "memory", "disk" (vertices in memory, arcs in files)
            or "cluster" (the memory of the workers of a Dask scheduler).
        play: "normal" or "misere".
        output: A Parquet or CSV file for vertex, value, K, outcome and counter, sorted by
            vertex: numbers by size, names of text by their bytes. A cluster writes a folder.
            ``grundy verify`` reads it.
        save: A folder for checkpoints; the disk engine keeps its names and sorted arcs there. Where
            "auto" chooses memory, nothing is kept.
        resume: Whether a run that is kept in *save* may be gone on from.
        scheduler: A Dask scheduler's address, such as ``tcp://host:8786``; its workers have
            this package, and see *path*, *output* and *save* under the same names.
        memory: The bytes that arrays may take; half of what is free by default.
        threads: How many cores may be used; all by default, and never more than there are.
        format: "parquet", "csv" or "tsv", where the ending does not say it.
        header: Whether the first row of a text names its columns; see `read_graph`.
        columns: The columns of tail and head; see `read_graph`.
        save_every: Seconds between checkpoints, at least; they take a tenth of the time at most.
            With 0 there is one after each wave.
        progress: Called now and then as ``progress(stage, done, total)``.

    Returns:
        What was found, counted.

    Raises:
        GraphFormatError: If the file holds no digraph, or none for this engine, or its greatest
            number asks for more vertices than the memory holds.
        LimitError: If disk or memory would not do.
        FolderError: If *save* belongs to another task or another run.
        MissingExtraError: If pyarrow, DuckDB or distributed is missing.
        ClusterError: If no scheduler answers, or its workers are lost again and again.
        ValueError: If there is no such engine, or options do not go together.

    Cost: memory and disk O(n + m), with cycles O(levels * m); the disk engine reads the arcs
    twice and keeps 60 bytes a vertex in memory. Names of text are numbered first; see
    docs/large.md.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "game.csv").write_text("source,target\n0,1\n1,0\n1,2\n")
    >>> found = label_file(folder / "game.csv", engine="disk", output=folder / "labels.csv")
    >>> found.values, found.outcomes
    ({0: 2, 1: 1}, {'P': 2, 'N': 1, 'D': 0})

    Source: docs/theory.md 2.5 and 6.
    """
    if play not in ("normal", "misere"):
        raise ValueError(f'play is "normal" or "misere", not {play!r}.')
    if resume and save is None:
        raise ValueError("There is no folder to resume from; name it with save.")
    if engine == "memory" and save is not None:
        raise ValueError("The memory engine keeps nothing; leave save out, or choose another one.")
    file = look(path, format, header=header, columns=columns)
    choice = choose(file, engine, memory=memory, scheduler=scheduler)
    where = None if output is None else os.fspath(output)
    if where is not None:
        if choice.engine == "cluster":
            require_folder_of_labels(where)
        else:
            text_rows.require_output(where)
        if any(is_part_of(part, where) for part in file.files):
            raise GraphFormatError("its arcs are read; name another output.", file=where)
    room = None if memory is None else max(memory, _LEAST_MEMORY)
    if memory is None:
        memory = (free_memory() or 4_000_000_000) // 2
    kept = None if choice.engine == "memory" else save
    with (
        _workplace(file, choice, play, where, kept, resume) as (workplace, folder),
        cores.limited(threads),
    ):
        job = Job(
            file, play, where, max(memory, _LEAST_MEMORY), room, cores.thread_count(), scheduler,
            workplace, folder, save_every, progress,
        )  # fmt: skip
        found = RUNNERS[choice.engine](job)
    outcomes = {letter: found.counts.outcomes[letter] for letter in "PND"}
    return FileLabelling(
        file.name, play, choice.engine, choice.why, sum(outcomes.values()), found.arcs,
        dict(sorted(found.counts.values.items())), found.counts.infinite, outcomes,
        found.waves, where, found.workers, found.exchanged,
    )  # fmt: skip


@contextlib.contextmanager
def _workplace(
    file: EdgeFile,
    choice: Choice,
    play: Play,
    output: str | None,
    save: str | os.PathLike[str] | None,
    resume: bool,
) -> Iterator[tuple[Path, Folder | None]]:
    """Yield a folder for what passes memory: the one that is kept, or one beside the output."""
    if save is not None:
        task = {"file": file.fingerprint(), "play": play, "engine": choice.engine}
        with Folder(save, task, resume=resume) as folder:
            yield folder.folder, folder
        return
    beside = None if output is None else Path(output).resolve().parent
    with whole_folder(beside or tempfile.gettempdir()) as temporary:
        yield temporary, None
