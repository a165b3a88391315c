"""Games written in Python by the user: the file is run, and only when the user names it."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError, UnknownNameError, UserCodeError

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset


_MODULE = "grundy_user_game"
MAKE_GAME = "put @grundy.game above the function of its options"


def load_game(file: str, name: str, advice: str = MAKE_GAME) -> Ruleset:
    """Run a Python file and give the game of that name in it; *advice* says what makes a game."""
    from grundy.games.ruleset import Ruleset

    module = _run(Path(file))
    games = {key: found for key, found in vars(module).items() if isinstance(found, Ruleset)}
    if name in games:
        found = games[name]
        if found.text == "<lambda>":
            found.text = f"{file}:{name}"
        return found
    if not hasattr(module, name):
        raise UnknownNameError(f"game in {file}:", name, games)
    raise RulesetError(f"{name} in {file} is no game; {advice}.")


def refuse_file(file: str) -> RulesetError:
    """Return the error for a Python file without a name behind it; the file is read, not run."""
    import ast

    path = Path(file)
    if not path.is_file():
        return RulesetError(f"{file}: there is no such file.")
    try:
        body = ast.parse(path.read_text(encoding="utf-8")).body
    except (SyntaxError, ValueError):
        return RulesetError(f"{file}: this is no Python that can be read.")
    named = [node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    targets = [node.targets[0] for node in body if isinstance(node, ast.Assign)]
    named += [target.id for target in targets if isinstance(target, ast.Name)]
    listed = f"; it defines {', '.join(named[:8])}" if named else ""
    return RulesetError(
        f"{file}: write which game in it is meant, as in {file}:{(named or ['name'])[0]}{listed}."
    )


def user_traceback(error: BaseException) -> list[str] | None:
    """Return the lines of the traceback of an error from the user's own code, None for another."""
    if isinstance(error, UserCodeError):
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
        raise UserCodeError(f"{path} raised an error.") from error
    finally:
        sys.path.pop(0)
    return module
