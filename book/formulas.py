"""Formulas as MathML, made when the book is built: nothing to load, and no script."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)

# Where latex2mathml and TeX disagree on what a sign is: a sign alone in braces, and ∞ and ∅, have
# no space around them; a colon and ⟺ are relations, and have.
_CORRECTIONS = [
    (re.compile(r"<mrow><mo>([^<]*)</mo></mrow>"), r"<mi>\1</mi>"),
    (re.compile(r"<mo>(&#x0221E;|&#x02205;)</mo>"), r"<mi>\1</mi>"),
    (re.compile(r"<mi>(:|&#x027FA;)</mi>"), r'<mo lspace="0.28em" rspace="0.28em">\1</mo>'),
]


def setup(app: Sphinx) -> dict[str, Any]:
    """Name the way in which formulas are written: ``html_math_renderer = "mathml"``."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_inline(translator: HTML5Translator, node: nodes.math) -> None:
    """Write a formula in a line of text."""
    translator.body.append(checked(node, "inline"))
    raise nodes.SkipNode


def write_display(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula that stands alone; it may be scrolled where the screen is narrow."""
    translator.body.append(f'<div class="formula">{checked(node, "block")}</div>')
    raise nodes.SkipNode


def checked(node: nodes.Element, display: str) -> str:
    """Write a formula, and warn of a command that is left as it was."""
    written = mathml(node.astext(), display)
    if "\\" in written:
        logger.warning("This formula is not understood: %s", node.astext(), location=node)
    return written


def mathml(formula: str, display: str) -> str:
    r"""Write LaTeX as MathML.

    >>> "<mi>&#x0221E;</mi>" in mathml(r"\infty", "inline")
    True
    """
    written = convert(formula, display=display)
    for wrong, right in _CORRECTIONS:
        written = wrong.sub(right, written)
    return written
