"""Compile kernels with numba, and keep the machine code in the user's cache directory.

The package itself may be installed where nobody can write. Compiling all kernels takes some
seconds, once for each version of grundy, numba and Python.
"""

from __future__ import annotations

import signal
import threading
from typing import Any

import numba.core.config
from numba import njit
from numba.core import event
from numba.core.caching import NullCache
from numba.core.ccallback import CFunc
from numba.core.sigutils import normalize_signature

from grundy.compiled import bits, intrinsics
from grundy.compiled.forms import Function, index_of, kept_folder, with_names
from grundy.compiled.kept_code import KeptCode
from grundy.running import notices

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
    made._cache = _kept_code(function)
    return made


def callback(function: Function, signature: str, *, cached: bool) -> Any:
    """Compile a function that kernels take as an argument."""
    normal = normalize_signature(signature)  # type: ignore[no-untyped-call]
    named = with_names(function, _machine_name)
    made: Any = CFunc(named, normal, locals={}, options={"_nrt": False})
    if cached:
        made._cache = _kept_code(function)
    made.compile()
    return made


def _machine_name(value: Any) -> Any:
    if hasattr(value, "machine"):  # a kernel
        return value.machine
    is_ours = getattr(value, "__module__", None) == bits.__name__
    return getattr(intrinsics, value.__name__) if is_ours else value


def _kept_code(function: Function) -> Any:
    """Return numba's cache for a function, which may keep nothing."""
    index = index_of(function)
    if index is None:
        return NullCache()
    # numba asks for the directory when a cache is made; other users of numba keep their own.
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(kept_folder())
    try:
        return KeptCode(function, index)
    except (OSError, RuntimeError):  # no place can be written
        return NullCache()
    finally:
        _config.CACHE_DIR = before


class _Watch(event.Listener):
    """Tells `notices` of the first kernel that is compiled rather than found in the cache."""

    def on_start(self, event: Any) -> None:
        listener = notices.on_compiling
        if listener is not None and _is_ours(event.data["dispatcher"]):
            notices.on_compiling = None
            listener(kept_folder() is not None)

    def on_end(self, event: Any) -> None:
        """Say nothing; numba asks for this method."""


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


event.register("numba:compile", _Watch())  # type: ignore[no-untyped-call]
event.register("numba:compiler_lock", _Uninterrupted())  # type: ignore[no-untyped-call]
