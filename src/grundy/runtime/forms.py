"""A function with other meanings of the names in it, and where its machine code is kept."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from grundy.runtime.files import writable_user_cache

Function = Callable[..., Any]


def with_names(function: Function, changed: Callable[[Any], Any]) -> Function:
    """Return a function whose global names mean something else."""
    function = cast("FunctionType", function)
    namespace = function.__globals__
    names = {
        name: changed(namespace[name]) for name in function.__code__.co_names if name in namespace
    }
    names["__builtins__"] = namespace["__builtins__"]
    names["__name__"] = namespace["__name__"]
    copy = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = function.__qualname__
    return copy


def cache_folder() -> Path | None:
    """Return where machine code is kept, None where nothing can be."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    return Path(own) if own else writable_user_cache()


def index_of(function: Function) -> Path | None:
    """Return the file that lists what is kept of a function."""
    folder = cache_folder()
    if folder is None:
        return None
    source = Path(function.__code__.co_filename).absolute().parent
    # the name that numba has for it, so that one folder is made and not two
    place = f"{source.name}_{hashlib.sha1(str(source).encode()).hexdigest()}"  # noqa: S324
    name = f"{function.__module__}.{function.__qualname__}.{sys.implementation.cache_tag}"
    return folder / place / f"{name}.nbi"
