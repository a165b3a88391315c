"""The digraph of all states in a folder: the same as in memory, whatever memory there is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import grundy
from grundy.errors import FolderError, RulesetError
from grundy.games import Packed
from grundy.tabulated import reach, state_parts
from grundy.tabulated.reach import compiled_rules, write_plain_graph, write_state_graph

POSITIONS = ("cram 3x4", "cram ..#/#../...", "grim grid:3x3", "northcott 1,3 2,4 rows:4")


def read(folder: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the arcs' ends, and the words by vertex."""
    arcs = pq.read_table(folder / "arcs")
    states = pq.read_table(folder / "states").sort_by("vertex")
    words = states.column("word").to_numpy()
    assert states.column("vertex").to_pylist() == list(range(len(words)))
    return arcs.column("source").to_numpy(), arcs.column("target").to_numpy(), words


def plain(position: grundy.Position) -> tuple[list[int], set[tuple[int, int]]]:
    """Return the words that a position reaches, and the arcs between them, by a plain loop."""
    from grundy.games.kernels.calls import call
    from grundy.games.valuers.packed import kernel

    rules = compiled_rules(position)
    assert rules is not None
    followers, out = kernel(rules.followers), np.zeros(rules.most, np.int64)
    met, arcs = [rules.signed], set[tuple[int, int]]()
    for word in met:
        for option in out[: call(followers, word, rules.data, out)].tolist():
            arcs.add((word, option))
            if option not in met:
                met.append(option)
    return met, arcs


@pytest.mark.parametrize("text", POSITIONS)
def test_a_folder_has_the_states_and_arcs_of_the_plain_search(text: str, tmp_path: Path) -> None:
    """Each state once, the position itself as vertex 0, and each option an arc."""
    position = grundy.read(text)

    found = write_state_graph(position, tmp_path / "graph")

    sources, targets, words = read(tmp_path / "graph")
    met, arcs = plain(position)
    assert words[0] == met[0]
    assert sorted(words.tolist()) == sorted(met)
    assert set(zip(words[sources].tolist(), words[targets].tolist(), strict=True)) == arcs
    assert (found.states, found.arcs) == (len(met), len(sources))


@pytest.mark.parametrize("text", POSITIONS)
def test_labels_of_the_folder_are_the_values_of_the_game(text: str, tmp_path: Path) -> None:
    """The value of vertex 0 is that of the position."""
    position = grundy.read(text)
    write_state_graph(position, tmp_path / "graph")

    sources, targets, words = read(tmp_path / "graph")
    graph = grundy.GameGraph.from_arrays(sources, targets, vertex_count=len(words))

    assert grundy.label(graph)[0] == position.value()


def test_little_memory_gives_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables that are forgotten and rows that go to disk change nothing."""
    position = grundy.read("cram 4x4")
    write_state_graph(position, tmp_path / "much")
    for module in (reach, state_parts):
        monkeypatch.setattr(module, "LEAST", 64)
    monkeypatch.setattr(reach, "_AT_ONCE", 700)
    monkeypatch.setattr(state_parts, "_ROWS", 60)
    much = read(tmp_path / "much")

    write_state_graph(position, tmp_path / "little", memory=1)

    little = read(tmp_path / "little")
    assert sorted(little[2].tolist()) == sorted(much[2].tolist())
    assert {*zip(little[2][little[0]], little[2][little[1]], strict=True)} == {
        *zip(much[2][much[0]], much[2][much[1]], strict=True)
    }


def test_rules_in_python_are_written_too(tmp_path: Path) -> None:
    """Sums and games without compiled rules have their states as text."""
    position = grundy.read("kayles 4 3 + nim 2")

    found = write_plain_graph(position, tmp_path / "graph")

    states = pq.read_table(tmp_path / "graph" / "states").to_pydict()
    arcs = pq.read_table(tmp_path / "graph" / "arcs").to_pydict()
    assert states["state"][0] == "0.77 4 3 + 0.[3] 2"
    graph = grundy.GameGraph.from_arrays(
        np.array(arcs["source"]), np.array(arcs["target"]), vertex_count=found.states
    )
    assert grundy.label(graph)[0] == position.value()


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    """It may hold anything."""
    (tmp_path / "graph").mkdir()

    with pytest.raises(FolderError, match="there already"):
        write_state_graph(grundy.read("cram 2x2"), tmp_path / "graph")

    assert list((tmp_path / "graph").iterdir()) == []


def test_a_rule_that_leads_to_no_state_is_refused(tmp_path: Path) -> None:
    """Nothing is left behind."""

    def wrong(word, data, out):  # type: ignore[no-untyped-def]
        if word < 5:
            return -1
        out[0] = word - 1
        return 1

    game = grundy.game(packed=lambda state: Packed(state, wrong, most=1))(lambda n: [n - 1])

    with pytest.raises(RulesetError, match="no state"):
        write_state_graph(game[9], tmp_path / "graph")

    assert list(tmp_path.iterdir()) == []


def test_a_sum_has_no_compiled_rules(tmp_path: Path) -> None:
    """The sentence says what would give them."""
    with pytest.raises(RulesetError, match="`packed` or `indexed`"):
        write_state_graph(grundy.read("cram 2x2 + cram 2x3"), tmp_path / "graph")
