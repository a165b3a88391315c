"""Machine code kept in files, each with a hash before it: what is damaged is never run."""

# numba has no types here
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile

from grundy.running import notices

_HASH = 32  # bytes


class KeptCode(FunctionCache):
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
        found = self._read(self._index_path)
        current = found is not None and found[0] == (self._version, self._source_stamp)
        return dict(found[1]) if current else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, ((self._version, self._source_stamp), overloads))

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        """Return what a file holds; None where it is not there, or cannot be used."""
        try:
            found = Path(path).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            _say(f"Compiled code in {self._cache_path} cannot be read: {error.strerror}")
            return None
        if hashlib.sha256(found[_HASH:]).digest() != found[:_HASH]:
            _say(f"Compiled code in {self._cache_path} is damaged, and is made anew")
            return None
        try:
            return pickle.loads(found[_HASH:])  # noqa: S301 - our own, from the user's own cache
        except (ImportError, AttributeError):  # it names a module of another version of grundy
            return None

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as stream:
            stream.write(hashlib.sha256(data).digest() + data)


def _say(fault: str) -> None:
    """Report the first fault of this process; one line is enough for many kernels."""
    listener, notices.on_cache_fault = notices.on_cache_fault, None
    if listener is not None:
        listener(fault)
