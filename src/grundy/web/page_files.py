"""The page's files: joined, as each request takes a browser milliseconds; sent; and in a notebook.

A script stands in place of a module and has all that this imports inside, each module as a
function that is called once. No module imports itself by way of others, and imports and exports
look as Prettier writes them; tests/page checks it. Workers of the browser load modules one by one.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import posixpath
import re
from collections.abc import Mapping
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import LimitError, MissingExtraError
from grundy.web.settings import FOOT

if TYPE_CHECKING:
    from anywidget import AnyWidget
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from grundy.games.position import Position
    from grundy.graphs.labelling import Labelling
    from grundy.values import Play

STATIC = Path(__file__).parent / "static"

_FIRST, _BOOK = "js/main.js", "js/book.js"
_STYLE = "css/explorer.css"
_IMPORT = re.compile(r'^(?:import|export) (\{[^}]*\}|\* as \w+) from "(\.[^"]+)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_PASSED_ON = re.compile(r"^export \{([^}]*)\} from", re.M)
_ADDRESS = re.compile(r'\b(import\(|new URL\()"(\.[^"]*)"')
_STYLES = re.compile(r'^@import "([^"]+)";$', re.M)
_LATER = re.compile(r'(?<!typeof )\bimport\("(\.[^"]+)"\)(?!\.[A-Z])')  # that of a type is none

# What stands before the first `definitions`.
NEED = """const [modules, made] = [{}, {}];
const need = (name) => (made[name] ??= modules[name]());
const define = (more) => Object.assign(modules, more) && need;
"""


def modules(entry: str) -> dict[str, str]:
    """Return the texts of a module and of all that it imports, by their names."""
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = text = _text(name)
            waiting += (_resolved(name, to) for _, to in _IMPORT.findall(text))
    return found


def style() -> str:
    """Return the styles of the page in one."""
    return _STYLES.sub(lambda match: _text(_resolved(_STYLE, match[1])), _text(_STYLE))


def bundles() -> dict[str, str]:
    """Return the scripts and styles of the page and of the book by the names of files."""
    found = {_STYLE: style()} | {
        name: f'{NEED}export {{ define }};\n{definitions(modules(name), name)}need("{name}");\n'
        for name in (_FIRST, _BOOK)
    }
    first = modules(_FIRST)
    waiting = list(first.items())
    for name, text in waiting:
        for entry in (_resolved(name, to) for to in _LATER.findall(text)):
            if entry.startswith("js/") and entry not in found:
                more = modules(entry)
                waiting += more.items()
                own = {name: more[name] for name in more if name not in first}
                found[entry] = (
                    f'import {{ define }} from "{_relative(_FIRST, entry)}";\n'
                    f"const need = {definitions(own, entry)}"
                    f'export const {{ {_exported(more[entry])} }} = need("{entry}");\n'
                )
    return found


def definitions(texts: dict[str, str], script: str) -> str:
    """Return the call that defines modules in a script."""
    return f"define({{\n{''.join(_defined(name, texts[name], script) for name in texts)}}});\n"


def _defined(name: str, text: str, script: str) -> str:
    def needed(match: re.Match[str]) -> str:
        names = match[1].removeprefix("* as ").replace(" as ", ": ")
        return f'const {names} = need("{_resolved(name, match[2])}");'

    inner = _ADDRESS.sub(
        lambda match: f'{match[1]}"{_relative(_resolved(name, match[2]), script)}"',
        _EXPORT.sub("", _IMPORT.sub(needed, text)),
    )
    return f'"{name}"() {{\n{inner}return {{ {_exported(text)} }};\n}},\n'


def _exported(text: str) -> str:
    return ", ".join(_EXPORT.findall(text) + [names.strip() for names in _PASSED_ON.findall(text)])


def _resolved(name: str, to: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), to))


def _relative(name: str, script: str) -> str:
    return f"./{posixpath.relpath(name, posixpath.dirname(script))}"


@cache
def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


# ---- sent: files of the page are kept in memory, and packed when they are first asked for --------

_LEAST_PACKED = 1_000  # bytes; less is one packet as it is


class _File:
    """What is sent of a file."""

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        self.media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.tag = f'W/"{blake2b(body, digest_size=12).hexdigest()}"'  # packed or not

    @cached_property
    def packed(self) -> bytes | None:
        return gzip.compress(self.body, 6, mtime=0) if len(self.body) >= _LEAST_PACKED else None


class PageFiles:
    """Serves the files of a folder as they were at the start, some with other contents."""

    def __init__(
        self, folder: Path, bundles: Mapping[str, str], *, foot: str | None = None
    ) -> None:
        paths = (path for path in folder.rglob("*") if path.is_file())
        bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        bodies |= {name: text.encode() for name, text in bundles.items()}
        if foot is not None:  # in place of the way to the interface for programs
            bodies["index.html"] = bodies["index.html"].replace(FOOT.encode(), foot.encode())
        self._files = {name: _File(name, body) for name, body in bodies.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request (ASGI)."""
        from starlette.requests import Request

        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        from starlette.exceptions import HTTPException
        from starlette.responses import Response

        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        file = self._files.get(request.scope["path"].removeprefix("/") or "index.html")
        if file is None:
            raise HTTPException(404)
        headers = {"Cache-Control": "no-cache", "ETag": file.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        content = file.body
        if "gzip" in request.headers.get("accept-encoding", "") and file.packed is not None:
            content = file.packed
            headers["Content-Encoding"] = "gzip"
        return Response(content, media_type=file.media_type, headers=headers)


def book_files(folder: Path, policy: str) -> ASGIApp:
    """Serve a book as Sphinx writes it, whose pages have scripts and styles in them."""
    from starlette.datastructures import MutableHeaders
    from starlette.staticfiles import StaticFiles

    files = StaticFiles(directory=folder)
    inline = re.sub(r"(script-src|style-src) 'self'", r"\g<0> 'unsafe-inline'", policy)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Content-Security-Policy"] = inline
            await send(message)

        await files(scope, receive, sending)

    return answer


# ---- in a notebook: a widget shows modules of the page, and the kernel answers what they ask -----

_LOADER = "js/widgets/loader.js"


@cache
def script(kind: str) -> str:
    """Return the one module that a notebook loads for a kind of widget, "game" or "graph"."""
    texts = modules("js/api.js") | modules(f"js/widgets/{kind}.js")
    loader = (STATIC / _LOADER).read_text(encoding="utf-8")
    load = f"() => {{\n{NEED}{definitions(texts, _LOADER)}return need;\n}}"
    return f"const load = {load};\nconst STYLE = {json.dumps(style())};\n{loader}"


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
