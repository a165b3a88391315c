"""Many positions at once, one a line of standard input: one answer a line.

All lines are read before the first is answered, so that a slip in the last costs no half answer.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import click

from grundy.answers.forms import json_value
from grundy.answers.positions import solved_answer, solved_parts, winner
from grundy.cli.given_position import Resolve, read_line, refuse_line
from grundy.cli.solved import MoveWords, Question, value_text
from grundy.errors import GrundyError, LimitError
from grundy.printable import repeat, with_head
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.games.sums import Solved


COLUMNS = ("line", "position", "value", "outcome", "winner", "winning_moves", "moves")


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    words: list[str]
    position: Position

    @property
    def text(self) -> str:
        return " ".join(self.words)


def answer_lines(
    lines: Sequence[tuple[int, list[str]]],
    resolve: Resolve,
    question: Question,
    format: str,
    *,
    heaps: bool = True,
) -> None:
    """Print one answer for each line, in their order."""
    read = [
        _Line(number, words, read_line(number, words, resolve, heaps=heaps))
        for number, words in lines
    ]
    write = _WRITERS[format]
    if format == "csv":
        _write_row(COLUMNS)
    for line in read:
        with _at(line.number):
            solved = line.position.solve(question.play, limits=question.limits)
            write(line, solved, question)


@contextmanager
def _at(number: int) -> Iterator[None]:
    """Have an error of the answer name the line."""
    try:
        yield
    except LimitError as error:
        raise LimitError(f"Standard input, line {number}: {error}") from None
    except GrundyError as error:
        refuse_line(number, error)


# ---- the three formats ------------------------------------------------------------------------


def _write_text(line: _Line, solved: Solved, question: Question) -> None:
    from grundy.cli.output import printable

    # The game is the same on all lines mostly, and the reader has the line before him.
    click.echo(printable(f"{line.text}: {_sentence(solved, question)}"))


def _sentence(solved: Solved, question: Question) -> str:
    won = winner(solved, question.turn)
    sentence = "a draw" if won is None else f"player {won} wins"
    if solved.play == "normal":
        several = solved.position.part_count > 1
        sentence += f", {'nim-sum' if several else 'value'} {value_text(solved.value())}"
    moves = _moves(solved, question)
    return f"{sentence}: {'; '.join(moves)}" if moves else sentence


def _write_csv(line: _Line, solved: Solved, question: Question) -> None:
    won = winner(solved, question.turn)
    _write_row(
        (
            line.number,
            line.text,
            json_value(solved.value()) if solved.play == "normal" else "",
            solved.outcome,
            "" if won is None else won,
            _count(solved),
            "; ".join(_moves(solved, question)),
        )
    )


def _write_row(row: Sequence[object]) -> None:
    csv.writer(sys.stdout, lineterminator="\n").writerow(row)


def _write_json(line: _Line, solved: Solved, question: Question) -> None:
    again = repeat("solve", *line.words, **question.options)
    fields = solved_answer(solved, question.turn, question.shown)
    fields["parts"] = list(solved_parts(solved))
    whole = with_head(again, {"line": line.number, **fields})
    click.echo((json.dumps(whole, ensure_ascii=False) + "\n").encode("utf-8", "replace"), nl=False)


def _moves(solved: Solved, question: Question) -> list[str]:
    """Word one winning move, or with --moves all; in a draw a move that keeps it."""
    words = MoveWords(solved)
    if solved.outcome is Outcome.D:
        best = solved.position.best_move(solved.play)
        return [] if best is None else [words.of(best)]
    if solved.outcome is Outcome.P:
        return []
    if question.shown is None:
        return [words.of(move) for move in solved.winning_moves()]
    return [words.of(move) for move in islice(solved.winning_moves(), 1)]


def _count(solved: Solved) -> int | str:
    """Count the winning moves; where they are too many to count, nothing is said."""
    try:
        return solved.winning_move_count()
    except LimitError:
        return ""


_WRITERS: dict[str, Callable[[_Line, Solved, Question], None]] = {
    "text": _write_text,
    "csv": _write_csv,
    "jsonl": _write_json,
}
