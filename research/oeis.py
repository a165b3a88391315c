"""`python -m research.oeis`: the b-file, the draft and the certificate for an entry of the OEIS."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from grundy.cli.game import read_heap_game
from grundy.cli.options import number, require_countable
from grundy.cli.output import progress_bar
from grundy.printable import printable, short_title
from grundy.runtime.delivery import deliver_bytes
from research.oeis_draft import CERTIFICATE, OeisDraft, oeis_draft
from research.program import start as start_program

_DRAFT = "draft.txt"


@click.command
@click.argument("game")
@click.option("--output", "folder", metavar="DIR", required=True, help="The folder for the files.")
@click.option("--terms", type=number, metavar="N", default="1000", show_default=True,
              help="How many terms the b-file has.")  # fmt: skip
@click.option("--from", "start", type=number, metavar="K", default="0", show_default=True,
              help="The heap of the first term: the offset.")  # fmt: skip
@click.option("--stop", type=number, metavar="N", default="20000", show_default=True,
              help="Look for a period, proved, or a formula among heaps below N.")  # fmt: skip
def command(game: str, folder: str, terms: int, start: int, stop: int) -> None:
    """Write what an entry of the OEIS needs: b-file, draft, certificate.

    GAME is a take-and-break code (0.77), a set ({1,3,4}, allbut{1,4}), a name such as kayles, or
    file.py:name, which is run.

    DIR gets a b-file with the terms; draft.txt with name, data, offset, the rule, what is proved
    and what only fits, an example and references; and, where a period is proved, certificate.json,
    which `grundy verify` checks. Files of these names are replaced.

    \b
    Examples:
      python -m research.oeis kayles --output kayles-oeis
      python -m research.oeis "{2,5,7}" --from 1 --terms 200 --output subtraction
    """
    _require_folder(folder)
    for amount in (stop, start + terms):
        require_countable(amount)
    if not terms:
        raise click.UsageError("--terms is at least 1.")
    ruleset = read_heap_game(game)
    # The certificate is that of `grundy period`, and says so.
    proves = shlex.join(["grundy", "period", game, "--stop", str(stop)])
    with progress_bar("values"):
        draft = oeis_draft(ruleset, terms, start=start, stop=stop, command=proves)
    names = _write(draft, Path(folder))
    click.echo(printable(f"{short_title(draft.game)}: {', '.join(names)} in {folder}."))
    if draft.oeis is not None:
        click.echo(f"The OEIS has it as {draft.oeis}; compare offset and terms before you write.")
    if draft.certificate is None:
        click.echo("No theorem proves a period here, so there is no certificate.")


def _require_folder(folder: str) -> None:
    """Say that the folder cannot be made or written to, before the work whose result it gets."""
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise click.UsageError(f"{folder}: this is a file; give the name of a folder.")
    above = path if path.is_dir() else path.parent
    if not above.is_dir():
        raise click.UsageError(f'{folder}: there is no folder "{above}".')
    if not os.access(above, os.W_OK):
        raise click.UsageError(f'{folder}: the folder "{above}" cannot be written to.')


def _write(draft: OeisDraft, folder: Path) -> list[str]:
    """Write the files, each whole; return their names."""
    rows = "".join(f"{heap} {value}\n" for heap, value in enumerate(draft.values, draft.start))
    contents = {draft.b_file: rows, _DRAFT: str(draft)}
    if draft.certificate is not None:
        contents[CERTIFICATE] = draft.certificate.to_json()
    folder.mkdir(exist_ok=True)
    if draft.certificate is None:
        (folder / CERTIFICATE).unlink(missing_ok=True)  # it would be that of another game
    for name, text in contents.items():
        deliver_bytes(folder / name, text.encode())
    return list(contents)


if __name__ == "__main__":
    start_program("oeis", command)
