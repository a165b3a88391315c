"""What a long step tells whoever started it: heavy modules say it here, the command line listens.

Listening costs nothing: what this file needs, it imports when it speaks.
"""

from __future__ import annotations

from collections.abc import Callable

on_compiling: Callable[[bool], None] | None = None
"""Called once, before the first kernel is compiled, with whether the machine code is kept."""

on_cache_fault: Callable[[str], None] | None = None
"""Called once, with a sentence about compiled code that is kept and cannot be used."""

on_need: Callable[[str], None] | None = None
"""Called before a long run begins, with a sentence about the memory that it needs."""

on_reading: Callable[[str], None] | None = None
"""Called with a sentence about how a file was read that could have been read otherwise."""


def say_reading(sentence: str) -> None:
    """Pass on how a file was read: to who listens, else as a warning."""
    if on_reading is not None:
        on_reading(sentence)
        return
    import warnings

    warnings.warn(sentence, stacklevel=2)
