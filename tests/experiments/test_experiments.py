"""The experiment on greatest values: its numbers, its files, and how it is interrupted."""

import contextlib
import csv
import json
import math
import os
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import numpy as np
import pytest

import grundy
from commands import called_alone, require_refused
from grundy.cli.commands.random import parse_sizes
from grundy.cli.main import run as run_command
from grundy.experiments import max_value as module
from grundy.experiments.max_value import MaxValueExperiment, max_values


@pytest.mark.parametrize(("experiment", "published"), [
    # the means that were measured for Lorusso and Mottinelli 2008, 3.2.2, in three models
    (MaxValueExperiment(repetitions=200), {5: 3.8, 10: 5.6, 20: 6.8, 30: 7.6, 50: 8.0}),
    (MaxValueExperiment(model="gnp-dag", probability_over_n=20, repetitions=200),
     {5: 4, 10: 9, 15: 14, 20: 19, 30: 10.5, 50: 9.9}),
    (MaxValueExperiment(model="gnp-dag", arc_probability=0.1, repetitions=200), {50: 3.8}),
    (MaxValueExperiment(repetitions=25), {300: 9.2}),  # where the figure levels off
])  # fmt: skip
def test_the_means_are_those_that_were_measured_before(experiment, published):
    found = [row.mean for row in max_values(experiment, list(published), workers=1)]
    assert found == pytest.approx(list(published.values()), abs=0.3)


def test_a_row_is_what_the_labels_of_each_graph_give():
    greatest = []
    for repetition in range(12):
        seed = np.random.SeedSequence(7, spawn_key=(20, repetition))
        graph = grundy.random_graph(20, "pairs-dag", pairs=180, seed=seed)
        greatest.append(max(grundy.label(graph).values()))
    [row] = max_values(MaxValueExperiment(repetitions=12, seed=7), [20], workers=1)
    assert (row.n, row.repetitions) == (20, 12)
    assert row.mean == pytest.approx(np.mean(greatest))
    assert row.standard_deviation == pytest.approx(np.std(greatest, ddof=1))
    assert (row.least, row.greatest) == (min(greatest), max(greatest))


def test_the_result_does_not_depend_on_who_does_the_work(monkeypatch):
    experiment = MaxValueExperiment(repetitions=30, seed=3)
    alone = max_values(experiment, [5, 40, 80], workers=1)
    assert alone == max_values(experiment, [80, 5, 40, 5], workers=2)
    with ThreadPoolExecutor(3) as threads:
        assert alone == max_values(experiment, [5, 40, 80], executor=threads)
    assert alone[1:2] == max_values(experiment, [40], workers=1)
    monkeypatch.setattr(module, "_SMALL_BATCH", 1_000)
    assert alone == max_values(experiment, [5, 40, 80], workers=1)


@pytest.mark.parametrize(("given", "sizes", "says"), [
    ({"model": "gnp", "mean_out_degree": 2}, [5], "has cycles"),
    ({"model": "gnp-dag"}, [5], "none is given"), ({"arc_probability": 0.1}, [5], "takes pairs"),
    ({"model": "gnp-dag", "arc_probability": 0.1, "probability_over_n": 20}, [5], "one arc"),
    ({"model": "gnp-dag", "probability_over_n": math.nan}, [5], "0 or more"),
    ({"pairs_per_vertex": 1e308}, [50], "0 or more"), ({"repetitions": 0}, [5], "at least 1"),
    ({"seed": -1}, [5], "seed -1"), ({}, [-4, 5], "n ≥ 1"),
])  # fmt: skip
def test_what_makes_no_experiment_is_refused(given, sizes, says):
    with pytest.raises(grundy.GraphFormatError) as error:
        max_values(MaxValueExperiment(**given), sizes)
    assert says in str(error.value)


@pytest.mark.parametrize(("text", "step", "sizes"), [
    ("7", None, [7]), ("5:8", None, [5, 6, 7, 8]), ("5:20", 5, [5, 10, 15, 20]),
    ("5:20:5", 2, [5, 10, 15, 20]), ("10, 5:6 ,5", None, [5, 6, 10]),
])  # fmt: skip
def test_sizes_hold_both_ends(text, step, sizes):
    assert sizes == parse_sizes(text, step)


SMALL = ["experiment", "max-value", "--n", "5,20", "--repetitions", "40", "--workers", "1"]


def test_the_files_hold_the_rows(tmp_path, capsys):
    import pyarrow.parquet

    rows = [
        asdict(row) for row in max_values(MaxValueExperiment(repetitions=40), [5, 20], workers=1)
    ]
    names = ["n", "repetitions", "mean", "standard_deviation", "least", "greatest"]
    expected = [{name: row[name] for name in names} for row in rows]
    paths = {ending: tmp_path / f"rows.{ending}" for ending in ("csv", "json", "parquet")}
    for path in paths.values():
        assert run_command([*SMALL, "--output", str(path)]) == 0
    assert "standard deviation" in capsys.readouterr().out
    assert run_command([*SMALL, "--json"]) == 0
    written = json.loads(paths["json"].read_text())
    assert written == json.loads(capsys.readouterr().out)
    assert expected == written["rows"]
    assert written["version"] == grundy.__version__
    assert "--n 5,20 --model pairs-dag --repetitions 40 --seed 1" in written["command"]
    assert expected == pyarrow.parquet.read_table(paths["parquet"]).to_pylist()
    with paths["csv"].open(newline="") as file:
        found = [{name: float(row[name]) for name in names} for row in csv.DictReader(file)]
    assert found == expected
    again = tmp_path / "again.json"  # the command in the file gives the same bytes
    command = written["command"].split()[1:]
    assert run_command([*command, "--workers", "2", "--output", str(again)]) == 0
    assert again.read_bytes() == paths["json"].read_bytes()
    assert len(os.listdir(tmp_path)) == 4


def test_the_plot_names_its_axes_model_and_parameters(tmp_path):
    path, again = tmp_path / "plot.svg", tmp_path / "again.svg"
    for file in (path, again):
        assert run_command([*SMALL, "--seed", "8", "--plot", str(file)]) == 0
    assert path.read_bytes() == again.read_bytes()
    text = re.sub(r"<[^>]*>", "", path.read_text())
    assert "number of vertices n" in text
    assert "greatest Grundy value" in text
    assert "pairs-dag, 9 pairs per vertex; 40 graphs of each size, seed 8" in text
    assert "least to greatest" in text
    assert run_command([*SMALL, "--n", "5", "--plot", str(path)]) == 0
    assert "least to greatest" not in path.read_text()  # one size has no bands


@pytest.mark.filterwarnings("ignore")  # those of the libraries below Dask
def test_a_dask_cluster_is_an_executor(tmp_path):
    distributed = pytest.importorskip("distributed")
    plain, clustered = tmp_path / "plain.csv", tmp_path / "dask.csv"
    assert run_command([*SMALL, "--output", str(plain)]) == 0
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        assert run_command([*SMALL[:-2], "--scheduler", address, "--output", str(clustered)]) == 0
    assert clustered.read_bytes() == plain.read_bytes()


@pytest.mark.parametrize("address", ["foo", "tcp://127.0.0.1:{port}"])
def test_nobody_at_the_address_is_one_sentence(address):
    """An address that is none, and one where something else answers; nothing follows later."""
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_answer_rubbish, args=(server,), daemon=True).start()
        scheduler = address.format(port=server.getsockname()[1])
        done = called_alone(
            "experiment", "max-value", "--n", "5", "--repetitions", "1", "--scheduler", scheduler
        )
    require_refused(done, "no Dask scheduler answers here")


def _answer_rubbish(server):
    with contextlib.suppress(OSError):
        while True:
            with server.accept()[0] as connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
