"""Answers about digraphs for the page; the OpenAPI description is made from these types."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from grundy.values import LoopyValue, Value

Letter = Annotated[str, Meta(pattern="^[PND]$")]
"""An outcome: P, N or D."""


class ListAll(Struct, forbid_unknown_fields=True):
    """All that there is; there is nothing to choose."""


class ValueAnswer(Struct, kw_only=True, gc=False):
    """A value: a number, or null and the set K of ∞(K)."""

    value: int | None
    infinite: list[int] | UnsetType = UNSET


class VertexAnswer(ValueAnswer, gc=False):
    """A labelled vertex: its value and what follows from it; vertices by number from 0.

    The mex is that of the followers' values; counter and remoteness are null for a draw.
    """

    outcome: Letter
    counter: int | None
    remoteness: int | None
    followers: list[int]
    winning: list[int]
    best: int | None
    mex: int


class Labelled(Struct):
    """A labelled digraph."""

    play: str
    vertices: list[VertexAnswer]


class Read(Struct):
    """A digraph that was read: names, and arcs as pairs of vertex numbers."""

    vertices: list[str]
    arcs: list[tuple[int, int]]


class Drawn(Read):
    """A random digraph: names, arcs as pairs of vertex numbers, and the seed that draws it."""

    seed: int


class ModelAnswer(Struct):
    """A model of random digraphs: one of its parameters has to be given."""

    name: str
    acyclic: bool
    parameters: list[str]
    meaning: str


class Models(Struct):
    """The models of random digraphs."""

    models: list[ModelAnswer]


class TokenMove(Struct):
    """A move: which token, and the number of the vertex it goes to."""

    token: int
    to: int


class Sum(Struct, kw_only=True):
    """Tokens added: each value and that of the sum (normal play), who wins, and how."""

    play: str
    outcome: Letter
    values: list[ValueAnswer] | UnsetType = UNSET
    sum: ValueAnswer | UnsetType = UNSET
    winning: list[TokenMove]
    best: TokenMove | None
    explanation: str


class TableRow(Struct):
    """A vertex in Algorithm 1's table: what is left of its followers, the labels seen."""

    remaining: list[int]
    predecessors: list[int]
    labels: list[int]
    label: int | None


class TableStepAnswer(Struct):
    """One table; taken is null for the first, when only the sinks have a label."""

    taken: int | None
    rows: list[TableRow]


class MomentAnswer(Struct):
    """A line of the algorithm that has been carried out, and what it changed.

    The line is counted from 0. Of Algorithm 1 there are the vertex that was taken last, the
    queue, and the rows that are others now; of Algorithm 2 the level, and a label null for ∞.
    """

    line: int
    vertex: int | None
    said: str
    labelled: bool
    label: int | None
    counter: int | None
    whole: bool
    taken: int | None
    queue: list[int]
    rows: list[tuple[int, TableRow]]
    level: int | None


class TableSteps(Struct, tag_field="algorithm", tag=1):
    """Algorithm 1: the table after each vertex taken from the queue; its text, line by line."""

    steps: list[TableStepAnswer]
    text: list[str]
    moments: list[MomentAnswer]


class LabelStepAnswer(Struct):
    """One labelling of Algorithm 2: null for ∞."""

    vertex: int
    label: int | None
    counter: int | None
    reason: str


class LabelSteps(Struct, tag_field="algorithm", tag=2):
    """Algorithm 2: each labelling; its text, line by line."""

    steps: list[LabelStepAnswer]
    text: list[str]
    moments: list[MomentAnswer]


def value_answer(value: Value) -> ValueAnswer:
    """Return a value as the page takes it."""
    if isinstance(value, LoopyValue):
        return ValueAnswer(value=None, infinite=sorted(value.finite))
    return ValueAnswer(value=value)
