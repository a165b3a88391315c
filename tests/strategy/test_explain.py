"""Explanations: the four steps, the move, answers, pairs and symmetry, cycles, misère play."""

import json
import random
from functools import reduce
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import LoopyValue, Outcome, Position
from grundy.answers.games import explained_answer
from grundy.errors import LimitError
from grundy.games.sums import SolvedParts
from grundy.games.winning import potential
from grundy.named.notation import parse_position
from grundy.strategy.explain import Explanation, explain
from grundy.strategy.session import PerfectPlayer
from position_strategies import random_sum

NIM = grundy.TakeAndBreak("0.[3]")
LOOP = {"a": ["b"], "b": ["a", "t"], "t": []}


def explained(text: str, play: str = "normal", turn: int = 1) -> Explanation:
    return parse_position(text).explain(play, turn=turn)  # type: ignore[arg-type]


def flat(found: Explanation) -> str:
    return " ".join(str(found).split())


def test_the_four_steps_stand_in_the_text():
    """Split, values with their mex, the nim-sum column by column, who wins; then the move."""
    text = str(explained("{1,2,3} 3 4 5"))
    for line in (
        "1. Split into components",
        "A  {1,2,3}  3",
        "2. The Grundy value of each",
        "C (5) has value 1: its 3 moves lead to the values 0, 2, 3; the least number missing is 1.",
        "3. The nim-sum, column by column",
        "      A            3  1  1\n",
        "      nim-sum      2  1  0\n",
        "The number of ones is odd in column 2, so the nim-sum is 2.",
        "4. Who wins",
        "The nim-sum is 2, not 0: player 1, who is to move, wins",
        "A  take 2 from 3  3 → 1  leaves 1 + 4 + 5",
    ):
        assert line in text


@pytest.mark.parametrize(("text", "turn", "winner", "value"), [
    ("{1,2,3} 3 4 5", 1, 1, 2),  # docs/sources.md 3.2
    ("{1,2,3} 3 8 2", 2, 2, 1),  # docs/sources.md 3.2
    ("nim 4 8 17", 1, 1, 29),  # docs/sources.md 2.0
    ("nim 1 3 5 7", 1, 2, 0),  # docs/sources.md 2.0
    ("kayles 5 7 + wythoff 8,12", 1, 1, 4 ^ 2 ^ 18),  # docs/sources.md 4.4
    ("divide-2-3-6 10 7", 1, 2, 0),  # docs/sources.md 3.3
    ("take-a-power-of-two 10^200 7", 1, 2, 0),  # docs/sources.md 2.5
])  # fmt: skip
def test_published_positions(text, turn, winner, value):
    found = explained(text, turn=turn)
    assert (found.winner, found.value) == (winner, value)
    assert f"player {winner}" in str(found)


def test_the_highest_odd_column_gives_the_move():
    """The component with a one there is lowered to what the others need (docs/sources.md 2.0)."""
    found = explained("nim 4 8 17")
    assert (found.best.name, found.best.before, found.best.after) == ("take 5 from 17", 17, 12)
    assert found.best.leaves == "4 + 8 + 12"
    assert found.columns == ((16, ("C",)), (8, ("B",)), (4, ("A",)), (2, ()), (1, ("C",)))
    assert "17 xor 29 = 12 is less than 17, so C has a move to the value 12." in flat(found)


@pytest.mark.parametrize(("text", "reason"), [
    ("nim 10^200", "G(n) is n (proved: C. L. Bouton, 1901)."),
    ("kayles 10^200", "repeat from heap 71 on with period 12 (proved), so this heap has the"),
    ("take-a-prime 10^200", "G(n) is n mod 4 (proved: Negrușeri"),
    ("officers 820", "computed from the values of all smaller heaps"),
])  # fmt: skip
def test_huge_heaps_have_a_reason(text, reason):
    assert reason in explained(text).components[0].reason


def moves_of(position: Position) -> dict[tuple[int, str], Position]:
    return {(move.part, move.name): move.option for move in position.moves()}


@given(st.lists(st.integers(0, 6), min_size=1, max_size=3), st.sampled_from(["0.77", "0.6", "0.3"]))
@settings(max_examples=30, deadline=None)
def test_what_is_said_is_true(heaps, code):
    game = grundy.TakeAndBreak(code)
    position = sum((game[heap] for heap in heaps), Position())
    found = position.explain()
    assert found.outcome is position.outcome()
    assert reduce(xor, [part.value for part in found.components], 0) == found.value
    legal = moves_of(position)
    for move in found.moves:
        assert legal[move.part, move.name].value() == 0
        assert move.leaves == str(legal[move.part, move.name])
    assert len(found.moves) == found.move_count == len(position.winning_moves())
    if found.outcome is Outcome.N:
        assert legal[found.best.part, found.best.name].value() == 0
    for answer in found.answers:
        left = legal[answer.move.part, answer.move.name]
        assert left.value() == answer.total != 0
        replies = [o for (_, name), o in moves_of(left).items() if name == answer.answer.name]
        assert answer.answer.leaves in [str(reply) for reply in replies if reply.value() == 0]
    if found.outcome is Outcome.P:
        assert sum(answer.count for answer in found.answers) == len(list(position.moves()))


def test_many_moves_of_a_lost_position_are_grouped():
    """Moves of one component to options of one value have one line (docs/sources.md 4.4)."""
    found = explained("wythoff 6,10")
    assert found.outcome is Outcome.P
    assert len(found.answers) == len({answer.move.after for answer in found.answers}) == 12
    assert sum(answer.count for answer in found.answers) == 22
    assert "take 3 from heap 1, or 2 more" in str(found)


def test_a_position_without_moves_is_lost():
    """Nothing is left to answer, and the text says so; under misère play it is won."""
    assert "There is no move. Player 2, who is to move, has lost: player 1 wins." in str(
        explained("nim 0", turn=2)
    )
    assert "player 1, who cannot move, wins" in str(explained("nim 0", "misere"))
    assert "player 1 wins" in str(Position().explain(turn=2))


def test_equal_components_are_answered_by_copying():
    found = explained("kayles 5 5")
    assert found.mirrors == "pairs"
    assert all(answer.copies for answer in found.answers)
    for answer in found.answers:
        parts = answer.answer.leaves.split(" + ")
        half = len(parts) // 2
        assert sorted(parts[:half]) == sorted(parts[half:])
    assert "player 2 copies" in str(found)


@pytest.mark.parametrize(("text", "move"), [
    *((f"grim path:{size}", f"delete {size // 2}") for size in (5, 7, 11)),  # docs/sources.md 5.3
    ("officers 9", "take 1 from 9 and split the rest into 4 and 4"),
    ("sticks 10", "remove sticks 5-6"),
    ("kayles 12", "take 2 from 12 and split the rest into 5 and 5"),
    ("cram 2,3", "domino on b1-b2"),
])  # fmt: skip
def test_rows_are_halved_in_the_centre(text, move):
    found = explained(text)
    assert (found.mirrors, found.best.name) == ("halves", move)
    assert "in the centre" in str(found)


def short_of_time(monkeypatch):
    """Let nothing take long that is looked for beside the answer."""
    for name in ("strategy.explain.BESIDE", "games.sums._BESIDE"):
        monkeypatch.setattr(f"grundy.{name}", grundy.Limits(seconds=0.05))


def test_copying_decides_boards_that_no_search_ends_on(monkeypatch):
    """Who wins, the answers and the opponent's moves come without a value."""
    short_of_time(monkeypatch)
    large = parse_position("cram 8,8")
    found = explain(large)
    assert (found.outcome, found.mirrors) == (Outcome.P, "half turn")
    assert all(answer.copies for answer in found.answers)
    (moved, *_) = large.moves()
    answer = PerfectPlayer().choose(moved.option, "normal")
    assert answer.name == "domino on g8-h8"
    assert explain(moved.option).best.name == "domino on g8-h8"
    assert PerfectPlayer().choose(parse_position("cram 7,8"), "normal").name == "domino on d4-e4"


@pytest.mark.parametrize(("text", "winner", "line"), [
    ("wythoff 100000000000000,7", 1, "A take 99999999999996 from heap 1 leaves 4,7"),
    ("wythoff 1000000000000,1618033988749", 1, "⌊kφ²⌋ in either order"),
    ("wythoff 1000000000000,1618033988750", 2, "(W. A. Wythoff, 1907). So player 1, who is to"),
    ("chomp 10000000000,10000000000,10000000000", 1, "No winning move is known by that."),
    ("node-kayles grid:12x12", 2, "each move can be copied"),
])  # fmt: skip
def test_where_values_are_out_of_reach_a_theorem_says_who_wins(monkeypatch, text, winner, line):
    short_of_time(monkeypatch)
    found = explained(text)
    assert (found.winner, found.value, found.components) == (winner, None, ())
    assert line in flat(found)


def test_the_rank_says_why_the_play_ends():
    game = grundy.token(LOOP)
    found = (game["b"] + game["b"] + game["b"]).explain()
    assert found.endless
    assert found.best.potential < potential(game["b"] + game["b"] + game["b"])
    assert "Why the play ends" in str(found)
    assert f"at most {found.best.potential} more moves of player 1" in str(found)
    assert found.mirrors == ""


def test_infinite_values_are_explained():
    """∞(K) is explained by the option that has no move back, and a draw with what keeps it."""
    game = grundy.token({"a": ["b"], "b": ["c", "a"], "c": ["a", "d"], "d": ["e"], "e": []})
    part = (game["c"] + NIM[1]).explain().components[0]
    assert part.value == LoopyValue({1})
    assert "the value could only be 0; but a has the value ∞() and no move back to 0" in part.reason
    won = (game["c"] + NIM[1]).explain()
    assert (won.outcome, won.best.name) == (Outcome.N, "to d")
    drawn = (game["c"] + NIM[2]).explain()
    assert (drawn.outcome, drawn.winner) == (Outcome.D, None)
    assert "A move that keeps the draw" in str(drawn)
    both = (game["c"] + game["a"]).explain()
    assert "two infinite values have the sum ∞()" in str(both)


@pytest.mark.parametrize("seed", range(16))
def test_any_sum_has_an_explanation(seed):
    position = random_sum(random.Random(seed))
    for play in ("normal", "misere"):
        found = explain(position, play)
        assert found.outcome is position.outcome(play)
        assert str(found) == str(explain(position, play))
        assert json.loads(json.dumps(explained_answer(found)))["outcome"] == str(found.outcome)
        assert "<h4>" in found._repr_html_()
        if found.outcome is Outcome.N and found.best is not None:
            legal = moves_of(position)
            option = legal.get((found.best.part, found.best.name.removeprefix("to ")))
            option = option or legal[found.best.part, found.best.name]
            assert option.outcome(play) is Outcome.P


@pytest.mark.parametrize(
    ("text", "winner", "line"),
    [
        ("nim 1 1 1", 2, "Only heaps of 1 are here, 3 of them: odd"),
        ("nim 1 1 2", 1, "Play take 1 from 2, leaving 1 + 1 + 1."),  # docs/sources.md 2.3
        ("nim 2 2", 2, "2 heaps have 2 or more, so normal Nim decides: its nim-sum is 0"),
        ("wythoff 1,2", 1, "lost are 0,1 and 2,2 in place of 0,0 and 1,2"),
        ("wythoff 0,1 1,2", 2, "a search, as no misère quotient is in reach: 9 positions can be"),
        ("0.3122 3 8", 1, "values do not add"),
        ("kayles 1000000 12 7", 1, "The sum is the element abc, an N-position. It pretends to be "
         "15: beside any other heaps the one does as the other. It lies in the kernel, where "
         "misère play is normal play: play as in normal play until you leave the kernel. The "
         "nim-sum is 7."),
        ("kayles 1000000 12 7", 1, "There are 333,329 winning moves; the first 10:"),
        ("kayles 1000000 12 7", 1, "That is b², a P-position."),
        ("chomp 1000,1000,1000", 1, "columns, other Ls and rectangles, and what has as many rows"),
        ("chomp 1000,1000,1000", 1, "The winning moves were not all looked for."),
        ("0.33 4 5 9", 1, "The sum is firm 3, so the player to move wins. It pretends to be 1 + 2"),
        ("0.33 4 4 1", 2, "leaves a position that player 2 wins: fickle 0, firm 2."),
    ],
)  # fmt: skip
def test_misere_play_says_what_changes(monkeypatch, text, winner, line):
    """Nim has its rule, heaps their quotient, and the rest a search: misère values do not add."""
    short_of_time(monkeypatch)
    found = explained(text, "misere")
    assert (found.winner, found.value) == (winner, None)
    assert line in flat(found)


def test_what_copying_decides_is_explained_without_a_long_search(monkeypatch):
    """A value that nobody needs is looked for within seconds, whatever its limit."""
    asked = []

    def noted(solved):
        asked.append(solved.limits.seconds)
        raise LimitError("No value is looked for here.")

    monkeypatch.setattr(SolvedParts, "value", noted)
    found = explain(parse_position("cram 6,7"), limits=grundy.Limits(seconds=1000))
    assert found.best.name == "domino on d3-d4"
    assert max(asked) < 10
