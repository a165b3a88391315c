"""The page's modules that a widget needs, and the text that loads them where no server is."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from grundy.errors import LimitError, MissingExtraError
from grundy.web.bundles import NEED, STATIC, definitions, modules, style

if TYPE_CHECKING:
    from anywidget import AnyWidget

    from grundy.games.position import Position
    from grundy.graphs.labelling import Labelling
    from grundy.values import Play

_LOADER = "js/widgets/loader.js"


@cache
def script(kind: str) -> str:
    """Return the one module that a notebook loads for a kind of widget, "game" or "graph"."""
    texts = modules("js/api.js") | modules(f"js/widgets/{kind}.js")
    loader = (STATIC / _LOADER).read_text(encoding="utf-8")
    load = f"() => {{\n{NEED}{definitions(texts, _LOADER)}return need;\n}}"
    return f"const load = {load};\nconst STYLE = {json.dumps(style())};\n{loader}"


# A widget that shows modules of the page, and answers what they ask in the kernel.


@cache
def _kind_of_widget() -> Any:
    """Make the class of the widgets: its base is there only with the extra."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise MissingExtraError(str(error.name), "widget", "A widget") from None

    class PageWidget(anywidget.AnyWidget):
        """What the page shows, in a notebook."""

        kind = traitlets.Unicode().tag(sync=True)
        shown = traitlets.Dict().tag(sync=True)

    return PageWidget


def _page_widget(kind: str, shown: dict[str, Any]) -> AnyWidget:
    """Make a widget that shows something by a module of the page."""
    widget: AnyWidget = _kind_of_widget()(_esm=script(kind), kind=kind, shown=shown)
    widget.on_msg(_answer)
    return widget


def _answer(widget: Any, asked: Any, buffers: Any) -> None:
    """Answer a question as the explorer's worker does; what is asked is no program."""
    from grundy.web import tasks

    name = asked["name"]
    if name not in tasks.TASKS or tasks.TASKS[name].streams or tasks.TASKS[name].media_types:
        answer = {"error": f"A widget does not ask for {name}."}
        widget.send({"number": asked["number"], "status": 404, "answer": answer})
        return
    head, content = tasks.answer(name, json.dumps(asked["body"]).encode())
    widget.send(
        {
            "number": asked["number"],
            "status": json.loads(head)["status"],
            "answer": json.loads(content),
        }
    )


def position_widget(position: Position, play: Play) -> AnyWidget:
    """Make the widget of a position; see `Position.widget`."""
    from grundy.named.notation import parse_position, written

    text = written(position)
    parse_position(text)  # a user's own rules have no name that the page could ask for
    return _page_widget("game", {"position": text, "play": play})


def labelling_widget(labelling: Labelling) -> AnyWidget:
    """Make the widget of a labelling; see `Labelling.widget`."""
    from grundy.drawing.graph_scene import clean

    _kind_of_widget()  # says what is missing before the explorer's tasks need it
    from grundy.web.graph_tasks import MOST_ARCS, MOST_VERTICES
    from grundy.web.states_tasks import lasting_places, short_names

    graph = labelling.graph
    if len(labelling) > MOST_VERTICES or graph.arc_count > MOST_ARCS:
        raise LimitError(
            f"A widget shows {MOST_VERTICES:,} vertices and {MOST_ARCS:,} arcs at most; this "
            f"graph has {len(labelling):,} and {graph.arc_count:,}."
        )
    sources, targets = graph.arcs()
    arcs = [list(arc) for arc in sorted(set(zip(sources.tolist(), targets.tolist(), strict=True)))]
    names = short_names([clean(name) or "?" for name in labelling])
    shown = {"vertices": names, "arcs": arcs, "play": labelling.play}
    return _page_widget("graph", shown | {"places": lasting_places(graph)})
