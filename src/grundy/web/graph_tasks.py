"""Digraphs for the page: labels with their reasons, sums of tokens, steps, files."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Literal, cast

from grundy.answers.graphs import arc_pairs
from grundy.errors import GraphFormatError
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.columns import OUTCOMES
from grundy.graphs.io.source import FORMATS, Source, find_format, read_source
from grundy.graphs.kernels.wide import PREVIOUS
from grundy.graphs.labelling import best_of
from grundy.graphs.labelling import label as solve
from grundy.graphs.random import MODELS, Model, check_parameters, draw_graph, generator
from grundy.graphs.trace import LabelStep, Moment, TableStep, algorithm_text, moments, trace
from grundy.nimbers import mex
from grundy.values import LoopyValue, Play, Value
from grundy.web.records import UNSET, Answer, Letter, ListAll, Read, Request, Unset


class ValueAnswer(Answer, kw_only=True):
    """A value: a number, or null and the set K of ∞(K)."""

    value: int | None
    infinite: list[int] | Unset = UNSET


class VertexAnswer(ValueAnswer, kw_only=True):
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


class Labelled(Answer):
    """A labelled digraph."""

    play: str
    vertices: list[VertexAnswer]


class Drawn(Read):
    """A random digraph: names, arcs as pairs of vertex numbers, and the seed that draws it."""

    seed: int


class Models(Answer):
    """The models of random digraphs."""

    models: list[Model]


class TokenMove(Answer):
    """A move: which token, and the number of the vertex it goes to."""

    token: int
    to: int


class Sum(Answer, kw_only=True):
    """Tokens added: each value and that of the sum (normal play), who wins, and how."""

    play: str
    outcome: Letter
    values: list[ValueAnswer] | Unset = UNSET
    sum: ValueAnswer | Unset = UNSET
    winning: list[TokenMove]
    best: TokenMove | None
    explanation: str


class TableSteps(Answer):
    """Algorithm 1: the table after each vertex taken from the queue; its text, line by line."""

    steps: list[TableStep]
    text: list[str]
    moments: list[Moment]
    algorithm: Literal[1] = 1


class LabelSteps(Answer):
    """Algorithm 2: each labelling; its text, line by line."""

    steps: list[LabelStep]
    text: list[str]
    moments: list[Moment]
    algorithm: Literal[2] = 2


def value_answer(value: Value) -> ValueAnswer:
    """Return a value as the page takes it."""
    if isinstance(value, LoopyValue):
        return ValueAnswer(value=None, infinite=sorted(value.finite))
    return ValueAnswer(value=value)


MOST_VERTICES = 2_000
MOST_ARCS = 20_000

_INFINITE = -1

Name = Annotated[str, ("maxLength", 200)]
Number = Annotated[int, ("minimum", 0), ("maximum", MOST_VERTICES - 1)]


class Graph(Request):
    """A digraph: the names of its vertices, and its arcs as pairs of vertex numbers from 0."""

    vertices: Annotated[list[Name], ("maxItems", MOST_VERTICES)]
    arcs: Annotated[list[tuple[Number, Number]], ("maxItems", MOST_ARCS)]


class LabelGraph(Request):
    """A digraph to be labelled."""

    graph: Graph
    play: Play = "normal"


class ReadGraph(Request):
    """The contents of a file: text, or any bytes in base 64; its name says the format."""

    name: Annotated[str, ("maxLength", 200)]
    text: str = ""
    base64: str = ""
    format: Annotated[str, ("maxLength", 20)] = ""


class AddTokens(Request):
    """Tokens on the vertices of a digraph, by number; two may stand on one vertex."""

    graph: Graph
    tokens: Annotated[list[Number], ("minItems", 1), ("maxItems", 20)]
    play: Play = "normal"


class RandomGraph(Request):
    """A random digraph by one of the models; each model takes one parameter.

    The same seed draws the same graph; without one there is another graph each time, and the
    answer tells the seed.
    """

    n: Annotated[int, ("minimum", 0), ("maximum", MOST_VERTICES)]
    model: Annotated[str, ("maxLength", 40)] = "gnp-dag"
    arc_probability: float | None = None
    mean_out_degree: float | None = None
    pairs: Annotated[int, ("minimum", 0)] | None = None
    seed: Annotated[int, ("minimum", 0), ("maximum", 2**32 - 1)] | None = None


def label(request: LabelGraph) -> Labelled:
    """Label a digraph.

    Each vertex has its value (null for ∞), K for ∞, outcome, counter, remoteness, the numbers
    of its followers and of its winning moves, and the mex of its followers' values.
    """
    labelling = solve(_graph(request.graph), play=request.play)
    # Lists, not arrays: one vertex at a time they are several times as fast.
    values, counters = labelling.value_array.tolist(), labelling.counter_array.tolist()
    outcomes, remoteness = labelling.outcome_array.tolist(), labelling.remoteness_array.tolist()
    vertices = []
    for number, all_followers in enumerate(labelling.graph.forward.rows()):
        row = sorted(set(all_followers))
        seen = {values[follower] for follower in row} - {_INFINITE}
        value = values[number]
        vertices.append(
            VertexAnswer(
                value=None if value == _INFINITE else value,
                infinite=sorted(seen) if value == _INFINITE else UNSET,
                outcome=OUTCOMES[outcomes[number]],
                counter=None if counters[number] < 0 else counters[number],
                remoteness=None if remoteness[number] < 0 else remoteness[number],
                followers=row,
                winning=[follower for follower in row if outcomes[follower] == PREVIOUS],
                best=best_of(row, number, outcomes, remoteness),
                # misère play: at the end as if there were one move more, to a loss
                mex=1 if request.play == "misere" and not row else mex(seen),
            )
        )
    return Labelled(request.play, vertices)


def read(request: ReadGraph) -> Read:
    """Read a digraph from the contents of a file in a format of `grundy label`.

    Nothing is opened: the name only says the format.
    """
    name = request.name or "graph.csv"
    entry = find_format(name, request.format or None, tuple(FORMATS))
    try:
        data = base64.b64decode(request.base64, validate=True) or request.text.encode()
    except (binascii.Error, ValueError):
        raise GraphFormatError("the bytes are not in base 64.", file=name) from None
    graph = read_source(Source(name, data), entry)
    require_small(graph.vertex_count, graph.arc_count)
    return Read([str(name) for name in graph.names], arc_pairs(graph))


def add(request: AddTokens) -> Sum:
    """Add the tokens: the value of each, the value of the sum, who wins, and how."""
    from grundy.games.position import Move, Part, Position
    from grundy.games.tokens import Token

    game = Token(_graph(request.graph))
    names = game.graph.names
    if any(token >= len(names) for token in request.tokens):
        raise GraphFormatError("A token stands on a vertex that is not there.")
    position = Position(tuple(Part(game, names[token]) for token in request.tokens))
    number = {name: place for place, name in enumerate(names)}

    def token_move(move: Move) -> TokenMove:
        return TokenMove(move.part, number[move.option.parts[move.part].state])

    best = position.best_move(request.play)
    answer = Sum(
        play=request.play,
        outcome=str(position.outcome(request.play)),
        winning=[token_move(move) for move in position.winning_moves(request.play)],
        best=None if best is None else token_move(best),
        explanation=str(position.explain(request.play)),
    )
    if request.play == "normal":
        answer.values = [value_answer(value) for value in position.values()]
        answer.sum = value_answer(position.value())
    return answer


def steps(request: LabelGraph) -> TableSteps | LabelSteps:
    """Return the steps of Algorithm 1, or of Algorithm 2 where there is a cycle.

    A step of the first has the vertex taken and the table's rows; one of the second the
    vertex, its label (null for ∞), its counter and the reason. The moments are finer: each is
    a line of the text that is carried out.
    """
    graph, misere = _graph(request.graph), request.play == "misere"
    trace_steps = trace(graph, misere=misere)
    text = list(algorithm_text(graph, misere=misere))
    lines = moments(graph, misere=misere)
    if trace_steps and isinstance(trace_steps[0], LabelStep):
        return LabelSteps(trace_steps, text, lines)
    return TableSteps(cast("list[TableStep]", trace_steps), text, lines)


def models(request: ListAll) -> Models:
    """Tell the models of random digraphs, and which parameters each takes."""
    return Models(list(MODELS.values()))


def draw_random(request: RandomGraph) -> Drawn:
    """Draw a random digraph, whose vertices are named v0, v1 and so on.

    It is refused before it is drawn when it would be too large for the page.
    """
    import secrets

    seed = secrets.randbelow(1 << 32) if request.seed is None else request.seed
    recipe = check_parameters(
        request.n,
        request.model,
        arc_probability=request.arc_probability,
        mean_out_degree=request.mean_out_degree,
        pairs=request.pairs,
    )
    require_small(recipe.vertex_count, int(recipe.expected_arcs))
    graph = draw_graph(recipe, generator(seed))
    require_small(graph.vertex_count, graph.arc_count)
    return Drawn([f"v{number}" for number in range(graph.vertex_count)], arc_pairs(graph), seed)


def _graph(graph: Graph) -> GameGraph:
    count = len(graph.vertices)
    sources = [source for source, _ in graph.arcs]
    targets = [target for _, target in graph.arcs]
    return GameGraph.from_arrays(sources, targets, vertex_count=count, names=graph.vertices)


def require_small(vertices: int, arcs: int) -> None:
    """Refuse a graph that is too large for the page."""
    if vertices > MOST_VERTICES or arcs > MOST_ARCS:
        raise GraphFormatError(
            f"A graph may have {MOST_VERTICES:,} vertices and {MOST_ARCS:,} arcs at most here; "
            f"this one has {vertices:,} and {arcs:,}. Use grundy label for larger ones."
        )
