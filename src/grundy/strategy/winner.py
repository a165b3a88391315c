"""The title, the section that says who wins by which move, and the words of misère play."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.games.symmetry import BY_COPYING
from grundy.named.catalogue import closed_form
from grundy.strategy.facts import (
    MOST_BITS,
    MOST_ROWS,
    Answer,
    Facts,
    MoveFacts,
    nimber_of,
    value_text,
)
from grundy.strategy.moves import Block, Section, Table, game_name, position_text
from grundy.values import LOONY, LoopyValue, Outcome, winner_of


def title(facts: Facts) -> str:
    """Return the title: the position, the play and the player to move."""
    rule = "who cannot move loses" if facts.play == "normal" else "who cannot move wins"
    kind = "normal" if facts.play == "normal" else "misère"
    return f"{position_text(facts.position)}; {kind} play: {rule}. Player {facts.turn} is to move."


_MOVES_SHOWN = 10


def decide_section(facts: Facts) -> Section:
    """Return who wins and how, or why nobody does; and what is proved of the games."""
    say = {Outcome.N: _won, Outcome.D: _drawn, Outcome.P: _lost}[facts.outcome]
    return Section("4. Who wins", (*say(facts), *_theorems(facts)))


def _theorems(facts: Facts) -> Iterator[Block]:
    said: dict[str, None] = {}
    for ruleset, state in facts.position.first_parts(MOST_ROWS):
        theorem = ruleset.valuer.theorem
        if theorem is None or theorem.lost(state) is None:
            theorem = closed_form(ruleset)
        if theorem is not None:
            said[f"Proved of {game_name(ruleset)}: {theorem.cited}"] = None
    yield from said


def _won(facts: Facts) -> Iterator[Block]:
    one = len(facts.components) == 1
    what = "value" if one else "nim-sum"
    if facts.value is LOONY:
        yield f"Player {facts.turn}, who is to move, has a move that wins at once."
    elif isinstance(facts.value, LoopyValue):
        yield (
            f"The value is {value_text(facts.value)}, and 0 stands in the brackets: there is a "
            f"move to a position of value 0. So player {facts.turn}, who is to move, wins."
        )
    else:
        yield (
            f"The {what} is {value_text(facts.value)}, not 0: player {facts.turn}, who is to move, "
            "wins by a move that makes it 0."
        )
    yield from _how_to_find(facts)
    yield from move_blocks(facts)
    if facts.best is not None:
        yield from _the_move(facts, facts.best)


def _how_to_find(facts: Facts) -> Iterator[Block]:
    """Explain which component to move in, and to which value."""
    total, best = facts.value, facts.best
    if not isinstance(total, int) or best is None or len(facts.components) < 2:
        return
    if total.bit_length() > MOST_BITS:
        return
    top = 1 << (total.bit_length() - 1)
    able = [part for part in facts.components if isinstance(part.value, int) and part.value & top]
    part = next((part for part in able if part.part == best.part), able[0])
    target = nimber_of(part.value) ^ total
    yield (
        f"The highest column with an odd number of ones is {top}, and {part.label} has a one "
        f"there. {part.value} xor {total} = {target} is less than {part.value}, so {part.label} "
        f"has a move to the value {target}."
    )


def move_blocks(facts: Facts) -> Iterator[Block]:
    """List the winning moves, the first ten."""
    count, shown = facts.move_count, facts.moves[:_MOVES_SHOWN]
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


def _move_table(moves: tuple[MoveFacts, ...]) -> Table:
    rows = tuple(
        (move.component, move.name, _change(move), f"leaves {move.leaves}") for move in moves
    )
    return Table(("", "", "", ""), rows)


def _change(move: MoveFacts) -> str:
    if move.before is None:
        return f"→ {move.called}" if move.called else ""
    return f"{value_text(move.before)} → {value_text(move.after)}"


def _the_move(facts: Facts, best: MoveFacts) -> Iterator[Block]:
    mover, other = f"player {facts.turn}", f"player {3 - facts.turn}"
    if facts.ends:
        where = f"where {other} has no move" if facts.value is not LOONY else "and that wins"
        yield f"Play {best.name}. It leaves {best.leaves}, {where}."
        return
    if not facts.mirrors:
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
        "mirror": (
            f"Play {best.name}: it leaves {best.leaves}, which is symmetric, with no part in the "
            "way of its image.",
            f"{mover} answers each move of {other} by its image",
        ),
    }[facts.mirrors]
    yield (
        f"{how} From then on copy: {copy}. So {mover} always has an answer, and makes the last "
        "move."
    )


def _lost(facts: Facts) -> Iterator[Block]:
    winner = 3 - facts.turn
    if not facts.answers and facts.answers_complete:
        yield (
            f"There is no move. Player {facts.turn}, who is to move, has lost: player {winner} "
            "wins."
        )
        return
    what = "value" if len(facts.components) == 1 else "nim-sum"
    yield (
        f"The {what} is 0: no move of player {facts.turn} keeps it 0, and after each of them "
        f"player {winner} can make it 0 again. So player {winner} wins."
    )


def outcome_section(facts: Facts) -> Section:
    """Return who wins where no value is found, by a theorem or by copying."""
    blocks: list[Block] = [*facts.because.theory]
    if facts.outcome is Outcome.P:
        blocks.append(f"So player {facts.turn}, who is to move, loses.")
    else:
        blocks.append(f"So player {facts.turn}, who is to move, wins.")
        blocks += move_blocks(facts) if facts.moves else ["No winning move is known by that."]
        if facts.best is not None and facts.mirrors:
            blocks += _the_move(facts, facts.best)
    return Section("1. Who wins" if facts.answers else "Who wins", tuple(blocks))


def _drawn(facts: Facts) -> Iterator[Block]:
    infinite = [part for part in facts.components if isinstance(part.value, LoopyValue)]
    if len(infinite) > 1:
        yield (
            f"{len(infinite)} components have no finite value, so no move leaves a position of "
            "value 0: nobody can be forced to lose, and the play never ends. It is a draw."
        )
    else:
        yield (
            f"The value is {value_text(facts.value)}, and 0 does not stand in the brackets: no "
            "move leads to a position of value 0, but there is one to a position where that holds "
            "again. Neither player can force a win: it is a draw."
        )
    if facts.best is not None:
        yield f"A move that keeps the draw: {facts.best.name}, leaving {facts.best.leaves}."


def answers_section(facts: Facts, number: str) -> Section | None:
    """Tell the answer to each move of a lost position; None elsewhere."""
    if not facts.answers:
        return None
    grouped = any(answer.count > 1 for answer in facts.answers)
    blocks: list[Block] = []
    if facts.mirrors == "pairs":
        blocks.append(
            "Everything comes in pairs of equal components, so player "
            f"{3 - facts.turn} copies: the same move in the other one of the pair."
        )
    if facts.mirrors == "half turn":
        blocks.append(
            f"The position looks the same after half a turn, so player {3 - facts.turn} copies: "
            "the same move turned by half a turn, which is always there."
        )
    if facts.mirrors == "mirror":
        blocks.append(f"{BY_COPYING} Here player {3 - facts.turn} copies.")
    blocks.append(_answer_table(facts.answers, grouped=grouped, turn=facts.turn))
    if not facts.answers_complete:
        blocks.append("These are some of the moves; the others are answered in the same way.")
    what = "each kind of move" if grouped else "each move"
    return Section(f"{number} The answer to {what}", tuple(blocks))


def _answer_table(answers: tuple[Answer, ...], *, grouped: bool, turn: int) -> Table:
    values = any(answer.total is not None for answer in answers)
    named = any(answer.move.called for answer in answers)
    header = [f"player {turn}", "", *(["value "] if values else ["leaves"] if named else [])]
    header += [f"player {3 - turn}", "leaves", *([""] if named else [])]
    rows = []
    for answer in answers:
        move, reply = answer.move, answer.answer
        name = move.name + (f", or {answer.count - 1} more" if answer.count > 1 else "")
        row = [move.component, name, *([value_text(answer.total)] if values else [])]
        row += [move.called] * named
        row += ["", ""] if reply is None else [f"{reply.component}: {reply.name}", reply.leaves]
        row += [reply.called if reply else ""] * named
        rows.append(tuple(row))
    return Table(tuple(header), tuple(rows))


# The words of an explanation under misère play: what changes, and what decides.


_NOT_ADDITIVE = (
    "Under misère play values do not add: in Nim the positions 1 and 2 + 2 both have misère value "
    "0, yet twice the first has 1 and twice the second has 0. So no nim-sum decides."
)


def misere_sections(facts: Facts) -> list[Section]:
    """Return the sections of an explanation under misère play."""
    document = [Section("", (title(facts),)), Section("1. What changes", tuple(_changes(facts)))]
    document.append(Section("2. Who wins", tuple(_decide(facts))))
    answered = answers_section(facts, "3.")
    return [*document, answered] if answered else document


def _changes(facts: Facts) -> Iterator[Block]:
    yield "Who cannot move wins: the last move loses."
    if not facts.rule:
        yield (
            _NOT_ADDITIVE
            if len(facts.position.parts) > 1
            else ("The values of normal play do not decide this.")
        )
    yield from facts.because.theory
    if len(facts.position.parts) > 1:
        rows = tuple((part.label, part.game, part.text) for part in facts.components[:20])
        yield Table(("", "", ""), rows)


def _decide(facts: Facts) -> Iterator[Block]:
    yield from facts.because.here
    if facts.outcome is Outcome.D:
        yield "Neither player can force a win: it is a draw."
        if facts.best is not None:
            yield f"A move that keeps the draw: {facts.best.name}, leaving {facts.best.leaves}."
    elif facts.outcome is Outcome.P:
        left = sorted({answer.move.called for answer in facts.answers} - {""})
        which = f": {', '.join(left)}" if left and facts.answers_complete else ""
        yield (
            f"Each move of player {facts.turn}, who is to move, leaves a position that player "
            f"{facts.winner} wins{which}. So player {facts.winner} wins."
        )
    elif facts.move_count == 0:
        yield f"There is no move: player {facts.turn}, who cannot move, wins."
    else:
        yield f"Player {facts.turn}, who is to move, wins."
        yield from move_blocks(facts)
    if facts.best is not None and facts.outcome is Outcome.N:
        element = f" That is {facts.best.called}, a P-position." if facts.best.called else ""
        yield f"Play {facts.best.name}, leaving {facts.best.leaves}.{element}"
    yield from _compared(facts)


def _compared(facts: Facts) -> Iterator[Block]:
    normal = facts.normal_outcome
    if normal is None:
        return
    if normal is facts.outcome:
        yield (
            "Under normal play the same player would win."
            if normal is not Outcome.D
            else ("Under normal play it would be a draw too.")
        )
    elif normal is Outcome.D:
        yield "Under normal play it would be a draw."
    else:
        yield f"Under normal play player {winner_of(normal, facts.turn)} would win."
