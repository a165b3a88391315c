"""Games on undirected graphs: their rules, their text, and what is proved about them."""

from functools import cache
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import catalogue
from grundy.cli.game import read_position
from grundy.errors import GraphFormatError, PositionError
from grundy.graphs.io.source import read_undirected
from grundy.named.entry import GRAPHS
from grundy.named.families import SHAPES
from grundy.named.games.hackenbush import Hackenbush, Picture
from grundy.named.shapes import parse_graph
from grundy.named.undirected import Graph
from grundy.nimbers import mex

KEYS = [entry.game for entry in catalogue.families()[GRAPHS]]
DELETIONS = ["grim", "node-kayles", "arc-kayles"]


@st.composite
def graphs(draw, most=7):
    """Return a graph of up to *most* vertices, its names drawn too."""
    count = draw(st.integers(0, most))
    names = draw(
        st.lists(st.text(min_size=1, max_size=3), min_size=count, max_size=count, unique=True)
    )
    pairs = list(combinations(names, 2))
    graph = nx.Graph()
    graph.add_nodes_from(names)
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else [])
    return graph


def plain_options(key, graph):
    """Return the options by the words of the rule, with networkx."""
    if key == "grim":
        gone = [{v} for v in graph if graph.degree(v)]
    elif key == "node-kayles":
        gone = [{v, *graph[v]} for v in graph]
    else:
        gone = [set(edge) for edge in graph.edges()]
    return [graph.subgraph(set(graph) - some) for some in gone]


def plain_value(key, graph, known):
    here = frozenset(graph)
    if here not in known:
        known[here] = mex(plain_value(key, option, known) for option in plain_options(key, graph))
    return known[here]


@pytest.mark.parametrize("key", DELETIONS)
@settings(max_examples=40)
@given(graph=graphs(6))
def test_deletion_games_follow_the_words_of_their_rules(key, graph):
    position = catalogue.read(key)[graph]
    assert position.value() == plain_value(key, graph, {})
    assert len(list(position.moves())) == len(plain_options(key, graph))


@settings(max_examples=30)
@given(graph=graphs(7).filter(len), data=st.data())
def test_geography_is_decided_by_matchings(graph, data):
    """The first player wins exactly when every maximum matching covers the start (Fraenkel)."""
    start = data.draw(st.sampled_from(sorted(graph)))
    without = graph.subgraph(set(graph) - {start})
    covers = len(nx.max_weight_matching(without)) < len(nx.max_weight_matching(graph))
    assert (catalogue["geography"][graph, start].value() != 0) == covers


class PlainHackenbush(Hackenbush):
    formula = None


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8))
def test_fusion_and_colon_give_the_values_of_hackenbush(edges):
    """The closed form is the value that the search finds, loops and parallel edges included."""
    picture = Picture.of([(str(a), str(b)) for a, b in edges], "0")
    assert Hackenbush().value(picture) == PlainHackenbush().value(picture)


def networkx_of(graph):
    found = nx.Graph()
    found.add_nodes_from(graph.names)
    found.add_edges_from((graph.names[a], graph.names[b]) for a, b in graph.edges())
    return found


@pytest.mark.parametrize("shape", [shape.example for shape in SHAPES.values()])
def test_each_shape_has_the_size_that_it_says(shape):
    name, _, numbers = shape.partition(":")
    given_numbers = [int(n) for n in numbers.replace("x", ",").split(",") if n]
    built = parse_graph(shape).graph
    assert len(built.names) == SHAPES[name].size(*(given_numbers or SHAPES[name].alone))[0]


@pytest.mark.parametrize(("shape", "graph"), [
    ("petersen", nx.petersen_graph()), ("cube:3", nx.hypercube_graph(3)),
    ("wheel:5", nx.wheel_graph(6)), ("grid:3x4", nx.grid_2d_graph(3, 4)),
    ("tree:2,3", nx.balanced_tree(2, 3)),
    ("tree:0,0,1,1", nx.Graph([(0, 1), (0, 2), (1, 3), (1, 4)])),
    ("petersen:5,2", nx.petersen_graph()), ("petersen:4,1", nx.hypercube_graph(3)),
    ("petersen:7,3", nx.Graph([
        *((n, (n + 1) % 7) for n in range(7)), *((n, n + 7) for n in range(7)),
        *((n + 7, (n + 3) % 7 + 7) for n in range(7)),
    ])),
    ("rook:3x4", nx.line_graph(nx.complete_bipartite_graph(3, 4))),
    ("queens:2", nx.complete_graph(4)),
    ("complete-bipartite:2,3", nx.complete_bipartite_graph(2, 3)),
])  # fmt: skip
def test_shapes_are_those_of_networkx(shape, graph):
    assert nx.is_isomorphic(networkx_of(parse_graph(shape).graph), graph)


_STEPS = {
    "rook": [(1, 0), (0, 1)], "bishop": [(1, 1), (1, -1)],
    "queens": [(1, 0), (0, 1), (1, 1), (1, -1)], "king": [(1, 0), (0, 1), (1, 1), (1, -1)],
    "knight": [(1, 2), (2, 1), (1, -2), (2, -1)],
}  # fmt: skip


@pytest.mark.parametrize("piece", _STEPS)
def test_boards_of_chessmen_join_the_cells_that_are_a_move_apart(piece):
    """A long-range piece goes on along its line; the others make one step. One side is a square."""
    rows, columns = 3, 5
    cells = [(x, y) for x in range(columns) for y in range(rows)]
    found = nx.Graph()
    found.add_nodes_from(f"{'abcde'[x]}{y + 1}" for x, y in cells)
    for x, y in cells:
        for across, down in _STEPS[piece]:
            for times in range(1, 2 if piece in ("king", "knight") else 9):
                to = x + times * across, y + times * down
                if to in cells:
                    found.add_edge(f"{'abcde'[x]}{y + 1}", f"{'abcde'[to[0]]}{to[1] + 1}")
    drawn = networkx_of(parse_graph(f"{piece}:3x5").graph)
    assert {frozenset(edge) for edge in drawn.edges} == {frozenset(edge) for edge in found.edges}
    assert set(drawn) == set(found)
    assert parse_graph(f"{piece}:4").graph == parse_graph(f"{piece}:4x4").graph


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("given_graph", "said"), [
    (nx.DiGraph([(1, 2)]), "directed"), ([("a", "b", "c")], "An edge is a pair"),
    (7, "no undirected graph"), ([(1, "1")], "Two vertices"), ([("a", [])], "hashable"),
    ([("a", "")], "empty name"),
])  # fmt: skip
def test_what_is_no_undirected_graph_is_refused(key, given_graph, said):
    with pytest.raises(PositionError, match=said):
        catalogue.read(key)[given_graph]


FILES = {
    "house.csv": "a,b\nb,c\nd,d d\n",
    "house.adj": "a b\nb c\n",
    "house.dot": 'graph { a -- b -- c; "d-d" }',
    "house.gml": 'graph [ node [ id 1 label "a" ] node [ id 2 label "b" ] '
    "edge [ source 1 target 2 ] ]",
    "house.graphml": "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/>"
    "<edge source='a' target='b'/></graph></graphml>",
}


@pytest.mark.parametrize("name", FILES)
def test_a_graph_file_is_a_position_on_the_command_line(name, tmp_path):
    (tmp_path / name).write_text(FILES[name])
    names, edges = read_undirected(tmp_path / name)
    position = read_position(["grim", str(tmp_path / name), "path:9"])
    assert position == catalogue["grim"][Graph.of(edges, names)] + catalogue["grim"]["path:9"]
    assert str(read_position(["geography", f"{tmp_path / name}@b"])).endswith("@b")


@pytest.mark.parametrize(("name", "text", "said"), [
    ("game.dot", "digraph { a -> b }", "write graph for digraph"),
    ("game.gml", "graph [ directed 1 node [ id 1 ] ]", "leave directed 1 out"),
    ("game.graphml", "<graphml><graph edgedefault='directed'/></graphml>", "undirected"),
    ("game.npz", "", "the ending says no format"), ("game.csv", "a\n", "line 1"),
])  # fmt: skip
def test_a_file_that_is_no_undirected_graph_is_refused(name, text, said, tmp_path):
    (tmp_path / name).write_text(text)
    with pytest.raises(GraphFormatError, match=f"{name}.*{said}"):
        read_position(["grim", str(tmp_path / name)])


CODES = ["0.33", "0.03", "0.07", "0.77", "0.137", "0.5", "0.064"]


def value_by_definition(code, graph):
    """Delete r connected vertices where bit 0, 1 or 2 of digit r allows the rest of theirs."""
    digits = [int(digit) for digit in code.partition(".")[2]]

    @cache
    def value(vertices):
        found = set()
        for taken, digit in enumerate(digits, 1):
            for gone in combinations(sorted(vertices), taken):
                if not nx.is_connected(graph.subgraph(gone)):
                    continue
                here = nx.node_connected_component(graph.subgraph(vertices), gone[0])
                rest = graph.subgraph(here - set(gone))
                parts = min(nx.number_connected_components(rest), 2)
                if digit >> parts & 1:
                    found.add(value(vertices - set(gone)))
        return grundy.mex(found)

    return value(frozenset(graph))


@pytest.mark.parametrize("code", CODES)
def test_values_are_those_of_the_definition(code):
    game = grundy.catalogue["graph-octal"](code)
    for graph in nx.graph_atlas_g()[1:53]:
        assert game[graph].value() == value_by_definition(code, graph), sorted(graph.edges)


@pytest.mark.parametrize("code", ["0.[3]", "4.7", "hex:0.F"])
def test_codes_that_say_nothing_on_a_graph_are_refused(code):
    """Digits without end, splits without taking, more than two heaps."""
    with pytest.raises(grundy.GrundyError, match="needs a code of some digits 0 to 7"):
        grundy.catalogue["graph-octal"](code)


Strings = frozenset[tuple[int, int]]
_MOST = 4  # no value of so few strings is greater


def random_graph(draw: Random) -> Strings:
    """Return a graph of five coins at most and their strings, some of them to the ground."""
    coins = draw.randint(1, 5)
    pairs = [(a, b) for a in range(coins) for b in range(a)]
    strings = {pair for pair in pairs if draw.random() < 0.5}
    ends = 10
    for coin in range(coins):
        have = sum(coin in pair for pair in strings)
        for _ in range(max(2 - have, draw.choice((0, 0, 1)))):
            strings.add((coin, ends))
            ends += 1
    return frozenset(strings)


@cache
def wins(strings: Strings, heap: int) -> bool:
    """Return whether who moves wins these strings beside a heap of Nim, where nobody has to cut."""
    if any(not wins(strings, smaller) for smaller in range(heap)):
        return True
    for string in strings:
        left = strings - {string}
        freed = any(end < 10 and not any(end in other for other in left) for end in string)
        if wins(left, heap) if freed else not wins(left, heap):
            return True
    return False


def graph_of(strings: Strings) -> list[tuple[str, str]]:
    return [(f"v{a}", f"v{b}") for a, b in sorted(strings)]


@pytest.mark.parametrize("seed", range(40))
def test_a_value_is_the_heap_beside_which_it_is_lost(seed: int) -> None:
    strings = random_graph(Random(seed))
    if len(strings) > 9:
        return
    lost = [heap for heap in range(_MOST + 1) if not wins(strings, heap)]
    assert lost == [catalogue["nimstring"][graph_of(strings)].value()]


def test_dots_and_boxes_has_a_line_for_each_string() -> None:
    """An empty board of 2 × 3 boxes has 17 lines, and every first move is there."""
    assert len(list(catalogue["nimstring"].read("boxes:2x3").moves())) == 17
