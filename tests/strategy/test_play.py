"""The opponent: sessions, players, moves as people type them, transcripts, and the terminal."""

import io
import json
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import CodeError, Outcome, PositionError, catalogue
from grundy.games.position import Position
from grundy.strategy.moves import find_move
from grundy.strategy.play import play
from grundy.strategy.session import PerfectPlayer, RandomPlayer, Session, TeacherPlayer, player
from grundy.strategy.transcript import game_text, read_transcript, transcript_of
from named_games import small

KAYLES = grundy.TakeAndBreak("0.77")
NIM = grundy.TakeAndBreak("0.[3]")
LOOP = grundy.token({"a": ["b"], "b": ["a", "t"], "t": []})


@pytest.mark.parametrize(("rule", "winner"), [("normal", 1), ("misere", 2)])
def test_the_last_move_wins_or_loses(rule, winner):
    session = Session(NIM[1], rule)
    over = session.after(next(session.position.moves()))
    assert (session.over, session.winner) == (False, None)
    assert (over.over, over.winner, over.player) == (True, winner, 2)


def test_a_position_that_comes_three_times_is_a_draw():
    session = Session(LOOP["a"] + NIM[2])
    round_trip = ["b + 2", "a + 2"]
    for count in (1, 2):
        assert (session.repetitions, session.over) == (count, False)
        for text in round_trip:
            session = session.after(find_move(session.position, text))
    assert (session.drawn, session.over, session.winner) == (True, True, None)
    assert not session.undone().drawn


# Nobody has to make the last move, so that nobody wins.
ALL_DRAWN = {("northcott", "misere"), ("wind-up", "misere")}


def beats_every_opponent(root: Position, rule: str) -> bool:
    """Whether the perfect player, to move at *root*, wins whatever the other does, and soon.

    It follows every answer of the opponent. A position that comes again on one line of play
    would be a play without end.
    """
    perfect = PerfectPlayer()
    done, open_ = set(), set()

    def wins(position: Position) -> bool:
        if position in done:
            return True
        if position in open_ or len(open_) > 300:
            return False
        if next(position.moves(), None) is None:
            return rule == "misere"
        open_.add(position)
        left = perfect.choose(position, rule).option
        answers = list(dict.fromkeys(left.options()))
        good = bool(answers or rule == "normal") and all(map(wins, answers))
        open_.discard(position)
        done.add(position)
        return good

    return wins(root)


def won_positions(key: str, rule: str) -> Iterator[Position]:
    """Yield the small positions that are won by a move, as a labelling of all of them says."""
    for some in small(key):
        labels = some.normal if rule == "normal" else some.misere
        for position, name in zip(some.positions, labels.graph.names, strict=True):
            if labels.outcome(name) is Outcome.N and labels.graph.followers(name):
                yield position


@pytest.mark.parametrize("rule", ["normal", "misere"])
@pytest.mark.parametrize("key", sorted(catalogue))
def test_from_a_won_position_the_perfect_player_always_wins(key, rule):
    won = list(won_positions(key, rule))
    assert bool(won) == ((key, rule) not in ALL_DRAWN)
    for position in random.Random(key).sample(won, min(len(won), 1)):
        assert beats_every_opponent(position, rule), position


def test_a_teacher_blunders_at_the_set_rate():
    position = NIM[4] + NIM[8] + NIM[17]

    def blunders(rate):
        teacher = TeacherPlayer(rate, seed=1)
        options = [teacher.choose(position, "normal").option for _ in range(200)]
        return sum(option.outcome() is Outcome.N for option in options)

    assert (blunders(0), blunders(1)) == (0, 200)
    assert 40 < blunders(0.3) < 80


def test_a_seed_repeats_what_a_player_does():
    position = KAYLES[9] + KAYLES[7]

    def chosen(level, seed):
        one = player(level, blunder=0.9, seed=seed)
        return [one.choose(position, "normal").name for _ in range(20)]

    for level in ("teacher", "random"):
        assert chosen(level, 5) == chosen(level, 5) != chosen(level, 6)


@pytest.mark.parametrize(("position", "typed", "left"), [
    (NIM[5] + NIM[7], "2", "3 + 7"), (NIM[5] + NIM[7], "Take 2  from 7", "5 + 5"),
    (NIM[5] + NIM[7], "7 3", "3 + 7"), (NIM[5] + NIM[7], "5 + 7 + 0", None),
    (NIM[5] + NIM[7], "5 0", "5"), (NIM[5] + NIM[7], "=3", None),
    (NIM[10**200], f"{10**201}", None), (NIM[5], "nothing", "nothing"), (NIM[5], "=2", "2"),
    (NIM[5], "=7", None), (NIM[5] + NIM[5], "take 1 from 5 in B", "5 + 4"),
    (NIM[5] + NIM[5], "take 1 from 5 in C", None), (KAYLES[5], "1 3", "1 + 3"),
    (LOOP["b"] + NIM[5], "t 5", "t + 5"), (LOOP["b"], "=t", "t"), (LOOP["b"], "b", None),
    (NIM[10**200] + NIM[3], "1e6 3", "1000000 + 3"),
    (KAYLES[10**100], f"{10**50} {10**100 - 10**50 - 1}", f"{10**50} + {10**100 - 10**50 - 1}"),
    (KAYLES[10**100], f"{10**50} {10**100 - 10**50 - 3}", None), (KAYLES[5], "", None),
    (KAYLES[5], "9" * 5000, None), (KAYLES[5], "\x1b[31m1\x00", None),
])  # fmt: skip
def test_a_move_is_found_by_number_name_and_position(position, typed, left):
    if left is None:
        with pytest.raises(PositionError):
            find_move(position, typed)
    else:
        assert str(find_move(position, typed).option) == left


def test_a_name_of_several_different_moves_is_asked_back():
    hooks = {"moves": lambda n: (("take some", m) for m in range(n))}
    doubled = grundy.game(name="doubled", **hooks)(range)
    with pytest.raises(PositionError, match="type 1 or 2 or 3"):
        find_move(doubled[3], "take some")


@given(st.text(max_size=30))
@settings(deadline=None, max_examples=30)
def test_any_text_is_a_move_or_one_sentence(text):
    for position in (NIM[3] + KAYLES[5], LOOP["a"], KAYLES[12]):
        try:
            move = find_move(position, text)
        except PositionError as error:
            said = str(error)
        else:
            said = move.name
            assert move in position.moves()
        assert said.isprintable()


def played(position: Position, seed: int, rule: str = "normal") -> Session:
    session, chooser = Session(position, rule), RandomPlayer(seed)
    while not session.over:
        session = session.after(chooser.choose(session.position, rule))
    return session


def texts(session: Session) -> list[tuple[str, str]]:
    """Return the moves of a play in words; of two equal parts either may have been moved."""
    return [(move.name, str(move.option)) for move in session.moves]


@given(st.integers(0, 1000), st.sampled_from(["normal", "misere"]))
@settings(max_examples=30)
def test_a_transcript_comes_back_as_it_was(tmp_path_factory, seed, rule):
    session = played(KAYLES[6] + NIM[3] + LOOP["a"], seed, rule)
    transcript = transcript_of(session, game_text(session.start), ("human", "computer, random"))
    path = tmp_path_factory.mktemp("play") / "play.json"
    transcript.save(path)
    again = read_transcript(path)
    assert again == transcript
    assert texts(again.session(session.start)) == texts(session)
    assert again.to_json() == path.read_text(encoding="utf-8")


@pytest.fixture
def saved(tmp_path):
    """Return the JSON of a play of kayles 3 + 3, and a function that reads it changed."""
    session = played(KAYLES[3] + KAYLES[3], 1)
    data = json.loads(transcript_of(session, "kayles 3 3", ("human", "human")).to_json())

    def read(changed):
        path = tmp_path / "changed.json"
        path.write_text(changed if isinstance(changed, str) else json.dumps(changed))
        return read_transcript(path).session(session.start)

    return data, read


@pytest.mark.parametrize(("keys", "value"), [
    (["kind"], "labels"), (["format"], 2), (["format"], None), (["game"], 7),
    (["play"], "reverse"), (["players"], ["human"]), (["players"], [1, 2]), (["moves"], [[]]),
    (["moves"], [{}] * 20_001), (["moves", 0], "take 1"), (["moves", 0, "player"], 2),
    (["moves", 0, "player"], True), (["moves", 0, "name"], "take 3 from 3"),
    (["moves", 0, "leaves"], "3"), (["moves", 1, "leaves"], "3 + 3"),
    (["result"], "player 3 wins"), (["result"], "draw"),
])  # fmt: skip
def test_a_transcript_that_is_changed_is_found_out(saved, keys, value):
    data, read = saved
    inner = data
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    with pytest.raises((CodeError, PositionError)) as caught:
        read(data)
    assert "\n" not in str(caught.value)


def test_moves_cannot_be_added_left_out_or_exchanged(saved):
    data, read = saved
    moves = data["moves"]
    read(data)
    for changed in (moves[:-1], moves[1:], [*moves, moves[-1]], moves[::-1]):
        with pytest.raises(PositionError):
            read(data | {"moves": changed})


def at_terminal(position, typed, **options):
    """Play with these lines typed; give the play and what was shown."""
    output = io.StringIO()
    session = play(position, input=io.StringIO(typed), output=output, **options)
    return session, output.getvalue()


def test_undo_takes_back_the_answer_of_the_computer_too():
    session, shown = at_terminal(NIM[3] + NIM[5], "undo\n1\nundo\nundo\n")
    assert session.moves == ()
    assert shown.count("There is no move of yours to take back.") == 2
    session, _ = at_terminal(NIM[3] + NIM[5], "1\nundo\n1\n1\nundo\n", first="computer")
    assert len(session.moves) == 3
    session, _ = at_terminal(NIM[3] + NIM[5], "1\n1\nundo\n", two=True)
    assert len(session.moves) == 1


@pytest.mark.parametrize(("typed", "said"), [
    ("help", "take your last move back"), ("moves", "   8. take 5 from 5 in B, leaving 3"),
    ("moves 9", "There is no move 9."), ("moves x", "Write moves, or moves 21"),
    ("hint", "Hint: take 2 from 5 in B, leaving 3 + 3. It wins."), ("board", "ooo  3"),
    ("save", "The name of a file is missing"),
    ("save /no/such/folder/x.json", "/no/such/folder/x.json: no such file or directory."),
    ("17", "There is no move 17: there are 8."), ("\x1b[2J\x07", "is no legal move here"),
])  # fmt: skip
def test_what_can_be_typed(typed, said):
    session, shown = at_terminal(NIM[3] + NIM[5], typed + "\n")
    assert said in shown
    assert session.moves == ()
    assert "\x1b" not in shown


def test_where_a_search_gives_up_it_is_said_what_is_proved(monkeypatch):
    monkeypatch.setattr("grundy.strategy.session._SECONDS", 0.2)
    chomp, proved = catalogue.new("chomp").read("500,500,500"), "It is proved that the player to"
    assert f"found. {proved}" in at_terminal(chomp, "hint\n", play="misere")[1]
    assert f"random one. {proved}" in at_terminal(chomp, "", play="misere", first="computer")[1]


@pytest.mark.parametrize("options", [{}, {"level": "teacher", "blunder": 1, "seed": 1}])
def test_the_computer_says_that_it_copies(options):
    cram = catalogue.new("cram").read("12x12")
    assert "the same after half a turn" in at_terminal(cram, "1\n", **options)[1]


def test_nonsense_without_end_ends():
    with pytest.raises(PositionError, match="100 lines in a row"):
        at_terminal(NIM[3], "nonsense\n" * 1000)
    session, _ = at_terminal(NIM[3], "x\n" * 60 + "board\n" + "x\n" * 60 + "1\n")
    assert len(session.moves) > 0


def test_a_play_is_saved_however_it_ends(tmp_path):
    class Interrupting(io.StringIO):
        def readline(self, *size):
            line = super().readline(*size)
            if not line:
                raise KeyboardInterrupt
            return line

    for place, source in enumerate(
        [io.StringIO("1\n"), io.StringIO("1\nquit\n"), Interrupting("1\n")]
    ):
        path = tmp_path / f"{place}.json"
        session = play(NIM[3] + NIM[5], input=source, output=io.StringIO(), save=path)
        assert read_transcript(path).session(NIM[3] + NIM[5]) == session
        assert len(session.moves) == 2
