"""grundy: impartial games, from a digraph, a heap rule or a rule in Python to who wins and why.

The public names load on first use, so that a small question is answered at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from grundy._version import __version__

if TYPE_CHECKING:
    from grundy.classroom.sheet import ExerciseSheet, exercise_sheet
    from grundy.drawing.board import draw_board
    from grundy.drawing.table import draw_table
    from grundy.errors import (
        CodeError,
        CycleError,
        GraphFormatError,
        GrundyError,
        LimitError,
        MissingExtraError,
        PositionError,
        RulesetError,
        UnknownNameError,
        VerificationError,
    )
    from grundy.games.checks import check
    from grundy.games.coins import Coins
    from grundy.games.coordinates import Coordinates
    from grundy.games.misere_quotient import misere_form, misere_quotient
    from grundy.games.position import Move, Position
    from grundy.games.rule_game import game
    from grundy.games.ruleset import Ruleset
    from grundy.games.states import state_graph
    from grundy.games.tokens import token, token_product
    from grundy.games.values.one_value import search_value
    from grundy.games.values.packed import Packed
    from grundy.graphs.formats import read_graph, read_labelling
    from grundy.graphs.graph import GameGraph
    from grundy.graphs.labelling import Labelling, label
    from grundy.graphs.random import random_graph
    from grundy.heaps.certificates import read_certificate, verify_certificate
    from grundy.heaps.periods.certificate import Certificate, FormulaCertificate
    from grundy.heaps.periods.certify import certify
    from grundy.heaps.periods.period import Period
    from grundy.heaps.quotients.certificate import MisereCertificate
    from grundy.heaps.quotients.joint_certificate import JointCertificate
    from grundy.heaps.quotients.quotient import MisereQuotient
    from grundy.heaps.rules.functions import HeapGame
    from grundy.heaps.rules.subtraction import AllBut, Subtraction
    from grundy.heaps.rules.take_and_break import GrundysGame, TakeAndBreak
    from grundy.large.run import label_file
    from grundy.misere.forms import Genus
    from grundy.named.catalogue import catalogue
    from grundy.named.description import Description, describe
    from grundy.named.notation import read, read_game
    from grundy.nimbers import Nimber, mex, nim_sum
    from grundy.recognition.recognise import Match, Recognition, recognise
    from grundy.running.limits import Limits
    from grundy.strategy.puzzles import Puzzle, puzzle
    from grundy.strategy.table import Table, value_table
    from grundy.tabulated.game_table import GameTable, open_table
    from grundy.tabulated.tabulate import tabulate
    from grundy.values import LoopyValue, Outcome

__all__ = [
    "AllBut",
    "Certificate",
    "CodeError",
    "Coins",
    "Coordinates",
    "CycleError",
    "Description",
    "ExerciseSheet",
    "FormulaCertificate",
    "GameGraph",
    "GameTable",
    "Genus",
    "GraphFormatError",
    "GrundyError",
    "GrundysGame",
    "HeapGame",
    "JointCertificate",
    "Labelling",
    "LimitError",
    "Limits",
    "LoopyValue",
    "Match",
    "MisereCertificate",
    "MisereQuotient",
    "MissingExtraError",
    "Move",
    "Nimber",
    "Outcome",
    "Packed",
    "Period",
    "Position",
    "PositionError",
    "Puzzle",
    "Recognition",
    "Ruleset",
    "RulesetError",
    "Subtraction",
    "Table",
    "TakeAndBreak",
    "UnknownNameError",
    "VerificationError",
    "__version__",
    "catalogue",
    "certify",
    "check",
    "describe",
    "draw_board",
    "draw_table",
    "exercise_sheet",
    "game",
    "label",
    "label_file",
    "mex",
    "misere_form",
    "misere_quotient",
    "nim_sum",
    "open_table",
    "puzzle",
    "random_graph",
    "read",
    "read_certificate",
    "read_game",
    "read_graph",
    "read_labelling",
    "recognise",
    "search_value",
    "state_graph",
    "tabulate",
    "token",
    "token_product",
    "value_table",
    "verify_certificate",
]

_HOMES = {
    "ExerciseSheet": "classroom.sheet",
    "exercise_sheet": "classroom.sheet",
    "draw_board": "drawing.board",
    "Certificate": "heaps.periods.certificate",
    "Description": "named.description",
    "FormulaCertificate": "heaps.periods.certificate",
    "JointCertificate": "heaps.quotients.joint_certificate",
    "MisereCertificate": "heaps.quotients.certificate",
    "MisereQuotient": "heaps.quotients.quotient",
    "Period": "heaps.periods.period",
    "Table": "strategy.table",
    "certify": "heaps.periods.certify",
    "describe": "named.description",
    "draw_table": "drawing.table",
    "read_certificate": "heaps.certificates",
    "value_table": "strategy.table",
    "verify_certificate": "heaps.certificates",
    "catalogue": "named.catalogue",
    "check": "games.checks",
    "Coins": "games.coins",
    "Coordinates": "games.coordinates",
    "token": "games.tokens",
    "token_product": "games.tokens",
    "search_value": "games.values.one_value",
    "state_graph": "games.states",
    "game": "games.rule_game",
    "Ruleset": "games.ruleset",
    "Position": "games.position",
    "Move": "games.position",
    "Limits": "running.limits",
    "Match": "recognition.recognise",
    "Recognition": "recognition.recognise",
    "recognise": "recognition.recognise",
    "AllBut": "heaps.rules.subtraction",
    "CodeError": "errors",
    "CycleError": "errors",
    "GameGraph": "graphs.graph",
    "GameTable": "tabulated.game_table",
    "Genus": "misere.forms",
    "GraphFormatError": "errors",
    "GrundyError": "errors",
    "GrundysGame": "heaps.rules.take_and_break",
    "HeapGame": "heaps.rules.functions",
    "Labelling": "graphs.labelling",
    "LimitError": "errors",
    "LoopyValue": "values",
    "MissingExtraError": "errors",
    "Nimber": "nimbers",
    "Outcome": "values",
    "Packed": "games.values.packed",
    "PositionError": "errors",
    "RulesetError": "errors",
    "Subtraction": "heaps.rules.subtraction",
    "TakeAndBreak": "heaps.rules.take_and_break",
    "UnknownNameError": "errors",
    "VerificationError": "errors",
    "label": "graphs.labelling",
    "label_file": "large.run",
    "mex": "nimbers",
    "misere_form": "games.misere_quotient",
    "misere_quotient": "games.misere_quotient",
    "nim_sum": "nimbers",
    "open_table": "tabulated.game_table",
    "Puzzle": "strategy.puzzles",
    "puzzle": "strategy.puzzles",
    "random_graph": "graphs.random",
    "read": "named.notation",
    "read_game": "named.notation",
    "read_graph": "graphs.formats",
    "read_labelling": "graphs.formats",
    "tabulate": "tabulated.tabulate",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        found = getattr(import_module(f"grundy.{_HOMES[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'grundy' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
