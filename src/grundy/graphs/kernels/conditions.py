"""The check of `grundy.graphs.verify`, compiled; apart from the engines, which it must not know."""

from __future__ import annotations

from typing import Any

from grundy.compiled.on_first_use import compiled
from grundy.graphs import verify

first_violation: Any = compiled(verify.first_violation)
