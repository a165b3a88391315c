"""Blocks of examples end with their last line, and the files that they read come with the book."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Trim them when a page has been read; copy the files at the end."""
    app.connect("doctree-read", trim)
    app.connect("build-finished", copy_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def trim(app: Sphinx, tree: nodes.document) -> None:
    """Take the empty lines off the end of every block: doctest needs one, no reader does."""
    for block in tree.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        block.children = []
        block.rawsource = text
        block += nodes.Text(text)


def copy_files(app: Sphinx, failure: Exception | None) -> None:
    """Copy examples/, from which `grundy site` takes them; notebooks have pages of their own."""
    source = Path(app.srcdir) / "examples"
    if failure is None and source.is_dir():
        target = Path(app.outdir) / source.name
        ignored = shutil.ignore_patterns("notebooks", "__pycache__")
        shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)
