"""What a terminal shows: its width is kept, a person plays at it, and the tab key completes."""

import contextlib
import io
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

import grundy
from commands import GRUNDY, ended
from grundy import catalogue
from grundy.cli.main import grundy as program
from grundy.printable import printable
from waiting import LONGEST, wait_until


class Terminal:
    def __init__(self, *arguments: str, **environment: str) -> None:
        self._end, inner = pty.openpty()
        self.process = subprocess.Popen(
            [*GRUNDY, *arguments],
            stdin=inner, stdout=inner, stderr=inner, start_new_session=True,
            env=os.environ | {"TERM": "xterm-256color"} | environment,
        )  # fmt: skip
        os.close(inner)
        self.shown = ""

    def wait_for(self, text: str) -> None:
        def is_shown() -> bool:
            if text not in self.shown:
                self._read(1)
            return text in self.shown

        wait_until(is_shown)

    def type(self, line: str) -> None:
        os.write(self._end, line.encode() + b"\n")

    def finish(self) -> int:
        with contextlib.suppress(OSError):
            while self.process.poll() is None or select.select([self._end], [], [], 0)[0]:
                self._read(0.2)
        status = self.process.wait(LONGEST)
        os.close(self._end)
        return status

    def _read(self, seconds: float) -> None:
        if select.select([self._end], [], [], seconds)[0]:
            self.shown += os.read(self._end, 65536).decode().replace("\r\n", "\n")


def shown(columns: int, *words: str) -> list[str]:
    terminal = Terminal(*words, COLUMNS=str(columns), NO_COLOR="1", TERM="dumb")
    assert terminal.finish() == 0
    return terminal.shown.splitlines()


@pytest.mark.parametrize("columns", [20, 80])
def test_values_are_all_there_in_fewer_columns(columns):
    lines = shown(columns, "values", "kayles", "--stop", "25")
    heads = [line for line in lines if line.split()[:1] == ["heap"]]
    rows = [list(map(int, line.split())) for line in lines if re.fullmatch(r"[\d\s]+\d\s*", line)]
    assert len(heads) == 1
    assert all(len(line) <= columns for line in lines if line[:1] == " ")
    assert [value for _, *row in rows for value in row] == (
        grundy.TakeAndBreak("0.77").values(25).tolist()
    )
    width = len(heads[0].split()) - 1
    assert [row[0] for row in rows] == list(range(0, 25, width))


@pytest.mark.parametrize("words", [["explain", "kayles", "5", "7"], ["games", "nim"]])
def test_prose_keeps_the_width(words):
    narrow, wide = shown(44, *words), shown(200, *words)
    assert max(map(len, narrow)) <= 44 < max(map(len, wide))
    assert " ".join(narrow).split() == " ".join(wide).split()


def test_a_row_too_wide_for_the_terminal_becomes_a_block_of_lines():
    lines = shown(44, "label", "examples/loopy.dot")
    assert lines.count("vertex: g") == 1
    assert lines.count("value: ∞(1)") == 1
    assert sum(line.startswith("best move:") for line in lines) == 9


def test_long_lists_of_moves_say_how_many_more_there_are(tmp_path):
    file = tmp_path / "star.csv"
    file.write_text("".join(f"hub,leaf{n}\n" for n in range(2_000)))
    lines = shown(100, "label", str(file))
    assert any("and 1,990 more" in " ".join(lines[at : at + 20]) for at in range(len(lines)))
    assert not any("leaf1999" in line for line in lines)


@pytest.mark.parametrize(("encoding", "text", "plain"), [
    ("ascii", "⟨a₁ | a₁² = 1⟩", "<a1 | a12 = 1>"),
    ("ascii", "⌊n/2⌋ − 1 … 9", "floor(n/2) - 1 ... 9"), ("latin-1", "misère ⟨a²⟩", "misère <a²>"),
])  # fmt: skip
def test_signs_that_an_encoding_lacks_are_written_plainly(encoding, text, plain):
    assert printable(text, io.TextIOWrapper(io.BytesIO(), encoding)) == plain


@pytest.fixture
def completed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("_GRUNDY_COMPLETE", "bash_complete")
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> list[tuple[str, str]]:
        found = BashComplete(program, {}, "grundy", "_GRUNDY_COMPLETE").get_completions(
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
    assert completed("solve", "kayles", "5", "+", "grim", "pet") == [("plain", "petersen:5,2")]
    assert completed("solve", "kayles", "5") == []


@pytest.mark.parametrize(("words", "kind"), [
    (("label", "hou"), "file"), (("label", "house.dot", "--draw", "x"), "file"),
    (("verify", "x"), "file"), (("solve", "nim", "--heaps", "x"), "file"),
    (("values", "nim", "--save", "x"), "dir"), (("solve", "nim", "--table", "x"), "dir"),
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


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_a_person_at_a_terminal(tmp_path, environment):
    saved = tmp_path / "here.json"
    terminal = Terminal("play", "sticks", "2 3", **environment)
    for line in ("help", "why", "1", f"save {saved}", "quit"):
        terminal.wait_for("> ")
        terminal.shown, before = "", terminal.shown
        assert "Traceback" not in before
        terminal.type(line)
    status = terminal.finish()
    assert status == 0
    assert "\x1b" not in terminal.shown
    assert terminal.shown.endswith("quit\nThe play stops here.\n")
    assert terminal.shown.count("quit") == 1
    assert json.loads(saved.read_text())["result"] == "unfinished"
