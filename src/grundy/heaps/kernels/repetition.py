"""The Z-function of `grundy.heaps.periods.repetition`, compiled for long sequences."""

from __future__ import annotations

from typing import Any

from grundy.compiled.on_first_use import compiled
from grundy.heaps.periods import repetition

match_lengths: Any = compiled(repetition.match_lengths)
