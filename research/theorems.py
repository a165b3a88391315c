"""`python -m research.theorems`: misère certificates, a line each, as theorems that Coq checks."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click

from grundy.answers.play_theorems import quotient_theorem
from grundy.errors import GrundyError
from grundy.misere.certificate import MisereCertificate
from research.certificates import parse_certificate
from research.lines import read_lines
from research.program import start

_PROOFS = Path(__file__).parent.parent / "proofs"


@dataclass(frozen=True)
class Checked:
    """A theorem, whether Coq accepts it, and what that cost."""

    certificate: MisereCertificate
    accepted: bool
    seconds: float = 0.0
    megabytes: int = 0

    @property
    def row(self) -> str:
        """The row of the table."""
        found = self.certificate
        heaps = "all" if found.period is not None else f"0 to {len(found.phi) - 1}"
        period = "" if found.period is None else f"{found.period:,} from {found.preperiod:,}"
        cost = f"{self.seconds:.1f} | {self.megabytes:,}" if self.accepted else "not checked |"
        return (
            f"| {found.rule} | {found.order:,} | {found.p_count:,} | {heaps} | {period} | {cost} |"
        )


def check(certificate: MisereCertificate, seconds: float) -> Checked:
    """Write a theorem and run Coq on it, for so many seconds of the processor at most."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "quotient.v"
        try:
            file.write_bytes(quotient_theorem(certificate))
        except GrundyError:
            return Checked(certificate, accepted=False)
        limit = f"ulimit -t {seconds:.0f}; exec coqc -q -Q {_PROOFS} Grundy {file}"
        with subprocess.Popen(["/bin/sh", "-c", limit], stdout=subprocess.DEVNULL,  # noqa: S603
                              stderr=subprocess.DEVNULL) as process:  # fmt: skip
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
    used = usage.ru_utime + usage.ru_stime
    return Checked(certificate, process.returncode == 0, used, usage.ru_maxrss // 1024)


def certificates(files: tuple[str, ...], heaps: int) -> Iterator[MisereCertificate]:
    """Yield the certificates of one game with at most so many heaps."""
    for file in files:
        for line in read_lines(file):
            found = parse_certificate(line, file)
            if isinstance(found, MisereCertificate) and len(found.phi) <= heaps:
                yield found


@click.command
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--heaps", default=2000, show_default=True, help="Of certificates with so many.")
@click.option("--seconds", default=120.0, show_default=True, help="For each, of the processor.")
@click.option("--processes", default=1, show_default=True, help="Run so many at a time.")
def command(files: tuple[str, ...], heaps: int, seconds: float, processes: int) -> None:
    """Check each certificate of FILE (*.jsonl.gz) by Coq, and print a table in Markdown.

    \b
    Example:
      python -m research.theorems docs/proofs/misere/atlas-four.jsonl.gz > theorems.md
    """
    began = time.monotonic()
    click.echo("| game | elements | P | heaps | period | seconds | MB |")
    click.echo("|---|---:|---:|---|---|---:|---:|")
    accepted = total = 0
    with ThreadPoolExecutor(processes) as pool:
        for one in pool.map(lambda found: check(found, seconds), certificates(files, heaps)):
            click.echo(one.row)
            total += 1
            accepted += one.accepted
    spent = time.monotonic() - began
    click.echo(f"{accepted} of {total} are theorems, after {spent:,.0f} s.", err=True)


if __name__ == "__main__":
    start("theorems", command)
