"""The requests of `grundy.web.command_tasks`, which are described to agents, too."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from grundy.values import Play
from grundy.web.game_answers import Typed
from grundy.web.sequence_tasks import MOST_QUOTIENT_HEAPS, Game, Stop

MOST_DIGITS = 1_000  # of a heap

PositionText = Annotated[
    Typed,
    Meta(
        description="A game and its heaps or states, and + between games: "
        '"nim 4 8 17", "kayles 5 7 + wythoff 8,12", "0.137 20", "{1,3,4} 9".'
    ),
]
GameText = Annotated[
    Game,
    Meta(
        description="A game on heaps: a take-and-break code (0.77, 4.[3]), what may be taken "
        "({1,3,4}) or may not (allbut{1,4}), or a name (kayles, grundys-game)."
    ),
]
HowToPlay = Annotated[
    Play, Meta(description="normal: who cannot move loses; misere: who cannot move wins.")
]
Turn = Annotated[int, Meta(ge=1, le=2, description="The number of the player to move.")]


class LabelFile(Struct, forbid_unknown_fields=True):
    """A digraph as the text of a file, or a position, for the digraph of all that it leads to."""

    graph: Annotated[
        str, Meta(description="The text of a file, such as one arc a line: a b. Or give position.")
    ] = ""
    format: Annotated[
        str,
        Meta(
            max_length=20,
            description="Of graph: edgelist, csv, tsv, adjlist, dot, graphml, gml, pajek, mtx or "
            "json.",
        ),
    ] = "edgelist"
    position: Annotated[
        str,
        Meta(
            max_length=20_000,
            description='In place of graph, such as "wythoff 2,3": its positions are the vertices.',
        ),
    ] = ""
    play: HowToPlay = "normal"


class AskPosition(Struct, forbid_unknown_fields=True):
    """A position, and how it is played."""

    position: PositionText
    play: HowToPlay = "normal"
    turn: Turn = 1


class SolvePosition(AskPosition, forbid_unknown_fields=True):
    """A position, and how it is played."""

    moves: Annotated[bool, Meta(description="List every winning move, not only the first ten.")] = (
        False
    )


class AskValues(Struct, forbid_unknown_fields=True):
    """A game on heaps, and the heaps: a range and what is shown of it, or single ones."""

    game: GameText
    stop: Annotated[Stop, Meta(description="Heaps below this number.")] = 100
    first: Annotated[int, Meta(ge=0, description="The first heap that is shown.")] = field(
        default=0, name="from"
    )
    show: Annotated[
        Literal["values", "zeros", "records", "frequencies", "rares", "hash"],
        Meta(
            description="values: all; zeros: P-positions; records: values greater than all "
            "before; frequencies: how many heaps have each value; rares: the rare heaps of a "
            "sparse space; hash: the SHA-256 of the values."
        ),
    ] = "values"
    heaps: Annotated[
        list[Annotated[str, Meta(max_length=MOST_DIGITS)] | Annotated[int, Meta(ge=0)]],
        Meta(
            max_length=100,
            description='Single heaps, however large, in place of a range: [5, "10^200"].',
        ),
    ] = []


class AskPeriod(Struct, forbid_unknown_fields=True):
    """A game on heaps, and how far its period is looked for."""

    game: GameText
    stop: Annotated[Stop, Meta(description="Heaps below this number.")] = 100_000
    guess: Annotated[bool, Meta(description="Report a period that is only observed, too.")] = False


class AskMisereQuotient(Struct, forbid_unknown_fields=True):
    """A game on heaps, and how far its misère quotient is looked for."""

    game: GameText
    stop: Annotated[
        int,
        Meta(
            ge=1,
            le=MOST_QUOTIENT_HEAPS,
            description="Heaps below this number, where fewer prove no period.",
        ),
    ] = 200


class AskRecognise(Struct, forbid_unknown_fields=True):
    """Values of consecutive heaps, from any heap on, and how much is wanted."""

    values: Annotated[
        Typed,
        Meta(
            description="Natural numbers with spaces, commas or line ends between, ? or _ for a "
            "gap; or with the heap before each, a pair a line: 0 1 2 3 1 4 3 2 1 4 2 6."
        ),
    ]
    matches: Annotated[
        int, Meta(ge=1, le=100, description="How many games are listed at most.")
    ] = 8
    ahead: Annotated[int, Meta(ge=0, le=100, description="How many values that come next.")] = 10


class VerifyDocument(Struct, forbid_unknown_fields=True):
    """A certificate, or labels with their digraph."""

    document: Annotated[
        str | dict[str, Any],
        Meta(
            description="The JSON of a certificate (one of the certificates of period, quotient, "
            "values, solve or explain), or of labels (the answer of label): the object, or its "
            "text."
        ),
    ]
