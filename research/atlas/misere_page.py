"""The atlas of misère play as a page of the documents."""

from __future__ import annotations

from collections.abc import Sequence

from research.atlas.misere import MisereRow, left_out


def page(
    rows: Sequence[MisereRow], *, command: str, stop: int, digits: int,
    certificates: str | None = None, most_heaps: int | None = None,
) -> str:  # fmt: skip
    """Return the page in Markdown."""
    games = [row for row in rows if row.equivalent_to is None]
    solved = [row for row in games if row.status == "solved"]
    open_games = [row for row in games if row.status == "open"]
    tame = sum(row.kind == "tame" for row in solved)
    return f"""# Atlas of octal games under misère play

This page is made by a command; to change it, run that again.

```text
{command}
```

{len(rows)} codes with a move are {len(games)} games: codes that differ by heaps without a move in
front are one.{_left(left_out(rows, digits))}
Bits that are idle under normal play are not idle here. For {len(solved)} games the misère
quotient of all heaps is proved, with the period of the heaps' elements; {tame} of them are
tame, {len(solved) - tame} wild. {len(open_games)} stay open: up to {stop:,} heaps were asked for,
and the quotient grew past what the time and the memory of this run allow, or no period was seen.
[The chapter on misère play](misere.md) says what the words mean. Each quotient was checked by code
that knows no solver. {_certificates(certificates, solved, most_heaps, stop)}

Heaps are counted in the numbering of the code; `0.07 (-1)` means that heap n - 1 of 0.07 is heap n
of the code. Seconds are what one core of a shared machine took.

## Solved

{_table(_SOLVED, rows, solved)}

## Open

An order stands for the heaps proved; with more heaps it may grow, and it may be infinite.

{_table(_OPEN, rows, open_games)}
"""


def _left(count: int) -> str:
    """Say plainly that a run did not come to its end."""
    if not count:
        return ""
    games = "1 more game was" if count == 1 else f"{count:,} more games were"
    return (
        f"\n**The run was ended before all was done**: {games} not looked at, and their codes are "
        "not here."
    )


def _certificates(
    file: str | None, solved: Sequence[MisereRow], most_heaps: int | None, stop: int
) -> str:
    """Return where the certificates are, and which are to be made again."""
    if file is None:
        return """With `--save DIR` the command leaves a certificate of each game in
`DIR/certificates`, which `grundy verify` checks again."""
    left_out = [row for row in solved if most_heaps is not None and row.heaps > most_heaps]
    sentence = f"""The certificates of {len(solved) - len(left_out)} of the {len(solved)} proved
quotients are [one file]({file}), a line each, which `python -m research.verify` checks again"""
    if left_out:
        sentence += f"""; the other
{len(left_out)} rest on more than {most_heaps:,} heaps each, and `grundy quotient CODE --stop {stop}
--certificate FILE` makes them again"""
    limit = "" if most_heaps is None else f" --most-heaps {most_heaps}"
    return f"{sentence}.\n`--save DIR --certificates FILE{limit}` after the command writes it."


_SOLVED = "code | order | P | first wild heap | last growth | period | preperiod | heaps | seconds"
_OPEN = "code | order so far | P | first wild heap | last growth | heaps proved | seconds"


def _cells(row: MisereRow) -> list[object]:
    period = [] if row.period is None else [row.period, row.preperiod]
    wild = row.kind if row.first_wild is None else row.first_wild
    figures = [row.code, row.order, row.p_count, wild, row.grew_at, *period, row.heaps]
    return [*figures, f"{row.seconds:.3g}"]


def _table(head: str, rows: Sequence[MisereRow], games: Sequence[MisereRow]) -> str:
    same: dict[str, list[str]] = {row.code: [] for row in games}
    for row in rows:
        if row.equivalent_to in same:
            same[row.equivalent_to].append(f"{row.code} ({-row.offset:+})")
    aligned = "|---" + "|---:" * head.count("|") + "|---|"
    shown = (
        f"| {' | '.join(map(str, _cells(game)))} | {', '.join(same[game.code])} |" for game in games
    )
    return "\n".join([f"| {head} | the same game |", aligned, *shown])
