"""A matplotlib figure that is saved whole or not at all, the same bytes for the same drawing."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import MissingExtraError
from grundy.files.whole import whole_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")

# Without the date and with a fixed salt, the same values give the same bytes.
_NO_DATE: dict[str, dict[str, Any]] = {
    "png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None},
}  # fmt: skip


@contextlib.contextmanager
def figure(
    path: str | os.PathLike[str], format: str | None = None, size: tuple[float, float] = (9, 4.8)
) -> Iterator[Figure]:
    """Yield an empty figure; save it when the block ends well."""
    chosen = format or Path(path).suffix.lower().removeprefix(".")
    if chosen not in FORMATS:
        raise ValueError(f"{path}: no picture of this kind; use .png, .svg or .pdf.")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("matplotlib", "plot", "Plotting") from None
    with mpl.rc_context({"svg.hashsalt": "grundy", "text.parse_math": False}):
        # A Figure of its own opens no window and needs no display.
        drawn = Figure(figsize=size, dpi=160, layout="constrained")
        yield drawn
        _save(drawn, path, chosen)


def _save(drawn: Figure, path: str | os.PathLike[str], format: str) -> None:
    if os.fspath(path) == "-":
        import io
        import sys

        picture = io.BytesIO()
        drawn.savefig(picture, format=format, metadata=_NO_DATE[format])
        sys.stdout.buffer.write(picture.getvalue())
        sys.stdout.buffer.flush()
        return
    try:
        with whole_file(path) as temporary:
            drawn.savefig(temporary, format=format, metadata=_NO_DATE[format])
    except OSError as error:
        # Its own file name would be that of the temporary file.
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None
