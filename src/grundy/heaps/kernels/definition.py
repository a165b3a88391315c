"""The definition of `grundy.heaps.periods.verify`, compiled; apart from the engines."""

from __future__ import annotations

from typing import Any

from grundy.compiled.on_first_use import compiled
from grundy.heaps.periods import verify

extend: Any = compiled(verify.extend)
