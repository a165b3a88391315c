"""Names of Python in signatures and docstrings: they lead to their page, and have to be there.

A type in a signature, and a name in single backticks, leads to the public name. What is not public
is shown as it is written; but a name in backticks has to exist, seen from the module or the class
that it stands in, or the build fails.
"""

from __future__ import annotations

import pydoc
from itertools import accumulate
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import grundy


def setup(app: Sphinx) -> dict[str, Any]:
    """Answer for names that Sphinx has not found."""
    app.connect("missing-reference", lead_to_name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def lead_to_name(
    app: Sphinx, environment: BuildEnvironment, wanted: addnodes.pending_xref, shown: nodes.Node
) -> nodes.Node | None:
    """Link to the public name, or leave the text of one that exists; None is an error."""
    if wanted.get("refdomain") != "py":
        return None
    is_type = "refwarn" not in wanted  # what an author writes has this mark
    if not is_type and wanted["reftype"] != "obj":
        return None
    name = wanted["reftarget"].removeprefix("grundy.")
    public = name.rpartition(".")[2] if is_type else name
    if public.partition(".")[0] in grundy.__all__:
        found = environment.get_domain("py").resolve_xref(
            environment, wanted["refdoc"], app.builder, "obj", f"grundy.{public}", wanted, shown
        )
        if found is not None:
            return found
    return shown if is_type or exists(wanted["reftarget"], wanted) else None


def exists(name: str, wanted: nodes.Node) -> bool:
    """Whether a name exists as it is written, or seen from the docstring that it stands in."""
    source = next((node.source for node in ancestors(wanted) if node.source), "")
    stands_in = source.partition("docstring of ")[2]
    places = accumulate(stands_in.split("."), "{}.{}".format)
    return any(pydoc.locate(f"{place}.{name}") for place in places) or bool(pydoc.locate(name))


def ancestors(node: nodes.Node | None) -> list[nodes.Node]:
    """List a node and all that it stands in."""
    return [] if node is None else [node, *ancestors(node.parent)]
