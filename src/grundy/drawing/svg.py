"""Say in an SVG what it shows: a title, a description, and a hint on each vertex and arc."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from grundy.drawing.graph_scene import Scene

_TITLE = re.compile(r"<title>(v\d+|legend\d+|grundy)(?:&#45;&gt;(v\d+|legend\d+))?</title>\n?")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_VERTEX = re.compile(r"<title>[^<]*: value ([^<]*), outcome [PND]</title>.*?</g>", re.DOTALL)
_BARE_TEXT = re.compile(r"<text (?!fill=)")
_WHITE = re.compile(r'<polygon fill="white"')
_ON_COLOUR = "#111111"  # on the colours of the outcomes, whatever the page's own
_ROOT = re.compile(r"<svg [^>]*>")


def annotate(text: str, scene: Scene) -> str:
    """Return the SVG that Graphviz wrote the titles of *scene*."""
    # Its document type and comments are for nobody; a page can hold what is left.
    drawing = _HEAD + text[text.index("<svg ") :]
    hints = _TITLE.sub(lambda found: _hint(found, scene), _COMMENT.sub("", drawing))
    head = f"<title>{escape(scene.title)}</title>\n<desc>{escape(scene.description)}</desc>"
    return _ROOT.sub(lambda found: f'{found[0][:-1]} role="img">\n{head}', hints, count=1)


def on_page(text: str) -> str:
    """Return an annotated SVG for a page of any colour, with values as subscripts."""

    def vertex(found: re.Match[str]) -> str:
        lowered = f'<tspan dy="4" font-size="10">{found[1]}</tspan></text>'
        body = found[0].replace(f"_{found[1]}</text>", lowered)
        return body.replace("<text ", f'<text fill="{_ON_COLOUR}" ')

    lowered = _VERTEX.sub(vertex, text.removeprefix(_HEAD))
    inked = _BARE_TEXT.sub('<text fill="currentColor" ', lowered)
    drawing = _WHITE.sub('<polygon fill="none"', inked, count=1)
    told = drawing.replace("A vertex shows name_value.", "The small number is the value.")
    return told.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def _hint(found: re.Match[str], scene: Scene) -> str:
    source, target = found[1], found[2]
    if not source.startswith("v"):
        return ""
    vertex = scene.vertices[int(source[1:])]
    if target:
        told = f"{vertex.name} → {scene.vertices[int(target[1:])].name}"
    elif vertex.value is None:
        told = vertex.name
    else:
        told = f"{vertex.name}: value {vertex.value}, outcome {vertex.outcome}"
    return f"<title>{escape(told)}</title>\n"
