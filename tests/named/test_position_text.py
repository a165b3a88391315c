"""Games and positions as text: one grammar, what is refused with its column, how they are shown."""

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import catalogue, read
from grundy.errors import CodeError, PositionError
from grundy.named import games
from grundy.named.catalogue import Entries, Parametric, _all_files
from grundy.named.entry import BOARDS
from grundy.named.families import SHAPES
from grundy.named.games.token_walks import Digraph, PlacedToken
from grundy.named.notation import read_game, rule_of
from grundy.named.shapes import parse_graph, written_graph

KEYS = [entry.key for entry in catalogue.families()[BOARDS]]


@pytest.mark.parametrize(("key", "text", "error", "said"), [
    ("sticks", "||x|", CodeError, r'column 3: "x" is neither'),
    ("sticks", "1001", PositionError, "up to 1,000"), ("cram", "5", PositionError, "such as 5,7"),
    ("cram", "../x.", CodeError, r'column 4: "x" is no cell'),
    ("cram", "../...", CodeError, "column 6: row 2 has 3 cells and row 1 has 2"),
    ("brussels-sprouts", "4,3x", PositionError, "such as 4, or .*; found 4,3x"),
    ("sprouts", "x1", PositionError, '"x" is not'),
    ("sprouts", "a1a?", CodeError, r'column 4: "\?" is no vertex'),
    ("sprouts", "9", PositionError, "from 0 to 8"),
    ("sprouts", "2//3", PositionError, "A region is missing"),
    ("sprouts", "13,2", PositionError, "13 is no boundary"),
    ("sprouts", "1a,1a", PositionError, "met twice in its boundary"),
    ("sprouts", "8/1,", PositionError, "over 24 lives"),
    ("nogo", "xo.", PositionError, "block of a1 has no liberty"),
    ("nogo", "1x1001", PositionError, "one row has up to 1,000 cells"),
    ("clobber", "x#o", CodeError, "column 2"),
    ("tree-coins", "a-b,b-c,c-a@a", PositionError, "no cycle"),
    ("tree-coins", "a-b", CodeError, "column 4: the coins are missing"),
    ("tree-coins", "a-b@c", CodeError, '"c" is no vertex'), ("grim", "a-", CodeError, "column 3"),
    ("grim", "petersn", CodeError, "did you mean petersen"),
    ("node-kayles", "path-9", CodeError, "did you mean path:9.*%70ath-9"),
    ("node-kayles", "pet.g6", CodeError, "column 4: .* cannot stand in a name"),
    ("node-kayles", "a-b,c", CodeError, "column 5: .*vertex:c"),
    ("token", "nofile", CodeError, "vertex:nofile"),
    ("grim", "cycle:2", CodeError, "3 is the least"),
    ("grim", "tree:5", PositionError, "number of children and the height, as in tree:2,3, or the"),
    ("grim", "tree:1,1,2", PositionError, "of which the first is the root 0; found 1 first"),
    ("grim", "tree:0,2", PositionError, "vertex 2 hangs at one before it, found 2"),
    ("grim", "petersen:6,3", PositionError, "less than half the first"),
    ("grim", "queens:3x4x5", CodeError, "write such as queens:3x4"),
    ("grim", "a-b@a", CodeError, "no meaning"),
    ("grim", "a-a", PositionError, "joins a vertex to itself"),
    ("grim", "path:99999", PositionError, "too large"),
    ("geography", "a-b@c", CodeError, '"c" is no vertex'),
    ("geography", "empty", PositionError, "needs a graph with a vertex"),
    ("token", "a>", CodeError, "column 3"), ("wythoff", "8,", PositionError, "wythoff"),
    ("chomp", "4,,4", CodeError, "column 3"), ("nim-with-a-pass", "3,4:-1", CodeError, "column 5"),
    ("northcott", "3,7 2x", CodeError, "column 5"),
])  # fmt: skip
def test_text_that_is_no_position_is_refused(key, text, error, said):
    with pytest.raises(error, match=said):
        catalogue[key].legal(catalogue[key].parse(text))


@given(st.text("|.#/,0123456789 x\naAbB-", max_size=9), st.sampled_from(KEYS))
def test_any_text_parses_or_is_refused(text, key):
    """No text gives anything but a state that is printed and read again, or our errors."""
    ruleset = catalogue[key]
    try:
        state = ruleset.parse(text)
    except (CodeError, PositionError):
        return
    assert ruleset.parse(ruleset.format(state)) == state


names = st.text(min_size=1, max_size=4)


@given(st.lists(st.tuples(names, names), min_size=1, max_size=12), st.data())
def test_text_is_read_back(arcs, data):
    """Whatever signs the names have, the text of a place is one word that gives it again."""
    game = catalogue["token"]
    vertices = list(dict.fromkeys(name for arc in arcs for name in arc))
    at = data.draw(st.sampled_from(vertices))
    found = PlacedToken(Digraph(tuple(vertices), tuple(dict.fromkeys(arcs))), at)
    text = game.format(found)
    assert len(text.split()) == 1
    assert game.parse(text) == found


def shown(position):
    """What stands in the brackets of a position's repr."""
    return repr(position).removeprefix("Position(").removesuffix(")")


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6), st.integers(0, 9), st.integers(0, 9))
def test_a_sum_is_shown_as_it_is_written(heaps, a, b):
    """Heaps of one game stand behind its name, other games behind a plus sign."""
    text = f"nim {' '.join(map(str, heaps))} + wythoff {a},{b} + kayles 5"
    assert shown(read(text)) == text


def test_names_of_the_catalogue_and_of_programs():
    """nim[3] is nim 3; a program's own rules are written as in Python, whatever their name."""
    kayles = grundy.HeapGame(lambda n: [n - 1] if n else [], name="kayles")
    assert repr(catalogue["nim"][3]) == "Position(nim 3)"
    assert repr(catalogue["nim"][3] + catalogue["{1,4}"][5]) == "Position(nim 3 + {1,4} 5)"
    assert repr(kayles[3] + catalogue["kayles"][3]) == "Position(kayles[3] + kayles 3)"
    assert "Position(nim 3)" in catalogue["nim"][3]._repr_html_()


@pytest.mark.parametrize("shape", [shape.example for shape in SHAPES.values()])
def test_a_shape_stays_a_shape(shape):
    position = catalogue["node-kayles"][shape]
    assert str(position) == shape
    assert position == read(f"node-kayles {written_graph(parse_graph(shape).graph)}")
    for option in position.options():
        assert ":" not in str(option).replace("vertex:", "")


@pytest.mark.parametrize(("game", "words"), [
    ("kayles", "Knock down one pin or two neighbouring pins; a row may fall apart into two."),
    ("{1,3,4}", "Take 1, 3 or 4 tokens from a heap."),
    ("allbut{2}", "Take 1 or at least 3 tokens from a heap."),
    ("moore(3)", "Take tokens from at least one heap and at most k heaps, any number from each. "
                 "Here k is 3."),
    ("wind-up(7,{1,2,5})", "Move a token back round a clock of n places, by a number of the set S; "
                           "who reaches 0 wins. Here n is 7 and S is {1,2,5}."),
    ("{20000}", "Take as many tokens from one heap as a number of the given set says."),
])  # fmt: skip
def test_a_rule_has_its_numbers_where_it_is_a_code_or_a_set(game, words):
    assert rule_of(read_game(game)) == words


# every way to write a game of heaps, with one that is the same game
TEXTS = [
    ("kayles", "0.77"), ("Kayles", "kayles"), ("subtraction({1,2,3})", "{1,2,3}"),
    ("all-but({1,4})", "allbut{ 4, 1 }"), ("octal(0.137)", "dawsons-chess"),
    ("{1,3,4}", "{4,3,1}"), ("take-a-fibonacci", "take-a-fibonacci"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "same"), TEXTS)
def test_a_text_names_one_game(text, same):
    game = grundy.read_game(text)
    assert grundy.read_game(text) is game
    assert grundy.read_game(same) is game
    assert grundy.catalogue[text] is game


@pytest.mark.parametrize("text", ["game.py:rule", "graph.dot", "/etc/passwd", "examples/pins.py:x"])
def test_no_file_is_opened_and_no_python_run(text, tmp_path, monkeypatch):
    """Texts that the command line would open are games that nobody knows, or no codes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.py").write_text("raise SystemExit('run')\n")
    (tmp_path / "graph.dot").write_text("digraph { a -> b }\n")
    with pytest.raises((grundy.UnknownNameError, grundy.CodeError)):
        grundy.read_game(text)
    with pytest.raises((grundy.UnknownNameError, grundy.CodeError)):
        grundy.read(f"{text} 5")


def test_the_keys_with_parameters_are_those_of_the_type():
    """`catalogue[key]` is typed as a function for exactly the keys whose games take parameters."""
    keys = [key for key in grundy.catalogue if grundy.catalogue.entry(key).parameters]
    assert list(get_args(Parametric)) == keys
    for key in grundy.catalogue:
        assert isinstance(grundy.catalogue[key], grundy.Ruleset) == (key not in keys)


@pytest.mark.parametrize("text", ["", "  ", "kayls", "moore(", "0.79", "{1,,2}", "nim(3)"])
def test_what_is_no_game_is_refused(text):
    with pytest.raises(grundy.GrundyError) as read:
        grundy.read_game(text)
    with pytest.raises(grundy.GrundyError) as looked_up:
        grundy.catalogue[text]
    assert str(looked_up.value) == str(read.value)
    assert str(read.value).isprintable()


@pytest.mark.parametrize("key", list(grundy.catalogue))
def test_a_position_is_of_a_state_never_of_any_text(key):
    entry = grundy.catalogue.entry(key)
    game = grundy.read_game(entry.game)
    with pytest.raises(grundy.GrundyError):
        game.position("4 8 17 no state of any game")
    for part in game.read(entry.start).parts:
        assert game.position(part.state).parts == (part,)


def test_a_file_that_is_added_is_a_game_that_is_known(tmp_path, monkeypatch):
    text = Path(str(games.__file__)).with_name("moore.py").read_text(encoding="utf-8")
    (tmp_path / "added.py").write_text(text.replace('key="moore"', 'key="added"'))
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    _all_files.cache_clear()
    assert Entries()["added"].key == "added"
    monkeypatch.undo()
    _all_files.cache_clear()
    assert "added" not in Entries()
