"""`grundy games`: the named games, and all about one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.named.entry import Entry
    from grundy.named.sheet import Sheet

_WIDTH = 88
_LEAST_TEXT = 20
_FIRM = "\N{NO-BREAK SPACE}"


@click.command("games")
@click.argument("name", required=False)
@click.option("--search", metavar="WORD", help="Only games with this word in name, rule or source.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def command(name: str | None, search: str | None, as_json: bool) -> None:
    """List the named games, or describe the game NAME.

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
    from grundy.named.sheet import sheet

    found = sheet(name)
    if as_json:
        from grundy.answers.catalogue import game_answer
        from grundy.cli.output import print_json

        print_json(repeat("games", name), game_answer(found))
    else:
        _print_sheet(found)


# ---- the list -------------------------------------------------------------------------------


def _list(search: str | None, *, as_json: bool) -> None:
    from grundy.cli.output import print_json, print_table
    from grundy.named.catalogue import catalogue

    families = {
        family: [entry for entry in entries if _has(entry, search)]
        for family, entries in catalogue.families().items()
    }
    if as_json:
        from grundy.answers.catalogue import named_game

        games = [
            named_game(family, entry) for family, entries in families.items() for entry in entries
        ]
        print_json(repeat("games", search=search), {"games": games})
        return
    if not any(families.values()):
        click.echo(f'No game has "{search}" in its name, rule or source.')
    for family, entries in families.items():
        if entries:
            rows = [(entry.game, entry.name, entry.rule) for entry in entries]
            print_table(["game", "name", "rule"], rows, title=family)


def _has(entry: Entry, word: str | None) -> bool:
    text = f"{entry.key} {entry.name} {entry.rule} {entry.source}"
    return word is None or word.lower() in text.lower()


# ---- one game -------------------------------------------------------------------------------


def _print_sheet(found: Sheet) -> None:
    from grundy.cli.output import printable

    for line in _sheet_lines(found):
        click.echo(printable(line).rstrip())


def _sheet_lines(found: Sheet) -> list[str]:
    entry = found.entry
    lines = [f"{entry.name} ({entry.game})", "", *_folded(entry.rule, 2), ""]
    rows = [("source", entry.source), ("position", _written(found))]
    rows += [("moves", _moves(found)), ("value", _value(found))]
    if found.same_as is not None and found.same_as != entry.game:
        rows.append(("same as", f"the take-and-break code {found.same_as}"))
    rows += [("see", link) for link in found.links]
    for head, text in rows:
        first, *others = _folded(text, 12)
        lines += [f"  {head:10}{first.strip()}", *others]
    if found.picture:
        lines += ["", *(f"    {line}" for line in found.picture.splitlines())]
    if found.small:
        # A blank that is never folded at, until the line is there.
        small = (f"{text} = {_shown(value)}".replace(" ", _FIRM) for text, value in found.small)
        folded = _folded(";  ".join(small), 2)
        lines += ["", "Small positions and their values"]
        lines += [line.replace(_FIRM, " ") for line in folded]
    if entry.facts:
        lines += ["", "What is known"]
        for fact in entry.facts:
            source = f" ({fact.source})" if fact.source else ""
            first, *others = _folded(f"{fact.statement}{source}", 4)
            lines += [f"  - {first.strip()}", *others]
    position = [entry.game, *entry.start.split()]
    lines += ["", "Try", *(f"  {repeat(verb, *position)}" for verb in ("solve", "explain", "play"))]
    return lines


def _written(found: Sheet) -> str:
    how, start = found.how_to_write, found.entry.start
    if f"such as {start}" in how:
        return how
    return f"such as {start}: {how}" if how else f"such as {start}"


def _moves(found: Sheet) -> str:
    if not found.move_count:
        return "none from there"
    some = ", ".join(found.moves) + (", …" if found.move_count > len(found.moves) else "")
    return f"{found.move_count:,} from there: {some}"


def _value(found: Sheet) -> str:
    from grundy.values import outcome_of

    if found.value is None:
        return "takes a while; grundy solve finds it"
    outcome = outcome_of(found.value)
    return f"{_shown(found.value)} there, {outcome}: {outcome.value}"


def _shown(value: Any) -> str:
    from grundy.cli.output import infinity
    from grundy.values import format_value

    return format_value(value, infinity=infinity())


def _folded(text: str, indent: int) -> list[str]:
    import textwrap

    from grundy.cli.output import screen_width

    space = " " * indent
    width = min(_WIDTH, screen_width() or _WIDTH)
    return textwrap.wrap(
        text,
        max(width, indent + _LEAST_TEXT),
        initial_indent=space,
        subsequent_indent=space,
        break_on_hyphens=False,
    ) or [space]
