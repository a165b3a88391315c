"""label_file(): the labels of a digraph in a file, by the engine that its size asks for."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grundy import display
from grundy.errors import GraphFormatError, LimitError, NamesFoundError
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.io.columns import label_batches
from grundy.large import output as outputs
from grundy.large.edge_file import VERTEX, Choice, EdgeFile, Folder, choose, look
from grundy.runtime import threads as cores
from grundy.runtime.files import byte_size, free_memory, is_part_of, whole_folder
from grundy.runtime.limits import Progress, report, reports
from grundy.values import Play

# The engines that label a file: in memory, with arcs on disk, on a cluster.

_DISK = 12  # bytes of disk an arc, while arcs are sorted


@dataclass(frozen=True, slots=True)
class Job:
    """What every engine needs to know."""

    file: EdgeFile
    play: Play
    output: str | None
    memory: int
    room: int | None
    threads: int
    scheduler: str | None
    workplace: Path
    folder: Folder | None
    save_every: float


Answer = tuple[int, outputs.Counts, dict[str, int]]
"""What every engine gives: how many arcs, how often each label, and what a cluster says besides."""


# ---- memory and disk ----------------------------------------------------------------------------


def _in_memory(job: Job) -> Answer:
    from grundy.graphs.formats import read_graph

    file = job.file
    if len(file.files) != 1:
        from grundy.large.arcs import graph_in_memory

        return _labelled(job, graph_in_memory(file))
    report("reading", 0, 0)
    header, columns = file.wanted_header, file.wanted_columns
    graph = read_graph(file.files[0], format=file.kind, header=header, columns=columns)
    return _labelled(job, graph)


def _on_disk(job: Job) -> Answer:
    from grundy.large.arcs import require_room_for

    free = shutil.disk_usage(job.workplace).free
    if _DISK * job.file.arcs > free:
        raise LimitError(
            f"Sorting {job.file.arcs:,} arcs takes {byte_size(_DISK * job.file.arcs)} of disk in "
            f"{job.workplace}, and {byte_size(free)} are free; name a larger place with --save."
        )
    if job.file.greatest is not None and job.file.greatest < MAX_VERTICES:
        require_room_for(job.file.name, job.file.greatest + 1, job.room)
    names = outputs.saved_names(job.workplace, job.folder)
    if names is None and job.file.numbered:
        with contextlib.suppress(NamesFoundError):  # a word, behind many numbers
            return _labelled(job, _sorted(job, job.file))
    names = names or _numbered(job, VERTEX)
    return _labelled(job, _sorted(job, names.arcs), names)


def _numbered(job: Job, bytes_each: int) -> outputs.NumberedNames:
    """Number the names of a file, each of which takes so much memory later."""
    return outputs.number_names(
        job.file, job.workplace, bytes_each=bytes_each, memory=job.memory // 2, room=job.room,
        threads=job.threads, folder=job.folder,
    )  # fmt: skip


def _sorted(job: Job, file: EdgeFile) -> GameGraph:
    from grundy.large.arcs import arcs_of, graph_on_disk

    return graph_on_disk(
        arcs_of(file), job.workplace, memory=job.memory // 2, room=job.room,
        folder=job.folder, name=job.file.name,
    )  # fmt: skip


def _labelled(job: Job, graph: GameGraph, names: outputs.NumberedNames | None = None) -> Answer:
    from grundy.graphs.labelling import label

    labelling = label(graph, play=job.play)
    rows = label_batches(
        graph, labelling.value_array, labelling.counter_array, occurring=job.file.text
    )
    counts = outputs.deliver(rows if names is None else names.put_into(rows), job.output, job.play)
    return graph.arc_count, counts, {}


# ---- shares -------------------------------------------------------------------------------------


def _on_cluster(job: Job) -> Answer:
    from grundy.large import cluster
    from grundy.large.cluster import Leader, label, owners_of

    assert job.scheduler is not None  # noqa: S101 - the choice asked for it
    with cluster.client_of(job.scheduler) as client:
        file, names = job.file, outputs.saved_names(job.workplace, job.folder)
        if file.text or not file.numbered:
            names = names or _numbered(job, 0)
            file = names.arcs
        owners = owners_of(file, len(cluster.workers_of(client)))
        _say_need(file, owners.shares, cluster.memory_limit(client))
        crew = cluster.CrewOnDask(client, owners)
        leader = Leader(crew)
        state = label(
            leader, file, misere=job.play == "misere", folder=job.folder, save_every=job.save_every
        )
        with outputs.labels_folder(job.output) as folder:
            counts = leader.write(folder, job.play, None if names is None else str(names.names))
        said = {"waves": state.turn, "workers": crew.owners.shares, "exchanged": crew.exchanged}
        return state.arcs, counts, said


# How much memory a worker needs, from sizes alone; it is said before the work begins.

# Bytes, measured: the interpreter with its libraries and the arcs on their way; then an arc, a
# vertex of one's own, and a copy of one of another share.
_ALWAYS = 450_000_000
_AN_ARC, _A_VERTEX, _A_COPY = 24, 60, 24


def _say_need(file: EdgeFile, shares: int, limit: int | None) -> None:
    """Describe what each worker needs."""
    vertices = file.arcs if file.greatest is None else file.greatest + 1
    own, mine = -(-vertices // shares), -(-file.arcs // shares)
    copies = min(vertices - own, mine)
    needed = _ALWAYS + _AN_ARC * mine + _A_VERTEX * own + _A_COPY * copies
    workers = f"{shares} worker{'s' * (shares != 1)}"
    if limit is not None and needed > limit:
        raise LimitError(
            f"Each of {workers} needs about {byte_size(needed)} of memory, and one may take "
            f"{byte_size(limit)}; use more workers, or larger ones."
        )
    if display.on_need is not None:
        display.on_need(f"{workers}, about {byte_size(needed)} of memory each")


RUNNERS: dict[str, Callable[[Job], Answer]] = {
    "memory": _in_memory,  # the whole graph
    "disk": _on_disk,  # vertices in memory, arcs in files
    "cluster": _on_cluster,  # shares of the vertices, on the workers of a Dask scheduler
}
"""What each engine does."""

# label_file(): the labels of a digraph in a file, by the engine that its size asks for.

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


@reports
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
            outputs.require_folder_of_labels(where)
        else:
            outputs.require_output(where)
        if any(is_part_of(part, where) for part in file.files):
            raise GraphFormatError("its arcs are read; name another output.", file=where)
    room = None if memory is None else max(memory, _LEAST_MEMORY)
    if memory is None:
        memory = (free_memory() or 4_000_000_000) // 2
    checkpoints = None if choice.engine == "memory" else save
    with (
        _workplace(file, choice, play, where, checkpoints, resume) as (workplace, folder),
        cores.limited(threads),
    ):
        job = Job(
            file, play, where, max(memory, _LEAST_MEMORY), room, cores.thread_count(), scheduler,
            workplace, folder, save_every,
        )  # fmt: skip
        arcs, counts, of_cluster = RUNNERS[choice.engine](job)
    values, outcomes = Counter[int](), dict.fromkeys("PND", 0)
    for (label, outcome), count in counts.items():
        values[label] += count
        outcomes[outcome] += count
    infinite = values.pop(-1, 0)
    return FileLabelling(
        file.name, play, choice.engine, choice.why, sum(outcomes.values()), arcs,
        dict(sorted(values.items())), infinite, outcomes, output=where, **of_cluster,
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
