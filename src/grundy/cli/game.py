"""What GAME and POSITION mean on the command line: also files, which the page never opens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from grundy.games.state_text import shown

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.games.ruleset import Ruleset
    from grundy.heaps.ruleset import HeapRuleset

_GRAPH_FILES = (".csv", ".tsv", ".txt", ".dot", ".gv", ".graphml", ".gml", ".edges", ".json")
_MAKE_HEAPS = "make it with grundy.HeapGame(function)"


def refuse_split_braces(text: str) -> None:
    """Recognise the first word of ``{1,3,4}`` or ``allbut{1,4}`` that a shell has taken apart."""
    from grundy.errors import CodeError

    if re.fullmatch(r"(allbut)?[0-9]+", text.strip()):
        raise CodeError(
            f'"{shown(text.strip(), 40)}" is no game; the shell takes braces apart, so write a set '
            'in quotes, such as "{1,3,4}" or "allbut{1,4}", and a code with its point, such as '
            "0.77.",
            text=text,
            column=1,
        )


def read_heap_game(text: str) -> HeapRuleset:
    """Read GAME where only heap games serve: a code, a set, a name, or ``file.py:name``."""
    from grundy.errors import RulesetError
    from grundy.heaps.rules.number_game import as_heaps
    from grundy.named.catalogue import catalogue

    # A command that keeps values in a folder, or stops half-way, does so to a game of its own.
    ruleset = as_heaps(read_ruleset(text, _MAKE_HEAPS, catalogue.new))
    if ruleset is None:
        made = f"{_MAKE_HEAPS}, or " if ".py:" in text else ""
        raise RulesetError(
            f"{text.strip()} is no game of heaps, as values, period and describe need one; "
            f"{made}use solve, explain, table, graph or play."
        )
    return ruleset


def is_known(ruleset: HeapRuleset) -> bool:
    """Return whether the text of a game says its rules, so that it can stand in a file for them."""
    from grundy.errors import GrundyError
    from grundy.named.parse import read_game

    try:
        return read_game(ruleset.text) == ruleset
    except GrundyError:
        return False


def read_ruleset(
    text: str, advice: str | None = None, read: Callable[[str], Ruleset] | None = None
) -> Ruleset:
    """Read GAME: a key, a code, a set, a digraph file, or ``file.py:name``."""
    from grundy.named.parse import read_game

    refuse_split_braces(text)
    file, colon, name = text.rpartition(":")
    if colon and file.endswith(".py"):
        from grundy.cli.user_code import MAKE_GAME, load_game

        return load_game(file, name, advice or MAKE_GAME)
    if text.endswith(".py"):
        from grundy.cli.user_code import refuse_file

        raise refuse_file(text)
    if _is_digraph_file(text):
        from grundy.games.families.token import Token
        from grundy.graphs.formats import read_graph

        return Token(read_graph(text), text=text)
    return (read or read_game)(text)


def read_position(words: Iterable[str], read: Callable[[str], Ruleset] | None = None) -> Position:
    """Read POSITION: a game and its states; ``+`` between words begins another game."""
    from grundy.games.position import Position
    from grundy.named.parse import parse_position, parse_states

    resolve = read or read_ruleset
    position = Position()
    for summand in _summands(list(words)):
        if len(summand) > 1 and _names_a_file(summand[0]):  # its name may have spaces
            position += parse_states(resolve(summand[0]), summand[1:], summand[0])
        else:
            position += parse_position(_with_graphs(" ".join(summand)), resolve)
    return position


def _with_graphs(summand: str) -> str:
    """Put what a graph file holds in its place, where the game is played on graphs."""
    game, *words = summand.split() or [""]
    if not any("." in word for word in words) or not _on_graphs(game):
        return summand
    return " ".join([game, *map(_graph_as_word, words)])


def _on_graphs(game: str) -> bool:
    from grundy.errors import GrundyError
    from grundy.named.parse import read_game

    try:
        return read_game(game).takes_graphs
    except GrundyError:
        return False  # the game itself is read again, and told of, later


def _graph_as_word(word: str) -> str:
    """Write a graph file as its edges: ``house.dot``, or ``house.dot@a`` with a marked vertex."""
    from grundy.errors import GraphFormatError
    from grundy.graphs.reading.undirected import is_graph_file, read_undirected
    from grundy.named.on_graphs.shapes import write_edges

    path, at, mark = word.partition("@") if not Path(word).is_file() else (word, "", "")
    if not is_graph_file(path):
        if Path(path).is_file():
            raise GraphFormatError(
                f"{path} is a file of no kind that is read here; undirected graphs are read from "
                "edge lists (.csv, .tsv, .txt), adjacency lists, DOT, GraphML, GML, graph6 and "
                "sparse6."
            )
        return word
    return write_edges(*read_undirected(path)) + at + mark


def _summands(words: list[str]) -> Iterator[list[str]]:
    """Split words at those that are a plus sign."""
    ends = [place for place, word in enumerate(words) if word == "+"]
    for start, end in zip([0, *(end + 1 for end in ends)], [*ends, len(words)], strict=True):
        yield words[start:end]


def _names_a_file(text: str) -> bool:
    return _is_digraph_file(text) or ".py:" in text or text.endswith(".py")


def _is_digraph_file(text: str) -> bool:
    # A code such as 0.77 has an ending too: of a file that is not there the ending has to be one.
    return "." in text and (Path(text).is_file() or text.lower().endswith(_GRAPH_FILES))
