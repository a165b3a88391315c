"""`python -m research.theorems`: the atlases as theorems that Coq checks."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from grundy.answers.theorems import period_theorem, sum_theorem
from grundy.cli.output import progress_bar
from grundy.errors import GrundyError
from grundy.heaps.periods.period import Period, Proof
from grundy.heaps.rules import TakeAndBreak
from grundy.misere.certificate import MisereCertificate
from grundy.runtime.delivery import deliver_bytes, require_format
from grundy.runtime.runner import executor_for
from research.atlas.normal import Row
from research.atlas.row_reader import read_rows
from research.atlas.sweep_folder import finish, kept_in
from research.certificates import parse_certificate
from research.lines import read_lines
from research.program import start

_PROOFS = Path(__file__).parent.parent / "proofs"
_MEGABYTES = 12_000  # that one file may take: Coq would go on until other programs are ended


@dataclass(frozen=True)
class Claim:
    """A statement, and what writes its theorem."""

    statement: str
    heaps: int
    write: Callable[[], bytes]

    def __str__(self) -> str:
        return self.statement


@dataclass(frozen=True)
class Checked:
    """What Coq says of a statement, and what that cost."""

    statement: str
    refused: str = ""
    seconds: float = 0.0
    megabytes: int = 0

    @property
    def row(self) -> str:
        """The row of the table."""
        cost = f"{self.seconds:.1f} | {self.megabytes:,}" if self.megabytes else " | "
        return f"| {self.statement} | {cost} | {self.refused or 'accepted'} |"


def period_claims(file: str) -> Iterator[Claim]:
    """Yield the periods that the table of an atlas says are proved, one of each game."""
    for row in read_rows(file, Row):
        if row.equivalent_to is None and row.period is not None and row.preperiod is not None:
            game = TakeAndBreak(row.code)
            theorem = game.period_theorem
            assert theorem is not None  # noqa: S101 - a finite octal code has one
            heaps = theorem.needed(row.preperiod, row.period)
            found = Period(row.preperiod, row.period, 0, True, Proof(theorem.name, heaps))
            statement = f"{row.code}: period {row.period:,} from heap {row.preperiod:,} on"
            yield Claim(statement, heaps, partial(period_theorem, game, found))


def quotient_claims(file: str) -> Iterator[Claim]:
    """Yield the quotients of a file with a certificate a line."""
    for line in read_lines(file):
        found = parse_certificate(line, file)
        if isinstance(found, MisereCertificate):
            yield Claim(found.sentence.rstrip("."), len(found.phi), partial(sum_theorem, found))


def check(claim: Claim, *, heaps: int, seconds: float) -> Checked:
    """Write a theorem and run Coq on it, for so many seconds at most; memory has a limit, too."""
    if claim.heaps > heaps:
        return Checked(claim.statement, f"not tried: {claim.heaps:,} heaps")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "theorem.v"
        file.write_bytes(claim.write())
        limits = f"ulimit -t {seconds:.0f}; ulimit -v {1000 * _MEGABYTES}"
        line = f"{limits}; exec coqc -q -Q {_PROOFS} Grundy {file}"
        with (Path(folder) / "errors").open("w+") as errors:
            process = subprocess.Popen(  # noqa: S603
                ["/bin/sh", "-c", line], stdout=subprocess.DEVNULL, stderr=errors
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            said = " ".join(errors.read().split()[-12:])
    used = usage.ru_utime + usage.ru_stime
    refused = _refused(process.returncode, said, seconds)
    return Checked(claim.statement, refused, round(used, 1), usage.ru_maxrss // 1024)


def _refused(status: int, said: str, seconds: float) -> str:
    if status and "memory" in said:
        return f"not done in {_MEGABYTES:,} MB"
    if status < 0:
        return f"not done in {seconds:.0f} s"
    return f"not accepted: {said}" if status else ""


def page(kind: str, found: list[Checked], words: str) -> str:
    """Return the page in Markdown."""
    rows = "\n".join(one.row for one in found)
    return f"""# Theorems for Coq: {kind} of octal games

This page is made by a command; to change it, run that again.

```text
uv run python -m research.theorems {words}
```

{_counted(found)} [Theorems for a proof assistant](proofs.md) says what a theorem rests on.
Seconds and megabytes are those of `coqc`, which checks each file by itself.

| statement | seconds | MB | Coq |
|---|---:|---:|---|
{rows}
"""


def _counted(found: list[Checked]) -> str:
    accepted = [one.seconds for one in found if not one.refused]
    why = Counter(one.refused.partition(":")[0] for one in found if one.refused)
    rest = ", ".join(f"{count} {reason}" for reason, count in why.items())
    return (
        f"Coq accepts {len(accepted)} of {len(found)} statements, in {sum(accepted):,.0f} s of the "
        f"processor{rest and f'; {rest}'}."
    )


_CLAIMS = {"periods": period_claims, "quotients": quotient_claims}


@click.command
@click.argument("kind", type=click.Choice(list(_CLAIMS)))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--output", required=True, metavar="PAGE", help="Write the page (.md).")
@click.option("--heaps", default=4_194_303, show_default=True,
              help="Leave out what rests on more heaps.")  # fmt: skip
@click.option("--seconds", default=60.0, show_default=True, help="For each, of the processor.")
@click.option("--save", metavar="DIR", help="Keep what is finished in a folder.")
@click.option("--resume", is_flag=True, help="Go on from what is in that folder.")
@click.option("--workers", default=1, show_default=True, help="Processes.")
def command(
    kind: str, files: tuple[str, ...], output: str, heaps: int, seconds: float,
    save: str | None, resume: bool, workers: int,
) -> None:  # fmt: skip
    """Check the periods of an atlas (FILE.csv), or misère quotients (FILE.jsonl.gz), by Coq."""
    require_format(output, ("md",))
    claims = [claim for file in files for claim in _CLAIMS[kind](file)]
    if shutil.which("coqc") is None:
        raise GrundyError("coqc is not there; Debian's package coq has it.")
    subprocess.run([_PROOFS / "build"], check=True)  # noqa: S603
    about = {"theorems": kind, "heaps": heaps, "seconds": seconds}
    done: dict[str, Checked] = {}
    with (
        kept_in(save, about, resume=resume) as kept,
        executor_for(None, workers) as executor,
        progress_bar("theorems"),
    ):
        one = partial(check, heaps=heaps, seconds=seconds)
        finish(one, claims, done, executor, kept, Checked)
    found = [done[str(claim)] for claim in claims]
    again = f"{kind} {' '.join(files)} --output {output} --heaps {heaps} --seconds {seconds:g}"
    deliver_bytes(output, page(kind, found, again).encode())
    click.echo(_counted(found))


if __name__ == "__main__":
    start("theorems", command)
