"""What a picture of a labelling shows: vertices, arcs and a legend, their styles and places.

The source (its section 3.2) writes U, D, E for P, D, N. It colours a vertex by its outcome and an
arc by the outcome of its *target*: who moves into a P-position wins, who moves into an
N-position hands the win over. Lines keep their style in every palette, so that colour is
never the only sign; the value in a vertex tells its outcome too.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from grundy.errors import GrundyError, UnknownNameError
from grundy.graphs.labelling import Labelling
from grundy.printable import counted
from grundy.values import LoopyValue, Outcome, Play, Value

Shape = Literal["ellipse", "rectangle", "circle", "triangle"]
Line = Literal["solid", "dashed", "dotted"]


@dataclass(frozen=True, slots=True)
class VertexStyle:
    """How a vertex looks; colours are #rrggbb."""

    shape: Shape
    fill: str
    outline: str = "#333333"


@dataclass(frozen=True, slots=True)
class ArcStyle:
    """How an arc looks."""

    color: str
    line: Line
    width: float


@dataclass(frozen=True, slots=True)
class Palette:
    """The look of the three outcomes: of vertices, and of the arcs into them."""

    vertices: Mapping[Outcome, VertexStyle]
    arcs: Mapping[Outcome, ArcStyle]


_ORDER = (Outcome.P, Outcome.D, Outcome.N)
_STROKES: tuple[tuple[Line, float], ...] = (("solid", 1.6), ("dashed", 1.2), ("dotted", 1.4))
_Three = tuple[str, str, str]


def _palette(fills: _Three, lines: _Three, shapes: Sequence[Shape] = ("ellipse",) * 3) -> Palette:
    arcs = [ArcStyle(color, *stroke) for color, stroke in zip(lines, _STROKES, strict=True)]
    return Palette(
        vertices=dict(zip(_ORDER, map(VertexStyle, shapes, fills), strict=True)),
        arcs=dict(zip(_ORDER, arcs, strict=True)),
    )


# Each triple is for P, D, N. Fills carry black text; lines are darker, to be seen on white.
PALETTES = {
    # Source, section 3.2: P red, D yellow, N green; arcs into P green, into N red.
    "source": _palette(("#f28b82", "#ffe168", "#8fd694"), ("#188038", "#a07000", "#c5221f")),
    # M. Okabe and K. Ito, "Color universal design", 2008.
    "safe": _palette(("#e69f00", "#f0e442", "#56b4e9"), ("#0072b2", "#000000", "#d55e00")),
    # Source: rectangle, circle and triangle for E, D, U.
    "bw": _palette(("#ffffff",) * 3, ("#000000",) * 3, ("triangle", "circle", "rectangle")),
}


_LONGEST_NAME = 24
_LONGEST_LINE = 12
_MEMBERS_SHOWN = 6

# Marks that turn the order of the text around them; they could make a name look like another.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(name: Hashable) -> str:
    r"""Return a name as text that every format can hold, whatever its length."""
    text = str(name)
    if text.isascii() and text.isprintable():
        return text
    spaced = "".join(" " if character.isspace() else character for character in text)
    return "".join(_allowed(character) for character in spaced)


def shown(name: Hashable, longest: int = _LONGEST_NAME) -> str:
    """Return a name for the picture: clean, and its middle left out when it is long."""
    # A name may be a megabyte long; only its ends are ever shown.
    text = str(name)
    if len(text) > 4 * longest:
        text = text[: 2 * longest] + text[-2 * longest :]
    text = clean(text)
    if len(text) > longest:
        tail = longest // 3 - 1
        text = f"{text[: longest - tail - 1]}…{text[-tail:]}"
    return text or '""'


def value_text(value: Value) -> str:
    """Return a value for the picture; a long K is cut."""
    if isinstance(value, LoopyValue) and len(value.finite) > _MEMBERS_SHOWN:
        first = sorted(value.finite)[: _MEMBERS_SHOWN - 1]
        return f"∞({','.join(map(str, first))},…)"
    return str(value)


def vertex_lines(name: Hashable, value: Value) -> tuple[str, ...]:
    """Return the lines in a vertex: ``name_value``, or two lines where one would mislead."""
    text, number = shown(name), value_text(value)
    if len(text) > _LONGEST_LINE or any(unicodedata.bidirectional(c) in ("R", "AL") for c in text):
        return text, number
    return (f"{text}_{number}",)


def identifiers(names: Sequence[Hashable]) -> list[str]:
    """Return each vertex an identifier of its own in a DOT file: its name where that works."""
    texts = [clean(name) for name in names]
    fitting = (text and "\\" not in text and len(text) < 1_000 for text in texts)
    if len(set(texts)) == len(texts) and all(fitting):
        return texts
    return [f"v{number}" for number in range(len(texts))]


def _allowed(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cc" or character in _TURNING:
        return ""
    if category == "Cs" or ord(character) & 0xFFFE == 0xFFFE:
        return "\ufffd"
    return character


Arcs = Literal["all", "winning"]

_VERTICES_DESCRIBED = 30
_HINT = 60

_BLANK = VertexStyle("ellipse", "#ffffff")
_PLAIN = ArcStyle("#333333", "solid", 1.2)

_PLAYS = {
    "normal": "Normal play: who cannot move loses.",
    "misere": "Misère play: who cannot move wins.",
}
_VERTEX_MEANINGS = {
    Outcome.P: "P: value 0, who has to move loses",
    Outcome.N: "N: value 1, 2, … or ∞(0,…), who has to move wins",
    Outcome.D: "D: value ∞ without 0, a draw",
}
_ARC_MEANINGS = {
    Outcome.P: "a winning move: into P",
    Outcome.N: "a move to avoid: into N",
    Outcome.D: "a move into a draw: into D",
}


@dataclass(frozen=True, slots=True)
class Vertex:
    """A vertex of the picture."""

    identifier: str
    name: str
    lines: tuple[str, ...]
    value: Value | None
    outcome: Outcome | None
    counter: int | None
    style: VertexStyle


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of the picture; parallel arcs are one, with their number."""

    source: int
    target: int
    count: int
    style: ArcStyle


@dataclass(frozen=True, slots=True)
class LegendRow:
    """One row of the legend: a vertex or an arc as a sample, or None, and what it means."""

    sample: VertexStyle | ArcStyle | None
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture without coordinates."""

    title: str
    description: str
    play: Play
    vertices: tuple[Vertex, ...]
    arcs: tuple[Arc, ...]
    legend: tuple[LegendRow, ...]


def build_scene(
    labelling: Labelling,
    *,
    color: bool = True,
    palette: str | None = None,
    legend: bool = True,
    arcs: Arcs = "all",
) -> Scene:
    """Describe the picture of a labelling."""
    if arcs not in ("all", "winning"):
        raise ValueError(f'arcs is "all" or "winning", not {arcs!r}.')
    chosen = "bw" if not color else palette or "source"
    if chosen not in PALETTES:
        raise UnknownNameError("palette", chosen, PALETTES)
    look = PALETTES[chosen]
    names = labelling.graph.names
    outcomes = [labelling.outcome_at(number) for number in range(len(names))]
    vertices = tuple(
        Vertex(
            identifier, shown(name, _HINT), vertex_lines(name, value), value, outcome,
            labelling.counter(name), look.vertices[outcome],
        )
        for (name, value), identifier, outcome in zip(
            labelling.items(), identifiers(names), outcomes, strict=True
        )
    )  # fmt: skip
    sources, targets = labelling.graph.arcs()
    counted = Counter(zip(sources.tolist(), targets.tolist(), strict=True))
    drawn = tuple(
        Arc(u, v, count, look.arcs[outcomes[v]])
        for (u, v), count in counted.items()
        if arcs == "all" or outcomes[v] is Outcome.P
    )
    entered = {outcomes[arc.target] for arc in drawn}
    return Scene(
        title=_title(labelling),
        description=_description(labelling, vertices),
        play=labelling.play,
        vertices=vertices,
        arcs=drawn,
        legend=_legend(labelling.play, look, set(outcomes), entered, arcs) if legend else (),
    )


def without_values(scene: Scene) -> Scene:
    """Return the scene as an exercise: nothing in it tells a value or who wins."""
    task = f"{_PLAYS[scene.play]} Find the value of each vertex."
    vertices = tuple(
        replace(vertex, lines=(shown(vertex.name),), value=None, outcome=None, counter=None,
                style=_BLANK)
        for vertex in scene.vertices
    )  # fmt: skip
    return replace(
        scene,
        title=scene.title.replace("Labelled digraph", "Digraph"),
        description=task,
        vertices=vertices,
        arcs=tuple(replace(arc, style=_PLAIN) for arc in scene.arcs),
        legend=(LegendRow(None, task),) if scene.legend else (),
    )


def _legend(
    play: Play, look: Palette, present: set[Outcome], entered: set[Outcome], drawn: Arcs
) -> tuple[LegendRow, ...]:
    order = (Outcome.P, Outcome.N, Outcome.D)
    sentence = f"{_PLAYS[play]} A vertex shows name_value."
    if drawn == "winning":
        sentence += " Of the moves only those that win are drawn."
    vertices = [LegendRow(look.vertices[o], _VERTEX_MEANINGS[o]) for o in order if o in present]
    arcs = [LegendRow(look.arcs[o], _ARC_MEANINGS[o]) for o in order if o in entered]
    return LegendRow(None, sentence), *vertices, *arcs


def _title(labelling: Labelling) -> str:
    vertices = counted(len(labelling), "vertex", "vertices")
    play = "normal" if labelling.play == "normal" else "misère"
    return f"Labelled digraph: {vertices}, {counted(labelling.graph.arc_count, 'arc')}, {play} play"


def _description(labelling: Labelling, vertices: tuple[Vertex, ...]) -> str:
    counts = Counter(vertex.outcome for vertex in vertices)
    by_outcome = ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome)
    text = f"{_PLAYS[labelling.play]} Positions by outcome: {by_outcome}."
    if len(vertices) <= _VERTICES_DESCRIBED:
        listed = (
            f"{vertex.name} has value {vertex.value}, outcome {vertex.outcome}"
            for vertex in vertices
        )
        text = " ".join([text, *(f"{sentence}." for sentence in listed)])
    return text


# Text of the game, or a tuple's own.
_PAIR = re.compile(r"\(?\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)?")
_APART, _LETTER, _HIGH = 55.0, 9.0, 75.0


def fits(names: list[str]) -> bool:
    """Whether every name is two numbers."""
    return all(map(_PAIR.fullmatch, names))


def places(scene: Scene) -> list[tuple[float, float]]:
    """Place each vertex in its row and column, row 0 at the top; places in points."""
    letters = max((len(line) for vertex in scene.vertices for line in vertex.lines), default=1)
    wide = _APART + _LETTER * letters
    points = []
    for vertex in scene.vertices:
        pair = _PAIR.fullmatch(vertex.name)
        if pair is None:
            raise GrundyError(
                f"The layout grid needs vertices named by two numbers, such as 8,12, not "
                f'"{vertex.name}"; choose another layout.'
            )
        row, column = int(pair[1]), int(pair[2])
        points.append((wide * column, -_HIGH * row))
    return points
