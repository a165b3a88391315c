"""What a shell offers when the tab key is pressed."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from commands import ended
from grundy import catalogue
from grundy.cli.main import grundy


@pytest.fixture
def completed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Complete the last word; give the words, and the kinds."""
    monkeypatch.setenv("_GRUNDY_COMPLETE", "bash_complete")
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> list[tuple[str, str]]:
        found = BashComplete(grundy, {}, "grundy", "_GRUNDY_COMPLETE").get_completions(
            list(words[:-1]), words[-1]
        )
        return [(item.type, item.value) for item in found]

    return call


def test_every_game_and_the_files_that_hold_one(completed):
    """Without a letter all keys are offered; where no key begins so, the shell offers its files."""
    for command in ("solve", "values", "games"):
        assert ("plain", "kayles") in completed(command, "ka")
    assert set(catalogue) <= {word for _, word in completed("solve", "")}
    assert completed("solve", "more/t") == [("file", "more/t")]


def test_positions_of_games_on_graphs(completed):
    assert ("plain", "--draw") in completed("label", "house.dot", "--d")
    assert ("plain", "path:9") in completed("solve", "grim", "pa")
    assert completed("solve", "grim", "hou") == [("file", "hou")]
    assert completed("solve", "kayles", "5", "+", "wy") == [("plain", "wythoff")]
    assert completed("play", "kayles", "5", "+", "wy") == [("plain", "wythoff")]
    assert completed("solve", "kayles", "5", "+", "grim", "petersen"[:3]) == [("plain", "petersen")]
    assert completed("solve", "kayles", "5") == []


@pytest.mark.parametrize(("words", "kind"), [
    (("label", "hou"), "file"),
    (("label", "house.dot", "--draw", "x"), "file"),
    (("verify", "x"), "file"),
    (("solve", "nim", "--heaps", "x"), "file"),
    (("values", "nim", "--save", "x"), "dir"),
    (("solve", "nim", "--table", "x"), "dir"),
])  # fmt: skip
def test_files_and_folders_are_left_to_the_shell(completed, words, kind):
    assert completed(*words) == [(kind, words[-1])]


def test_the_whole_way_through_the_shell(tmp_path):
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    script = (
        'eval "$(_GRUNDY_COMPLETE=bash_source grundy 2>/dev/null)"; COMP_WORDS=(grundy solve kay)\n'
        'COMP_CWORD=2; _grundy_completion grundy; echo "${COMPREPLY[@]}"\n'
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = ended([bash, "-c", script], env={**os.environ, "PATH": path}, cwd=tmp_path)

    assert done.out == "kayles\n"
