"""label_file(): the labels of a digraph in a file, by the engine that its size asks for."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from grundy.errors import GraphFormatError, GrundyError, LimitError
from grundy.files.whole import byte_size, free_memory, is_part_of, whole_folder
from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import Play
from grundy.graphs.reading.names import tidy
from grundy.graphs.saved.batches import Batch, label_batches
from grundy.large import batches, tables
from grundy.large.batches import Counts
from grundy.large.choice import Choice, choose
from grundy.large.edge_file import EdgeFile, look
from grundy.large.folder import Folder
from grundy.running import threads as cores
from grundy.running.progress import Progress

_DISK = 12  # bytes of disk an arc, while arcs are sorted
_LEAST_MEMORY = 16_000_000


@dataclass(frozen=True, slots=True)
class FileLabelling:
    """What `label_file` found, without the labels themselves; those are in the output.

    Attributes:
        file: The file of the arcs.
        play: "normal" or "misere".
        engine: The engine that answered: memory, disk, tables or spark.
        why: Why it was chosen, in half a sentence.
        vertices: How many vertices.
        arcs: How many arcs, parallel ones each.
        values: How many vertices have each finite value.
        infinite: How many have the value ∞.
        outcomes: How many are P, N and D.
        waves: The waves of the tables' dataflow; None of the other engines.
        output: Where the labels are, or None.
    """

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


@dataclass(frozen=True, slots=True)
class _Job:
    """What every engine is told."""

    file: EdgeFile
    play: Play
    output: str | None
    memory: int
    threads: int
    master: str | None
    workplace: Path
    folder: Folder | None
    save_every: float
    progress: Progress | None

    @property
    def misere(self) -> bool:
        return self.play == "misere"


@dataclass(frozen=True, slots=True)
class _Found:
    """What every engine gives."""

    arcs: int
    counts: Counts = field(default_factory=Counts)
    waves: int | None = None


def label_file(
    path: str | os.PathLike[str],
    *,
    engine: str = "auto",
    play: Play = "normal",
    output: str | os.PathLike[str] | None = None,
    save: str | os.PathLike[str] | None = None,
    resume: bool = False,
    master: str | None = None,
    memory: int | None = None,
    threads: int | None = None,
    format: str | None = None,
    save_every: float = 60.0,
    progress: Progress | None = None,
) -> FileLabelling:
    r"""Label a digraph in a file that may be larger than memory.

    Args:
        path: Parquet, CSV or TSV; a folder of Parquet files; for Spark also an address such
            as ``hdfs://…``. The columns are found as by `read_graph`.
        engine: "auto" goes by sizes; or "memory", "disk" (vertices in memory, arcs in files;
            vertices are numbers), "tables" (DuckDB) or "spark".
        play: "normal" or "misere".
        output: A Parquet or CSV file for vertex, value, K, outcome and counter, sorted by
            vertex: numbers by size, names of text by their bytes. Spark writes a folder.
            `grundy verify` reads it.
        save: A folder for checkpoints; the disk engine keeps its sorted arcs there. Where
            "auto" chooses memory, nothing is kept.
        resume: Whether a run that is kept in *save* may be gone on from.
        master: Spark's master, such as ``local[2]`` or ``spark://host:7077``.
        memory: The bytes that arrays and tables may take; half of what is free by default.
        threads: How many cores may be used; all by default, and never more than there are.
        format: "parquet", "csv" or "tsv", where the ending does not say it.
        save_every: Seconds between checkpoints, at least; they take a tenth of the time at most.
            With 0 there is one after each wave.
        progress: Called now and then as ``progress(stage, done, total)``.

    Returns:
        What was found, counted.

    Raises:
        GraphFormatError: If the file holds no digraph, or none for this engine.
        LimitError: If a value passes 61 in the tables, or disk or memory would not do.
        FolderError: If *save* belongs to another task or another run.
        MissingExtraError: If pyarrow, DuckDB or Spark is missing.
        ValueError: If there is no such engine, or options do not go together.

    Cost: memory and disk O(n + m), with cycles O(levels * m); the disk engine reads the arcs
    twice and keeps 60 bytes a vertex in memory. The tables take as many waves as the longest
    play has moves, or, with cycles, some for each level, and read the arcs once a wave; see
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
    file = look(path, format)
    choice = choose(file, engine, memory=memory, master=master)
    where = None if output is None else os.fspath(output)
    if where is not None and "://" not in where:
        batches.require_output(where)
        if any(is_part_of(part, where) for part in file.files):
            raise GraphFormatError("its arcs are read; name another output.", file=where)
    if memory is None:
        memory = (free_memory() or 4_000_000_000) // 2
    kept = None if choice.engine == "memory" else save
    with (
        _workplace(file, choice, play, where, kept, resume) as (workplace, folder),
        cores.limited(threads),
    ):
        job = _Job(
            file, play, where, max(memory, _LEAST_MEMORY), cores.thread_count(), master,
            workplace, folder, save_every, progress,
        )  # fmt: skip
        found = _RUNS[choice.engine](job)
    outcomes = {letter: found.counts.outcomes[letter] for letter in "PND"}
    return FileLabelling(
        file.name, play, choice.engine, choice.why, sum(outcomes.values()), found.arcs,
        dict(sorted(found.counts.values.items())), found.counts.infinite, outcomes,
        found.waves, where,
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
    """Give a folder for what passes memory: the one that is kept, or one beside the output."""
    if save is not None:
        task = {"file": file.fingerprint(), "play": play, "engine": choice.engine}
        with Folder(save, task, resume=resume) as folder:
            yield folder.folder, folder
        return
    beside = None if output is None or "://" in output else Path(output).resolve().parent
    with whole_folder(beside or tempfile.gettempdir()) as temporary:
        yield temporary, None


# ---- memory and disk ----------------------------------------------------------------------------


def _in_memory(job: _Job) -> _Found:
    from grundy.graphs.formats import read_graph

    if len(job.file.files) != 1:
        graph = _in_rows(job)
    else:
        if job.progress is not None:
            job.progress("reading", 0, 0)
        graph = read_graph(job.file.files[0], format=job.file.kind)
    return _labelled(job, graph)


def _in_rows(job: _Job) -> GameGraph:
    """Read a folder of files: vertex numbers straight into rows, or names of text."""
    from grundy.large.on_disk.arcs import arcs_of, names_of

    if not job.file.numbered:
        from grundy.graphs.reading.fast_lists import graph_of_words

        return graph_of_words(names_of(job.file))
    parts = list(arcs_of(job.file)())
    tails = np.concatenate([part[0] for part in parts] or [np.zeros(0, np.int64)])
    heads = np.concatenate([part[1] for part in parts] or [np.zeros(0, np.int64)])
    return GameGraph.from_arrays(tails, heads)


def _on_disk(job: _Job) -> _Found:
    from grundy.large.on_disk.arcs import arcs_of, graph_on_disk

    free = shutil.disk_usage(job.workplace).free
    if _DISK * job.file.arcs > free:
        raise LimitError(
            f"Sorting {job.file.arcs:,} arcs takes {byte_size(_DISK * job.file.arcs)} of disk in "
            f"{job.workplace}, and {byte_size(free)} are free; name a larger place with --save."
        )
    graph = graph_on_disk(
        arcs_of(job.file), job.workplace, memory=job.memory // 2, progress=job.progress,
        folder=job.folder,
    )  # fmt: skip
    return _labelled(job, graph)


def _labelled(job: _Job, graph: GameGraph) -> _Found:
    from grundy.graphs.labelling import label

    labelling = label(graph, play=job.play, progress=job.progress)
    counts = Counts()
    rows = label_batches(
        graph, labelling.value_array, labelling.counter_array, occurring=job.file.text
    )
    _deliver(job, rows, counts)
    return _Found(graph.arc_count, counts)


def _deliver(job: _Job, rows: Iterator[Batch], counts: Counts | None) -> None:
    """Count the labels and write them, if an output is asked for."""

    def counted() -> Iterator[Batch]:
        for batch in rows:
            if counts is not None:
                counts.add_batch(batch)
            yield batch

    if job.output is not None:
        batches.write_batches(counted(), job.output, job.play)
    else:
        for _ in counted():
            pass


# ---- tables -------------------------------------------------------------------------------------


def _in_duckdb(job: _Job) -> _Found:
    from grundy.large.duckdb_tables import DuckTables

    with (
        _errors_of_tables("DuckDB", job),
        contextlib.closing(
            DuckTables(job.workplace, memory=job.memory, threads=job.threads)
        ) as database,
    ):
        found = _in_tables(job, database)
        if job.output is not None:
            _deliver(job, map(_batch, database.labels()), None)
        return found


def _in_spark(job: _Job) -> _Found:
    from grundy.large.master import require_answer
    from grundy.large.spark_tables import SparkTables

    master = job.master or f"local[{job.threads}]"
    require_answer(master)
    with (
        _errors_of_tables("Spark", job),
        contextlib.closing(SparkTables(master, memory=job.memory)) as database,
    ):
        found = _in_tables(job, database)
        if job.output is not None:
            database.write_labels(job.output, job.play)
        return found


def _in_tables(job: _Job, database: tables.Tables) -> _Found:
    state, arcs = tables.run(
        database, job.file, misere=job.misere, folder=job.folder, save_every=job.save_every,
        progress=job.progress,
    )  # fmt: skip
    return _Found(arcs, tables.count_labels(database), state.wave)


def _batch(rows: Any) -> Batch:
    """Make a batch of arrow columns id, label, mask, wave."""
    labels, masks, waves = (rows.column(place) for place in (1, 2, 3))
    return Batch(
        rows.column(0),
        labels.to_numpy(zero_copy_only=False),
        masks.to_numpy(zero_copy_only=False).view(np.uint64)[:, None],
        waves.fill_null(0).to_numpy(zero_copy_only=False),
    )


@contextlib.contextmanager
def _errors_of_tables(library: str, job: _Job) -> Iterator[None]:
    """Turn a database's own errors, which are of any kind, into a sentence."""
    try:
        yield
    except (GrundyError, OSError):
        raise
    except Exception as error:
        kind = type(error).__name__
        if kind == "OutOfMemoryException":
            raise LimitError(
                f"The tables need more than {byte_size(job.memory)} of memory, or more disk in "
                f"{job.workplace}; give more with --memory, or a larger place with --save."
            ) from None
        if kind in ("InterruptException", "Py4JNetworkError"):
            raise KeyboardInterrupt from None
        # The rest is the library's advice about its own settings, or a stack.
        reason = tidy(str(error).partition("\n")[0]) or kind
        raise GraphFormatError(f"{library} cannot go on: {reason}.", file=job.file.name) from None


_RUNS = {"memory": _in_memory, "disk": _on_disk, "tables": _in_duckdb, "spark": _in_spark}
