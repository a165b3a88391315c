"""Positions as they are given: words, files of heaps, and lines of standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from grundy.cli.options import given_words
from grundy.errors import GrundyError, PositionError

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.games.ruleset import Ruleset
    from grundy.heaps.ruleset import HeapRuleset

_PLAIN_HEAPS = re.compile(r"[0-9\s]*", re.ASCII)

Resolve = Callable[[str], "Ruleset"]


def given_lines(game: str, position: tuple[str, ...]) -> list[tuple[int, list[str]]] | None:
    """Return the words of each position where standard input has them, one a line."""
    if game != "-" and "-" not in position:
        return None
    if game == "-":
        if position:
            given_words("solve", game, position)  # says what is wrong
        before = []
    else:
        if len(position) > 1:
            raise click.UsageError(
                "- stands for all heaps, or a position a line; give it alone after the game, or "
                "give --heaps FILE."
            )
        before = [game]
    raw = b"" if sys.stdin is None else sys.stdin.buffer.read()
    lines = raw.decode("utf-8-sig", errors="replace").splitlines()
    found = [(number, [*before, *words]) for number, line in enumerate(lines, 1)
             if (words := line.split())]  # fmt: skip
    if not found:
        example = "4 8 17" if before else "kayles 5 7"
        raise click.UsageError(f"Standard input is empty; write such as: {example}")
    return found


def read_given(
    words: list[str], file: str | None, resolve: Resolve, *, heaps: bool = True
) -> tuple[Position, list[str]]:
    """Read a position, and give the words that name it again."""
    from grundy.cli.game import read_position
    from grundy.games.position import Position

    start = len(words) - words[::-1].index("+") if "+" in words else 0
    before, (game, *states) = words[:start], words[start:] or [""]
    ruleset = _heap_game(game, resolve) if heaps else None
    if ruleset is None:
        if file is not None:
            raise click.UsageError("--heaps gives heaps of one game; write other positions out.")
        words = given_words("solve", words[0], words[1:])
        return read_position(words, resolve).together(), words
    if start:
        given_words("solve", words[0], words[1:])
    added = ruleset.sum(_given_heaps(states, file))
    beside = read_position(before[:-1] or [""], resolve).together() if start else Position()
    return beside + added, [*before, game, *_words(states, file, added)]


def read_line(
    number: int, words: list[str], resolve: Resolve, *, file: str | None = None, heaps: bool = True
) -> Position:
    """Read the position of a line; see `read_given`."""
    try:
        return read_given(words, file, resolve, heaps=heaps)[0]
    except (GrundyError, click.UsageError) as error:
        refuse_line(number, error)


def refuse_line(number: int, error: Exception) -> NoReturn:
    """Tell what is wrong with a line of standard input."""
    sentence = error.format_message() if isinstance(error, click.ClickException) else str(error)
    raise click.UsageError(f"Standard input, line {number}: {sentence}") from None


def _heap_game(game: str, resolve: Resolve) -> HeapRuleset | None:
    """Return the heap game of this name; None where the word names another one, or a position."""
    from grundy.heaps.ruleset import as_heap_game

    return as_heap_game(resolve(game)) if len(game.split()) == 1 else None


def _given_heaps(arguments: list[str], file: str | None) -> list[int]:
    found: list[int] = []
    for place, text in enumerate(arguments, start=1):
        if re.match(r"-[^0-9.]", text):
            raise click.UsageError(f"No such option: {text}. See grundy solve --help.")
        found += [_heap(part, f"Heap {place}") for part in text.split()]
    if file is not None:
        found += _heaps_of_file(file)
        if not found:
            empty = "Standard input is empty" if file == "-" else f"{file} holds no heap"
            raise click.UsageError(f"{empty}; write such as: 4 8 17")
    elif not arguments:
        raise click.UsageError("Heaps are missing; write them after the game, such as: nim 4 8 17")
    return found


def _heaps_of_file(name: str) -> list[int]:
    if name == "-":
        raw = b"" if sys.stdin is None else sys.stdin.buffer.read()
    else:
        raw = Path(name).read_bytes()
    shown = "standard input" if name == "-" else name
    text = raw.decode("utf-8-sig", errors="replace")
    if _PLAIN_HEAPS.fullmatch(text) and len(max(text.split(), key=len, default="")) < 4_000:
        return list(map(int, text.split()))
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        for match in re.finditer(r"\S+", line):
            place = f"{shown}, line {number}, column {match.start() + 1}: the heap"
            found.append(_heap(match[0], place))
    return found


def _heap(text: str, place: str) -> int:
    from grundy.cli.options import parse_number
    from grundy.cli.output import printable

    heap = parse_number(text)
    if heap is not None:
        return heap
    shown = printable(text if len(text) <= 40 else text[:39] + "…")
    negative = re.fullmatch(r"[-−][0-9_]+", text) is not None
    problem = "is negative" if negative else "is no natural number"
    raise PositionError(f'{place}, "{shown}", {problem}; write such as 17, 1e6 or 10^200.')


def _words(arguments: list[str], file: str | None, heaps: Position) -> list[str]:
    """Return the words that name the heaps; what standard input held is written out."""
    if file == "-":
        return [str(part) for part in heaps.parts]
    return [*arguments, *(() if file is None else ("--heaps", file))]
