"""Where things are kept that can be made again: a folder of the user's own."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs

from grundy._version import __version__


def user_cache() -> Path:
    """Return the folder for this version of grundy; it need not be there."""
    return Path(platformdirs.user_cache_dir("grundy", appauthor=False), __version__)


def writable_user_cache() -> Path | None:
    """Return the folder for this version of grundy, made if need be; None if it cannot be used."""
    directory = user_cache()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return directory if os.access(directory, os.W_OK) else None
    except OSError:
        return None
