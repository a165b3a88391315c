"""Names of games, positions and moves; and sections of sentences, as text and HTML."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from grundy.errors import LimitError, PositionError
from grundy.games.position import Move, Part, Position
from grundy.games.rulebook import Rulebook
from grundy.games.state_text import shown
from grundy.heaps.numbers import short
from grundy.markup import escaped

_WIDTH = 92
_LEAST_WIDTH = 20
_HANGING = " " * 10  # how far in a line of a table goes on


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below each other; the cells of a column whose name ends in a blank stand right."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Text that keeps its lines."""

    text: str


Block = str | Table | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A title and what stands below it."""

    title: str
    blocks: tuple[Block, ...]


def as_text(sections: Sequence[Section], width: int | None = None) -> str:
    """Write sections for a terminal."""
    parts = []
    for section in sections:
        indent = "   " if section.title else ""
        body = [_text_of(block, indent, width) for block in section.blocks]
        parts.append("\n".join(([section.title] if section.title else []) + body))
    return "\n\n".join(parts)


def as_html(sections: Sequence[Section]) -> str:
    """Write sections as HTML; what stands in them is text, never markup."""
    parts = []
    for section in sections:
        if section.title:
            parts.append(f"<h4>{escaped(section.title)}</h4>")
        parts += map(html_of, section.blocks)
    return f"<div>{''.join(parts)}</div>"


def _text_of(block: Block, indent: str, width: int | None) -> str:
    if isinstance(block, str):
        return _filled(block, min(_WIDTH, width or _WIDTH), indent, indent)
    if isinstance(block, Picture):
        return textwrap.indent(block.text, "      ")
    lines = _text_table(block)
    if width is not None:
        lines = [_filled(line, width, "", _HANGING) for line in lines]
    return "\n".join(lines)


def _filled(text: str, width: int, first: str, others: str) -> str:
    return textwrap.fill(
        text, max(width, _LEAST_WIDTH), initial_indent=first, subsequent_indent=others,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _text_table(table: Table) -> list[str]:
    header = tuple(name.strip() for name in table.header)
    rows = [header, *table.rows] if any(header) else list(table.rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = [name.endswith(" ") for name in table.header]
    lines = []
    for row in rows:
        cells = [
            cell.rstrip().rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        lines.append(("      " + "  ".join(cells)).rstrip())
    if table.total:
        lines.insert(-1, "      " + "  ".join("-" * width for width in widths))
    return lines


def html_of(block: Block) -> str:
    """Write one block as HTML."""
    if isinstance(block, str):
        return f"<p>{escaped(block)}</p>"
    if isinstance(block, Picture):
        return f"<pre>{escaped(block.text)}</pre>"
    table = block
    right = [name.endswith(" ") for name in table.header]
    head = _html_row("th", table.header, right) if any(table.header) else ""
    last = len(table.rows) - 1 if table.total else -1
    rows = (
        _html_row("td", row, right, line_above=number == last)
        for number, row in enumerate(table.rows)
    )
    return f'<table style="border-collapse:collapse">{head}{"".join(rows)}</table>'


def _html_row(
    kind: str, cells: Sequence[str], right: Sequence[bool], *, line_above: bool = False
) -> str:
    line = ";border-top:1px solid" if line_above else ""
    sides = ("right" if to_right else "left" for to_right in right)
    shown = (
        f'<{kind} style="text-align:{side}{line};padding:0 .4em">{escaped(cell)}</{kind}>'
        for cell, side in zip(cells, sides, strict=True)
    )
    return f"<tr>{''.join(shown)}</tr>"


# What games, positions and moves are called, and the moves of a position as a person meets them.
#
# A heap of 10^200 tokens has more moves than can be listed, so nothing here goes through all of
# them: moves are taken as they come, and a position that is typed is looked for in one part only.


_LONGEST = 60
_MOST_GAMES, _MOST_PARTS = 20, 12  # parts that a line has room for


def letter(place: int) -> str:
    """Return the letter of a part: A to Z, then P27, P28 and so on."""
    return chr(ord("A") + place) if place < 26 else f"P{place + 1}"


def written(part: Part) -> str:
    """Write a component, shortened, without control characters."""
    text = part.ruleset.format(part.state)
    return short(int(text)) if text.isdecimal() and len(text) > 30 else shown(text, _LONGEST)


def game_name(ruleset: Rulebook) -> str:
    """Name a game by its key in the catalogue, where it has one, and by its own text."""
    from grundy.named.catalogue import catalogue

    for key in catalogue:
        if not catalogue.entry(key).parameters and catalogue[key] == ruleset:
            return key if key == ruleset.text else f"{key} ({shown(ruleset.text, _LONGEST)})"
    return shown(ruleset.text, _LONGEST)


def position_text(position: Position) -> str:
    """Write a position as the command line reads it: games, each with its states."""
    groups: list[tuple[str, list[str]]] = []
    parts = position.parts
    for part in parts[:_MOST_GAMES]:
        game = game_name(part.ruleset)
        if not groups or groups[-1][0] != game:
            groups.append((game, []))
        groups[-1][1].append(written(part))
    text = " + ".join(f"{game} {' '.join(states)}" for game, states in groups) or "Nothing"
    more = len(parts) - _MOST_GAMES
    return f"{text} and {more:,} more" if more > 0 else text


def leaves(position: Position) -> str:
    """Write what a move leaves, shortened; parts in which there is nothing left are written too."""
    if len(position.parts) > _MOST_PARTS:
        return f"{len(position.parts)} parts"
    return " + ".join(map(written, position.parts)) or "nothing"


def name_of(name: str, left: Sequence[Part]) -> str:
    """Name a move; where the rules only say what the part becomes, say that."""
    named = shown(name, 160)
    return f"to {named}" if name == (str(Position(left)) or "nothing") else named


MOST_LOOKED_AT = 20_000
"""Moves that are looked through for a name or a number."""

_VALUES_TRIED = 16  # of a heap whose options cannot be listed, options of these values are named


def each_move(position: Position) -> Iterator[Move]:
    """Yield the legal moves one by one, as they come."""
    for place in range(0 if position.is_over else position.part_count):
        yield from moves_in(position, place)


def count_moves(position: Position, most: int) -> int:
    """Count the legal moves, up to *most*."""
    return sum(1 for _ in islice(each_move(position), most))


def lists_all(position: Position) -> bool:
    """Return whether `each_move` gives every legal move, however long it takes."""
    return not any(map(_is_unlisted, position.parts))


def find_move(position: Position, typed: str, names: Sequence[str] = ()) -> Move:
    """Find the legal move that is meant by a number, a name, or the position that it leaves.

    The *names* are what the parts are called in "take 1 from 4 in B"; by default their letters.
    """
    text = " ".join(typed.split())
    number = re.fullmatch("[0-9]{1,9}", text)
    if number and 1 <= int(text) <= MOST_LOOKED_AT:
        for numbered in islice(each_move(position), int(text) - 1, int(text)):
            return numbered
    meant = text.removeprefix("=").strip()
    move = _leaving(position, meant) or _by_name(position, meant, names)
    if move is not None:
        return move
    if number:
        raise PositionError(f"There is no move {text}: {_how_many(position)}.")
    raise PositionError(
        f'"{shown(text)}" is no legal move here; type the number of a move, its name, or the '
        "position that it leaves."
    )


def exact_move(position: Position, name: str, leaves: str) -> Move | None:
    """Find the legal move with exactly this name that leaves exactly this position."""
    for move in islice(each_move(position), MOST_LOOKED_AT):
        if move.name == name and str(move.option) == leaves:
            return move
    match = _leaving(position, leaves)
    return match if match and match.name == name and str(match.option) == leaves else None


# ---- one part ---------------------------------------------------------------------------------


def moves_in(position: Position, place: int) -> Iterator[Move]:
    """Yield the legal moves of one part, as they come."""
    part = position.part(place)
    listed = part.ruleset.moves(part.state) if not _is_unlisted(part) else _named_by_value(part)
    for name, option in listed:
        yield position.moved(place, name, option)


def _is_unlisted(part: Part) -> bool:
    return not part.ruleset.lists_moves(part.state)


def _named_by_value(part: Part) -> Iterator[tuple[str, object]]:
    """Yield the options that have a small value, which a formula names."""
    has_moves = False
    for value in range(_VALUES_TRIED):
        with suppress(LimitError):
            for move in part.ruleset.options_of_value(part.state, value):
                has_moves = True
                yield move
    if not has_moves:
        raise LimitError(
            f"A heap as large as this in {part.ruleset.text} has more moves than can be looked "
            "at; play with a smaller one."
        )


def placed(position: Position, move: Move) -> list[Part]:
    """Return what a move makes of the part that it is made in."""
    grown = move.option.part_count - position.part_count + 1
    return [move.option.part(move.part + place) for place in range(grown)]


# ---- by name ----------------------------------------------------------------------------------


def _by_name(position: Position, text: str, names: Sequence[str]) -> Move | None:
    name, _, label = text.rpartition(" in ")
    keys = {(text.casefold(), place) for place in range(len(position.parts))}
    keys |= {
        (name.casefold(), place)
        for place in range(len(position.parts))
        if (names[place] if names else letter(place)) == label.upper()
    }
    matches = {
        number: move
        for number, move in enumerate(islice(each_move(position), MOST_LOOKED_AT), start=1)
        if (" ".join(move.name.split()).casefold(), move.part) in keys
    }
    if len({frozenset(Counter(move.option.parts).items()) for move in matches.values()}) > 1:
        numbers = " or ".join(map(str, matches))
        raise PositionError(f'Several moves are called "{shown(text)}"; type {numbers}.')
    return next(iter(matches.values()), None)


def _how_many(position: Position) -> str:
    count = count_moves(position, MOST_LOOKED_AT)
    if count == MOST_LOOKED_AT:
        return f"the first {count:,} have numbers; for others type the position that is left"
    return "there is one" if count == 1 else f"there are {count}"


# ---- by the position that is left -------------------------------------------------------------


def _leaving(position: Position, text: str) -> Move | None:
    """Find a move by the words of the position that it leaves, as typed or as they are read."""
    typed = _words(text)
    some = Counter({word: typed[word] for word in typed if word not in ("0", "nothing")})
    for words in (typed, _reread(position, typed), some):
        move = _to(position, words)
        if move is not None:
            return move
    return None


def _to(position: Position, target: Counter[str]) -> Move | None:
    """Find a move after which the words of the position are these, in any order."""
    now = Counter[str]()
    for part in position.parts:
        now += _words(str(part))
    gone, come = now - target, target - now
    tried = set()
    for place, part in enumerate(position.parts):
        words = _words(str(part))
        if part in tried or not gone <= words:
            continue
        tried.add(part)
        move = _with_words(position, place, come + (words - gone))
        if move is not None:
            return move
    return None


def _with_words(position: Position, place: int, target: Counter[str]) -> Move | None:
    part = position.parts[place]
    rules, written = part.ruleset, tuple(target.elements())
    for name, option in islice(rules.moves_to(part.state, written), MOST_LOOKED_AT):
        if _words(" ".join(map(str, rules.as_position(option).parts))) == target:
            return position.moved(place, name, option)
    return None


def _words(text: str) -> Counter[str]:
    return Counter(text.replace("+", " ").split())


def _reread(position: Position, words: Counter[str]) -> Counter[str]:
    """Return the words as the rules print what they read from them: 1e6 is 1000000."""
    rulesets = dict.fromkeys(part.ruleset for part in position.parts)
    texts = Counter[str]()
    for word, count in words.items():
        read = word
        for ruleset in rulesets:
            with suppress(Exception):  # a user's `parse` may raise anything on what is no state
                read = ruleset.format(ruleset.parse(word))
                break
        texts[read] += count
    return texts
