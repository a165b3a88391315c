"""`grundy solve` and `grundy explain`: who wins a position, by which moves, and why."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.game import (
    Resolve,
    given_lines,
    given_words,
    heap_game,
    read_given,
    read_line,
    read_position,
    refuse_line,
)
from grundy.cli.options import play_option, reader, table_option, threads_option
from grundy.cli.output import print_json, progress_bar, screen_width, show
from grundy.errors import GrundyError, LimitError, RulesetError
from grundy.printable import repeat, with_head
from grundy.runtime.delivery import deliver_bytes

if TYPE_CHECKING:
    from grundy.games.position import Position, Solved
    from grundy.runtime.limits import Limits
    from grundy.values import Play

_MOVES_SHOWN = 10
_FORMATS = ("text", "csv", "jsonl")
_MOVES = ("first", "all")
_FEW_DIGITS = 19  # of a heap in many lines, answered all at once
_UNPROVED = (
    "No misère quotient was found that decides here, so no certificate was written; "
    "--limit N looks among more elements, and for longer."
)


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of a position, or of each of many."""

    play: Play
    turn: int
    shown: int | None
    limits: Limits | None
    options: Mapping[str, object]


class _Solve(click.Command):
    """A command whose --moves may stand before any words, with what is listed or without."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [
            "--moves=all" if word == "--moves" and after not in _MOVES else word
            for word, after in zip(args, [*args[1:], ""], strict=False)
        ])  # fmt: skip


@click.command("solve", cls=_Solve, context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("position", nargs=-1)
@click.option("--heaps", "file", metavar="FILE", help="Read more heaps from FILE, or - for stdin.")
@play_option()
@click.option("--turn", type=click.IntRange(1, 2), default=1, help="The player to move.  [1]")
@click.option("--moves", type=click.Choice(_MOVES), is_flag=False, flag_value="all",
              help="List every winning move, not only the first ten; or the first. Answers to "
              "many lines have none without it.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="Stop at N positions, compiled rules within 0.1 s; or at N heaps.")  # fmt: skip
@click.option("--guess", is_flag=True,
              help="Where no period is proved, go by an observed one, and say so.")  # fmt: skip
@click.option("--draw", metavar="OUT", help="Draw the position: .svg, or for LaTeX .tikz .tex")
@click.option("--keep", metavar="DIR",
              help="Keep what a search by questions proves (nogo, clobber, cram): a run goes on "
              "from it, and grundy verify DIR checks it.")  # fmt: skip
@click.option("--certificate", metavar="OUT",
              help="Under misère play: write what decides, for `grundy verify FILE`.")  # fmt: skip
@table_option
@threads_option
@click.option("--format", "line_format", type=click.Choice(_FORMATS),
              help="One answer for each line read from -: text, CSV or JSON lines.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def solve(
    game: str,
    position: tuple[str, ...],
    file: str | None,
    play: Play,
    turn: int,
    moves: str | None,
    limit: int | None,
    guess: bool,
    draw: str | None,
    keep: str | None,
    certificate: str | None,
    table: str | None,
    line_format: str | None,
    as_json: bool,
) -> None:
    """Say who wins a POSITION of GAME, and by which moves.

    GAME is a game of the catalogue (grundy games lists them), a take-and-break code (0.77), a
    set of amounts that may be taken ({1,3,4}), its opposite (allbut{1,4}), a digraph file, or
    file.py:name. POSITION are its states; + between words begins another game. Heaps are
    natural numbers such as 17, 1e6 or 10^200.

    - reads standard input, which has one position a line. Several lines have one answer a line;
    with --format so has one alone.

    \b
    Examples:
      grundy solve "{1,2,3}" 3 4 5
      grundy solve kayles 5 7 --play misere --turn 2
      grundy solve kayles 5 7 + wythoff 8,12
      grundy solve kayles 5 + nim 3 --play misere --certificate proof.json
      grundy solve examples/loopy.dot a
      grundy solve nim - --format csv < positions.txt
    """
    from grundy.runtime.limits import Limits

    _require_sense(click.get_current_context().params)
    named = True if moves == "all" else moves
    options = {"play": play, "turn": turn, "limit": limit, "moves": named, "table": table}
    limits = None if limit is None else Limits(positions=limit)
    shown = {None: _MOVES_SHOWN, "first": 1, "all": None}[moves]
    question = _Question(play, turn, shown, limits, options)
    lines = given_lines(game, position)
    given = [game, *position] if lines is None else [word for _, words in lines for word in words]
    # A Python file is run once, however many lines name its game.
    resolve, heaps = cache(reader(table, given)), table is None
    if lines is not None and (line_format is not None or len(lines) > 1):
        _require_no_single(draw, keep, certificate)
        format = line_format or ("jsonl" if as_json else "text")
        _answer_lines(lines, resolve, question, format, heaps=heaps)
        return
    if lines is None:
        found, words = read_given(given, file, resolve, heaps=heaps)
    else:
        number, words = lines[0]
        found = read_line(number, words, resolve, file=file, heaps=heaps)
    if draw is not None:
        from grundy.drawing.board import draw_board

        draw_board(found, draw)
        if draw == "-":
            return
    if certificate is not None:
        for ruleset, _ in found.runs:
            ruleset.sealed_rule()  # says of a rule that no file holds that there is none
    if guess:
        from grundy.answers.solved import guess_text

        if guessed := guess_text(found, turn):
            show(guessed)
            return
    solved = _solved(found, question, keep)
    again = repeat("solve", *words, **options)
    proved = certificate is None or _certified(solved, certificate, again)
    if certificate != "-" or not proved:
        _answer(solved, words[0], question, again, as_json=as_json)
    if not proved:
        raise LimitError(_UNPROVED)


def _solved(position: Position, question: _Question, keep: str | None) -> Solved:
    """Solve one position."""
    with progress_bar("positions"), _keeping(position, keep, question.play):
        solved = position.solve(question.play, limits=question.limits)
        # What takes its time is done while the bar is there.
        solved.outcome if question.play == "misere" else solved.value_soon()
    return solved


def _certified(solved: Solved, path: str, again: str) -> bool:
    """Write the certificate of the misère quotient that decides; say no after a search."""
    from grundy.answers.certificates import sum_certificate
    from grundy.heaps.quotients.play import QuotientAnswers

    if solved.rule not in ("", QuotientAnswers.rule):
        raise RulesetError(
            f"Here {solved.rule} decides and no misère quotient, so there is no certificate to "
            "write; grundy quotient GAME --certificate OUT writes that of a game."
        )
    if not solved.rule:
        return False
    proof = sum_certificate(solved.position, command=again)
    if proof is not None:
        deliver_bytes(path, proof.to_json().encode())
    return proof is not None


def _answer(solved: Solved, game: str, question: _Question, again: str, *, as_json: bool) -> None:
    """Print the answer to one position."""
    from grundy.answers.solved import solved_answer, solved_parts, solved_text

    if as_json:
        fields = solved_answer(solved, question.turn, question.shown)
        print_json(again, fields, {"parts": solved_parts(solved)})
    else:
        show(solved_text(solved, game, question.turn, question.shown))


def _answer_lines(
    lines: Sequence[tuple[int, list[str]]],
    resolve: Resolve,
    question: _Question,
    format: str,
    *,
    heaps: bool,
) -> None:
    """Print an answer a line; all are read first, so that a slip in the last costs no half one."""
    from grundy.answers.solved import COLUMNS, solved_answer, solved_line, solved_parts, solved_row
    from grundy.runtime.delivery import csv_line

    brief = format != "jsonl" and question.options["moves"] is None
    if brief and heaps and question.play == "normal" and _answer_heaps(lines, resolve, question,
                                                                      format):  # fmt: skip
        return
    if format == "csv":
        click.echo(csv_line(COLUMNS))
    read = [read_line(number, words, resolve, heaps=heaps) for number, words in lines]
    shown = 0 if brief else question.shown
    for (number, words), position in zip(lines, read, strict=True):
        text = " ".join(words)
        with _naming_line(number):
            solved = position.solve(question.play, limits=question.limits)
            if format == "text":
                show([f"{text}: {solved_line(solved, question.turn, shown)}"])
            elif format == "csv":
                click.echo(csv_line(solved_row(number, text, solved, question.turn, shown)))
            else:
                fields = {"line": number, **solved_answer(solved, question.turn, shown)}
                fields["parts"] = list(solved_parts(solved))
                whole = with_head(repeat("solve", *words, **question.options), fields)
                line = json.dumps(whole, ensure_ascii=False) + "\n"
                click.echo(line.encode("utf-8", "replace"), nl=False)


def _answer_heaps(
    lines: Sequence[tuple[int, list[str]]], resolve: Resolve, question: _Question, format: str
) -> bool:
    """Say who wins each of many lines of heaps of one game, all at once; False for others."""
    from grundy.answers.solved import COLUMNS, won_line, won_row
    from grundy.runtime.delivery import csv_bytes
    from grundy.values import outcome_of

    game = lines[0][1][0]
    ruleset = heap_game(game, resolve)
    if ruleset is None or not all(words[0] == game and _are_heaps(words) for _, words in lines):
        return False
    try:
        values = ruleset.nim_sums([list(map(int, words[1:])) for _, words in lines],
                                  limits=question.limits)  # fmt: skip
    except LimitError:
        return False  # line by line those before it are answered
    winners = [question.turn if value else 3 - question.turn for value in values]
    found = zip(lines, values, winners, strict=True)
    if format == "text":
        click.echo("\n".join(
            f"{' '.join(words)}: {won_line(won, value, several=len(words) > 2)}"
            for (_, words), value, won in found
        ))  # fmt: skip
        return True
    rows = (
        (*won_row(number, " ".join(words), value, outcome_of(value), won), "", "")
        for (number, words), value, won in found
    )
    click.echo(csv_bytes(COLUMNS, rows), nl=False)
    return True


def _are_heaps(words: Sequence[str]) -> bool:
    heaps = "".join(words[1:])
    return heaps.isascii() and heaps.isdecimal() and len(max(words[1:], key=len)) < _FEW_DIGITS


@contextlib.contextmanager
def _naming_line(number: int) -> Iterator[None]:
    """Have an error of the answer name the line."""
    try:
        yield
    except LimitError as error:
        raise LimitError(f"Standard input, line {number}: {error}") from None
    except GrundyError as error:
        refuse_line(number, error)


def _keeping(
    position: Position, folder: str | None, play: Play
) -> contextlib.AbstractContextManager[object]:
    """Keep the table of the search in a folder, if one is named."""
    if folder is None:
        return contextlib.nullcontext()
    if play == "misere":
        raise click.UsageError("--keep is for normal play; under misère play values do not add.")
    from grundy.tabulated.proofs import kept_questions

    return kept_questions(position, folder)


def _require_sense(given: Mapping[str, Any]) -> None:
    """Refuse options that say nothing together."""
    if given["line_format"] is not None:
        _require_lines(given["game"], given["position"], given["line_format"], given["file"],
                       as_json=given["as_json"])  # fmt: skip
    misere = given["play"] == "misere"
    if given["certificate"] is not None and not misere:
        raise click.UsageError(
            "--certificate of solve is for --play misere; under normal play grundy period "
            "--certificate proves the values of a game."
        )
    others = [given[name] for name in ("as_json", "line_format", "keep", "limit")]
    if given["guess"] and (misere or any(others)):
        raise click.UsageError(
            "--guess answers one position, in text and normal play; no search is limited or kept."
        )


def _require_no_single(draw: str | None, keep: str | None, certificate: str | None) -> None:
    if certificate is not None:
        raise click.UsageError("--certificate proves the answer to one position; give it alone.")
    if draw is not None:
        raise click.UsageError("--draw shows one position; give it alone.")
    if keep is not None:
        raise click.UsageError("--keep is for the search of one position; give it alone.")


def _require_lines(
    game: str, position: tuple[str, ...], line_format: str, file: str | None, *, as_json: bool
) -> None:
    if "-" not in (game, *position):
        raise click.UsageError(
            f"--format {line_format} is for positions from standard input, one a line; write - "
            "for the position."
        )
    if file is not None:
        raise click.UsageError("--heaps adds heaps to one position; leave --format out.")
    if as_json and line_format != "jsonl":
        raise click.UsageError(f"--json and --format {line_format} exclude each other.")


# ---- why -----------------------------------------------------------------------------------------


@click.command("explain", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("position", nargs=-1)
@play_option()
@click.option("--turn", type=click.IntRange(1, 2), default=1, help="The player to move.  [1]")
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="Look at N positions at most.  [10000000]")  # fmt: skip
@click.option("--html", metavar="OUT", help="Write the explanation as a page to OUT (- is stdout).")
@table_option
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Print the facts and the text as JSON.")
def explain(
    game: str,
    position: tuple[str, ...],
    play: Play,
    turn: int,
    limit: int | None,
    html: str | None,
    table: str | None,
    as_json: bool,
) -> None:
    """Say who wins a POSITION of GAME, and why: the steps, the move, the answers.

    GAME is a game of the catalogue (grundy games lists them), a take-and-break code, a set
    ({1,2,3}), a digraph file, or file.py:name. POSITION are its states; + begins another game,
    and - reads the words from standard input.

    \b
    Examples:
      grundy explain "{1,2,3}" 3 8 2 --turn 2
      grundy explain kayles 5 7 + officers 9
      grundy explain nim 1 1 2 --play misere
      grundy explain examples/loopy.dot a
    """
    from grundy.answers.games import explained_answer
    from grundy.runtime.limits import Limits
    from grundy.strategy.explain import explain

    words = given_words("explain", game, position)
    asked = read_position(words, reader(table, words))
    limits = None if limit is None else Limits(positions=limit)
    with progress_bar("positions"):
        explanation = explain(asked, play, turn=turn, limits=limits)
    if html is not None:
        page = _PAGE.format(body=explanation._repr_html_())
        if html == "-":
            click.echo(page)
        else:
            Path(html).write_text(page, encoding="utf-8")
    if as_json:
        again = repeat("explain", *words, play=play, turn=turn, table=table)
        print_json(again, explained_answer(explanation))
    elif html is None:
        show([explanation.as_text(screen_width())])


_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Explanation</title>
<style>
body {{ font-family: sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
td, th {{ padding: 0 0.6rem; }}
</style>
{body}
</html>
"""
