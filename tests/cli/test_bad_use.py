"""Bad use and bad input: one sentence, status 2, no answer and no file, whatever the command."""

import shlex
from pathlib import Path

import pytest

from commands import called, require_refused
from project import EXAMPLES

LISTED = Path(__file__).with_name("bad-use.tsv").read_text(encoding="utf-8").splitlines()[1:]
BAD = [
    *(tuple(line.split("\t")) for line in LISTED),
    (f"values 0.77 --heap {'9' * 4_001}", '"999999999999999999999999999999999999999…" is no'),
    ("nim '1\x1b[31m'", "�[31m"), (f"nim {'1+' * 5000}1", "longer than 1000 characters"),
    *((f"experiment max-value {options}", "") for options in (
        "--n 0", "--n 5:3", "--n 5:", "--n 5:9:0", "--n x", "--n 1:99999999999", "--n 1,,2",
        "--step 0", "--workers 0", "--model nosuch", "--model gnp-dag --arc-probability 20/m",
        "--plot picture.bmp", "--output rows.xlsx",
    )),
]  # fmt: skip
PIPED = [
    ("recognise -", b'0 1\n2 x\n', 'standard input, line 2: "x" is no natural number'),
    ("recognise -", b'0 1 \x1b[31m', 'standard input, value 3: "�"'),
    ("recognise -", b'\xff\xfe0', "standard input, value 1"),
    ("solve nim -", b'4 8\n\n3 x\n', 'Standard input, line 3: Heap 2, "x", is no natural'),
    ("solve -", b'nim 3\nkayls 4\n', 'Standard input, line 2: Unknown game "kayls"'),
    ("solve wythoff -", b'1,2\n1,2,x\n', "Standard input, line 2: "),
    ("solve nim - 3", b'4\n', "- stands for all heaps, or a position a line"),
    ("solve nim - --format csv --json", b'3', "exclude each other"),
    ("solve nim - --format csv --heaps x", b'3', "leave --format out"),
    ("solve nim - --format xml", b'3', "--format"),
    ("solve nim - --play misere --certificate c.json", b'1 2\n3 4\n', "is for one position"),
    ("solve nim -", b' \n\n', "Standard input is empty; write such as: 4 8 17"),
    *(("nim -", text, "xpression") for text in (b"", b"1+" * 10**6)),
    *(("nim -", text, "has no meaning here") for text in (b"\xff\xfe1", b"\x00" * 100)),
    *(("verify -", data, "this is no certificate; if it holds labels, write the format")
      for data in (b"", b"[]", b'{"vertices": []}', b"\xff", b"a,b\n")),
]  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("command", "stdin", "said"), [
    *((command, b"", said) for command, said in BAD),
    *PIPED,
], ids=lambda part: part[:60] if isinstance(part, str) else "")  # fmt: skip
def test_bad_use_is_one_sentence_and_status_2(command, stdin, said, folder, capsys):
    done = called(capsys, *shlex.split(command.replace("EXAMPLES", str(EXAMPLES))), stdin=stdin)
    require_refused(done, said)
    assert "\x1b" not in done.err
    assert len(done.err) < 300
    assert list(folder.iterdir()) == []
