"""`grundy solve` and `grundy explain`: who wins a position, by which moves, and why."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.game import read_position, write_quotient
from grundy.cli.lines import (
    Question,
    answer_lines,
    position_lines,
    position_words,
    read_line,
    read_words,
)
from grundy.cli.options import play_option, reader, table_option, threads_option
from grundy.cli.output import print_json, progress_bar, screen_width, show
from grundy.errors import CodeError, LimitError, PositionError, RulesetError, UnknownNameError
from grundy.games.state_text import shown
from grundy.printable import repeat
from grundy.runtime.limits import Limits, one_question
from grundy.values import Play

if TYPE_CHECKING:
    from grundy.games.position import Position, Solved

_MOVES_SHOWN = 10
_FORMATS = ("text", "csv", "jsonl")
_MOVES = ("first", "all")
_UNPROVED = (
    "No misère quotient was found that decides here, so no certificate was written; "
    "--limit N looks among more elements, and for longer."
)


class _Solve(click.Command):
    """A command whose --moves may stand before any words, with what is listed or without."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        followed = list(zip(args, [*args[1:], ""], strict=False))
        bare = [word == "--moves" and after not in _MOVES for word, after in followed]
        ctx.meta["after --moves"] = [after for _, after in compress(followed, bare)]
        return super().parse_args(
            ctx, ["--moves=all" if alone else word for word, alone in zip(args, bare, strict=True)]
        )

    def invoke(self, ctx: click.Context) -> Any:
        """Answer; what is no position may be a slip in what --moves takes."""
        try:
            return super().invoke(ctx)
        except (click.UsageError, CodeError, PositionError, UnknownNameError):
            for word in ctx.meta["after --moves"]:
                behind = word in ctx.params["position"]
                if behind and ("-" in ctx.params["position"] or get_close_matches(word, _MOVES)):
                    raise click.UsageError(
                        f'--moves is "first" or "all", not "{shown(word)}".'
                    ) from None
            raise


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
              help="Use an observed period where none is proved, and say so.")  # fmt: skip
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
    game: str, position: tuple[str, ...], certificate: str | None, table: str | None, **given: Any
) -> None:
    """Say who wins a POSITION of GAME, and by which moves.

    GAME is a game of the catalogue (grundy games lists them), a take-and-break code (0.77), a
    set of amounts that may be taken ({1,3,4}), its opposite (allbut{1,4}), a digraph file, or
    file.py:name. POSITION are its states; + between words begins another game. Heaps are
    natural numbers such as 17, 1e6 or 10^200.

    - reads standard input, which has one position a line. Several lines have one answer a line;
    with --format so has one alone. A line that a limit stops is not decided; the others are.

    \b
    Examples:
      grundy solve "{1,2,3}" 3 4 5
      grundy solve kayles 5 7 --play misere --turn 2
      grundy solve kayles 5 7 + wythoff 8,12
      grundy solve kayles 5 + nim 3 --play misere --certificate proof.json
      grundy solve examples/loopy.dot a
      grundy solve nim - --format csv < positions.txt
    """
    _require_sense(click.get_current_context().params)
    question, file, line_format = _question(given, table), given["file"], given["line_format"]
    draw = given["draw"]
    lines = position_lines(game, position)
    tokens = [game, *position] if lines is None else [word for _, words in lines for word in words]
    # A Python file is run once, however many lines name its game.
    resolve, heaps = cache(reader(table, tokens)), table is None
    if lines is not None and (line_format is not None or len(lines) > 1):
        for option in ("certificate", "draw", "keep"):
            if click.get_current_context().params[option] is not None:
                raise click.UsageError(f"--{option} is for one position; give it alone.")
        format = line_format or ("jsonl" if given["as_json"] else "text")
        answer_lines(lines, resolve, question, format, heaps=heaps)
        return
    if lines is None:
        start, words = read_words(tokens, file, resolve, heaps=heaps)
    else:
        number, words = lines[0]
        start = read_line(number, words, resolve, file=file, heaps=heaps)
    if draw is not None:
        from grundy.drawing.board import draw_board

        draw_board(start, draw)
        if draw == "-":
            return
    if certificate is not None:
        for ruleset, _ in start.runs:
            ruleset.sealed_rule()  # says of a rule that no file holds that there is none
    if given["guess"]:
        from grundy.answers.solved import guess_text

        if guessed := guess_text(start, given["turn"]):
            show(guessed)
            return
    again = repeat("solve", *words, **question.options)
    with one_question():
        solved = _solved(start, question, given["keep"])
        proved = certificate is None or _certified(solved, certificate, again)
        if certificate != "-" or not proved:
            _answer(solved, words[0], question, again, as_json=given["as_json"])
    if not proved:
        raise LimitError(_UNPROVED)


def _question(given: Mapping[str, Any], table: str | None) -> Question:
    play, turn, moves, limit = (given[name] for name in ("play", "turn", "moves", "limit"))
    named = True if moves == "all" else moves
    options = {"play": play, "turn": turn, "limit": limit, "moves": named, "table": table}
    limits = None if limit is None else Limits(positions=limit)
    shown = {None: _MOVES_SHOWN, "first": 1, "all": None}[moves]
    return Question(play, turn, shown, limits, options)


def _solved(position: Position, question: Question, keep: str | None) -> Solved:
    """Solve one position."""
    with progress_bar("positions"), _keeping(position, keep, question.play):
        solved = position.solve(question.play, limits=question.limits)
        # What takes its time is done while the bar is there.
        solved.outcome if question.play == "misere" else solved.value_soon()
    return solved


def _certified(solved: Solved, path: str, again: str) -> bool:
    """Write the certificate of the misère quotient that decides; say no after a search."""
    from grundy.answers.proofs import sum_certificate
    from grundy.heaps.misere_play import QuotientAnswers

    if solved.rule not in ("", QuotientAnswers.rule):
        raise RulesetError(
            f"Here {solved.rule} decides and no misère quotient, so there is no certificate to "
            "write; grundy quotient GAME --certificate OUT writes that of a game."
        )
    if not solved.rule:
        return False
    proof = sum_certificate(solved.position, command=again)
    if proof is not None:
        write_quotient(proof, path)
    return proof is not None


def _answer(solved: Solved, game: str, question: Question, again: str, *, as_json: bool) -> None:
    """Print the answer to one position."""
    from grundy.answers.solved import solved_answer, solved_parts, solved_text

    if as_json:
        fields = solved_answer(solved, question.turn, question.shown)
        print_json(again, fields, {"parts": solved_parts(solved)})
    else:
        show(solved_text(solved, game, question.turn, question.shown))


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


def _require_sense(params: Mapping[str, Any]) -> None:
    """Reject incompatible options."""
    if params["line_format"] is not None:
        _require_lines(params["game"], params["position"], params["line_format"], params["file"],
                       as_json=params["as_json"])  # fmt: skip
    misere = params["play"] == "misere"
    if params["certificate"] is not None and not misere:
        raise click.UsageError(
            "--certificate of solve is for --play misere; under normal play grundy period "
            "--certificate proves the values of a game."
        )
    others = [params[name] for name in ("as_json", "line_format", "keep", "limit")]
    if params["guess"] and (misere or any(others)):
        raise click.UsageError(
            "--guess answers one position, in text and normal play; no search is limited or kept."
        )


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
    play: Play, turn: int, limit: int | None, html: str | None, table: str | None, **given: Any
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
    from grundy.strategy.explain import explain

    words = position_words("explain", given["game"], given["position"])
    start = read_position(words, reader(table, words))
    limits = None if limit is None else Limits(positions=limit)
    with progress_bar("positions"):
        explanation = explain(start, play, turn=turn, limits=limits)
    if html is not None:
        template = Path(__file__).with_name("explanation.html").read_text(encoding="utf-8")
        page = template.format(body=explanation._repr_html_())
        if html == "-":
            click.echo(page)
        else:
            Path(html).write_text(page, encoding="utf-8")
    if given["as_json"]:
        again = repeat("explain", *words, play=play, turn=turn, table=table)
        print_json(again, explained_answer(explanation))
    elif html is None:
        show([explanation.as_text(screen_width())])
