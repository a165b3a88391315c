"""Text and states that are no position: each is refused, with its column where it is text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import catalogue
from grundy.errors import CodeError, PositionError
from grundy.named.entry import BOARDS

KEYS = [entry.key for entry in catalogue.families()[BOARDS]]


@pytest.mark.parametrize(("key", "text", "error", "said"), [
    ("sticks", "||x|", CodeError, r'column 3: "x" is neither'),
    ("sticks", "-3", CodeError, r'column 1: "-" is neither'),
    ("sticks", "1001", PositionError, "up to 1,000"),
    ("sticks", "|" * 1001, PositionError, "this one has 1,001"),
    ("cram", "5,x", CodeError, "column 3"),
    ("cram", "5", PositionError, "such as 5,7"),
    ("cram", "0,4", PositionError, "from 1 to 26"),
    ("cram", "3,27", PositionError, "from 1 to 26"),
    ("cram", "../x.", CodeError, r'column 4: "x" is no cell'),
    ("cram", "../...", CodeError, "column 6: row 2 has 3 cells and row 1 has 2"),
    ("cram", "../", CodeError, "row 2 has 0 cells"),
    ("brussels-sprouts", "x", CodeError, "column 1"),
    ("brussels-sprouts", "101", PositionError, "crosses up to 100"),
    ("brussels-sprouts", "-1", PositionError, "crosses up to 100"),
    ("brussels-sprouts", "4,0", PositionError, "free ends"),
    ("brussels-sprouts", "2//3", PositionError, "a region is missing"),
    ("sprouts", "x1", PositionError, '"x" is not'),
    ("sprouts", "a1a?", CodeError, r'column 4: "\?" is no vertex'),
    ("sprouts", "-1", CodeError, "column 1"),
    ("sprouts", "9", PositionError, "from 0 to 8"),
    ("sprouts", "9" * 60, PositionError, "from 0 to 8"),
    ("sprouts", "2//3", PositionError, "A region is missing"),
    ("sprouts", "1,,2", PositionError, "a boundary is missing"),
    ("sprouts", "13,2", PositionError, "13 is no boundary"),
    ("sprouts", "01,", PositionError, "a boundary of its own"),
    ("sprouts", "1a,1a", PositionError, "met twice in its boundary"),
    ("sprouts", "aaa", PositionError, "met twice in its boundary"),
    ("sprouts", "1A1A", PositionError, "met in two regions"),
    ("sprouts", "1A,1A", PositionError, "met in two regions"),
    ("sprouts", "1A/1A/1A", PositionError, "met in two regions"),
    ("sprouts", "8/1,", PositionError, "over 24 lives"),
    ("nogo", "xo.", PositionError, "block of a1 has no liberty"),
    ("nogo", "x.z", CodeError, 'column 3: "z" is no cell'),
    ("nogo", "../...", CodeError, "row 2 has 3 cells"),
    ("nogo", "0x4", PositionError, "0 rows"),
    ("nogo", "27x2", PositionError, "27 rows"),
    ("nogo", "1x1001", PositionError, "one row has up to 1,000 cells"),
    ("clobber", "x#o", CodeError, "column 2"),
    ("clobber", "3", PositionError, "rows, columns"),
    ("cannibal-clobber", "2,3,4", PositionError, "rows, columns"),
    ("clobber", "xo,", CodeError, "column 3"),
    ("tree-coins", "a-b,b-c,c-a@a", PositionError, "no cycle"),
    ("tree-coins", "a-b,c-d@a", PositionError, "in one piece"),
    ("tree-coins", "a-b", CodeError, "column 4: the coins are missing"),
    ("tree-coins", "a-b@c", CodeError, '"c" is no vertex'),
    ("tree-coins", "a-b@a:", CodeError, "column 7: the number of coins is missing"),
    ("tree-coins", "a-b@a:x", CodeError, "number of coins"),
    ("tree-coins", "a-b@,a", CodeError, "column 5"),
    ("grim", "a-", CodeError, "column 3"),
    ("grim", "a-b,,c", CodeError, "column 5"),
    ("grim", "petersn", CodeError, "did you mean petersen"),
    ("node-kayles", "path9", CodeError, "did you mean path:9"),
    ("node-kayles", "Grid3x4", CodeError, "did you mean grid:3x4"),
    ("node-kayles", "path-9", CodeError, "did you mean path:9.*%70ath-9"),
    ("arc-kayles", "complete-bipartite-2,3", CodeError, "complete-bipartite:2,3"),
    ("node-kayles", "pet.g6", CodeError, "column 4: .* cannot stand in a name"),
    ("node-kayles", "a-b; b-c", CodeError, "column 4"),
    ("node-kayles", "some/graph", CodeError, "column 5"),
    ("node-kayles", "a-b,c", CodeError, "column 5: .*vertex:c"),
    ("node-kayles", "vertex:", CodeError, "column 8"),
    ("geography", "house", CodeError, "neither an edge nor a shape"),
    ("token", "nofile.json", CodeError, "column 7"),
    ("token", "nofile", CodeError, "vertex:nofile"),
    ("grim", "paht:3", CodeError, '"paht" is no shape'),
    ("grim", "path:x", CodeError, "write such as path:9"),
    ("grim", "cycle:2", CodeError, "3 is the least"),
    ("grim", "a-b@a", CodeError, "no meaning"),
    ("grim", "a-a", PositionError, "joins a vertex to itself"),
    ("grim", "path:99999", PositionError, "too large"),
    ("grim", "cube:999999999", PositionError, "too large"),
    ("grim", "tree:3,999999999", PositionError, "too large"),
    ("grim", "complete:2001", PositionError, "too large"),
    ("geography", "a-b@c", CodeError, '"c" is no vertex'),
    ("geography", "empty", PositionError, "needs a graph with a vertex"),
    ("geography", "a-b@", CodeError, "column 5"),
    ("token", "", CodeError, "column 1"),
    ("token", "a>", CodeError, "column 3"),
    ("token", "a>b,,c", CodeError, "column 5"),
    ("token", "a>b@c", CodeError, "column 5"),
    ("token", "a>b@", CodeError, "column 5"),
    ("token", "a-b", CodeError, "column 2"),
    ("token", "a>b c", CodeError, "column 4"),
    ("token", "a", CodeError, "column 1"),
    ("token", "a>b,c", CodeError, "column 5"),
    ("token", "vertex:", CodeError, "column 8"),
    ("wythoff", "8,", PositionError, "wythoff"),
    ("wythoff", "8;12", CodeError, "column 2"),
    ("chomp", "4,,4", CodeError, "column 3"),
    ("northcott", "3,7 2x", CodeError, "column 5"),
])  # fmt: skip
def test_text_that_is_no_position_is_refused(key, text, error, said):
    """Malformed text has its column, and an illegal position says what would be right."""
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


@pytest.mark.parametrize(("key", "state"), [
    *((key, state) for key in KEYS
      for state in (None, 1.5, (1, 2, 3, 4), (2, "a"), {"a": 1}, (2, 2, 1 << 90), -1)),
    *(("sprouts", state) for state in (
        9, (("0",),), ((("",),),), (((0,),),), ((("0a",),),),
    )),
])  # fmt: skip
def test_what_is_no_state_is_refused(key, state):
    """Anything but a state of the game is a PositionError."""
    with pytest.raises(PositionError):
        catalogue[key][state]
