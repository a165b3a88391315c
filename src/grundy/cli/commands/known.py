"""`grundy games`, `schema`, `describe`, `recognise`: what is known of games and of values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grundy import schemas
from grundy.cli.game import read_described_game, write_certificate
from grundy.cli.options import number, require_countable, threads_option
from grundy.cli.output import (
    as_text,
    print_json,
    print_table,
    progress_bar,
    screen_width,
    show,
    standard_input,
)
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.named.entry import Entry
    from grundy.recognition.terms import Terms

_MOST_BYTES = 10_000_000
_FILE = re.compile(r"[^0-9?_,;\s\[\](){}]")  # a sign that values do not have


@click.command("recognise", context_settings={"ignore_unknown_options": True})
@click.argument("values", nargs=-1, required=True)
@click.option("--matches", type=click.IntRange(1, 1_000), default=8, show_default=True,
              metavar="N", help="List at most N games.")  # fmt: skip
@click.option("--ahead", type=click.IntRange(0, 100), default=10, show_default=True,
              metavar="N", help="Show the next N values.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def recognise(values: tuple[str, ...], matches: int, ahead: int, as_json: bool) -> None:
    """Say which known game, and which formula, has these values.

    VALUES are Grundy values of consecutive heaps, from any heap on, with ? or _ for a gap; or
    the name of a file that holds them, or - for standard input. They may stand in lines, with
    commas, in brackets, or with the heap before each, as in a b-file.

    Looked among are the octal codes of four digits, with 0 or 4 before the point, hexadecimal
    ones of three, the sets of numbers to 20 that may or may not be taken (for six values or
    more), the heap games of the catalogue, and of its other games what one number tells, such as
    sprouts n and nogo 1xn. Games with fewest digits come first.

    \b
    Examples:
      grundy recognise 0 1 2 3 1 4 3 2 1 4 2 6
      grundy recognise 3 _ 4 3 2 1 4 2 6 4 1 2
      python3 values.py | grundy recognise -
    """
    from grundy.answers.recognised import recognised_answer, recognised_text
    from grundy.recognition.recognise import recognise

    sequence = _read_sequence(values)
    recognition = recognise(sequence.values, ahead=ahead)
    if as_json:
        words = ["?" if value is None else str(value) for value in sequence.values]
        again = repeat("recognise", *words, matches=matches, ahead=ahead)
        print_json(again, recognised_answer(recognition, matches))
    else:
        show(recognised_text(recognition, matches))


def _read_sequence(words: tuple[str, ...]) -> Terms:
    from grundy.recognition.terms import read_values

    for word in words:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    if len(words) > 1 or not (words[0] == "-" or _FILE.search(words[0])):
        return read_values(" ".join(words))
    if words[0] == "-":
        text, source = standard_input(_MOST_BYTES + 1), "standard input"
    elif Path(words[0]).is_file():
        source = words[0]
        with Path(source).open("rb") as stream:
            text = as_text(stream.read(_MOST_BYTES + 1))
    else:
        raise click.UsageError(
            f'"{words[0]}" is neither a file nor a value; write such as 0 1 2 3 1 4.'
        )
    if len(text) > _MOST_BYTES:
        raise click.UsageError(f"{source}: over {_MOST_BYTES // 10**6} MB are no list of values.")
    return read_values(text, source)


@click.command("describe")
@click.argument("game")
@click.option("--stop", type=number, metavar="N", default="3000", show_default=True,
              help="Look at heaps below N: 1000, 1e5, 10^5.")  # fmt: skip
@click.option(
    "--code",
    type=click.Choice(("python", "cpp")),
    help="Give what is found as a program: value, winner and winning move.",
)
@click.option("--certificate", metavar="OUT", help="Write what `grundy verify FILE` can check.")
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def describe(
    game: str,
    stop: int,
    code: Literal["python", "cpp"] | None,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Describe what is known, or seen, about a heap game's Grundy values.

    GAME is a take-and-break code (0.77), a set of what may be taken ({1,3,4}) or may not
    (allbut{1,4}), a name such as kayles, or file.py:name, which is run: a game
    of heaps, or of one number or two; or another game, such as wythoff, with
    a theorem of who wins or a closed form.

    A period or a formula with a proof comes first, and --certificate writes the proof. Of a rule
    by arithmetic, such as leave(n-1,n//2), a formula by the digits of n is looked for and proved.
    Without a proof, formulas are tried on the heaps
    below N: remainders, quotients, digits in base two, Beatty sequences, recursions; what fits
    is a conjecture, and what fits long and then fails is shown with its first counterexample.
    Then come the known games that have the same values, perhaps some heaps further on.

    \b
    Examples:
      grundy describe 0.07
      grundy describe to-divisor --stop 1e5
      grundy describe "{1,3,4}" --code cpp
      grundy describe "leave(n-1,n//2)" --certificate mark.json
    """
    from grundy.answers.recognised import described_answer, described_text
    from grundy.heaps.periods.certificate import of_formula, proof_of
    from grundy.heaps.rules import require_heaps
    from grundy.named.description import describe

    ruleset = read_described_game(game)
    require_countable(stop)
    if code is not None:
        if as_json:
            raise click.UsageError("--code gives a program and --json a description; take one.")
        if certificate is not None:
            raise click.UsageError("--code gives a program and --certificate a proof; take one.")
        from grundy.named.written_out import written_out

        with progress_bar("values"):
            program = written_out(ruleset, code, stop)
        click.echo(program, nl=False)
        return
    with progress_bar("values"):
        description = describe(ruleset, stop)
    again = repeat("describe", game, stop=stop)
    written = False
    if certificate is not None:
        heaps, is_proved = require_heaps(ruleset), description.proved is not None
        proof = of_formula(heaps, description.period, command=again) or proof_of(
            heaps, description.period, again
        )
        written = write_certificate(heaps, description.period, proof, certificate, proved=is_proved)
    if as_json:
        print_json(again, described_answer(description))
    elif certificate != "-" or not written:
        show(described_text(description))


# ---- the catalogue, and the forms of the JSON ---------------------------------------------------


@click.command("games")
@click.argument("name", required=False)
@click.option("--search", metavar="WORD", help="Only games with these words in name, rule, source.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def games(name: str | None, search: str | None, as_json: bool) -> None:
    """List the named games, or describe the game NAME.

    The list says what decides who wins: a closed form of the values, a theorem of who wins at
    least some positions, or a search. The theorems stand below a game's name, with their sources.

    \b
    Examples:
      grundy games
      grundy games --search coin
      grundy games wythoff
    """
    if name is not None and search is not None:
        raise click.UsageError("--search is for the list; leave out the name or the word.")
    if name is None:
        _list(search, as_json=as_json)
        return
    from grundy.answers.whole_games import game_answer, game_text
    from grundy.named.notation import sheet

    game_sheet = sheet(name)
    if as_json:
        print_json(repeat("games", name), game_answer(game_sheet))
    else:
        show(game_text(game_sheet, screen_width()))


def _list(search: str | None, *, as_json: bool) -> None:
    from grundy.answers.whole_games import named_game
    from grundy.named.catalogue import catalogue
    from grundy.named.notation import ruleset_of, who_wins

    families = {
        family: [entry for entry in entries if _has(entry, search)]
        for family, entries in catalogue.families().items()
    }
    if as_json:
        items = [named_game(family, one) for family, entries in families.items() for one in entries]
        print_json(repeat("games", search=search), {"games": items})
        return
    if not any(families.values()):
        click.echo(f'No game has "{search}" in its name, rule or source.')
    for family, entries in families.items():
        if entries:
            rows = [
                (entry.game, entry.name, who_wins(ruleset_of(entry)), entry.rule)
                for entry in entries
            ]
            print_table(["game", "name", "who wins by", "rule"], rows, family)


def _has(entry: Entry, word: str | None) -> bool:
    text = f"{entry.key} {entry.name} {entry.rule} {entry.source}"
    return all(part in text.lower() for part in (word or "").lower().split())


@click.command("schema")
@click.argument("name", required=False)
def schema(name: str | None) -> None:
    """List the forms of the JSON that grundy writes, or print the JSON Schema of the form NAME.

    Each answer to --json, and each file in JSON, has the version of its form in the field
    "format".

    \b
    Examples:
      grundy schema
      grundy schema solve
    """
    if name is not None:
        click.echo(schemas.text(name.strip().lower()), nl=False)
        return
    rows = [(form, schemas.schema(form)["title"]) for form in schemas.names()]
    print_table(["name", "what it describes"], rows)
