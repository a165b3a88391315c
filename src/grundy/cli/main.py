"""The command `grundy`: finds the command asked for, and turns errors into one sentence.

Exit status: 0 answered; 1 a verification failed; 2 bad use or bad input; 3 a limit was
reached; 130 interrupted. A closed pipe is silent.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from pathlib import Path

import click

from grundy import display
from grundy._version import __version__
from grundy.errors import GrundyError, LimitError, VerificationError
from grundy.printable import printable

# name -> [module:name in cli/commands, one-line help]; a module loads only when it runs
COMMANDS: dict[str, tuple[str, str]] = json.loads(
    Path(__file__).with_name("commands.json").read_text(encoding="utf-8")
)

_COMPLETING = "_GRUNDY_COMPLETE"  # set by the shell while it asks how a word goes on


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        from grundy.cli.options import guard

        command = guard(load(cmd_name))
        if _COMPLETING in os.environ:
            from grundy.cli.game import complete_arguments

            complete_arguments(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; `grundy help solve` is `grundy solve --help`."""
        if args[:1] == ["help"]:
            args = [*args[1:2], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest commands when one is unknown."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=2)
            hint = f" Did you mean {' or '.join(near)}?" if near else " Try grundy --help."
            raise click.UsageError(f'Unknown command "{args[0]}".{hint}')
        return super().resolve_command(ctx, args)


def load(name: str) -> click.Command:
    """Import a command."""
    module, _, function = COMMANDS[name][0].partition(":")
    command: click.Command = getattr(import_module(f"grundy.cli.commands.{module}"), function)
    return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="grundy")
def grundy() -> None:
    """Impartial games: who wins, every value, the winning moves, and why.

    \b
    Example:
      grundy label examples/loopy.dot --draw loopy.svg

    Shell completion: eval "$(_GRUNDY_COMPLETE=bash_source grundy)" (or zsh_source,
    fish_source).
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave the process with its exit status."""
    sys.exit(run(arguments))


def run(
    arguments: list[str] | None = None, program: click.Command = grundy, name: str = "grundy"
) -> int:
    """Run the command line, or another program by its name, and give its exit status."""
    from grundy.cli.output import flush, standard_streams

    with standard_streams():
        status = _answer(arguments, program, name)
        flush(sys.stdout)
    return status


def _answer(arguments: list[str] | None, program: click.Command, name: str) -> int:
    from grundy.cli.output import forget_output

    display.on_compiling = _say_that_it_compiles
    display.on_need = display.on_reading = display.on_cache_fault = _say
    try:
        result = program.main(arguments, prog_name=name, standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt) as stop:
        return _fail(str(stop) or "Interrupted.", 130)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        # Click lists choices in lines of their own.
        return _fail(" ".join(error.format_message().split("\n\t")), 2)
    except (BrokenPipeError, SystemExit) as stop:
        if _reported_user_code(stop):  # a rule that calls sys.exit
            return 2
        forget_output()  # the reader has gone: then click leaves by SystemExit
        return 0
    except VerificationError as error:
        return _fail(str(error), 1)
    except LimitError as error:
        return _fail(str(error), 3)
    except GrundyError as error:
        return _fail(str(error), 2)
    except OSError as error:
        return _fail(_system_error(error), 2)
    except MemoryError:
        return _fail("The memory of this machine is not enough for this; nothing was written.", 3)
    except Exception as error:
        if not _reported_user_code(error):
            raise
        return 2
    finally:
        display.on_compiling = display.on_need = None
        display.on_reading = display.on_cache_fault = None


def _reported_user_code(error: BaseException) -> bool:
    """Show the traceback of an error that the user's own rule has raised; return whether it had."""
    from grundy.cli.game import user_traceback

    lines = user_traceback(error)
    for line in lines or []:
        _fail(line, 2, mark="")
    return lines is not None


def _fail(message: str, status: int, *, mark: str = "grundy: ") -> int:
    # Names of the user stand in it: they are text, never orders to the terminal.
    click.echo(f"{mark}{printable(message, sys.stderr)}", err=True)
    return status


def _say(sentence: str) -> None:
    click.echo(f"grundy: {printable(sentence, sys.stderr)}.", err=True)


def _say_that_it_compiles(is_cached: bool) -> None:
    from multiprocessing import parent_process

    if parent_process() is not None:
        return  # one of many workers; each would say it
    sentence = "Compiling for the first time; this takes some seconds, once."
    if not is_cached:
        sentence = (
            "Compiling; this takes some seconds every time, for no cache directory can be "
            "written (set XDG_CACHE_HOME)."
        )
    click.echo(sentence, err=True)


def _system_error(error: OSError) -> str:
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{error.filename}: {reason}." if error.filename else f"{reason}."
