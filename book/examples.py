"""Blocks of examples end with their last line: the empty one, which doctest needs, is left out."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Trim them when a page has been read."""
    app.connect("doctree-read", trim)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def trim(app: Sphinx, tree: nodes.document) -> None:
    """Take the empty lines off the end of every block."""
    for block in tree.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        block.children = []
        block.rawsource = text
        block += nodes.Text(text)
