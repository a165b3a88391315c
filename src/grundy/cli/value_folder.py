"""The options --save, --resume and --save-every: a folder that keeps values while they come."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.requirements import require_name

if TYPE_CHECKING:
    from grundy.heaps.engines.store import Store
    from grundy.heaps.ruleset import HeapRuleset

_OPTIONS = (
    click.option("--save", metavar="DIR", help="Keep the values in a folder while they come."),
    click.option(
        "--resume", is_flag=True, help="Go on from the values in the folder of --save."
    ),
    click.option(
        "--save-every", type=click.FloatRange(min=0), metavar="SECONDS",
        help="Seconds from one save to the next, about.  [20]",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Folder:
    """What the three options say."""

    save: str | None = None
    save_every: float | None = None
    resume: bool = False


def folder_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the three options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def require_folder(ruleset: HeapRuleset, folder: Folder) -> None:
    """Refuse a folder that cannot be, before the work begins."""
    from grundy.cli.game import is_known

    require_name("--save", folder.save)
    if folder.save is not None and not is_known(ruleset):
        raise click.UsageError(
            "--save needs a game whose text says its rules, a code, a set or a name; a file can "
            "change its function between two runs."
        )
    if folder.resume and folder.save is None:
        raise click.UsageError("--resume goes on from a folder; name it with --save DIR.")
    if folder.save_every is not None and folder.save is None:
        raise click.UsageError("--save-every is that of a folder; name it with --save DIR.")


@contextlib.contextmanager
def value_folder(ruleset: HeapRuleset, folder: Folder) -> Iterator[Store | None]:
    """Open the folder, if one is named, and let the game go on from it."""
    if folder.save is None:
        yield None
        return
    from grundy.heaps.engines.store import USUAL_SECONDS, Store

    every = USUAL_SECONDS if folder.save_every is None else folder.save_every
    with Store(folder.save, ruleset.text, resume=folder.resume, save_every=every) as store:
        ruleset.sequence.resume(store)
        try:
            yield store
        except KeyboardInterrupt:
            if not store.reached:
                raise
            click.echo(err=True)  # ends the line with ^C
            raise click.Abort(_interrupted(store)) from None


def _interrupted(store: Store) -> str:
    return (
        f"Interrupted; the work on heaps 0 to {store.reached - 1:,} is kept in {store.folder}, "
        "and the same command with --resume goes on from there."
    )
