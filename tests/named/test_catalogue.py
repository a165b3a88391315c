"""The contract of every named game and of every way to a value."""

import re
import tempfile
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import islice

import pytest

import grundy
from grundy import catalogue
from grundy.errors import CodeError, GrundyError, PositionError, RulesetError
from grundy.games.compounds import ByParity
from grundy.games.position import Position
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import Ended
from grundy.games.values.one_value import Search
from grundy.games.values.solver import Solver
from grundy.graphs.engines import endless, find_cycle
from grundy.graphs.labelling import label
from grundy.heaps.heap_values import HeapValuer
from grundy.named.notation import parse_position, read_game
from grundy.values import LoopyValue, Outcome, Value
from named_games import KEYS, ruleset, small, start

FACTS = [
    pytest.param(key, fact, id=f"{key}: {fact.statement[:60]}",
                 marks=[pytest.mark.long] if fact.long else [])
    for key in KEYS
    for fact in catalogue.entry(key).facts
]  # fmt: skip
NONSENSE = [
    "", " ", "x", "-1", "1.5", ",", "5,,5", "5,5,5,5,5,5,5", "{", "}", "∞", "1e9", "9" * 60, "0x10",
    "None", "__import__", "\x1b[31m", "a-b", "path:-3", "|.x",
]  # fmt: skip
WRONG = [None, "x", -1, (), (1.5, 2), (True, False), (-1, -1), [[]], {}, object(), ((),)]


@pytest.mark.parametrize("key", KEYS)
def test_an_entry_says_what_a_person_needs(key):
    """A key that can be typed, a name, a rule in one sentence, a source, a start, and facts."""
    entry = catalogue.entry(key)
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", key)
    assert entry.key == key
    assert entry.name
    assert re.fullmatch(r"[A-Z].*[^.]\.", entry.rule)
    assert entry.source
    assert entry.facts
    assert all(fact.statement for fact in entry.facts)


@pytest.mark.parametrize("key", KEYS)
def test_the_start_is_read_as_the_command_line_reads_it(key):
    """As text it gives a won position, so that a start is no trap; its text gives it again."""
    position = parse_position(f"{catalogue.entry(key).game} {catalogue.entry(key).start}")
    assert position == start(key)
    assert position.outcome() is Outcome.N
    assert ruleset(key).read(" ".join(map(str, position.parts))) == position
    assert grundy.read(repr(position).removeprefix("Position(").removesuffix(")")) == position


@pytest.mark.parametrize("key", KEYS)
def test_a_state_is_read_in_python_as_in_a_position(key):
    """``catalogue["chomp"]["4x5"]`` is ``chomp 4x5``: a word is a state of every named game."""
    for word in catalogue.entry(key).start.split():
        assert ruleset(key)[word] == ruleset(key).read(word)


def test_a_bar_of_chomp_by_its_sides():
    assert catalogue["chomp"]["4x5"] == catalogue["chomp"][(5,) * 4]
    with pytest.raises(PositionError, match="such as 4,4,4; found 4y5"):
        catalogue["chomp"]["4y5"]


@pytest.mark.parametrize(("key", "fact"), FACTS)
def test_facts_hold(key, fact):
    assert fact.check(ruleset(key)) is None


@pytest.mark.parametrize("key", KEYS)
def test_outcomes_and_winning_moves_are_those_of_the_definition(key):
    for some in small(key):
        lost = {
            "normal": dict(zip(some.positions, map(some.normal.outcome, some.normal), strict=True)),
            "misere": dict(zip(some.positions, map(some.misere.outcome, some.misere), strict=True)),
        }
        for play, outcomes in lost.items():
            for position in some.positions[:: 3 if play == "normal" else 8]:
                assert position.outcome(play) is outcomes[position], position
                moves = list(position.moves())
                won = Counter(m for m in moves if outcomes[m.option] is Outcome.P)
                assert Counter(position.winning_moves(play)) == won, position
                best = position.best_move(play)
                assert best in won if won else best in moves or not moves


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("most", [3, pytest.param(800, marks=pytest.mark.long)])
def test_every_game_passes_its_own_check(key, most):
    assert grundy.check(ruleset(key), start(key), positions=most, seed=1).states > 0


@pytest.mark.parametrize("key", KEYS)
def test_nonsense_is_refused_in_a_sentence(key):
    """A text or an object is a position, or a `GrundyError`; a column lies inside the text.

    A word may name a vertex, and some games have a state for a few of the objects.
    """
    refused = 0
    for text in NONSENSE:
        error = refusal(lambda text=text: require_position(key, ruleset(key).read(text)))
        refused += error is not None
        if isinstance(error, CodeError):
            assert 1 <= error.column <= len(text) + 1, text
    assert refused >= len(NONSENSE) // 3
    errors = [refusal(lambda state=state: require_position(key, ruleset(key)[state]))
              for state in WRONG]  # fmt: skip
    assert sum(error is not None for error in errors) >= len(WRONG) - 3


def require_position(key, position):
    """Check that a position that was accepted is one: it has moves, and its text is read back."""
    assert isinstance(position, Position)
    for move in islice(position.moves(), 3):
        assert isinstance(move.option, Position)
    text = " ".join(map(str, position.parts))
    if text:  # no coins at all are written as nothing
        assert ruleset(key).read(text) == position


def refusal(ask):
    """Return the error that a question is answered with, if it is, after a look at its text."""
    try:
        ask()
    except GrundyError as error:
        said = str(error)
        assert said.isprintable(), said
        return error
    return None


@pytest.mark.parametrize("text", [
    "moore", "moore(0)", "moore(x)", "moore(1,2)", "moore()", "wind-up(7,{0})", "wind-up(7)",
    "wind-up(7,5)", "octal(0.79)", "subtraction({0})",
])  # fmt: skip
def test_wrong_parameters_are_refused_in_a_sentence(text):
    with pytest.raises(GrundyError) as caught:
        read_game(text)
    assert str(caught.value).isprintable()
    with pytest.raises(RulesetError):
        catalogue["wind-up"](7, {14})


def test_chocolate_s2_9_counts_moves():
    """S2.9: equal bars and mirrored cuts count each, for 100 bars with sides to 100."""
    chocolate = catalogue["chocolate"]
    assert [len(chocolate[1, side].winning_moves()) for side in (2, 3, 4)] == [1, 1, 1]
    assert len((chocolate[3, 4] + chocolate[5, 5]).winning_moves()) == 2
    bars = sum((chocolate[side, 100] for side in range(1, 100)), chocolate[100, 100])
    assert len(bars.winning_moves()) == 4


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
        return (position.parts[0].state for position in self.values if position.part_count == 1)

    def value(self, rules, option):
        return self.values[rules.as_position(option)]

    def moves_to(self, rules, state, wanted):
        return Counter(move for move in rules.moves(state) if self.value(rules, move[1]) == wanted)


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
    rules = other(key).parts[0].ruleset if key in OTHERS else ruleset(key)
    found = {"its own": rules.valuer}
    if not isinstance(rules.valuer, HeapValuer):  # an option there is several heaps
        found["the solver"] = Solver(rules)
        if not any(some.cyclic for some in known(key)):
            found["the search"] = Search(rules)
    return found


@pytest.mark.parametrize("key", [*KEYS, *OTHERS])
def test_every_way_finds_the_values_of_the_definition(key):
    for name, way in ways(key).items():
        for some in known(key):
            for state in some.states():
                expected = some.value(way.ruleset, state)
                assert way.value(state) == expected, (name, state)
                for wanted in range(4):
                    assert way.has_value(state, wanted) == (expected == wanted), (name, state)


@pytest.mark.parametrize("key", [*KEYS, *OTHERS])
def test_every_way_finds_the_moves_to_a_value(key):
    for name, way in ways(key).items():
        rules = way.ruleset
        for some in known(key):
            for state in list(some.states())[::4]:
                for wanted in range(4):
                    found = Counter(way.options_of_value(state, wanted))
                    assert found == some.moves_to(rules, state, wanted), (name, state, wanted)


@pytest.mark.parametrize("key", [*KEYS, *OTHERS])
def test_every_way_says_where_a_play_may_come_back(key):
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
