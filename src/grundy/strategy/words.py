"""The words of an explanation: its facts as sections of sentences and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grundy.games.position import Position
from grundy.heaps.ruleset import short
from grundy.strategy.answers import letter
from grundy.strategy.explanation import Answer, Component, Explanation, MoveTold
from grundy.strategy.reasons import game_name, written
from grundy.strategy.sections import Block, Picture, Section, Table
from grundy.values import LoopyValue, Outcome, Value, format_value

_MOST_ROWS = 20
_MOST_BITS = 24
_MOVES_SHOWN = 10
_MOST_WITH_OPTIONS = 6  # components whose options are listed one by one
_MOST_VALUES = 14
_ROOM = 64  # signs in a row of options


def sections(told: Explanation) -> list[Section]:
    """Give the sections of an explanation."""
    if told.play == "misere":
        from grundy.strategy.misere_words import misere_sections

        return misere_sections(told)
    found = [Section("", (title(told),))]
    if told.components:
        found += [_split(told), _values(told), _sum(told)]
    found.append(_decide(told))
    last = (answers_told(told, "5."), _pairs(told), _ending(told))
    found += [section for section in last if section]
    return found


def title(told: Explanation) -> str:
    """Say what is asked: the position, the play, who is to move."""
    rule = "who cannot move loses" if told.play == "normal" else "who cannot move wins"
    kind = "normal" if told.play == "normal" else "misère"
    return f"{position_text(told.position)}; {kind} play: {rule}. Player {told.turn} is to move."


def position_text(position: Position) -> str:
    """Write a position as the command line reads it: games, each with its states."""
    groups: list[tuple[str, list[str]]] = []
    parts = position.parts
    for part in parts[:_MOST_ROWS]:
        game = game_name(part.ruleset)
        if not groups or groups[-1][0] != game:
            groups.append((game, []))
        groups[-1][1].append(written(part))
    text = " + ".join(f"{game} {' '.join(states)}" for game, states in groups) or "Nothing"
    more = len(parts) - _MOST_ROWS
    return f"{text} and {more:,} more" if more > 0 else text


# ---- 1 and 2: components and their values ------------------------------------------------------


def _split(told: Explanation) -> Section:
    parts = told.components
    blocks: list[Block] = []
    if len(parts) == 1:
        blocks.append("There is one component, A: its moves all depend on each other.")
    else:
        blocks.append(
            f"There are {len(parts):,} components; each move is made in one of them and does not "
            "touch the others."
        )
    rows = tuple((part.label, part.game, part.text) for part in parts[:_MOST_ROWS])
    blocks.append(Table(("", "", ""), rows))
    blocks += _more_rows(len(parts))
    blocks += _pictures(told)
    return Section("1. Split into components", tuple(blocks))


def _pictures(told: Explanation) -> Iterator[Block]:
    """Give the picture of each part, and say which components a part falls apart into."""
    for place in range(min(len(told.position.parts), _MOST_ROWS)):
        mine = [part for part in told.components if part.part == place]
        name = letter(place)
        if len(mine) > 1:
            yield f"{name} falls apart into {_and([part.label for part in mine])}."
        elif not mine:
            yield f"In {name} ({written(told.position.parts[place])}) there is no move."
        if mine and mine[0].picture:
            if len(told.position.parts) > 1:
                yield f"{name} looks like this:"
            yield Picture(mine[0].picture)


def _values(told: Explanation) -> Section:
    blocks: list[Block] = [
        "The value of a component is the least number (mex) that none of its options has."
    ]
    alike: dict[tuple[str, str], list[Component]] = {}
    for part in told.components:
        alike.setdefault((part.game, part.text), []).append(part)
    shown = list(alike.values())[:_MOST_ROWS]
    for same in shown:
        first = same[0]
        labels = ", ".join(part.label for part in same[:_MOST_ROWS])
        why = f": {first.reason}" if first.reason else "."
        blocks.append(f"{labels} ({first.text}) has value {value_text(first.value)}{why}")
        if len(shown) <= _MOST_WITH_OPTIONS and first.options:
            blocks.append(_option_table(first))
    if any(_has_greater(part) for part in told.components):
        blocks.append(
            "Moves to a greater value change nothing: the other player can move back to the value "
            "that was there."
        )
    return Section("2. The Grundy value of each", tuple(blocks))


def _has_greater(part: Component) -> bool:
    value = part.value
    return isinstance(value, int) and any(
        isinstance(option.value, int) and option.value > value for option in part.options
    )


def _option_table(part: Component) -> Table:
    by_value: dict[Value, list[str]] = {}
    for option in part.options:
        by_value.setdefault(option.value, []).append(option.text)
    ordered = sorted(by_value, key=_order)
    rows = [(f"value {value_text(value)}", _few(by_value[value])) for value in ordered]
    if len(rows) > _MOST_VALUES:
        rows = [*rows[:_MOST_VALUES], ("…", f"and {len(rows) - _MOST_VALUES} more values")]
    return Table(("", ""), tuple(rows))


def _few(texts: list[str]) -> str:
    """List what is different, as much as a line has room for."""
    distinct = list(Counter(texts))
    shown = [distinct[0]]
    for text in distinct[1:]:
        if len(shown) == 4 or sum(map(len, [*shown, text])) > _ROOM:
            break
        shown.append(text)
    more = len(distinct) - len(shown)
    return "  or  ".join(shown) + (f"  and {more} more" if more else "")


# ---- 3: the nim-sum ----------------------------------------------------------------------------


def _sum(told: Explanation) -> Section:
    name = "3. The nim-sum, column by column"
    finite = [part for part in told.components if isinstance(part.value, int)]
    infinite = [part for part in told.components if isinstance(part.value, LoopyValue)]
    if len(told.components) == 1:
        return Section(name, (
            f"With one component nothing is to be added: the value of the position is "
            f"{value_text(told.value)}.",
        ))  # fmt: skip
    blocks = list(_columns(told, finite)) if len(finite) > 1 else []
    if len(infinite) == 1:
        part, total = infinite[0], _xor(finite)
        blocks.append(
            f"{part.label} has no finite value: {value_text(part.value)} and {total} have the sum "
            f"{value_text(told.value)}, for {total} is added to each number in brackets."
        )
    if len(infinite) > 1:
        labels = " and ".join(part.label for part in infinite)
        blocks.append(f"{labels} have no finite value, and two infinite values have the sum ∞().")
    return Section(name, tuple(blocks))


def _columns(told: Explanation, finite: list[Component]) -> Iterator[Block]:
    columns = told.columns
    if not finite:
        return
    total = _xor(finite)
    if len(columns) > _MOST_BITS:
        yield f"The values have up to {len(columns)} binary digits; their xor is {short(total)}."
        return
    weights = [weight for weight, _ in columns] or [1]
    header = ("", "value ", *(f"{weight} " for weight in weights))
    rows = [
        (part.label, str(part.value), *(str(int(bool(_int(part.value) & w))) for w in weights))
        for part in finite[:_MOST_ROWS]
    ]
    rows.append(("nim-sum", str(total), *(str(int(bool(total & w))) for w in weights)))
    yield Table(header, tuple(rows), total=True)
    yield from _more_rows(len(finite))
    odd = [str(weight) for weight, ones in columns if len(ones) % 2]
    if odd:
        noun = "column" if len(odd) == 1 else "columns"
        added = f"{' + '.join(odd)} = {total}" if len(odd) > 1 else odd[0]
        yield f"The number of ones is odd in {noun} {_and(odd)}, so the nim-sum is {added}."
    else:
        yield "In each column the number of ones is even, so the nim-sum is 0."


# ---- 4: who wins -------------------------------------------------------------------------------


def _decide(told: Explanation) -> Section:
    if told.outcome is Outcome.N:
        return Section("4. Who wins", tuple(_won(told)))
    if told.outcome is Outcome.D:
        return Section("4. Who wins", tuple(_drawn(told)))
    return Section("4. Who wins", tuple(_lost(told)))


def _won(told: Explanation) -> Iterator[Block]:
    one = len(told.components) == 1
    what = "value" if one else "nim-sum"
    if isinstance(told.value, LoopyValue):
        yield (
            f"The value is {value_text(told.value)}, and 0 stands in the brackets: there is a "
            f"move to a position of value 0. So player {told.turn}, who is to move, wins."
        )
    else:
        yield (
            f"The {what} is {value_text(told.value)}, not 0: player {told.turn}, who is to move, "
            "wins by a move that makes it 0."
        )
    yield from _how_to_find(told)
    yield from moves_told(told)
    if told.best is not None:
        yield from _the_move(told, told.best)


def _how_to_find(told: Explanation) -> Iterator[Block]:
    """Say which component has to become what."""
    total, best = told.value, told.best
    if not isinstance(total, int) or best is None or len(told.components) < 2:
        return
    if total.bit_length() > _MOST_BITS:
        return
    top = 1 << (total.bit_length() - 1)
    able = [part for part in told.components if isinstance(part.value, int) and part.value & top]
    part = next((part for part in able if part.part == best.part), able[0])
    wanted = _int(part.value) ^ total
    yield (
        f"The highest column with an odd number of ones is {top}, and {part.label} has a one "
        f"there. {part.value} xor {total} = {wanted} is less than {part.value}, so {part.label} "
        f"has a move to the value {wanted}."
    )


def moves_told(told: Explanation) -> Iterator[Block]:
    """List the winning moves, the first ten."""
    count, shown = told.move_count, told.moves[:_MOVES_SHOWN]
    if count is None:
        yield (
            "Not all winning moves were looked for; some of them:"
            if shown
            else ("The winning moves were not all looked for.")
        )
    elif count == len(shown):
        yield "The winning move:" if count == 1 else f"The {count} winning moves:"
    else:
        yield f"There are {count:,} winning moves; the first {len(shown)}:"
    if shown:
        yield _move_table(shown)


def _move_table(moves: tuple[MoveTold, ...]) -> Table:
    rows = tuple(
        (move.component, move.name, _change(move), f"leaves {move.leaves}") for move in moves
    )
    return Table(("", "", "", ""), rows)


def _change(move: MoveTold) -> str:
    if move.before is None:
        return ""
    return f"{value_text(move.before)} → {value_text(move.after)}"


def _the_move(told: Explanation, best: MoveTold) -> Iterator[Block]:
    mover, other = f"player {told.turn}", f"player {3 - told.turn}"
    if told.ends:
        yield f"Play {best.name}. It leaves {best.leaves}, where {other} has no move."
        return
    if not told.mirrors:
        yield (
            f"Play {best.name}. It leaves {best.leaves} with the value 0: each move of {other} "
            f"there makes the value other than 0, and {mover} makes it 0 again."
        )
        return
    how, copy = {
        "halves": (
            f"Play {best.name}, in the centre. What it leaves, {best.leaves}, is two equal halves.",
            f"whatever {other} does in one half, {mover} does the same in the other",
        ),
        "pairs": (
            f"Play {best.name}. It leaves {best.leaves}, nothing but pairs of equal components.",
            f"whatever {other} does in one of a pair, {mover} does the same in the other",
        ),
        "half turn": (
            f"Play {best.name}: it leaves {best.leaves}, which looks the same after half a turn.",
            f"{mover} answers each move of {other} by the same move turned by half a turn",
        ),
    }[told.mirrors]
    yield (
        f"{how} From then on copy: {copy}. So {mover} always has an answer, and makes the last "
        "move."
    )


def _lost(told: Explanation) -> Iterator[Block]:
    winner = 3 - told.turn
    if not told.answers and told.answers_complete:
        yield (
            f"There is no move. Player {told.turn}, who is to move, has lost: player {winner} wins."
        )
        return
    what = "value" if len(told.components) == 1 else "nim-sum"
    yield (
        f"The {what} is 0: no move of player {told.turn} keeps it 0, and after each of them player "
        f"{winner} can make it 0 again. So player {winner} wins."
    )


def _drawn(told: Explanation) -> Iterator[Block]:
    infinite = [part for part in told.components if isinstance(part.value, LoopyValue)]
    if len(infinite) > 1:
        yield (
            f"{len(infinite)} components have no finite value, so no move leaves a position of "
            "value 0: nobody can be forced to lose, and the play goes on for ever. It is a draw."
        )
    else:
        yield (
            f"The value is {value_text(told.value)}, and 0 does not stand in the brackets: no move "
            "leads to a position of value 0, but there is one to a position where that holds "
            "again. Neither player can force a win: it is a draw."
        )
    if told.best is not None:
        yield f"A move that keeps the draw: {told.best.name}, leaving {told.best.leaves}."


# ---- after that --------------------------------------------------------------------------------


def answers_told(told: Explanation, number: str) -> Section | None:
    """Tell the answer to each move of a lost position; None elsewhere."""
    if not told.answers:
        return None
    grouped = any(answer.count > 1 for answer in told.answers)
    blocks: list[Block] = []
    if told.mirrors == "pairs":
        blocks.append(
            "Everything comes in pairs of equal components, so player "
            f"{3 - told.turn} copies: the same move in the other one of the pair."
        )
    if told.mirrors == "half turn":
        blocks.append(
            f"The position looks the same after half a turn, so player {3 - told.turn} copies: "
            "the same move turned by half a turn, which is always there."
        )
    blocks.append(_answer_table(told.answers, grouped=grouped, turn=told.turn))
    if not told.answers_complete:
        blocks.append("These are some of the moves; the others are answered in the same way.")
    what = "each kind of move" if grouped else "each move"
    return Section(f"{number} The answer to {what}", tuple(blocks))


def _answer_table(answers: tuple[Answer, ...], *, grouped: bool, turn: int) -> Table:
    values = any(answer.total is not None for answer in answers)
    header = [f"player {turn}", "", *(["value "] if values else []), f"player {3 - turn}", "leaves"]
    rows = []
    for answer in answers:
        move, reply = answer.move, answer.answer
        name = move.name + (f", or {answer.count - 1} more" if answer.count > 1 else "")
        row = [move.component, name, *([value_text(answer.total)] if values else [])]
        row += ["", ""] if reply is None else [f"{reply.component}: {reply.name}", reply.leaves]
        rows.append(tuple(row))
    return Table(tuple(header), tuple(rows))


def _pairs(told: Explanation) -> Section | None:
    if not told.pairs or told.mirrors or told.endless:
        return None
    pairs = [f"{one} and {other}" for one, other in told.pairs[:_MOST_ROWS]]
    verb = "are equal and cancel" if len(pairs) == 1 else "are equal pairs and cancel"
    text = (
        f"{'; '.join(pairs)} {verb}: a value with itself has the nim-sum 0. A move in one of them "
        "can be copied in the other, so only the rest counts."
    )
    return Section("Equal components", (text,))


def _ending(told: Explanation) -> Section | None:
    if not told.endless:
        return None
    endless = [part for part in told.components if part.endless]
    labels = _and([part.label for part in endless])
    blocks: list[Block] = [
        f"In {labels} there are cycles, so the play could come back to where it was."
    ]
    if told.outcome is Outcome.D:
        blocks.append("Here it need not end: it is a draw when both players play well.")
    else:
        blocks += _falling(told, endless)
    name = "Cycles" if told.outcome is Outcome.D else "Why the play ends"
    return Section(name, tuple(blocks))


def _falling(told: Explanation, endless: list[Component]) -> Iterator[Block]:
    winner = told.winner
    yield (
        "Order the states of finite value by value, and those of one value by when the labelling "
        "reached them; the rank of a state is its place there. Φ is the sum of the ranks of these "
        f"components. Player {winner} plays, of all moves to value 0, the one with the least Φ."
    )
    ranks = [(part.label, part.text, str(part.rank)) for part in endless if part.value is not None]
    if told.outcome is Outcome.P:
        yield Table(("", "", "rank "), tuple(ranks))
        after = {answer.answer.potential for answer in told.answers if answer.answer is not None}
        yield f"Φ is {told.potential} now" + (
            f", and {_range(after)} after the answers above." if after else "."
        )
        bound = told.potential
    else:
        assert told.best is not None  # noqa: S101 - an N-position has a winning move
        bound = told.best.potential
        yield f"After the move above Φ is {bound}."
    if len(endless) < len(told.components):
        yield (
            f"From each position that player {winner} leaves to the next one Φ falls, or a move "
            "was made in the other components, where the play surely ends; and Φ is never below "
            "0. So the play ends."
        )
    else:
        moves = "move" if bound == 1 else "moves"
        yield (
            f"Φ falls from each position that player {winner} leaves to the next one, and is never "
            f"below 0: so the play ends after at most {bound:,} more {moves} of player {winner}."
        )


# ---- figures and lists -------------------------------------------------------------------------


def value_text(value: Value | None) -> str:
    """Write a value, a huge number shortened."""
    if value is None:
        return ""
    return format_value(value) if isinstance(value, LoopyValue) else short(value)


def _order(value: Value) -> tuple[int, list[int]]:
    if isinstance(value, LoopyValue):
        return 1, sorted(value.finite)
    return 0, [value]


def _xor(parts: list[Component]) -> int:
    total = 0
    for part in parts:
        total ^= _int(part.value)
    return total


def _int(value: Value | None) -> int:
    assert isinstance(value, int)  # noqa: S101 - of components of finite value
    return value


def _range(numbers: set[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _more_rows(count: int) -> Iterator[Block]:
    if count > _MOST_ROWS:
        yield f"These are the first {_MOST_ROWS} of {count:,}; the nim-sum is that of all."
