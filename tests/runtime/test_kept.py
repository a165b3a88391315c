"""Each kind of folder that a run goes on from: damage, failures, kill -9, two runs at once."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import grundy
import kept_runs
from grundy.errors import FolderError, GrundyError
from grundy.heaps import value_files as values_kept
from grundy.heaps.engines import blocks, sequence
from grundy.runtime import files
from grundy.runtime import folders as kept
from grundy.runtime.folders import KeptFolder
from grundy.tabulated.proofs import kept_questions, verify_proof
from kept_runs import RUNS, Done, damaged
from project import ROOT

PLACES = dict.fromkeys(RUNS, 3) | {"flow": 2}  # of each file
NO_STATE = r"state\.json: this is no state of a run"
# The state behind which a run is stopped in the middle: of values that flow, the first checkpoint.
MIDDLE = dict.fromkeys(RUNS, 2) | {"disk": 1, "flow": 15}


@pytest.fixture(autouse=True)
def _as_before(monkeypatch):
    for module, name in (
        (sequence, "_IN_MEMORY"), (sequence, "_STEP"), (blocks, "REACH"), (values_kept, "PIECE"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, getattr(module, name))


class StoppedError(OSError):
    """Stands for a full disk, a loss of power, a kill."""


@contextlib.contextmanager
def stopped(monkeypatch: pytest.MonkeyPatch, behind: int, when: str) -> Iterator[list[int]]:
    """Stop a run before or after one of its states is put in place; yield how many were."""
    whole_file, written = kept.whole_file, [0]

    @contextlib.contextmanager
    def failing(path: Path, **options: bool) -> Iterator[Path]:
        with whole_file(path, **options) as temporary:
            yield temporary
            if when == "before" and written[0] == behind:
                raise StoppedError
        written[0] += 1
        if when == "after" and written[0] == behind + 1:
            raise StoppedError

    with monkeypatch.context() as patch:
        patch.setattr(kept, "whole_file", failing)
        yield written


def stop_run(monkeypatch: pytest.MonkeyPatch, kind: str, folder: Path, behind: int) -> None:
    with stopped(monkeypatch, behind, "after"), pytest.raises(StoppedError):
        RUNS[kind](folder)


def require_refused_or_same(kind, folder, whole):
    try:
        found, said = RUNS[kind](folder).result, ""
    except GrundyError as error:
        found, said = whole, str(error)
    assert found == whole
    assert not said or re.fullmatch(rf".*{re.escape(str(folder))}.*\.", said)  # in one line
    return bool(said)


@pytest.mark.parametrize("kind", RUNS)
def test_damage_is_refused_or_changes_nothing(kind, tmp_path, monkeypatch):
    """A bit flipped, and a file cut, at some places: never another result, never a traceback."""
    folder = tmp_path / "kept"
    stop_run(monkeypatch, kind, folder, MIDDLE[kind] - 1)
    before = tmp_path / "before"
    shutil.copytree(folder, before)
    whole = RUNS[kind](folder).result
    shutil.copytree(folder, tmp_path / "finished")
    for state in ("before",) if kind == "flow" else ("before", "finished"):
        named = json.loads((tmp_path / state / "state.json").read_text(encoding="utf-8"))["pieces"]
        for file in sorted(path.name for path in (tmp_path / state).iterdir()):
            cut, flipped = damaged((tmp_path / state / file).read_bytes(), PLACES[kind])
            refused = 0
            for content in cut + flipped:
                shutil.rmtree(folder)
                shutil.copytree(tmp_path / state, folder)
                (folder / file).write_bytes(content)
                refused += require_refused_or_same(kind, folder, whole)
            if file == "state.json":
                assert len(cut) <= refused, file
            elif file in named:
                assert refused == len(cut + flipped), file


def test_a_state_of_another_hash_is_refused(tmp_path, monkeypatch):
    """Whatever was changed in a state, its own hash shows it before anything of it is used."""
    folder = tmp_path / "kept"
    stop_run(monkeypatch, "flow", folder, MIDDLE["flow"] - 1)
    file = folder / "state.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"sha256": "0" * 64}))
    with pytest.raises(GrundyError, match="damaged"):
        RUNS["flow"](folder)


@pytest.mark.parametrize(("kind", "when"), [
    pytest.param(kind, when, marks=pytest.mark.long if (kind, when) == ("flow", "before") else ())
    for kind in RUNS for when in ("before", "after")
])  # fmt: skip
def test_a_failure_at_each_write_of_state(kind, when, tmp_path, monkeypatch):
    """Stopped before or after any state is in its place, a run goes on to the same result."""
    with stopped(monkeypatch, -1, when) as count:
        whole = RUNS[kind](tmp_path / "whole" / "kept").result
    entries = sorted(path.name for path in (tmp_path / "whole" / "kept").iterdir())
    assert count[0] >= (2 if kind == "disk with followers" else 1)
    for behind in {0, count[0] - 1}:
        folder = tmp_path / str(behind) / "kept"
        with stopped(monkeypatch, behind, when), pytest.raises(StoppedError):
            RUNS[kind](folder)
        assert RUNS[kind](folder).result == whole
        assert sorted(path.name for path in folder.iterdir()) == entries
        assert not [path for path in folder.parent.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("kind", [
    kind if kind in ("flow", "disk") else pytest.param(kind, marks=pytest.mark.long)
    for kind in RUNS
])  # fmt: skip
def test_a_killed_run_does_not_start_over(kind, tmp_path):
    whole = RUNS[kind](tmp_path / "whole" / "kept")
    folder = tmp_path / "killed" / "kept"
    program = [sys.executable, kept_runs.__file__, kind, str(folder), str(MIDDLE[kind])]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as process:  # fmt: skip
        assert process.stdout.readline() == "there\n"
        with pytest.raises(GrundyError, match="another run writes here"):
            RUNS[kind](folder)
        process.send_signal(signal.SIGKILL)
    found: Done = RUNS[kind](folder)
    assert found.result == whole.result
    assert len(found.work) < len(whole.work)
    assert found.work == whole.work[len(whole.work) - len(found.work) :]
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        path.name for path in (tmp_path / "whole" / "kept").iterdir()
    )


@pytest.mark.parametrize("kind", RUNS)
def test_what_a_state_names_is_on_the_disk_before_it(kind, tmp_path, monkeypatch):
    """Pieces and the new state are flushed before it is put in place, and its folder after."""
    folder = tmp_path / "kept"
    flushed: list[str] = []
    fsync, replace_ = os.fsync, Path.replace
    states = 0

    def noted(handle):
        fsync(handle)
        flushed.append(os.readlink(f"/proc/self/fd/{handle}"))

    def checked(self, target):
        nonlocal states
        if target == folder / "state.json":
            pieces = json.loads(self.read_text(encoding="utf-8"))["pieces"]
            assert {str(folder / name) for name in pieces} <= set(flushed)
            assert flushed[-1] == str(self)
            assert all((folder / name).exists() for name in before)
            before.clear()
            before.update(pieces)
            states += 1
        return replace_(self, target)

    before: set[str] = set()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", noted)
        patch.setattr(Path, "replace", checked)
        RUNS[kind](folder)

    assert states >= 1
    assert flushed.count(str(folder)) == states


def test_a_piece_is_never_written_twice(tmp_path):
    with KeptFolder(tmp_path, {}) as folder:
        folder.add("piece", lambda path: path.write_text("one"))
        folder.commit({})
        with pytest.raises(ValueError, match="never written twice"):
            folder.add("piece", lambda path: path.write_text("two"))
    assert (tmp_path / "piece").read_text() == "one"


def test_a_piece_that_was_interrupted_is_written_again(tmp_path):
    def piece(path, name="whole"):
        path.mkdir()
        (path / name).touch()
        if name == "half":
            raise KeyboardInterrupt

    with KeptFolder(tmp_path, {}) as folder:
        with pytest.raises(KeyboardInterrupt):
            folder.add("piece", partial(piece, name="half"))
        folder.add("piece", piece)
        folder.commit({})
    assert [path.name for path in (tmp_path / "piece").iterdir()] == ["whole"]


def test_what_a_killed_run_left_goes_and_what_is_the_users_stays(tmp_path):
    """Pieces that no state names are removed on opening, and nothing else is."""

    class Ours(KeptFolder):
        strays = ("piece-*",)

    (tmp_path / "piece-0").write_text("not of a run of ours")
    with Ours(tmp_path, {}) as folder:
        folder.add("piece-1", lambda path: path.write_text("one"))
        folder.commit({})
        (tmp_path / "piece-2").write_text("half")
        (tmp_path / "notes").write_text("mine")
    with Ours(tmp_path, {}, resume=True):
        assert {path.name for path in tmp_path.iterdir()} == {
            "lock", "notes", "piece-1", "state.json",
        }  # fmt: skip


@pytest.mark.parametrize("kind", ["values", "flow", "atlas"])
def test_a_folder_in_which_nothing_was_written_goes(kind, tmp_path, monkeypatch):
    def fail(*arguments):
        raise StoppedError

    monkeypatch.setattr(KeptFolder, "add", fail)
    (tmp_path / "there").mkdir()
    for folder in (tmp_path / "new" / "kept", tmp_path / "there"):
        with pytest.raises(StoppedError):
            RUNS[kind](folder)
    assert not (tmp_path / "new" / "kept").exists()
    assert (tmp_path / "there").exists()


def test_left_overs_of_a_killed_writer_go_with_the_next(tmp_path):
    target = tmp_path / "lab.parquet"
    program = (
        "import sys; from grundy.runtime.files import whole_file, whole_folder\n"
        f"with whole_file({str(target)!r}) as file, whole_folder({str(tmp_path)!r}) as folder:\n"
        "    file.write_text('half'); (folder / 'pile').write_text('half')\n"
        "    print('there', flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "there\n"
        files.remove_left_overs(tmp_path)
        assert len(list(tmp_path.iterdir())) == 2  # in use
        process.send_signal(signal.SIGKILL)
    assert len(list(tmp_path.iterdir())) == 2
    with files.whole_file(target) as file:
        file.write_text("whole")
    assert [path.name for path in tmp_path.iterdir()] == ["lab.parquet"]


@pytest.mark.parametrize("kind", RUNS)
def test_a_state_of_many_brackets_is_one_sentence(kind, tmp_path):
    RUNS[kind](tmp_path)
    for text in ("[" * 100_000, '{"a":' * 100_000):
        (tmp_path / "state.json").write_text(text)
        with pytest.raises(FolderError, match=NO_STATE):
            RUNS[kind](tmp_path)


@pytest.mark.parametrize(("field", "wrong"), [
    ("values", None), ("values", 7), ("filled", "many"), ("checkpoint", []),
])  # fmt: skip
def test_a_state_of_other_types_is_one_sentence(field, wrong, tmp_path):
    RUNS["values"](tmp_path)
    _forge(tmp_path, field, wrong)
    with pytest.raises(FolderError, match=NO_STATE):
        RUNS["values"](tmp_path)


@pytest.mark.parametrize("wrong", [None, [], 3])
def test_the_state_of_a_proof_of_other_types_is_one_sentence(wrong, tmp_path):
    with kept_questions(grundy.read("nogo 2x3"), tmp_path):
        grundy.read("nogo 2x3").value()
    _forge(tmp_path, "values", wrong)
    with pytest.raises(FolderError, match=NO_STATE):
        verify_proof(tmp_path)
    with pytest.raises(FolderError, match=NO_STATE):
        kept_questions(grundy.read("nogo 2x3"), tmp_path).__enter__()


def _forge(folder: Path, field: str, wrong: object) -> None:
    found = json.loads((folder / "state.json").read_text())
    found.pop("sha256")
    found["state"][field] = wrong
    (folder / "state.json").write_text(json.dumps(found | {"sha256": kept._hash_of(found)}))
