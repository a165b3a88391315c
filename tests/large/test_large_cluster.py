"""The engine `cluster` on a Dask scheduler of this machine; skipped where there is no Dask."""

import os
import signal
import threading

import pyarrow as pa
import pyarrow.csv as csv
import pyarrow.parquet as pq
import pytest

import grundy
from grundy.cli.main import run as run_command
from grundy.large import cluster as on_dask
from grundy.large import cluster as run
from large_graphs import (
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
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as found:
        yield found


def edges(folder, arcs):
    path = folder / "edges"
    path.mkdir()
    for part in (0, 1):
        columns = {"source": arcs[0][part::2], "target": arcs[1][part::2]}
        pq.write_table(pa.table(columns), path / f"{part}.parquet", row_group_size=100)
    return path


def whole(folder, path):
    tables = [pq.read_table(part) for part in sorted(folder.glob("part-*.parquet"))]
    pq.write_table(pa.concat_tables(tables).sort_by("vertex"), path)
    return path


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_cluster_gives_the_labels_of_memory(tmp_path, cluster, play, capsys):
    arcs = side_by_side(arcs for _, arcs in arcs_of_every_kind())
    path, labels = edges(tmp_path, arcs), tmp_path / "labels.parquet"
    command = ["label", str(path), "--engine", "cluster", "--play", play, "--output", str(labels)]
    assert run_command([*command, "--scheduler", cluster.scheduler_address]) == 0
    report = capsys.readouterr()
    assert " between 2 workers" in report.out
    assert report.err == "grundy: 2 workers, about 450 MB of memory each.\n"
    graph = write_arcs(tmp_path / "graph.parquet", arcs)
    require_same(whole(labels, tmp_path / "whole.parquet"), graph, play)
    assert len(list(labels.iterdir())) == 2
    assert run_command(["verify", str(labels), "--graph", str(graph)]) == 0


def test_a_killed_worker_costs_what_was_since_the_checkpoint(tmp_path, cluster, monkeypatch):
    arcs = long_path_and_cycles(1000, seed=3)
    path, labels = edges(tmp_path, arcs), tmp_path / "labels"
    step, turns = run.Leader.step, []

    def killing(leader, state):
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


def test_a_scheduler_that_goes_away_is_one_sentence(tmp_path, monkeypatch):
    path = edges(tmp_path, long_path_and_cycles(300, seed=5))
    monkeypatch.setattr(on_dask, "_NOTICE", 1.0)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as gone:
        step = run.Leader.step

        def ending(leader, state):
            if state.turn == 3:
                gone.close()
            step(leader, state)

        monkeypatch.setattr(run.Leader, "step", ending)
        with pytest.raises(grundy.GrundyError, match="The scheduler has gone"):
            grundy.label_file(path, engine="cluster", scheduler=gone.scheduler_address)


def test_a_worker_that_is_too_small_is_one_sentence(tmp_path):
    path = write_arcs(tmp_path / "graph.parquet", complete_order(5))
    with (
        distributed.LocalCluster(
            n_workers=1, processes=False, dashboard_address=None, memory_limit="300MB"
        ) as small,
        pytest.raises(grundy.LimitError, match="Each of 1 worker needs about 450 MB of memory"),
    ):
        grundy.label_file(path, scheduler=small.scheduler_address)


@pytest.mark.parametrize(("output", "said"), [
    ("x.csv", "name a folder, with .parquet"), ("there.parquet", "name another output"),
    ("new.parquet", "no Dask scheduler answers here"),
])  # fmt: skip
def test_an_output_that_it_cannot_write_is_refused(tmp_path, monkeypatch, capsys, output, said):
    monkeypatch.chdir(tmp_path)
    path = write_arcs(tmp_path / "graph.parquet", complete_order(5))
    (tmp_path / "there.parquet").write_text("mine")
    options = ["--scheduler", "tcp://127.0.0.1:1", "--output", output]
    assert run_command(["label", str(path), *options]) == 2
    assert said in capsys.readouterr().err
    assert (tmp_path / "there.parquet").read_text() == "mine"


@pytest.mark.parametrize(("form", "kind"), [("v{}", "parquet"), ("{}", "csv"), ("é{}\n", "csv")])
def test_names_of_text_on_a_cluster(tmp_path, cluster, form, kind):
    null = {"source": ["a", None], "target": ["b", "c"]}  # a worker's errors are every engine's
    pq.write_table(pa.table(null), tmp_path / "null.parquet")
    with pytest.raises(grundy.GraphFormatError, match="found a null"):
        grundy.label_file(tmp_path / "null.parquet", scheduler=cluster.scheduler_address)
    ends = [[form.format(7 * end) for end in ends] for ends in long_path_and_cycles(150)]
    graph, labels = tmp_path / f"graph.{kind}", tmp_path / "labels.parquet"
    table = pa.table([pa.array(column) for column in ends], ["source", "target"])
    pq.write_table(table, graph) if kind == "parquet" else csv.write_csv(table, graph)
    options = {"scheduler": cluster.scheduler_address, "save": tmp_path / "kept", "output": labels}
    first = grundy.label_file(graph, save_every=0, **options)
    again = grundy.label_file(graph, resume=True, **options)
    assert first.values == again.values
    read = grundy.read_graph(graph)
    found = grundy.read_labelling(labels, graph=read)
    assert found.values.tolist() == grundy.label(read).value_array.tolist()
    found.verify()
