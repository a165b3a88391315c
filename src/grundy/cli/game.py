"""What GAME and POSITION mean on the command line: also files and games in Python; completion."""

from __future__ import annotations

import importlib.util
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.types import StringParamType

from grundy import errors
from grundy.games.state_text import shown

if TYPE_CHECKING:
    from click import Context, Parameter
    from click.shell_completion import CompletionItem

    from grundy.games.position import Position
    from grundy.games.ruleset import Ruleset
    from grundy.heaps.periods.period import Period
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.misere.certificate import JointCertificate, MisereCertificate
    from grundy.runtime.sealed import SealedFile

# Games written in Python by the user: the file is run, and only when the user names it.

_MODULE = "grundy_user_game"
MAKE_GAME = "put @grundy.game above the function of its options"


def load_game(file: str, name: str, advice: str = MAKE_GAME) -> Ruleset:
    """Run a Python file and give the game of that name in it; *advice* says what makes a game."""
    from grundy.games.ruleset import Ruleset

    module = _run(Path(file))
    games = {key: ruleset for key, ruleset in vars(module).items() if isinstance(ruleset, Ruleset)}
    if name in games:
        ruleset = games[name]
        if ruleset.text == "<lambda>":
            ruleset.text = f"{file}:{name}"
        return ruleset
    if not hasattr(module, name):
        raise errors.UnknownNameError(f"game in {file}:", name, games)
    raise errors.RulesetError(f"{name} in {file} is no game; {advice}.")


def refuse_file(file: str) -> errors.RulesetError:
    """Return the error for a Python file without a name behind it; the file is read, not run."""
    import ast

    path = Path(file)
    if not path.is_file():
        return errors.RulesetError(f"{file}: there is no such file.")
    try:
        body = ast.parse(path.read_text(encoding="utf-8")).body
    except (SyntaxError, ValueError):
        return errors.RulesetError(f"{file}: this is no Python that can be read.")
    named = [node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    targets = [node.targets[0] for node in body if isinstance(node, ast.Assign)]
    named += [target.id for target in targets if isinstance(target, ast.Name)]
    listed = f"; it defines {', '.join(named[:8])}" if named else ""
    return errors.RulesetError(
        f"{file}: write which game in it is meant, as in {file}:{(named or ['name'])[0]}{listed}."
    )


def user_traceback(error: BaseException) -> list[str] | None:
    """Return the lines of the traceback of an error from the user's own code, None for another."""
    if isinstance(error, errors.UserCodeError):
        return [str(error), *_lines(error.__cause__ or error)]
    tb = error.__traceback__
    while tb is not None:
        if tb.tb_frame.f_globals.get("__name__") == _MODULE:
            lines = _lines(error.with_traceback(tb))
            return [f"{tb.tb_frame.f_code.co_filename} raised an error.", *lines]
        tb = tb.tb_next
    return None


def _lines(error: BaseException) -> list[str]:
    ours = str(Path(__file__).parent.parent)
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith((ours, "<frozen"))]
    lines = traceback.format_list(theirs) + traceback.format_exception_only(error)
    return ["Traceback (most recent call last):", *"".join(lines).splitlines()]


def _run(path: Path) -> Any:
    if not path.is_file():
        path.open().close()  # raises the OSError that names it
    spec = importlib.util.spec_from_file_location(_MODULE, path)
    assert spec is not None  # noqa: S101 - the name ends in .py
    assert spec.loader is not None  # noqa: S101
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent.resolve()))  # what stands beside it can be imported
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise errors.UserCodeError(f"{path} raised an error.") from error
    finally:
        sys.path.pop(0)
    return module


# What GAME and POSITION mean on the command line: also files, which the page never opens.

_GRAPH_FILES = (".csv", ".tsv", ".txt", ".dot", ".gv", ".graphml", ".gml", ".edges", ".json")
_MAKE_HEAPS = "make it with grundy.HeapGame(function)"


def read_heap_game(text: str) -> HeapRuleset:
    """Read GAME where only heap games serve: a code, a set, a name, or ``file.py:name``."""
    from grundy.named.catalogue import catalogue

    # A command that keeps values in a folder, or stops half-way, does so to a game of its own.
    return _require_heaps(read_ruleset(text, _MAKE_HEAPS, catalogue.new), text)


def read_described_game(text: str) -> Ruleset:
    """Read GAME where heap games serve, games of which something is proved, and of two numbers."""
    from grundy.named.catalogue import catalogue
    from grundy.named.description import is_described

    ruleset = read_ruleset(text, _MAKE_HEAPS, catalogue.new)
    return ruleset if is_described(ruleset) else _require_heaps(ruleset, text)


def _require_heaps(game: Ruleset, text: str) -> HeapRuleset:
    from grundy.heaps.rules import as_heaps, no_moves

    ruleset = as_heaps(game)
    if ruleset is None:
        made = f"{_MAKE_HEAPS}, or " if ".py:" in text else ""
        problem = no_moves(game) or "is no game of heaps, as values, period and describe need one"
        use = "use solve, explain, table, graph or play"
        raise errors.RulesetError(f"{text.strip()} {problem}; {made}{use}.")
    return ruleset


def is_known(ruleset: HeapRuleset) -> bool:
    """Return whether the text of a game says its rules, so that it can stand in a file for them."""
    from grundy.named.notation import read_game

    try:
        return read_game(ruleset.text) == ruleset
    except errors.GrundyError:
        return False


def write_certificate(
    ruleset: HeapRuleset,
    period: Period | None,
    proof: SealedFile | None,
    target: str | None,
    *,
    proved: bool,
) -> bool:
    """Write what proves a period or a form, or the theorem for Coq; say why where there is none."""
    from grundy.answers.theorems import digits_theorem, is_theorem, period_theorem
    from grundy.heaps.periods.verify_digits import DigitsCertificate
    from grundy.runtime.delivery import deliver_bytes

    if target is None:
        return False
    try:
        if not proved:
            raise errors.RulesetError("there is no proof")
        if is_theorem(target):
            text = (
                digits_theorem(proof)
                if isinstance(proof, DigitsCertificate)
                else period_theorem(ruleset, period)
            )
        elif proof is None:
            raise errors.RulesetError("the proof is a formula's")
        elif not is_known(ruleset):
            raise errors.RulesetError("the text of this game does not say its rules")
        else:
            text = proof.to_json().encode()
    except errors.RulesetError as error:
        click.echo(f"grundy: {error}, so no certificate was written.", err=True)
        return False
    deliver_bytes(target, text)
    return True


def write_quotient(proof: MisereCertificate | JointCertificate, target: str) -> None:
    """Write the certificate of a misère quotient, or the theorem for Coq."""
    from grundy.answers.theorems import is_theorem, sum_theorem
    from grundy.runtime.delivery import deliver_bytes

    text = sum_theorem(proof) if is_theorem(target) else proof.to_json().encode()
    deliver_bytes(target, text)


def refuse_split_braces(text: str) -> None:
    """Recognise the first word of ``{1,3,4}`` or ``allbut{1,4}`` that a shell has taken apart."""
    if re.fullmatch(r"(allbut)?[0-9]+", text.strip()):
        raise errors.CodeError(
            f'"{shown(text.strip(), 40)}" is no game; the shell takes braces apart, so write a set '
            'in quotes, such as "{1,3,4}" or "allbut{1,4}", and a code with its point, such as '
            "0.77.",
            text=text,
            column=1,
        )


def read_ruleset(
    text: str, advice: str | None = None, read: Callable[[str], Ruleset] | None = None
) -> Ruleset:
    """Read GAME: a key, a code, a set, a digraph file, or ``file.py:name``."""
    from grundy.named.notation import read_game

    refuse_split_braces(text)
    file, colon, name = text.rpartition(":")
    if colon and file.endswith(".py"):
        return load_game(file, name, advice or MAKE_GAME)
    if text.endswith(".py"):
        raise refuse_file(text)
    if _is_digraph_file(text):
        from grundy.games.tokens import Token
        from grundy.graphs.formats import read_graph

        return Token(read_graph(text), text=text)
    return (read or read_game)(text)


def read_position(words: Iterable[str], read: Callable[[str], Ruleset] | None = None) -> Position:
    """Read POSITION: a game and its states; ``+`` between words begins another game."""
    from grundy.games.position import Position
    from grundy.named.notation import parse_position, parse_states

    resolve = read or read_ruleset
    position = Position()
    for summand in _summands(list(words)):
        if len(summand) > 1 and _names_a_file(summand[0]):  # its name may have spaces
            position += parse_states(resolve(summand[0]), summand[1:], summand[0])
        else:
            position += parse_position(_with_graphs(" ".join(summand)), resolve)
    return position


def _with_graphs(summand: str) -> str:
    """Replace graph files by their edges, for games on graphs."""
    game, *words = summand.split() or [""]
    if not any("." in word for word in words) or not is_on_graphs(game):
        return summand
    return " ".join([game, *map(_graph_as_word, words)])


def is_on_graphs(game: str) -> bool:
    """Return whether a game is played on undirected graphs."""
    from grundy.named.notation import read_game

    try:
        return read_game(game).takes_graphs
    except errors.GrundyError:
        return False  # the game itself is read again, and reported, later


def _graph_as_word(word: str) -> str:
    """Write a graph file as its edges: ``house.dot``, or ``house.dot@a`` with a marked vertex."""
    from grundy.graphs.io.source import is_graph_file, read_undirected
    from grundy.named.shapes import write_edges

    path, at, mark = word.partition("@") if not Path(word).is_file() else (word, "", "")
    if not is_graph_file(path):
        if Path(path).is_file():
            raise errors.GraphFormatError(
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


# What a shell completes behind a command: names of games and shapes, and files.

_FILES, _FOLDERS = ("OUT", "FILE"), ("DIR",)
_FILE_NAMES = ("file", "replay")
_GAME_NAMES, _WORDS = ("game", "name"), ("position", "words")


def complete_arguments(command: click.Command) -> None:
    """Install completion for the arguments and options of a command."""
    if isinstance(command, click.Group):
        return
    for parameter in command.params:
        if type(parameter.type) is not StringParamType:
            continue
        if parameter.metavar in _FILES or parameter.name in _FILE_NAMES:
            parameter.type = click.Path()
        elif parameter.metavar in _FOLDERS:
            parameter.type = click.Path(file_okay=False)
        elif isinstance(parameter, click.Argument) and command.name != "schema":
            if parameter.name in _GAME_NAMES:
                parameter.type = _Game()
            elif parameter.name in _WORDS:
                parameter.type = _PositionWord()


class _Game(StringParamType):
    """A text that names a game: a key of the catalogue, a digraph file, or a file of Python."""

    def shell_complete(
        self, ctx: Context, param: Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Give the games whose keys begin so, or else files."""
        return _games(incomplete)


class _PositionWord(StringParamType):
    """A word of a position: behind + the name of a game, of a game on graphs a shape or a file."""

    def shell_complete(
        self, ctx: Context, param: Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete by the word that stands before."""
        words = [ctx.params.get("game"), *(ctx.params.get(param.name or "") or ())]
        before = [str(word) for word in words if word]
        if not before or before[-1] == "+":
            return _games(incomplete)
        start = len(before) - before[::-1].index("+") if "+" in before else 0
        from grundy.cli.game import is_on_graphs

        return _graphs(incomplete) if is_on_graphs(before[start]) else []


def _games(incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from grundy.named.catalogue import catalogue

    keys = [key for key in catalogue if key.startswith(incomplete.lower())]
    items = [CompletionItem(key, help=catalogue.entry(key).name) for key in keys]
    return items or [CompletionItem(incomplete, type="file")]


def _graphs(incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from grundy.named.families import SHAPES

    shapes = [shape.example for shape in SHAPES.values() if shape.example.startswith(incomplete)]
    return [*map(CompletionItem, shapes)] or [CompletionItem(incomplete, type="file")]
