"""The table of Lemoine and Viennot's search, kept on disk: to go on from, and as a proof.

What the search proves of a component rests on other entries of its table alone. So the table
checks without the search: `verify_proof` looks at each entry once, by the rules.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from grundy.errors import FolderError, PositionError, VerificationError
from grundy.games.position import Position
from grundy.games.protocols import State
from grundy.games.rulebook import Rulebook
from grundy.games.values.packed import HALF, Packed
from grundy.games.values.questions import NimberQueries, Table, empty_table
from grundy.runtime.folders import KeptFolder, read_state, require_form
from grundy.runtime.threads import watched

_COLUMNS = ("keys", "excluded", "exact")
_KIND = "questions"
_SECONDS_BETWEEN = 300.0


class ProofFolder(KeptFolder):
    """The folder of one table; one run at a time writes it."""

    strays: ClassVar[tuple[str, ...]] = ("table-*",)
    form: ClassVar[dict[str, Any]] = {"asked": str, "values": dict}


@contextmanager
def kept_questions(position: Position, folder: str | os.PathLike[str]) -> Iterator[NimberQueries]:
    """Go on from the table in a folder, and keep there what is found, however the block ends."""
    ruleset, state_asked, questions = _questions_of(position)
    text = ruleset.format(state_asked)
    packed = ruleset.packed(state_asked)
    task = {"proof": _KIND, "game": ruleset.text, "rules": _hash_of(questions.rules)}
    with ProofFolder(folder, task, resume=True) as store:
        state = store.state or {"asked": text, "values": {}}
        if store.pieces:
            questions.table = _read(Path(folder) / store.pieces[0], questions.rules.words)
        questions.save = lambda: _write(store, questions, state)
        questions.save_after = _SECONDS_BETWEEN
        try:
            yield questions
        finally:
            questions.save = None
            value = None if packed is None else questions.known_value(packed.as_words)
            if value is not None:
                state["values"][text] = value
            _write(store, questions, state)


def _questions_of(position: Position) -> tuple[Rulebook, State, NimberQueries]:
    part, *others = position.parts or (None,)
    questions = part and part.ruleset.valuer.questions(part.state)
    if part is None or others or questions is None:
        raise PositionError(
            "A table of questions is kept for one board of a game that is solved by them, such "
            "as nogo 2x9 or clobber 4x5."
        )
    return part.ruleset, part.state, questions


def _hash_of(rules: Packed) -> str:
    """Return a hash that tells boards and rules apart: by the names of the rules, and the data."""
    names = [each.__qualname__ for each in (rules.followers, rules.parts, rules.weigh) if each]
    return hashlib.sha256(" ".join(names).encode() + rules.data.tobytes()).hexdigest()


def _write(store: ProofFolder, questions: NimberQueries, state: dict[str, Any]) -> None:
    keys, excluded, exact = questions.table
    filled = np.flatnonzero(exact)
    filled = filled[np.lexsort(np.atleast_2d(keys[filled].T))]  # the same table is the same bytes
    number = 1 + max((int(name.split("-")[1]) for name in store.pieces), default=0)

    def write(folder: Path) -> None:
        folder.mkdir()
        for name, column in zip(_COLUMNS, (keys, excluded, exact), strict=True):
            np.save(folder / f"{name}.npy", _narrowed(column[filled]), allow_pickle=False)

    store.add(f"table-{number}", write)
    store.commit(state, (f"table-{number}",))


def _narrowed(column: np.ndarray) -> np.ndarray:
    """Return unsigned numbers in the least type that holds them."""
    least = np.min_scalar_type(column.max(initial=0))
    return column.astype(least) if column.min(initial=0) >= 0 else column


def _read(folder: Path, words: int) -> Table:
    """Return the table of a piece, with room for as much again as it holds."""
    from grundy.games.kernels import questions as kernels

    kinds = (np.int64, np.uint64, np.uint8)
    try:
        columns = [
            np.load(folder / f"{name}.npy", allow_pickle=False).astype(kind)
            for name, kind in zip(_COLUMNS, kinds, strict=True)
        ]
    except (OSError, ValueError) as error:
        raise FolderError(f"{folder}: this is no table of questions: {error}.") from None
    rows = columns[-1].size
    if [column.shape for column in columns] != [a.shape for a in empty_table(rows, words)]:
        raise FolderError(f"{folder}: the columns of this table differ in length.")
    table = empty_table(1 << max(8, int(2 * rows).bit_length()), words)
    kernels.move_table(*columns, *table)
    return table


# ---- checking -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proved:
    """What a checked table proves."""

    game: str
    values: dict[str, int]
    components: int

    def __str__(self) -> str:
        """Describe the values that are proved."""
        values = (f"{text}: the value {value} is proved" for text, value in self.values.items())
        what = "; ".join(f"{self.game} {value}" for value in values)
        what = what or f"{self.game}: no value is proved yet"
        return f"{what} by {self.components:,} components, each of which was looked at"


def is_proof(folder: str | os.PathLike[str]) -> bool:
    """Return whether a folder with a state holds a table of questions."""
    task: dict[str, Any] = read_state(Path(folder) / "state.json")["task"]
    return task.get("proof") == _KIND


def verify_proof(folder: str | os.PathLike[str]) -> Proved:
    """Check each entry of a table by the rules, and the values that it is said to prove."""
    from grundy.named.notation import read_game

    path = Path(folder) / "state.json"
    state_file = read_state(path)
    task, state = state_file["task"], state_file["state"]
    require_form(path, task, {"game": str, "rules": str})
    require_form(path, state, ProofFolder.form)
    ruleset = read_game(task["game"])
    packed = ruleset.packed(ruleset.parse(state["asked"]))
    if packed is None or packed.weigh is None or _hash_of(packed) != task["rules"]:
        raise FolderError(f"{folder}: this table is of other rules than those of {task['game']}.")
    questions = NimberQueries(packed)
    with ProofFolder(folder, task, resume=True) as store:
        for piece in store.pieces:
            questions.table = _read(Path(folder) / piece, packed.words)
    slot = watched(questions.first_unproved, "components", len(questions.table[0]))
    if slot >= 0:
        halves = np.atleast_1d(questions.table[0][slot]).tolist()
        word = sum(half << HALF * place for place, half in enumerate(halves))
        unproved = f"{folder}: the entry of the component {word:#x} is not proved by the others."
        raise VerificationError(unproved, where=word, condition="entry")
    for text, value in state["values"].items():
        board = ruleset.packed(ruleset.parse(text))
        if board is None or questions.known_value(board.as_words) != value:
            missing = f"{folder}: the value {value} of {text} is not in the table."
            raise VerificationError(missing, where=text, condition="value")
    return Proved(task["game"], dict(state["values"]), int((questions.table[2] > 0).sum()))
