"""Long runs can be stopped, killed and resumed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from grundy import TakeAndBreak
from grundy.errors import FolderError
from grundy.heaps.engines.store import Checkpoint, Store
from grundy.running import folders as kept


def test_values_come_back(tmp_path: Path) -> None:
    """What one run saved, the next one has, and goes on from."""
    game = TakeAndBreak("0.6")
    with Store(tmp_path, "0.6") as store:
        game.sequence.values(30_000, store=store)
        assert store.filled == 30_000

    again = TakeAndBreak("0.6")
    with Store(tmp_path, "0.6", resume=True) as store:
        again.sequence.resume(store)
        assert again.sequence.filled == 30_000
        assert again.sequence.mask == game.sequence.mask
        values = again.sequence.values(40_000, store=store)
        assert store.filled == 40_000

    assert np.array_equal(values, TakeAndBreak("0.6").values(40_000))


def test_a_store_belongs_to_one_game(tmp_path: Path) -> None:
    """Another game, and values without --resume, are refused."""
    with Store(tmp_path, "0.77") as store:
        TakeAndBreak("0.77").sequence.values(100, store=store)

    with pytest.raises(FolderError, match=r"holds 0\.77, not 0\.6"):
        Store(tmp_path, "0.6", resume=True)
    with pytest.raises(FolderError, match="--resume"):
        Store(tmp_path, "0.77")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "is missing; bring it back, or delete the folder."),
        (b"", "is not what was written; delete the folder."),
        (b"no array", "is not what was written; delete the folder."),
    ],
)
@pytest.mark.parametrize("which", ["values-*.npy", "checkpoint-*.npz"])
def test_a_damaged_file_is_told_of_in_words_of_ours(
    tmp_path: Path, data: bytes | None, said: str, which: str
) -> None:
    """The sentence on a piece or a checkpoint has no number of the system and names it once."""
    with Store(tmp_path, "0.77") as store:
        TakeAndBreak("0.77").sequence.values(100, store=store)
        store.save_checkpoint(Checkpoint(100, np.zeros(4, np.uint8), {}))
        assert store.reached == 100
    (path,) = tmp_path.glob(which)
    path.unlink()
    if data is not None:
        path.write_bytes(data)

    with pytest.raises(FolderError) as failure:
        Store(tmp_path, "0.77", resume=True)

    assert str(failure.value).endswith(said)
    assert "Errno" not in str(failure.value)
    assert str(failure.value).count("/") == str(tmp_path).count("/") + 1


@pytest.mark.parametrize("inside", ["", "deeper"])
def test_a_file_is_no_folder(tmp_path: Path, inside: str) -> None:
    """The name of a file, or of something in a file, is refused as no folder."""
    (tmp_path / "a.csv").write_text("")

    with pytest.raises(FolderError, match="this is no folder; values are kept in a folder of"):
        Store(tmp_path / "a.csv" / inside, "0.6")


@pytest.mark.parametrize("name", ["../values.npy", "far/values.npy", "/values.npy"])
def test_a_piece_outside_the_folder_is_never_opened(tmp_path: Path, name: str) -> None:
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


def test_an_older_state_is_told_as_that(tmp_path: Path) -> None:
    """A folder of the format before is refused in a sentence that says why."""
    state = {"format": 1, "game": "0.6", "pieces": [], "checkpoint": None}
    (tmp_path / "state.json").write_text(json.dumps(state), encoding="utf-8")

    with pytest.raises(FolderError, match=r"state\.json: this state is of another version"):
        Store(tmp_path, "0.6", resume=True)


@pytest.mark.parametrize("values", [np.zeros((2, 2), np.uint8), np.array([-1, 0]), np.zeros(3)])
def test_what_is_no_values_is_not_gone_on_from(tmp_path: Path, values: np.ndarray) -> None:
    """Engines index by values: pieces of another shape or kind are refused."""
    with Store(tmp_path, "0.6") as store:
        store.save(values, len(values))

    with (
        Store(tmp_path, "0.6", resume=True) as store,
        pytest.raises(FolderError, match="no values"),
    ):
        store.load()


def test_a_checkpoint_never_goes_back(tmp_path: Path) -> None:
    """A checkpoint that is no farther than the one that is kept does not take its place."""
    tail = np.arange(3, dtype=np.uint8)
    with Store(tmp_path, "0.6") as store:
        for first in (500, 500, 200):
            store.save_checkpoint(Checkpoint(first, tail + first % 7, {}))

    with Store(tmp_path, "0.6", resume=True) as store:
        kept_one = store.load_checkpoint()
        assert store.reached == 500
    assert kept_one is not None
    assert kept_one.tail.tolist() == (tail + 500 % 7).tolist()


def test_fewer_values_than_the_state_says_are_refused(tmp_path: Path) -> None:
    """A state may be whole, and say more values than its pieces hold: they are not loaded."""
    with Store(tmp_path, "0.6") as store:
        store.save(np.arange(50, dtype=np.uint8), 50)
        assert store.state is not None
        store.commit(store.state | {"filled": 51}, store.state["values"])

    with (
        Store(tmp_path, "0.6", resume=True) as store,
        pytest.raises(FolderError, match="values are missing here"),
    ):
        store.load()
