"""`grundy games` and `grundy schema`: the named games, and the forms of the JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy import schemas
from grundy.cli.output import print_json, print_table, screen_width, show
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.named.entry import Entry


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
    from grundy.answers.catalogue import game_answer, game_text
    from grundy.named.notation import sheet

    game_sheet = sheet(name)
    if as_json:
        print_json(repeat("games", name), game_answer(game_sheet))
    else:
        show(game_text(game_sheet, screen_width()))


def _list(search: str | None, *, as_json: bool) -> None:
    from grundy.answers.catalogue import named_game
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
