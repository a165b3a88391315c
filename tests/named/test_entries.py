"""The entries of the catalogue: a small question reads one file, not all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grundy import catalogue
from grundy.named import games
from grundy.named.catalogue import Entries, _all_files


def test_files_are_read_as_far_as_a_key_needs() -> None:
    """The order is that of the files; nothing is left out in the end."""
    entries = Entries()
    assert entries["nim"].key == "nim"
    assert entries._files == 1
    assert "0.77" not in entries
    assert "{1,2,3}" not in entries
    assert entries._files == 1
    assert entries["grim"].key == "grim"
    assert 1 < entries._files <= len(_all_files())
    assert list(entries) == list(catalogue)
    assert entries._files == len(_all_files())


def test_an_unknown_key_is_looked_for_in_all() -> None:
    """It is in none of them, and neither is what is no text."""
    entries = Entries()
    assert "no-such-game" not in entries
    assert entries._files == len(_all_files())
    assert 3 not in catalogue


def test_a_file_that_is_added_is_a_game_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game is one file: no list has to know of it."""
    text = Path(str(games.__file__)).with_name("moore.py").read_text(encoding="utf-8")
    (tmp_path / "added.py").write_text(text.replace('key="moore"', 'key="added"'))
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    _all_files.cache_clear()
    assert Entries()["added"].key == "added"
    monkeypatch.undo()
    _all_files.cache_clear()
    assert "added" not in Entries()


def test_a_question_about_heaps_imports_no_boards() -> None:
    """Else each small question would wait for the rules of all games."""
    asked = (
        "import sys; from grundy.cli.main import run\n"
        "for game in ('nim', 'kayles', '0.77', '{1,2,3}'): run(['solve', game, '3', '5'])\n"
        "assert 'grundy.named.catalogue' in sys.modules\n"
        "assert 'grundy.named.games.cram' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True)
