"""How values are found: search, packed states, connected sets, boxes, labelling."""

from __future__ import annotations
