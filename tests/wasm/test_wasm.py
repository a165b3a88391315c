"""Answers in WebAssembly are those of this machine: 32-bit indices, no threads, locks or numba."""

import json
import shlex
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from commands import called_alone, ended
from project import ROOT

pytestmark = pytest.mark.wasm

LIBRARIES = (
    "click", "filelock", "lazy_loader", "markdown_it", "mdurl", "packaging", "platformdirs",
    "pygments", "rich",
)  # fmt: skip
QUESTIONS = """
--version
label examples/lecture.csv --play misere --format json
label examples/lecture.csv --output labels.json
verify labels.json
label examples/lecture.csv --trace
nim "2*3 + 4"
random -n 20 --model gnp --mean-out-degree 2 --seed 1
values 0.77 --stop 200
values "{1,2,5}" --stop 400 --format csv
values 4.3f --stop 100
values "all-but {1,4}" --stop 200
values grundys --stop 700
period kayles --certificate kayles.json
verify kayles.json
period 0.45
period "{2,5,7}" --format json
quotient kayles --stop 20 --certificate quotient.json
verify quotient.json
solve kayles 5 7 + wythoff 8,12
solve kayles 5 7 --play misere
solve nim 4 8 17 --format json
solve chomp 4x5
solve sprouts 3
solve grim petersen
solve cram 3x4
solve clobber 3x3
solve domino-nogo 2x3
solve token "a>b,b>a,b>t@b" + nim 3
solve examples/digits.py:digits 47
explain nim 4 8 17
explain kayles 5 7 + wythoff 8,12
describe 0.77
describe "{1,2}" --format json
table wythoff 8 12
table examples/digits.py:digits 99
graph wythoff 3,4
games --search stones
puzzle nim --seed 4 --json
tabulate cram 3x4 --output cram-3x4
verify cram-3x4
solve cram 3x4 + nim 3 --table cram-3x4
solve nim x
values 0.9g --stop 3
label examples/nothing.csv
"""
LINES = [shlex.split(line) for line in QUESTIONS.strip().splitlines()]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[list[str | int]]:
    """Ask all questions in one process of node; its packages come with `npm ci`."""
    libraries = tmp_path_factory.mktemp("libraries")
    for name in LIBRARIES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        shutil.copytree(Path(spec.origin).parent, libraries / name)
    command = ["node", "tests/wasm/ask.mjs", "src", str(libraries), "examples"]
    done = ended(command, input="\n".join(map(json.dumps, LINES)), cwd=ROOT)
    assert done.status == 0, done.err[-2_000:]
    return [json.loads(line) for line in done.out.splitlines()]


def test_answers_are_those_of_this_machine(
    answers: list[list[str | int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status, output and errors of each command are the same."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setenv("COLUMNS", "100")
    for line, answer in zip(LINES, answers, strict=True):
        assert answer == list(called_alone(*line, cwd=tmp_path)), line
