"""`grundy solve`: who wins a position, and by which moves."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from itertools import islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.arguments import given_words
from grundy.cli.threads import threads_option
from grundy.errors import LimitError, PositionError
from grundy.values import LoopyValue, Value

if TYPE_CHECKING:
    from grundy.games.position import Move, Position
    from grundy.games.sums import Solved
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.values import Play

_MOVES_SHOWN = 10
_PLAIN_HEAPS = re.compile(r"[0-9\s]*", re.ASCII)


@click.command("solve", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("position", nargs=-1)
@click.option("--heaps", "file", metavar="FILE", help="Read more heaps from FILE, or - for stdin.")
@click.option("--play", type=click.Choice(["normal", "misere"]), default="normal")
@click.option("--turn", type=click.IntRange(1, 2), default=1, help="The player to move.  [1]")
@click.option("--moves", is_flag=True, help="List every winning move, not only the first ten.")
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="Look at N positions at most, or compute N heaps.")  # fmt: skip
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(
    game: str,
    position: tuple[str, ...],
    file: str | None,
    play: Play,
    turn: int,
    moves: bool,
    limit: int | None,
    as_json: bool,
) -> None:
    """Say who wins a POSITION of GAME, and by which moves.

    GAME is a game of the catalogue (grundy games lists them), a take-and-break code (0.77), a
    set of amounts that may be taken ({1,3,4}), its opposite (allbut{1,4}), a digraph file, or
    file.py:name. POSITION are its states; + between words begins another game. Heaps are
    natural numbers such as 17, 1e6 or 10^200. - reads the position from standard input.

    \b
    Examples:
      grundy solve "{1,2,3}" 3 4 5
      grundy solve kayles 5 7 --play misere --turn 2
      grundy solve kayles 5 7 + wythoff 8,12
      grundy solve examples/loopy.dot a
    """
    from grundy.cli.output import progress_bar
    from grundy.cli.solved import print_answer
    from grundy.running.limits import Limits

    found, words = _read([game, *position], file)
    with progress_bar("positions") as report:
        limits = None if limit is None else Limits(positions=limit)
        solved = found.solve(play, limits=limits, progress=report)
        solved.outcome  # noqa: B018 - what takes its time is done while the bar is there
    if not as_json:
        print_answer(solved, words[0], turn, None if moves else _MOVES_SHOWN)
        return
    told = ["grundy", "solve", *words, "--play", play, "--turn", str(turn)]
    told += ([] if limit is None else ["--limit", str(limit)]) + ["--moves"] * moves
    _print_json(solved, shlex.join(told), turn, None if moves else _MOVES_SHOWN)


# ---- reading the position ---------------------------------------------------------------------


def _read(words: list[str], file: str | None) -> tuple[Position, list[str]]:
    """Read the position, and give the words that name it again; standard input is written out."""
    from grundy.cli.game import read_position
    from grundy.games.position import Position

    if words[0] == "-":
        words = given_words("solve", words[0], words[1:])
    start = len(words) - words[::-1].index("+") if "+" in words else 0
    before, (game, *states) = words[:start], words[start:] or [""]
    ruleset = _heap_game(game)
    if ruleset is None:
        if file is not None:
            raise click.UsageError("--heaps gives heaps of one game; write other positions out.")
        words = given_words("solve", words[0], words[1:])
        return read_position(words).together(), words
    if start:
        given_words("solve", words[0], words[1:])
    heaps = ruleset.sum(_given_heaps(states, file))
    beside = read_position(before[:-1] or [""]).together() if start else Position()
    return beside + heaps, [*before, game, *_words(states, file, heaps)]


def _heap_game(game: str) -> HeapRuleset | None:
    """Return the heap game of this name; None where the word names another one, or a position."""
    from grundy.cli.game import read_ruleset
    from grundy.heaps.ruleset import as_heap_game

    return as_heap_game(read_ruleset(game)) if len(game.split()) == 1 else None


def _given_heaps(arguments: list[str], file: str | None) -> list[int]:
    if "-" in arguments:
        if len(arguments) > 1 or file is not None:
            raise click.UsageError("- stands for all heaps; give it alone, or give --heaps FILE.")
        arguments, file = [], "-"
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
    from grundy.cli.number_option import parse_number
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
    if "-" in (*arguments, file):
        return [str(part) for part in heaps.parts]
    return [*arguments, *(() if file is None else ("--heaps", file))]


# ---- for machines -----------------------------------------------------------------------------


def _print_json(solved: Solved, told: str, turn: int, shown: int | None) -> None:
    from grundy.cli.output import print_json
    from grundy.cli.solved import placed, winner

    position, normal = solved.position, solved.play == "normal"
    fields: dict[str, Any] = {
        "position": str(position),
        "play": solved.play,
        "turn": turn,
        "parts": [],
        "value": _plain(solved.value()) if normal else None,
        "outcome": str(solved.outcome),
        "because": "" if normal else solved.because.short,
        "winner": winner(solved, turn),
    }
    moves: list[Move] = []
    try:
        fields["winning_move_count"] = solved.winning_move_count()
        moves = list(islice(solved.winning_moves(), shown))
    except LimitError as error:
        fields |= {"winning_move_count": None, "message": str(error)}
        found = solved.winning_move()
        moves = [] if found is None else [found]
    fields["winning_moves"] = [
        {"part": move.part, "name": move.name, "option": str(placed(position, move))}
        for move in moves
    ]
    print_json(told, fields, {"parts": _parts(solved)})


def _parts(solved: Solved) -> Iterator[dict[str, Any]]:
    values = solved.each_value() if solved.play == "normal" else repeat(None)
    each = ((ruleset, state) for ruleset, states in solved.position.runs for state in states)
    for (ruleset, state), value in zip(each, values, strict=False):
        text = ruleset.format(state)
        yield {
            "game": ruleset.text,
            "state": text,
            "value": None if value is None else _plain(value),
        }


def _plain(value: Value | None) -> int | str | None:
    return str(value) if isinstance(value, LoopyValue) else value
