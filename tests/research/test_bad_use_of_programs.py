"""Bad use of the programs: one sentence and status 2, before the work, and nothing is left."""

import shlex
from pathlib import Path

import pytest

from research_programs import called_atlas, called_oeis

BAD = [
    (called_atlas, "--digits 5", ""),
    (called_atlas, "--stop 3", ""),
    (called_atlas, "--seconds 0", ""),
    (called_atlas, "--resume", ""),
    (called_atlas, "--workers 2 --scheduler tcp://127.0.0.1:1", ""),
    (called_atlas, "--output a.xlsx", ""),
    (called_atlas, "--table no-such.csv", ""),
    (called_atlas, "--scheduler nowhere://x", ""),
    (called_atlas, "--digits 1 --play misere --proofs docs", ""),
    (called_atlas, "--digits 1 --certificates a.jsonl.gz", "needs --play misere and --save DIR"),
    (called_atlas, "--digits 1 --play misere --certificates a.jsonl.gz", "needs --play misere"),
    (called_atlas, "--digits 1 --play misere --save kept --most-heaps 99",
     "--most-heaps is for --certificates OUT"),
    (called_atlas, "--digits 1 --play misere --save kept --most-heaps x",
     '--most-heaps: "x" is no number of heaps'),
    (called_atlas, "--digits 1 --play misere --save kept --certificates a.json",
     "are written as *.jsonl.gz"),
    (called_atlas, "--digits 1 --play misere --save kept --certificates no/a.jsonl.gz",
     'there is no folder "no".'),
    (called_oeis, "kayles --output none/here", 'there is no folder "none"'),
    (called_oeis, "kayles --output ''", "the name is empty"),
    (called_oeis, "kayles --output x --terms 1e15", "more heaps than can be computed"),
    (called_oeis, "wythoff --output x", "no game of heaps"),
    (called_oeis, "kayls --output x", "Did you mean kayles"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "words", "said"), BAD)
def test_bad_use_is_one_sentence_and_status_2(program, words, said, tmp_path, monkeypatch, capsys):
    """The sentence says what is wrong; what is there stays as it is."""
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("mine")
    done = program(capsys, *shlex.split(words))

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("grundy: ")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
