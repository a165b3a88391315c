"""Kernels compiled with numba; their machine code is kept in files, each with a hash before it.

What is damaged is never run.
"""

# numba has no types here
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import hashlib
import pickle
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba.core.config
from numba import njit
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.ccallback import CFunc
from numba.core.sigutils import normalize_signature

from grundy import display
from grundy.runtime import bits, intrinsics
from grundy.runtime.bits import Function, with_names
from grundy.runtime.files import cache_folder, index_of

_HASH = 32  # bytes


class CachedCode(FunctionCache):
    """numba's cache of one kernel, in `_HashedFiles`; a file that cannot be used is left alone."""

    def __init__(self, function: Callable[..., Any], index: Path) -> None:
        super().__init__(function)
        index.parent.mkdir(parents=True, exist_ok=True)
        self._cache_path = str(index.parent)
        self._cache_file = _HashedFiles(
            cache_path=self._cache_path,
            filename_base=index.stem,
            source_stamp=self._impl.locator.get_source_stamp(),
        )

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code, if there is room for it."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say(f"Compiled code is not kept in {self._cache_path}: {error.strerror}")


class _HashedFiles(IndexDataCacheFile):
    """The index of a kernel, and a file for each of its signatures, which names it."""

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        saved = super().load(key)
        # Two processes that fill an empty cache may have written files of the same name.
        return saved[1] if saved is not None and saved[0] == key else None

    def _load_index(self) -> dict[Any, str]:
        content = self._read(self._index_path)
        current = content is not None and content[0] == (self._version, self._source_stamp)
        return dict(content[1]) if current else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, ((self._version, self._source_stamp), overloads))

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        """Return what a file holds; None where it is not there, or cannot be used."""
        try:
            data = Path(path).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            _say(f"Compiled code in {self._cache_path} cannot be read: {error.strerror}")
            return None
        if hashlib.sha256(data[_HASH:]).digest() != data[:_HASH]:
            _say(f"Compiled code in {self._cache_path} is damaged, and is made anew")
            return None
        try:
            return pickle.loads(data[_HASH:])  # noqa: S301 - our own, from the user's own cache
        except (ImportError, AttributeError):  # it names a module of another version of grundy
            return None

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as stream:
            stream.write(hashlib.sha256(data).digest() + data)


def _say(fault: str) -> None:
    """Report the first fault of this process; one line is enough for many kernels."""
    listener, display.on_cache_fault = display.on_cache_fault, None
    if listener is not None:
        listener(fault)


# Compile kernels with numba, and keep the machine code in the user's cache directory.
#
# The package itself may be installed where nobody can write. Compiling all kernels takes some
# seconds, once for each version of grundy, numba and Python.

# numba makes its settings attributes of a module at run time
_config: Any = numba.core.config


def dispatcher(function: Function, *, inline: bool) -> Any:
    """Return a kernel compiled at its first call, without the interpreter lock."""
    # Kernels allocate nothing, so they need no reference counts; with them, handing arrays to
    # an inlined helper costs an atomic operation each and a third of the speed of peeling.
    options: dict[str, Any] = {
        "nogil": True,
        "inline": "always" if inline else "never",
        "_nrt": False,
    }
    made = njit(**options)(with_names(function, _machine_name))
    made._cache = _cached_code(function)
    return made


def callback(function: Function, signature: str, *, cached: bool) -> Any:
    """Compile a function that kernels take as an argument."""
    normal = normalize_signature(signature)
    named = with_names(function, _machine_name)
    made: Any = CFunc(named, normal, locals={}, options={"_nrt": False})
    if cached:
        made._cache = _cached_code(function)
    made.compile()
    return made


def _machine_name(value: Any) -> Any:
    if hasattr(value, "machine"):  # a kernel
        return value.machine
    is_ours = getattr(value, "__module__", None) == bits.__name__
    return getattr(intrinsics, value.__name__) if is_ours else value


def _cached_code(function: Function) -> Any:
    """Return numba's cache for a function, which may keep nothing."""
    index = index_of(function)
    if index is None:
        return NullCache()
    # numba asks for the directory when a cache is made; other users of numba keep their own.
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder())
    try:
        return CachedCode(function, index)
    except (OSError, RuntimeError):  # no place can be written
        return NullCache()
    finally:
        _config.CACHE_DIR = before


class _Watch(event.Listener):
    """Tells `display` of the first kernel that is compiled rather than found in the cache."""

    def on_start(self, event: Any) -> None:
        listener = display.on_compiling
        if listener is not None and _is_ours(event.data["dispatcher"]):
            display.on_compiling = None
            listener(cache_folder() is not None)

    def on_end(self, event: Any) -> None:
        """Do nothing; numba requires this method."""


def _is_ours(dispatcher: Any) -> bool:
    return str(dispatcher.py_func.__module__).startswith("grundy.")


class _Uninterrupted(event.Listener):
    """Keeps Ctrl-C back while the main thread compiles: raised inside LLVM it would be lost."""

    def __init__(self) -> None:
        self._depth = 0
        self._handler: Any = None
        self._came = False

    def on_start(self, event: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        self._depth += 1
        if self._depth == 1 and callable(signal.getsignal(signal.SIGINT)):
            self._handler = signal.signal(signal.SIGINT, self._keep)

    def on_end(self, event: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        self._depth -= 1
        if self._depth or self._handler is None:
            return
        signal.signal(signal.SIGINT, self._handler)
        came, self._came, self._handler = self._came, False, None
        if came:
            signal.raise_signal(signal.SIGINT)

    def _keep(self, _number: int, _frame: Any) -> None:
        self._came = True


event.register("numba:compile", _Watch())
event.register("numba:compiler_lock", _Uninterrupted())
