"""Read the graph that labels in JSON hold."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from typing import Any

import numpy as np

from grundy.graphs.graph import GameGraph
from grundy.graphs.io.source import Source, require_different, tidy

VERSION = 1
"""The version of the format; a reader refuses a later one."""

_BLANK = re.compile(r"[ \t\r\n,:]*")


def read_json_graph(source: Source) -> GameGraph:
    """Read the graph in JSON that `write_labelling` made."""
    content = parse_json(source)
    return graph_of_json(source, content, names_of_json(source, content["vertices"]))


def parse_json(source: Source) -> dict[str, Any]:
    """Parse JSON with the two lists that a graph needs."""
    text = source.text()
    try:
        content = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise source.error(f"this is no JSON: {tidy(error.msg).lower()}.", error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise source.error(f"this is no JSON that can be read: {tidy(error)}.") from None
    if not isinstance(content, dict):
        raise source.error('a graph in JSON is {"vertices": […], "arcs": […]}.')
    for key in ("vertices", "arcs"):
        if not isinstance(content.get(key), list):
            raise source.error(f'a graph in JSON has a list "{key}", which is missing here.')
    version = content.get("format", VERSION)
    if version != VERSION:
        raise source.error(
            f"the file has format {tidy(version)} and this program reads format {VERSION}; "
            "use a later version."
        )
    return content


def json_text(name: Hashable) -> str:
    """Write a name as JSON: an integer, or text for all else."""
    if isinstance(name, int) and not isinstance(name, bool):
        return str(int(name))
    return json.dumps(str(name), ensure_ascii=False)


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON number")


def names_of_json(source: Source, vertices: list[Any]) -> list[Hashable]:
    """Return the vertices' names, text and integers, all different."""
    names: list[Hashable] = []
    for number, entry in enumerate(vertices, 1):
        name = entry.get("vertex") if isinstance(entry, dict) else None
        if not isinstance(name, (str, int)) or isinstance(name, bool):
            raise source.error(
                f'vertex {number}: write {{"vertex": name}} with text or an integer for the name.',
                _line(source, "vertices", number - 1),
            )
        names.append(name)
    # 1 and "1" are different names in JSON.
    require_different([json_text(name) for name in names])
    return names


def graph_of_json(source: Source, content: dict[str, Any], names: list[Hashable]) -> GameGraph:
    """Make the graph of parsed JSON, whose vertices have these names."""
    place = {name: number for number, name in enumerate(names)}
    ends = np.empty((len(content["arcs"]), 2), np.int32)
    for number, arc in enumerate(content["arcs"]):
        if not isinstance(arc, list) or len(arc) != 2:
            raise source.error(
                f"arc {number + 1}: an arc needs two ends, found {tidy(arc)}.",
                _line(source, "arcs", number),
            )
        try:
            ends[number] = place[arc[0]], place[arc[1]]
        except (KeyError, TypeError):
            raise source.error(
                f"arc {number + 1}: an end of {tidy(arc)} is not among the vertices.",
                _line(source, "arcs", number),
            ) from None
    own = None if names == list(range(len(names))) else names
    return GameGraph.from_arrays(ends[:, 0], ends[:, 1], vertex_count=len(names), names=own)


def _line(source: Source, key: str, number: int) -> int:
    """Find the line on which an item of a top-level list starts; read a second time for that."""
    text, decode = source.text(), json.JSONDecoder().raw_decode
    lists = {}
    place = _after_blanks(text, text.index("{") + 1)
    while text[place] != "}":
        name, place = decode(text, place)
        lists[name] = place = _after_blanks(text, place)
        _, place = decode(text, place)
        place = _after_blanks(text, place)
    place = _after_blanks(text, lists[key] + 1)
    for _ in range(number):
        place = _after_blanks(text, decode(text, place)[1])
    return text.count("\n", 0, place) + 1


def _after_blanks(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return found.end() if found else place
