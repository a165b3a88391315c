"""Files of the code that a page links to, as pages of their own with numbered lines.

Where the files are read, such a link opens the file; MyST would offer it as a download. The API's
"[source]" leads to the same pages.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers import find_lexer_class_for_filename
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "code"
PACKED = (".gz",)  # nothing to read on a page: these stay downloads
_MARK = "file-of-the-code:"


def setup(app: Sphinx) -> dict[str, Any]:
    """Take the links before they become downloads, and write the pages after all others."""
    shown: set[str] = set()
    app.connect("doctree-read", mark_links, priority=400)
    app.connect("doctree-resolved", partial(lead_to_pages, shown))
    app.connect("html-collect-pages", partial(pages, shown))
    return {"parallel_read_safe": True, "parallel_write_safe": False}


def mark_links(app: Sphinx, tree: nodes.document) -> None:
    """Make links of what would be downloads, where it is text."""
    here = Path(app.env.doc2path(app.env.docname)).parent
    for link in list(tree.findall(addnodes.download_reference)):
        path = (here / link["reftarget"]).resolve().relative_to(ROOT)
        if path.suffix in PACKED:
            continue
        title = "".join(child.astext() for child in link.children)
        link.replace_self(nodes.reference("", title, refuri=f"{_MARK}{path.as_posix()}"))


def lead_to_pages(shown: set[str], app: Sphinx, tree: nodes.document, name: str) -> None:
    """Let the links lead to the pages, as seen from this one."""
    for link in tree.findall(nodes.reference):
        path, _, line = link.get("refuri", "").removeprefix(_MARK).partition("#")
        if link.get("refuri", "").startswith(_MARK):
            shown.add(path)
            link["refuri"] = app.builder.get_relative_uri(name, f"{FOLDER}/{path}")
            link["refuri"] += f"#{line}" if line else ""


def pages(shown: set[str], app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the pages."""
    for path in sorted(shown):
        lexer = find_lexer_class_for_filename(path)
        text = app.builder.highlighter.highlight_block(
            (ROOT / path).read_text(encoding="utf-8"),
            lexer.aliases[0] if lexer else "text",
            linenos="inline",
            lineanchors="L",
        )
        yield f"{FOLDER}/{path}", {"title": path, "body": f"<h1>{path}</h1>{text}"}, "page.html"


def address_of(domain: str, information: dict[str, str]) -> str | None:
    """Say where a documented name of Python stands: its file, and the line."""
    if domain != "py":
        return None
    try:
        found: Any = import_module(information["module"])
        for part in information["fullname"].split("."):
            found = getattr(found, part)
        found = inspect.unwrap(found.fget if isinstance(found, property) else found)
        file, line = inspect.getsourcefile(found), inspect.getsourcelines(found)[1]
    except (AttributeError, TypeError):  # a field of a dataclass, a value
        return None
    return f"{_MARK}{Path(file or '').relative_to(ROOT).as_posix()}#L-{line}"
