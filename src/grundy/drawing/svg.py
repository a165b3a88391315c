"""Say in an SVG what it shows: a title, a description, and a hint on each vertex and arc."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from grundy.drawing.graph_scene import Scene

_TITLE = re.compile(r"<title>(v\d+|legend\d+|grundy)(?:&#45;&gt;(v\d+|legend\d+))?</title>\n?")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_ROOT = re.compile(r"<svg [^>]*>")


def annotate(text: str, scene: Scene) -> str:
    """Return the SVG that Graphviz wrote the titles of *scene*.

    Graphviz titles each shape with the identifiers v0, v1, … of `dot.dot_text`.
    """
    # Its document type and comments are for nobody; a page can hold what is left.
    drawing = _HEAD + text[text.index("<svg ") :]
    hints = _TITLE.sub(lambda found: _hint(found, scene), _COMMENT.sub("", drawing))
    head = f"<title>{escape(scene.title)}</title>\n<desc>{escape(scene.description)}</desc>"
    return _ROOT.sub(lambda found: f'{found[0][:-1]} role="img">\n{head}', hints, count=1)


def _hint(found: re.Match[str], scene: Scene) -> str:
    source, target = found[1], found[2]
    if not source.startswith("v"):
        return ""
    vertex = scene.vertices[int(source[1:])]
    if target:
        told = f"{vertex.name} → {scene.vertices[int(target[1:])].name}"
    else:
        told = f"{vertex.name}: value {vertex.value}, outcome {vertex.outcome}"
    return f"<title>{escape(told)}</title>\n"
