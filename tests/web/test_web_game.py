"""The tasks of the page's games: positions, who wins, the computer's move, explanations."""

import json
import random
from time import process_time
from unittest.mock import Mock

import pytest

from grundy import catalogue
from grundy.errors import LimitError
from grundy.named.notation import parse_position
from grundy.web import judge_tasks, states_tasks
from grundy.web.game_tasks import MOST_MOVES
from page_tasks import answer_to, asked

KEYS = list(catalogue)


def start(key: str) -> str:
    entry = catalogue.entry(key)
    return f"{entry.game} {entry.start}"


def test_all_games_are_listed():
    families = answer_to("game/list")["families"]
    assert [game["key"] for family in families for game in family["games"]] == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_a_play_of_every_game(key):
    chance = random.Random(key)
    text = start(key)
    for _ in range(12):
        found = answer_to("game/position", position=text)
        assert found["text"] == answer_to("game/position", position=found["text"])["text"]
        if not found["moves"]:
            break
        assert len(found["moves"]) <= MOST_MOVES
        number = chance.randrange(len(found["moves"]))
        chosen = found["moves"][number]
        again = answer_to("game/move", position=text, typed=str(number + 1))
        assert (again["name"], again["to"]) == (chosen["name"], chosen["to"])
        text = chosen["to"]


@pytest.mark.parametrize("key", KEYS)
def test_the_first_move_of_the_computer_wins_where_one_does(key):
    judged = answer_to("game/judge", position=start(key), moves=True)
    chosen = answer_to("game/answer", position=start(key))
    assert chosen["sure"]
    assert len(judged["leads"]) == len(answer_to("game/position", position=start(key))["moves"])
    after = answer_to("game/judge", position=chosen["to"])
    assert {"N": "P", "P": "N", "D": "D"}[judged["outcome"]] == after["outcome"]
    assert ("P" in judged["leads"]) == (judged["outcome"] == "N")


@pytest.mark.parametrize(("text", "play", "outcome", "value"), [
    ("nim 4 8 12", "normal", "P", "0"),
    ("nim 1 1 1", "misere", "P", None),
    ("", "normal", "P", "0"),
    ("", "misere", "N", None),
    ("nim 10^200", "normal", "N", str(10**200)),
])  # fmt: skip
def test_who_wins(text, play, outcome, value):
    found = answer_to("game/judge", position=text, play=play)
    assert (found["outcome"], found["value"]) == (outcome, value)


def test_moves_beyond_the_list_can_be_typed():
    found = answer_to("game/position", position="nim 5000")
    assert (len(found["moves"]), found["complete"]) == (MOST_MOVES, False)
    typed = answer_to("game/move", position="nim 5000", typed="take 4000 from 5000")
    assert typed["to"] == "nim 1000"
    both = answer_to("game/position", position="nim 5000 + kayles 3")
    assert {move["part"] for move in both["moves"]} == {0, 1}
    long = answer_to("game/position", position="green-hackenbush complete:30")
    assert 0 < len(long["moves"]) < MOST_MOVES
    assert len(json.dumps(long)) < 1_000_000
    none = answer_to("game/position", position="")
    assert (none["text"], none["parts"], none["moves"], none["complete"]) == ("", [], [], True)


def test_a_play_is_gone_through_again(monkeypatch):
    monkeypatch.setattr("grundy.web.game_tasks.entry_by_text", None)  # it reads the whole catalogue
    found = answer_to("game/replay", position="nim 3 4", moves=["1", "=take 2 from 4"])
    assert [move["to"] for move in found["moves"]] == ["nim 2 4", "nim 2 2"]
    assert found["problem"] == ""
    found = answer_to("game/replay", position="nim 3 4", moves=["1", "=take 9 from 4", "1"])
    assert [move["to"] for move in found["moves"]] == ["nim 2 4"]
    assert found["problem"].startswith('The play ends before move 2: "=take 9 from 4" is no legal')


def states(position: str) -> tuple[dict[str, tuple[int, int]], list[tuple[str, str]], bool]:
    """Return the place of each position, the moves by name, and whether nothing is left out."""
    found = answer_to("game/graph", position=position)
    names = found["vertices"]
    arcs = [(names[source], names[target]) for source, target in found["arcs"]]
    return dict(zip(names, map(tuple, found["places"]), strict=True)), arcs, found["complete"]


def test_positions_stand_as_the_game_is_played():
    grid, _, _ = states("wythoff 3,2")
    x, y = grid["1,1"]
    assert all(place == (x * int(name[0]), y * int(name[2])) for name, place in grid.items())
    for position in ("nim 3 4 5", "kayles 7"):
        layers, arcs, complete = states(position)
        assert complete
        assert len(set(layers.values())) == len(layers)
        assert all(layers[source][1] < layers[target][1] for source, target in arcs)
    names = answer_to("game/graph", position="grim grid:5x5", seconds=0)["vertices"]
    assert len(set(names)) == len(names) == 61  # though they are cut


def test_a_graph_of_sprouts_comes_within_its_time():
    began = process_time()
    assert not answer_to("game/graph", position="sprouts 6", seconds=0)["complete"]
    assert process_time() - began < 2.5  # 5 s when all positions were looked for


def test_crosses_are_listed_from_square_to_square():
    moves = answer_to("game/position", position="treblecross 12")["moves"]
    assert [move["ways"] for move in moves] == [[[str(n)]] for n in range(1, 11)]


def test_all_moves_of_a_lost_position_lose_without_a_search(monkeypatch):
    monkeypatch.setattr(judge_tasks, "of_each_move", None)
    found = answer_to("game/judge", position="nimstring boxes:2x2", moves=True)
    assert (found["values"], found["leads"]) == (["0"], ["N"] * 12)


def test_what_is_left_out_of_a_game_spoils_no_value():
    found = answer_to("game/graph", position="take-a-square 2500", seconds=6)
    assert not found["complete"]
    graph = {"vertices": found["vertices"], "arcs": found["arcs"]}
    labels = answer_to("graph/label", graph=graph)["vertices"]
    values = catalogue["take-a-square"].values(2501)
    won = dict(zip(found["vertices"], (label["outcome"] for label in labels), strict=True))
    assert won.pop("nothing") == "P"
    assert won.pop("…") == "D"
    for name, one in zip(found["vertices"], found["known"], strict=True):
        if name not in ("…", "nothing"):
            assert one["value"] == values[int(name)]
            assert (one["outcome"] == "P") == (one["value"] == 0)
    known = {name: outcome for name, outcome in won.items() if outcome != "D"}
    assert known.keys() >= {"900", "1600", "2500"}  # a square is taken at once
    assert all((outcome == "P") == (values[int(name)] == 0) for name, outcome in known.items())


@pytest.mark.parametrize("play", ["normal", pytest.param("misere", marks=pytest.mark.long)])
def test_the_game_knows_who_wins_what_is_drawn_of_it(play, monkeypatch):
    monkeypatch.setattr(states_tasks, "_SHARE", 1)
    found = answer_to("game/graph", position="cram 4x4", play=play, seconds=6)
    at = found["vertices"].index("…")
    assert found["known"].pop(at) is None
    found["vertices"].pop(at)
    assert len(found["known"]) == 60
    for name, one in zip(found["vertices"], found["known"], strict=True):
        solved = parse_position(f"cram {name}").solve(play)
        assert one["outcome"] == str(solved.outcome)
        assert one["value"] == solved.value()


@pytest.mark.parametrize(("position", "moves", "left"), [
    ("nim 3 4 5", ["take 3 from 3 in A", "take 3 from 4 in B", "take 5 from 5 in c"], "nim 1"),
    ("kayles 9 3", ["take 1 from 9 and split the rest into 3 and 5 in A", "take 2 from 5 in A2",
                    "take 1 from 3 and split the rest into 1 and 1 in A1", "take 1 from 1 in A4"],
     "kayles 1 3 3"),
])  # fmt: skip
def test_a_link_may_name_moves_as_the_list_does(position, moves, left):
    found = answer_to("game/replay", position=position, moves=moves)
    assert found["problem"] == ""
    assert found["moves"][-1]["to"] == left


def test_an_explanation_has_its_sections_and_its_move():
    found = answer_to("game/explain", position="nim 4 8 17", turn=2)
    assert found["best"]["name"] == "take 5 from 17"
    assert found["best"]["ways"] == [["13", "14", "15", "16", "17"]]
    assert found["text"] == str(parse_position("nim 4 8 17").explain(turn=2))
    assert any(block["kind"] == "table" for part in found["sections"] for block in part["blocks"])


@pytest.mark.parametrize(("name", "request_", "sentence"), [
    ("game/position", {"position": "nim " + "1 " * 61}, "60 parts"),
    ("game/position", {"position": "grim complete:3000"}, "too large"),
    ("game/answer", {"position": "nim 0"}, "over"),
    ("game/explain", {"position": "nim 3", "turn": 3}, "turn"),
    ("game/move", {"position": "nim 3", "typed": "take 4 from 3"}, "no legal move"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(name, request_, sentence):
    status, said = asked(name, **request_)
    assert status == 422
    assert sentence in said["error"]


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("text", ["nim 1 3", "wythoff 2,3", "token a>b>a,b>c@a"])
def test_how_long_a_play_lasts(text, play):
    """The winner hurries and the loser delays: by the definition, over all that can be reached."""
    judged = answer_to("game/judge", position=text, play=play, moves=True)
    lasts = list(zip(judged["leads"], judged["lasts"], strict=True))
    if judged["outcome"] == "D":
        assert judged["remoteness"] is None
    elif judged["outcome"] == "N":
        assert judged["remoteness"] == 1 + min(last for lead, last in lasts if lead == "P")
    else:
        assert judged["remoteness"] == max((1 + last for _, last in lasts), default=0)


@pytest.mark.parametrize("position", ["kayles 20 30 40", "nim 30 31 32"])
def test_many_positions_are_not_looked_at_to_see_that_they_are_many(position, monkeypatch):
    monkeypatch.setattr("grundy.games.states.SumGraph", None)
    judged = answer_to("game/judge", position=position, moves=True)
    assert judged["outcome"] == "N"
    assert (judged["remoteness"], judged["lasts"]) == (None, [])


def test_an_explanation_has_boards_and_the_values_that_moves_lead_to():
    text = "kayles 4 + nim 2"
    hint = answer_to("game/explain", position=text)
    moves = answer_to("game/position", position=text)["moves"]
    assert [(one["label"], one["value"]) for one in hint["components"]] == [("A", "1"), ("B", "2")]
    assert hint["components"][0]["scene"]["cells"][0]["kind"] == "pin"
    led = {move["name"]: after for move, after in zip(moves, hint["afters"], strict=True)}
    assert led["take 1 from 4"] == "3"
    assert led["take 2 from 4 and split the rest into 1 and 1"] == "0"
    assert led["take 2 from 2"] == "0"


@pytest.mark.parametrize("text", ["nimstring boxes:2x2", "kayles 5"])
def test_where_no_values_are_found_a_sheet_has_an_answer_to_each_move(text, monkeypatch):
    monkeypatch.setattr("grundy.strategy.explain.explain", Mock(side_effect=LimitError("late")))
    answer_to("game/judge", position=text)  # as a sheet asks first
    found = answer_to("game/explain", position=text, seconds=1)
    left = found["best"]["to"] if found["best"] else text
    moves = answer_to("game/position", position=left)["moves"]
    rows = found["sections"][0]["blocks"][1]["rows"]
    assert [move for move, _ in rows] == [move["name"] for move in moves]
    for (_, reply), move in zip(rows, moves, strict=True):
        after = answer_to("game/move", position=move["to"], typed=f"={reply}")["to"]
        assert answer_to("game/judge", position=after)["outcome"] == "P"


def test_boards_that_symmetry_decides_are_played_by_symmetry():
    first = answer_to("game/position", position="cram 12,12")["moves"][0]["to"]
    chosen = answer_to("game/answer", position=first)
    assert (chosen["name"], chosen["sure"]) == ("domino on k12-l12", True)
    assert "looks the same after half a turn" in chosen["reason"]
    judged = answer_to("game/judge", position=first, moves=True)
    assert (judged["outcome"], judged["leads"].count("P")) == ("N", 1)
    judged = answer_to("game/judge", position=chosen["to"], moves=True)
    assert (judged["outcome"], judged["value"], set(judged["leads"])) == ("P", "0", {"N"})


def test_words_to_players_name_no_limits(monkeypatch):
    monkeypatch.setattr("grundy.web.judge_tasks._SECONDS", 0.2)
    large = "cram #......../" + "........./" * 7 + "........."
    said = answer_to("game/judge", position=large)["message"]
    status, refusal = asked("game/explain", position=large, seconds=0.2)
    assert said == "Who wins cannot be decided quickly here: the search is too large."
    assert (status, refusal["error"]) == (422, said)
    assert answer_to("game/answer", position=large)["sure"] is False


@pytest.mark.parametrize(("text", "start"), [
    ("chomp", "chomp 4,4,4"), (" grim ", "grim grid:3x3"), ("{1,2,3}", "{1,2,3} 3 4 5"),
    ("nim 7", "nim 7"), ("kayles", "kayles 10"), ("subtraction", "{1,2,3} 3 4 5"),
])  # fmt: skip
def test_a_game_alone_stands_for_its_start(text, start):
    assert answer_to("game/replay", position=text, moves=[])["start"] == start


def test_a_start_that_copying_decides_is_known_though_others_take_long():
    found = answer_to("game/graph", position="cram 6x7")
    assert found["known"][0]["outcome"] == "N"
