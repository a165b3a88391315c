"""`grundy play` as a user meets it."""

import json

import pytest

from commands import GRUNDY, called, ended
from grundy import catalogue


@pytest.fixture
def play(capsys):
    def call(*arguments, typed=""):
        raw = typed if isinstance(typed, bytes) else typed.encode()
        return called(capsys, "play", *arguments, stdin=raw)

    return call


def test_the_whole_play(play):
    status, out, err = play("nim", "1", "2", typed="2 + 0\n1\n")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "nim 1 2, normal play: who cannot move loses.",
        "You move first, as player 1.",
        "Type a move, or help.",
        "",
        "  A  o  1",
        "  B  oo  2",
        "",
        "You have 3 moves:",
        "   1. take 1 from 1 in A, leaving 2",
        "   2. take 1 from 2 in B, leaving 1 + 1",
        "   3. take 2 from 2 in B, leaving 1",
        "> 2 + 0",
        "",
        "  oo  2",
        "",
        "The computer: take 2 from 2, leaving nothing",
        "You cannot move: the computer wins.",
    ]


@pytest.mark.parametrize("key", sorted(catalogue))
def test_every_named_game_can_be_played_to_its_end(play, key):
    status, out, err = play(key, "--level", "random", "--seed", "1", typed="1\n" * 300)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].endswith(("wins.", "win.", "draw."))


@pytest.mark.parametrize(("arguments", "typed", "line"), [
    (["sticks", "10 10 10"], "1\n", "The computer: "),  # docs/sources.md 2.7
    (["0.77", "5"], "2\n", "The computer: take 2 from 3 in B, leaving 1 + 1"),
    (["{1,2,3}", "4"], "1\n", "leaving nothing\nYou cannot move: the computer wins."),
    (["nim", "2", "--play", "misere"], "1\n", "cannot move: you win (misère play)."),
    (["nim", "10^200", "5"], "=5 5\n", "  A  ooooo  5\n  B  ooooo  5\n"),
    (["nim", "3", "--two"], "3\n", "Player 2 cannot move: player 1 wins."),
    (["kayles", "5", "--first", "computer"], "", "The computer: take 1 from 5 and split"),
    (["nim", "3", "5", "--hints"], "moves\n", "leaving 3 + 3  (wins)"),
    (["nim", "3", "5"], "why\n", "The nim-sum is 6, not 0"),
    (["nim", "3", "5"], b"\xff\xfe\n1\n", "is no legal move here"),
    (["nim", "0"], "", "You cannot move: the computer wins."),
])  # fmt: skip
def test_what_a_play_says(play, arguments, typed, line):
    status, out, err = play(*arguments, typed=typed)
    assert (status, err) == (0, "")
    assert line in out


def test_a_python_file_is_a_game_too(play, tmp_path):
    """A game in the user's file is played; a transcript alone never runs that file."""
    file = tmp_path / "own.py"
    file.write_text(
        "import grundy, pathlib\n"
        "pathlib.Path(__file__).with_suffix('.ran').write_text('')\n"
        "@grundy.game\n"
        "def down(n):\n    return [n - k for k in (1, 2) if k <= n]\n"
    )
    saved = str(tmp_path / "play.json")
    assert play(f"{file}:down", "4", "--save", saved, typed="1\n1\n")[0] == 0
    file.with_suffix(".ran").unlink()
    status, _, err = play("--replay", saved)
    assert (status, file.with_suffix(".ran").exists()) == (2, False)
    assert "name it yourself" in err
    status, out, _ = play(f"{file}:down", "4", "--replay", saved)
    assert status == 0
    assert "Player 1: 3" in out


@pytest.mark.parametrize(("body", "message"), [
    ("return [[n - 1]] if n else []", "not hashable; write a tuple or a frozenset."),
    ("return [1 // n, n - 1] if n < 4 else [n - 1]", "ZeroDivisionError"),
])  # fmt: skip
def test_a_wrong_rule_is_named_and_the_play_is_kept(play, tmp_path, body, message):
    file, saved = tmp_path / "own.py", tmp_path / "play.json"
    file.write_text(f"import grundy\n@grundy.game\ndef down(n):\n    {body}\n")
    status, _, err = play(f"{file}:down", "5", "--two", "--save", str(saved), typed="1\n" * 9)
    assert status == 2
    assert message in err
    assert "src/grundy" not in err
    assert json.loads(saved.read_text())["kind"] == "play"


def test_a_play_is_saved_and_gone_through(play, tmp_path):
    saved = str(tmp_path / "play.json")
    status, out, _ = play("nim", "3", "5", "--save", saved, typed="1\n" * 9)
    assert status == 0
    assert out.endswith(f"The play is in {saved}.\n")
    status, out, err = play("--replay", saved)
    assert (status, err) == (0, "")
    assert "  1. Player 1: take 1 from 3 in A, leaving 2 + 5\n" in out
    assert "Player 1 had the win; now player 2 has it." in out
    assert out.endswith("The win changed hands at move 1.\n")
    status, out, _ = play("--replay", saved, "--json")
    data = json.loads(out)
    assert (status, data["result"], data["format"]) == (0, "player 2 wins", 1)
    assert [move["winner_before"] for move in data["moves"]][:3] == [1, 2, 2]
    assert play("nim", "3", "5", "--replay", saved)[0] == 0
    assert "not of" in play("nim", "4", "5", "--replay", saved)[2]


def test_a_closed_input_is_an_input_at_its_end():
    done = ended(["sh", "-c", '"$@" <&-', "sh", *GRUNDY, "play", "nim", "3"])
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("The input has ended, and the play stops here.\n")
