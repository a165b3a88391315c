"""The Z-function of `grundy.heaps.repetition`, compiled for long sequences."""

from __future__ import annotations

from typing import Any

from grundy.compiled import compiled
from grundy.heaps import repetition

match_lengths: Any = compiled(repetition.match_lengths)
