"""How things are drawn, explained, played and written: hooks by type, which rooms above provide.

What is shown stands below what shows it, and knows nothing of it: a method asks here. So does a
long step that has something to say: the command line listens. Listening costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

Hook = Callable[..., Any]

_HOMES = {
    ("HeapRuleset", "html"): "grundy.drawing.sequence:sequence_html",
    ("Labelling", "draw"): "grundy.drawing.graph:draw",
    ("Labelling", "notebook"): "grundy.drawing.graph:notebook_bundle",
    ("Labelling", "widget"): "grundy.web.page_files:labelling_widget",
    ("Parts", "write"): "grundy.named.notation:written_parts",
    ("Position", "draw"): "grundy.drawing.graph:draw_states",
    ("Position", "explain"): "grundy.strategy.explain:explain",
    ("Position", "multiply"): "grundy.games.compounds:multiplied",
    ("Position", "html"): "grundy.drawing.board:position_html",
    ("Position", "play"): "grundy.strategy.play:play",
    ("Position", "widget"): "grundy.web.page_files:position_widget",
    ("RuleGame", "heaps"): "grundy.heaps.rules:require_heaps",
    ("Ruleset", "table"): "grundy.strategy.table:value_table",
    ("Session", "boards"): "grundy.drawing.board:strip_html",
}
_registered: dict[tuple[type, str], Hook] = {}


def register(kind: type, what: str, hook: Hook) -> None:
    """Register *hook* to show objects of a type: it takes the object, and the method's arguments.

    Args:
        kind: The type, such as `grundy.Position`, or a class of your own.
        what: "draw", "explain", "html", "notebook", "play", "widget" or "write".
        hook: What is called in place of what grundy does.

    >>> class Board: ...
    >>> register(Board, "html", lambda board: "<p>a board</p>")
    >>> hook(Board(), "html")(Board())
    '<p>a board</p>'
    """
    _registered[kind, what] = hook


def hook(thing: object, what: str) -> Hook:
    """Return what shows a thing, of its own type or the nearest above; loaded on first use.

    Raises:
        TypeError: If nothing shows things of this type so.
    """
    for kind in type(thing).__mro__:
        if (kind, what) in _registered:
            return _registered[kind, what]
        if kind.__module__.startswith("grundy.") and (kind.__name__, what) in _HOMES:
            module, _, name = _HOMES[kind.__name__, what].partition(":")
            found: Hook = getattr(import_module(module), name)
            return found
    raise TypeError(f'There is no hook "{what}" for {type(thing).__name__}; see display.register.')


# What a long step says to whoever started it.

on_compiling: Callable[[bool], None] | None = None
"""Called once, before the first kernel is compiled, with whether the machine code is kept."""

on_cache_fault: Callable[[str], None] | None = None
"""Called once, with a sentence about compiled code that is kept and cannot be used."""

on_need: Callable[[str], None] | None = None
"""Called before a long run begins, with a sentence about the memory that it needs."""

on_reading: Callable[[str], None] | None = None
"""Called with a sentence about how a file was read that could have been read otherwise."""


def say_reading(sentence: str) -> None:
    """Pass on how a file was read: to who listens, else as a warning."""
    if on_reading is not None:
        on_reading(sentence)
        return
    import warnings

    warnings.warn(sentence, stacklevel=2)
