"""What is known: of a game's values, and which games have the values that somebody has."""

from __future__ import annotations

from typing import Annotated, Literal

from grundy.answers.recognised import recognised_text
from grundy.web.records import Answer, Request
from grundy.web.sequence_tasks import DESCRIBED, Values, heap_game

_MOST_MATCHES = 8


class Pasted(Request):
    """Values of consecutive heaps, from any heap on."""

    values: Annotated[str, ("minLength", 1), ("maxLength", 200_000)]


class Recognised(Answer):
    """What `grundy recognise` says of them, line by line, and the games on heaps among that."""

    text: list[str]
    games: list[str]


class Program(Values):
    """A heap game, how many of its heaps are looked at, and what the program is written in."""

    language: Literal["python", "cpp"] = "python"


class Written(Answer):
    """What is proved or seen of a game, as the text of a program."""

    program: str


class EqualGame(Answer):
    """A known game with the same values; heap n here has the value of heap n + shift there."""

    name: str
    game: str
    shift: int
    text: str


class Described(Answer):
    """What is known: sentences that are proved, or conjectures that say so, and equal games."""

    game: str
    stop: int
    proved: str | None
    conjectures: list[str]
    failed: list[str]
    equal: list[EqualGame]


def about(request: Values) -> Described:
    """Say what is known of a game's values: proved, conjectured and called so, equal games.

    At most the first 20,000 heaps are looked at.
    """
    from grundy.named.description import describe

    ruleset = heap_game(request.game)
    found = describe(ruleset, min(request.stop, DESCRIBED))
    return Described(
        game=ruleset.text,
        stop=found.stop,
        proved=None if found.proved is None else f"{found.proved}.",
        conjectures=[f"{finding}." for finding in found.conjectures],
        failed=[f"{failure}." for failure in found.failed],
        equal=[
            EqualGame(match.known.name, match.known.game, match.shift, f"{match}.")
            for match in found.same_as
        ],
    )


def code(request: Program) -> Written:
    """Write what is proved or seen as a program: value, winner and winning move.

    At most the first 20,000 heaps are looked at.
    """
    from grundy.named.written_out import written_out

    stop = min(request.stop, DESCRIBED)
    return Written(written_out(heap_game(request.game), request.language, stop))


def recognise(request: Pasted) -> Recognised:
    """Find the known games and the formulas that have these values.

    They may stand in lines, with commas, with ? for a gap, or with the heap before each.
    """
    from grundy.recognition.given import read_values
    from grundy.recognition.recognise import first_matches
    from grundy.recognition.recognise import recognise as recognised

    found = recognised(read_values(request.values).values)
    games = [match.text for match in first_matches(found, _MOST_MATCHES) if match.rules is not None]
    return Recognised(list(recognised_text(found, _MOST_MATCHES)), games)
