"""The atlas as a page of the documents: one line a game, and what others say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from research.atlas.normal import Row, look_alikes
from research.atlas.published import Comparison, PublishedEquality, PublishedPeriod, compare

_LOOKS_EQUAL = "Open games whose values agree on all heaps compared, so that they may be one game:"


def page(rows: Sequence[Row], *, command: str, stop: int) -> str:
    """Return the page in Markdown."""
    games = [row for row in rows if row.equivalent_to is None]
    solved = [row for row in games if row.status == "solved"]
    open_games = [row for row in games if row.status == "open"]
    same: dict[str, list[Row]] = {row.code: [] for row in games}
    for row in rows:
        if row.equivalent_to in same:
            same[row.equivalent_to].append(row)
    width = max((len(row.code) for row in rows), default=0)
    parts = [
        _head(rows, games, solved, command, stop),
        "## Solved\n\n" + _table(_SOLVED, solved, same, width),
        "## Open\n\n" + _table(_OPEN, open_games, same, width),
        "## What others have published\n\n" + _published(rows),
    ]
    pairs = [f"{one} and {other} ({count:,} heaps)" for one, other, count in look_alikes(rows)]
    if pairs:
        parts.append(f"{_LOOKS_EQUAL} {', '.join(pairs)}. Codes are standard forms.")
    return "\n\n".join(parts) + "\n"


def _head(
    rows: Sequence[Row], games: Sequence[Row], solved: Sequence[Row], command: str, stop: int
) -> str:
    forms = len({row.standard_form for row in rows})
    return f"""# Atlas of octal games

This page is made by a command; to change it, run that again.

```text
{command}
```

{len(rows)} codes with a move are {forms} games by their standard forms, and {len(games)} when equal
periods are counted as well; for {len(solved)} a period is proved, {len(games) - len(solved)} stay
open. Up to {stop:,} heaps of each game were computed, fewer where they prove a period or the time
was over. Beside a code stand the other codes of the same game: `0.07 (-1)` means that heap n - 1 of
0.07 has the value of heap n of the code; {{123}} stands for one of these digits, where 0 is the
shorter code. [Experiments](experiments.md#all-octal-games-the-atlas) says how this is known.
[The atlas of misère play](atlas-misere.md) has the same codes where who cannot move wins, and
[both atlases code by code](atlas-rows.md) can be filtered.

The preperiod is the first heap from which the period holds, in the numbering of the code. Rares
counts the rare heaps of the sparse space, heap 0 among them, where that helped. Heaps are those
of the standard form, and seconds are what these took one core of a shared machine.{
        _proofs(rows)
    }"""


def _proofs(rows: Sequence[Row]) -> str:
    """Say of which games a certificate was verified, and nothing searched."""
    codes = [row.code for row in rows if row.certificate and row.equivalent_to is None]
    if not codes:
        return ""
    games = "1 game" if len(codes) == 1 else f"{len(codes)} games"
    return f"""

For {games} the certificate was verified in the place of a search: {", ".join(codes)}.
There heaps are those that the proof rests on, whatever the limits, seconds are those of the check,
and rares are those that the certificate names. [Long periods](results-periods.md) has the
certificates, and how they were found."""


_SOLVED = "code | period | preperiod | greatest value | rares | heaps | seconds"
_OPEN = "code | greatest value so far | rares so far | heaps | seconds"


def _table(head: str, games: Sequence[Row], same: dict[str, list[Row]], width: int) -> str:
    lines = [f"| {head} | the same game |", "|---" + "|---:" * head.count("|") + "|---|"]
    for row in games:
        period = [] if row.period is None or row.preperiod is None else [
            f"{row.period:,}" + (f" (+{row.saltus})" if row.saltus else ""), f"{row.preperiod:,}"
        ]  # fmt: skip
        rares = "" if row.rares is None else f"{row.rares:,}"
        cells = [row.code, *period, f"{row.greatest:,}", rares, f"{row.heaps:,}"]
        lines.append(
            f"| {' | '.join(cells)} | {row.seconds:.3g} | {_others(same[row.code], width)} |"
        )
    return "\n".join(lines)


def _published(rows: Sequence[Row]) -> str:
    found = list(compare({row.code: row for row in rows}))
    differs, beyond = (
        [one for one in found if one.verdict == verdict] for verdict in ("differs", "not reached")
    )
    parts = [
        "Where this atlas and a source differ, the computation in the last column decides. "
        "octal-games are the tables of T. Czajka's program of that name."
    ]
    if differs:
        parts.append(_verdicts(differs))
    if beyond:
        parts += ["What is published and lies beyond the heaps computed here:", _verdicts(beyond)]
    counts = Counter(one.claim.source for one in found if one.verdict == "agrees")
    agreeing = ", ".join(f"{source} ({count})" for source, count in counts.items())
    parts.append(f"Facts that agree, by source: {agreeing or 'none'}.")
    return "\n\n".join(parts)


def _verdicts(comparisons: Iterable[Comparison]) -> str:
    lines = ["| published | source | here |", "|---|---|---|"]
    lines += [f"| {_said(one.claim)} | {one.claim.source} | {one.finding} |" for one in comparisons]
    return "\n".join(lines)


def _said(claim: PublishedPeriod | PublishedEquality) -> str:
    if isinstance(claim, PublishedEquality):
        return f"{claim.code} has the values of {claim.other}"
    where = " of the standard form" if claim.standard else ""
    return f"{claim.code}: period {claim.period:,}, last exception {claim.last:,}{where}"


def _others(rows: Iterable[Row], width: int) -> str:
    """Write codes shortly: those that differ in the last digit only are one entry."""
    groups: dict[tuple[int, str], str] = {}
    for row in rows:
        code = row.code.ljust(width, "0")
        key = -row.offset, code[:-1]
        groups[key] = groups.get(key, "") + code[-1]
    entries = []
    for (later, start), ends in sorted(groups.items(), key=lambda item: item[0][1]):
        digits = "".join(sorted(ends))
        code = f"{start}{{{digits}}}" if len(digits) > 1 else f"{start}{digits}".rstrip("0")
        entries.append(f"{code} ({later:+d})" if later else code)
    return ", ".join(entries)
