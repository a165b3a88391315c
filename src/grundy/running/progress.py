"""How a long computation says how far it is; without NumPy, for small questions ask for it too."""

from __future__ import annotations

from collections.abc import Callable

# progress(stage, done, total); called from time to time, in the caller's thread
Progress = Callable[[str, int, int], None]
