"""The entries of the catalogue: a small question reads one family, not all."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grundy import catalogue
from grundy.named.catalogue import FAMILIES, Entries


def test_families_are_read_as_far_as_a_key_needs() -> None:
    """The order is that of the families; nothing is left out in the end."""
    entries = Entries()
    assert entries["nim"].key == "nim"
    assert len(entries._families) == 1
    assert "0.77" not in entries
    assert "{1,2,3}" not in entries
    assert len(entries._families) == 1
    assert entries["grim"].key == "grim"
    assert 1 < len(entries._families) <= len(FAMILIES)
    assert list(entries) == list(catalogue)
    assert len(entries.families()) == len(FAMILIES)


def test_an_unknown_key_is_looked_for_in_all() -> None:
    """It is in none of them, and neither is what is no text."""
    entries = Entries()
    assert "no-such-game" not in entries
    assert len(entries._families) == len(FAMILIES)
    assert 3 not in catalogue


@pytest.mark.parametrize("game", ["nim", "kayles", "0.77", "{1,2,3}"])
def test_a_question_about_heaps_imports_no_boards(game: str) -> None:
    """Else each small question would wait for the rules of all games."""
    asked = [sys.executable, "-X", "importtime", "-m", "grundy", "solve", game, "3", "5"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "grundy.named.catalogue" in imported
    assert not {"grundy.named.families.boards", "grundy.cli.solved_lines"} & imported
