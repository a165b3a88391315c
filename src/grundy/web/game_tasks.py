"""Games for the page: positions with their boards and moves, who wins, the computer's answer.

Nothing is kept from one request to the next: a position is text, which each task reads again.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from grundy.answers.graphs import arc_pairs
from grundy.answers.solved import placed
from grundy.errors import LimitError, PositionError
from grundy.games.position import Move, Part, Position
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Way
from grundy.heaps.ruleset import as_heap_game
from grundy.named.catalogue import catalogue
from grundy.named.entry import Entry
from grundy.named.notation import entry_by_text, parse_position, read_game, written
from grundy.named.sheet import how_to_write, ruleset_of
from grundy.running.limits import Limits
from grundy.strategy.explain.facts import components
from grundy.strategy.explain.sections import Picture, Section, Table
from grundy.strategy.explain.wording import Explanation
from grundy.strategy.moves import each_move, exact_move, find_move
from grundy.values import Play, Value
from grundy.web import hurry
from grundy.web.game_answers import (
    Block,
    ChooseMove,
    Chosen,
    DrawPuzzle,
    Explained,
    ExplainPosition,
    Family,
    FindMove,
    GameMove,
    GamePart,
    GamePosition,
    Games,
    Judged,
    JudgePosition,
    NamedGame,
    PuzzleAnswer,
    Replayed,
    ReplayMoves,
    ShowPosition,
    TitledBlocks,
    ValuedPart,
)
from grundy.web.graph_answers import ListAll, Read

MOST_MOVES = 300
MOST_PARTS = 60
MOST_STATES = 300
_SIGNS_OF_NAME = 200
_MOST_JUDGED = 20_000  # parts of a position of which only the value is asked
_MOST_SIGNS = 200_000  # of all positions that the listed moves leave
_SECONDS = 6.0
_SECONDS_FOR_MOVES = 5.0
_SECONDS_FOR_VALUES = 2.0
_MOST_LASTING = 3_000  # positions that are looked at to say how long a play lasts
_SECONDS_LASTING = 0.4
_MOST_DRAWN = 12  # components of an explanation that come with their boards


def games(request: ListAll) -> Games:
    """List the named games by family."""
    return Games(
        [
            Family(name, [_named(entry) for entry in entries])
            for name, entries in catalogue.families().items()
        ]
    )


def position(request: ShowPosition) -> GamePosition:
    """Show a position: its parts as boards and text, and its moves; nothing is computed.

    At most 300 moves are listed, of each part alike, and fewer of a position whose text is long;
    others can be typed.
    """
    found = read_position(request.position)
    listed = list(_listed(found))
    return GamePosition(
        text=written(found),
        parts=[_part(part) for part in found.parts],
        moves=[move_answer(move, ways) for move, ways in listed],
        complete=next(islice(each_move(found), len(listed), None), None) is None,
    )


def judge(request: JudgePosition) -> Judged:
    """Say who wins a position, and what each move leads to, as far as some seconds go.

    The moves are those that game/position lists, in the same order; they are not judged where
    the position itself is out of reach.
    """
    found = read_position(request.position, MOST_PARTS if request.moves else _MOST_JUDGED)
    limits = hurry.limits(_SECONDS)
    judged = Judged(outcome=None, value=None, values=[], leads=[], message="")
    try:
        solved = found.together().solve(request.play, limits=limits)
        if request.play == "normal":
            judged.values = list(map(str, solved.values()))
            judged.value = str(solved.value())
        judged.outcome = str(solved.outcome)
    except LimitError as error:
        hurry.defer_to_searcher()
        judged.message = str(error)
    if judged.outcome is not None:
        if request.moves:
            judged.leads, judged.message = _of_each_move(
                found,
                _SECONDS_FOR_MOVES,
                lambda move, limits: move.option.outcome(request.play, limits=limits),
            )
        judged.remoteness, judged.lasts = _lasting(found, request.play, moves=request.moves)
    return judged


def move(request: FindMove) -> GameMove:
    """Find the legal move that a person means."""
    found = read_position(request.position)
    meant = _meant(found, request.typed)
    return move_answer(meant, _with_ways(found, meant))


def replay(request: ReplayMoves) -> Replayed:
    """Go through a play move by move, each a legal one."""
    found = read_position(request.position)
    made = Replayed(written(found), [])
    for typed in request.moves:
        one = _meant(found, typed)
        made.moves.append(move_answer(one))
        found = one.option
    return made


def answer(request: ChooseMove) -> Chosen:
    """Choose the computer's move.

    Where the search would take too long, it takes any move and says that it is not sure.
    """
    from grundy.strategy.players import PerfectPlayer, RandomPlayer, player

    found = read_position(request.position)
    if next(each_move(found), None) is None:
        raise PositionError("The play is over: there is no move.")
    chooser = (
        PerfectPlayer(hurry.limits(_SECONDS))
        if request.level == "perfect"
        else player(request.level, blunder=request.blunder, seed=request.seed)
    )
    sure = True
    try:
        chosen = chooser.choose(found, request.play)
    except LimitError:
        hurry.defer_to_searcher()
        chosen, sure = RandomPlayer(request.seed).choose(found, request.play), False
    return Chosen(chosen.name, chosen.part, written(chosen.option), _with_ways(found, chosen), sure)


def explain(request: ExplainPosition) -> Explained:
    """Explain why a position is won, lost or drawn, step by step, and what to play."""
    from grundy.strategy.explain.explain import explain

    found = read_position(request.position)
    explanation = explain(found, request.play, turn=request.turn, limits=hurry.limits(_SECONDS))
    best = (
        None
        if explanation.best is None
        else exact_move(found, explanation.best.name, explanation.best.leaves)
    )
    return Explained(
        text=str(explanation),
        outcome=str(explanation.outcome),
        sections=[_section(section) for section in explanation.sections()],
        best=None if best is None else move_answer(best, _with_ways(found, best)),
        components=_valued(found, explanation) if request.play == "normal" else [],
        afters=_afters(found) if request.play == "normal" else [],
    )


def puzzle(request: DrawPuzzle) -> PuzzleAnswer:
    """Draw a position in which exactly one move wins.

    It is of the game that the text names or that a position of one game is of; a position of
    several, or of a game whose states are the user's own, is played on from.
    """
    from grundy.strategy.puzzles import puzzle

    text = request.game
    given: Ruleset | Position = read_game(text) if len(text.split()) == 1 else read_position(text)
    if isinstance(given, Position):
        rulesets = {part.ruleset for part in given.parts}
        if len(rulesets) == 1:
            (ruleset,) = rulesets
            known = as_heap_game(ruleset) or entry_by_text(ruleset.text)
            given = given if known is None else ruleset
    most = hurry.at_most(_SECONDS)
    found = puzzle(given, request.size, request.seed, play=request.play, seconds=most)
    return PuzzleAnswer(
        position=written(found.position),
        level=found.level,
        moves=found.move_count,
        tempting=found.tempting,
        seed=found.seed,
        winning=move_answer(found.move),
    )


def graph(request: ShowPosition) -> Read:
    """Return the digraph of all positions that one leads to, itself first.

    Positions that differ only in the order of their parts are one vertex. At most 300 are shown.
    """
    from grundy.games.states import named_graph

    found = read_position(request.position)
    reached = named_graph(found.together(), MOST_STATES)
    return Read([str(name)[:_SIGNS_OF_NAME] for name in reached.names], arc_pairs(reached))


# ---- reading and writing ------------------------------------------------------------------------


def read_position(text: str, most: int = MOST_PARTS) -> Position:
    """Read a position of up to so many parts; no text is one where nothing is left."""
    found = parse_position(text) if text.strip() else Position()
    if found.part_count > most:
        raise PositionError(
            f"A position may have {most:,} parts at most here; this one has "
            f"{found.part_count:,}. Use grundy solve or grundy play for more."
        )
    return found


def _named(entry: Entry) -> NamedGame:
    return NamedGame(
        key=entry.key,
        name=entry.name,
        rule=entry.rule,
        start=f"{entry.game} {entry.start}",
        source=entry.source,
        how_to_write=how_to_write(ruleset_of(entry)),
    )


def _part(part: Part) -> GamePart:
    entry = entry_by_text(part.ruleset.text)
    return GamePart(
        game=part.ruleset.text if entry is None else entry.name,
        rule="" if entry is None else entry.rule,
        text=str(part),
        picture=part.ruleset.draw(part.state),
        scene=part.ruleset.scene(part.state),
    )


# ---- moves --------------------------------------------------------------------------------------


def _listed(position: Position) -> Iterator[tuple[Move, list[Way]]]:
    """Yield the first moves of each part, each with its ways."""
    most = min(MOST_MOVES, _MOST_SIGNS // (len(str(position)) + 1))
    share = max(most // max(len(position.parts), 1), 1)
    for place, part in enumerate(position.parts):
        before, after = position.parts[:place], position.parts[place + 1 :]
        moves = islice(each_move(Position((part,))), share)
        for move, ways in zip(moves, part.ruleset.touches(part.state), strict=False):
            left = Position((*before, *move.option.parts, *after))
            yield Move(move.name, left, place), list(ways)


def move_answer(move: Move, ways: list[Way] | None = None) -> GameMove:
    """Return a move as the page takes it."""
    return GameMove(move.name, move.part, written(move.option), ways or [])


def _meant(position: Position, typed: str) -> Move:
    """Return the move of a number in the order of `_listed`, or as `find_move` reads it."""
    if re.fullmatch("[0-9]{1,3}", typed) and typed != "0":
        for move, _ in islice(_listed(position), int(typed) - 1, int(typed)):
            return move
    return find_move(position, typed)


def _with_ways(position: Position, wanted: Move) -> list[Way]:
    """Return the ways of a move, if it is among those that are listed."""
    return next((ways for move, ways in _listed(position) if move == wanted), [])


def _of_each_move(
    position: Position, seconds: float, find: Callable[[Move, Limits], object]
) -> tuple[list[str], str]:
    """Return what is found of each listed move, empty when the time is over, and what ended it."""
    until = hurry.clock() + hurry.at_most(seconds)
    found: list[str] = []
    message = ""
    for move, _ in _listed(position):
        left = until - hurry.clock()
        try:
            if left <= 0:
                raise LimitError(f"The moves are not all judged within {seconds:g} seconds.")
            found.append(str(find(move, hurry.limits(left))))
        except LimitError as error:
            hurry.defer_to_searcher()
            found.append("")
            message = message or str(error)
    return found, message


def _lasting(position: Position, play: Play, *, moves: bool) -> tuple[int | None, list[int | None]]:
    """Return how long a play lasts from here and after each listed move, if that is soon seen."""
    from grundy.games.states import SumGraph

    found = [move for move, _ in _listed(position)]
    listed = [move.option for move in found]
    if len(listed) > _MOST_LASTING // 10 or _surely_many(Counter(move.part for move in found)):
        return None, []
    try:
        # Without hurry: who wins is known, and a search of seconds would have no more to say.
        limits = Limits(positions=_MOST_LASTING, seconds=_SECONDS_LASTING)
        whole = SumGraph(position, play, limits)
        wanted = listed if moves else []
        return whole.remoteness(position), [whole.remoteness(option) for option in wanted]
    except LimitError:
        return None, []


def _surely_many(moves: Counter[int]) -> bool:
    """Whether moves in several parts, in any order, lead to too many positions to look at all."""
    together = math.prod(count + 1 for count in moves.values())
    return together > _MOST_LASTING * math.factorial(len(moves))


# ---- explanations -------------------------------------------------------------------------------


def _valued(position: Position, explanation: Explanation) -> list[ValuedPart]:
    """Return the components with their boards, where they are few and each is known as a part."""
    parts = [part for _, part in components(position)]
    if not 0 < len(explanation.components) <= _MOST_DRAWN or len(parts) != len(
        explanation.components
    ):
        return []
    return [
        ValuedPart(
            label=one.label,
            part=one.part,
            text=one.text,
            value=str(one.value),
            reason=one.reason,
            scene=part.ruleset.scene(part.state),
        )
        for one, part in zip(explanation.components, parts, strict=True)
    ]


def _afters(position: Position) -> list[str]:
    """Return for each listed move the value of what it leaves of its part."""

    def value(move: Move, limits: Limits) -> Value:
        return Position(placed(position, move)).value(limits=limits)

    return _of_each_move(position, _SECONDS_FOR_VALUES, value)[0]


def _section(section: Section) -> TitledBlocks:
    return TitledBlocks(section.title, [_block(block) for block in section.blocks])


def _block(block: str | Table | Picture) -> Block:
    if isinstance(block, str):
        return Block("text", text=block)
    if isinstance(block, Picture):
        return Block("picture", text=block.text)
    return Block(
        "table",
        header=[name.strip() for name in block.header] if any(block.header) else [],
        rows=[list(row) for row in block.rows],
        right=[name.endswith(" ") for name in block.header],
        total=block.total,
    )
