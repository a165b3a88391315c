"""The contract of every way to a value, on every named game that offers it."""

import tempfile
from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

import grundy
from grundy.games.multiples import ByParity
from grundy.games.position import Position
from grundy.games.rulebook import Valuer
from grundy.games.values.one_value import Search
from grundy.games.values.solver import Solver
from grundy.games.winning_end import Ended
from grundy.graphs.engines import endless, find_cycle
from grundy.graphs.labelling import label
from grundy.heaps.heap_values import HeapValuer
from grundy.values import LoopyValue, Value
from named_games import KEYS, ruleset, small

LOOPS = [("a", "b"), ("a", "t"), ("b", "c"), ("b", "a"), ("c", "b"), ("d", "a"), ("d", "d")]


@grundy.game(compiled=True)
def countdown(number):
    """One, two or three less."""
    for taken in range(1, min(number, 3) + 1):
        yield number - taken


OTHERS = {  # games whose way no named game has
    "five coins": lambda: grundy.Coins(most=5)[1, 3, 5],
    "moore(1)": lambda: grundy.catalogue["moore"](1)[1, 2, 3],
    "a token": lambda: grundy.token(LOOPS)["d"],
    "a compiled rule": lambda: countdown[9],
    "a table": lambda: table("cram", "2x3"),
    "a table with cycles": lambda: table("northcott", "1,3 rows:4"),
}


def table(game, start):
    """Return the state that bounds a table, answered by it; the files stay mapped."""
    with tempfile.TemporaryDirectory() as folder:
        return grundy.tabulate(grundy.catalogue[game], start, path=folder).position(start)


@cache
def other(key):
    return OTHERS[key]()


@dataclass(frozen=True)
class Plain:
    """What the plain definition says of some positions, by their options alone."""

    values: dict[Position, Value]
    endless: dict[Position, bool]
    cyclic: bool

    def states(self):
        """Yield the positions that are one state, as it is."""
        return (position.parts[0].state for position in self.values if position.part_count == 1)

    def value(self, rules, option):
        return self.values[rules.as_position(option)]

    def moves_to(self, rules, state, wanted):
        """Return the moves of a state to a value."""
        return Counter(move for move in rules.moves(state) if self.value(rules, move[1]) == wanted)


def rules_of(key):
    return other(key).parts[0].ruleset if key in OTHERS else ruleset(key)


@cache
def known(key):
    """Return what small states of a game reach, each by itself."""
    roots = [other(key)] if key in OTHERS else [some.positions[0] for some in small(key)]
    return [plain(part) for part in dict.fromkeys(part for root in roots for part in root.parts)]


def plain(part):
    """Return what the digraph of the options below a state says."""
    rules, state = part
    graph = grundy.state_graph(rules.as_position(state))
    positions = [n if isinstance(n, Position) else rules.as_position(n) for n in graph.names]
    return Plain(
        dict(zip(positions, label(graph).values(), strict=True)),
        dict(zip(positions, endless(graph).tolist(), strict=True)),
        find_cycle(graph) is not None,
    )


def ways(key):
    """Return the ways that a game offers: its own, and the searches where a state is a position."""
    rules = rules_of(key)
    found = {"its own": rules.valuer}
    if not isinstance(rules.valuer, HeapValuer):  # an option there is several heaps
        found["the solver"] = Solver(rules)
        if not any(some.cyclic for some in known(key)):
            found["the search"] = Search(rules)
    return found


@pytest.mark.parametrize("key", [*KEYS, *OTHERS])
def test_every_way_finds_the_values_of_the_definition(key):
    """`value` gives the label of the digraph of the options, and `has_value` no other one."""
    for name, way in ways(key).items():
        for some in known(key):
            for state in some.states():
                expected = some.value(way.ruleset, state)
                assert way.value(state) == expected, (name, state)
                for wanted in range(4):
                    assert way.has_value(state, wanted) == (expected == wanted), (name, state)


@pytest.mark.parametrize("key", [*KEYS, *OTHERS])
def test_every_way_finds_the_moves_to_a_value(key):
    """`options_of_value` gives all moves to a value, each as often as the rules name it."""
    for name, way in ways(key).items():
        rules = way.ruleset
        for some in known(key):
            for state in list(some.states())[::2]:
                for wanted in range(5):
                    found = Counter(way.options_of_value(state, wanted))
                    assert found == some.moves_to(rules, state, wanted), (name, state, wanted)


@pytest.mark.parametrize("key", [*KEYS, *OTHERS])
def test_every_way_says_where_a_play_may_come_back(key):
    """Where a cycle can be reached, `may_cycle` says so; where it says no, a rank is 0."""
    for name, way in ways(key).items():
        for some in known(key):
            for state in some.states():
                way.value(state)
                may = way.may_cycle(state)
                assert may or not some.endless[way.ruleset.as_position(state)], (name, state)
                assert may or way.rank(state) == 0, (name, state)


@pytest.mark.parametrize("key", [*KEYS, *OTHERS])
def test_ranks_make_winning_play_end(key):
    """From a state of value v a move to no smaller value is answered by v again, of less rank."""
    for name, way in ways(key).items():
        for some in known(key):
            for state in some.states():
                value = some.value(way.ruleset, state)
                if isinstance(value, LoopyValue) or not way.may_cycle(state):
                    continue
                for option in way.ruleset.options(state):
                    above = some.value(way.ruleset, option)
                    if isinstance(above, int) and above < value:
                        continue
                    answers = (
                        way.rank(answer)
                        for answer in way.ruleset.options(option)
                        if some.value(way.ruleset, answer) == value
                    )
                    assert min(answers) < way.rank(state), (name, state, option)


def test_every_kind_of_way_is_there():
    """These games have between them every class of valuers that there is, but for two.

    An end that wins has no label, and very many copies no small digraph: test_winning_ends.py and
    test_compounds.py have theirs.
    """
    offered = {type(way) for key in (*KEYS, *OTHERS) for way in ways(key).values()}
    found = {kind for kind in kinds(Valuer) if kind.__module__.startswith("grundy")}
    assert found - {Ended, ByParity} == {
        base for way in offered for base in way.__mro__ if issubclass(base, Valuer)
    } - {Valuer}


def kinds(base):
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)
