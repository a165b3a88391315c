"""Commands for programs: what each answers to --json, with the certificates of what is proved.

These tasks are the tools of `grundy mcp`, too. They take text, and open no file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from functools import partial
from typing import Annotated, Any, Literal

from grundy.answers import proofs
from grundy.answers.periods import period_answer, quotient_answer
from grundy.answers.proofs import NEITHER, Proofs, checked_certificate, checked_labels, tried
from grundy.answers.recognised import recognised_answer
from grundy.answers.values import single_values
from grundy.errors import GraphFormatError, GrundyError, LimitError
from grundy.games.state_text import parse_number
from grundy.games.states import named_graph
from grundy.graphs.io.label_writers import json_of
from grundy.graphs.io.saved_labelling import read_saved
from grundy.graphs.io.source import FORMATS, Source, find_format, read_source
from grundy.graphs.labelling import label as labelled
from grundy.heaps.certificates import parse_certificate, verify_certificate
from grundy.heaps.periods.certificate import proof_of
from grundy.heaps.periods.period import search_period
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.value_files import SequenceAnswer, column_bytes
from grundy.printable import repeat, with_head
from grundy.recognition.recognise import first_matches
from grundy.recognition.recognise import recognise as recognised
from grundy.recognition.terms import read_values
from grundy.values import Play
from grundy.web import sequence_tasks, settings
from grundy.web.game_tasks import Typed, read_position
from grundy.web.graph_tasks import require_small
from grundy.web.records import Answer, Request

MOST_DIGITS = 1_000  # of a heap

PositionText = Annotated[
    Typed,
    "A game and its heaps or states, and + between games: "
    '"nim 4 8 17", "kayles 5 7 + wythoff 8,12", "0.137 20", "{1,3,4} 9".',
]
GameText = Annotated[
    sequence_tasks.Game,
    "A game on heaps: a take-and-break code (0.77, 4.[3]), what may be taken "
    "({1,3,4}) or may not (allbut{1,4}), or a name (kayles, grundys-game).",
]
HowToPlay = Annotated[Play, "normal: who cannot move loses; misere: who cannot move wins."]
Turn = Annotated[int, ("minimum", 1), ("maximum", 2), "The number of the player to move."]


class LabelFile(Request):
    """A digraph as the text of a file, or a position, for the digraph of all that it leads to."""

    graph: Annotated[str, "The text of a file, such as one arc a line: a b. Or give position."] = ""
    format: Annotated[
        str,
        ("maxLength", 20),
        "Of graph: edgelist, csv, tsv, adjlist, dot, graphml, gml, pajek, mtx or json.",
    ] = "edgelist"
    position: Annotated[
        str,
        ("maxLength", 20_000),
        'In place of graph, such as "wythoff 2,3": its positions are the vertices.',
    ] = ""
    play: HowToPlay = "normal"


class AskPosition(Request):
    """A position, and how it is played."""

    position: PositionText
    play: HowToPlay = "normal"
    turn: Turn = 1


class SolvePosition(AskPosition):
    """A position, and how it is played."""

    moves: Annotated[bool, "List every winning move, not only the first ten."] = False


class AskValues(Request):
    """A game on heaps, and the heaps: a range and what is shown of it, or single ones."""

    game: GameText
    stop: Annotated[sequence_tasks.Stop, "Heaps below this number."] = 100
    from_: Annotated[int, ("minimum", 0), "The first heap that is shown."] = 0
    show: Annotated[
        Literal["values", "zeros", "records", "frequencies", "rares", "hash"],
        "values: all; zeros: P-positions; records: values greater than all "
        "before; frequencies: how many heaps have each value; rares: the rare heaps of a "
        "sparse space; hash: the SHA-256 of the values.",
    ] = "values"
    heaps: Annotated[
        list[Annotated[str, ("maxLength", MOST_DIGITS)] | Annotated[int, ("minimum", 0)]],
        ("maxItems", 100),
        'Single heaps, however large, in place of a range: [5, "10^200"].',
    ] = field(default_factory=list)


class AskPeriod(Request):
    """A game on heaps, and how far its period is looked for."""

    game: GameText
    stop: Annotated[sequence_tasks.Stop, "Heaps below this number."] = 100_000
    guess: Annotated[bool, "Report a period that is only observed, too."] = False


class AskMisereQuotient(Request):
    """A game on heaps, and how far its misère quotient is looked for."""

    game: GameText
    stop: Annotated[
        int,
        ("minimum", 1),
        ("maximum", sequence_tasks.MOST_QUOTIENT_HEAPS),
        "Heaps below this number, where fewer prove no period.",
    ] = 200


class AskRecognise(Request):
    """Values of consecutive heaps, from any heap on, and how much is wanted."""

    values: Annotated[
        Typed,
        "Natural numbers with spaces, commas or line ends between, ? or _ for a "
        "gap; or with the heap before each, a pair a line: 0 1 2 3 1 4 3 2 1 4 2 6.",
    ]
    matches: Annotated[
        int, ("minimum", 1), ("maximum", 100), "How many games are listed at most."
    ] = 8
    ahead: Annotated[int, ("minimum", 0), ("maximum", 100), "How many values that come next."] = 10


class VerifyDocument(Request):
    """A certificate, or labels with their digraph."""

    document: Annotated[
        str | dict[str, Any],
        "The JSON of a certificate (one of the certificates of period, quotient, "
        "values, solve or explain), or of labels (the answer of label): the object, or its "
        "text.",
    ]


MOST_SIGNS = 500_000
"""Of an answer: half of what a request may have, so that it can be sent back to be verified."""

MOST_STATES = 2_000
_SECONDS = 12.0
_MOVES_SHOWN = 10


class CommandAnswer(Answer):
    """What the command prints with --json, and files for grundy verify.

    The certificates are of what is proved of all heaps; the note says it where something that is
    proved has none.
    """

    answer: dict[str, Any]
    certificates: list[dict[str, Any]]
    note: str


# ---- digraphs and positions ---------------------------------------------------------------------


def label(request: LabelFile) -> CommandAnswer:
    """Give each vertex its value, outcome, counter, remoteness, winning moves and best move.

    The labels hold the digraph, so that verify can check the whole answer. Play may go round for
    ever: then a vertex may be a draw (D), and its value ∞(K).
    """
    if bool(request.graph.strip()) == bool(request.position.strip()):
        raise GraphFormatError("Give either graph, the text of a file, or position.")
    if request.position.strip():
        graph = named_graph(read_position(request.position).together(), MOST_STATES)
        command = repeat("graph", request.position, play=request.play)
    else:
        text_formats = tuple(name for name, entry in FORMATS.items() if entry.text)
        entry = find_format("graph", request.format, text_formats)
        graph = read_source(Source("graph", request.graph.encode()), entry)
        command = repeat("label", "-", input_format=entry.name, play=request.play)
    require_small(graph.vertex_count, graph.arc_count)
    return _whole(json.loads(json_of(labelled(graph, play=request.play), command)))


def solve(request: SolvePosition) -> CommandAnswer:
    """Say who wins a position, with the value of each part and the winning moves.

    Outcomes: N, the player to move wins; P, the other player wins; D, a draw by going on for
    ever.
    """
    from grundy.answers.solved import solved_answer, solved_parts

    position = read_position(request.position).together()
    solved = position.solve(request.play, limits=settings.limits(_SECONDS))
    fields = solved_answer(solved, request.turn, None if request.moves else _MOVES_SHOWN)
    fields["parts"] = list(solved_parts(solved))
    options = {"play": request.play, "turn": request.turn, "moves": request.moves}
    command = repeat("solve", request.position, **options)
    proved = proofs.of_position(position, request.play, solved.rule, command)
    return _answer(command, fields, proved)


def explain(request: AskPosition) -> CommandAnswer:
    """Say who wins a position and why, in sentences and figures: the field text has it all."""
    from grundy.answers.games import explained_answer
    from grundy.strategy.explain import explain as explained

    position = read_position(request.position)
    limits = settings.limits(_SECONDS)
    explanation = explained(position, request.play, turn=request.turn, limits=limits)
    if explanation.value is None:  # perhaps there was no time for it
        settings.defer_to_searcher()
    command = repeat("explain", request.position, play=request.play, turn=request.turn)
    proved = proofs.of_position(position.together(), request.play, explanation.rule, command)
    return _answer(command, explained_answer(explanation), proved)


# ---- heaps --------------------------------------------------------------------------------------


def values(request: AskValues) -> CommandAnswer:
    """Compute the Grundy values of heaps 0, 1, 2, … of a game, or of single heaps of any size."""
    ruleset = sequence_tasks.heap_game(request.game, anew=True)
    if request.heaps:
        return _single_values(request, ruleset)

    if request.from_ > request.stop:
        raise GrundyError(f"from {request.from_:,} is beyond stop {request.stop:,}.")
    sequence = SequenceAnswer(ruleset, request.show, ruleset.values(request.stop))
    sequence.facts["sha256"] = sequence.summary.sha256
    view = {} if request.show == "values" else {request.show: True}
    first = request.from_ or None
    command = repeat("values", request.game, stop=request.stop, from_=first, **view)
    return _whole(json.loads(column_bytes(sequence.columns(request.from_, command), "json")))


def _single_values(request: AskValues, ruleset: HeapRuleset) -> CommandAnswer:
    if request.from_ or request.show != "values":
        raise GrundyError("heaps stands alone; from and show are for a range of heaps.")
    heaps = [_heap(heap) for heap in request.heaps]
    limits = settings.limits(_SECONDS)
    nimbers = [ruleset.value(heap, limits=limits) for heap in heaps]
    command = repeat("values", request.game, *(f"--heap={heap}" for heap in heaps))
    return _answer(command, single_values(ruleset, heaps, nimbers), proofs.of_heaps(ruleset, heaps))


def _heap(entry: str | int) -> int:
    heap = parse_number(str(entry))
    if heap is None or len(str(heap)) > MOST_DIGITS:
        shown = str(entry)[:40]
        raise GrundyError(
            f'The heap "{shown}" is no natural number of {MOST_DIGITS:,} digits at most; write '
            'such as 17, "1e6" or "10^200".'
        )
    return heap


def period(request: AskPeriod) -> CommandAnswer:
    """Find the period of a game's Grundy values, and prove it for all heaps.

    A proved period comes with its certificate. That none was found says nothing about larger
    heaps; one that is only observed is asked for by guess, and says proved: false.
    """
    ruleset = sequence_tasks.heap_game(request.game, anew=True)
    repetition = search_period(ruleset, request.stop)
    if repetition is None and request.guess:
        repetition = ruleset.guess_period(request.stop)
    command = repeat("period", request.game, stop=request.stop)
    proof = proof_of(ruleset, repetition, command)
    fields = period_answer(ruleset, repetition, proof, request.stop)
    proved = proofs.of_period(ruleset, repetition, proof, command)
    return _answer(command + " --guess" * request.guess, fields, proved)


def quotient(request: AskMisereQuotient) -> CommandAnswer:
    """Find the misère quotient of a game on heaps: it says who wins every sum of heaps.

    It is proved for all heaps (proved_for_all) or for those below stop; the certificate holds the
    proof. Where a limit ended it early, message says so, and the rest is what was proved by then.
    """
    ruleset = sequence_tasks.heap_game(request.game, anew=True)
    misere_quotient, message = sequence_tasks.reached(ruleset, request.stop)
    most = None if message is None else sequence_tasks.MOST_ELEMENTS
    command = repeat("quotient", request.game, stop=request.stop, limit=most)
    return _answer(
        command,
        quotient_answer(misere_quotient, message),
        proofs.of_quotient(misere_quotient, command),
    )


def recognise(request: AskRecognise) -> CommandAnswer:
    """Find the known games that have these values, the fewest digits first, and the formulas.

    Each has the heap of the first value (shift), the values that come next and, where few heaps
    prove it, the period, with a certificate. A text such as nogo 1xn is a family of positions:
    shift is its first n, and only next values that are known are listed. The field deciding says
    how many values decide.
    """
    sequence = read_values(request.values).values
    recognition = recognised(sequence, ahead=request.ahead)
    words = ["?" if value is None else str(value) for value in sequence]
    command = repeat("recognise", *words, matches=request.matches, ahead=request.ahead)
    proved = proofs.of_matches(first_matches(recognition, request.matches))
    return _answer(command, recognised_answer(recognition, request.matches), proved)


# ---- checks -------------------------------------------------------------------------------------


def verify(request: VerifyDocument) -> CommandAnswer:
    """Check a certificate or labels with code that knows no solver.

    The field holds says whether all that is claimed is true; else condition and message say what
    is not.
    """
    document = request.document
    data = (document if isinstance(document, str) else json.dumps(document)).encode()
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        raise GraphFormatError("this is not JSON.", file="document") from None
    if isinstance(content, dict) and "certificate" in content:
        certificate = parse_certificate(data, "document")
        _, failure = tried(partial(verify_certificate, certificate))
        return _answer(repeat("verify", "-"), checked_certificate(certificate, failure))
    if isinstance(content, dict) and "vertices" in content:
        saved = read_saved(Source("document", data), "json", None)
        command = repeat("verify", "-", input_format="json")
        return _answer(command, checked_labels(saved, tried(saved.verify)[1]))
    raise GraphFormatError(NEITHER, file="document")


# ---- what is sent -------------------------------------------------------------------------------


def _answer(
    command: str, fields: Mapping[str, object], proved: Proofs | None = None
) -> CommandAnswer:
    return _whole(with_head(command, fields), proved)


def _whole(answer: dict[str, Any], proved: Proofs | None = None) -> CommandAnswer:
    proved = proved or Proofs()
    count = len(json.dumps([answer, proved.certificates], ensure_ascii=False))
    if count > MOST_SIGNS:
        raise LimitError(
            f"The answer has {count:,} signs, and {MOST_SIGNS:,} are sent at most; ask for less, "
            f"or run the command: {answer['command'][:200]}"
        )
    return CommandAnswer(answer, proved.certificates, proved.note)
