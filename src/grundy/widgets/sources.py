"""The page's modules that a widget needs, and the text that loads them where no server is."""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parents[1] / "web" / "static"

_LOADER = "js/widgets/loader.js"
_STYLES = ("css/page.css", "css/game.css", "css/graph.css")
# As Prettier writes them: the page's own modules, by where they are from here.
_IMPORT = re.compile(r'\bfrom\s*"(\.{1,2}/[^"]+)"')


def modules(entry: str) -> dict[str, str]:
    """Return the texts of a module and of all that it imports, by their names."""
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = text = (STATIC / name).read_text(encoding="utf-8")
        folder = posixpath.dirname(name)
        waiting += [posixpath.normpath(posixpath.join(folder, to)) for to in _IMPORT.findall(text)]
    return found


@cache
def script(kind: str) -> str:
    """Return the one module that a notebook loads for a kind of widget, "game" or "graph"."""
    texts = modules("js/api.js") | modules(f"js/widgets/{kind}.js")
    for name in _STYLES:
        if (STATIC / name).exists():
            texts[name] = (STATIC / name).read_text(encoding="utf-8")
    loader = (STATIC / _LOADER).read_text(encoding="utf-8")
    return f"const SOURCES = {json.dumps(texts)};\n{loader}"
