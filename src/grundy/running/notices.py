"""What a long step tells whoever started it: heavy modules say it here, the command line listens.

This file imports nothing, so that listening costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable

on_compiling: Callable[[bool], None] | None = None
"""Called once, before the first kernel is compiled, with whether the machine code is kept."""

on_cache_fault: Callable[[str], None] | None = None
"""Called once, with a sentence about compiled code that is kept and cannot be used."""

on_need: Callable[[str], None] | None = None
"""Called before a long run begins, with a sentence about the memory that it needs."""
