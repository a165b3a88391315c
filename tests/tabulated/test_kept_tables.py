"""A table's folder: killed and gone on with, made by others, damaged, another's, on a full disk."""

import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import grundy
from commands import GRUNDY
from grundy import LimitError, VerificationError, open_table, tabulate
from grundy.errors import FolderError
from grundy.runtime.folders import _hash_of
from grundy.runtime.runner import Processes, dask_executor
from grundy.tabulated import block as blocks_made
from grundy.tabulated import table as pages
from numbered_rules import digraph_game
from waiting import wait_until

pytestmark = pytest.mark.large
LONG = pytest.mark.long
_CRAM = grundy.catalogue["cram"]
_SIZE = "4x5"  # 16 blocks
_ROWS = [[], [0], [1, 0], [2, 1]]


def made(folder, **more):
    return tabulate(_CRAM, _SIZE, path=folder, remoteness=True, **more)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    return folder, made(folder).sha256


@pytest.mark.parametrize("seed", [1, pytest.param(0, marks=LONG), pytest.param(2, marks=LONG)])
def test_a_table_that_was_killed_is_gone_on_with(tmp_path, whole, seed):
    chance = random.Random(seed)
    command = [*GRUNDY, "tabulate", "cram", _SIZE, "--output", str(tmp_path), "--resume",
               "--remoteness", "--threads", str(1 + seed % 2)]  # fmt: skip

    def is_far(run, least):
        return run.poll() is not None or len(list(tmp_path.glob("*-0000*"))) >= least

    for least in sorted(chance.sample(range(1, 28), 2)):
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as run:
            wait_until(partial(is_far, run, least))
            run.send_signal(signal.SIGKILL)
    table = made(tmp_path)
    assert table.sha256 == whole[1]
    assert _files(tmp_path) == _files(whole[0])


def _files(folder):
    """Return what the blocks of a folder hold, and the names of all else."""
    return {
        path.name: None if path.suffix == ".json" else path.read_bytes()
        for path in folder.iterdir()
        if path.stat().st_size
    }


@pytest.mark.parametrize("threads", [1, 3])
def test_the_threads_make_no_difference(tmp_path, whole, threads):
    assert made(tmp_path / "threads", threads=threads).sha256 == whole[1]
    if threads == 1:
        with Processes(2) as pool:
            assert made(tmp_path / "processes", executor=pool).sha256 == whole[1]


@pytest.mark.filterwarnings("ignore")  # those of the libraries below Dask
def test_a_lost_worker_of_a_cluster_costs_its_blocks_only(tmp_path, whole):
    distributed = pytest.importorskip("distributed")
    workers = []

    def killing(stage, done, total):
        if workers:
            os.kill(workers.pop(), signal.SIGKILL)

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        workers.append(next(iter(client.run(os.getpid).values())))
        with dask_executor(cluster.scheduler_address) as executor:
            there = made(tmp_path, executor=executor, progress=killing)
    assert not workers
    assert there.sha256 == whole[1]


@pytest.fixture
def copy(tmp_path, whole):
    folder = tmp_path / "copy"
    shutil.copytree(whole[0], folder)
    return folder


def _spoil(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def test_a_damaged_block_is_refused_and_made_anew(copy, whole):
    table = open_table(copy)
    _spoil(copy / "values-000003.u1")
    with pytest.raises(VerificationError, match=r"values-000003\.u1: this block is not what was"):
        table.verify()
    assert made(copy).sha256 == whole[1]
    assert _files(copy) == _files(whole[0])
    table.verify()


_READS = {
    "values-000015.u1": [
        lambda table: table.value(_SIZE), lambda table: table.histogram(),
        lambda table: list(table.zeros()),
        lambda table: table.entries_of(np.arange(table.plan.count)),
        lambda table: table.game[_SIZE].winning_moves(),
    ],
    "remoteness-000015.u2": [lambda table: table.remoteness(_SIZE)],
}  # fmt: skip


@pytest.mark.parametrize(
    "older", [False, pytest.param(True, marks=LONG)], ids=["by pages", "by blocks"]
)
@pytest.mark.parametrize(("name", "read"), [(name, r) for name in _READS for r in _READS[name]])
def test_nothing_is_read_from_a_damaged_page(copy, name, read, older):
    """Whatever reads a flipped byte says so; a table without hashes of pages is checked too."""
    if older:
        rewrite(copy, forget_pages)
    read(open_table(copy))
    _spoil(copy / name)
    with pytest.raises(FolderError, match=rf"{name}: this block is not what was .*--resume"):
        read(open_table(copy))


def test_a_counter_is_not_read_from_a_damaged_page(tmp_path):
    game = digraph_game([[], [0, 2], [1], [2, 0]])
    tabulate(game, 0, path=tmp_path)
    _spoil(tmp_path / "counters-000000.u4")
    with pytest.raises(FolderError, match=r"counters-000000\.u4: this block is not what was"):
        open_table(tmp_path, game=game).entries.rank(1)


def test_a_sound_page_is_read_beside_a_damaged_one(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "_PAGE", 4096)
    tabulate(_CRAM, _SIZE, path=tmp_path)
    _spoil(tmp_path / "values-000000.u1")
    assert open_table(tmp_path).entries_of(np.array([0])).tolist() == [0]
    with pytest.raises(FolderError):
        open_table(tmp_path).histogram()


def forget_pages(state):
    for measures in state["pieces"].values():
        del measures["pages"]


def rewrite(folder, change):
    path = folder / "state.json"
    state = json.loads(path.read_text())
    del state["sha256"]
    change(state)
    path.write_text(json.dumps(state | {"sha256": _hash_of(state)}))


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_bytes(b"short")],
                         ids=["missing", "short"])  # fmt: skip
def test_a_block_that_is_gone_is_refused_and_made_anew(copy, whole, spoil):
    spoil(copy / "remoteness-000005.u2")
    with pytest.raises(FolderError, match=r"remoteness-000005\.u2: this block is .*--resume"):
        open_table(copy)
    assert made(copy).sha256 == whole[1]


def test_a_table_that_is_not_whole_is_not_opened(tmp_path, monkeypatch):
    made = blocks_made.make

    def make(rules, plan, mapped, folder, block, *rest):
        if block == 5:
            raise KeyboardInterrupt
        return made(rules, plan, mapped, folder, block, *rest)

    monkeypatch.setattr(import_module("grundy.tabulated.tabulate"), "make", make)
    with pytest.raises(KeyboardInterrupt):
        tabulate(_CRAM, _SIZE, path=tmp_path, threads=1)
    with pytest.raises(FolderError, match=r"\d+ blocks of 16 not there yet; go on with"):
        open_table(tmp_path)


@pytest.mark.parametrize(("game", "start", "kinds", "said"), [
    ("cram", "5x4", True, "another start (4,5, not 5,4); use another folder."),
    ("sticks", "20", True, "another game (cram, not sticks); use another folder."),
    ("cram", _SIZE, False, "another kinds"),
])  # fmt: skip
def test_the_folder_of_another_table_is_refused(copy, game, start, kinds, said):
    with pytest.raises(FolderError, match=re.escape(f"{copy}: the run kept here has {said}")):
        tabulate(grundy.catalogue[game], start, path=copy, remoteness=kinds)


def test_other_rules_under_the_same_name_are_refused(tmp_path):
    game, other = digraph_game(_ROWS), digraph_game([[], [0], [1], [2, 1]])
    tabulate(game, 3, path=tmp_path)
    with pytest.raises(FolderError, match="another rules"):
        tabulate(other, 3, path=tmp_path)
    with pytest.raises(FolderError, match="made by other rules than those of digraph now"):
        open_table(tmp_path, game=other)
    assert open_table(tmp_path, game=game).value(3) == 0


@pytest.mark.parametrize(("key", "value", "said"), [
    ("format", 1, "this state is of another version"),
    ("task", {"command": "sweep"}, "this is no table of a game, but another run's folder"),
])  # fmt: skip
def test_a_folder_of_another_version_or_run_is_refused(copy, key, value, said):
    rewrite(copy, lambda state: state.update({key: value}))
    with pytest.raises(FolderError, match=said):
        open_table(copy)


def test_what_is_too_small_is_said_before_the_start(tmp_path, monkeypatch):
    """Nothing is written where the disk has no room for the table, or the memory for a block."""
    usage = SimpleNamespace(total=10**6, used=10**6 - 10**5, free=10**5)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: usage)
        with pytest.raises(LimitError, match=r"The table takes 1\.05 MB of disk in .*, and 100 kB"):
            tabulate(_CRAM, _SIZE, path=tmp_path)
    monkeypatch.setattr(import_module("grundy.tabulated.tabulate"), "free_memory", lambda: 1_000)
    with pytest.raises(LimitError, match=r"A block takes .* of memory, and .* are free"):
        tabulate(_CRAM, _SIZE, path=tmp_path)
    assert list(tmp_path.glob("values-*")) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_a_disk_that_fills_up_loses_nothing_that_was_whole(tmp_path, whole, monkeypatch, threads):
    measured, room = blocks_made.measured, iter(range(9))

    def full(path):
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return measured(path)

    with monkeypatch.context() as patch:
        patch.setattr(blocks_made, "measured", full)
        with pytest.raises(OSError, match="No space left"):
            made(tmp_path, threads=threads)
    assert len(json.loads((tmp_path / "state.json").read_text())["pieces"]) >= 6
    assert made(tmp_path).sha256 == whole[1]
