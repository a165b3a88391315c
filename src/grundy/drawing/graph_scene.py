"""What a picture of a labelling shows: vertices, arcs and a legend, and no drawing library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Literal

from grundy.drawing.names import identifiers, shown, vertex_lines
from grundy.drawing.styles import PALETTES, ArcStyle, Palette, VertexStyle
from grundy.errors import UnknownNameError
from grundy.graphs.labelling import Labelling
from grundy.values import Outcome, Play, Value

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
    look = _palette("bw" if not color else palette or "source")
    names = labelling.graph.names
    outcomes = [labelling.outcome_at(number) for number in range(len(names))]
    vertices = tuple(
        _vertex(labelling, number, name, identifier, outcome, look.vertices[outcome])
        for number, (name, identifier, outcome) in enumerate(
            zip(names, identifiers(names), outcomes, strict=True)
        )
    )
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


def _palette(name: str) -> Palette:
    if name not in PALETTES:
        raise UnknownNameError("palette", name, PALETTES)
    return PALETTES[name]


def _legend(
    play: Play, look: Palette, present: set[Outcome], entered: set[Outcome], drawn: Arcs
) -> tuple[LegendRow, ...]:
    order = (Outcome.P, Outcome.N, Outcome.D)
    told = f"{_PLAYS[play]} A vertex shows name_value."
    if drawn == "winning":
        told += " Of the moves only those that win are drawn."
    heading = LegendRow(None, told)
    vertices = [LegendRow(look.vertices[o], _VERTEX_MEANINGS[o]) for o in order if o in present]
    arcs = [LegendRow(look.arcs[o], _ARC_MEANINGS[o]) for o in order if o in entered]
    return heading, *vertices, *arcs


def _vertex(
    labelling: Labelling,
    number: int,
    name: Hashable,
    identifier: str,
    outcome: Outcome,
    style: VertexStyle,
) -> Vertex:
    value = labelling.value_at(number)
    lines = vertex_lines(name, value)
    return Vertex(
        identifier, shown(name, _HINT), lines, value, outcome, labelling.counter(name), style
    )


def _title(labelling: Labelling) -> str:
    vertices, arcs = len(labelling), labelling.graph.arc_count
    play = "normal" if labelling.play == "normal" else "misère"
    return (
        f"Labelled digraph: {vertices} {'vertex' if vertices == 1 else 'vertices'}, "
        f"{arcs} arc{'' if arcs == 1 else 's'}, {play} play"
    )


def _description(labelling: Labelling, vertices: tuple[Vertex, ...]) -> str:
    counts = Counter(vertex.outcome for vertex in vertices)
    told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome)
    text = f"{_PLAYS[labelling.play]} Positions by outcome: {told}."
    if len(vertices) <= _VERTICES_DESCRIBED:
        listed = (
            f"{vertex.name} has value {vertex.value}, outcome {vertex.outcome}"
            for vertex in vertices
        )
        text = " ".join([text, *(f"{sentence}." for sentence in listed)])
    return text
