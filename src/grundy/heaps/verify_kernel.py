"""The definition of `grundy.heaps.verify`, compiled; apart from the engines."""

from __future__ import annotations

from typing import Any

from grundy.compiled import compiled
from grundy.heaps import verify

extend: Any = compiled(verify.extend)
