"""Readers and writers of digraphs and their labels."""

from __future__ import annotations

from collections.abc import Callable

dot_by_page: Callable[[str], str] | None = None
"""Reads DOT where no pygraphviz can be: gives Graphviz's own JSON, or its complaint."""
