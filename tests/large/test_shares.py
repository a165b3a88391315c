"""Shares of a graph that label their own vertices, in this process: the labels are memory's."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import grundy
from crews import CrewHere
from grundy.errors import WorkerLostError
from grundy.large import cluster as run
from grundy.large.cluster import Leader
from grundy.large.edge_file import Folder, look
from grundy.large.share import Owners
from large_graphs import complete_order, long_path_and_cycles, require_same, write_arcs
from often import often
from strategies import digraphs


def edges(folder, arcs):
    path = folder / "edges"
    path.mkdir()
    for part in range(3):
        columns = {"source": arcs[0][part::3], "target": arcs[1][part::3]}
        pq.write_table(pa.table(columns), path / f"{part}.parquet", row_group_size=7)
    return path


def written(leader, folder, play):
    parts = folder / "parts"
    parts.mkdir()
    leader.write(str(parts), play)
    tables = [pq.read_table(part) for part in sorted(parts.iterdir())]
    for table in tables:
        assert table["vertex"].to_pylist() == sorted(table["vertex"].to_pylist())
    pq.write_table(pa.concat_tables(tables).sort_by("vertex"), folder / "labels.parquet")
    return folder / "labels.parquet"


def require_labels_of_memory(arcs, owners, play):
    with TemporaryDirectory() as name:
        folder = Path(name)
        leader = Leader(CrewHere(owners), piece=5)
        state = run.label(leader, look(edges(folder, arcs)), misere=play == "misere")
        labels = written(leader, folder, play)
        require_same(labels, write_arcs(folder / "graph.parquet", arcs), play)
    return state


def arcs_of(followers):
    pairs = [(u, v) for u, row in followers.items() for v in row]
    tails, heads = np.array(pairs, np.int64).reshape(-1, 2).T
    return tails, heads


@often(20)
@given(
    digraphs(most=12), st.integers(1, 4), st.integers(0, 2), st.sampled_from(["normal", "misere"])
)
@example({0: []}, 3, 2, "normal")
@example({0: [], 1: [1, 0], 2: [1]}, 4, 1, "normal")  # a turn with news and no label
def test_shares_give_the_labels_of_memory(followers, shares, bits, play):
    require_labels_of_memory(arcs_of(followers), Owners(shares, bits), play)


@pytest.mark.parametrize("size", [64, 65, 140])
def test_values_of_any_size(size):
    tails, heads = complete_order(size)
    loops = np.arange(size, size + 5)  # ∞, and one whose K has all values
    far = np.full(size, size + 4)
    arcs = np.concatenate([tails, loops, far]), np.concatenate([heads, loops, np.arange(size)])
    require_labels_of_memory(arcs, Owners(3, 1), "normal")


def test_a_label_by_levels_is_never_marked_again():
    tails, heads = complete_order(64)  # values of one word
    a, b, c, w = 64, 65, 66, 67  # a is 0 and b 64; c and w have all of 0 .. 63, and are ∞
    pairs = [(a, b), (b, a), (c, c), (w, a), (w, c)]
    pairs += [(u, v) for u in (b, c, w) for v in range(64)]
    more, there = np.array(pairs).T
    arcs = np.concatenate([tails, more]), np.concatenate([heads, there])
    require_labels_of_memory(arcs, Owners(2, 0), "normal")


class Losing(CrewHere):
    def __init__(self, owners, steps):
        super().__init__(owners)
        self.steps = steps
        self.count = 0
        self.names = []

    def all(self, step, *arguments):
        self.count += 1
        self.names.append(step)
        if self.count in self.steps:
            super().all(step, *arguments)  # the others did theirs
            raise WorkerLostError("killed")
        return super().all(step, *arguments)


@pytest.mark.parametrize("save", [False, True])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_lost_member_costs_what_was_since_the_checkpoint(tmp_path, save, play):
    arcs = long_path_and_cycles(20, seed=1)
    path, graph = edges(tmp_path, arcs), write_arcs(tmp_path / "graph.parquet", arcs)
    steady = Losing(Owners(3, 1), set())
    run.label(Leader(steady, piece=50), look(path), misere=play == "misere")
    for lost in range(1, steady.count + 1, 19):
        with TemporaryDirectory() as name:
            here = Path(name)
            crew = Losing(Owners(3, 1), {lost, lost + 2})
            leader = Leader(crew, piece=50)
            folder = Folder(here / "kept", {"file": "x"}) if save else None
            run.label(leader, look(path), misere=play == "misere", folder=folder, save_every=0)
            require_same(written(leader, here, play), graph, play)
            assert ("load" in crew.names) == (save and lost > crew.names.index("save"))
            if folder is not None:
                folder.close()


def test_a_crew_goes_on_in_another_process(tmp_path):
    arcs = long_path_and_cycles(20, seed=2)
    path = edges(tmp_path, arcs)
    steady = Losing(Owners(3, 1), set())
    with Folder(tmp_path / "first", {"file": "x"}) as folder:
        run.label(Leader(steady), look(path), misere=False, folder=folder, save_every=0)
    crew = Losing(Owners(3, 1), set(range(steady.names.index("save") + 4, 99)))
    with (
        Folder(tmp_path / "kept", {"file": "x"}) as folder,
        pytest.raises(grundy.GrundyError, match="11 times in a row a worker was lost: killed"),
    ):
        run.label(Leader(crew), look(path), misere=False, folder=folder, save_every=0)
    later = Leader(Losing(Owners(2, 0), set()))
    with Folder(tmp_path / "kept", {"file": "x"}, resume=True) as folder:
        run.label(later, look(path), misere=False, folder=folder, save_every=0)
    assert "read" not in later.crew.names
    labels = written(later, tmp_path, "normal")
    require_same(labels, write_arcs(tmp_path / "graph.parquet", arcs), "normal")
