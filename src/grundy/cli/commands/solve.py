"""`grundy solve`: who wins a position, and by which moves.

Heaps of one game, of any number and size, are answered here; other positions and sums of
several games by solve_sum.py.
"""

from __future__ import annotations

import re
import shlex
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.arguments import given_words
from grundy.cli.threads import threads_option
from grundy.errors import LimitError, PositionError

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.heaps.sums import HeapMove, HeapSum

_MOST_ROWS = 20
_MOVES_SHOWN = 10
_MOST_WRITTEN_OUT = 10**30
_MOST_BITS = 64
_MOST_HEAPS_REPEATED = 12
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
    play: str,
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
    if game == "-":
        game, *rest = given_words("solve", game, position)
        position = tuple(rest)
    ruleset = _heap_game(game, position)
    if ruleset is None:
        if file is not None:
            raise click.UsageError("--heaps gives heaps of one game; write other positions out.")
        from grundy.cli.commands.solve_sum import solve_sum

        solve_sum(given_words("solve", game, position), play, turn, limit, moves, as_json)
        return
    from grundy.cli.output import progress_bar
    from grundy.heaps.sums import solve_heaps

    heaps = _given_heaps(position, file)
    with progress_bar("values") as report:
        answer = solve_heaps(
            ruleset,
            heaps,
            "misere" if play == "misere" else "normal",
            limit=limit,
            progress=report,
        )
    if as_json:
        told = _command(game, _words(position, file, heaps), play, turn, limit, moves=moves)
        _print_json(answer, told, turn, None if moves else _MOVES_SHOWN)
        return
    _print_values(answer, game)
    click.echo(_verdict(answer, turn))
    _print_moves(answer, every=moves)


def _heap_game(game: str, position: tuple[str, ...]) -> HeapRuleset | None:
    """Give the heap game that all words are heaps of; None where it is another position."""
    from grundy.cli.game import read_ruleset
    from grundy.heaps.ruleset import HeapRuleset

    if "+" in position or len(game.split()) > 1:
        return None
    ruleset = read_ruleset(game)
    return ruleset if isinstance(ruleset, HeapRuleset) else None


# ---- reading the heaps ------------------------------------------------------------------------


def _given_heaps(arguments: tuple[str, ...], file: str | None) -> list[int]:
    if "-" in arguments:
        if len(arguments) > 1 or file is not None:
            raise click.UsageError("- stands for all heaps; give it alone, or give --heaps FILE.")
        arguments, file = (), "-"
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


# ---- the command that repeats the answer ------------------------------------------------------


def _words(arguments: tuple[str, ...], file: str | None, position: list[int]) -> list[str]:
    """Give the words that name the heaps; what standard input held is written out."""
    if "-" in (*arguments, file):
        return [str(heap) for heap in position]
    return [*arguments, *(() if file is None else ("--heaps", file))]


def _command(
    game: str, heaps: list[str], play: str, turn: int, limit: int | None, *, moves: bool
) -> str:
    words = ["grundy", "solve", game, *heaps, "--play", play, "--turn", str(turn)]
    words += [] if limit is None else ["--limit", str(limit)]
    return shlex.join(words + ["--moves"] * moves)


# ---- the values and their sum -----------------------------------------------------------------


def _print_values(answer: HeapSum, game: str) -> None:
    from grundy.cli.output import printable

    count = len(answer.heaps)
    code = answer.ruleset.text
    game = code if code.lower() == game.strip().lower() else f"{printable(game.strip())} ({code})"
    heaps = "1 heap" if count == 1 else f"{count:,} heaps"
    if answer.play == "misere":
        click.echo(f"{game}, {heaps}, misère play: who cannot move wins.")
        _print_misere_reason(answer)
        return
    click.echo(f"{game}, {heaps}, normal play: who cannot move loses.")
    shown = answer.heaps[:_MOST_ROWS].tolist(), answer.values[:_MOST_ROWS].tolist()
    rows = list(zip(*shown, strict=True))
    if count > _MOST_ROWS:
        click.echo(f"The first {_MOST_ROWS} heaps and the nim-sum of all:")
    click.echo(_columns(rows, answer.value))


def _columns(rows: list[tuple[int, int]], total: int) -> str:
    """Write heap, value and the value in binary below each other, and the nim-sum beneath."""
    bits = max([total.bit_length(), 1, *(value.bit_length() for _, value in rows)])
    lines = [("heap", "value", "binary")]
    lines += [(_short(heap), _short(value), _binary(value, bits)) for heap, value in rows]
    lines.append(("nim-sum", _short(total), _binary(total, bits)))
    left, middle, right = (max(map(len, column)) for column in zip(*lines, strict=True))
    shown = [
        f"  {heap:>{left}}  {value:>{middle}}  {binary:>{right}}".rstrip()
        for heap, value, binary in lines
    ]
    shown.insert(-1, f"  {'-' * left}  {'-' * middle}  {'-' * right}")
    return "\n".join(shown)


def _binary(value: int, bits: int) -> str:
    return f"{value:0{bits}b}" if bits <= _MOST_BITS else ""


def _print_misere_reason(answer: HeapSum) -> None:
    from grundy.heaps.misere import is_nim

    if is_nim(answer.ruleset):
        large = sum(heap >= 2 for heap in answer.heaps.tolist())
        ones = sum(heap == 1 for heap in answer.heaps.tolist())
        click.echo(
            f"By the rule of misère Nim, with {ones} of size 1 and {large} larger: play as in Nim, "
            "but once only ones are left, leave an odd number of them."
        )
    else:
        click.echo("By a search of the positions: misère values do not add.")


# ---- who wins, and how ------------------------------------------------------------------------


def _winner(answer: HeapSum, turn: int) -> int:
    return turn if str(answer.outcome) == "N" else 3 - turn


def _verdict(answer: HeapSum, turn: int) -> str:
    winner = _winner(answer, turn)
    mover = f"player {turn} is to move"
    if answer.play == "misere":
        return f"player {winner} wins ({mover})."
    reason = "not 0" if answer.value else "0"
    return f"player {winner} wins: {mover} and the nim-sum is {reason}."


def _print_moves(answer: HeapSum, *, every: bool) -> None:
    if _winner(answer, 1) != 1:
        click.echo("There is no winning move.")
        return
    try:
        count = answer.winning_move_count
    except LimitError as error:
        _print_some_moves(answer, error, every=every)
        return
    shown = count if every else min(count, _MOVES_SHOWN)
    if not count:
        click.echo("There is no move to make: who cannot move wins.")
        return
    noun = "winning move" if count == 1 else "winning moves"
    from grundy.heaps.options.by_value import MOST_OPTIONS

    number = f"{count:,}" if count < _MOST_WRITTEN_OUT else _short(count)
    click.echo(f"{number} {noun}{':' if shown == count else f'; the first {shown}:'}")
    moves = answer.winning_moves()
    for move in moves if every else islice(moves, shown):
        click.echo(f"  {_told(answer, move)}")
    if shown < count:
        click.echo("--moves lists them all." if count <= MOST_OPTIONS else "--moves lists more.")


def _print_some_moves(answer: HeapSum, error: LimitError, *, every: bool) -> None:
    """Say one winning move where not all can be counted; with --moves, all that are found."""
    if every:
        for move in answer.winning_moves():  # ends in the LimitError
            click.echo(f"  {_told(answer, move)}")
    move_found = answer.winning_move()
    click.echo(f"The winning moves are not counted. {error}")
    if move_found is not None:
        click.echo(f"One of them:\n  {_told(answer, move_found)}")


def _told(answer: HeapSum, move: HeapMove) -> str:
    """Word a move: "take 5 from 17, leaving 4, 8, 12" with the whole position that is left."""
    told, parts = _what_is_done(answer, move), [_short(part) for part in move.option]
    if len(answer.heaps) > _MOST_HEAPS_REPEATED:
        return f"{told}, leaving {parts[0]} of it" if len(parts) == 1 else told
    left = [_short(size) for size in answer.after(move) if size]
    return f"{told}, leaving {', '.join(left) if left else 'nothing'}"


def _what_is_done(answer: HeapSum, move: HeapMove) -> str:
    from grundy.heaps.rules.arithmetic import NamedRule

    heap, option = move.heap, move.option
    which = _short(heap)
    few = len(answer.heaps) <= _MOST_HEAPS_REPEATED
    if not few or answer.heaps.tolist().count(heap) > 1:
        which = f"heap {move.heap_index + 1} ({which})"
    if isinstance(answer.ruleset, NamedRule) and answer.ruleset.rule.turns:
        return f"turn {which} into {_short(sum(option))}"
    taken, parts = heap - sum(option), " and ".join(_short(part) for part in option)
    if len(option) > 1:
        rest = f"split {which} into {parts}"
        return (
            f"take {_short(taken)} from {which} and split the rest into {parts}" if taken else rest
        )
    return f"take {_short(taken)} from {which}"


def _short(number: int) -> str:
    text = str(number)
    if len(text) <= 30:
        return text
    if number & (number - 1) == 0:
        return f"2^{number.bit_length() - 1}"
    return f"{text[:8]}…{text[-8:]} ({len(text)} digits)"


def _print_json(answer: HeapSum, told: str, turn: int, shown: int | None) -> None:
    from grundy.cli.output import print_json

    fields: dict[str, Any] = {
        "game": answer.ruleset.text,
        "play": answer.play,
        "turn": turn,
        "heaps": answer.heaps.tolist(),
    }
    if answer.play == "normal":
        fields |= {"values": answer.values.tolist(), "nim_sum": answer.value}
    fields |= {"outcome": str(answer.outcome), "winner": _winner(answer, turn)}
    moves: list[HeapMove] = []
    try:
        fields["winning_move_count"] = answer.winning_move_count
        moves = list(islice(answer.winning_moves(), shown))
    except LimitError as error:
        fields |= {"winning_move_count": None, "message": str(error)}
        found = answer.winning_move()
        moves = [] if found is None else [found]
    fields["winning_moves"] = [
        {"heap_index": move.heap_index, "heap": move.heap, "option": list(move.option)}
        for move in moves
    ]
    print_json(told, fields)
