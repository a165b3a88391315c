"""The engines that label a file: which one it needs, and in memory, on disk or on a cluster."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from grundy.errors import GraphFormatError, LimitError, NamesFoundError
from grundy.files.whole import byte_size
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.io.batches import Batch, label_batches
from grundy.large import text_rows
from grundy.large.edge_file import VERTEX, EdgeFile, Folder
from grundy.large.text_rows import Counts
from grundy.running.limits import Progress
from grundy.values import Play

if TYPE_CHECKING:
    from grundy.large.on_disk.names import NumberedNames


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
    progress: Progress | None

    @property
    def misere(self) -> bool:
        """Whether who cannot move wins."""
        return self.play == "misere"


@dataclass(frozen=True, slots=True)
class Answer:
    """What every engine gives."""

    arcs: int
    counts: Counts = field(default_factory=Counts)
    waves: int | None = None
    workers: int | None = None
    exchanged: int | None = None


# ---- memory and disk ----------------------------------------------------------------------------


def _in_memory(job: Job) -> Answer:
    from grundy.graphs.formats import read_graph

    if len(job.file.files) != 1:
        graph = _in_rows(job)
    else:
        if job.progress is not None:
            job.progress("reading", 0, 0)
        graph = read_graph(
            job.file.files[0], format=job.file.kind,
            header=job.file.wanted_header, columns=job.file.wanted_columns,
        )  # fmt: skip
    return _labelled(job, graph)


def _in_rows(job: Job) -> GameGraph:
    """Read a folder of files: vertex numbers straight into rows, or names of text."""
    from grundy.large.on_disk.arcs import arcs_of, names_of

    if not job.file.numbered:
        from grundy.graphs.io.lists import graph_of_words

        return graph_of_words(names_of(job.file))
    parts = list(arcs_of(job.file)())
    tails = np.concatenate([part[0] for part in parts] or [np.zeros(0, np.int64)])
    heads = np.concatenate([part[1] for part in parts] or [np.zeros(0, np.int64)])
    try:
        return GameGraph.from_arrays(tails, heads)
    except LimitError as error:  # as `read_graph` says it of one file
        raise GraphFormatError(str(error), file=job.file.name) from None


def _on_disk(job: Job) -> Answer:
    from grundy.large.on_disk.arcs import require_room_for
    from grundy.large.on_disk.names import kept_names

    free = shutil.disk_usage(job.workplace).free
    if _DISK * job.file.arcs > free:
        raise LimitError(
            f"Sorting {job.file.arcs:,} arcs takes {byte_size(_DISK * job.file.arcs)} of disk in "
            f"{job.workplace}, and {byte_size(free)} are free; name a larger place with --save."
        )
    if job.file.greatest is not None and job.file.greatest < MAX_VERTICES:
        require_room_for(job.file.name, job.file.greatest + 1, job.room)
    names = kept_names(job.workplace, job.folder)
    if names is None and job.file.numbered:
        with contextlib.suppress(NamesFoundError):  # a word, behind many numbers
            return _labelled(job, _sorted(job, job.file))
    names = names or _numbered(job, VERTEX)
    return _labelled(job, _sorted(job, names.arcs), names)


def _numbered(job: Job, bytes_each: int) -> NumberedNames:
    """Number the names of a file, each of which takes so much memory later."""
    from grundy.large.on_disk.names import number_names

    return number_names(
        job.file, job.workplace, bytes_each=bytes_each, memory=job.memory // 2, room=job.room,
        threads=job.threads, folder=job.folder, progress=job.progress,
    )  # fmt: skip


def _sorted(job: Job, file: EdgeFile) -> GameGraph:
    from grundy.large.on_disk.arcs import arcs_of, graph_on_disk

    return graph_on_disk(
        arcs_of(file), job.workplace, memory=job.memory // 2, room=job.room,
        progress=job.progress, folder=job.folder, name=job.file.name,
    )  # fmt: skip


def _labelled(job: Job, graph: GameGraph, names: NumberedNames | None = None) -> Answer:
    from grundy.graphs.labelling import label

    labelling = label(graph, play=job.play, progress=job.progress)
    counts = Counts()
    rows = label_batches(
        graph, labelling.value_array, labelling.counter_array, occurring=job.file.text
    )
    _deliver(job, rows if names is None else names.put_into(rows), counts)
    return Answer(graph.arc_count, counts)


def _deliver(job: Job, rows: Iterator[Batch], counts: Counts) -> None:
    """Count the labels and write them, if an output is asked for."""

    def counted() -> Iterator[Batch]:
        for batch in rows:
            counts.add_batch(batch)
            yield batch

    if job.output is not None:
        text_rows.write_batches(counted(), job.output, job.play)
    else:
        for _ in counted():
            pass


# ---- shares -------------------------------------------------------------------------------------


def _on_cluster(job: Job) -> Answer:
    from grundy.large.on_disk.names import kept_names
    from grundy.large.shares import on_dask, run
    from grundy.large.shares.member import labels_folder
    from grundy.large.shares.run import Leader

    assert job.scheduler is not None  # noqa: S101 - the choice asked for it
    with on_dask.client_of(job.scheduler) as client:
        file, names = job.file, kept_names(job.workplace, job.folder)
        if file.text or not file.numbered:
            names = names or _numbered(job, 0)
            file = names.arcs
        owners = run.owners_of(file, on_dask.worker_count(client))
        on_dask.say_need(file, owners.shares, on_dask.memory_limit(client))
        crew = on_dask.CrewOnDask(client, owners)
        leader = Leader(crew, job.progress)
        state = run.label(
            leader, file, misere=job.misere, folder=job.folder, save_every=job.save_every
        )
        with labels_folder(job.output) as folder:
            counts = leader.write(folder, job.play, None if names is None else str(names.names))
        return Answer(state.arcs, counts, state.turn, crew.owners.shares, crew.exchanged)


RUNNERS: dict[str, Callable[[Job], Answer]] = {
    "memory": _in_memory,  # the whole graph
    "disk": _on_disk,  # vertices in memory, arcs in files
    "cluster": _on_cluster,  # shares of the vertices, on the workers of a Dask scheduler
}
"""What each engine does."""
