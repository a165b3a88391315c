"""Files written whole or not at all, memory that is free, and the user's folder of machine code."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from grundy._version import __version__
from grundy.errors import LimitError

# Write files whole or not at all, and know how much memory there is.

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

TEMPORARY = ".grundy-"
"""How the names of temporary files and folders begin."""

_STEM = 20
_WINDOWS = os.name == "nt"


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str], *, durable: bool = False) -> Iterator[Path]:
    """Yield a path to write to; what is written there stands at *path* when the block ends well."""
    older = _older(path)
    if older is not None and _written_directly(path, older):
        yield Path(path)
        return
    # Of a link, what it leads to; the link stays.
    target = Path(os.path.realpath(path))
    # Of a long name a part is enough; the temporary name is not to become too long.
    prefix = f"{TEMPORARY}{target.stem[:_STEM]}-"
    with _errors_naming(path, str(target.parent / prefix)):
        if older is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
        remove_left_overs(target.parent)
        with _locked_file(prefix, target.suffix, target.parent) as temporary:
            yield temporary
            temporary.chmod(0o666 & ~_umask() if older is None else stat.S_IMODE(older.st_mode))
            if durable:
                flush_to_disk(temporary)
            temporary.replace(target)
            if durable:
                _flush(target.parent)


@contextlib.contextmanager
def whole_folder(parent: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield an empty folder in *parent* for the time of the block; one that is killed leaves it."""
    remove_left_overs(Path(parent))
    while True:
        folder = _new_name(Path(parent), TEMPORARY)
        try:
            folder.mkdir(0o700)
            with _lock(folder) as ours:
                if ours:
                    yield folder
                    return
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _locked_file(prefix: str, suffix: str, parent: Path) -> Iterator[Path]:
    """Yield a new file for the time of the block; that it is locked says that it is in use."""
    while True:
        temporary = _new_name(parent, prefix, suffix)
        try:
            os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with _lock(temporary) as ours:
                if ours:
                    yield temporary
                    return
        finally:
            temporary.unlink(missing_ok=True)


def _new_name(parent: Path, prefix: str, suffix: str = "") -> Path:
    """Give a name that nothing has; whoever makes it knows it before it is there."""
    return parent / f"{prefix}{os.urandom(8).hex()}{suffix}"


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[bool]:
    """Lock a file or a folder while the block runs; False where another has it, or it has gone."""
    if fcntl is None:
        yield True
        return
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        yield False
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            ours = os.path.samestat(os.fstat(handle), os.stat(path, follow_symlinks=False))
        except OSError:
            ours = False
        yield ours
    finally:
        os.close(handle)


def remove_left_overs(folder: Path) -> None:
    """Remove the temporary files and folders of ours that nobody has locked: of killed runs."""
    if fcntl is None:  # no lock, so nobody can say which are in use
        return
    for entry in folder.glob(f"{TEMPORARY}*"):
        with _lock(entry) as ours:
            if ours and entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            elif ours:
                entry.unlink(missing_ok=True)


def flush_to_disk(path: Path) -> None:
    """Flush a file, or all files in a folder, to the disk."""
    for entry in path.rglob("*") if path.is_dir() else ():
        _flush(entry)
    _flush(path)
    if path.is_dir():
        _flush(path.parent)


def _flush(path: Path) -> None:
    if _WINDOWS and path.is_dir():
        return  # Windows opens no folder, and writes its entries through by itself
    handle = os.open(path, os.O_RDWR if _WINDOWS else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_part_of(path: str | os.PathLike[str] | int, output: str | os.PathLike[str]) -> bool:
    """Whether writing *output* would destroy *path*: by any link it is that file, or in it."""
    try:
        read, written = os.stat(path), os.stat(output)
    except (OSError, ValueError):  # a word that is no path
        return False
    if os.path.samestat(read, written):
        return stat.S_ISREG(read.st_mode) or stat.S_ISDIR(read.st_mode)
    if isinstance(path, int):
        return False
    if stat.S_ISDIR(read.st_mode) and stat.S_ISREG(written.st_mode):
        return any(os.path.samestat(file.stat(), written) for file in _files_in(Path(path)))
    if stat.S_ISDIR(written.st_mode) and stat.S_ISREG(read.st_mode):
        return any(os.path.samestat(file.stat(), read) for file in _files_in(Path(output)))
    return False


def leads_to(name: str, output: str) -> bool:
    """Whether what is written to *name* goes to *output*, by any link, there already or not."""
    if os.path.exists(name):
        return is_part_of(name, output)
    return os.path.realpath(name) == os.path.realpath(output)


def _files_in(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def require_memory(
    needed: int, purpose: str, advice: str = "use a smaller graph or a larger machine"
) -> None:
    """Raise `LimitError` when *needed* bytes are more than may be taken."""
    free = free_memory()
    if free is not None:
        free = max(free - _free_reserve.get(), 0)
    if free is not None and needed > free:
        raise LimitError(
            f"{purpose} needs about {byte_size(needed)} of memory and {byte_size(free)} are free; "
            f"{advice}."
        )


_free_reserve: ContextVar[int] = ContextVar("kept free", default=0)


@contextlib.contextmanager
def keeping_free(reserve: int) -> Iterator[None]:
    """Make `require_memory` leave so many bytes to the rest of the machine."""
    token = _free_reserve.set(reserve)
    try:
        yield
    finally:
        _free_reserve.reset(token)


def free_memory() -> int | None:
    """Return the bytes that can still be allocated, or None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _older(path: str | os.PathLike[str]) -> os.stat_result | None:
    """Describe what stands at *path*, behind any links; None for nothing."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _written_directly(path: str | os.PathLike[str], older: os.stat_result) -> bool:
    # The shell has opened what /dev/stdout leads to; a new file there would not be the shell's.
    opened = os.path.abspath(path).startswith(("/dev/std", "/dev/fd/", "/proc/"))
    return opened or not stat.S_ISREG(older.st_mode)


@contextlib.contextmanager
def _errors_naming(path: str | os.PathLike[str], hidden: str) -> Iterator[None]:
    """Name *path* in a system error that names no file, or one that begins with *hidden*."""
    try:
        yield
    except OSError as error:
        ours = error.filename is None or str(error.filename).startswith(hidden)
        if ours and error.errno is not None and not isinstance(error, BrokenPipeError):
            error.filename, error.filename2 = os.fspath(path), None
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def byte_size(count: int) -> str:
    """Write a number of bytes for people, with up to three digits."""
    if count < 1000:
        return f"{count} byte{'s' * (count != 1)}"
    units = {"kB": 10**3, "MB": 10**6, "GB": 10**9}
    for unit, scale in units.items():
        if count < 999.5 * scale:
            return f"{count / scale:.3g} {unit}"
    return f"{count / 1e12:,.3g} TB" if count < 999.5e12 else f"{count / 1e12:,.0f} TB"


def writable_user_cache() -> Path | None:
    """Return the folder for this version of grundy, made if need be; None if it cannot be used."""
    import tempfile

    import platformdirs

    directory = Path(platformdirs.user_cache_dir("grundy", appauthor=False), __version__)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return directory if os.access(directory, os.W_OK) else None
    except OSError:
        return None


def cache_folder() -> Path | None:
    """Return where machine code is kept, None where nothing can be."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    return Path(own) if own else writable_user_cache()


def index_of(function: Callable[..., Any]) -> Path | None:
    """Return the file that lists what is kept of a function."""
    import hashlib

    folder = cache_folder()
    if folder is None:
        return None
    source = Path(function.__code__.co_filename).absolute().parent
    # the name that numba has for it, so that one folder is made and not two
    place = f"{source.name}_{hashlib.sha1(str(source).encode()).hexdigest()}"  # noqa: S324
    name = f"{function.__module__}.{function.__qualname__}.{sys.implementation.cache_tag}"
    return folder / place / f"{name}.nbi"
