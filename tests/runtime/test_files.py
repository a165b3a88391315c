"""Files are written whole or not at all, to where their name leads."""

import contextlib
import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from grundy.errors import LimitError
from grundy.runtime import files
from grundy.runtime.files import require_memory, whole_file, whole_folder


def put(path, text):
    with whole_file(path) as given:
        given.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("older", [None, "old"])
def test_nothing_stands_there_until_all_does(tmp_path, monkeypatch, older):
    """Where the new file cannot be put in place, there is the older one, or none; never half."""
    target = tmp_path / "labels.csv"
    if older is not None:
        target.write_text(older)

    def fail(self, to):
        assert self.read_text() == "new"
        assert (to.read_text() if to.exists() else None) == older
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        put(target, "new")
    assert [path.read_text() for path in tmp_path.iterdir()] == ([] if older is None else [older])


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_followed(tmp_path, there):
    real, link = tmp_path / "real", tmp_path / "link"
    if there:
        real.write_text("old")
    link.symlink_to(real)
    put(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_pipe_and_a_device_are_written_to_and_stay_what_they_are(tmp_path):
    pipe, device = tmp_path / "pipe.csv", tmp_path / "null.csv"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    put(pipe, "through the pipe")
    reader.join(10)
    assert read == ["through the pipe"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    # One of our own: a test that fails is not to cost the machine its /dev/null.
    with contextlib.suppress(PermissionError):  # only root makes devices
        os.mknod(device, stat.S_IFCHR | 0o666, os.stat(os.devnull).st_rdev)
        device.write_bytes(b"")
        put(device, "nothing")
        assert stat.S_ISCHR(device.stat().st_mode)


def test_a_file_that_is_already_open_is_written_through_its_descriptor(tmp_path):
    target = tmp_path / "redirected"
    with target.open("wb") as stream:
        put(Path(f"/dev/fd/{stream.fileno()}"), "text")
        assert os.fstat(stream.fileno()).st_ino == target.stat().st_ino
    assert target.read_text() == "text"


@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_an_older_file_keeps_its_permissions(tmp_path, mode):
    target = tmp_path / "secret.csv"
    target.touch()
    target.chmod(mode)
    put(target, "new")
    assert stat.S_IMODE(target.stat().st_mode) == mode


@pytest.mark.parametrize(("path", "error"), [
    ("no/such/folder/x.csv", FileNotFoundError), ("file/x.csv", NotADirectoryError),
    ("folder", IsADirectoryError),
    ("x" * 300, OSError), ("loop", OSError),
])  # fmt: skip
def test_an_error_names_the_path_that_was_given(path, error, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(error) as found:
        put(Path(path), "text")
    assert found.value.filename == path
    assert {entry.name for entry in tmp_path.iterdir()} == {"file", "folder", "loop"}


def test_an_error_while_writing_names_the_path(tmp_path):
    target = tmp_path / "x.csv"
    with pytest.raises(OSError, match=r"x\.csv") as full, whole_file(target):
        raise OSError(28, "No space left on device")
    with pytest.raises(OSError, match="other") as other, whole_file(target):
        raise FileNotFoundError(2, "No such file or directory", "other")
    assert (full.value.filename, other.value.filename) == (str(target), "other")


def test_too_little_memory_is_a_sentence(monkeypatch):
    monkeypatch.setattr(files, "free_memory", lambda: 2 * 10**9)
    require_memory(2 * 10**9, "This")
    with pytest.raises(LimitError, match=r"This needs about 3 GB .* 2 GB are free; use"):
        require_memory(3 * 10**9, "This")


OPENED = {"file": lambda folder: whole_file(folder / "x.csv"), "folder": whole_folder}


@pytest.mark.parametrize("kind", sorted(OPENED))
def test_an_interrupt_at_any_moment_leaves_nothing_temporary(tmp_path, kind):
    """Ctrl-C before any instruction, from the first to where the block begins, leaves no trace."""
    moment, reached = 0, False
    while not reached:
        moment += 1
        with (
            contextlib.suppress(KeyboardInterrupt),
            interrupted_at(moment) as go_on,
            OPENED[kind](tmp_path) as given,  # nothing but the statement itself holds it
        ):
            go_on()
            reached = True
            assert given.exists()
        assert [entry for entry in tmp_path.iterdir() if entry.name != "x.csv"] == [], moment
    assert moment > 100


@contextlib.contextmanager
def interrupted_at(moment):
    """Interrupt so many instructions from now, of the module and those below, unless called off."""
    left = moment

    def trace(frame, event, _):
        nonlocal left
        if not frame.f_code.co_filename.endswith(("whole.py", "tempfile.py", "contextlib.py")):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left == 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield lambda: sys.settrace(before)
    finally:
        sys.settrace(before)
