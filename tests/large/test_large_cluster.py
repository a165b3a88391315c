"""The engine `cluster` on a Dask scheduler of this machine; skipped where there is no Dask."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as csv
import pyarrow.parquet as pq
import pytest

import grundy
from grundy.cli.main import run as run_command
from grundy.large import cluster as on_dask
from grundy.large import leader as run
from large_graphs import (
    Arcs,
    arcs_of_every_kind,
    complete_order,
    long_path_and_cycles,
    require_same,
    side_by_side,
    write_arcs,
)

distributed = pytest.importorskip("distributed", reason="Dask comes with the group cluster.")

pytestmark = pytest.mark.filterwarnings("ignore")  # those of the libraries below Dask


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start two workers, each a process."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as found:
        yield found


def edges(folder: Path, arcs: Arcs) -> Path:
    """Write arcs to a folder of two files."""
    path = folder / "edges"
    path.mkdir()
    for part in (0, 1):
        columns = {"source": arcs[0][part::2], "target": arcs[1][part::2]}
        pq.write_table(pa.table(columns), path / f"{part}.parquet", row_group_size=100)
    return path


def whole(folder: Path, path: Path) -> Path:
    """Put the parts of the labels together in one file."""
    tables = [pq.read_table(part) for part in sorted(folder.glob("part-*.parquet"))]
    pq.write_table(pa.concat_tables(tables).sort_by("vertex"), path)
    return path


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_cluster_gives_the_labels_of_memory(
    tmp_path: Path, cluster: Any, play: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Graphs of every kind have the same values on two workers, with proof."""
    arcs = side_by_side(arcs for _, arcs in arcs_of_every_kind())
    path, labels = edges(tmp_path, arcs), tmp_path / "labels.parquet"
    command = ["label", str(path), "--engine", "cluster", "--play", play, "--output", str(labels)]

    assert run_command([*command, "--scheduler", cluster.scheduler_address]) == 0

    told = capsys.readouterr()
    assert " between 2 workers" in told.out
    assert told.err == "grundy: 2 workers, about 450 MB of memory each.\n"
    graph = write_arcs(tmp_path / "graph.parquet", arcs)
    require_same(whole(labels, tmp_path / "whole.parquet"), graph, play)
    assert len(list(labels.iterdir())) == 2
    assert run_command(["verify", str(labels), "--graph", str(graph)]) == 0


def test_a_killed_worker_costs_what_was_since_the_checkpoint(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a worker killed between two turns, and one in a turn, the labels are the same."""
    arcs = long_path_and_cycles(1000, seed=3)
    path, labels = edges(tmp_path, arcs), tmp_path / "labels"
    step, turns = run.Leader.step, []

    def killing(leader: run.Leader, state: run.State) -> None:
        turns.append(state.turn)
        workers = [worker.pid for worker in cluster.workers.values()]
        if len(turns) == 5:
            os.kill(workers[0], signal.SIGKILL)
        if len(turns) == 9:
            threading.Timer(0.01, os.kill, [workers[1], signal.SIGKILL]).start()
        step(leader, state)

    monkeypatch.setattr(run.Leader, "step", killing)
    found = grundy.label_file(
        path, engine="cluster", scheduler=cluster.scheduler_address, output=labels,
        save=tmp_path / "kept", save_every=0,
    )  # fmt: skip

    assert (found.engine, found.workers) == ("cluster", 2)
    assert len(turns) > len(set(turns))  # some were done again
    graph = write_arcs(tmp_path / "graph.parquet", arcs)
    require_same(whole(labels, tmp_path / "whole.parquet"), graph, "normal")


def test_a_worker_killed_while_shares_are_made_costs_nothing(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Members get other places where one ends as they are placed, the first time and later."""
    arcs = long_path_and_cycles(300, seed=5)
    path = edges(tmp_path, arcs)
    place, placed = on_dask.CrewOnDask._place_members, []

    def killing(crew: on_dask.CrewOnDask, owners: Any) -> None:
        placed.append(owners)
        if len(placed) in (1, 2):
            raise on_dask.WorkerLostError("a worker is gone")
        place(crew, owners)

    monkeypatch.setattr(on_dask.CrewOnDask, "_place_members", killing)
    found = grundy.label_file(path, engine="cluster", scheduler=cluster.scheduler_address)

    assert found.vertices == grundy.label_file(path, engine="memory").vertices
    assert len(placed) == 3
    monkeypatch.setattr(on_dask, "_TRIES", 2)
    placed.clear()
    with pytest.raises(grundy.GrundyError, match="2 times in a row a worker was lost"):
        grundy.label_file(path, engine="cluster", scheduler=cluster.scheduler_address)


def test_a_scheduler_that_goes_away_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody answers any more, the sentence says how to go on."""
    path = edges(tmp_path, long_path_and_cycles(300, seed=5))
    monkeypatch.setattr(on_dask, "_NOTICE", 1.0)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as gone:
        step = run.Leader.step

        def ending(leader: run.Leader, state: run.State) -> None:
            if state.turn == 3:
                gone.close()
            step(leader, state)

        monkeypatch.setattr(run.Leader, "step", ending)
        with pytest.raises(grundy.GrundyError, match="The scheduler has gone"):
            grundy.label_file(path, engine="cluster", scheduler=gone.scheduler_address)


class Late:
    """An answer that comes as the time of waiting ends, as it may on a busy machine."""

    def __init__(self, found: int | Exception) -> None:
        self.found = found

    def done(self) -> bool:
        """It has come."""
        return True

    def result(self, timeout: float | None = None) -> int:
        """Be late for whoever waits a while only."""
        if timeout is not None:
            raise TimeoutError
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_an_answer_that_comes_at_the_last_moment_is_an_answer() -> None:
    """What the other side ran into is still raised."""
    assert on_dask._has_answered(Late(7))
    with pytest.raises(ValueError, match="the other side"):
        on_dask._has_answered(Late(ValueError("the other side")))


def test_a_worker_that_is_too_small_is_one_sentence(tmp_path: Path) -> None:
    """What a share needs is known before the work begins."""
    path = write_arcs(tmp_path / "graph.parquet", complete_order(5))
    with (
        distributed.LocalCluster(
            n_workers=1, processes=False, dashboard_address=None, memory_limit="300MB"
        ) as small,
        pytest.raises(grundy.LimitError, match="Each of 1 worker needs about 450 MB of memory"),
    ):
        grundy.label_file(path, scheduler=small.scheduler_address)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"source": [0, None], "target": [1, 2]}, "found a null"),
        ({"source": [0, -1], "target": [1, 2]}, "-1"),
        ({"source": ["a", None], "target": ["b", "c"]}, "found a null"),
    ],
)
def test_what_is_no_graph_for_it_is_one_sentence(
    tmp_path: Path, cluster: Any, columns: Any, message: str
) -> None:
    """A worker's errors about the file are those of every engine."""
    pq.write_table(pa.table(columns), tmp_path / "edges.parquet")

    with pytest.raises(grundy.GraphFormatError, match=message):
        grundy.label_file(tmp_path / "edges.parquet", scheduler=cluster.scheduler_address)


def test_what_does_not_go_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Options and outputs that the engine cannot serve are refused before the work begins."""
    path = write_arcs(tmp_path / "graph.parquet", complete_order(5))
    (tmp_path / "there.parquet").write_text("mine")
    nowhere = ["--scheduler", "tcp://127.0.0.1:1"]
    for arguments, status, told in (
        ([path, "--engine", "cluster"], 2, "needs a scheduler"),
        ([path, "--engine", "disk", *nowhere], 2, "--scheduler is for the engine cluster"),
        ([path, *nowhere, "--output", tmp_path / "x.csv"], 2, "name a folder, with .parquet"),
        ([path, *nowhere, "--output", tmp_path / "there.parquet"], 2, "name another output"),
        ([path, *nowhere], 2, "no Dask scheduler answers here"),
    ):
        assert run_command(["label", *map(str, arguments)]) == status
        assert told in capsys.readouterr().err
    assert (tmp_path / "there.parquet").read_text() == "mine"


@pytest.mark.parametrize("form", ["v{}", "{}", "é{}\n"])
@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_names_of_text_on_a_cluster(tmp_path: Path, cluster: Any, form: str, kind: str) -> None:
    """Names are numbered in front, stand in the output, and are kept for a run that goes on."""
    ends = [[form.format(7 * end) for end in ends] for ends in long_path_and_cycles(150)]
    graph, labels = tmp_path / f"graph.{kind}", tmp_path / "labels.parquet"
    table = pa.table([pa.array(column) for column in ends], ["source", "target"])
    pq.write_table(table, graph) if kind == "parquet" else csv.write_csv(table, graph)
    options = {"scheduler": cluster.scheduler_address, "save": tmp_path / "kept", "output": labels}

    first = grundy.label_file(graph, save_every=0, **options)  # type: ignore[arg-type]
    again = grundy.label_file(graph, resume=True, **options)  # type: ignore[arg-type]

    assert first.values == again.values
    read = grundy.read_graph(graph)
    found = grundy.read_labelling(labels, graph=read)
    assert found.values.tolist() == grundy.label(read).value_array.tolist()
    found.verify()
