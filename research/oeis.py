"""`python -m research.oeis`: the b-file, the draft and the certificate for an entry of the OEIS."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import xor
from pathlib import Path

import click

from grundy.cli.game import is_known, read_heap_game
from grundy.cli.options import number, require_countable
from grundy.cli.output import progress_bar
from grundy.heaps.periods.certificate import Certificate, proof_of
from grundy.heaps.periods.period import Period
from grundy.heaps.ruleset import HeapRuleset
from grundy.named.description import VALUES, Description, KnownMatch, describe, known_games
from grundy.named.notation import rule_of
from grundy.printable import printable, short_title
from grundy.runtime.delivery import deliver_bytes, require_folder
from research.program import start as start_program

_DATA = 260  # characters of the terms that an entry shows
_LOOKED = 100_000  # options of the heap of an example
_PLAIN = {
    "⌊": "floor(", "⌋": ")", "−": "-", "√": "sqrt ", "·": "*", "≥": ">=", "₂": "_2", "G(": "a(",
}  # fmt: skip

_DRAFT, CERTIFICATE = "draft.txt", "certificate.json"


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
    require_folder(folder)
    if Path(folder).is_file():
        raise click.UsageError(f"{folder}: this is a file; give the name of a folder.")
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


@dataclass(frozen=True)
class OeisDraft:
    """What an entry has to say, by the fields of the form."""

    game: str
    oeis: str | None
    start: int
    values: list[int]
    fields: dict[str, list[str]]
    certificate: Certificate | None

    @property
    def b_file(self) -> str:
        """The name of the file of all terms."""
        return f"b{(self.oeis or 'A000000')[1:]}.txt"

    def __str__(self) -> str:
        """Return the draft, field by field."""
        said = ((name, lines) for name, lines in self.fields.items() if lines)
        return "\n".join(f"{name}\n" + "".join(f"  {x}\n" for x in lines) for name, lines in said)


def oeis_draft(
    game: HeapRuleset, terms: int, *, start: int = 0, stop: int, command: str = ""
) -> OeisDraft:
    """Draft an entry for the OEIS: terms, offset, comments, and the certificate of a period."""
    found = describe(game, max(stop, 2))
    values = game.values(start + terms).tolist()
    shown = values[start:]
    known = next((known for known, rules in known_games() if rules.text == game.text), None)
    period = found.period if is_known(game) else None
    called = f"the game {game.text}" if known is None else f"{known.name} ({known.game})"
    great = next((place for place, value in enumerate(shown, 1) if value > 1), 1)
    fields = {
        "NAME": [f"Grundy values of {called}: a(n) is the value of a heap of n tokens."],
        "DATA": [", ".join(map(str, _data(shown)))],
        "OFFSET": [f"{start},{great}"],
        "COMMENTS": list(_comments(game, found)),
        "REFERENCES": [] if known is None else [known.source],
        "FORMULA": list(_formulas(found)),
        "EXAMPLE": [_example(game, values)],
        "CROSSREFS": [_see_also(one) for one in found.same_as if one.known.game != game.text],
        "KEYWORD": ["nonn" if found.proved is None else "nonn,easy"],
    }  # fmt: skip
    return OeisDraft(
        game.text, None if known is None else known.oeis, start, shown, fields,
        None if period is None or period.proof is None else proof_of(game, period, command),
    )  # fmt: skip


def _data(values: list[int]) -> list[int]:
    """Return the terms that an entry shows: up to 260 characters."""
    length = -2
    for place, value in enumerate(values):
        length += len(str(value)) + 2
        if length > _DATA:
            return values[:place]
    return values


def _comments(game: HeapRuleset, found: Description) -> Iterator[str]:
    yield rule_of(game) or f"(Say here what a move of {game.text} is.)"
    yield (
        "Two players move in turn, and who cannot move loses. The value of a heap is the least "
        "nonnegative integer that is not the value of an option; that of several heaps is the "
        "bitwise exclusive-or of theirs."
    )
    period = found.period
    if period is not None and is_known(game) and period.proof is not None:
        proof = period.proof
        yield (
            f"{_law(period)}: proved by heaps 0 to {proof.heaps - 1} ({proof.theorem}). "
            f"{CERTIFICATE} holds this claim with a hash of the values; grundy verify "
            f"{CERTIFICATE} checks it by the definition."
        )
    elif period is None and found.proved is None:
        yield (
            "Whether the sequence is periodic is not known here: heaps below "
            f"{found.stop} prove nothing."
        )
    for conjecture in found.conjectures:
        about = "a(n) = " if conjecture.about == VALUES else f"{conjecture.about} is "
        yield (
            f"Conjecture: {about}{_plain(conjecture.text)} (fits for {conjecture.start} <= n < "
            f"{conjecture.stop})."
        )


def _formulas(found: Description) -> Iterator[str]:
    proved, period = found.proved, found.period
    if proved is not None and (period is None or "periodic with" not in proved.text):
        since = f" for n >= {proved.start}" if proved.start else ""
        yield f"a(n) = {_plain(proved.text)}{since} ({proved.proof})."
    if period is not None:
        yield f"{_law(period)}."


def _law(period: Period) -> str:
    added = f" + {period.saltus}" if period.saltus else ""
    return f"a(n + {period.period}) = a(n){added} for n >= {period.preperiod}"


def _example(game: HeapRuleset, values: list[int]) -> str:
    """Explain the first value that is greater than 1, or the last one."""
    heap = next((n for n, value in enumerate(values) if value > 1), len(values) - 1)
    reached = {
        reduce(xor, (values[part] for part in option), 0)
        for option in islice(game.options(heap), _LOOKED)
    }
    written = ", ".join(map(str, sorted(reached))) or "none"
    return (
        f"a({heap}) = {values[heap]}: the options of a heap of {heap} have the values {written}, "
        f"and {values[heap]} is the least that is not among them."
    )


def _see_also(match: KnownMatch) -> str:
    moved = f" {'+' if match.shift > 0 else '-'} {abs(match.shift)}" if match.shift else ""
    said = "proved" if match.proof is not None else f"fits for n < {match.stop}, not proved"
    name = match.known.oeis or match.known.name
    return f"{name}: a(n) is its term n{moved} ({said})."


def _plain(text: str) -> str:
    for sign, word in _PLAIN.items():
        text = text.replace(sign, word)
    return text


if __name__ == "__main__":
    start_program("oeis", command)
