"""`python -m research.verify`: check certificates of every kind, with code that knows no solver."""

from __future__ import annotations

import click

from grundy.cli.output import progress_bar
from grundy.printable import printable
from grundy.runtime.sealed import text_of
from research.certificate_lines import verify_lines
from research.certificates import parse_certificate, verify_certificate
from research.lines import ENDINGS
from research.program import start


@click.command
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def command(files: tuple[str, ...]) -> None:
    """Check each FILE: a certificate, or a file with a certificate a line (*.jsonl.gz).

    All that `grundy verify` checks of certificates is checked here too, and that a misère quotient
    is infinite. The first file, or line, that fails ends the check with status 1.

    \b
    Examples:
      python -m research.verify docs/proofs/misere/grundys-game-29.json
      python -m research.verify docs/proofs/misere/*.jsonl.gz
    """
    for file in files:
        in_lines = file.lower().endswith(ENDINGS)
        with progress_bar("certificates" if in_lines else ""):
            if in_lines:
                sentence = f"{file}: {verify_lines(file).sentence}"
            else:
                certificate = parse_certificate(*text_of(file))
                verify_certificate(certificate)
                sentence = certificate.sentence
        click.echo(printable(sentence))


if __name__ == "__main__":
    start("verify", command)
