"""Values that are kept in a folder, or flow by: what a long run leaves."""

import hashlib
import json
import subprocess
import sys
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import TakeAndBreak
from grundy.errors import FolderError
from grundy.heaps import value_files as values_kept
from grundy.heaps.engines import blocks, sequence
from grundy.heaps.engines.sequence import Checkpoint, Store
from grundy.heaps.value_files import Summary, hash_of
from grundy.runtime import folders as kept
from heap_strategies import parse_game

KEPT = 131_072
STOP = 220_000

small_values = st.lists(st.integers(0, 600), max_size=80).map(lambda v: np.array(v, np.uint16))


@pytest.fixture
def early(monkeypatch):
    monkeypatch.setattr(sequence, "_IN_MEMORY", KEPT)
    monkeypatch.setattr(blocks, "REACH", KEPT // 2)
    monkeypatch.setattr(values_kept, "PIECE", 65_536)
    return monkeypatch


@cache
def officers() -> np.ndarray:
    """Return the values of 0.6, all of them kept."""
    return TakeAndBreak("0.6").values(STOP)


def known(count: int = KEPT) -> TakeAndBreak:
    game = TakeAndBreak("0.6")
    game.sequence._engine.start_from(officers()[:count])
    return game


def same(found: Summary, values: np.ndarray) -> bool:
    expected = Summary.of(values)
    return (
        found.stop == len(values)
        and found.sha256 == expected.sha256
        and found.zeros.tolist() == np.flatnonzero(values == 0).tolist()
        and found.records == expected.records
        and found.counts.tolist() == np.bincount(values).tolist()
    )


@given(values=small_values, cuts=st.lists(st.integers(0, 80), max_size=6), piece=st.integers(1, 9))
def test_the_cuts_do_not_show(values, cuts, piece):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(values_kept, "PIECE", piece)
        found = Summary()
        for start, stop in pairwise(
            sorted({0, len(values), *(c for c in cuts if c < len(values))})
        ):
            found.take(start, values[start:stop])
            # and a stop amid them: what is needed to go on is small
            found = Summary.restored(found.arrays(), stop, values[max(0, stop - piece) : stop])
        link = b""
        for start in range(0, max(len(values), 1), piece):
            link = hashlib.sha256(
                link + values[start : start + piece].astype("<u4").tobytes()
            ).digest()
        assert found.sha256 == hash_of(values) == link.hex()
    listed = values.tolist()
    assert found.zeros.tolist() == [n for n, value in enumerate(listed) if value == 0]
    assert found.records == [
        (n, v) for n, v in enumerate(listed) if v > max(listed[:n], default=-1)
    ]
    assert found.counts.tolist() == np.bincount(values).tolist()[: len(found.counts)]


@pytest.mark.parametrize("code", ["0.6", "0.77", "0.106", "{2,4,7}", "4.[3]"])
@pytest.mark.parametrize("stop", [0, 50, 20_000])
def test_a_summary_is_that_of_the_values(code, stop):
    assert same(parse_game(code).sequence.summary(stop), parse_game(code).values(stop))


@pytest.mark.parametrize(
    "stop",
    [KEPT + 1, STOP, *(pytest.param(stop, marks=pytest.mark.long) for stop in (KEPT, 196_608))],
)
def test_values_that_flow_are_those_that_are_kept(early, stop):
    game = known()
    found = game.sequence.summary(stop)
    assert game.sequence.filled == KEPT
    assert same(found, officers()[:stop])


@pytest.mark.long
def test_memory_does_not_grow():
    code = (
        "import resource, sys; from grundy import TakeAndBreak\n"
        "TakeAndBreak('0.6').sequence.summary(int(sys.argv[1]))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    few, many = (
        int(subprocess.check_output([sys.executable, "-c", code, stop]))
        for stop in ("10000000", "20000000")
    )
    assert many < few + 20_000


def test_a_store_belongs_to_one_game(tmp_path):
    with Store(tmp_path, "0.77") as store:
        TakeAndBreak("0.77").sequence.values(100, store=store)
    with pytest.raises(FolderError, match=r"holds 0\.77, not 0\.6"):
        Store(tmp_path, "0.6", resume=True)
    with pytest.raises(FolderError, match="--resume"):
        Store(tmp_path, "0.77")


@pytest.mark.parametrize("name", ["../values.npy", "far/values.npy", "/values.npy"])
def test_a_piece_outside_the_folder_is_never_opened(tmp_path, name):
    """A state with its right hash that names a file elsewhere is refused as a state."""
    with Store(tmp_path, "0.6") as store:
        TakeAndBreak("0.6").sequence.values(100, store=store)
    path = tmp_path / "state.json"
    state = json.loads(path.read_text(encoding="utf-8"))
    del state["sha256"]
    (measures,) = state["pieces"].values()
    state["pieces"] = {name: measures}
    path.write_text(json.dumps(state | {"sha256": kept._hash_of(state)}), encoding="utf-8")
    with pytest.raises(FolderError, match=r"state\.json: this is no state of a run"):
        Store(tmp_path, "0.6", resume=True)


@pytest.mark.parametrize("values", [np.zeros((2, 2), np.uint8), np.array([-1, 0]), np.zeros(3)])
def test_what_is_no_values_is_not_gone_on_from(tmp_path, values):
    with Store(tmp_path, "0.6") as store:
        store.save(values, len(values))
    assert_refused(tmp_path, "no values")


def assert_refused(folder, said):
    with Store(folder, "0.6", resume=True) as store, pytest.raises(FolderError, match=said):
        store.load()


def test_a_checkpoint_never_goes_back(tmp_path):
    tail = np.arange(3, dtype=np.uint8)
    with Store(tmp_path, "0.6") as store:
        for first in (500, 500, 200):
            store.save_checkpoint(Checkpoint(first, tail + first % 7, {}))
    with Store(tmp_path, "0.6", resume=True) as store:
        kept_one = store.load_checkpoint()
        assert store.reached == 500
    assert kept_one.tail.tolist() == (tail + 500 % 7).tolist()


def test_fewer_values_than_the_state_says_are_refused(tmp_path):
    with Store(tmp_path, "0.6") as store:
        store.save(np.arange(50, dtype=np.uint8), 50)
        store.commit(store.state | {"filled": 51}, store.state["values"])
    assert_refused(tmp_path, "values are missing here")
