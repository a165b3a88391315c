"""Positions as words, and as lines of standard input with an answer of `grundy solve` to each."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli.game import read_position
from grundy.cli.output import as_text, standard_input
from grundy.errors import GrundyError, LimitError, PositionError
from grundy.games.state_text import parse_number
from grundy.printable import counted, printable, repeat, with_head
from grundy.runtime.limits import Limits, one_question
from grundy.values import Outcome, Play, outcome_of, winner_of

if TYPE_CHECKING:
    from grundy.games.position import Position, Solved
    from grundy.games.ruleset import Ruleset
    from grundy.heaps.ruleset import HeapRuleset

Resolve = Callable[[str], "Ruleset"]
_PLAIN_HEAPS = re.compile(r"[0-9\s]*", re.ASCII)


def position_words(command: str, game: str, position: Sequence[str]) -> list[str]:
    """Return the words that name a position; - stands for the words of standard input."""
    words = [game, *position]
    _refuse_options(command, words)
    if "-" not in words:
        return words
    if words.count("-") > 1 or words[-1] != "-" or len(words) > 2:
        raise click.UsageError(
            "- stands for the whole position; give it alone, or alone after the game."
        )
    words[-1:] = standard_input().split()
    if not words:
        raise click.UsageError("Standard input is empty; write such as: kayles 5 7")
    return words


def _refuse_options(command: str, words: Iterable[str]) -> None:
    for word in words:
        if re.match(r"-[^0-9.]", word):
            raise click.UsageError(f"No such option: {word}. See grundy {command} --help.")


def read_words(
    words: list[str], file: str | None, resolve: Resolve, *, heaps: bool = True
) -> tuple[Position, list[str]]:
    """Read a position, and give the words that name it again."""
    from grundy.games.position import Position

    _refuse_options("solve", words)
    start = len(words) - words[::-1].index("+") if "+" in words else 0
    before, (game, *states) = words[:start], words[start:] or [""]
    ruleset = heap_game(game, resolve) if heaps else None
    if ruleset is None:
        if file is not None:
            raise click.UsageError("--heaps gives heaps of one game; write other positions out.")
        words = position_words("solve", words[0], words[1:])
        return read_position(words, resolve).together(), words
    added = ruleset.sum(_read_heaps(states, file))
    beside = read_position(before[:-1] or [""], resolve).together() if start else Position()
    return beside + added, [*before, game, *_named_again(states, file, added)]


def heap_game(game: str, resolve: Resolve) -> HeapRuleset | None:
    """Return the heap game of this name; None where the word names another one, or a position."""
    from grundy.heaps.ruleset import as_heap_game

    return as_heap_game(resolve(game)) if len(game.split()) == 1 else None


def _read_heaps(arguments: list[str], file: str | None) -> list[int]:
    heaps: list[int] = []
    for place, text in enumerate(arguments, start=1):
        heaps += [_heap(part, f"Heap {place}") for part in text.split()]
    if file is not None:
        heaps += _heaps_of_file(file)
        if not heaps:
            empty = "Standard input is empty" if file == "-" else f"{file} holds no heap"
            raise click.UsageError(f"{empty}; write such as: 4 8 17")
    elif not arguments:
        raise click.UsageError("Heaps are missing; write them after the game, such as: nim 4 8 17")
    return heaps


def _heaps_of_file(name: str) -> list[int]:
    called = "standard input" if name == "-" else name
    text = standard_input() if name == "-" else as_text(Path(name).read_bytes())
    if _PLAIN_HEAPS.fullmatch(text) and len(max(text.split(), key=len, default="")) < 4_000:
        return list(map(int, text.split()))
    heaps = []
    for number, line in enumerate(text.splitlines(), start=1):
        for match in re.finditer(r"\S+", line):
            place = f"{called}, line {number}, column {match.start() + 1}: the heap"
            heaps.append(_heap(match[0], place))
    return heaps


def _heap(text: str, place: str) -> int:
    heap = parse_number(text)
    if heap is not None:
        return heap
    cut = printable(text if len(text) <= 40 else text[:39] + "…")
    negative = re.fullmatch(r"[-−][0-9_]+", text) is not None
    problem = "is negative" if negative else "is no natural number"
    raise PositionError(f'{place}, "{cut}", {problem}; write such as 17, 1e6 or 10^200.')


def _named_again(arguments: list[str], file: str | None, heaps: Position) -> list[str]:
    """Return the words that name the heaps; what standard input held is written out."""
    if file == "-":
        return [str(part) for part in heaps.parts]
    return [*arguments, *(() if file is None else ("--heaps", file))]


_FEW_DIGITS = 19  # of a heap in many lines, answered all at once


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a position, or of each of many."""

    play: Play
    turn: int
    shown: int | None
    limits: Limits | None
    options: Mapping[str, object]

    @property
    def listed(self) -> int | None:
        """The most moves in an answer to one of many lines: none where nobody asks for them."""
        return 0 if self.options["moves"] is None else self.shown


def position_lines(game: str, position: tuple[str, ...]) -> list[tuple[int, list[str]]] | None:
    """Return the words of each position where standard input has them, one a line."""
    if game != "-" and "-" not in position:
        return None
    if game == "-":
        if position:
            position_words("solve", game, position)  # says what is wrong
        before = []
    else:
        if len(position) > 1:
            raise click.UsageError(
                "- stands for all heaps, or a position a line; give it alone after the game, or "
                "give --heaps FILE."
            )
        before = [game]
    lines = standard_input().splitlines()
    positions = [(number, [*before, *words]) for number, line in enumerate(lines, 1)
             if (words := line.split())]  # fmt: skip
    if not positions:
        example = "4 8 17" if before else "kayles 5 7"
        raise click.UsageError(f"Standard input is empty; write such as: {example}")
    return positions


def read_line(
    number: int, words: list[str], resolve: Resolve, *, file: str | None = None, heaps: bool = True
) -> Position:
    """Read the position of a line; see `read_words`."""
    with _naming_line(number):
        return read_words(words, file, resolve, heaps=heaps)[0]


def answer_lines(
    lines: Sequence[tuple[int, list[str]]],
    resolve: Resolve,
    question: Question,
    format: str,
    *,
    heaps: bool,
) -> None:
    """Print an answer per line; all are read first, so that a typo in the last costs no work."""
    from grundy.answers.solved import COLUMNS
    from grundy.runtime.delivery import csv_line

    brief = question.options["moves"] is None
    at_once = brief and heaps and format != "jsonl"
    if at_once and _answer_heaps(lines, resolve, question, format):
        return
    if format == "csv":
        click.echo(csv_line(COLUMNS))
    read = [read_line(number, words, resolve, heaps=heaps) for number, words in lines]
    answer = {"text": _text_line, "csv": _csv_line, "jsonl": _json_line}[format]
    stopped: list[str] = []
    for (number, words), position in zip(lines, read, strict=True):
        try:
            with _naming_line(number), one_question():
                solved = position.solve(question.play, limits=question.limits)
                line = answer(number, words, solved, question)
        except LimitError as error:
            stopped.append(str(error))
            line = answer(number, words, str(error), question)
        click.echo(line.encode("utf-8", "replace") if format == "jsonl" else line)
    if stopped:
        count = f"{counted(len(stopped), 'line')} of {len(lines):,} not decided. "
        raise LimitError((count if len(stopped) > 1 else "") + stopped[0])


def _text_line(number: int, words: list[str], solved: Solved | str, question: Question) -> str:
    from grundy.answers.solved import solved_line

    if isinstance(solved, str):
        sentence = "not decided"
    else:
        sentence = solved_line(solved, question.turn, question.listed)
    return printable(f"{' '.join(words)}: {sentence}")


def _csv_line(number: int, words: list[str], solved: Solved | str, question: Question) -> str:
    from grundy.answers.solved import COLUMNS, solved_row
    from grundy.runtime.delivery import csv_line

    text = " ".join(words)
    if isinstance(solved, str):
        return csv_line((number, text, *[""] * (len(COLUMNS) - 2)))
    return csv_line(solved_row(number, text, solved, question.turn, question.listed))


def _json_line(number: int, words: list[str], solved: Solved | str, question: Question) -> str:
    from grundy.answers.solved import solved_answer, solved_parts, undecided

    fields: dict[str, object] = {"line": number}
    if isinstance(solved, str):
        text = " ".join(words)
        fields |= {**undecided(text, question.play, question.turn), "message": solved}
    else:
        fields |= {**solved_answer(solved, question.turn, question.listed)}
        fields["parts"] = list(solved_parts(solved))
    whole = with_head(repeat("solve", *words, **question.options), fields)
    return json.dumps(whole, ensure_ascii=False)


def _answer_heaps(
    lines: Sequence[tuple[int, list[str]]], resolve: Resolve, question: Question, format: str
) -> bool:
    """Say who wins each of many lines of heaps of one game, all at once; False for others."""
    from grundy.answers.solved import COLUMNS, won_line, won_row
    from grundy.runtime.delivery import csv_bytes

    game = lines[0][1][0]
    ruleset = heap_game(game, resolve)
    if ruleset is None or not all(words[0] == game and _are_heaps(words) for _, words in lines):
        return False
    try:
        sums = [list(map(int, words[1:])) for _, words in lines]
        decided = _decided(ruleset, sums, question)
    except LimitError:
        return False  # line by line those before it are answered
    if decided is None:
        return False
    values, outcomes = decided
    winners = [winner_of(one, question.turn) for one in outcomes]
    results = zip(lines, values, outcomes, winners, strict=True)
    if format == "text":
        click.echo("\n".join(
            f"{' '.join(words)}: {won_line(won, value, several=len(words) > 2)}"
            for (_, words), value, _, won in results
        ))  # fmt: skip
        return True
    rows = (
        (*won_row(number, " ".join(words), value, outcome, won), "", "")
        for (number, words), value, outcome, won in results
    )
    click.echo(csv_bytes(COLUMNS, rows), nl=False)
    return True


def _decided(
    ruleset: HeapRuleset, sums: Sequence[Sequence[int]], question: Question
) -> tuple[Sequence[int | None], Sequence[Outcome]] | None:
    """Return values, where they decide, and who wins; None where no rule says it of all sums."""
    from grundy.heaps.many_heaps import misere_losses

    if question.play == "normal":
        values = ruleset.nim_sums(sums, limits=question.limits)
        return values, list(map(outcome_of, values))
    lost = misere_losses(ruleset, sums, question.limits)
    if lost is None:
        return None
    return [None] * len(lost), [Outcome.P if one else Outcome.N for one in lost]


def _are_heaps(words: Sequence[str]) -> bool:
    heaps = "".join(words[1:])
    return heaps.isascii() and heaps.isdecimal() and len(max(words[1:], key=len)) < _FEW_DIGITS


@contextlib.contextmanager
def _naming_line(number: int) -> Iterator[None]:
    """Name the line of standard input in an error."""
    line = f"Standard input, line {number}"
    try:
        yield
    except LimitError as error:
        raise LimitError(f"{line}: {error}") from None
    except click.UsageError as error:
        raise click.UsageError(f"{line}: {error.format_message()}") from None
    except GrundyError as error:
        raise click.UsageError(f"{line}: {error}") from None
